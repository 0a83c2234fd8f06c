//! `TfD`.

use crate::field::{Field, Want};
use crate::metric::{First, Metric, Pick, Relation, State, Verdict, best_by_score};
use crate::{Better, Columns, Larger, Partition, Pool, Universe};

/// Number of ambiguity groups (distinct columns) of the matrix with the candidate's row added.
///
/// Units: groups over all elements, covered or not. Larger is better.
/// Source: Baudry et al., Improving test suites for efficient fault localization, ICSE 2006.
#[derive(Clone, Copy, Debug, Default)]
pub struct TfD;

impl Metric for TfD {
    type State = TfDState;

    fn name(&self) -> String {
        "tfd".to_owned()
    }

    fn start(&self, universe: &Universe) -> TfDState {
        TfDState { groups: Partition::new(universe.elements()), field: Field::default() }
    }
}

/// [`State`] of [`TfD`].
#[derive(Clone, Debug)]
pub struct TfDState {
    groups: Partition,
    field: Field,
}

/// Number of groups after adding a row.
pub(crate) fn groups_with(groups: &mut Partition, row: &[u64]) -> usize {
    let mut split = 0;
    groups.touch(row, |touch| split += usize::from(touch.splits()));
    groups.groups().len() + split
}

/// Number of groups that each test of a pool's matrix splits.
pub(crate) fn splits(field: &mut Field, groups: &Partition, pool: &Pool<'_>, columns: &Columns) -> Vec<u64> {
    field.update((pool.id(), 0), columns, groups, Want::Splits);
    let mut sums = vec![0; pool.matrix().rows()];
    field.add(columns, Want::Splits, |_| true, &mut sums);
    sums
}

impl State for TfDState {
    type Direction = Larger;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.groups.add(row, verdict.is_failed());
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        groups_with(&mut self.groups, row) as f64
    }

    fn suite_value(&self) -> Option<f64> {
        (self.groups.tests() > 0).then(|| self.groups.groups().len() as f64)
    }

    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        let Some(columns) = pool.columns() else { return best_by_score(self, pool) };
        let splits = splits(&mut self.field, &self.groups, pool, columns);
        let mut choice = First::new(Better::Larger);
        for place in pool.remaining() {
            let groups = self.groups.groups().len() as u64 + splits[pool.test(place).index()];
            choice.offer(place, groups as f64);
        }
        choice.pick()
    }

    fn relation(&self) -> Relation {
        Relation::Grown
    }
}
