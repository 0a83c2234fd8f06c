//! The chosen tests as JSON; `docs/suite.md` and its schema describe it.

use faultline_fault_ranking::document::TestOutcome;
use faultline_messages::failure::Failure;
use faultline_sbfl::finite;
use faultline_spectrum::TestId;
use schemars::JsonSchema;
use serde::Serialize;

use faultline_test_selection::report::{Choice, Report, Step};
use faultline_test_selection::standing::{Leader, Standing};

use super::placed::PlacedMethod;

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    metric: String,
    #[schemars(extend("enum" = ["larger", "smaller"]))]
    better: &'a str,
    ranking: String,
    #[schemars(extend("enum" = ["max", "average", "min", "line-order"]))]
    ties: &'a str,
    #[schemars(extend("enum" = ["each", "all-failing", "suite"]))]
    given: &'a str,
    pool: CandidatePool<'a>,
    #[schemars(length(min = 1))]
    choices: Vec<ChosenTests<'a>>,
    notes: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct CandidatePool<'a> {
    #[schemars(extend("enum" = ["passed", "names", "recording"]))]
    source: &'a str,
    #[schemars(range(min = 1))]
    candidates: usize,
    left_out: usize,
    labelled: bool,
}

#[derive(Serialize, JsonSchema)]
struct ChosenTests<'a> {
    given: Vec<TestOutcome<'a, Option<&'a str>>>,
    suite_value: Option<f64>,
    leader: Option<FirstSuspect<'a>>,
    standing: Option<RankingState<'a>>,
    steps: Vec<ChosenTest<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ChosenTest<'a> {
    /// Its outcome is null where it is not known, or nobody should believe it.
    test: TestOutcome<'a, Option<&'a str>>,
    value: f64,
    suite_value: Option<f64>,
    standing: Option<RankingState<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct FirstSuspect<'a> {
    passing: usize,
    suspect: PlacedMethod<'a>,
}

#[derive(Serialize, JsonSchema)]
struct RankingState<'a> {
    suspects: usize,
    tied: usize,
    top: Vec<PlacedMethod<'a>>,
    leader: PlacedMethod<'a>,
}

/// Renders the whole report, ending with a line break.
pub fn render(report: &Report) -> Result<String, Failure> {
    let document = Document {
        version: VERSION,
        metric: report.metric.name(),
        better: report.metric.better().name(),
        ranking: report.ranking.to_string(),
        ties: report.ties.name(),
        given: report.given.name(),
        pool: CandidatePool {
            source: report.pool.source.name(),
            candidates: report.pool.candidates.len(),
            left_out: report.pool.left_out,
            labelled: report.pool.labelled,
        },
        choices: report.choices.iter().map(|choice| chosen_tests(report, choice)).collect(),
        notes: &report.notes,
    };
    faultline_terminal::json::pretty(&document, "the choice")
}

fn chosen_tests<'a>(report: &'a Report, choice: &'a Choice) -> ChosenTests<'a> {
    ChosenTests {
        given: choice.given.iter().map(|&test| named_test(report, test)).collect(),
        suite_value: choice.suite_value.map(finite),
        leader: choice.leader.as_ref().map(|leader| first_suspect(report, leader)),
        standing: choice.standing.as_ref().map(|standing| ranking_state(report, standing)),
        steps: choice.steps.iter().map(|step| chosen_test(report, step)).collect(),
    }
}

fn chosen_test<'a>(report: &'a Report, step: &'a Step) -> ChosenTest<'a> {
    ChosenTest {
        test: named_test(report, step.test),
        value: finite(step.value),
        suite_value: step.suite_value.map(finite),
        standing: step.standing.as_ref().map(|standing| ranking_state(report, standing)),
    }
}

fn named_test<'a>(report: &'a Report, id: TestId) -> TestOutcome<'a, Option<&'a str>> {
    let test = &report.spectrum.tests[id.index()];
    let is_known = report.pool.labelled || report.pool.is_of_suite(id);
    TestOutcome::of(test, is_known.then(|| test.outcome.name()))
}

fn first_suspect<'a>(report: &'a Report, leader: &Leader) -> FirstSuspect<'a> {
    FirstSuspect { passing: leader.passing, suspect: PlacedMethod::of(report.spectrum, &leader.placed) }
}

fn ranking_state<'a>(report: &'a Report, standing: &Standing) -> RankingState<'a> {
    RankingState {
        suspects: standing.suspects,
        tied: standing.tied,
        top: standing.top.iter().map(|placed| PlacedMethod::of(report.spectrum, placed)).collect(),
        leader: PlacedMethod::of(report.spectrum, &standing.leader),
    }
}
