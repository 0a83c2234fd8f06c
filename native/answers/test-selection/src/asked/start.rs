//! The starting point of an interactive selection.

use faultline_diagnosability::{AnyMetric, Known, Labelling, Universe, Verdict};
use faultline_flt::AnswersHeader;
use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_recording_store::load::Loaded;
use faultline_spectrum::{Digest, Outcome, Spectrum, TestId};

use crate::given::Given;
use crate::pool::{Pool, nothing_to_choose};
use crate::question::{Question, strangers};
use crate::standing::suite_with;

/// The given tests and the candidates.
pub struct Start {
    /// The coverage of all tests. Tests of an unlabelled pool have no outcome and no failure.
    pub spectrum: Spectrum,
    /// The metric that values tests.
    pub metric: AnyMetric,
    /// The given tests that count, by row, with their verdicts.
    pub given: Vec<(TestId, Verdict)>,
    /// The candidates.
    pub pool: Pool,
    /// Notes for readers.
    pub notes: Vec<String>,
}

impl Start {
    /// Prepares a start. Errors: there are no candidates; no failing test has the given name; no test failed
    /// and the metric needs one.
    pub fn of(question: &Question<'_>, loaded: &mut Loaded, pool: Pool) -> Result<Self, Failure> {
        if pool.candidates.is_empty() {
            return Err(nothing_to_choose(&pool, &loaded.spectrum));
        }
        let mut spectrum = std::mem::take(&mut loaded.spectrum);
        if !pool.labelled {
            forget(&mut spectrum, &pool);
        }
        for &(test, verdict) in &pool.known {
            let outcome = if verdict.is_failed() { Outcome::Failed } else { Outcome::Passed };
            spectrum.tests[test.index()].outcome = outcome;
        }
        let failing = question.failing(&spectrum, &pool)?;
        let mut rows: Vec<TestId> = match question.given() {
            Given::Each | Given::AllFailing => failing.clone(),
            Given::Suite => suite_with(&spectrum, &failing, |test| pool.is_of_suite(test)).collect(),
        };
        rows.sort_unstable();
        let verdict = |test: TestId| match spectrum.tests[test.index()].outcome {
            Outcome::Failed => Verdict::Failed,
            _ => Verdict::Passed,
        };
        let of_suite = rows.iter().map(|&test| (test, verdict(test)));
        let given: Vec<(TestId, Verdict)> = of_suite.chain(pool.known.iter().copied()).collect();
        let mut notes = loaded.notes.clone();
        notes.extend(strangers(&spectrum, &pool, rows.iter().copied()));
        if question.given() == Given::Each && failing.len() > 1 && !question.names_failing() {
            notes.push(format!(
                "starting from all {} together; --failing picks one",
                counted(failing.len(), "failing test")
            ));
        }
        Ok(Self { metric: question.metric().clone(), spectrum, given, pool, notes })
    }

    /// Starts labelling the candidates.
    pub fn labelling(&self) -> Result<Labelling<'_>, Failure> {
        let universe = Universe::of(&self.spectrum);
        let Self { spectrum, given, pool, .. } = self;
        let is_given = |test: &TestId| given.iter().any(|(given, _)| given == test);
        let candidates: Vec<TestId> =
            pool.candidates.iter().copied().filter(|test| !is_given(test)).collect();
        let known = Known { spectrum, universe: &universe, given, candidates: &candidates, prepared: None };
        let metric = self.metric.knowing(&known);
        Labelling::new(&spectrum.coverage, &universe, &metric, given, &pool.candidates)
            .map_err(|error| Failure::failed(error.to_string()))
    }

    /// The given tests that failed, and those that passed.
    pub fn given_by_outcome(&self) -> (Vec<TestId>, Vec<TestId>) {
        let (failed, passed): (Vec<_>, Vec<_>) =
            self.given.iter().partition(|(_, verdict)| verdict.is_failed());
        let rows = |tests: Vec<(TestId, Verdict)>| tests.into_iter().map(|(test, _)| test).collect();
        (rows(failed), rows(passed))
    }

    /// The header of the answers file, which identifies this start.
    pub fn header(&self) -> AnswersHeader {
        let id = |&(test, _): &(TestId, Verdict)| self.spectrum.tests[test.index()].unique_id.clone();
        AnswersHeader {
            spectrum: Digest::of_spectrum(&self.spectrum),
            pool: Digest::of_tests(&self.pool.candidates),
            metric: self.metric.name(),
            given: self.given.iter().map(id).collect(),
        }
    }
}

/// Clears the recorded outcomes of the pool's tests, because nobody has labelled them.
fn forget(spectrum: &mut Spectrum, pool: &Pool) {
    for (row, test) in spectrum.tests.iter_mut().enumerate() {
        if !pool.is_of_suite(TestId::new(row)) {
            (test.outcome, test.failure) = (Outcome::Skipped, None);
        }
    }
}
