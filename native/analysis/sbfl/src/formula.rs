//! Suspiciousness formulas.

use std::fmt;

use crate::near::nearest;
use crate::{Counts, FORMULAS, ScoringError};

/// A suspiciousness formula of the registry ([`FORMULAS`]).
///
/// A score is never NaN, whatever the counts. It may be infinite (`DStar` of an element that exactly the failing tests
/// execute) and then sorts first; [`crate::finite`] converts it where a number must be written.
pub struct Formula {
    /// Published name.
    pub name: &'static str,
    /// Other accepted names.
    pub aliases: &'static [&'static str],
    /// The formula in terms of `ef ep nf np`, `F = ef + nf` and `P = ep + np`.
    pub definition: &'static str,
    /// The publication.
    pub source: &'static str,
    /// The value of 0/0, for the whole score or for a part of it.
    pub zero_by_zero: f64,
    /// The group of formulas that give every element the same rank relative to the fault if every failing test executes the
    /// fault.
    pub group: Option<RankGroup>,
    /// The effect of repeating the failed tests on the fault's rank.
    pub cloning: Cloning,
    /// The adjustable number, as in `dstar:3`.
    pub parameter: Option<Parameter>,
    pub(crate) evaluate: fn(&Counts<f64>, f64) -> f64,
}

/// An adjustable number in a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in the literature.
    pub name: &'static str,
    /// Its default value.
    pub default: f64,
    /// The smallest meaningful value.
    pub min: f64,
    /// The largest meaningful value.
    pub max: f64,
}

/// Groups of formulas with equal rankings in the single-fault case.
/// Source: Xie et al., A theoretical analysis of the risk evaluation formulas, TOSEM 2013.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "numbered in the paper")]
pub enum RankGroup {
    Er1,
    Er2,
    Er3,
    Er4,
    Er5,
    Er6,
}

impl fmt::Display for RankGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ER{}", *self as u8 + 1)
    }
}

/// The effect of repeating the failed tests c = P/F >= 1 times on the rank of a fault that every failed test executes.
/// Source: Zhang et al., Spectrum-based fault localization with cloned failed test cases; `docs/formulas.md` has proofs for
/// formulas that the paper does not treat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cloning {
    /// The rank never gets worse.
    Improved,
    /// The order of elements does not change, whatever the number of faults.
    Preserved,
    /// The rank gets better in some spectra and worse in others.
    EitherWay,
}

impl Cloning {
    /// The name printed by `faultline formulas`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Improved => "improved",
            Self::Preserved => "preserved",
            Self::EitherWay => "either way",
        }
    }
}

