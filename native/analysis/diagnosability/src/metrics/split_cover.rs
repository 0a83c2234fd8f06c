//! The weighted sum of RLFDC's two features.

use crate::metric::{Metric, State, Verdict};
use crate::metrics::cover::{Cover, SimilarityState};
use crate::metrics::split::{Split, SplitState};
use crate::{Larger, Universe};

/// RLFDC's features without its network: `a * split + (1 - a) * cover`.
///
/// Larger is better. Source: ours; the features are those of Zhuo et al., Automatically learning a precise measurement for fault
/// diagnosis capability of test cases, TOSEM. Split is not scaled, so it counts for more where groups are large.
#[derive(Clone, Copy, Debug)]
pub struct SplitCover {
    /// The weight of split. Units: 0 to 1.
    pub weight: f64,
}

impl Metric for SplitCover {
    type State = SplitCoverState;

    fn name(&self) -> String {
        if self.weight.to_bits() == 0.5_f64.to_bits() {
            "split-cover".to_owned()
        } else {
            format!("split-cover:a={}", self.weight)
        }
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> SplitCoverState {
        SplitCoverState { weight: self.weight, split: Split.start(universe), cover: Cover.start(universe) }
    }
}

/// [`State`] of [`SplitCover`].
#[derive(Clone, Debug)]
pub struct SplitCoverState {
    weight: f64,
    split: SplitState,
    cover: SimilarityState,
}

impl State for SplitCoverState {
    type Direction = Larger;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.split.add(row, verdict);
        self.cover.add(row, verdict);
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        self.weight * self.split.score(row) + (1.0 - self.weight) * self.cover.score(row)
    }
}
