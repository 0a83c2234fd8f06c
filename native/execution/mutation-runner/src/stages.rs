//! The stages; each lists the remaining units, given the known facts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::decided::Decided;
use crate::facts::Facts;
use crate::named::{Change, Number};
use crate::plan::Plan;
use crate::plan::slow::SLOW;
use crate::unit::{Asks, Unit};

/// A stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Failing tests: which mutants they infect.
    ProbeFailing,
    /// Failing tests on the mutants that they infect, the most suspicious lines first, a slice at a time (see [`SLICE`]).
    Failing,
    /// Passing tests that execute the lines of clean mutants: which mutants they infect.
    ProbeMending,
    /// Passing tests on the mutants with which a failing test passes, up to the first that fails.
    Mending,
    /// Slow passing tests on the mutants with which a failing test passes and with which no other test fails.
    Slow,
    /// Failing tests that pass with a mutant, each mutant in a fresh JVM in which it is active from the start.
    Confirm,
    /// Passing tests: which mutants they infect.
    ProbePassing,
    /// The chosen passing tests on all mutants noticed by a failing test.
    Passing,
}

impl Stage {
    /// The stages after each slice of [`Stage::Failing`]. A mutant with which a failing test passes tells most, and few passing
    /// tests execute its line. So these tests follow at once, before the mutants of less suspicious lines.
    pub(crate) const CHECKS: [Self; 3] = [Self::ProbeMending, Self::Mending, Self::Slow];
    /// The stages for kills of mutants that mend nothing.
    pub(crate) const KILLS: [Self; 4] = [
        Self::ProbePassing,
        // Also on mutants of initialisers, which tests infect without executing their lines.
        Self::Mending,
        Self::Slow,
        Self::Passing,
    ];

    /// Whether a stage is skipped if it has no work; the others are reported all the same.
    pub(crate) fn is_optional(self) -> bool {
        matches!(self, Self::ProbeMending | Self::Mending | Self::Slow)
    }

    /// The name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::ProbeFailing => "probing failing tests",
            Self::Failing => "failing tests",
            Self::ProbeMending | Self::ProbePassing => "probing passing tests",
            Self::Mending => "mending mutants",
            Self::Passing => "passing tests",
            Self::Slow => "slow passing tests",
            Self::Confirm => "fresh JVMs",
        }
    }

    /// The name in machine-readable output.
    pub fn word(self) -> &'static str {
        match self {
            Self::ProbeFailing => "probe_failing",
            Self::Failing => "failing",
            Self::ProbeMending | Self::ProbePassing => "probe_passing",
            Self::Mending => "mending",
            Self::Passing => "passing",
            Self::Slow => "slow",
            Self::Confirm => "confirm",
        }
    }
}

/// Maximum size of a unit, so that all JVMs have work and little is lost with one of them. Units: pairs, and
/// ns of test duration.
const PAIRS: usize = 2_000;
const TIME: u64 = 500_000_000;
/// Expected duration of the first slice of [`Stage::Failing`], over all JVMs; each further one is twice as long. Expected
/// durations count, not those taken, so that a busy machine has the same slices. Units: ns.
pub const SLICE: u64 = 5_000_000_000;
/// Total time of slow tests on mending mutants, by their recorded durations. Units: ns.
const PATIENCE: u64 = 5_000_000_000;
/// Tests of a probing unit.
const PROBES: usize = 250;
/// Overhead of a repetition. Units: ns.
const BESIDE: u64 = 20_000;
/// Number of runs without a mutant for each test of a unit.
const PLAIN: u64 = 3;

/// What only this session knows.
#[derive(Debug, Default)]
pub struct GivenUp {
    /// Whether clean mutants have been checked and confirmed. Until then those of an earlier session are trusted, which may have
    /// ended before.
    pub has_checked: bool,
    /// Pairs that no JVM ran; they are not retried.
    pub pairs: std::collections::HashSet<(Number, Change)>,
}

