//! Searches for faults in a pair of releases.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::list::{Row, Scope, UNCOUNTED, class_of, package};
use super::outcomes::{Outcome, Status};
use super::pair::Pair;
use super::tool::Tool;
use crate::BenchError;

/// Longer suites are restricted to the packages of the failing tests.
const LONGEST_SUITE: Duration = Duration::from_mins(1);
/// Smallest useful number of tests for a ranking.
pub const FEWEST_TESTS: usize = 20;

/// The results of a pair.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Faults, not yet verified.
    pub rows: Vec<Row>,
    /// Rejected candidates, with reasons and counts.
    pub log: Vec<String>,
}

/// Finds the faults of a pair, each the smallest set of methods that makes tests of the later release pass. `seconds`: time limit, up to
/// twice as much is used. Errors: a JVM does not start.
pub fn find(tool: &Tool, pair: &Pair, seconds: u64) -> Result<Found, BenchError> {
    let start = Instant::now();
    let mut found = Found::default();
    let all = pair.test_classes()?;
    let changed = pair.changed_test_classes()?;
    let (new, rest): (Vec<String>, Vec<String>) =
        all.iter().cloned().partition(|class| changed.contains(class));
    let earlier = Path::new("target/classes");
    let (is_whole, mut on_faulty) = pair.suite(tool, &[earlier], &new, Duration::from_secs(seconds / 2))?;
    let failing = on_faulty.iter().filter(|o| o.status == Status::Failed);
    let candidates: Vec<&Outcome> = failing.filter(|o| !o.is_linkage && !o.is_whole_class()).collect();
    found.log.push(format!(
        "{} of {} test classes are new or changed, {} tests fail and not for linkage",
        new.len(),
        all.len(),
        candidates.len()
    ));
    let ran: BTreeSet<String> = candidates.iter().map(|outcome| outcome.ran.clone()).collect();
    let ran: Vec<String> = ran.into_iter().collect();
    let left = Duration::from_secs(seconds).saturating_sub(start.elapsed());
    let (_, on_later) =
        pair.suite(tool, &[Path::new("after")], &ran, (left / 2).max(Duration::from_secs(10)))?;
    let passed: BTreeSet<&str> =
        on_later.iter().filter(|o| o.status == Status::Passed).map(|o| &*o.test).collect();
    let candidates: Vec<Outcome> =
        candidates.into_iter().filter(|o| passed.contains(&*o.test)).cloned().collect();
    found.log.push(format!("{} of them pass on the later release", candidates.len()));
    if candidates.is_empty() {
        return Ok(found);
    }
    let left = Duration::from_secs(seconds).saturating_sub(start.elapsed()).max(Duration::from_secs(30));
    let sets = isolate(tool, pair, &round_robin(candidates), left, &mut found)?;
    let (is_rest_whole, others) = pair.suite(tool, &[earlier], &rest, LONGEST_SUITE)?;
    on_faulty.extend(others);
    let millis: u64 = on_faulty.iter().map(|outcome| outcome.millis).sum();
    let is_short = Duration::from_millis(millis) < LONGEST_SUITE;
    let scope = if is_whole && is_rest_whole && is_short { Scope::All } else { Scope::Packages };
    for (methods, tests) in sets {
        row(pair, scope, &on_faulty, methods, tests, &mut found);
    }
    Ok(found)
}

/// Takes one test of each class in turn, so that a short run sees many faults; slow tests come last.
fn round_robin(candidates: Vec<Outcome>) -> Vec<Outcome> {
    let mut turns: BTreeMap<String, u32> = BTreeMap::new();
    let mut keyed: Vec<((bool, u32, u64), Outcome)> = candidates
        .into_iter()
        .map(|outcome| {
            let turn = turns.entry(outcome.ran.clone()).or_default();
            *turn += 1;
            ((outcome.millis > 2_000, *turn, outcome.millis), outcome)
        })
        .collect();
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, outcome)| outcome).collect()
}

