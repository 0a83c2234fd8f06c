//! Counts the tests that kill a mutant.

use faultline_sbfl::{Counts, Selection};
use faultline_spectrum::TestId;

use crate::{Kill, Matched, MatchedMutant};

/// The contribution of a passing test that did not run on a mutant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Expect {
    /// None: it counts as not killing.
    Nothing,
    /// If the mutant infects it, or may: the estimated kill rate `r = (kills + 1) / (runs + 2)` of the infected passing tests that ran
    /// on the mutant.
    #[default]
    Infections,
}

/// The tests of a question, by row: what is asked of them for every mutant is one look-up.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Failing tests that were repeated, ascending.
    failing: Vec<TestId>,
    /// Number of passing tests.
    passing: usize,
    /// By row, up to the last passing test: whether the test passes, and whether it may be repeated besides.
    rows: Vec<(bool, bool)>,
}

impl Asked {
    /// Number of failing tests that were repeated.
    pub fn failing(&self) -> usize {
        self.failing.len()
    }

    /// Number of passing tests.
    pub fn passing(&self) -> usize {
        self.passing
    }

    pub(crate) fn is_failing(&self, test: TestId) -> bool {
        self.failing.binary_search(&test).is_ok()
    }

    pub(crate) fn is_passing(&self, test: TestId) -> bool {
        self.rows.get(test.index()).is_some_and(|row| row.0)
    }

    fn is_repeatable(&self, test: TestId) -> bool {
        self.rows.get(test.index()).is_some_and(|row| row.1)
    }
}

impl Matched {
    /// Prepares a question about some tests. Cost: O(tests * log tests).
    pub fn asked(&self, tests: &Selection) -> Asked {
        let failing = tests.failing().iter().copied();
        let failing = failing.filter(|test| self.failing.binary_search(test).is_ok()).collect();
        let mut rows = vec![(false, false); tests.passing().last().map_or(0, |last| last.index() + 1)];
        for test in tests.passing() {
            rows[test.index()] = (true, self.passing.binary_search(test).is_ok());
        }
        Asked { failing, passing: tests.passing().len(), rows }
    }

    /// Returns counts with kills in place of executions: `ef` failing and `ep` passing tests, expected kills included. Units: tests;
    /// `ep` may be fractional. Cost: O(tests of the mutant).
    pub fn kills(&self, mutant: &MatchedMutant, tests: &Asked, kill: Kill, expect: Expect) -> Counts<f64> {
        let count = |is_asked: &dyn Fn(TestId) -> bool| {
            let of = mutant.pairs.iter().filter(|pair| is_asked(pair.test) && kill.is(pair.verdict));
            of.count() as f64
        };
        let ef = count(&|test| tests.is_failing(test));
        let certain = count(&|test| tests.is_passing(test));
        let open = match expect {
            Expect::Nothing => 0.0,
            Expect::Infections => rate(mutant, tests, kill) * open(mutant, tests).count() as f64,
        };
        let passed = tests.passing() as f64;
        let ep = (certain + open).min(passed);
        Counts { ef, ep, nf: tests.failing() as f64 - ef, np: passed - ep }
    }
}

/// Passing tests that a mutant infects, or may, and that have not run on it.
pub(crate) fn open<'a>(mutant: &'a MatchedMutant, tests: &'a Asked) -> impl Iterator<Item = TestId> + 'a {
    let ran = |test: TestId| mutant.pairs.binary_search_by_key(&test, |pair| pair.test).is_ok();
    let expected = mutant.infected.iter().chain(&mutant.covering).copied();
    expected.filter(move |test| tests.is_repeatable(*test) && !ran(*test))
}

/// The estimated rate at which infected passing tests kill the mutant.
fn rate(mutant: &MatchedMutant, tests: &Asked, kill: Kill) -> f64 {
    let is_infected = |test: &TestId| {
        mutant.infected.binary_search(test).is_ok() || mutant.covering.binary_search(test).is_ok()
    };
    let ran = mutant.pairs.iter().filter(|pair| tests.is_passing(pair.test));
    let (kills, runs) = ran
        .filter(|pair| is_infected(&pair.test))
        .fold((0_u32, 0_u32), |(kills, runs), pair| (kills + u32::from(kill.is(pair.verdict)), runs + 1));
    f64::from(kills + 1) / f64::from(runs + 2)
}
