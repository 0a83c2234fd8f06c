//! The weights of FDG's split and cover, and these two as separate metrics.

use std::collections::BTreeMap;

use faultline_bit_kernels::{add_scaled, add_scaled_small};

use crate::field::{Field, Want};
use crate::metric::{Metric, State, Verdict};
use crate::partition::Group;
use crate::suspects::Suspects;
use crate::{Columns, Larger, Partition, Universe};

/// A weight for the elements of each ambiguity group, and derived sums.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights {
    of: Vec<f64>,
    /// Sum of w over the elements.
    sum: f64,
    /// Sum over groups of w |g| (|g| - 1): ordered pairs that no test separates.
    pairs: f64,
}

/// Ochiai of a group's elements; 0 without failing tests.
fn ochiai(group: &Group, failed: u32) -> f64 {
    let (ef, ep) = (f64::from(group.ef), f64::from(group.ep));
    if group.ef == 0 { 0.0 } else { ef / (f64::from(failed) * (ef + ep)).sqrt() }
}

impl Weights {
    /// Ochiai.
    pub(crate) fn ochiai(suspects: &Suspects) -> Self {
        let weigh = |group| ochiai(group, suspects.failed());
        Self::new(suspects.groups.groups(), suspects.groups.groups().iter().map(weigh).collect())
    }

    /// Ochiai, scaled to 0..1 over all elements; 1 for all if all are equal.
    pub(crate) fn scaled(suspects: &Suspects) -> Self {
        let groups = suspects.groups.groups();
        let mut of = Self::ochiai(suspects).of;
        let max = of.iter().copied().fold(0.0, f64::max);
        let all = suspects.all() || !suspects.any();
        let min = of.iter().copied().fold(if all { max } else { 0.0 }, f64::min);
        for w in &mut of {
            *w = if max > min { (*w - min) / (max - min) } else { 1.0 };
        }
        Self::new(groups, of)
    }

    fn new(groups: &[Group], of: Vec<f64>) -> Self {
        let weighted =
            |f: fn(f64) -> f64| groups.iter().zip(&of).map(|(g, w)| w * f(f64::from(g.size))).sum();
        Self { sum: weighted(|size| size), pairs: weighted(|size| size * (size - 1.0)), of }
    }

    /// [weighted pairs that a row separates, weight that it covers].
    pub(crate) fn parts(&self, groups: &mut Partition, row: &[u64]) -> [f64; 2] {
        let mut parts = [0.0; 2];
        groups.touch(row, |touch| {
            let w = self.of[touch.number];
            parts[0] += w * touch.pairs() as f64;
            parts[1] += w * f64::from(touch.covered);
        });
        parts
    }

    /// [`Weights::parts`] of every test from columns, for weights that depend only on a group's counts.
    pub(crate) fn parts_of_all(
        &self,
        field: &mut Field,
        columns: &Columns,
        groups: &Partition,
        tests: usize,
    ) -> [Vec<f64>; 2] {
        // Groups with equal weights are summed as whole numbers.
        let class_of = |group: &Group| (group.ef, group.ep);
        let mut weights = BTreeMap::new();
        for (group, &weight) in groups.groups().iter().zip(&self.of) {
            weights.insert(class_of(group), weight);
        }
        field.count_covered(columns, groups, class_of);
        let [mut apart, mut weight_covered] = [(); 2].map(|()| vec![0.0; tests]);
        let mut pairs = vec![0; tests];
        for (class, weight) in weights {
            pairs.fill(0);
            field.add(columns, Want::Pairs, |g| class_of(&groups.groups()[g]) == class, &mut pairs);
            add_scaled(&mut apart, weight, &pairs);
            add_scaled_small(&mut weight_covered, weight, &field.covered()[&class][..tests]);
        }
        [apart, weight_covered]
    }

    /// Split from the weighted pairs that a row separates.
    pub(crate) fn split(&self, apart: f64, elements: usize) -> f64 {
        if self.sum == 0.0 || elements <= 1 {
            return 1.0;
        }
        1.0 - (self.pairs - 2.0 * apart) / self.sum / (elements as f64 - 1.0)
    }

    /// Cover from the weight that a row covers.
    #[expect(clippy::unused_self, reason = "reads like split")]
    pub(crate) fn cover(&self, covered: f64, elements: usize) -> f64 {
        if elements == 0 { 0.0 } else { covered / elements as f64 }
    }
}

/// The split part of FDG as a separate metric, with w scaled to 0..1 (all 1 if all are equal).
///
/// Larger is better. Source: An, Yoo, FDG, ISSTA 2022, where it is called Split; see
/// [`crate::metrics::Split`] for RLFDC's.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScaledSplit;

/// The cover part of FDG as a separate metric, with w scaled to 0..1 (all 1 if all are equal).
///
/// Larger is better. Source: An, Yoo, FDG, ISSTA 2022, where it is called Cover; see
/// [`crate::metrics::Cover`] for RLFDC's.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScaledCover;

impl Metric for ScaledSplit {
    type State = ScaledState<true>;

    fn name(&self) -> String {
        "fdg-split".to_owned()
    }

    fn knows_outcomes(&self) -> bool {
        true
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> Self::State {
        ScaledState::new(universe)
    }
}

impl Metric for ScaledCover {
    type State = ScaledState<false>;

    fn name(&self) -> String {
        "fdg-cover".to_owned()
    }

    fn knows_outcomes(&self) -> bool {
        true
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> Self::State {
        ScaledState::new(universe)
    }
}

/// [`State`] of [`ScaledSplit`] and [`ScaledCover`].
#[derive(Clone, Debug)]
pub struct ScaledState<const SPLIT: bool> {
    suspects: Suspects,
    weights: Weights,
}

impl<const SPLIT: bool> ScaledState<SPLIT> {
    fn new(universe: &Universe) -> Self {
        let suspects = Suspects::new(universe.elements());
        Self { weights: Weights::scaled(&suspects), suspects }
    }
}

impl<const SPLIT: bool> State for ScaledState<SPLIT> {
    type Direction = Larger;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.suspects.add(row, verdict.is_failed());
        self.weights = Weights::scaled(&self.suspects);
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        let [apart, covered] = self.weights.parts(&mut self.suspects.groups, row);
        let elements = self.suspects.elements();
        if SPLIT { self.weights.split(apart, elements) } else { self.weights.cover(covered, elements) }
    }
}
