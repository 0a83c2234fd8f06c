//! Provides results as evidence for rankings.

use faultline_sbfl::{Counts, MutantEvidence, MutantScore, Selection, Telling};

use crate::{Expect, Kill, Matched, boosts, metallaxis, muse};

impl MutantEvidence for Matched {
    fn factors(&self, tests: &Selection, weight: f64, of: Telling) -> Vec<f64> {
        let boosts = boosts(self, tests, weight);
        match of {
            Telling::Any => boosts.factors,
            Telling::Mending => boosts.factors_of_mending(),
        }
    }

    fn scores(&self, tests: &Selection, by: MutantScore, weighed: &dyn Fn(Counts<f64>) -> f64) -> Vec<f64> {
        match by {
            MutantScore::Metallaxis { infection, .. } => {
                let expect = if infection { Expect::Infections } else { Expect::Nothing };
                metallaxis(self, tests, Kill::Any, expect, weighed)
            }
            MutantScore::Muse => muse(self, tests),
        }
    }
}