/// The remaining units of a stage. `number` counts the units.
pub fn units(stage: Stage, plan: &Plan, facts: &Facts, given_up: &GivenUp, number: &mut u32) -> Vec<Unit> {
    let lists = match stage {
        // Its JVMs are not shared, so it has no units: see `confirming`.
        Stage::Confirm => return Vec::new(),
        Stage::ProbeFailing => return probes(plan, facts, &plan.failing, number),
        Stage::ProbeMending => return probes(plan, facts, &near(plan, facts), number),
        Stage::ProbePassing => {
            // Tests that run on mutants later are always probed.
            let mut tests = plan.chosen.clone();
            tests.extend(plan.quick.iter().filter(|test| !plan.chosen.contains(test)));
            tests.extend(&plan.needed);
            return probes(plan, facts, &tests, number);
        }
        Stage::Failing => {
            let decided = Decided::of(plan, facts, !given_up.has_checked);
            let mut lists = pairs(plan, facts, given_up, &plan.failing, |_| true);
            for (test, changes) in &mut lists {
                changes.retain(|change| decided.needs(facts, *test, *change));
            }
            lists.retain(|(_, changes)| !changes.is_empty());
            lists
        }
        Stage::Mending => pairs(plan, facts, given_up, &plan.quick, |change| facts.is_clean(change)),
        Stage::Passing => pairs(plan, facts, given_up, &plan.chosen, |change| facts.noticed.contains(change)),
        Stage::Slow => {
            let lists = pairs(plan, facts, given_up, &plan.slow, |change| facts.is_clean(change));
            patient(plan, PATIENCE.saturating_sub(spent(plan, facts)), lists)
        }
    };
    let first_break = matches!(stage, Stage::Mending | Stage::Slow);
    verdicts(plan, facts, lists, (first_break, stage == Stage::Failing), number)
}

/// Number of units whose expected duration fits `left`, at least one. Units: ns.
pub(crate) fn first<'a>(units: impl IntoIterator<Item = &'a Unit>, mut left: u64) -> usize {
    let is_in_time = |unit: &&Unit| {
        let has_time = left > 0;
        left = left.saturating_sub(unit.cost);
        has_time
    };
    units.into_iter().take_while(is_in_time).count()
}

/// The quick passing tests that execute a line of a clean mutant; all of them if one is of a static initialiser, whose
/// effect goes beyond the tests that executed it. Cost: O(tests x such lines).
fn near(plan: &Plan, facts: &Facts) -> Vec<Number> {
    if facts.clean().any(|change| facts.is_of_initialiser(change)) {
        return plan.quick.clone();
    }
    let lines: BTreeSet<_> = facts.clean().map(|change| (change.class, facts.line(change))).collect();
    let is_near = |test: &Number| lines.iter().any(|(class, line)| plan.covers(*test, *class, *line));
    plan.quick.iter().copied().filter(is_near).collect()
}

/// Groups tests by JVM, driver and class, in the order of the first test of each group.
fn grouped<T>(plan: &Plan, tests: Vec<(Number, T)>) -> Vec<Vec<(Number, T)>> {
    let (mut groups, mut known): (Vec<Vec<(Number, T)>>, _) = (Vec::new(), HashMap::new());
    for (test, of_test) in tests {
        let Some(planned) = plan.tests.get(&test) else { continue };
        let key = (planned.site, planned.driver, &planned.unit);
        let at = *known.entry(key).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[at].push((test, of_test));
    }
    groups
}

/// As [`grouped`], with slow tests in groups of their own at the end: earlier results may make them
/// unnecessary, or the budget may end before.
fn quick_first<T>(facts: &Facts, plan: &Plan, tests: Vec<(Number, T)>) -> Vec<Vec<(Number, T)>> {
    let (quick, slow) = tests.into_iter().partition(|(test, _)| duration(facts, plan, *test) < SLOW);
    let mut groups = grouped(plan, quick);
    groups.extend(grouped(plan, slow));
    groups
}

fn unit(
    (plan, facts): (&Plan, &Facts),
    asks: Asks,
    tests: Vec<(Number, Vec<Change>)>,
    number: &mut u32,
) -> Option<Unit> {
    let planned = plan.tests.get(&tests.first()?.0)?;
    *number += 1;
    let (site, driver, class) = (planned.site, planned.driver, planned.unit.clone());
    let cost = cost(facts, plan, &tests);
    Some(Unit { number: *number, site, driver, class, asks, tests, cost, deaths: 0 })
}

