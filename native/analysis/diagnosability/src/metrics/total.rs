//! Total coverage.

use faultline_bit_kernels::count;

use crate::lazy::{Seen, Shrinking, best_of_shrinking};
use crate::metric::{Metric, Pick, State, Verdict};
use crate::{Larger, Pool, Universe};

/// Number of elements that a candidate covers. Larger is better. The value of a suite is the
/// number of elements that it covers.
/// Source: Rothermel et al., Prioritizing test cases for regression testing, TSE 2001.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total;

impl Metric for Total {
    type State = TotalState;

    fn name(&self) -> String {
        "total".to_owned()
    }

    fn start(&self, universe: &Universe) -> TotalState {
        TotalState { covered: vec![0; universe.stride()], tests: 0, seen: Seen::default() }
    }
}

/// [`State`] of [`Total`].
#[derive(Clone, Debug)]
pub struct TotalState {
    covered: Vec<u64>,
    tests: usize,
    seen: Seen,
}

impl State for TotalState {
    type Direction = Larger;

    fn add(&mut self, row: &[u64], _: Verdict) {
        for (covered, word) in self.covered.iter_mut().zip(row) {
            *covered |= word;
        }
        self.tests += 1;
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        self.parts(row)[0]
    }

    fn suite_value(&self) -> Option<f64> {
        (self.tests > 0).then(|| count(&self.covered) as f64)
    }

    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        best_of_shrinking(self, pool)
    }
}

impl Shrinking for TotalState {
    const CONSTANT: bool = true;

    fn parts(&mut self, row: &[u64]) -> [f64; 2] {
        [count(&row[..self.covered.len()]) as f64, 0.0]
    }

    fn value(&self, [covered, _]: [f64; 2]) -> f64 {
        covered
    }

    fn tests(&self) -> usize {
        self.tests
    }

    fn seen(&mut self) -> &mut Seen {
        &mut self.seen
    }
}