impl fmt::Display for Cloning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Formula {
    /// Finds a formula by name or alias; letter case, blanks, `-` and `_` are ignored.
    /// Errors: [`ScoringError::UnknownFormula`] with the nearest names.
    pub fn find(name: &str) -> Result<&'static Self, ScoringError> {
        let wanted = folded(name);
        let named = |formula: &&Self| formula.names().any(|known| folded(known) == wanted);
        FORMULAS.iter().find(named).ok_or_else(|| ScoringError::UnknownFormula {
            name: name.to_owned(),
            near: nearest(name, FORMULAS.iter().flat_map(Self::names), 3),
        })
    }

    /// Name and aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// The score of an element with these counts and the default parameter; never NaN.
    pub fn score(&self, counts: &Counts<f64>) -> f64 {
        self.score_with(self.default_parameter(), counts)
    }

    /// The score with the given parameter, which a formula without one ignores; never NaN.
    pub fn score_with(&self, parameter: f64, counts: &Counts<f64>) -> f64 {
        let score = (self.evaluate)(counts, parameter);
        // Adding 0 turns -0 into 0: they compare equal but print differently.
        if score.is_nan() { self.zero_by_zero } else { score + 0.0 }
    }

    pub(crate) fn default_parameter(&self) -> f64 {
        self.parameter.map_or(0.0, |parameter| parameter.default)
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.definition)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Names in the registry are unique, so formulas are compared by name.
impl PartialEq for Formula {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Formula {}

/// Normalises a name for comparison.
pub(crate) fn folded(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn score(name: &str, ef: u32, ep: u32, nf: u32, np: u32) -> f64 {
        Formula::find(name).unwrap().score(&Counts { ef, ep, nf, np }.weights())
    }

    #[test]
    fn names_and_aliases_are_unique_however_they_are_written() {
        let mut names: Vec<String> = FORMULAS.iter().flat_map(Formula::names).map(folded).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn a_formula_is_found_by_name_or_alias_in_any_case() {
        for name in ["Ochiai", "ochiai", "OCHIAI"] {
            assert_eq!(Formula::find(name).unwrap().name, "Ochiai");
        }
        assert_eq!(Formula::find("op2").unwrap().name, "Naish2");
        assert_eq!(Formula::find("d-star").unwrap().name, "DStar");
        assert_eq!(Formula::find("D*").unwrap().name, "DStar");
    }

    #[test]
    fn an_unknown_formula_names_its_nearest() {
        let error = Formula::find("ochia").unwrap_err();
        assert_eq!(error.to_string(), "no ranking is called 'ochia'; did you mean Ochiai or Ochiai2?");
        assert_eq!(Formula::find("xyzzy").unwrap_err().to_string(), "no ranking is called 'xyzzy'");
    }

    #[test]
    fn scores_are_those_worked_by_hand() {
        // ef = 2, ep = 2, nf = 2, np = 4.
        let close = |name, expected: f64| {
            let got = score(name, 2, 2, 2, 4);
            assert!((got - expected).abs() < 1e-12, "{name} gives {got}, not {expected}");
        };
        close("Ochiai", 0.5);
        close("Tarantula", 0.6);
        close("DStar", 1.0);
        close("Op2", 2.0 - 2.0 / 7.0);
        close("Barinel", 0.5);
        close("Jaccard", 1.0 / 3.0);
        close("Naish1", -1.0);
        close("Wong2", 0.0);
    }

    #[test]
    fn an_element_that_nothing_executed_scores_what_the_registry_says() {
        for name in ["Ochiai", "Tarantula", "DStar", "Barinel", "Jaccard"] {
            assert!(score(name, 0, 0, 2, 3).abs() < 1e-300, "{name}");
        }
    }

    #[test]
    fn the_perfect_suspect_of_dstar_is_above_every_other() {
        assert!(score("DStar", 1, 0, 0, 9) > score("DStar", 1_000_000, 1, 0, 9));
    }

    #[test]
    fn without_passing_tests_what_all_failures_execute_is_above_what_some_do_not() {
        for name in ["Ochiai", "DStar", "Op2", "Jaccard"] {
            assert!(score(name, 3, 0, 0, 0) > score(name, 2, 0, 1, 0), "{name}");
        }
        for name in ["Tarantula", "Barinel"] {
            assert!(score(name, 3, 0, 0, 0) > score(name, 0, 0, 3, 0), "{name}");
        }
    }

    proptest! {
        #[test]
        fn a_score_is_never_nan_and_never_minus_zero(
            ef in prop_oneof![Just(0_u32), any::<u32>()], ep in prop_oneof![Just(0_u32), any::<u32>()],
            nf in prop_oneof![Just(0_u32), any::<u32>()], np in prop_oneof![Just(0_u32), any::<u32>()],
        ) {
            for formula in FORMULAS {
                let score = formula.score(&Counts { ef, ep, nf, np }.weights());
                prop_assert!(!score.is_nan(), "{formula:?}");
                prop_assert!(score != 0.0 || score.is_sign_positive(), "{formula:?}");
            }
        }
    }

    /// All counts with up to six failed and six passed tests.
    fn small_cases() -> impl Iterator<Item = Counts> {
        let pairs = || (0..=6_u32).flat_map(|total| (0..=total).map(move |part| (part, total - part)));
        pairs().flat_map(move |(ef, nf)| pairs().map(move |(ep, np)| Counts { ef, ep, nf, np }))
    }

    #[test]
    fn one_more_passing_test_makes_an_element_more_suspicious_under_amples_absolute_value_only() {
        let mut more_suspicious = std::collections::BTreeSet::new();
        for before in small_cases().filter(|counts| counts.np > 0 && counts.failed() > 0) {
            let after = Counts { ep: before.ep + 1, np: before.np - 1, ..before };
            for formula in FORMULAS {
                let (before, after) = (formula.score(&before.weights()), formula.score(&after.weights()));
                if after > before && !crate::ties::equal(after, before) {
                    more_suspicious.insert(formula.name);
                }
            }
        }
        assert_eq!(more_suspicious.into_iter().collect::<Vec<_>>(), ["AMPLE"]);
    }
}
