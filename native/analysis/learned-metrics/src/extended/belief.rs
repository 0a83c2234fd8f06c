//! Prior belief about the location of the fault, before any candidate's outcome is known.

use std::sync::Arc;

// The last bits of `f64::exp` and `f64::ln` depend on the C library; training must give the same bits on every machine.
use libm::{exp, log as ln};

use super::evidence::{Evidence, KINDS};

/// Weight of each kind of evidence about a method.
///
/// A line of method m holds the fault with a probability proportional to `exp(weights · kinds of m)`. If all weights are 0,
/// all suspicious lines are equally likely.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Belief {
    /// In the order of [`EVIDENCE`](super::EVIDENCE).
    pub weights: [f64; KINDS],
}

/// Evidence about a fault whose cause is known.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) evidence: Evidence,
    /// Whether each method of the evidence is faulty.
    pub(crate) is_faulty: Vec<bool>,
    /// Weight of the case.
    pub(crate) weight: f64,
}

impl Belief {
    /// Log weight of a line of each method; methods of test classes get the minimum over the other methods.
    fn logs(&self, evidence: &Evidence) -> Vec<f64> {
        let log = |kinds: &[f64; KINDS]| self.weights.iter().zip(kinds).map(|(w, x)| w * x).sum::<f64>();
        let mut logs: Vec<f64> = evidence.methods.iter().map(|method| log(&method.kinds)).collect();
        let others = evidence.methods.iter().zip(&logs).filter(|(method, _)| !method.is_test);
        let least = others.map(|(_, &log)| log).fold(f64::INFINITY, f64::min);
        for (method, log) in evidence.methods.iter().zip(&mut logs) {
            if method.is_test {
                *log = log.min(least);
            }
        }
        logs
    }

    /// Probability that a line of each method holds the fault; the sum over all lines is 1.
    pub fn of_lines(&self, evidence: &Evidence) -> Vec<f64> {
        let logs = self.logs(evidence);
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let powers: Vec<f64> = logs.iter().map(|log| exp(log - most)).collect();
        let lines = evidence.methods.iter().map(|method| f64::from(method.lines));
        let total: f64 = powers.iter().zip(lines).map(|(power, lines)| power * lines).sum();
        powers.into_iter().map(|power| (power / total).max(f64::MIN_POSITIVE)).collect()
    }

    /// A weight for each element of a universe: [`Belief::of_lines`] of its method. Methods without evidence, which no given
    /// failing test covers, get the geometric mean of the others.
    pub(crate) fn of_elements(&self, evidence: &Evidence, method_of: &[u32]) -> Arc<[f64]> {
        let of_lines = self.of_lines(evidence);
        let logs = of_lines.iter().map(|&weight| ln(weight)).sum::<f64>();
        let other = if of_lines.is_empty() { 1.0 } else { exp(logs / of_lines.len() as f64) };
        let of = |method: u32| {
            let found = evidence.methods.binary_search_by_key(&method, |known| known.method);
            found.map_or(other, |at| of_lines[at])
        };
        // Elements of a method are adjacent.
        let of_method = |elements: &[u32]| std::iter::repeat_n(of(elements[0]), elements.len());
        method_of.chunk_by(|a, b| a == b).flat_map(of_method).collect()
    }

    /// Fits weights to cases: maximises the log probability of the faulty methods minus `ridge / 2` times each squared
    /// weight.
    ///
    /// Makes a fixed number of gradient steps, scaled by the curvature of each weight, so that the same cases give the same
    /// bits. Cost: 400 passes over the evidence.
    pub(crate) fn fit(cases: &[Case], ridge: f64) -> Self {
        const STEPS: usize = 400;
        const RATE: f64 = 0.3;
        let mut belief = Self::default();
        let total: f64 = cases.iter().map(|case| case.weight).sum();
        for _ in 0..STEPS {
            let (mut slope, mut curve) = ([0.0; KINDS], [0.0; KINDS]);
            for case in cases {
                case.add_to(&belief, &mut slope, &mut curve);
            }
            for ((weight, slope), curve) in belief.weights.iter_mut().zip(slope).zip(curve) {
                *weight += RATE * (slope - ridge * *weight) / (curve + ridge).max(1e-3 * total);
            }
        }
        belief
    }

    /// Mean log probability of the faulty methods.
    #[cfg(test)]
    pub(crate) fn likelihood(&self, cases: &[Case]) -> f64 {
        let of = |case: &Case| {
            let lines = self.of_lines(&case.evidence);
            let mass = |at: usize| lines[at] * f64::from(case.evidence.methods[at].lines);
            let faulty = (0..lines.len()).filter(|&at| case.is_faulty[at]).map(mass).sum::<f64>();
            case.weight * faulty.ln()
        };
        cases.iter().map(of).sum::<f64>() / cases.iter().map(|case| case.weight).sum::<f64>()
    }
}

