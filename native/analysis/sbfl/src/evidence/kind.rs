//! The kinds of evidence.

use std::fmt;

/// A kind of evidence: a number for each method that a failing test runs. F is the number of failing tests.
///
/// Source: chosen on 652 faults of 16 projects; what each is worth stands in `docs/ranking.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// ln of the Ochiai of its best line. Range: up to 0.
    Suspicion,
    /// ln of the number of its lines that a failing test runs. Range: 0 and more.
    Size,
    /// ln(1 + C), C the words that its outermost class and a failing test's share by the words of either. Range: 0 to ln 2.
    ClassName,
    /// 1 of a constructor.
    Constructor,
    /// 1 where its outermost class lies in the package of a failing test's class.
    Package,
    /// How much the words of its names are those of a failing test's: their cosine, rare words weighing more. Range: 0 to 1.
    Words,
    /// 1/k where it is the k-th frame of the recorded classes in the trace of what the JVM threw, mean over failing tests.
    /// Range: 0 to 1.
    Implicit,
    /// Share of failing tests with an exception that was thrown by hand, and the method in its trace. Range: 0 to 1.
    Explicit,
    /// Share of failing tests where it threw an exception by hand itself. Range: 0 to 1.
    Thrower,
    /// ln of the mean number of methods that failing tests run times the sum of (1/n)/F over those that run it, n how many
    /// they run: those that run few say more.
    Few,
}

impl Kind {
    /// All, in the order of [`super::Weights`].
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

    /// Those that follow from counts of tests that cover lines; the others from what failing tests tell besides.
    pub const COUNTED: usize = 2;
    /// How many follow from what failing tests tell.
    pub const TOLD: usize = Self::ALL.len() - Self::COUNTED;

    /// Its place in [`Kind::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its place among those that failing tests tell; `None` of the counted ones.
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

    /// In files and options.
    pub fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    /// The kind of a name.
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
