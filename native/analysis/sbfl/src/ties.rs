//! Equal scores and their ranks.

use std::fmt;
use std::str::FromStr;

/// Scores that differ by less than this fraction of the larger one are equal: formulas reach the same value with different
/// rounding errors.
pub const TIE_TOLERANCE: f64 = 1e-12;

/// The rank of a suspect among others with an equal score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ties {
    /// The last place of the tie: the worst case for a reader who goes through the list.
    #[default]
    Max,
    /// The mean of the first and last place; may be half-integral.
    Average,
    /// The first place of the tie.
    Min,
    /// The position in the list, where ties are ordered by class name and line.
    LineOrder,
}

impl Ties {
    /// Every policy, the default first.
    pub const ALL: [Self; 4] = [Self::Max, Self::Average, Self::Min, Self::LineOrder];

    /// Lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Max => "max",
            Self::Average => "average",
            Self::Min => "min",
            Self::LineOrder => "line-order",
        }
    }
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Ties {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|ties| ties.name() == name).ok_or_else(|| {
            format!("'{name}' is not a tie policy; it is one of max, average, min, line-order")
        })
    }
}

/// First and last place of a tie, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// First place.
    pub min: u32,
    /// Last place.
    pub max: u32,
}

impl Place {
    /// The rank under a policy of a suspect at this position of the list, from 1.
    pub fn rank_at(self, ties: Ties, position: u32) -> f64 {
        if ties == Ties::LineOrder { position.into() } else { self.rank(ties) }
    }

    /// The rank under a policy. Line order ranks as [`Ties::Min`], because the position is unknown; [`Place::rank_at`] takes
    /// it.
    pub fn rank(self, ties: Ties) -> f64 {
        match ties {
            Ties::Max => self.max.into(),
            Ties::Average => f64::midpoint(self.min.into(), self.max.into()),
            Ties::Min | Ties::LineOrder => self.min.into(),
        }
    }
}

/// Returns the places of scores sorted in descending order.
///
/// A tie is everything equal to its first member, so a long chain of nearly equal scores does not become one tie. Infinities
/// equal themselves. Cost: O(scores).
pub fn places(sorted: &[f64]) -> Vec<Place> {
    let mut places = Vec::with_capacity(sorted.len());
    while let Some(&first) = sorted.get(places.len()) {
        let start = places.len();
        let ties = sorted[start..].iter().take_while(|&&score| equal(first, score)).count();
        let place = Place { min: start as u32 + 1, max: (start + ties) as u32 };
        places.resize(start + ties, place);
    }
    places
}

#[expect(clippy::float_cmp, reason = "equal infinities, and the common case")]
pub(crate) fn equal(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= TIE_TOLERANCE * a.abs().max(b.abs()) && a.is_finite() && b.is_finite()
}

/// Converts a score for JSON and CSV: infinity becomes `f64::MAX` (1.7976931348623157e308), which still sorts first and
/// reads back as a number.
pub fn finite(score: f64) -> f64 {
    score.clamp(f64::MIN, f64::MAX)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "places are small whole and half numbers")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_tie_has_its_first_place_its_last_and_their_mean() {
        let places = places(&[3.0, 2.0, 2.0, 1.0]);
        assert_eq!(places[1], Place { min: 2, max: 3 });
        assert_eq!(places[1], places[2]);
        let ranks = Ties::ALL.map(|ties| places[1].rank(ties));
        assert_eq!(ranks, [3.0, 2.5, 2.0, 2.0]);
        assert_eq!(places[1].rank_at(Ties::LineOrder, 3), 3.0);
        assert_eq!(places[1].rank_at(Ties::Average, 3), 2.5);
        assert_eq!(places[3].rank(Ties::Min), 4.0);
    }

    #[test]
    fn scores_equal_but_for_rounding_are_tied_and_others_are_not() {
        let third = 1.0 / 3.0;
        assert_eq!(places(&[third + f64::EPSILON, third])[0].max, 2);
        assert_eq!(places(&[third + 1e-9, third])[0].max, 1);
        assert_eq!(places(&[1e-20, 0.0])[0].max, 1);
    }

    #[test]
    fn infinite_scores_are_tied_with_each_other_only() {
        let places = places(&[f64::INFINITY, f64::INFINITY, f64::MAX, -1.0]);
        assert_eq!(places[0], Place { min: 1, max: 2 });
        assert_eq!(places[2], Place { min: 3, max: 3 });
    }

    #[test]
    fn an_infinite_score_is_written_as_the_largest_number() {
        assert_eq!(finite(f64::INFINITY), f64::MAX);
        assert_eq!(finite(0.25), 0.25);
    }

    proptest! {
        #[test]
        fn places_count_those_above_and_those_equal(mut scores in proptest::collection::vec(0_u32..6, 0..40)) {
            scores.sort_unstable_by(|a, b| b.cmp(a));
            let floats: Vec<f64> = scores.iter().map(|&s| f64::from(s)).collect();
            for (place, score) in places(&floats).iter().zip(&scores) {
                let above = scores.iter().filter(|s| *s > score).count() as u32;
                let equal = scores.iter().filter(|s| *s == score).count() as u32;
                prop_assert_eq!(*place, Place { min: above + 1, max: above + equal });
            }
        }
    }
}
