//! Writes kept variants of Kotlin tests as readable source: `<Class>Amplified.kt`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_jvm_process::process::wishes::Wishes;
use faultline_kotlin_edits::{Framework, Keep, Kind, Renamed, Source, Test, Variant};
use faultline_messages::failure::Failure;

use super::compile::{Compiled, Function, Job, compile};
use super::grow::{parsed, word};
use crate::clock::Clock;
use crate::destination::Sources;
use crate::errand::unreadable;
use crate::plan::{Plan, Unit};
use crate::tools::Tools;
use crate::written::{PATIENCE, Written, Wrote};
use faultline_variant_evidence::tables::{Row, Table};
use faultline_variant_evidence::words::Label;

/// Writes variants of a unit into a folder. Errors: the folder is not writable.
pub fn write(
    (plan, unit): (&Plan, &Unit),
    variants: &[Written],
    tools: &Tools,
    grown: &Path,
    out: &Sources,
    wishes: &mut Wishes,
) -> Result<Wrote, Failure> {
    let noted = |why: String| Ok(Wrote { note: Some(why), ..Wrote::default() });
    let source = match parsed(&unit.source.file) {
        Ok(source) => source,
        Err(why) => return noted(why),
    };
    let table = regular::read_to_string(&grown.join("variants.tsv"), limits::RESULTS)
        .map_err(|error| error.to_string())
        .and_then(|text| Table::read(&text, &["n", "class", "of", "kind", "body"]))
        .map_err(|why| unreadable("grown from", unit, &why))?;
    let framework = unit.tests.first().map_or("", |test| test.framework);
    let mut of_classes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for written in variants {
        let row = table.rows().find(|row| row.number("n") == Some(written.n));
        let Some((class, text)) = row.and_then(|row| test_text(&source, &row, written, framework)) else {
            continue;
        };
        of_classes.entry(class).or_default().push(text);
    }
    let mut wrote = Wrote::default();
    for (class, tests) in of_classes {
        let scratch = grown.join("written").join(class.replace(['.', '$'], "-"));
        let done = of_class((plan, unit), tools, &source, (&class, &tests), (&scratch, out), wishes)?;
        wrote.tests += done.tests;
        wrote.files.extend(done.files);
        wrote.note = wrote.note.or(done.note);
    }
    if wrote.tests == 0 && wrote.note.is_none() {
        wrote.note = Some(format!(
            "tests of {} are not written: what was observed has no literal, or helpers assert for them",
            unit.class
        ));
    }
    Ok(wrote)
}

/// The class of a variant, and its written source.
fn test_text(source: &Source, row: &Row<'_>, written: &Written, framework: &str) -> Option<(String, String)> {
    let test = Test::find(source, row.get("class"), row.get("of")).ok()?;
    let kind = [Kind::Whole, Kind::Split, Kind::Edit, Kind::Tried]
        .into_iter()
        .find(|kind| word(*kind) == row.get("kind"))?;
    let text = |name: &str| row.get(name).to_owned();
    let variant = Variant {
        kind,
        code: String::new(),
        body: text("body"),
        words: text("edits"),
        lines: text("lines"),
        sites: text("sites"),
        inputs: String::new(),
        edits: Vec::new(),
    };
    // Assertions in helpers became observations, too, and their observed values are nowhere in the test.
    if kind == Kind::Edit && test.has_helpers() {
        return None;
    }
    let framework = match framework {
        "testng" => Framework::TestNg,
        "junit4" | "junit3" => Framework::JUnit4,
        _ => Framework::Jupiter,
    };
    let keep = Keep {
        name: &written.name,
        passes: written.label == Label::Passes,
        by: written.by.word(),
        end: &written.end,
        observations: &written.observations,
    };
    Some((row.get("class").to_owned(), keep.text(&test, &variant, framework)?))
}

/// Writes the tests of one class that compile.
fn of_class(
    of: (&Plan, &Unit),
    tools: &Tools,
    source: &Source,
    (class, tests): (&str, &[String]),
    (scratch, out): (&Path, &Sources),
    wishes: &mut Wishes,
) -> Result<Wrote, Failure> {
    let not_written = |why: &str| Wrote {
        note: Some(format!("tests of {class} are not written: {why}")),
        ..Wrote::default()
    };
    if class.contains('$') {
        return Ok(not_written("those of nested classes are not yet"));
    }
    let mut methods = of.1.tests.iter().filter(|test| test.class == class);
    let Some(test) = methods.find_map(|test| Test::find(source, class, &test.method).ok()) else {
        return Ok(not_written("its class cannot be found in its file"));
    };
    for keeps_tests in [false, true] {
        let Some(renamed) = Renamed::of(&test, keeps_tests) else { continue };
        let name = format!("{}.kt", renamed.name);
        let functions = tests.iter().enumerate().map(|(n, text)| Function {
            n,
            of: 0,
            place: 0,
            edits: Vec::new(),
            text: format!("\n{text}"),
        });
        let job = Job {
            copies: vec![vec![renamed.before.clone(), renamed.behind.clone()]],
            functions: functions.collect(),
            wanted: Vec::new(),
            // The original file contributes its declarations.
            beside: vec![of.1.source.file.clone()],
        };
        let clock = Clock::start(PATIENCE);
        match compile(of, tools, &job, (&name, scratch), clock, (&mut *wishes, &mut || ()))? {
            Compiled::Stopped => return Ok(Wrote::default()),
            Compiled::Nothing(_) => {}
            Compiled::Kept(kept, _) => {
                let texts: Vec<&str> =
                    kept.iter().filter_map(|&n| tests.get(n)).map(String::as_str).collect();
                let text = format!("{}\n\n{}\n{}", renamed.before, texts.join("\n\n"), renamed.behind);
                let file = out.write(&file_in(class, &name), text.as_bytes())?;
                return Ok(Wrote { tests: texts.len(), files: vec![file], note: None });
            }
        }
    }
    Ok(not_written("what they need does not compile in a class of their own"))
}

fn file_in(class: &str, name: &str) -> PathBuf {
    let package = class.rsplit_once('.').map_or("", |(package, _)| package);
    Path::new(&package.replace('.', "/")).join(name)
}
