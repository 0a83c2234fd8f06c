//! The chosen tests as JSON; `docs/select-json.md` and its schema describe it.

use faultline_messages::failure::Failure;
use faultline_messages::names::TestNames;
use faultline_sbfl::finite;
use faultline_spectrum::TestId;
use serde::Serialize;

use faultline_test_selection::report::{Choice, Report, Step};
use faultline_test_selection::standing::{Leader, Placed, Standing};

/// Raised when a reader of the last version could not read this one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    metric: String,
    better: &'a str,
    ranking: String,
    ties: &'a str,
    given: &'a str,
    pool: PoolOut<'a>,
    choices: Vec<ChoiceOut<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct PoolOut<'a> {
    source: &'a str,
    candidates: usize,
    left_out: usize,
    labelled: bool,
}

#[derive(Serialize)]
struct ChoiceOut<'a> {
    given: Vec<TestOut<'a>>,
    suite_value: Option<f64>,
    leader: Option<LeaderOut<'a>>,
    standing: Option<StandingOut<'a>>,
    steps: Vec<StepOut<'a>>,
}

#[derive(Serialize)]
struct StepOut<'a> {
    test: TestOut<'a>,
    value: f64,
    suite_value: Option<f64>,
    standing: Option<StandingOut<'a>>,
}

#[derive(Serialize)]
struct TestOut<'a> {
    #[serde(flatten)]
    names: TestNames<'a>,
    /// Null where it is not known, or nobody should believe it.
    outcome: Option<&'a str>,
}

#[derive(Serialize)]
struct LeaderOut<'a> {
    passing: usize,
    suspect: PlacedOut<'a>,
}

#[derive(Serialize)]
struct StandingOut<'a> {
    suspects: usize,
    tied: usize,
    top: Vec<PlacedOut<'a>>,
    leader: PlacedOut<'a>,
}

#[derive(Serialize)]
struct PlacedOut<'a> {
    rank: f64,
    rank_min: u32,
    rank_max: u32,
    score: f64,
    class: &'a str,
    method: &'a str,
    descriptor: &'a str,
}

/// The whole report, ending in a line break.
pub fn render(report: &Report) -> Result<String, Failure> {
    let document = Document {
        version: VERSION,
        metric: report.metric.name(),
        better: report.metric.better().name(),
        ranking: report.ranking.to_string(),
        ties: report.ties.name(),
        given: report.given.name(),
        pool: PoolOut {
            source: report.pool.source.name(),
            candidates: report.pool.candidates.len(),
            left_out: report.pool.left_out,
            labelled: report.pool.labelled,
        },
        choices: report.choices.iter().map(|choice| choice_out(report, choice)).collect(),
        notes: &report.notes,
    };
    faultline_terminal::json::pretty(&document, "the choice")
}

fn choice_out<'a>(report: &'a Report, choice: &'a Choice) -> ChoiceOut<'a> {
    ChoiceOut {
        given: choice.given.iter().map(|&test| test_out(report, test)).collect(),
        suite_value: choice.suite_value.map(finite),
        leader: choice.leader.as_ref().map(|leader| leader_out(report, leader)),
        standing: choice.standing.as_ref().map(|standing| standing_out(report, standing)),
        steps: choice.steps.iter().map(|step| step_out(report, step)).collect(),
    }
}

fn step_out<'a>(report: &'a Report, step: &'a Step) -> StepOut<'a> {
    StepOut {
        test: test_out(report, step.test),
        value: finite(step.value),
        suite_value: step.suite_value.map(finite),
        standing: step.standing.as_ref().map(|standing| standing_out(report, standing)),
    }
}

fn test_out<'a>(report: &'a Report, id: TestId) -> TestOut<'a> {
    let test = &report.spectrum.tests[id.index()];
    let is_known = report.pool.labelled || report.pool.is_of_suite(id);
    TestOut { names: TestNames::of(test), outcome: is_known.then(|| test.outcome.name()) }
}

fn leader_out<'a>(report: &'a Report, leader: &Leader) -> LeaderOut<'a> {
    LeaderOut { passing: leader.passing, suspect: placed_out(report, &leader.placed) }
}

fn standing_out<'a>(report: &'a Report, standing: &Standing) -> StandingOut<'a> {
    StandingOut {
        suspects: standing.suspects,
        tied: standing.tied,
        top: standing.top.iter().map(|placed| placed_out(report, placed)).collect(),
        leader: placed_out(report, &standing.leader),
    }
}

fn placed_out<'a>(report: &'a Report, placed: &Placed) -> PlacedOut<'a> {
    let method = &report.spectrum.methods[placed.method.index()];
    PlacedOut {
        rank: placed.rank,
        rank_min: placed.rank_min,
        rank_max: placed.rank_max,
        score: finite(placed.score),
        class: &report.spectrum.classes[method.class.index()].name,
        method: &method.name,
        descriptor: &method.descriptor,
    }
}
