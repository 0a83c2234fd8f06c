//! The result of an interactive selection as JSON; `docs/suite.md` and its schema describe it.

use std::path::Path;

use faultline_diagnosability::{Labelling, Verdict};
use faultline_fault_ranking::document::TestOutcome;
use faultline_messages::failure::Failure;
use faultline_sbfl::{RankingSpec, Ties, finite};
use faultline_spectrum::TestId;
use schemars::JsonSchema;
use serde::Serialize;

use super::super::placed::PlacedMethod;
use super::page::{TOP, word};
use faultline_test_selection::asked::ranking::Ranking;
use faultline_test_selection::asked::start::Start;
use faultline_test_selection::standing::Judge;

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

/// The data of the summary.
pub struct Summary<'a> {
    /// The starting point.
    pub start: &'a Start,
    /// The answers.
    pub labelling: &'a Labelling<'a>,
    /// The judge that ranks.
    pub judge: &'a Judge<'a>,
    /// Its ranking.
    pub ranking: RankingSpec,
    /// Its tie policy.
    pub ties: Ties,
    /// The answers file.
    pub kept: Option<&'a Path>,
    /// The written recording.
    pub out: Option<&'a Path>,
    /// Notes for readers.
    pub notes: &'a [String],
}

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
    given: Vec<TestOutcome<'a, &'a str>>,
    #[schemars(range(min = 1))]
    candidates: usize,
    left: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
    suite_value: Option<f64>,
    start: RankingState<'a>,
    answers: Vec<GivenAnswer<'a>>,
    kept: Option<String>,
    out: Option<String>,
    notes: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct GivenAnswer<'a> {
    test: TestOutcome<'a, &'a str>,
    value: f64,
    standing: RankingState<'a>,
}

#[derive(Serialize, JsonSchema)]
struct RankingState<'a> {
    suspects: usize,
    tied: usize,
    top: Vec<PlacedMethod<'a>>,
}

impl<'a> Summary<'a> {
    /// Renders the whole document, ending with a line break.
    pub fn render(&self) -> Result<String, Failure> {
        let tally = faultline_test_selection::asked::ranking::Tally::of(self.labelling);
        let answers = self.labelling.answers();
        let outcome = |verdict: Verdict| if verdict.is_failed() { "failed" } else { "passed" };
        let document = Document {
            version: VERSION,
            metric: self.start.metric.name(),
            better: self.start.metric.better().name(),
            ranking: self.ranking.to_string(),
            ties: self.ties.name(),
            given: self.start.given.iter().map(|&(test, v)| self.test(test, outcome(v))).collect(),
            candidates: self.start.pool.candidates.len(),
            left: self.labelling.open().count(),
            passed: tally.passed,
            failed: tally.failed,
            skipped: tally.skipped,
            suite_value: self.labelling.suite_value().map(finite),
            start: self.standing(0),
            answers: (1..)
                .zip(answers)
                .map(|(count, &(offer, answer))| GivenAnswer {
                    test: self.test(offer.test, word(answer)),
                    value: finite(offer.score),
                    standing: self.standing(count),
                })
                .collect(),
            kept: self.kept.map(|path| path.display().to_string()),
            out: self.out.map(|path| path.display().to_string()),
            notes: self.notes,
        };
        faultline_terminal::json::pretty(&document, "the answers")
    }

    fn test(&self, test: TestId, outcome: &'a str) -> TestOutcome<'a, &'a str> {
        TestOutcome::of(&self.start.spectrum.tests[test.index()], outcome)
    }

    /// The ranking after `count` answers.
    fn standing(&self, count: usize) -> RankingState<'a> {
        let ranking = Ranking::of(self.judge, self.start, &self.labelling.answers()[..count]);
        RankingState {
            suspects: ranking.suspects.len(),
            tied: ranking.tied(),
            top: ranking
                .suspects
                .iter()
                .take(TOP)
                .map(|placed| PlacedMethod::of(&self.start.spectrum, placed))
                .collect(),
        }
    }
}
