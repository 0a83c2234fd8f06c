//! Weights by which known faults are most likely.

use faultline_scoring::evidence::{Kind, Weights};

use super::Lesson;
use super::likelihood::{Derivatives, probability};

const KINDS: usize = Kind::ALL.len();

/// How weights are learned.
#[derive(Clone, Debug, PartialEq)]
pub struct FitOptions {
    /// What large weights cost, against the logarithms of the probabilities of the faults: `ridge / 2` times the square of a
    /// weight times how much its kind varies among the candidates of a fault.
    pub ridge: f64,
    /// Kinds that weigh nothing: to see what they are worth.
    pub without: Vec<Kind>,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self { ridge: 10.0, without: Vec::new() }
    }
}

/// The weights by which the faulty methods of some faults are most likely: the sum of the logarithms of their probabilities,
/// less what large weights cost, is largest. Lessons without a faulty candidate teach nothing.
///
/// Gradient steps, each weight at a rate by its curvature; a fixed number of them, so that the same lessons in the same order give
/// the same bits. Cost: 600 passes over the evidence.
pub fn fit(lessons: &[&Lesson], options: &FitOptions) -> Weights {
    const STEPS: usize = 600;
    const RATE: f64 = 0.3;
    let lessons: Vec<&Lesson> = lessons.iter().copied().filter(|lesson| !lesson.faulty.is_empty()).collect();
    let variances = variances(&lessons);
    let mut weights = [0.0; KINDS];
    for _ in 0..STEPS {
        let mut changes = Derivatives::default();
        for lesson in &lessons {
            probability(lesson, &weights, &mut changes);
        }
        for kind in Kind::ALL.into_iter().filter(|kind| !options.without.contains(kind)) {
            let at = kind.index();
            let ridge = options.ridge * variances[at];
            let step = RATE * (changes.slope[at] - ridge * weights[at]);
            weights[at] += step / (changes.curve[at] + ridge);
        }
    }
    Weights::new(weights.map(|weight| (weight * 1e6).round() / 1e6))
}

/// How much each kind varies among the candidates of a fault, mean over faults.
fn variances(lessons: &[&Lesson]) -> [f64; KINDS] {
    // What does not vary says nothing, and rounding must not say it loudly.
    let mut variances = [1e-6; KINDS];
    for lesson in lessons {
        let candidates = lesson.rows.len() as f64;
        for (kind, variance) in variances.iter_mut().enumerate() {
            let mean = lesson.rows.iter().map(|row| row[kind]).sum::<f64>() / candidates;
            let square = lesson.rows.iter().map(|row| (row[kind] - mean).powi(2)).sum::<f64>();
            *variance += square / candidates / lessons.len() as f64;
        }
    }
    variances
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Faults of three methods: the first kind speaks for the faulty one, in one of four for another.
    fn lessons() -> Vec<Lesson> {
        let lesson = |value: f64, faulty: usize| {
            let mut rows = vec![[0.0; KINDS]; 3];
            (rows[0][0], rows[2][0], rows[1][3]) = (value, value / 2.0, 1.0);
            Lesson { methods: vec![0, 1, 2], rows, faulty: vec![faulty] }
        };
        vec![lesson(1.0, 0), lesson(2.0, 0), lesson(1.0, 1), lesson(1.5, 0)]
    }

    #[test]
    fn the_weights_are_where_the_penalised_likelihood_is_largest() {
        let lessons = lessons();
        let of: Vec<&Lesson> = lessons.iter().collect();
        let options = FitOptions { ridge: 0.5, without: Vec::new() };
        let fitted = fit(&of, &options);
        let value = |weights: &[f64; KINDS]| {
            let sum: f64 =
                of.iter().map(|lesson| probability(lesson, weights, &mut Derivatives::default()).ln()).sum();
            let squares =
                weights.iter().zip(variances(&of)).map(|(weight, variance)| variance * weight * weight);
            sum - 0.25 * squares.sum::<f64>()
        };
        let best = value(fitted.all());
        assert!(fitted.of(Kind::ALL[0]) > 0.1, "{fitted:?}");
        for kind in [0, 3] {
            for step in [-0.01, 0.01] {
                let mut moved = *fitted.all();
                moved[kind] += step;
                assert!(value(&moved) < best, "{kind}");
            }
        }
    }

    #[test]
    fn what_is_left_out_weighs_nothing_and_no_fault_teaches_nothing() {
        let lessons = lessons();
        let of: Vec<&Lesson> = lessons.iter().collect();
        let without = FitOptions { without: vec![Kind::ALL[0]], ..FitOptions::default() };
        assert!(fit(&of, &without).of(Kind::ALL[0]).abs() < 1e-15);
        assert!(
            fit(&[&Lesson::default()], &FitOptions::default())
                .all()
                .iter()
                .all(|weight| weight.abs() < 1e-15)
        );
    }
}
