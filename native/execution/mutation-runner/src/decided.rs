//! When the first suspect is certain, so that the other mutants need not run.
//!
//! A mutant that mends all failing tests of a group, and breaks none of the passing tests that it infects, gives its line the
//! largest factor there is. No line with a lower score can overtake that line, whatever its mutants do, and no method
//! with a lower score its method. So only the mutants of lines and methods with at least these scores are left to run.

use std::collections::{HashMap, HashSet};

use crate::facts::Facts;
use crate::named::{Change, Number};
use crate::plan::Plan;
use crate::plan::order::Group;

/// The mutants that need not run, by failing test.
#[derive(Debug, Default)]
pub struct Decided<'a> {
    /// By test: its group, with the ranks of the first suspect's line and method.
    first: HashMap<Number, (&'a Group, (u32, u32))>,
}

impl<'a> Decided<'a> {
    /// What the facts decide. Cost: O(groups x clean mutants x passing tests).
    pub fn of(plan: &'a Plan, facts: &Facts) -> Self {
        if plan.groups.is_empty() {
            return Self::default();
        }
        let certain: Vec<Change> = facts.clean().filter(|change| has_run(plan, facts, *change)).collect();
        let mut first = HashMap::new();
        for group in &plan.groups {
            let mends = |change: &&Change| mends_all(facts, group, **change);
            let ranks = |change: &Change| group.ranks(change.class, facts.line(*change));
            if let Some(best) = certain.iter().filter(mends).filter_map(ranks).min() {
                first.extend(group.tests.iter().map(|test| (*test, (group, best))));
            }
        }
        Self { first }
    }

    /// Whether a mutant can still change which line or method comes first, by what a failing test does on it.
    pub fn needs(&self, facts: &Facts, test: Number, change: Change) -> bool {
        let Some((group, first)) = self.first.get(&test) else { return true };
        let Some(ranks) = group.ranks(change.class, facts.line(change)) else { return false };
        ranks.0 <= first.0 || ranks.1 <= first.1
    }

    /// The mutants that no failing test had to run on.
    pub fn left_out(&self, plan: &Plan, facts: &Facts) -> HashSet<Change> {
        let mut left = HashSet::new();
        for &test in self.first.keys() {
            let infected = facts.infected_of_all(plan, test).into_iter();
            left.extend(
                infected.filter(|change| plan.is_wanted(*change) && !self.needs(facts, test, *change)),
            );
        }
        facts.verdicts.keys().for_each(|(_, change)| {
            left.remove(change);
        });
        left
    }
}

/// Whether all failing tests of a group that can be run again pass with a mutant, and there is one.
fn mends_all(facts: &Facts, group: &Group, change: Change) -> bool {
    use faultline_spectrum::Verdict::Passes;
    let mut usable = group.tests.iter().filter(|test| facts.is_usable(**test)).peekable();
    let mends = |test: &Number| facts.verdicts.get(&(*test, change)).is_some_and(|found| found.0 == Passes);
    usable.peek().is_some() && usable.all(mends)
}

/// Whether every passing test that may execute a mutant was probed, and ran on it if it infects it.
fn has_run(plan: &Plan, facts: &Facts, change: Change) -> bool {
    let line = facts.line(change);
    let everywhere = facts.is_of_initialiser(change);
    plan.passing.iter().all(|&test| {
        let is_its = everywhere || plan.covers(test, change.class, line);
        let is_known = || facts.verdicts.contains_key(&(test, change));
        !is_its
            || !facts.is_usable(test)
            || is_known()
            || facts.was_probed_for(test, change) && !facts.infects(test, change)
    })
}
