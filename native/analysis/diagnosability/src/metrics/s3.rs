//! S3.

use std::collections::HashMap;

use crate::metric::{Metric, State, Verdict};
use crate::suspects::Suspects;
use crate::{Larger, Universe};

/// How evenly a candidate splits the sets of suspicious elements with equal numbers of failed and passed tests: the sum over
/// sets of `min(covered, not covered) * ef / F`.
///
/// These sets are unions of ambiguity groups. Larger is better.
/// Source: Hao et al., Test input reduction for result inspection to facilitate fault
/// localization, Autom. Softw. Eng. 2010, strategy 3, in the form that An, Yoo (FDG, ISSTA
/// 2022) compare with.
#[derive(Clone, Copy, Debug, Default)]
pub struct S3;

impl Metric for S3 {
    type State = S3State;

    fn name(&self) -> String {
        "s3".to_owned()
    }

    fn knows_outcomes(&self) -> bool {
        true
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> S3State {
        S3State {
            suspects: Suspects::new(universe.elements()),
            set_of: Vec::new(),
            sets: Vec::new(),
            covered: Vec::new(),
        }
    }
}

/// [`State`] of [`S3`].
#[derive(Clone, Debug)]
pub struct S3State {
    suspects: Suspects,
    /// The set of each ambiguity group.
    set_of: Vec<u32>,
    /// (ef, elements) of each set.
    sets: Vec<(u32, u32)>,
    covered: Vec<u32>,
}

impl State for S3State {
    type Direction = Larger;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.suspects.add(row, verdict.is_failed());
        let mut known = HashMap::new();
        self.set_of.clear();
        self.sets.clear();
        for group in self.suspects.groups.groups() {
            let set = *known.entry((group.ef, group.ep)).or_insert_with(|| {
                self.sets.push((group.ef, 0));
                self.sets.len() as u32 - 1
            });
            self.sets[set as usize].1 += group.size;
            self.set_of.push(set);
        }
        self.covered.resize(self.sets.len(), 0);
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        if !self.suspects.any() {
            return 0.0;
        }
        self.covered.fill(0);
        let (set_of, covered) = (&self.set_of, &mut self.covered);
        self.suspects.groups.touch(row, |touch| covered[set_of[touch.number] as usize] += touch.covered);
        let sets = self.sets.iter().zip(&self.covered);
        let sum: u64 = sets.map(|(&(ef, size), &n)| u64::from(ef) * u64::from(n.min(size - n))).sum();
        sum as f64 / f64::from(self.suspects.failed())
    }
}
