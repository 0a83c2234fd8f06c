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

impl Matched {
    /// Returns counts with kills in place of executions: `ef` failing and `ep` passing tests, expected kills included. Units: tests;
    /// `ep` may be fractional.
    pub fn kills(
        &self,
        mutant: &MatchedMutant,
        tests: &Selection,
        kill: Kill,
        expect: Expect,
    ) -> Counts<f64> {
        let (failing, passing) = (both(&self.failing, tests.failing()), tests.passing());
        let ef = kills(mutant, &failing, kill) as f64;
        let certain = kills(mutant, passing, kill) as f64;
        let open = match expect {
            Expect::Nothing => 0.0,
            Expect::Infections => {
                rate(mutant, passing, kill) * mutant.open(&self.passing, passing).len() as f64
            }
        };
        let passed = passing.len() as f64;
        let ep = (certain + open).min(passed);
        Counts { ef, ep, nf: failing.len() as f64 - ef, np: passed - ep }
    }
}

/// The intersection of two ascending lists.
pub(crate) fn both(all: &[TestId], wanted: &[TestId]) -> Vec<TestId> {
    wanted.iter().copied().filter(|test| all.binary_search(test).is_ok()).collect()
}

fn kills(mutant: &MatchedMutant, tests: &[TestId], kill: Kill) -> usize {
    let of = mutant.pairs.iter().filter(|pair| tests.binary_search(&pair.test).is_ok());
    of.filter(|pair| kill.is(pair.verdict)).count()
}

/// The estimated rate at which infected passing tests kill the mutant.
fn rate(mutant: &MatchedMutant, passing: &[TestId], kill: Kill) -> f64 {
    let is_infected = |test: &TestId| {
        mutant.infected.binary_search(test).is_ok() || mutant.covering.binary_search(test).is_ok()
    };
    let ran = mutant.pairs.iter().filter(|pair| passing.binary_search(&pair.test).is_ok());
    let (kills, runs) = ran
        .filter(|pair| is_infected(&pair.test))
        .fold((0_u32, 0_u32), |(kills, runs), pair| (kills + u32::from(kill.is(pair.verdict)), runs + 1));
    f64::from(kills + 1) / f64::from(runs + 2)
}
