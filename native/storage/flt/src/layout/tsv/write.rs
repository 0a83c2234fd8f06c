//! Writes the tsv layout.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use faultline_spectrum::{ClassName, ElementId, Outcome, Spectrum, TestId};

use super::{ELEMENTS, FAILURES, SEPARATOR, TESTS};
use crate::FormatError;
use crate::escape::escape;
use crate::layout::Exported;
use crate::layout::text::{counted, join_name, make_dir, remove_file, write_file};

/// Writes a spectrum into a folder. `failures.tsv` is written only if a failed test has a trace.
pub(crate) fn export(spectrum: &Spectrum, dir: &Path) -> Result<Exported, FormatError> {
    let dir = &make_dir(dir)?;
    let rows = counted(spectrum);
    let names = names(spectrum, &rows);
    let mut files = vec![
        write_file(dir, ELEMENTS, |out| elements(spectrum, out))?,
        write_file(dir, TESTS, |out| tests(spectrum, &rows, &names, out))?,
    ];
    let traced = |id: &TestId| {
        let test = &spectrum.tests[id.index()];
        test.outcome == Outcome::Failed && test.failure.is_some()
    };
    if rows.iter().any(traced) {
        files.push(write_file(dir, FAILURES, |out| failures(spectrum, &rows, &names, out))?);
    } else {
        remove_file(dir, FAILURES)?;
    }
    Ok(Exported { files, tests: rows.len(), left_out: spectrum.tests.len() - rows.len() })
}

/// A unique name for each row; a repeated name (a rerun) gets a number.
fn names(spectrum: &Spectrum, rows: &[TestId]) -> Vec<String> {
    let plain: Vec<String> =
        rows.iter().map(|id| join_name(&spectrum.tests[id.index()], SEPARATOR)).collect();
    let mut taken: HashSet<String> = plain.iter().cloned().collect();
    let mut repeats: HashMap<&str, u32> = HashMap::new();
    let mut names = Vec::with_capacity(plain.len());
    for name in &plain {
        let repeat = repeats.entry(name).or_insert(0);
        *repeat += 1;
        let mut unique = name.clone();
        while *repeat > 1 && !taken.insert(unique.clone()) {
            unique = format!("{name} #{repeat}");
            *repeat += u32::from(taken.contains(&unique));
        }
        names.push(unique);
    }
    names
}

fn elements(spectrum: &Spectrum, out: &mut impl Write) -> io::Result<()> {
    for (index, element) in spectrum.elements.iter().enumerate() {
        let id = ElementId::new(index);
        let method = spectrum.method_of(id);
        let class = escape(&spectrum.class_of(id).name);
        writeln!(out, "{class}\t{}{}\t{}", escape(&method.name), escape(&method.descriptor), element.line)?;
    }
    Ok(())
}

fn tests(spectrum: &Spectrum, rows: &[TestId], names: &[String], out: &mut impl Write) -> io::Result<()> {
    let mut covered = String::new();
    for (id, name) in rows.iter().zip(names) {
        covered.clear();
        for element in spectrum.coverage.ones(id.index()) {
            let space = if covered.is_empty() { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(covered, "{space}{element}");
        }
        let outcome = spectrum.tests[id.index()].outcome.name();
        writeln!(out, "{}\t{outcome}\t{covered}", escape(name))?;
    }
    Ok(())
}

fn failures(spectrum: &Spectrum, rows: &[TestId], names: &[String], out: &mut impl Write) -> io::Result<()> {
    for (id, name) in rows.iter().zip(names) {
        let test = &spectrum.tests[id.index()];
        let Some(failure) = test.failure.as_ref().filter(|_| test.outcome == Outcome::Failed) else {
            continue;
        };
        let exception = escape(&failure.exception);
        for (place, frame) in failure.frames.iter().enumerate().filter(|(_, frame)| is_kept(&frame.class)) {
            let (class, method) = (escape(&frame.class), escape(&frame.method));
            writeln!(out, "{}\t{exception}\t{place}\t{class}\t{method}\t{}", escape(name), frame.line)?;
        }
    }
    Ok(())
}

/// Whether a frame is written: it can contain a project's fault, and no import omitted it.
fn is_kept(class: &str) -> bool {
    !class.is_empty() && !ClassName(class).is_foreign()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_the_jdk_and_of_junit_are_left_out() {
        for class in ["java.lang.String", "org.junit.Assert", ""] {
            assert!(!is_kept(class), "{class}");
        }
        assert!(is_kept("org.junitpioneer.X"));
    }
}
