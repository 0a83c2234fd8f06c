//! Faults that a ranking places far down, and which evidence was missing.

use faultline_learned_metrics::ranking::Lesson;
use faultline_sbfl::evidence::{Kind, Weights};

use crate::known::Known;

/// Last place that is not far down.
pub const NEAR: f64 = 10.0;
/// Differences of logarithms below this say nothing.
const SMALL: f64 = 0.05;

/// A fault whose best faulty method is far down.
#[derive(Clone, Debug, PartialEq)]
pub struct Far {
    /// The project.
    pub project: String,
    /// The fault.
    pub fault: String,
    /// Place of the best faulty method, from 1; ties count by the average.
    pub place: f64,
    /// Its place by suspicion alone.
    pub by_suspicion: f64,
    /// Number of candidates with the same suspicion, itself included.
    pub alike: usize,
    /// Number of candidates.
    pub candidates: usize,
    /// Kinds of evidence for which the first suspect has more, the largest difference first. Units: of ln of the score.
    pub behind: Vec<(Kind, f64)>,
}

impl Far {
    /// The fault if its best faulty method is beyond place [`NEAR`] under these weights. A fault none of whose faulty methods is
    /// run by a failing test is none: no evidence helps. Cost: O(candidates).
    pub fn of(known: &Known, weights: &Weights) -> Option<Self> {
        let lesson = &known.lesson;
        let scores = lesson.scores(weights);
        let best = *lesson.faulty.iter().max_by(|&&a, &&b| scores[a].total_cmp(&scores[b]))?;
        let (place, _) = place(&scores, best);
        if place <= NEAR {
            return None;
        }
        let suspicion: Vec<f64> = lesson.rows.iter().map(|row| row[Kind::Suspicion.index()]).collect();
        let (by_suspicion, alike) = self::place(&suspicion, best);
        let first = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]))?;
        Some(Self {
            project: known.project.clone(),
            fault: known.name.clone(),
            place,
            by_suspicion,
            alike,
            candidates: scores.len(),
            behind: behind(lesson, weights, first, best),
        })
    }
}

/// A candidate's place, ties by the average, and the number of candidates with its score.
fn place(scores: &[f64], at: usize) -> (f64, usize) {
    let is_equal = |score: f64| (score - scores[at]).abs() <= 1e-9;
    let above = scores.iter().filter(|&&score| score > scores[at] && !is_equal(score)).count();
    let alike = scores.iter().filter(|&&score| is_equal(score)).count();
    (above as f64 + f64::midpoint(1.0, alike as f64), alike)
}

fn behind(lesson: &Lesson, weights: &Weights, first: usize, faulty: usize) -> Vec<(Kind, f64)> {
    let lead = |kind: Kind| {
        weights.of(kind) * (lesson.rows[first][kind.index()] - lesson.rows[faulty][kind.index()])
    };
    let mut behind: Vec<(Kind, f64)> =
        Kind::ALL.into_iter().map(|kind| (kind, lead(kind))).filter(|(_, lead)| *lead > SMALL).collect();
    behind.sort_by(|a, b| b.1.total_cmp(&a.1));
    behind
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twelve candidates: the first eleven have one more unit of size each, the last one is faulty.
    fn known(faulty_size: f64) -> Known {
        let row = |size: f64, words: f64| {
            let mut row = [0.0; Kind::ALL.len()];
            row[Kind::Size.index()] = size;
            row[Kind::Words.index()] = words;
            row
        };
        let mut rows: Vec<_> = (1..=11).map(|size| row(f64::from(size), 0.5)).collect();
        rows.push(row(faulty_size, 0.0));
        let lesson = Lesson { rows, faulty: vec![11], ..Lesson::default() };
        Known { project: "P".into(), name: "P-1".into(), lesson }
    }

    #[test]
    fn a_far_fault_lacks_what_the_first_suspect_has() {
        let far = Far::of(&known(0.0), &Weights::SHIPPED).unwrap();
        assert_eq!((far.candidates, far.alike), (12, 12));
        assert!((far.place - 12.0).abs() < 1e-9 && (far.by_suspicion - 6.5).abs() < 1e-9, "{far:?}");
        let kinds: Vec<Kind> = far.behind.iter().map(|of| of.0).collect();
        assert_eq!(kinds, [Kind::Size, Kind::Words]);
        assert!((far.behind[0].1 - 11.0 * Weights::SHIPPED.of(Kind::Size)).abs() < 1e-9, "{far:?}");
    }

    #[test]
    fn a_near_one_and_one_that_no_failing_test_runs_are_left_out() {
        assert_eq!(Far::of(&known(40.0), &Weights::SHIPPED), None);
        let mut missed = known(0.0);
        missed.lesson.faulty.clear();
        assert_eq!(Far::of(&missed, &Weights::SHIPPED), None);
    }
}
