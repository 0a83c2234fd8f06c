//! Changes as factors of scores.

use faultline_sbfl::{ChangeEvidence, ChangeFactors};
use faultline_spectrum::TestId;

use crate::compare::Comparison;
use crate::since::{Basis, Since};

/* The fewer of the methods that a test runs have changed, the more a change says. So the factor is how many it
runs for each changed one, up to a limit. Of several failing tests the factors' geometric mean counts, so that a
change that only one of them runs says less. A test that never passed has no weight: what has changed since the
others passed need not have to do with it, as when an old fault gets a new test. */

impl ChangeEvidence for Comparison {
    fn factors(&self, failing: &[TestId], most: f64) -> ChangeFactors {
        let known: Vec<&Since> = failing
            .iter()
            .filter_map(|test| self.of_test(*test))
            .filter(|since| since.basis == Basis::Passed && !since.changed.is_empty())
            .collect();
        if known.is_empty() {
            return ChangeFactors::default();
        }
        let (elements, methods) = self.size;
        let (mut of_methods, mut of_lines) = (vec![0.0; methods], vec![0.0; elements]);
        for since in known {
            let factor = (since.runs as f64 / since.changed.len() as f64).clamp(1.0, most);
            let share = factor.ln() / failing.len() as f64;
            for changed in &since.changed {
                of_methods[changed.method.index()] += share;
                for line in &changed.lines {
                    of_lines[line.index()] += share;
                }
            }
        }
        let factors = |logs: Vec<f64>| logs.into_iter().map(f64::exp).collect();
        ChangeFactors { methods: factors(of_methods), lines: factors(of_lines) }
    }
}
