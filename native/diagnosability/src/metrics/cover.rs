//! Similarity to failing tests: the `cover` feature of RLFDC, and Prox.

use faultline_kernels::{and_count, count};

use crate::lazy::{Seen, Shrinking, best_of_shrinking};
use crate::metric::{Metric, Pick, State, Verdict};
use crate::{Larger, Pool, Universe};

/// Jaccard similarity of a candidate's row to that of the initial failing test; to several of
/// them, the mean.
///
/// Units: 0 to 1 over all elements, larger is better; of two rows without a bit it is 0.
/// Source: Zhuo et al., Automatically learning a precise measurement for fault diagnosis
/// capability of test cases, TOSEM; the second feature of an action.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cover;

/// Mean Jaccard similarity of a candidate's row to those of the failing tests, found ones
/// included.
///
/// Units: 0 to 1 over all elements, larger is better; of two rows without a bit it is 0.
/// Source: Prox as compared by An, Yoo, FDG, ISSTA 2022.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prox;

impl Metric for Cover {
    type State = SimilarityState;

    fn name(&self) -> String {
        "cover".to_owned()
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> SimilarityState {
        SimilarityState::new(universe)
    }
}

impl Metric for Prox {
    type State = SimilarityState;

    fn name(&self) -> String {
        "prox".to_owned()
    }

    fn knows_outcomes(&self) -> bool {
        true
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> SimilarityState {
        SimilarityState::new(universe)
    }
}

/// [`State`] of [`Cover`] and [`Prox`].
#[derive(Clone, Debug)]
pub struct SimilarityState {
    stride: usize,
    tests: usize,
    /// Rows of the failing tests, each with its number of ones.
    failing: Vec<(Box<[u64]>, u64)>,
    seen: Seen,
}

impl SimilarityState {
    fn new(universe: &Universe) -> Self {
        Self { stride: universe.stride(), tests: 0, failing: Vec::new(), seen: Seen::default() }
    }
}

impl State for SimilarityState {
    type Direction = Larger;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.tests += 1;
        if verdict.is_failed() {
            let row = &row[..self.stride];
            self.failing.push((row.into(), count(row)));
        }
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        self.parts(row)[0]
    }

    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        best_of_shrinking(self, pool)
    }
}

impl Shrinking for SimilarityState {
    const CONSTANT: bool = true;

    fn parts(&mut self, row: &[u64]) -> [f64; 2] {
        let row = &row[..self.stride];
        let ones = count(row);
        let similarity = |(failing, size): &(Box<[u64]>, u64)| {
            let both = and_count(row, failing);
            let either = ones + size - both;
            if either == 0 { 0.0 } else { both as f64 / either as f64 }
        };
        let sum: f64 = self.failing.iter().map(similarity).sum();
        [sum / (self.failing.len() as f64).max(1.0), 0.0]
    }

    fn value(&self, [similarity, _]: [f64; 2]) -> f64 {
        similarity
    }

    fn epoch(&self) -> u32 {
        self.failing.len() as u32
    }

    fn tests(&self) -> usize {
        self.tests
    }

    fn seen(&mut self) -> &mut Seen {
        &mut self.seen
    }
}
