//! Aggregates turns: ratios within a turn, their median in a JVM, their mean over JVMs.

use serde_json::{Value, json};

use super::variants::Comparison;
use crate::{stats, table};

/// A kernel in one round.
pub(super) struct Kernel {
    pub(super) name: String,
    /// Nanoseconds per call, by variant and turn.
    nanos: Vec<Vec<f64>>,
}

/// All kernels of a mode in one round, in order.
pub(super) type Round = Vec<Kernel>;

/// All rounds of all modes.
pub struct Probes {
    variants: Vec<&'static str>,
    comparisons: Vec<Comparison>,
    modes: Vec<(&'static str, Vec<Round>)>,
}

impl Kernel {
    pub(super) fn new(name: &str, variants: usize) -> Self {
        Self { name: name.to_owned(), nanos: vec![Vec::new(); variants] }
    }

    /// Adds the times of one turn, by variant.
    pub(super) fn add(&mut self, turn: impl Iterator<Item = f64>) {
        for (samples, sample) in self.nanos.iter_mut().zip(turn) {
            samples.push(sample);
        }
    }

    /// The median ratio, which excludes the few turns disturbed by the machine.
    fn ratio(&self, comparison: &Comparison) -> f64 {
        stats::median(&stats::ratios(&self.nanos[comparison.of], &self.nanos[comparison.to]))
    }
}

impl Probes {
    pub(super) fn new(variants: Vec<&'static str>, comparisons: Vec<Comparison>) -> Self {
        Self { variants, comparisons, modes: Vec::new() }
    }

    pub(super) fn add(&mut self, mode: &'static str, round: Round) {
        match self.modes.iter_mut().find(|(name, _)| *name == mode) {
            Some((_, rounds)) => rounds.push(round),
            None => self.modes.push((mode, vec![round])),
        }
    }

    /// Renders a table for each mode: its kernels, and the geometric mean of their ratios.
    pub fn table(&self) -> String {
        let tables: Vec<String> = self.modes.iter().map(|(mode, rounds)| self.mode(mode, rounds)).collect();
        format!(
            "CPU time of calls: ratios within a turn, their median in a JVM, the geometric mean over JVMs (its 95 % interval)\n\n{}",
            tables.join("\n")
        )
    }

    fn mode(&self, mode: &str, rounds: &[Round]) -> String {
        let names = self.comparisons.iter().map(|comparison| comparison.name.as_str());
        let header: Vec<&str> = [mode, "plain ns"].into_iter().chain(names).collect();
        let mut rows: Vec<Vec<String>> =
            (0..rounds[0].len()).map(|kernel| self.row(rounds, kernel)).collect();
        let means = self.comparisons.iter().map(|comparison| estimate(&means(rounds, comparison)));
        rows.push(["geometric mean".to_owned(), String::new()].into_iter().chain(means).collect());
        format!("{} rounds\n{}", rounds.len(), table::render(&header, &rows))
    }

    fn row(&self, rounds: &[Round], kernel: usize) -> Vec<String> {
        let plain: Vec<f64> = rounds.iter().map(|round| stats::median(&round[kernel].nanos[0])).collect();
        let ratios = |comparison| estimate(&ratios(rounds, kernel, comparison));
        [rounds[0][kernel].name.clone(), format!("{:.0}", stats::median(&plain))]
            .into_iter()
            .chain(self.comparisons.iter().map(ratios))
            .collect()
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        let kernel = |kernel: &Kernel| json!({ "kernel": kernel.name, "ns": kernel.nanos });
        let round = |round: &Round| round.iter().map(kernel).collect::<Vec<Value>>();
        let mode = |(name, rounds): &(&str, Vec<Round>)| json!({ "mode": name, "rounds": rounds.iter().map(round).collect::<Vec<_>>() });
        json!({
            "benchmark": "probes",
            "variants": self.variants,
            "modes": self.modes.iter().map(mode).collect::<Vec<_>>(),
        })
    }
}

/// The ratio of a kernel in each round.
fn ratios(rounds: &[Round], kernel: usize, comparison: &Comparison) -> Vec<f64> {
    rounds.iter().map(|round| round[kernel].ratio(comparison)).collect()
}

/// The mean over all kernels in each round.
fn means(rounds: &[Round], comparison: &Comparison) -> Vec<f64> {
    let mean = |round: &Round| {
        stats::geometric_mean(&round.iter().map(|kernel| kernel.ratio(comparison)).collect::<Vec<_>>())
    };
    rounds.iter().map(mean).collect()
}

/// Renders `1.023 (1.011-1.036)`.
fn estimate(rounds: &[f64]) -> String {
    let (low, high) = stats::interval_of(rounds, stats::geometric_mean);
    format!("{:.3} ({low:.3}-{high:.3})", stats::geometric_mean(rounds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(name: &str, turns: &[[f64; 2]]) -> Round {
        let mut kernel = Kernel::new(name, 2);
        for turn in turns {
            kernel.add(turn.iter().copied());
        }
        vec![kernel]
    }

    #[test]
    fn a_disturbed_turn_does_not_count_and_rounds_are_averaged() {
        let other = Comparison { name: "other".to_owned(), of: 1, to: 0 };
        let mut probes = Probes::new(vec!["plain", "other"], vec![other]);
        probes.add("C1", round("getter", &[[1.0, 2.0], [1.0, 2.0], [1.0, 90.0]]));
        probes.add("C1", round("getter", &[[2.0, 16.0], [2.0, 16.0], [90.0, 16.0]]));
        let table = probes.table();
        let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        let [.., getter, mean] = &lines[..] else { panic!("{table}") };
        assert_eq!(getter[..3], ["getter", "2", "4.000"]);
        assert_eq!(mean[..3], ["geometric", "mean", "4.000"]);
    }
}
