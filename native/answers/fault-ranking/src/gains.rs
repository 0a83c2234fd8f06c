//! What each kind of evidence gains a suspect against the typical one.

use faultline_sbfl::Ranked;
use faultline_sbfl::evidence::{Kind, Weights};

/// Smaller gains say nothing.
pub const LEAST: f64 = 0.05;

/// The means over the candidates of a ranking, with which each candidate is compared.
#[derive(Clone, Copy, Debug)]
pub struct Typical<'w> {
    weights: &'w Weights,
    means: [f64; Kind::ALL.len()],
    mutants: f64,
}

impl<'w> Typical<'w> {
    /// The typical candidate. Cost: O(candidates).
    pub fn of(weights: &'w Weights, candidates: &[&Ranked]) -> Self {
        let mean = |value: &dyn Fn(&Ranked) -> f64| {
            candidates.iter().map(|entry| value(entry)).sum::<f64>() / candidates.len().max(1) as f64
        };
        let means = Kind::ALL.map(|kind| mean(&|entry| value(weights, kind, entry)));
        Self { weights, means, mutants: mean(&|entry| entry.mutants.ln()) }
    }

    /// The kinds that favour a candidate against the typical one, the strongest first, with their gains. Units: natural
    /// logarithms of factors of the score.
    pub fn gains(&self, entry: &Ranked) -> Vec<(f64, Kind)> {
        let gain = |kind: Kind| {
            self.weights.of(kind) * (value(self.weights, kind, entry) - self.means[kind.index()])
        };
        let mut gains: Vec<(f64, Kind)> = Kind::ALL.into_iter().map(|kind| (gain(kind), kind)).collect();
        gains.retain(|(gain, _)| *gain > LEAST);
        gains.sort_by(|a, b| b.0.total_cmp(&a.0));
        gains
    }

    /// What mutants gain a candidate.
    pub fn of_mutants(&self, entry: &Ranked) -> f64 {
        entry.mutants.ln() - self.mutants
    }
}

fn value(weights: &Weights, kind: Kind, entry: &Ranked) -> f64 {
    match kind.told() {
        Some(at) => entry.told[at],
        None if kind == Kind::Size => f64::from(entry.lines.max(1)).ln(),
        // The base is Ochiai to the power of its weight.
        None if entry.base > 0.0 => entry.base.ln() / weights.of(Kind::Suspicion),
        None => 0.0,
    }
}
