//! `TfD`.

use crate::metric::{Metric, Relation, State, Verdict};
use crate::{Larger, Partition, Universe};

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
        TfDState { groups: Partition::new(universe.elements()) }
    }
}

/// [`State`] of [`TfD`].
#[derive(Clone, Debug)]
pub struct TfDState {
    groups: Partition,
}

/// Number of groups once a row has been added.
pub(crate) fn groups_with(groups: &mut Partition, row: &[u64]) -> usize {
    let mut split = 0;
    groups.touch(row, |touch| split += usize::from(touch.splits()));
    groups.groups().len() + split
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

    fn relation(&self) -> Relation {
        Relation::Grown
    }
}
