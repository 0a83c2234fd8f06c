//! `EntBug`.

use faultline_bit_kernels::count;

use crate::lazy::{Seen, Shrinking, best_of_shrinking};
use crate::metric::{Metric, Pick, Relation, State, Verdict};
use crate::{Pool, Smaller, Universe};

/// How far the density of the coverage matrix is from one half: `|0.5 - rho|`.
///
/// rho is the share of ones in the matrix with the candidate's row added. Units: 0 to 0.5,
/// smaller is better; an empty matrix has density 0.
/// Source: Campos et al., Entropy-based test generation for improved fault localization, ASE 2013.
#[derive(Clone, Copy, Debug, Default)]
pub struct EntBug {
    /// Reproduces the code used in published comparisons: the number of ones with the candidate is divided by the size of
    /// the matrix *without* it. For a single test it divides by one row.
    pub published: bool,
}

impl Metric for EntBug {
    type State = EntBugState;

    fn name(&self) -> String {
        if self.published { "entbug-published" } else { "entbug" }.to_owned()
    }

    fn start(&self, universe: &Universe) -> EntBugState {
        EntBugState {
            published: self.published,
            elements: universe.elements(),
            stride: universe.stride(),
            tests: 0,
            ones: 0,
            seen: Seen::default(),
        }
    }
}

/// [`State`] of [`EntBug`].
#[derive(Clone, Debug)]
pub struct EntBugState {
    published: bool,
    elements: usize,
    stride: usize,
    tests: usize,
    ones: u64,
    seen: Seen,
}

impl EntBugState {
    fn of(&self, ones: u64, rows: usize) -> f64 {
        let rows = if self.published { (rows - 1).max(1) } else { rows };
        let cells = rows as f64 * self.elements as f64;
        (0.5 - if cells > 0.0 { ones as f64 / cells } else { 0.0 }).abs()
    }
}

impl State for EntBugState {
    type Direction = Smaller;

    fn add(&mut self, row: &[u64], _: Verdict) {
        self.ones += count(&row[..self.stride]);
        self.tests += 1;
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        let parts = self.parts(row);
        self.value(parts)
    }

    fn suite_value(&self) -> Option<f64> {
        (self.tests > 0).then(|| self.of(self.ones, self.tests))
    }

    fn relation(&self) -> Relation {
        Relation::Grown
    }

    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        best_of_shrinking(self, pool)
    }
}

impl Shrinking for EntBugState {
    const CONSTANT: bool = true;

    fn parts(&mut self, row: &[u64]) -> [f64; 2] {
        [count(&row[..self.stride]) as f64, 0.0]
    }

    fn value(&self, [ones, _]: [f64; 2]) -> f64 {
        self.of(self.ones + ones as u64, self.tests + 1)
    }

    fn tests(&self) -> usize {
        self.tests
    }

    fn seen(&mut self) -> &mut Seen {
        &mut self.seen
    }
}
