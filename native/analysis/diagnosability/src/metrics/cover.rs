//! Similarity to failing tests: the `cover` feature of RLFDC, and Prox.

use faultline_bit_kernels::{and_count, count};

use crate::lazy::{Seen, Shrinking, best_of_shrinking, constant_scores};
use crate::metric::{Metric, Pick, State, Verdict};
use crate::similarity::jaccard;
use crate::weighted::elements_in_common;
use crate::{Larger, Pool, Universe};

/// Jaccard similarity of a candidate's row to that of the initial failing test; the mean if there are several.
///
/// Units: 0 to 1 over all elements, larger is better; 0 for two empty rows.
/// Source: Zhuo et al., Automatically learning a precise measurement for fault diagnosis
/// capability of test cases, TOSEM; the second feature of an action.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cover;

/// Mean Jaccard similarity of a candidate's row to those of the failing tests, including those found later.
///
/// Units: 0 to 1 over all elements, larger is better; 0 for two empty rows.
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

    /// Passes the place and score of every remaining candidate to `take`, in pool order, bit for bit those of
    /// [`State::score`]. Cost: counts again only after another test fails.
    pub fn scores(&mut self, pool: &Pool<'_>, take: impl FnMut(usize, f64)) {
        constant_scores(self, pool, take);
    }

    /// Mean over the failing tests.
    fn mean(&self, sum: f64) -> f64 {
        sum / (self.failing.len() as f64).max(1.0)
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
        let one = |(failing, size): &(Box<[u64]>, u64)| jaccard(and_count(row, failing), [ones, *size]);
        [self.mean(self.failing.iter().map(one).sum()), 0.0]
    }

    fn parts_of_all(&self, pool: &Pool<'_>) -> Option<Vec<[f64; 2]>> {
        let (columns, sizes) = (pool.suspicious_columns()?, pool.sizes()?);
        let mut sums = vec![0.0; pool.len()];
        for (failing, size) in &self.failing {
            let common = elements_in_common(failing, columns);
            for (place, sum) in sums.iter_mut().enumerate() {
                let test = pool.test(place).index();
                *sum += jaccard(common[test].into(), [sizes[test], *size]);
            }
        }
        Some(sums.into_iter().map(|sum| [self.mean(sum), 0.0]).collect())
    }

    fn value(&self, [mean, _]: [f64; 2]) -> f64 {
        mean
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
