//! What variants say, for scripts; `docs/amplify.md` describes it.

use std::collections::BTreeMap;

use faultline_messages::failure::Failure;
use faultline_messages::names::TestNames;
use faultline_test_amplification::evidence::Evidence;
use faultline_test_amplification::kept::Kept;
use faultline_test_amplification::report::{Ended, Report, UnitReport};
use serde::Serialize;

use faultline_test_amplification::ranked::{Group, Ranked, Suspicious};

/// Raised when a reader of the last version could not read this one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    ranking: String,
    ended: &'static str,
    seconds: f64,
    seconds_of_building: f64,
    variants: usize,
    classes: Vec<UnitOut<'a>>,
    groups: Vec<GroupOut<'a>>,
    kept: Vec<KeptOut<'a>>,
    choice: ChoiceOut<'a>,
    reasons: BTreeMap<&'static str, usize>,
    left_out: Vec<LeftOut<'a>>,
    stood_for: usize,
    unreached: usize,
    written: Vec<String>,
    folder: String,
    notes: &'a [String],
}

#[derive(Serialize)]
struct UnitOut<'a> {
    class: &'a str,
    tests: usize,
    variants: usize,
    passing: usize,
    failing: usize,
    seconds_of_editing: f64,
    seconds_of_running: f64,
}

#[derive(Serialize)]
struct GroupOut<'a> {
    failing: Vec<TestNames<'a>>,
    exception: Option<&'a str>,
    methods: Vec<MethodOut<'a>>,
    edits: Vec<EditOut<'a>>,
}

#[derive(Serialize)]
struct MethodOut<'a> {
    rank_min: u32,
    rank_max: u32,
    before_min: u32,
    before_max: u32,
    score: f64,
    class: &'a str,
    method: &'a str,
    descriptor: &'a str,
    line: u32,
}

#[derive(Serialize)]
struct EditOut<'a> {
    edit: &'a str,
    passing: usize,
    failing: usize,
    says: &'a str,
}

#[derive(Serialize)]
struct KeptOut<'a> {
    test: &'a str,
    method: &'a str,
    label: &'static str,
    by: &'static str,
    probability: f64,
    kind: &'static str,
    edits: &'a str,
    lines: Vec<u32>,
}

#[derive(Serialize)]
struct ChoiceOut<'a> {
    metric: &'static str,
    chosen: Vec<ChosenOut<'a>>,
}

#[derive(Serialize)]
struct ChosenOut<'a> {
    test: &'a str,
    method: &'a str,
    similarity: Option<f64>,
}

#[derive(Serialize)]
struct LeftOut<'a> {
    name: &'a str,
    why: &'a str,
}

/// The whole report, ending in a line break.
pub fn render(report: &Report, ranked: &Ranked) -> Result<String, Failure> {
    let document = Document {
        version: VERSION,
        ranking: ranked.spec.to_string(),
        ended: match report.end {
            Ended::Done => "done",
            Ended::Budget => "budget",
            Ended::Stopped => "stopped",
        },
        seconds: rounded(report.took.0.as_secs_f64()),
        seconds_of_building: rounded(report.took.1.as_secs_f64()),
        variants: report.variants(),
        classes: report.units.iter().map(unit_out).collect(),
        groups: ranked.groups.iter().map(|group| group_out(report, group)).collect(),
        kept: report.kept.iter().map(kept_out).collect(),
        choice: choice_out(report),
        reasons: report.reasons.iter().map(|(why, count)| (why.word(), *count)).collect(),
        left_out: report.left_out.iter().map(|one| LeftOut { name: &one.name, why: &one.why }).collect(),
        stood_for: report.plan.stood_for,
        unreached: report.unreached,
        written: report.written.iter().map(|file| file.display().to_string()).collect(),
        folder: report.folder.display().to_string(),
        notes: &report.notes,
    };
    faultline_terminal::json::pretty(&document, "what variants say")
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1_000.0).round() / 1_000.0
}

fn unit_out(unit: &UnitReport) -> UnitOut<'_> {
    UnitOut {
        class: &unit.class,
        tests: unit.tests,
        variants: unit.variants,
        passing: unit.labelled.0,
        failing: unit.labelled.1,
        seconds_of_editing: rounded(unit.took.0.as_secs_f64()),
        seconds_of_running: rounded(unit.took.1.as_secs_f64()),
    }
}

fn group_out<'a>(report: &'a Report, group: &'a Group) -> GroupOut<'a> {
    let spectrum = report.plan.spectrum();
    GroupOut {
        failing: group.failing.iter().map(|test| TestNames::of(&spectrum.tests[test.index()])).collect(),
        exception: group.exception.as_deref(),
        methods: group.methods.iter().map(|method| method_out(report, method)).collect(),
        edits: group.evidence.iter().map(edit_out).collect(),
    }
}

fn method_out<'a>(report: &'a Report, suspect: &Suspicious) -> MethodOut<'a> {
    let spectrum = report.plan.spectrum();
    let method = &spectrum.methods[suspect.method.index()];
    MethodOut {
        rank_min: suspect.place.0,
        rank_max: suspect.place.1,
        before_min: suspect.before.0,
        before_max: suspect.before.1,
        score: suspect.score,
        class: &spectrum.classes[method.class.index()].name,
        method: &method.name,
        descriptor: &method.descriptor,
        line: suspect.line,
    }
}

fn edit_out(evidence: &Evidence) -> EditOut<'_> {
    let Evidence { edit, passing, failing, says } = evidence;
    EditOut { edit, passing: *passing, failing: *failing, says }
}

fn choice_out(report: &Report) -> ChoiceOut<'_> {
    let chosen = report.chosen.iter().map(|one| {
        let Kept { test, method, .. } = &report.matched.kept[one.variant];
        ChosenOut { test, method, similarity: one.similarity }
    });
    ChoiceOut { metric: report.choice.name(), chosen: chosen.collect() }
}

fn kept_out(kept: &Kept) -> KeptOut<'_> {
    KeptOut {
        test: &kept.test,
        method: &kept.method,
        label: kept.label.word(),
        by: kept.by.word(),
        probability: kept.probability,
        kind: kept.kind.word(),
        edits: &kept.edits,
        lines: kept.lines.split_whitespace().filter_map(|line| line.parse().ok()).collect(),
    }
}
