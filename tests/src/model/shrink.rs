//! Minimises a failing program.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Model, Schedule, Verdict};
use crate::Dist;

/// Number of runs in a JVM before a program counts as passing.
const COPIES: u64 = 30;
/// Number of JVMs started for one program.
const PATIENCE: usize = 30;

impl Model {
    /// Returns the smallest program found that still fails: removes actions one by one, as long as any of many runs differs. `None`
    /// if the program alone does not fail again. Cost: up to 30 JVMs.
    pub fn shrink(&self, java: &Path, dist: &Dist, failing: &Schedule, seed: u64) -> Option<Verdict> {
        let mut left = PATIENCE;
        let mut fails = |without: &BTreeSet<u32>| {
            left = left.checked_sub(1)?;
            let schedule =
                Schedule { seed, programs: 1, copies: COPIES, without: without.clone(), ..failing.clone() };
            let verdict = self.run(java, dist, &schedule, "shrink").ok()?;
            let own = |(of, _): &(Option<u64>, String)| *of == Some(seed);
            verdict.differences.iter().any(own).then_some(verdict)
        };
        let mut without = BTreeSet::new();
        let mut smallest = fails(&without)?;
        for number in numbers(&smallest.texts) {
            let mut fewer = without.clone();
            fewer.insert(number);
            if let Some(verdict) = fails(&fewer) {
                (smallest, without) = (verdict, fewer);
            }
        }
        smallest.differences.retain(|(of, _)| *of == Some(seed));
        Some(smallest)
    }
}

/// The numbers of a program's actions, those with a body first: `#3 THREAD`, indented by depth.
fn numbers(text: &str) -> Vec<u32> {
    let actions = text.lines().filter_map(|line| {
        let depth = line.len() - line.trim_start().len();
        let number = line.trim_start().strip_prefix('#')?.split(' ').next()?.parse().ok()?;
        Some((depth, number))
    });
    let mut all: Vec<(usize, u32)> = actions.collect();
    all.sort_by_key(|&(depth, _)| depth);
    all.into_iter().map(|(_, number)| number).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn outer_actions_are_left_out_before_inner_ones() {
        let text = "seed 1\n  test t0\n    #0 THREAD\n      #1 HIT\n    #2 HIT\n";
        assert_eq!(super::numbers(text), [0, 2, 1]);
    }
}
