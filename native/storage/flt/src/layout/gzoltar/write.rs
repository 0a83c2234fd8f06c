//! Writes GZoltar's text report.

use std::io::{self, Write};
use std::path::Path;

use faultline_spectrum::{ElementId, Outcome, Spectrum, TestId};

use super::tests_csv::quote;
use super::{MATRIX, SEPARATOR, SPECTRA, TESTS, TESTS_HEADER, name, trace};
use crate::FormatError;
use crate::layout::Exported;
use crate::layout::text::{counted, join_name, make_dir, write_file};

/// Writes a spectrum into a folder.
pub(crate) fn export(spectrum: &Spectrum, dir: &Path) -> Result<Exported, FormatError> {
    let dir = &make_dir(dir)?;
    let rows = counted(spectrum);
    let files = vec![
        write_file(dir, MATRIX, |out| matrix(spectrum, &rows, out))?,
        write_file(dir, SPECTRA, |out| elements(spectrum, out))?,
        write_file(dir, TESTS, |out| tests(spectrum, &rows, out))?,
    ];
    Ok(Exported { files, tests: rows.len(), left_out: spectrum.tests.len() - rows.len() })
}

/// Writes `matrix.txt`. Cost: O(tests * elements) bytes written; one row in memory.
fn matrix(spectrum: &Spectrum, rows: &[TestId], out: &mut impl Write) -> io::Result<()> {
    let blank = b"0 ".repeat(spectrum.elements.len());
    let mut line = blank.clone();
    for id in rows {
        line.copy_from_slice(&blank);
        for element in spectrum.coverage.ones(id.index()) {
            line[2 * element] = b'1';
        }
        out.write_all(&line)?;
        let failed = spectrum.tests[id.index()].outcome == Outcome::Failed;
        out.write_all(if failed { b"-\n" } else { b"+\n" })?;
    }
    Ok(())
}

fn elements(spectrum: &Spectrum, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "name")?;
    (0..spectrum.elements.len())
        .try_for_each(|index| writeln!(out, "{}", name::print(spectrum, ElementId::new(index))))
}

fn tests(spectrum: &Spectrum, rows: &[TestId], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{TESTS_HEADER}")?;
    let files = trace::Files::of(spectrum);
    for id in rows {
        let test = &spectrum.tests[id.index()];
        let (outcome, trace) = match (test.outcome, &test.failure) {
            (Outcome::Failed, Some(failure)) => ("FAIL", trace::print(failure, &files)),
            (Outcome::Failed, None) => ("FAIL", String::new()),
            _ => ("PASS", String::new()),
        };
        let name = join_name(test, SEPARATOR);
        writeln!(out, "{},{outcome},{},{}", quote(&name), test.duration_ns, quote(&trace))?;
    }
    Ok(())
}
