//! Scores elements by the base of a ranking.

use crate::evidence::Kind;
use crate::spec::ochiai;
use crate::{Base, Counts, Formula, RankingSpec, SuiteCounts, Weighed};

/// A base that depends only on the counts of an element.
struct ByCounts {
    formula: &'static Formula,
    parameter: f64,
    /// The exponent of suspicion, if the ranking weighs evidence.
    power: Option<f64>,
}

impl ByCounts {
    fn of(spec: &RankingSpec) -> Option<Self> {
        match spec.base {
            Base::Formula { formula, parameter } => Some(Self { formula, parameter, power: None }),
            Base::Evidence(weights) => {
                let power = Some(weights.of(Kind::Suspicion));
                Some(Self { formula: ochiai(), parameter: 0.0, power })
            }
            Base::Posterior(_) | Base::Mutants(_) => None,
        }
    }

    /// The counts of recorded tests, before clones and variants.
    fn of_tests(&self, counts: Counts) -> Counts<f64> {
        if self.power.is_some() { in_proportion(&counts.weights()) } else { counts.weights() }
    }

    fn score(&self, counts: &Counts<f64>, ef: u32) -> f64 {
        let score = self.formula.score_with(self.parameter, counts);
        // An element without failing tests scores 0, whatever the exponent.
        self.power.map_or(score, |power| if ef == 0 { 0.0 } else { score.powf(power) })
    }
}

/// So many passing tests count at least, where evidence is weighed.
const FEW: f64 = 25.0;

/// The counts, with the passing tests of a small suite counted as [`FEW`]. Suspicion's weight is learned on suites of hundreds of
/// tests. In one of five a line that all of them run scores almost as much as one that only the failing test runs.
fn in_proportion(counts: &Counts<f64>) -> Counts<f64> {
    let passing = counts.ep + counts.np;
    let factor = if passing > 0.0 { (FEW / passing).max(1.0) } else { 1.0 };
    Counts { ep: counts.ep * factor, np: counts.np * factor, ..*counts }
}

/// The score of one element; `None` if the base depends on more than its counts.
pub(crate) fn counted(spec: &RankingSpec, counts: Counts) -> Option<f64> {
    let by = ByCounts::of(spec)?;
    Some(by.score(&spec.weights_of(by.of_tests(counts)), counts.ef))
}

/// Scores of elements, with buffers reused between queries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scores {
    /// One score per element.
    pub(crate) of: Vec<f64>,
    /// Scores by (ef, ep), computed on demand; NaN where missing, because no score is NaN.
    table: Vec<f64>,
}

impl Scores {
    /// Raises the score of every element to that of its best outcome; does nothing without outcomes.
    pub(crate) fn raise(&mut self, outcomes: &[f64]) {
        for (score, outcome) in self.of.iter_mut().zip(outcomes) {
            *score = score.max(*outcome);
        }
    }

    /// Scores every element, each representing `lines` lines. A formula depends only on the counts, and few pairs of `ef`
    /// and `ep` occur in one suite, so each pair is scored once if the table of pairs is smaller than the number of
    /// elements. `by_mutants` has the scores of a base by mutants, or is empty (all 0). `extra` has the counts of variants,
    /// or is empty. Cost: O(elements); does not allocate once the buffers are large enough.
    pub(crate) fn update(
        &mut self,
        spec: &RankingSpec,
        suite: &SuiteCounts<'_>,
        by_mutants: &[f64],
        extra: &Weighed,
        lines: impl Fn(usize) -> u32,
    ) {
        let by = match spec.base {
            Base::Formula { .. } | Base::Evidence(_) => ByCounts::of(spec),
            Base::Posterior(posterior) => return posterior.score(suite, spec, extra, lines, &mut self.of),
            Base::Mutants(_) => {
                self.of.clear();
                self.of.extend_from_slice(by_mutants);
                self.of.resize(suite.ef.len(), 0.0);
                return;
            }
        };
        let Some(by) = by else { return };
        let score_of = |counts: &Counts<f64>, ef: u32| by.score(counts, ef);
        let score = |counts: Counts| score_of(&spec.weights_of(by.of_tests(counts)), counts.ef);
        let elements = suite.ef.len();
        self.of.clear();
        if !extra.is_empty() {
            let counts = |element| spec.weights_of(extra.added(element, by.of_tests(suite.of(element))));
            let score = |element| score_of(&counts(element), suite.ef[element]);
            self.of.extend((0..elements).map(score));
            return;
        }
        let width = suite.passed as usize + 1;
        let pairs = width.saturating_mul(suite.failed as usize + 1);
        if pairs > elements {
            self.of.extend((0..elements).map(|element| score(suite.of(element))));
            return;
        }
        self.table.clear();
        self.table.resize(pairs, f64::NAN);
        let table = &mut self.table;
        self.of.extend(suite.ef.iter().zip(suite.ep).map(|(&ef, &ep)| {
            let known = &mut table[ef as usize * width + ep as usize];
            if known.is_nan() {
                *known = score(Counts { ef, ep, nf: suite.failed - ef, np: suite.passed - ep });
            }
            *known
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_passing_tests_count_in_proportion_where_evidence_is_weighed() {
        let spec = RankingSpec::default();
        let plain = RankingSpec::of(ochiai());
        let score =
            |spec: &RankingSpec, ep, np| counted(spec, Counts { ef: 1, ep, nf: 0, np }).expect("a base");
        let same = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(same(score(&spec, 2, 3), score(&spec, 10, 15)), "two of five are ten of 25");
        assert!(same(score(&spec, 0, 5), 1.0) && same(score(&spec, 0, 500), 1.0));
        assert!(score(&spec, 10, 15) < score(&spec, 9, 16) && score(&spec, 20, 980) < score(&spec, 19, 6));
        assert!(same(score(&plain, 3, 0), 0.5), "a formula counts tests as they are");
        assert!(same(score(&spec, 0, 0), 1.0), "no passing test");
        let cloned = RankingSpec { clone: true, ..spec };
        assert!(same(score(&cloned, 5, 0), score(&cloned, 25, 0)), "then failing tests are cloned");
    }
}