/// The expected duration of tests on their mutants, by earlier durations, including the runs without a
/// mutant. Units: ns.
pub fn cost(facts: &Facts, plan: &Plan, tests: &[(Number, Vec<Change>)]) -> u64 {
    let of = |(test, changes): &(Number, Vec<Change>)| {
        (duration(facts, plan, *test) + BESIDE) * (changes.len() as u64 + PLAIN)
    };
    tests.iter().map(of).sum()
}

fn probes(plan: &Plan, facts: &Facts, tests: &[Number], number: &mut u32) -> Vec<Unit> {
    let left = tests.iter().filter(|test| facts.is_usable(**test) && !facts.is_probed(**test));
    let groups = quick_first(facts, plan, left.map(|&test| (test, Vec::new())).collect());
    let chunks = groups.iter().flat_map(|group| group.chunks(PROBES));
    chunks.filter_map(|chunk| unit((plan, facts), Asks::Probes, chunk.to_vec(), number)).collect()
}

/// Tests with the mutants that they infect, or may, that fit, and on which they have not run.
fn pairs(
    plan: &Plan,
    facts: &Facts,
    given_up: &GivenUp,
    tests: &[Number],
    fits: impl Fn(&Change) -> bool,
) -> Vec<(Number, Vec<Change>)> {
    let is_left = |test: Number, change: &Change| {
        !facts.verdicts.contains_key(&(test, *change)) && !given_up.pairs.contains(&(test, *change))
    };
    let usable = tests.iter().copied().filter(|test| facts.is_usable(*test));
    let lists = usable.map(|test| {
        let nobody_looked = plan.slow.contains(&test) && !facts.is_probed(test);
        let mut changes =
            if nobody_looked { facts.reachable(plan, test, &fits) } else { facts.infected(plan, test) };
        changes.retain(|change| fits(change) && is_left(test, change));
        (test, changes)
    });
    lists.filter(|(_, changes)| !changes.is_empty()).collect()
}

/// How long slow tests have run, by their recorded durations, with the runs without a mutant. Units: ns.
fn spent(plan: &Plan, facts: &Facts) -> u64 {
    let mut runs = BTreeMap::<Number, u64>::new();
    for (test, _) in facts.verdicts.keys().filter(|(test, _)| plan.slow.contains(test)) {
        *runs.entry(*test).or_insert(PLAIN) += 1;
    }
    runs.into_iter().filter_map(|(test, runs)| Some(plan.row(test)?.duration_ns * runs)).sum()
}

/// The pairs for which slow tests have time, fastest tests first; the other pairs stay open.
fn patient(plan: &Plan, mut left: u64, lists: Vec<(Number, Vec<Change>)>) -> Vec<(Number, Vec<Change>)> {
    let part = lists.into_iter().map(|(test, mut changes)| {
        let each = plan.row(test).map_or(0, |row| row.duration_ns).max(1);
        let room = (left / each).saturating_sub(PLAIN);
        changes.truncate(room as usize);
        if !changes.is_empty() {
            left -= each * (changes.len() as u64 + PLAIN);
        }
        (test, changes)
    });
    part.filter(|(_, changes)| !changes.is_empty()).collect()
}

/// Units of tests with their mutants. The most suspicious lines come first, with all tests.
fn verdicts(
    plan: &Plan,
    facts: &Facts,
    lists: Vec<(Number, Vec<Change>)>,
    (first_break, by_place): (bool, bool),
    number: &mut u32,
) -> Vec<Unit> {
    let (delicate, sturdy): (Vec<_>, Vec<_>) =
        lists.into_iter().partition(|(test, _)| facts.drifts.contains_key(test));
    let mut units = Vec::new();
    for (lists, check_each) in [(sturdy, false), (delicate, true)] {
        let asks = Asks::Verdicts { first_break, check_each };
        let waves = if by_place { waves(plan, facts, lists) } else { vec![lists] };
        for group in waves.into_iter().flat_map(|wave| quick_first(facts, plan, wave)) {
            for part in split(facts, plan, group) {
                units.extend(unit((plan, facts), asks, part, number));
            }
        }
    }
    units
}

