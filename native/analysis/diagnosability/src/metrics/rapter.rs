//! RAPTER.

use crate::lazy::{Seen, Shrinking, best_of_shrinking};
use crate::metric::{Metric, Pick, Relation, State, Verdict};
use crate::{Partition, Pool, Smaller, Universe};

/// Expected number of elements inspected in vain, over all ambiguity groups with the candidate added: the sum of
/// `|g| (|g| - 1) / 2M`.
///
/// Units: elements, smaller is better; 0 when M = 0. Source: Gonzalez-Sanchez et al.,
/// Prioritizing tests for fault localization through ambiguity group reduction, ASE 2011.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rapter;

impl Metric for Rapter {
    type State = RapterState;

    fn name(&self) -> String {
        "rapter".to_owned()
    }

    fn start(&self, universe: &Universe) -> RapterState {
        RapterState {
            groups: Partition::new(universe.elements()),
            elements: universe.elements(),
            seen: Seen::default(),
        }
    }
}

/// [`State`] of [`Rapter`].
#[derive(Clone, Debug)]
pub struct RapterState {
    groups: Partition,
    elements: usize,
    seen: Seen,
}

impl RapterState {
    /// The value given the number of unordered pairs that a candidate separates.
    fn of(&self, apart: f64) -> f64 {
        let pairs: u64 = self.groups.groups().iter().map(|g| u64::from(g.size) * u64::from(g.size - 1)).sum();
        if self.elements == 0 { 0.0 } else { (pairs as f64 - 2.0 * apart) / (2.0 * self.elements as f64) }
    }
}

impl State for RapterState {
    type Direction = Smaller;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.groups.add(row, verdict.is_failed());
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        let parts = self.parts(row);
        self.value(parts)
    }

    fn suite_value(&self) -> Option<f64> {
        (self.groups.tests() > 0).then(|| self.of(0.0))
    }

    fn relation(&self) -> Relation {
        Relation::Grown
    }

    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        best_of_shrinking(self, pool)
    }
}

impl Shrinking for RapterState {
    fn parts(&mut self, row: &[u64]) -> [f64; 2] {
        let mut apart = 0;
        self.groups.touch(row, |touch| apart += touch.pairs());
        [apart as f64, 0.0]
    }

    fn value(&self, [apart, _]: [f64; 2]) -> f64 {
        self.of(apart)
    }

    fn tests(&self) -> usize {
        self.groups.tests()
    }

    fn seen(&mut self) -> &mut Seen {
        &mut self.seen
    }
}
