//! Calibrates the stated confidence of a ranking on projects that its weights were not learned from.

use faultline_sbfl::evidence::{Stated, Weights, probabilities};
use libm::exp;

use super::Lesson;

const NUMBERS: usize = Stated::NAMES.len();
/// Penalty on deviation from the share, relative to the log likelihood: half of it times the squared deviation.
const RIDGE: f64 = 2.0;

/// Maximises the likelihood of the first suspects' correctness, with each lesson scored by weights that it did not
/// contribute to. Logistic regression on the log odds and the log number of candidates, with a ridge towards the share.
/// Without lessons, states the share. Cost: a few passes over the candidates.
pub(super) fn learned(unseen: &[(Weights, Vec<&Lesson>)]) -> Stated {
    const STEPS: usize = 50;
    let said = |(weights, lessons): &(Weights, Vec<&Lesson>)| -> Vec<([f64; NUMBERS], f64)> {
        let known = lessons.iter().filter(|lesson| lesson.rows.len() > 1);
        known.map(|lesson| of_first(lesson, weights)).collect()
    };
    let said: Vec<([f64; NUMBERS], f64)> = unseen.iter().flat_map(said).collect();
    let mut numbers = *Stated::PLAIN.all();
    for _ in 0..STEPS {
        let change = step(&said, &numbers);
        numbers.iter_mut().zip(change).for_each(|(number, change)| *number += change);
    }
    Stated::new(numbers.map(|number| (number * 1e6).round() / 1e6))
}

/// Regressors of a lesson's first suspect, and the share of faulty ones.
fn of_first(lesson: &Lesson, weights: &Weights) -> ([f64; NUMBERS], f64) {
    let first = lesson.first(weights);
    let chance = first.places.first().map_or(0.5, |&at| probabilities(&first.scores)[at]);
    (Stated::row(chance, first.scores.len()), first.right)
}

/// One step of Newton's method.
fn step(said: &[([f64; NUMBERS], f64)], numbers: &[f64; NUMBERS]) -> [f64; NUMBERS] {
    let mut slope: [f64; NUMBERS] = std::array::from_fn(|at| RIDGE * (Stated::PLAIN.all()[at] - numbers[at]));
    let mut curve = [[0.0; NUMBERS]; NUMBERS];
    for (at, row) in curve.iter_mut().enumerate() {
        row[at] = RIDGE;
    }
    for (row, right) in said {
        let odds: f64 = row.iter().zip(numbers).map(|(value, number)| value * number).sum();
        let chance = 1.0 / (1.0 + exp(-odds));
        for at in 0..NUMBERS {
            slope[at] += (right - chance) * row[at];
            for other in 0..NUMBERS {
                curve[at][other] += chance * (1.0 - chance) * row[at] * row[other];
            }
        }
    }
    solved(curve, slope)
}

/// Solves a system of equations with a positive definite matrix by Gaussian elimination.
fn solved(mut matrix: [[f64; NUMBERS]; NUMBERS], mut values: [f64; NUMBERS]) -> [f64; NUMBERS] {
    for at in 0..NUMBERS {
        let row = matrix[at];
        for below in at + 1..NUMBERS {
            let factor = matrix[below][at] / row[at];
            matrix[below].iter_mut().zip(row).for_each(|(value, above)| *value -= factor * above);
            values[below] -= factor * values[at];
        }
    }
    for at in (0..NUMBERS).rev() {
        let known: f64 = (at + 1..NUMBERS).map(|column| matrix[at][column] * values[column]).sum();
        values[at] = (values[at] - known) / matrix[at][at];
    }
    values
}

#[cfg(test)]
mod tests {
    use faultline_sbfl::evidence::Kind;

    use super::*;

    /// A lesson whose first candidate leads, faulty or not.
    fn lesson(candidates: usize, is_right: bool) -> Lesson {
        let mut rows = vec![[0.0; Kind::ALL.len()]; candidates];
        rows[0][0] = 2.0;
        Lesson { rows, faulty: vec![usize::from(!is_right)], ..Lesson::default() }
    }

    fn chance(stated: &Stated, candidates: usize) -> f64 {
        let first = lesson(candidates, true).first(&weights());
        stated.chances(&first.scores)[0]
    }

    fn weights() -> Weights {
        let mut of = [0.0; Kind::ALL.len()];
        of[0] = 1.0;
        Weights::new(of)
    }

    #[test]
    fn what_was_seen_is_stated() {
        let lessons: Vec<Lesson> = (0..800)
            .map(|at| if at % 2 == 0 { lesson(5, at % 10 != 0) } else { lesson(200, at % 20 == 1) })
            .collect();
        let stated = learned(&[(weights(), lessons.iter().collect())]);
        assert!((chance(&stated, 5) - 0.8).abs() < 0.02, "{}", chance(&stated, 5));
        assert!((chance(&stated, 200) - 0.1).abs() < 0.02, "{}", chance(&stated, 200));
        assert!(stated.all()[2] < 0.0, "{stated:?}");
    }

    #[test]
    fn nothing_seen_changes_nothing() {
        assert_eq!(learned(&[]), Stated::PLAIN);
        let one = Lesson { rows: vec![[0.0; Kind::ALL.len()]], faulty: vec![0], ..Lesson::default() };
        assert_eq!(learned(&[(weights(), vec![&one])]), Stated::PLAIN);
    }

    #[test]
    fn equations_are_solved() {
        let solved = solved([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]], [6.0, 10.0, 8.0]);
        for (value, expected) in solved.into_iter().zip([1.0, 2.0, 3.0]) {
            assert!((value - expected).abs() < 1e-12, "{solved:?}");
        }
    }
}