/// Groups tests by the set of methods that makes them pass, in the order found.
fn isolate(
    tool: &Tool,
    pair: &Pair,
    candidates: &[Outcome],
    limit: Duration,
    found: &mut Found,
) -> Result<Vec<(String, Vec<String>)>, BenchError> {
    let (listing, out) = (pair.home.join("candidates.tsv"), pair.home.join("isolated.tsv"));
    let rows: Vec<&str> = candidates.iter().map(|outcome| outcome.row.as_str()).collect();
    fs::write(&listing, rows.join("\n")).map_err(BenchError::io(&listing))?;
    let home = pair.home.display();
    let places = format!("{home}/target/test-classes/:{home}/target/classes/");
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let [before, after] = [pair.main(), pair.later()].map(|jar| text(&jar.path(&tool.repository)));
    let seconds = limit.as_secs().max(10).to_string();
    let arguments = ["isolate", &places, &before, &after, &text(&listing), &text(&out), &seconds];
    let ended = tool.run(&pair.dependencies, &pair.home, limit + Duration::from_mins(1), &arguments)?;
    if ended.code != Some(0) {
        found.log.push(format!("isolating was cut short: {}", ended.tail().replace('\n', " ")));
    }
    let mut sets: Vec<(String, Vec<String>)> = Vec::new();
    for line in fs::read_to_string(&out).unwrap_or_default().lines() {
        match line.split('\t').collect::<Vec<_>>()[..] {
            ["set", test, methods, ..] => match sets.iter_mut().find(|(known, _)| known == methods) {
                Some((_, tests)) => tests.push(test.to_owned()),
                None => sets.push((methods.to_owned(), vec![test.to_owned()])),
            },
            ["none", test, reason, ..] => found.log.push(format!("out\t{test}\t{reason}")),
            ["difference", methods, classes] => {
                found.log.push(format!("{methods} methods differ in {classes} classes"));
            }
            _ => {}
        }
    }
    Ok(sets)
}

/// Adds a row, unless the fault has no location.
fn row(
    pair: &Pair,
    scope: Scope,
    on_faulty: &[Outcome],
    methods: String,
    mut failing: Vec<String>,
    found: &mut Found,
) {
    failing.sort_unstable();
    failing.dedup();
    let out = |reason: &str| format!("out\t{}\t{reason}: {methods}", failing[0]);
    if methods.split(' ').all(|method| method.starts_with(['+', '^', '='])) {
        found.log.push(out("only missing overrides, superclasses or constants"));
        return;
    }
    let packages: BTreeSet<&str> = failing.iter().map(|test| package(class_of(test))).collect();
    let is_in_scope = |o: &&Outcome| scope == Scope::All || packages.contains(package(&o.ran));
    let ran = on_faulty.iter().filter(is_in_scope).filter(|o| o.status != Status::Skipped);
    let tests = ran.filter(|o| o.status == Status::Passed || failing.contains(&o.test)).count();
    if tests < FEWEST_TESTS {
        found.log.push(out("fewer than 20 tests"));
        return;
    }
    let name = pair.artifact.strip_prefix("commons-").unwrap_or(&pair.artifact);
    found.rows.push(Row {
        id: format!("{name}-{}-{}", pair.before, found.rows.len() + 1),
        group: pair.group.clone(),
        artifact: pair.artifact.clone(),
        faulty: pair.before.clone(),
        fixed: pair.after.clone(),
        scope,
        tests: UNCOUNTED,
        failing,
        methods,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(ran: &str, test: &str, millis: u64) -> Outcome {
        Outcome { ran: ran.into(), test: test.into(), millis, ..Outcome::jvm_ended(ran) }
    }

    #[test]
    fn every_class_has_its_turn_and_slow_tests_come_last() {
        let candidates = vec![
            outcome("A", "A::a", 5),
            outcome("A", "A::b", 1),
            outcome("B", "B::c", 3_000),
            outcome("C", "C::d", 9),
        ];
        let order: Vec<String> = round_robin(candidates).into_iter().map(|o| o.test).collect();
        assert_eq!(order, ["A::a", "C::d", "A::b", "B::c"]);
    }

    #[test]
    fn what_has_no_method_to_point_at_is_no_fault() {
        let pair = Pair {
            group: "g".into(),
            artifact: "commons-x".into(),
            before: "1.0".into(),
            after: "1.1".into(),
            dependencies: Vec::new(),
            home: "x".into(),
            _turn: None,
        };
        let passed: Vec<Outcome> = (0..30)
            .map(|n| Outcome { status: Status::Passed, ..outcome("p.T", &format!("p.T::t{n}"), 1) })
            .collect();
        let mut found = Found::default();
        let mut add = |methods: &str, test: &str| {
            row(&pair, Scope::Packages, &passed, methods.into(), vec![test.into()], &mut found);
        };
        add("+p.A::f()V =p.A::C:I", "p.T::f");
        add("p.A::f()V", "q.T::f");
        add("+p.A::g()V p.A::f()V", "p.T::f");
        assert_eq!(found.rows.len(), 1);
        assert_eq!((&*found.rows[0].id, found.rows[0].tests), ("x-1.0-1", UNCOUNTED));
        assert!(found.log[0].contains("missing overrides") && found.log[1].contains("fewer than 20"));
    }
}
