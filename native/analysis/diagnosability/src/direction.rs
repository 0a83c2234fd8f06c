//! Whether larger or smaller values are better, as a type.

use std::cmp::Ordering;
use std::fmt;

/// Values with a smaller relative difference are equal; between tied candidates the first row wins.
pub const TIE_TOLERANCE: f64 = 1e-12;

/// Whether larger or smaller values of a metric are better. Part of the metric's type, so that values cannot be sorted the
/// wrong way round.
pub trait Direction: Copy + Clone + fmt::Debug + Default + Send + Sync + 'static {
    /// The direction as a value.
    const BETTER: Better;
}

/// Larger values are better.
#[derive(Clone, Copy, Debug, Default)]
pub struct Larger;

/// Smaller values are better.
#[derive(Clone, Copy, Debug, Default)]
pub struct Smaller;

impl Direction for Larger {
    const BETTER: Better = Better::Larger;
}

impl Direction for Smaller {
    const BETTER: Better = Better::Smaller;
}

/// A [`Direction`] as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Better {
    /// Larger values are better.
    Larger,
    /// Smaller values are better.
    Smaller,
}

impl Better {
    /// Negates the value if smaller is better, so that larger is better.
    pub fn oriented(self, value: f64) -> f64 {
        match self {
            Self::Larger => value,
            Self::Smaller => -value,
        }
    }

    /// Compares two values: `Greater` if `a` is better, `Equal` within [`TIE_TOLERANCE`].
    pub fn compare(self, a: f64, b: f64) -> Ordering {
        if ties(a, b) { Ordering::Equal } else { self.oriented(a).total_cmp(&self.oriented(b)) }
    }

    /// `larger` or `smaller`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Larger => "larger",
            Self::Smaller => "smaller",
        }
    }
}

impl fmt::Display for Better {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether two values are equal up to rounding.
pub(crate) fn ties(a: f64, b: f64) -> bool {
    (a - b).abs() <= TIE_TOLERANCE * a.abs().max(b.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_equal_but_for_rounding_tie_whatever_the_direction() {
        for better in [Better::Larger, Better::Smaller] {
            assert_eq!(better.compare(0.1 + 0.2, 0.3), Ordering::Equal);
            assert_eq!(better.compare(0.0, 0.0), Ordering::Equal);
        }
        assert_eq!(Better::Larger.compare(2.0, 1.0), Ordering::Greater);
        assert_eq!(Better::Smaller.compare(2.0, 1.0), Ordering::Less);
        assert_eq!(Better::Smaller.compare(0.0, 1e-300), Ordering::Greater);
    }
}
