//! Chooses the tests that have pages, and finds the tests most similar to each.

use std::collections::{HashMap, HashSet};

use faultline_fault_ranking::report::Report;
use faultline_spectrum::{Outcome, Spectrum, TestId};
use rayon::prelude::*;

use crate::parting::likest;

/// Most failing tests with pages, together with the passing ones most like them.
const PAGES: usize = 1_000;
/// Other tests have pages until this many have one.
const WITH_OTHERS: usize = 300;
/// Least number of tests with pages, however large the recording.
const LEAST: usize = 100;
/// Tests times lines that are looked at for pages.
const LOOKED_AT: usize = 200_000_000;
/// Words of rows that are compared to find similar tests.
const COMPARED: usize = 300_000_000;
/// Similar tests of each test.
const NEAREST: usize = 5;

/// The tests with pages.
#[derive(Debug, Default)]
pub struct Chosen {
    /// The tests, in the order of their pages: failing tests, the passing ones most like them, others.
    pub all: Vec<TestId>,
    numbers: HashMap<TestId, usize>,
    /// The tests most similar to each of the first tests, with their likeness.
    pub nearest: Vec<Vec<(TestId, f64)>>,
}

impl Chosen {
    /// Chooses the tests. `neighbours` are the passing tests most like failing ones. Cost: O(tests * elements / 64) for each of
    /// the first tests, bounded in total.
    pub fn of(report: &Report<'_>, neighbours: impl Iterator<Item = TestId>, lines: usize) -> Self {
        let spectrum = report.spectrum;
        let most = (LOOKED_AT / lines.max(1)).clamp(LEAST, PAGES);
        let all = in_order(report, neighbours, most);
        let numbers = all.iter().enumerate().map(|(at, test)| (*test, at)).collect();
        let words = spectrum.tests.len().saturating_mul(spectrum.coverage.stride()).max(1);
        let with_nearest = all.len().min((COMPARED / words).max(1));
        let nearest = all[..with_nearest].par_iter().map(|&test| nearest(spectrum, test)).collect();
        Self { all, numbers, nearest }
    }

    /// URL of a test's page, relative to the start page.
    pub fn url(&self, test: TestId) -> Option<String> {
        Some(format!("test/{}.html", self.numbers.get(&test)? + 1))
    }
}

/// The first `most` tests: failing ones, the first of each group before the second of any, then passing ones like them.
/// Where these are few, others follow in the order of the recording.
fn in_order(report: &Report<'_>, neighbours: impl Iterator<Item = TestId>, most: usize) -> Vec<TestId> {
    let spectrum = report.spectrum;
    let largest = report.groups.iter().map(|group| group.failing.len()).max().unwrap_or(0);
    let of_groups = (0..largest)
        .flat_map(|at| report.groups.iter().filter_map(move |group| group.failing.get(at).copied()));
    let all = || (0..spectrum.tests.len()).map(TestId::new);
    let failed = |test: &TestId| spectrum.tests[test.index()].outcome == Outcome::Failed;
    let mut seen = HashSet::new();
    let in_order = of_groups.chain(all().filter(failed)).chain(neighbours);
    let mut chosen: Vec<TestId> = in_order.filter(|test| seen.insert(*test)).take(most).collect();
    let room = most.min(WITH_OTHERS).saturating_sub(chosen.len());
    chosen.extend(all().filter(|test| !seen.contains(test)).take(room));
    chosen
}

/// The tests that run most of the same lines, whatever their outcome.
fn nearest(spectrum: &Spectrum, test: TestId) -> Vec<(TestId, f64)> {
    let is_counted = |other: &TestId| *other != test && spectrum.tests[other.index()].outcome.is_counted();
    likest(spectrum, test, (0..spectrum.tests.len()).map(TestId::new).filter(is_counted), NEAREST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{report, spectrum};

    #[test]
    fn failing_tests_come_first_then_the_passing_ones_like_them() {
        let spectrum = spectrum(&[
            (false, vec![9]),
            (false, vec![0, 1]),
            (true, vec![0]),
            (false, vec![]),
            (true, vec![0, 1]),
        ]);
        let report = report(&spectrum, &[&[2], &[4]]);
        let chosen = Chosen::of(&report, [TestId(1)].into_iter(), 24);
        let order: Vec<u32> = chosen.all.iter().map(|test| test.0).collect();
        assert_eq!(order, [2, 4, 1, 0, 3]);
        assert_eq!(chosen.url(TestId(4)).as_deref(), Some("test/2.html"));
        let near: Vec<u32> = chosen.nearest[1].iter().map(|(test, _)| test.0).collect();
        assert_eq!(
            near,
            [1, 2],
            "the same lines first, whatever the outcome, and none without a common line"
        );
        assert_eq!(in_order(&report, std::iter::empty(), 1), [TestId(2)]);
    }

    #[test]
    fn the_second_test_of_a_group_comes_behind_the_first_of_all() {
        let tests: Vec<_> = (0..4).map(|_| (true, vec![0])).collect();
        let spectrum = spectrum(&tests);
        let report = report(&spectrum, &[&[0, 1], &[2]]);
        let order: Vec<u32> = in_order(&report, std::iter::empty(), 9).iter().map(|test| test.0).collect();
        assert_eq!(order, [0, 2, 1, 3], "the last is in no group");
    }
}
