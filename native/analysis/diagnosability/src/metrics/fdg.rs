//! FDG.

use super::scaled::Weights;
use crate::field::{Field, Want};
use crate::lazy::{Seen, Shrinking, best_of_shrinking};
use crate::metric::{First, Metric, Pick, State, Verdict};
use crate::suspects::Suspects;
use crate::{Better, Larger, Pool, Universe};

/// Fault diagnosability gain: `alpha * split + (1 - alpha) * cover`, weighted by the
/// suspiciousness w of the elements (Ochiai) under the tests before the candidate.
///
/// `split = 1 - [sum over groups g with the candidate of (w of g / sum w) (|g| - 1)] / (M - 1)`,
/// 1 where sum w = 0 or M = 1; `cover = (w that the candidate covers) / M`. Larger is better.
/// Source: An, Yoo, FDG: a precise measurement of fault diagnosability gain of test cases,
/// ISSTA 2022.
#[derive(Clone, Copy, Debug)]
pub struct Fdg {
    /// Weight of split against cover, 0 to 1.
    pub alpha: f64,
    /// Every test beyond the given ones counts as passed (`fdg-ap`); otherwise the metric sees outcomes.
    pub assume_passed: bool,
}

impl Default for Fdg {
    fn default() -> Self {
        Self { alpha: 0.5, assume_passed: false }
    }
}

impl Metric for Fdg {
    type State = FdgState;

    fn name(&self) -> String {
        let name = if self.assume_passed { "fdg-ap" } else { "fdg" };
        if self.alpha.to_bits() == 0.5_f64.to_bits() {
            name.to_owned()
        } else {
            format!("{name}:alpha={}", self.alpha)
        }
    }

    fn knows_outcomes(&self) -> bool {
        !self.assume_passed
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> FdgState {
        FdgState {
            alpha: self.alpha,
            suspects: Suspects::new(universe.elements()),
            weights: Weights::default(),
            epoch: 0,
            seen: Seen::default(),
            field: Field::default(),
        }
    }
}

/// [`State`] of [`Fdg`].
#[derive(Clone, Debug)]
pub struct FdgState {
    alpha: f64,
    suspects: Suspects,
    weights: Weights,
    epoch: u32,
    seen: Seen,
    field: Field,
}

impl State for FdgState {
    type Direction = Larger;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.suspects.add(row, verdict.is_failed());
        self.weights = Weights::ochiai(&self.suspects);
        self.epoch += u32::from(verdict.is_failed());
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        let parts = self.parts(row);
        self.value(parts)
    }

    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        let Some(columns) = pool.suspicious_columns().filter(|_| self.suspects.any()) else {
            return best_of_shrinking(self, pool);
        };
        let groups = &self.suspects.groups;
        self.field.update((pool.id(), self.epoch), columns, groups, Want::Pairs);
        let [apart, covered] =
            self.weights.parts_of_all(&mut self.field, columns, groups, pool.matrix().rows());
        let mut choice = First::new(Better::Larger);
        for place in pool.remaining() {
            let test = pool.test(place).index();
            choice.offer(place, self.value([apart[test], covered[test]]));
        }
        choice.pick()
    }
}

impl Shrinking for FdgState {
    fn parts(&mut self, row: &[u64]) -> [f64; 2] {
        self.weights.parts(&mut self.suspects.groups, row)
    }

    fn value(&self, parts: [f64; 2]) -> f64 {
        let elements = self.suspects.elements();
        let (split, cover) = (self.weights.split(parts[0], elements), self.weights.cover(parts[1], elements));
        self.alpha * split + (1.0 - self.alpha) * cover
    }

    fn epoch(&self) -> u32 {
        self.epoch
    }

    fn tests(&self) -> usize {
        self.suspects.tests()
    }

    fn seen(&mut self) -> &mut Seen {
        &mut self.seen
    }
}
