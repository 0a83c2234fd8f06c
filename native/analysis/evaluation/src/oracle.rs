//! The oracle: an upper bound that chooses tests with knowledge of the fault.

use std::collections::HashSet;

use faultline_sbfl::{RankingSpec, Ties};
use faultline_spectrum::{Outcome, TestId};

use crate::Measure;
use crate::curve::{Curve, carry_forward};
use crate::judge::{Judge, Scratch};

/// The figures under one ranking if each step chooses the test that gives the best average precision (ties at
/// their last place); the first row among equals.
///
/// This greedy choice is not the optimal set of `tests` tests, but no metric that looks one test ahead
/// exceeds it at its first step. Cost: O(tests * distinct rows) rankings.
pub(crate) fn curve(judge: &Judge<'_>, t0: TestId, ranking: &RankingSpec, tests: usize) -> Curve {
    let mut pool = candidates(judge, t0);
    let mut scratch = Scratch::default();
    let mut suite = judge.start();
    judge.add(&mut suite, t0);
    let mut curve = vec![judge.figures(&suite, ranking, &mut scratch)];
    while curve.len() <= tests && !pool.is_empty() {
        let mut best = (f64::NEG_INFINITY, 0);
        // Passing rows with the same coverage give the same ranking, so only the first is tried.
        let mut seen = HashSet::new();
        for (place, &test) in pool.iter().enumerate() {
            if seen.insert(judge.kind(test)) {
                judge.add(&mut suite, test);
                let precision = judge.figures(&suite, ranking, &mut scratch).get(Measure::Ap(Ties::Max));
                judge.remove(&mut suite, test);
                if precision > best.0 * (1.0 + 1e-12) {
                    best = (precision, place);
                }
            }
        }
        judge.add(&mut suite, pool.remove(best.1));
        curve.push(judge.figures(&suite, ranking, &mut scratch));
    }
    carry_forward(&mut curve, tests);
    curve
}

/// Every counted row except the initial one.
fn candidates(judge: &Judge<'_>, t0: TestId) -> Vec<TestId> {
    let tests = &judge.fault().spectrum.tests;
    let counted = |test: &TestId| matches!(tests[test.index()].outcome, Outcome::Passed | Outcome::Failed);
    (0..tests.len()).map(TestId::new).filter(|test| *test != t0 && counted(test)).collect()
}
