//! Checks rows: without lines, overlapping, none failed.

use std::collections::HashSet;

use faultline_flt::NoteKind;
use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_recording_store::interrupted;
use faultline_spectrum::{Moment, Outcome, RecordedTest, Recording};

use super::super::case::Case;
use super::super::example;
use super::super::finding::{Code, Finding, Severity};

/// Findings on the rows of a recording with tests and classes.
pub fn check(case: &Case) -> Vec<Finding> {
    let mut found = Vec::new();
    found.extend(without_lines(case));
    found.extend(overlapping(case));
    found.extend(of_no_test(case));
    found.extend(of_programs(case));
    found
}

/// Reports that no test failed: such a suite cannot be ranked, only measured.
pub fn none_failed(case: &Case) -> Option<Finding> {
    let passed = case.tests().any(|test| test.outcome == Outcome::Passed);
    let failed = case.tests().any(|test| test.outcome == Outcome::Failed);
    if failed {
        return None;
    }
    let interrupted = interrupted::of_recordings(&case.recordings);
    if let Some(offer) = interrupted::offer(&interrupted, None) {
        let mend = "rank it with that command: it probably hung, at the place that the ranking shows";
        return Some(
            Finding::new(Code::NoFailingTest, format!("no test failed; {offer}"), mend).with(interrupted),
        );
    }
    passed.then(|| {
        Finding::new(
            Code::NoFailingTest,
            "no test failed, so there is nothing to rank",
            "add a test that shows the fault; `faultline suite` and `faultline select` work without",
        )
    })
}

fn without_lines(case: &Case) -> Option<Finding> {
    if !case.has_classes() {
        return None;
    }
    let executed = case.executed().count();
    // A touched class counts even without lines: the test reached the project.
    let bare = bare_rows(case);
    if bare.is_empty() {
        return None;
    }
    let names = super::some_of(bare.iter().map(|test| names::test(*test)));
    if bare.len() == executed {
        return Some(
            Finding::new(
                Code::NoCoverage,
                format!("{} ran, and none of them covers a line", counted(executed, "test")),
                format!(
                    "the classes were loaded, but their code ran outside of tests or in other JVMs: is the code \
                     that the tests run in scope (--include '{}')?",
                    example::of_project(case)
                ),
            )
            .with(names),
        );
    }
    let severity = if bare.len() * 2 >= executed { Severity::Warning } else { Severity::Note };
    Some(
        Finding::new(
            Code::RowsWithoutLines,
            format!("{} of {} cover no line", number(bare.len()), counted(executed, "test")),
            format!(
                "if they test code of the project, it is out of scope (--include '{}') or runs in another JVM",
                example::of_project(case)
            ),
        )
        .with(names)
        .rated(severity),
    )
}

/// The rows of tests that executed no line, neither themselves nor in a fixture before them. Tests that
/// failed because a class could not be initialised have the lines of its initialiser.
fn bare_rows<'a>(case: &'a Case) -> Vec<&'a RecordedTest> {
    let mut bare = Vec::new();
    for recording in &case.recordings {
        let covers = |id: &u32| {
            let mut fixtures = recording.fixtures.iter();
            fixtures.any(|f| f.id == *id && f.moment == Moment::Before && !f.coverage.is_empty())
        };
        let fixed: HashSet<u32> = recording
            .charges
            .iter()
            .filter(|charge| charge.fixtures.iter().any(covers))
            .map(|charge| charge.test)
            .chain(recording.failed_by.iter().map(|(test, _)| *test))
            .collect();
        let is_bare = |test: &&RecordedTest| {
            test.outcome != Outcome::Skipped && test.coverage.is_empty() && !fixed.contains(&test.sequence)
        };
        bare.extend(recording.tests.iter().filter(is_bare));
    }
    bare
}

fn overlapping(case: &Case) -> Option<Finding> {
    let names: Vec<_> = case.tests().filter(|test| test.overlapped).map(names::test).collect();
    (!names.is_empty()).then(|| {
        Finding::new(
            Code::OverlappingTests,
            format!("{} ran in parallel and may hold each other's lines", counted(names.len(), "test")),
            "run tests one after another for exact rows, or in parallel forks",
        )
        .with(super::some_of(names))
    })
}

/// Whether a message of the recorder is about threads that belong to no test, which is harmless.
pub fn is_of_no_test(message: &str) -> bool {
    message.contains("no test")
}

/// Whether a recording is of a JVM that a test started, and has lines.
fn is_started(recording: &Recording) -> bool {
    recording.origin.started_by().is_some() && !recording.background.is_empty()
}

/// Notes tests that programs of the build's tasks ran beside its test JVMs.
fn of_programs(case: &Case) -> Option<Finding> {
    let tests: usize = case.programs.values().sum();
    let programs: Vec<_> = case.programs.keys().map(String::as_str).collect();
    (tests > 0).then(|| {
        Finding::new(
            Code::TestsOfPrograms,
            format!(
                "{} of {}, which the build ran as a program, {} beside those of its test JVMs",
                counted(tests, "test"),
                programs.join(" and "),
                if tests == 1 { "is no row" } else { "are no rows" }
            ),
            "if they are the build's tests as well, read the recording with --started-jvms rows",
        )
    })
}

/// Notes threads that belong to no test, and other harmless counts of the recorder.
fn of_no_test(case: &Case) -> Option<Finding> {
    let threads = case.recordings.iter().flat_map(|recording| &recording.background);
    let threads = threads
        .map(|ran| format!("thread {:?}: {}", ran.thread, counted(ran.coverage.slots().count(), "line")));
    let told: Vec<_> = case
        .notes
        .iter()
        .filter(|note| match &note.kind {
            NoteKind::Counter { name, .. } => name != "internal errors",
            NoteKind::Message(text) => is_of_no_test(text),
            _ => false,
        })
        .map(ToString::to_string)
        .chain(threads)
        .collect();
    (!told.is_empty()).then(|| {
        Finding::new(
            Code::LinesOfNoTest,
            "some code ran in threads or JVMs that belong to no test; its lines are in no row",
            if case.recordings.iter().any(is_started) {
                "let tests wait for the threads that they start; the thread of a test that timed out may continue; \
                 what a JVM ran that a test started is that test's with --started-jvms test"
            } else {
                "let tests wait for the threads that they start; the thread of a test that timed out may continue; \
                 what a server in a JVM of its own ran stays apart"
            },
        )
        .with(super::some_of(told))
    })
}
