//! The kinds of evidence.

use std::fmt;

/// A kind of evidence: a number for each method that a failing test runs. F is the number of failing tests.
///
/// Source: chosen on 652 faults of 16 projects; `docs/ranking.md` reports the contribution of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// ln of the Ochiai score of its best line. Range: up to 0.
    Suspicion,
    /// ln of the number of its lines that a failing test runs. Range: from 0.
    Size,
    /// ln(1 + C), where C is the Jaccard similarity of the words of its outermost class and of a failing test's. Range: 0 to
    /// ln 2.
    ClassName,
    /// 1 for a constructor.
    Constructor,
    /// 1 if its outermost class is in the package of a failing test's class.
    Package,
    /// Cosine similarity of the words of its names and of a failing test's, rare words weighing more. Range: 0 to 1.
    Words,
    /// 1/k for the k-th frame of recorded classes in the trace of an exception thrown by the JVM; mean over failing tests.
    /// Range: 0 to 1.
    Implicit,
    /// Fraction of failing tests with an explicitly thrown exception whose trace has the method. Range: 0 to 1.
    Explicit,
    /// Fraction of failing tests where the method itself threw explicitly. Range: 0 to 1.
    Thrower,
    /// ln of the mean number of methods that failing tests run times the sum of (1/n)/F over the failing tests that run the
    /// method, where n is the number of methods such a test runs.
    Few,
}

impl Kind {
    /// All kinds, in the order of [`super::Weights`].
    pub const ALL: [Self; 10] = [
        Self::Suspicion,
        Self::Size,
        Self::ClassName,
        Self::Constructor,
        Self::Package,
        Self::Words,
        Self::Implicit,
        Self::Explicit,
        Self::Thrower,
        Self::Few,
    ];

    /// Number of kinds derived from the counts of lines; the others come from failing tests.
    pub const COUNTED: usize = 2;
    /// Number of kinds from failing tests.
    pub const TOLD: usize = Self::ALL.len() - Self::COUNTED;

    /// Its index in [`Kind::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its index among the kinds from failing tests; `None` for a counted kind.
    pub fn told(self) -> Option<usize> {
        self.index().checked_sub(Self::COUNTED)
    }

    /// Names in files and options, in the order of [`Kind::ALL`].
    pub const NAMES: [&str; Self::ALL.len()] = [
        "suspicion",
        "size",
        "class-name",
        "constructor",
        "package",
        "words",
        "implicit",
        "explicit",
        "thrower",
        "few",
    ];

    /// The name in files and options.
    pub fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    /// The kind with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_one_place_and_one_name() {
        for (place, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), place);
            assert_eq!(Kind::of_name(kind.name()), Some(kind));
        }
        assert_eq!((Kind::Size.told(), Kind::ClassName.told()), (None, Some(0)));
    }
}
