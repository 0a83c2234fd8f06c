//! The report as JSON; `docs/mutants.md` and its schema describe it.

use std::collections::BTreeMap;

use faultline_fault_ranking::document::{MethodNames, TestNamesSchema};
use faultline_messages::failure::Failure;
use faultline_messages::names::TestNames;
use faultline_mutation_runner::report::{Ended, Report, StageReport};
use faultline_spectrum::{Reason, Verdict};
use faultline_terminal::json::{milliseconds, pretty};
use schemars::JsonSchema;
use serde::Serialize;

use super::ranked::{Group, Mending, Ranked, Suspect};

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    /// How lines were ranked, as `rank --ranking` takes it.
    ranking: String,
    /// Whether all stages were done, the time was over, or somebody stopped it.
    #[schemars(extend("enum" = ["done", "budget", "stopped"]))]
    ended: &'static str,
    /// Failing tests that were to be explained.
    failing: usize,
    /// Passing tests that cover a line to change, as far as --tests has them.
    passing: usize,
    /// Passing tests that run on all mutants that a failing test notices.
    chosen: usize,
    /// Slow passing tests, which are asked last and only of mending mutants.
    slow: usize,
    /// Lines to change.
    lines: usize,
    /// Classes with mutants that were compiled in.
    classes: usize,
    /// Mutants that were compiled in.
    mutants: usize,
    /// Pairs of a test and a mutant that are known, of earlier sessions too.
    pairs: usize,
    session: Session,
    stages: Vec<StageCosts>,
    /// Known pairs by how the test ended; those without any are left out.
    #[schemars(extend("propertyNames" = { "enum": ["same", "passes", "fails", "type", "message", "trace", "aborts"] }))]
    verdicts: BTreeMap<&'static str, usize>,
    /// Pairs that did not end by themselves, by why.
    #[schemars(extend("propertyNames" = { "enum": ["fuel", "wall", "crashed", "exit", "memory", "stack"] }))]
    reasons: BTreeMap<&'static str, usize>,
    /// Groups of failing tests that seem to have one cause, largest first.
    groups: Vec<RankedGroup<'a>>,
    /// Tests and classes that could not be used.
    left_out: Vec<LeftOut>,
    /// Pairs that a JVM was given and did not come to.
    not_run: usize,
    /// Mutants with which a failing test passed after other pairs, and not in a fresh JVM; they count as mending nothing there.
    refuted: usize,
    /// Mutants that no failing test ran on, because they cannot change the first suspect.
    not_needed: usize,
    /// Where the results are.
    folder: String,
    notes: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct Session {
    /// Pairs that were run now.
    pairs: usize,
    /// JVMs that were started.
    jvms: usize,
    /// By the clock.
    #[schemars(range(min = 0))]
    seconds: f64,
    /// Of the processors, the program and its JVMs together.
    #[schemars(range(min = 0))]
    cpu_seconds: f64,
}

#[derive(Serialize, JsonSchema)]
struct StageCosts {
    #[schemars(extend("enum" = ["probe_failing", "failing", "probe_passing", "mending", "passing", "slow", "confirm"]))]
    stage: &'static str,
    pairs: usize,
    #[schemars(range(min = 0))]
    seconds: f64,
    /// Of the program and its JVMs; counted in hundredths of a second.
    cpu_seconds: f64,
    finished: bool,
}

#[derive(Serialize, JsonSchema)]
struct LeftOut {
    name: String,
    why: String,
}

#[derive(Serialize, JsonSchema)]
struct RankedGroup<'a> {
    #[schemars(length(min = 1), with = "Vec<TestNamesSchema>")]
    failing: Vec<TestNames<'a>>,
    exception: Option<&'a str>,
    /// Lines that a failing test covers, the most suspicious first.
    lines: Vec<RankedLine<'a>>,
    /// Mutants with which a failing test passes, the cleanest first.
    mending: Vec<MendingMutant<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct RankedLine<'a> {
    #[schemars(range(min = 1))]
    rank_min: u32,
    #[schemars(range(min = 1))]
    rank_max: u32,
    score: f64,
    /// What its mutants multiplied the score by.
    #[schemars(range(min = 1))]
    mutants: f64,
    /// What its best mutant does; see docs/mutants.md.
    #[schemars(extend("enum" = ["idle", "noisy", "open", "clean"]))]
    best: &'static str,
    #[serde(flatten)]
    names: MethodNames<'a>,
    file: Option<String>,
    /// Only where several modules have a file of that path.
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<&'a str>,
    line: u32,
}

#[derive(Serialize, JsonSchema)]
struct MendingMutant<'a> {
    #[serde(flatten)]
    names: MethodNames<'a>,
    line: u32,
    /// Its number in the class.
    mutant: u32,
    change: &'a str,
    #[schemars(extend("enum" = ["noisy", "open", "clean"]))]
    category: &'static str,
    /// Whether each failing test that passes with it passed in a fresh JVM, too.
    confirmed: bool,
    #[schemars(range(min = 1))]
    mended: usize,
    broken: usize,
    says: &'a str,
}

/// Renders the whole report with at most `top` lines per group, ending with a line break.
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
            seconds: milliseconds(report.wall.as_secs_f64()),
            cpu_seconds: milliseconds(report.cpu),
        },
        stages: report.stages.iter().map(stage_costs).collect(),
        verdicts,
        reasons,
        groups: ranked.groups.iter().map(|group| ranked_group(report, ranked, group, top)).collect(),
        left_out: left_out.map(|one| LeftOut { name: one.name, why: one.why }).collect(),
        not_run: report.not_run,
        refuted: report.facts.refuted_mutants(),
        not_needed: report.not_needed(),
        folder: report.folder.display().to_string(),
        notes: &report.notes,
    };
    pretty(&document, "what mutants say")
}

fn stage_costs(stage: &StageReport) -> StageCosts {
    StageCosts {
        stage: stage.stage.word(),
        pairs: stage.pairs,
        seconds: milliseconds(stage.seconds),
        cpu_seconds: milliseconds(stage.cpu),
        finished: stage.finished,
    }
}

fn ranked_group<'a>(report: &'a Report, ranked: &'a Ranked, group: &'a Group, top: usize) -> RankedGroup<'a> {
    let spectrum = report.plan.spectrum();
    RankedGroup {
        failing: group.failing.iter().map(|test| TestNames::of(&spectrum.tests[test.index()])).collect(),
        exception: group.exception.as_deref(),
        lines: group.lines.iter().take(top).map(|line| ranked_line(report, ranked, line)).collect(),
        mending: group.mending.iter().map(|mending| mending_mutant(report, mending)).collect(),
    }
}

fn ranked_line<'a>(report: &'a Report, ranked: &'a Ranked, line: &Suspect) -> RankedLine<'a> {
    let spectrum = report.plan.spectrum();
    RankedLine {
        rank_min: line.place.0,
        rank_max: line.place.1,
        score: line.score,
        mutants: line.mutants,
        best: line.category.name(),
        names: MethodNames::of(spectrum, line.method),
        file: spectrum.classes[line.class.index()].source_path(),
        module: ranked.files.module(line.class),
        line: line.line,
    }
}

fn mending_mutant<'a>(report: &'a Report, mending: &'a Mending) -> MendingMutant<'a> {
    MendingMutant {
        names: MethodNames::of(report.plan.spectrum(), mending.method),
        line: mending.line,
        mutant: mending.mutant,
        change: &mending.change,
        category: mending.category.name(),
        confirmed: mending.confirmed,
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
