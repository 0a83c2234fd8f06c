//! The `split` feature of RLFDC.

use crate::field::{Field, Want};
use crate::lazy::{Seen, Shrinking, best_of_shrinking};
use crate::metric::{First, Metric, Pick, State, Verdict};
use crate::suspects::Suspects;
use crate::{Better, Larger, Pool, Universe};

/// How evenly a candidate splits the ambiguity groups of the suspicious elements: the sum over
/// groups of `(|g| / M) * min(covered, not covered)`.
///
/// An element is suspicious if a failing test covers it; M counts all elements. Larger is better.
/// Source: Zhuo et al., Automatically learning a precise measurement for fault diagnosis
/// capability of test cases, TOSEM; the first feature of an action.
#[derive(Clone, Copy, Debug, Default)]
pub struct Split;

impl Metric for Split {
    type State = SplitState;

    fn name(&self) -> String {
        "split".to_owned()
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> SplitState {
        SplitState {
            suspects: Suspects::new(universe.elements()),
            seen: Seen::default(),
            field: Field::default(),
            epoch: 0,
        }
    }
}

/// [`State`] of [`Split`].
#[derive(Clone, Debug)]
pub struct SplitState {
    suspects: Suspects,
    epoch: u32,
    seen: Seen,
    field: Field,
}

impl SplitState {
    /// Number of ambiguity groups among the suspicious elements, an input of RLFDC.
    pub fn groups(&self) -> usize {
        if self.suspects.any() { self.suspects.groups.groups().len() } else { 0 }
    }

    /// Passes the place and score of every remaining candidate to `take`, in pool order, bit for bit those of
    /// [`State::score`]. Cost: with columns only the changes since the last call, and one pass over the sums.
    pub fn scores(&mut self, pool: &Pool<'_>, mut take: impl FnMut(usize, f64)) {
        let Some(columns) = pool.suspicious_columns().filter(|_| self.suspects.any()) else {
            let mut rows = pool.reader();
            pool.remaining().for_each(|place| take(place, self.score(rows.row(place))));
            return;
        };
        self.field.update((pool.id(), self.epoch), columns, &self.suspects.groups, Want::Smaller);
        let mut sums = vec![0; pool.matrix().rows()];
        self.field.add(columns, Want::Smaller, |_| true, &mut sums);
        for place in pool.remaining() {
            take(place, sums[pool.test(place).index()] as f64 / self.suspects.elements() as f64);
        }
    }
}

impl State for SplitState {
    type Direction = Larger;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.suspects.add(row, verdict.is_failed());
        self.epoch += u32::from(verdict.is_failed());
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        self.parts(row)[0]
    }

    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        if pool.suspicious_columns().is_none() || !self.suspects.any() {
            return best_of_shrinking(self, pool);
        }
        let mut choice = First::new(Better::Larger);
        self.scores(pool, |place, score| choice.offer(place, score));
        choice.pick()
    }
}

impl Shrinking for SplitState {
    fn parts(&mut self, row: &[u64]) -> [f64; 2] {
        if !self.suspects.any() {
            return [0.0; 2];
        }
        let mut sum = 0;
        self.suspects.groups.touch(row, |touch| {
            sum += u64::from(touch.group.size) * u64::from(touch.smaller());
        });
        [sum as f64 / self.suspects.elements() as f64, 0.0]
    }

    fn value(&self, [split, _]: [f64; 2]) -> f64 {
        split
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
