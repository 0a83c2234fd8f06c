//! Outcomes of conditions, switches and calls as evidence against their lines.

use faultline_spectrum::{Outcomes, Spectrum};

use crate::counts::count_columns;
use crate::scores::counted;
use crate::{Base, Counts, RankingSpec, ScoringError, Selection};

/// The most suspicious outcome of each element; empty if only lines count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BestOutcomes {
    /// Its score by the base, negative infinity without outcomes: one per element, or empty.
    pub scores: Vec<f64>,
    columns: Vec<u32>,
    counts: Vec<Counts>,
}

/// An outcome that is more suspicious than the execution of its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestOutcome {
    /// Its column.
    pub column: usize,
    /// The numbers of tests with the outcome.
    pub counts: Counts,
}

impl BestOutcomes {
    /// Scores every outcome like a line, and keeps the best of each element, the first of equal ones.
    ///
    /// Errors: [`ScoringError::LinesOnly`] for a base that scores only lines. Cost: O(selected tests * outcomes / 64).
    pub fn of(
        spectrum: &Spectrum,
        outcomes: &Outcomes,
        spec: &RankingSpec,
        tests: &Selection,
    ) -> Result<Self, ScoringError> {
        check(spec)?;
        let count = |tests| count_columns(&outcomes.coverage, tests);
        let (ef, ep) = (count(tests.failing()), count(tests.passing()));
        let (failed, passed) = (tests.failing().len() as u32, tests.passing().len() as u32);
        let elements = spectrum.elements.len();
        let mut best = Self {
            scores: vec![f64::NEG_INFINITY; elements],
            columns: vec![u32::MAX; elements],
            counts: vec![Counts::default(); elements],
        };
        for (column, of) in outcomes.columns.iter().enumerate() {
            let counts =
                Counts { ef: ef[column], ep: ep[column], nf: failed - ef[column], np: passed - ep[column] };
            // An outcome that no failing test had is no evidence.
            if counts.ef == 0 {
                continue;
            }
            let Some(score) = counted(spec, counts) else { continue };
            let at = of.element.index();
            if score > best.scores[at] {
                (best.scores[at], best.columns[at], best.counts[at]) = (score, column as u32, counts);
            }
        }
        Ok(best)
    }

    /// Returns the best outcome of some elements if it scores more than `lines`, their score without outcomes.
    pub fn beyond(&self, elements: impl Iterator<Item = usize>, lines: f64) -> Option<BestOutcome> {
        let mut found = (lines, None);
        for element in elements {
            let Some(&score) = self.scores.get(element) else { continue };
            if score > found.0 {
                found = (score, Some(element));
            }
        }
        let element = found.1?;
        Some(BestOutcome { column: self.columns[element] as usize, counts: self.counts[element] })
    }
}

impl BestOutcome {
    /// Describes the outcome: ``line 7: `indexOf` returned a negative number in 2 failing tests and 1 passing``.
    pub fn says(&self, outcomes: &Outcomes) -> String {
        let Counts { ef, ep, .. } = self.counts;
        let tests = if ef == 1 { "test" } else { "tests" };
        format!("{} in {ef} failing {tests} and {ep} passing", outcomes.words(self.column))
    }
}

/// Checks that outcomes can count in a ranking. Errors: [`ScoringError::LinesOnly`].
fn check(spec: &RankingSpec) -> Result<(), ScoringError> {
    let what = match spec.base {
        Base::Posterior(_) => "a posterior",
        Base::Mutants(_) => "a ranking by mutants",
        Base::Formula { .. } | Base::Evidence(_) if spec.amplified.is_some() => "+amplified",
        Base::Formula { .. } | Base::Evidence(_) => return Ok(()),
    };
    Err(ScoringError::LinesOnly { what })
}
