//! A fault with a known cause, reduced to what a ranking by evidence learns from it.

use faultline_evaluation::Figures;
use faultline_learned_metrics::ranking::Lesson;
use faultline_sbfl::Place;

/// A fault, reduced to its candidates and their evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The project.
    pub project: String,
    /// The fault's name.
    pub name: String,
    /// Its candidates.
    pub lesson: Lesson,
}

/// Scores closer than this are equal: sums of the same numbers in a different order. Units: absolute, of logarithms.
const EQUAL: f64 = 1e-9;

impl Known {
    /// Whether a ranking can be judged by it: some test failed, and a method is known to be faulty.
    pub fn can_judge(&self) -> bool {
        !self.lesson.rows.is_empty() && self.lesson.faulty.len() + self.lesson.missed > 0
    }

    /// The figures of a ranking by these logarithms of the candidates' scores, with all other methods below. `None` if the fault
    /// [cannot judge](Known::can_judge) one. Cost: O(candidates * faulty methods).
    pub fn figures(&self, scores: &[f64]) -> Option<Figures> {
        if !self.can_judge() {
            return None;
        }
        let place = |&faulty: &usize| {
            let own = scores[faulty];
            let above = scores.iter().filter(|&&score| score > own + EQUAL).count();
            let equal = scores.iter().filter(|&&score| (score - own).abs() <= EQUAL).count();
            Place { min: above as u32 + 1, max: (above + equal) as u32 }
        };
        let candidates = scores.len() as u32;
        let methods = candidates + self.lesson.others as u32;
        let below = Place { min: candidates + 1, max: methods };
        let missed = std::iter::repeat_n(below, self.lesson.missed);
        let mut places: Vec<Place> = self.lesson.faulty.iter().map(place).chain(missed).collect();
        Some(Figures::of(&mut places, methods as usize))
    }
}

#[cfg(test)]
mod tests {
    use faultline_evaluation::Measure;
    use faultline_sbfl::Ties;
    use faultline_sbfl::evidence::Kind;

    use super::*;

    fn known(candidates: usize, faulty: &[usize], others: usize, missed: usize) -> Known {
        let rows = vec![[0.0; Kind::ALL.len()]; candidates];
        let lesson = Lesson { rows, faulty: faulty.to_vec(), others, missed, ..Lesson::default() };
        Known { project: "P".into(), name: "P-1".into(), lesson }
    }

    #[test]
    fn equal_scores_share_their_places() {
        let figures = known(4, &[1], 6, 0).figures(&[2.0, 1.0, 1.0 + 1e-12, 0.0]).unwrap();
        assert!((figures.get(Measure::Rr(Ties::Max)) - 1.0 / 3.0).abs() < 1e-12);
        assert!((figures.get(Measure::Rr(Ties::Average)) - 1.0 / 2.5).abs() < 1e-12);
        assert!((figures.get(Measure::Exam) - 0.25).abs() < 1e-12);
    }

    #[test]
    fn a_faulty_method_that_no_failing_test_runs_is_behind_all_candidates() {
        let figures = known(2, &[], 3, 1).figures(&[1.0, 0.0]).unwrap();
        assert!((figures.get(Measure::Rr(Ties::Average)) - 0.25).abs() < 1e-12);
        assert_eq!(known(2, &[], 3, 0).figures(&[1.0, 0.0]), None);
        assert_eq!(known(0, &[], 3, 1).figures(&[]), None);
    }
}
