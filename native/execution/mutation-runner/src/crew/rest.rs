//! The rest of a unit that ended, or whose JVM died.

use crate::facts::Facts;
use crate::named::{Change, Number};
use crate::plan::Plan;
use crate::stages::{GivenUp, cost};
use crate::unit::{Asks, Unit};

/// Marks what a finished unit left without a result, because its class no longer has the test: an unprobed
/// test becomes unusable, pairs are given up. Pairs of mutants that a passing test broke need no result.
pub(super) fn settle(unit: &Unit, facts: &mut Facts, given_up: &mut GivenUp) {
    for (test, changes) in &unit.tests {
        if facts.unusable.contains_key(test) {
            continue;
        }
        match unit.asks {
            Asks::Probes => {
                if !facts.is_probed(*test) {
                    facts.unusable.insert(*test, "did not run when its class was run again".to_owned());
                }
            }
            Asks::Verdicts { .. } => {
                let undone = changes.iter().filter(|change| is_left(unit, facts, *test, **change));
                given_up.pairs.extend(undone.map(|change| (*test, *change)));
            }
        }
    }
}

fn is_left(unit: &Unit, facts: &Facts, test: Number, change: Change) -> bool {
    let first_break = matches!(unit.asks, Asks::Verdicts { first_break: true, .. });
    let is_broken = first_break && facts.breaking.contains(&change);
    !is_broken && !facts.verdicts.contains_key(&(test, change))
}

pub(super) fn has_settled(unit: &Unit, facts: &Facts) -> bool {
    unit.tests.iter().any(|(test, changes)| {
        facts.unusable.contains_key(test)
            || changes.iter().any(|change| !is_left(unit, facts, *test, *change))
    })
}

/// The rest of a unit, as new units. Tests that spoiled their JVM get a unit of their own with a check after
/// each mutant.
pub(super) fn left(unit: &Unit, plan: &Plan, facts: &Facts, numbers: &mut u32) -> Vec<Unit> {
    let tests = unit.tests.iter().filter(|(test, _)| plan.tests.contains_key(test) && facts.is_usable(*test));
    let mut parts = [Vec::new(), Vec::new()];
    for (test, changes) in tests {
        match unit.asks {
            Asks::Probes => {
                if !facts.is_probed(*test) {
                    parts[0].push((*test, Vec::new()));
                }
            }
            Asks::Verdicts { .. } => {
                let mut changes = changes.clone();
                changes.retain(|change| is_left(unit, facts, *test, *change));
                if !changes.is_empty() {
                    parts[usize::from(facts.drifts.contains_key(test))].push((*test, changes));
                }
            }
        }
    }
    let mut units = Vec::new();
    for (tests, is_delicate) in parts.into_iter().zip([false, true]) {
        if tests.is_empty() {
            continue;
        }
        let asks = match unit.asks {
            Asks::Verdicts { first_break, check_each } => {
                Asks::Verdicts { first_break, check_each: check_each || is_delicate }
            }
            Asks::Probes => Asks::Probes,
        };
        *numbers += 1;
        let cost = cost(facts, plan, &tests);
        units.push(Unit { number: *numbers, asks, tests, cost, ..unit.clone() });
    }
    units
}
