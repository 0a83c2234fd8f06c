//! Adds what failing tests said, from the build's reports of the recorded run.

use std::collections::BTreeSet;

use faultline_build_reports::failures::Failures;
use faultline_build_reports::{names, start};
use faultline_recording_store::load::Loaded;
use faultline_spectrum::TestId;

use crate::message::Message;
use crate::report::Report;

/// Adds the messages of the failing tests of a report. Reports that are older than the recorded run are another run's, so
/// nothing is added for a recording whose start is unknown.
pub fn add(report: &mut Report, loaded: &Loaded) {
    let Some(started) = start::recorded(loaded.started_ns) else { return };
    let tests = &report.spectrum.tests;
    let failing = report.groups.iter().flat_map(|group| &group.failing);
    let classes: BTreeSet<&str> = failing
        .map(|test| names::outermost(&tests[test.index()].class))
        .filter(|class| !class.is_empty())
        .collect();
    if classes.is_empty() {
        return;
    }
    let failures = Failures::below(&loaded.base, start::least(started), &classes);
    for group in &mut report.groups {
        let said = |test: TestId| Some((test, Message::of(&failures.of(&tests[test.index()])?.message)));
        group.messages = group.failing.iter().copied().filter_map(said).collect();
    }
}

/// Copies the messages from another report of the same groups.
pub fn copy(from: &Report, to: &mut Report) {
    for (group, known) in to.groups.iter_mut().zip(&from.groups) {
        group.messages.clone_from(&known.messages);
    }
}
