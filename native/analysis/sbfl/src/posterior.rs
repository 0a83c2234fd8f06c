//! Rankings by probability.

use std::fmt;

use crate::{Counts, RankingSpec, SuiteCounts, Weighed};

/// The probability that a line is faulty, given the outcomes of the tests.
///
/// Assumes one fault: a test that executes it fails with probability `q`, and a failed test does not execute it with
/// probability `s` (another cause). A line executed by some failed test weighs `(1 - q)^ep * s^(F - ef)`, any other 0;
/// weights are normalised to a sum of 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posterior {
    /// Probability that executing the fault fails the test; from 0, below 1.
    pub q: f64,
    /// Probability that a failed test has another cause; above 0, up to 1.
    pub s: f64,
}

impl Default for Posterior {
    fn default() -> Self {
        Self { q: 0.2, s: 0.1 }
    }
}

impl fmt::Display for Posterior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::default();
        f.write_str("posterior")?;
        for (name, value, usual) in [("q", self.q, usual.q), ("s", self.s, usual.s)] {
            if value.to_bits() != usual.to_bits() {
                write!(f, ":{name}={value}")?;
            }
        }
        Ok(())
    }
}

impl Posterior {
    /// Logarithm of a line's weight before normalising; negative infinity if `ef` is 0. The weights themselves would
    /// underflow with a few thousand passing tests.
    pub fn log_weight(&self, counts: &Counts<f64>) -> f64 {
        if counts.ef <= 0.0 {
            return f64::NEG_INFINITY;
        }
        counts.ep * (1.0 - self.q).ln() + counts.nf * self.s.ln()
    }

    /// Returns the probability of every element, per line that it represents.
    /// Cost: O(elements).
    pub(crate) fn score(
        &self,
        suite: &SuiteCounts<'_>,
        spec: &RankingSpec,
        extra: &Weighed,
        lines: impl Fn(usize) -> u32,
        out: &mut Vec<f64>,
    ) {
        let counts = |element| extra.added(element, suite.of(element).weights());
        let weight = |element| self.log_weight(&spec.weights_of(counts(element)));
        out.clear();
        out.extend((0..suite.ef.len()).map(weight));
        let largest = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if largest == f64::NEG_INFINITY {
            out.fill(0.0);
            return;
        }
        // Many elements have equal weights, so the last exponential is usually the right one.
        let (mut last, mut power, mut sum) = (f64::NAN, 0.0, 0.0);
        for (element, value) in out.iter_mut().enumerate() {
            if value.to_bits() != last.to_bits() {
                last = *value;
                power = (last - largest).exp();
            }
            *value = power;
            sum += power * f64::from(lines(element));
        }
        for value in out {
            *value /= sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn posterior(ef: &[u32], ep: &[u32], failed: u32, passed: u32) -> Vec<f64> {
        let mut out = Vec::new();
        let spec: RankingSpec = "posterior".parse().unwrap();
        Posterior::default().score(
            &SuiteCounts { ef, ep, failed, passed },
            &spec,
            &Weighed::default(),
            |_| 1,
            &mut out,
        );
        out
    }

    fn close(got: &[f64], expected: &[f64]) {
        let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-12 * b.abs();
        assert!(got.len() == expected.len() && got.iter().zip(expected).all(near), "{got:?}");
    }

    #[test]
    fn weights_are_those_of_the_formula_and_add_up_to_one() {
        // 0.8^1, 0.8^2 * 0.1, and a line that no failed test executed.
        close(&posterior(&[2, 1, 0], &[1, 2, 0], 2, 3), &[0.8 / 0.864, 0.064 / 0.864, 0.0]);
    }

    #[test]
    fn thousands_of_passing_tests_do_not_make_it_underflow() {
        close(&posterior(&[1, 1], &[7000, 6999], 1, 7000), &[0.8 / 1.8, 1.0 / 1.8]);
    }

    #[test]
    fn without_a_covered_line_every_probability_is_zero() {
        assert!(posterior(&[0, 0], &[1, 0], 1, 1).iter().all(|&p| p.to_bits() == 0));
    }
}
