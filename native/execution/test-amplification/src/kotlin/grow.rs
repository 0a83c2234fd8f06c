//! Grows variants of failing tests in Kotlin: edited here, compiled in a JVM.

use std::path::Path;

use faultline_files::{limits, put, regular};
use faultline_flt::line;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_kotlin_edits::{Copy, Kind, Source, Test, Variant, Variants, Wanted as WantedOf};
use faultline_messages::failure::Failure;

use super::compile::{Compiled, Function, Job, compile};
use crate::clock::Clock;
use crate::errand::unreadable;
use crate::grown::{Grown, Growth, Wanted, method_of_variant};
use crate::plan::{Failing, Plan, Unit};
use crate::tools::Tools;

/// Number of edits drawn for each requested one: many do not compile, because types are unknown when editing.
const DRAWN: usize = 3;

/// As [`crate::grower::grow`], for a unit in Kotlin.
pub fn grow(
    (plan, unit): (&Plan, &Unit),
    tools: &Tools,
    wanted: Wanted,
    clock: Clock,
    folder: &Path,
    (wishes, now): (&mut Wishes, &mut dyn FnMut()),
) -> Result<Growth, Failure> {
    let source = match parsed(&unit.source.file) {
        Ok(source) => source,
        Err(why) => return Ok(Growth::Nothing(why)),
    };
    let (tests, refused) = found(&source, unit);
    let Some((first, _)) = tests.first() else {
        let why = refused.first().map_or_else(String::new, |(_, why)| why.clone());
        return Ok(Growth::Nothing(why));
    };
    let framework = first.framework;
    let copy = Copy::of(&source, &tests.iter().map(|(_, test)| test.clone()).collect::<Vec<_>>());
    let drawn = Drawn::of(&tests, &copy, wanted);
    if drawn.rows.is_empty() {
        return Ok(Growth::Nothing(nothing(wanted).to_owned()));
    }
    let name = unit.source.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let job = Job { copies: vec![copy.watched, copy.plain], ..drawn.job };
    let compiled = compile((plan, unit), tools, &job, (&name, folder), clock, (wishes, now))?;
    let (kept, left) = match compiled {
        Compiled::Kept(kept, left) => (kept, left),
        Compiled::Nothing(why) => return Ok(Growth::Nothing(why)),
        Compiled::Stopped => return Ok(Growth::Stopped),
    };
    let mut table = line(["n", "class", "method", "of", "kind", "edits", "lines", "sites", "body", "inputs"]);
    kept.iter().filter_map(|&n| drawn.rows.get(n)).for_each(|row| table.push_str(row));
    let left = left.to_string();
    let report =
        line(["what", "value"]) + &line(["framework", framework]) + &line(["did not compile", &left]);
    let written =
        put(&folder.join("variants.tsv"), &table).and_then(|()| put(&folder.join("report.tsv"), &report));
    written.map_err(|error| Failure::failed(format!("writing to {} failed: {error}", folder.display())))?;
    let mut grown = Grown::parse(&table, &report).map_err(|why| unreadable("grown from", unit, &why))?;
    grown.refused.extend(refused);
    Ok(Growth::Grown(grown))
}

/// Parses a Kotlin file. Errors: why it cannot be parsed, as a sentence.
pub fn parsed(file: &Path) -> Result<Source, String> {
    let text = regular::read_to_string(file, limits::SOURCE)
        .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    Source::parse(&text).ok_or_else(|| format!("{} cannot be read as Kotlin", file.display()))
}

/// The editable tests of a unit.
type Found<'p, 's> = Vec<(&'p Failing, Test<'s>)>;

/// The editable tests of a unit, and for the other methods the reasons why they are not.
fn found<'p, 's>(source: &'s Source, unit: &'p Unit) -> (Found<'p, 's>, Vec<(String, String)>) {
    let (mut tests, mut refused): (Found<'p, 's>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    for failing in &unit.tests {
        let framework = tests.first().map_or(failing.framework, |(first, _)| first.framework);
        match test(source, failing, framework) {
            Ok(test) => tests.push((failing, test)),
            Err(why) => refused.push((failing.method.clone(), why)),
        }
    }
    (tests, refused)
}

/// Finds a test in its file. Errors: why it cannot be edited, or its variants cannot run, as the end of a
/// sentence.
fn test<'s>(source: &'s Source, failing: &Failing, framework: &str) -> Result<Test<'s>, String> {
    if failing.framework != framework {
        return Err("another framework runs it than the other tests of its class".to_owned());
    }
    // JUnit 4's test names end at these characters.
    if framework == "junit4" && failing.method.contains([' ', '(', '[', '{', '#']) {
        return Err("JUnit 4 cannot tell apart tests whose names have blanks in them".to_owned());
    }
    Test::find(source, &failing.class, &failing.method).map_err(|why| why.to_string())
}

fn nothing(wanted: Wanted) -> &'static str {
    if wanted.count == 0 {
        "the test has one assertion, and no edits of it are asked for"
    } else {
        "the test has one assertion, and nothing in it can be edited"
    }
}

/// All generated variants: as functions to compile, and as rows of their table.
#[derive(Debug, Default)]
struct Drawn {
    job: Job,
    rows: Vec<String>,
}

impl Drawn {
    fn of(tests: &[(&Failing, Test<'_>)], copy: &Copy, wanted: Wanted) -> Self {
        let mut drawn = Self::default();
        for (of, (failing, test)) in tests.iter().enumerate() {
            // Without an oracle, the assertions of edited tests stay active.
            let tries = !wanted.has_oracle && !failing.is_thrown;
            let mut variants = Variants::of(test, WantedOf { count: wanted.count, tries, seed: wanted.seed });
            let count = variants.count();
            drawn.job.wanted.push(count);
            for variant in variants.splits().into_iter().chain(variants.edits(count * DRAWN)) {
                drawn.add((of, test), copy.place(test), &variant);
            }
        }
        drawn
    }

    fn add(&mut self, (of, test): (usize, &Test<'_>), place: usize, variant: &Variant) {
        let n = self.rows.len();
        let method = method_of_variant(test.method(), n);
        let text = format!("    {}", test.function(&method, &variant.code));
        self.job.functions.push(Function { n, of, place, edits: variant.edits.clone(), text });
        let Variant { body, words, lines, sites, inputs, .. } = variant;
        let (number, class) = (n.to_string(), test.class_name());
        let kind = word(variant.kind);
        self.rows.push(line([
            &number,
            class,
            &method,
            test.method(),
            kind,
            words,
            lines,
            sites,
            body,
            inputs,
        ]));
    }
}

/// The word in tables.
pub fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Whole => "whole",
        Kind::Split => "split",
        Kind::Edit => "edit",
        Kind::Tried => "tried",
    }
}
