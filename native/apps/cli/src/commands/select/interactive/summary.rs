//! What came of an interactive choice, as JSON; `docs/labelling.md` and its schema describe it.

use std::path::Path;

use faultline_diagnosability::{Labelling, Verdict};
use faultline_messages::failure::Failure;
use faultline_messages::names::TestNames;
use faultline_sbfl::{RankingSpec, Ties, finite};
use faultline_spectrum::TestId;
use serde::Serialize;

use super::page::{TOP, word};
use faultline_test_selection::asked::ranking::Ranking;
use faultline_test_selection::asked::start::Start;
use faultline_test_selection::standing::{Judge, Placed};

/// Raised when a reader of the last version could not read this one.
const VERSION: u32 = 1;

/// All there is to tell.
pub struct Summary<'a> {
    /// From what.
    pub start: &'a Start,
    /// The answers.
    pub labelling: &'a Labelling<'a>,
    /// What ranks.
    pub judge: &'a Judge<'a>,
    /// Its ranking.
    pub ranking: RankingSpec,
    /// Its tie policy.
    pub ties: Ties,
    /// The file that keeps the answers.
    pub kept: Option<&'a Path>,
    /// The recording that was written.
    pub out: Option<&'a Path>,
    /// What readers should know.
    pub notes: &'a [String],
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    metric: String,
    better: &'a str,
    ranking: String,
    ties: &'a str,
    given: Vec<TestOut<'a>>,
    candidates: usize,
    left: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
    suite_value: Option<f64>,
    start: StandingOut<'a>,
    answers: Vec<AnswerOut<'a>>,
    kept: Option<String>,
    out: Option<String>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct TestOut<'a> {
    #[serde(flatten)]
    names: TestNames<'a>,
    outcome: &'a str,
}

#[derive(Serialize)]
struct AnswerOut<'a> {
    test: TestOut<'a>,
    value: f64,
    standing: StandingOut<'a>,
}

#[derive(Serialize)]
struct StandingOut<'a> {
    suspects: usize,
    tied: usize,
    top: Vec<PlacedOut<'a>>,
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

impl<'a> Summary<'a> {
    /// The whole document, ending in a line break.
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
                .map(|(count, &(offer, answer))| AnswerOut {
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

    fn test(&self, test: TestId, outcome: &'a str) -> TestOut<'a> {
        let test = &self.start.spectrum.tests[test.index()];
        TestOut { names: TestNames::of(test), outcome }
    }

    /// After so many answers.
    fn standing(&self, count: usize) -> StandingOut<'a> {
        let ranking = Ranking::of(self.judge, self.start, &self.labelling.answers()[..count]);
        StandingOut {
            suspects: ranking.suspects.len(),
            tied: ranking.tied(),
            top: ranking.suspects.iter().take(TOP).map(|placed| self.placed(placed)).collect(),
        }
    }

    fn placed(&self, placed: &Placed) -> PlacedOut<'a> {
        let spectrum = &self.start.spectrum;
        let method = &spectrum.methods[placed.method.index()];
        PlacedOut {
            rank: placed.rank,
            rank_min: placed.rank_min,
            rank_max: placed.rank_max,
            score: finite(placed.score),
            class: &spectrum.classes[method.class.index()].name,
            method: &method.name,
            descriptor: &method.descriptor,
        }
    }
}
