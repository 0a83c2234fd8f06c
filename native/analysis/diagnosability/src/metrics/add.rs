//! Additional coverage.

use faultline_bit_kernels::{and_count, count};

use crate::lazy::{Seen, Shrinking, best_of_shrinking};
use crate::metric::{Metric, Pick, Relation, State, Verdict};
use crate::{Larger, Pool, Universe};

/// Number of elements that a candidate covers and no earlier test does. Larger is better. The value of a suite is the number
/// of elements that it covers.
/// Source: Rothermel et al., Prioritizing test cases for regression testing, TSE 2001.
#[derive(Clone, Copy, Debug, Default)]
pub struct Add;

impl Metric for Add {
    type State = AddState;

    fn name(&self) -> String {
        "add".to_owned()
    }

    fn start(&self, universe: &Universe) -> AddState {
        AddState { covered: vec![0; universe.stride()], tests: 0, seen: Seen::default() }
    }
}

/// [`State`] of [`Add`].
#[derive(Clone, Debug)]
pub struct AddState {
    covered: Vec<u64>,
    tests: usize,
    seen: Seen,
}

impl State for AddState {
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

    fn relation(&self) -> Relation {
        Relation::Gain
    }

    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        best_of_shrinking(self, pool)
    }
}

impl Shrinking for AddState {
    fn parts(&mut self, row: &[u64]) -> [f64; 2] {
        let row = &row[..self.covered.len()];
        [(count(row) - and_count(row, &self.covered)) as f64, 0.0]
    }

    fn value(&self, [added, _]: [f64; 2]) -> f64 {
        added
    }

    fn tests(&self) -> usize {
        self.tests
    }

    fn seen(&mut self) -> &mut Seen {
        &mut self.seen
    }
}