impl Case {
    /// Adds the first derivatives of the log probability of the faulty methods, and the second derivatives as if the faulty
    /// methods were known.
    fn add_to(&self, belief: &Belief, slope: &mut [f64; KINDS], curve: &mut [f64; KINDS]) {
        let masses: Vec<f64> = belief
            .of_lines(&self.evidence)
            .into_iter()
            .zip(&self.evidence.methods)
            .map(|(line, method)| line * f64::from(method.lines))
            .collect();
        let faulty: f64 =
            masses.iter().zip(&self.is_faulty).filter(|(_, is)| **is).map(|(mass, _)| mass).sum();
        if faulty <= 0.0 {
            return;
        }
        for kind in 0..KINDS {
            let (mut mean, mut square, mut of_faulty) = (0.0, 0.0, 0.0);
            for ((mass, method), is_faulty) in masses.iter().zip(&self.evidence.methods).zip(&self.is_faulty)
            {
                let x = method.kinds[kind];
                mean += mass * x;
                square += mass * x * x;
                if *is_faulty {
                    of_faulty += mass * x / faulty;
                }
            }
            slope[kind] += self.weight * (of_faulty - mean);
            curve[kind] += self.weight * (square - mean * mean);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::evidence::MethodEvidence;
    use super::*;

    fn evidence(methods: &[(u32, f64, bool)]) -> Evidence {
        let method = |(number, &(lines, x, is_test)): (usize, &(u32, f64, bool))| MethodEvidence {
            method: number as u32,
            lines,
            is_test,
            kinds: [x, 0.0, 0.0, 0.0, 0.0],
        };
        Evidence { methods: methods.iter().enumerate().map(method).collect() }
    }

    #[test]
    fn lines_of_all_methods_add_up_to_one() {
        let belief = Belief { weights: [2.0, 0.0, 0.0, 0.0, 0.0] };
        let lines = belief.of_lines(&evidence(&[(3, 0.0, false), (1, 1.0, false)]));
        let e2 = 2.0_f64.exp();
        assert!((lines[0] - 1.0 / (3.0 + e2)).abs() < 1e-14 && (lines[1] - e2 / (3.0 + e2)).abs() < 1e-14);
        assert!(belief.of_lines(&Evidence::default()).is_empty());
    }

    #[test]
    fn lines_of_tests_weigh_no_more_than_the_least_suspicious_other() {
        let belief = Belief { weights: [-1.0, 0.0, 0.0, 0.0, 0.0] };
        let lines = belief.of_lines(&evidence(&[(1, 1.0, false), (1, 3.0, false), (1, 0.0, true)]));
        assert!(lines[0] > lines[1] && lines[2].to_bits() == lines[1].to_bits(), "{lines:?}");
    }

    #[test]
    fn elements_without_evidence_weigh_the_geometric_mean_of_the_others() {
        let belief = Belief { weights: [2.0, 0.0, 0.0, 0.0, 0.0] };
        let weights = belief.of_elements(&evidence(&[(1, 0.0, false), (1, 1.0, false)]), &[1, 7, 0]);
        assert!((weights[1] - (weights[0] * weights[2]).sqrt()).abs() < 1e-14, "{weights:?}");
        assert_eq!(*Belief::default().of_elements(&Evidence::default(), &[0, 1]), [1.0, 1.0]);
    }

    /// Two kinds of faults; for one of them, the sign of its evidence is hidden in three of four cases.
    fn cases() -> Vec<Case> {
        let case = |x: f64, faulty: usize| Case {
            evidence: evidence(&[(1, x, false), (2, 0.0, false), (1, x / 2.0, false)]),
            is_faulty: (0..3).map(|method| method == faulty).collect(),
            weight: 1.0,
        };
        vec![case(1.0, 0), case(2.0, 0), case(1.0, 1), case(1.5, 0), case(0.5, 2)]
    }

    #[test]
    fn the_fitted_weight_is_where_the_penalised_likelihood_is_largest() {
        let cases = cases();
        let value = |weight: f64| {
            let belief = Belief { weights: [weight, 0.0, 0.0, 0.0, 0.0] };
            belief.likelihood(&cases) * 5.0 - 0.5 * 0.7 * weight * weight
        };
        let fitted = Belief::fit(&cases, 0.7);
        assert!(fitted.weights[0] > 0.1 && fitted.weights[1..] == [0.0; 4], "{fitted:?}");
        let best = value(fitted.weights[0]);
        assert!([-0.01, -0.001, 0.001, 0.01].iter().all(|step| value(fitted.weights[0] + step) < best));
    }

    #[test]
    fn a_stronger_ridge_gives_smaller_weights() {
        let cases = cases();
        let weight = |ridge| Belief::fit(&cases, ridge).weights[0];
        assert!(weight(0.1) > weight(1.0) && weight(1.0) > weight(10.0) && weight(10.0) > 0.0);
    }
}
