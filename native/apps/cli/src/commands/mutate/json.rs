//! What mutants say, for scripts; `docs/mutants.md` and its schema describe it.

use std::collections::BTreeMap;

use faultline_messages::failure::Failure;
use faultline_messages::names::TestNames;
use faultline_mutation_runner::report::{Ended, Report, StageReport};
use faultline_spectrum::{Reason, Verdict};
use serde::Serialize;

use super::ranked::{Group, Mending, Ranked, Suspect};

/// Raised when a reader of the last version could not read this one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    ranking: String,
    ended: &'static str,
    failing: usize,
    passing: usize,
    chosen: usize,
    slow: usize,
    lines: usize,
    classes: usize,
    mutants: usize,
    pairs: usize,
    session: Session,
    stages: Vec<StageOut>,
    verdicts: BTreeMap<&'static str, usize>,
    reasons: BTreeMap<&'static str, usize>,
    groups: Vec<GroupOut<'a>>,
    left_out: Vec<LeftOut>,
    not_run: usize,
    folder: String,
    notes: &'a [String],
}

#[derive(Serialize)]
struct Session {
    pairs: usize,
    jvms: usize,
    seconds: f64,
    cpu_seconds: f64,
}

#[derive(Serialize)]
struct StageOut {
    stage: &'static str,
    pairs: usize,
    seconds: f64,
    cpu_seconds: f64,
    finished: bool,
}

#[derive(Serialize)]
struct LeftOut {
    name: String,
    why: String,
}

#[derive(Serialize)]
struct GroupOut<'a> {
    failing: Vec<TestNames<'a>>,
    exception: Option<&'a str>,
    lines: Vec<LineOut<'a>>,
    mending: Vec<MendingOut<'a>>,
}

#[derive(Serialize)]
struct LineOut<'a> {
    rank_min: u32,
    rank_max: u32,
    score: f64,
    mutants: f64,
    best: &'static str,
    class: &'a str,
    method: &'a str,
    descriptor: &'a str,
    file: Option<String>,
    /// Only where several modules have a file of that path.
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<&'a str>,
    line: u32,
}

#[derive(Serialize)]
struct MendingOut<'a> {
    class: &'a str,
    method: &'a str,
    descriptor: &'a str,
    line: u32,
    mutant: u32,
    change: &'a str,
    category: &'static str,
    mended: usize,
    broken: usize,
    says: &'a str,
}

/// The whole report, with so many lines of each group, ending in a line break.
pub fn render(report: &Report, ranked: &Ranked, top: usize) -> Result<String, Failure> {
    let plan = &report.plan;
    let (mut verdicts, mut reasons) = (BTreeMap::new(), BTreeMap::new());
    for ((verdict, reason), count) in report.verdicts() {
        *verdicts.entry(verdict_word(verdict)).or_default() += count;
        *reasons.entry(reason_word(reason)).or_default() += count;
    }
    reasons.remove(reason_word(Reason::None));
    let left_out = report.left_out().into_iter();
    let document = Document {
        version: VERSION,
        ranking: ranked.spec.to_string(),
        ended: match report.end {
            Ended::Done => "done",
            Ended::Budget => "budget",
            Ended::Stopped => "stopped",
        },
        failing: plan.failing.len(),
        passing: plan.passing.len(),
        chosen: plan.chosen.len(),
        slow: plan.slow.len(),
        lines: plan.targets.iter().map(|target| target.lines.len()).sum(),
        classes: report.facts.classes.len(),
        mutants: report.mutants(),
        pairs: report.facts.verdicts.len(),
        session: Session {
            pairs: report.pairs,
            jvms: report.jvms,
            seconds: rounded(report.wall.as_secs_f64()),
            cpu_seconds: rounded(report.cpu),
        },
        stages: report.stages.iter().map(stage_out).collect(),
        verdicts,
        reasons,
        groups: ranked.groups.iter().map(|group| group_out(report, ranked, group, top)).collect(),
        left_out: left_out.map(|one| LeftOut { name: one.name, why: one.why }).collect(),
        not_run: report.not_run,
        folder: report.folder.display().to_string(),
        notes: &report.notes,
    };
    faultline_terminal::json::pretty(&document, "what mutants say")
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1_000.0).round() / 1_000.0
}

fn stage_out(stage: &StageReport) -> StageOut {
    StageOut {
        stage: stage.stage.word(),
        pairs: stage.pairs,
        seconds: rounded(stage.seconds),
        cpu_seconds: rounded(stage.cpu),
        finished: stage.finished,
    }
}

fn group_out<'a>(report: &'a Report, ranked: &'a Ranked, group: &'a Group, top: usize) -> GroupOut<'a> {
    let spectrum = report.plan.spectrum();
    GroupOut {
        failing: group.failing.iter().map(|test| TestNames::of(&spectrum.tests[test.index()])).collect(),
        exception: group.exception.as_deref(),
        lines: group.lines.iter().take(top).map(|line| line_out(report, ranked, line)).collect(),
        mending: group.mending.iter().map(|mending| mending_out(report, mending)).collect(),
    }
}

fn line_out<'a>(report: &'a Report, ranked: &'a Ranked, line: &Suspect) -> LineOut<'a> {
    let spectrum = report.plan.spectrum();
    let (class, method) = (&spectrum.classes[line.class.index()], &spectrum.methods[line.method.index()]);
    LineOut {
        rank_min: line.place.0,
        rank_max: line.place.1,
        score: line.score,
        mutants: line.mutants,
        best: line.category.name(),
        class: &class.name,
        method: &method.name,
        descriptor: &method.descriptor,
        file: class.source_path(),
        module: ranked.files.module(line.class),
        line: line.line,
    }
}

fn mending_out<'a>(report: &'a Report, mending: &'a Mending) -> MendingOut<'a> {
    let spectrum = report.plan.spectrum();
    let method = &spectrum.methods[mending.method.index()];
    MendingOut {
        class: &spectrum.classes[mending.class.index()].name,
        method: &method.name,
        descriptor: &method.descriptor,
        line: mending.line,
        mutant: mending.mutant,
        change: &mending.change,
        category: mending.category.name(),
        mended: mending.mended,
        broken: mending.broken,
        says: &mending.says,
    }
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Same => "same",
        Verdict::Passes => "passes",
        Verdict::Fails => "fails",
        Verdict::Type => "type",
        Verdict::Message => "message",
        Verdict::Trace => "trace",
        Verdict::Aborts => "aborts",
    }
}

fn reason_word(reason: Reason) -> &'static str {
    match reason {
        Reason::None => "none",
        Reason::Fuel => "fuel",
        Reason::Wall => "wall",
        Reason::Crashed => "crashed",
        Reason::Exit => "exit",
        Reason::Memory => "memory",
        Reason::Stack => "stack",
    }
}
