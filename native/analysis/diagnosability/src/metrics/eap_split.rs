//! Expected average precision with a look-ahead to later tests.

use std::collections::HashMap;

use super::eap::{Eap, EapState};
use crate::bits::word_ones;
use crate::metric::{Metric, State, Verdict};
use crate::{Larger, Universe};

/// `eap(T, t) + weight * (1 - n / (tests - 1)) * split(T, t)`, where n is the number of tests in T that did not fail:
/// expected average precision after the test and, early on, how evenly the test splits equally suspicious lines, which
/// benefits later tests.
///
/// `split = sum over sets of lines with equal (ef, ep) of min(w covered, w not covered)`, where w is the normalised
/// posterior of `eap` before the candidate. After `tests` tests it equals `eap`. Units: 0 to 1 + weight/2; larger is better.
/// Source: this project; derivation and evaluation in `benchmarks/results.md`.
#[derive(Clone, Copy, Debug)]
pub struct EapSplit {
    /// Weight of the first test's split relative to `eap`.
    pub weight: f64,
    /// Total number of tests to be chosen, at least 2.
    pub tests: u32,
}

impl Default for EapSplit {
    fn default() -> Self {
        Self { weight: 0.15, tests: 10 }
    }
}

impl Metric for EapSplit {
    type State = EapSplitState;

    fn name(&self) -> String {
        let default = Self::default();
        let mut given = Vec::new();
        if self.weight.to_bits() != default.weight.to_bits() {
            given.push(format!("weight={}", self.weight));
        }
        if self.tests != default.tests {
            given.push(format!("tests={}", self.tests));
        }
        if given.is_empty() { "eap-split".to_owned() } else { format!("eap-split:{}", given.join(",")) }
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> EapSplitState {
        let elements = universe.elements();
        EapSplitState {
            metric: *self,
            eap: Eap::default().start(universe),
            failed: 0,
            others: 0,
            ef: vec![0; elements],
            ep: vec![0; elements],
            lines: vec![Line::default(); elements],
            suspicious: vec![0; universe.stride()],
            masses: Vec::new(),
            covered: Vec::new(),
        }
    }
}

/// [`State`] of [`EapSplit`].
#[derive(Clone, Debug)]
pub struct EapSplitState {
    metric: EapSplit,
    eap: EapState,
    failed: u32,
    others: u32,
    ef: Vec<u32>,
    ep: Vec<u32>,
    lines: Vec<Line>,
    suspicious: Vec<u64>,
    /// Posterior of each set of lines with equal counts.
    masses: Vec<f64>,
    /// The posterior of each set covered by the current row; zero between calls.
    covered: Vec<f64>,
}

/// The set and the posterior of a suspicious line.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    set: u32,
    mass: f64,
}

impl EapSplitState {
    /// Rebuilds sets and posterior from the counts. Cost: O(suspicious lines).
    fn rebuild(&mut self) {
        let Eap { q, s } = Eap::default();
        let (pass, fail) = ((1.0 - q).ln(), s.ln());
        let mut sets: HashMap<(u32, u32), u32> = HashMap::new();
        let mut logs: Vec<f64> = Vec::new();
        let words = self.suspicious.iter().enumerate();
        for line in words.flat_map(|(w, &bits)| word_ones(bits).map(move |b| w * 64 + b)) {
            let (ef, ep) = (self.ef[line], self.ep[line]);
            let next = sets.len() as u32;
            self.lines[line].set = *sets.entry((ef, ep)).or_insert(next);
            if sets.len() > logs.len() {
                logs.push(f64::from(ep) * pass + f64::from(self.failed - ef) * fail);
            }
        }
        let best = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.masses.clear();
        self.masses.resize(logs.len(), 0.0);
        for (w, &bits) in self.suspicious.iter().enumerate() {
            for bit in word_ones(bits) {
                let line = &mut self.lines[w * 64 + bit];
                line.mass = (logs[line.set as usize] - best).exp();
                self.masses[line.set as usize] += line.mass;
            }
        }
        let total: f64 = self.masses.iter().sum();
        for (w, &bits) in self.suspicious.iter().enumerate() {
            word_ones(bits).for_each(|b| self.lines[w * 64 + b].mass /= total);
        }
        self.masses.iter_mut().for_each(|mass| *mass /= total);
        self.covered.clear();
        self.covered.resize(logs.len(), 0.0);
    }

    /// The posterior that a candidate splits off from equally suspicious lines.
    fn split(&mut self, row: &[u64]) -> f64 {
        for (w, (&row, &bits)) in row.iter().zip(&self.suspicious).enumerate() {
            for line in word_ones(row & bits).map(|b| self.lines[w * 64 + b]) {
                self.covered[line.set as usize] += line.mass;
            }
        }
        let parts = self.covered.iter_mut().zip(&self.masses);
        let smaller = |(covered, mass): (&mut f64, &f64)| {
            let covered = std::mem::take(covered);
            covered.min(mass - covered).max(0.0)
        };
        parts.map(smaller).sum()
    }

    /// The current weight of split.
    fn weight(&self) -> f64 {
        let steps = f64::from(self.metric.tests.max(2) - 1);
        self.metric.weight * (1.0 - f64::from(self.others) / steps).max(0.0)
    }
}

impl State for EapSplitState {
    type Direction = Larger;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.eap.add(row, verdict);
        let counts = if verdict.is_failed() { &mut self.ef } else { &mut self.ep };
        for (w, &bits) in row[..self.suspicious.len()].iter().enumerate() {
            word_ones(bits).for_each(|b| counts[w * 64 + b] += 1);
        }
        if verdict.is_failed() {
            self.failed += 1;
            self.suspicious.iter_mut().zip(row).for_each(|(known, row)| *known |= row);
        } else {
            self.others += 1;
        }
        self.rebuild();
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        let (weight, eap) = (self.weight(), self.eap.score(row));
        if weight > 0.0 { eap + weight * self.split(row) } else { eap }
    }
}