/// Splits mutants into waves: those of the most suspicious lines first, with all tests.
fn waves(
    plan: &Plan,
    facts: &Facts,
    mut lists: Vec<(Number, Vec<Change>)>,
) -> Vec<Vec<(Number, Vec<Change>)>> {
    let mut places: BTreeMap<(u32, Change), (usize, u64)> = BTreeMap::new();
    for (test, changes) in &lists {
        let each = duration(facts, plan, *test) + BESIDE;
        for change in changes {
            let place = plan.place(change.class, facts.line(*change));
            let (pairs, time) = places.entry((place, *change)).or_default();
            (*pairs, *time) = (*pairs + 1, *time + each);
        }
    }
    // The pairs of all tests count, so that a wave makes several units for each.
    let (mut wave_of, mut wave, mut pairs, mut time) = (HashMap::new(), 0, 0, 0);
    for ((_, change), (of_pairs, of_time)) in &places {
        if pairs >= 4 * PAIRS || time >= 4 * TIME {
            (wave, pairs, time) = (wave + 1, 0, 0);
        }
        wave_of.insert(*change, (wave, wave_of.len()));
        (pairs, time) = (pairs + of_pairs, time + of_time);
    }
    let mut waves = vec![Vec::new(); wave + 1];
    for (test, changes) in &mut lists {
        changes.sort_by_key(|change| wave_of[change]);
        for part in changes.chunk_by(|a, b| wave_of[a].0 == wave_of[b].0) {
            waves[wave_of[&part[0]].0].push((*test, part.to_vec()));
        }
    }
    waves
}

/// Splits a group into parts of about the maximum size of a unit.
fn split(facts: &Facts, plan: &Plan, group: Vec<(Number, Vec<Change>)>) -> Vec<Vec<(Number, Vec<Change>)>> {
    let mut parts = Vec::new();
    let (mut part, mut pairs, mut time) = (Vec::new(), 0, 0);
    for (test, changes) in group {
        let each = duration(facts, plan, test) + BESIDE;
        let mut rest = &changes[..];
        while !rest.is_empty() {
            let room = (PAIRS - pairs).min(((TIME - time) / each).max(1) as usize);
            let (now, later) = rest.split_at(room.min(rest.len()));
            take(&mut part, test, now);
            pairs += now.len();
            time += each * now.len() as u64;
            rest = later;
            if pairs >= PAIRS || time >= TIME {
                parts.push(std::mem::take(&mut part));
                (pairs, time) = (0, 0);
            }
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// Adds mutants of a test to a part, which lists each test once.
fn take(part: &mut Vec<(Number, Vec<Change>)>, test: Number, changes: &[Change]) {
    match part.last_mut().filter(|(last, _)| *last == test) {
        Some((_, known)) => known.extend(changes),
        None => part.push((test, changes.to_vec())),
    }
}

/// The shortest known duration of a test, at most [`TIME`]. Units: ns.
fn duration(facts: &Facts, plan: &Plan, test: Number) -> u64 {
    let known = facts.tests.get(&test).map(|test| test.duration_ns);
    let recorded = plan.row(test).map(|row| row.duration_ns);
    known.into_iter().chain(recorded).min().unwrap_or(0).min(TIME)
}

#[cfg(test)]
mod tests {
    use super::*;
    use faultline_recording_store::driver::Driver;

    fn costing(cost: u64) -> Unit {
        let class = "org.x.Test".to_owned();
        let asks = Asks::Verdicts { first_break: false, check_each: false };
        Unit { number: 1, site: 0, driver: Driver::Platform, class, asks, tests: Vec::new(), cost, deaths: 0 }
    }

    #[test]
    fn the_first_units_are_those_that_are_expected_to_fit_and_at_least_one() {
        let of = |costs: &[u64]| first(&costs.iter().map(|cost| costing(*cost)).collect::<Vec<_>>(), SLICE);
        assert_eq!(of(&[]), 0);
        assert_eq!(of(&[2 * SLICE, 1]), 1);
        assert_eq!(of(&[SLICE / 2, SLICE / 4, SLICE / 2, 1]), 3);
        assert_eq!(of(&[1; 40]), 40);
    }
}
