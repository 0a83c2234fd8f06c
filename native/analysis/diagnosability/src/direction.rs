//! Which of two values is better, as a type.

use std::cmp::Ordering;
use std::fmt;

/// Two values closer than this, relative to the larger one, are equal: between candidates
/// that tie, the first row wins.
pub const TIE_TOLERANCE: f64 = 1e-12;

/// Which of two values of a metric is better; part of a metric's type, so that a value is
/// never sorted the wrong way round.
pub trait Direction: Copy + Clone + fmt::Debug + Default + Send + Sync + 'static {
    /// The same at run time.
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
    /// The value turned so that larger is better.
    pub fn oriented(self, value: f64) -> f64 {
        match self {
            Self::Larger => value,
            Self::Smaller => -value,
        }
    }

    /// How `a` compares with `b`: `Greater` when it is better, `Equal` within
    /// [`TIE_TOLERANCE`].
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

/// Equal but for rounding.
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
