//! Suspiciousness formulas.

use std::fmt;

use crate::near::nearest;
use crate::{Counts, FORMULAS, ScoringError};

/// A suspiciousness formula of the registry ([`FORMULAS`]).
///
/// A score is never NaN, whatever the counts. It may be infinite (`DStar` of an element that
/// exactly the failing tests execute): an infinite score sorts first, as any larger number
/// does; where a number must be written, [`crate::finite`] gives the largest finite one.
pub struct Formula {
    /// Published name.
    pub name: &'static str,
    /// Other names it is found by.
    pub aliases: &'static [&'static str],
    /// The formula in words of `ef ep nf np`, `F = ef + nf` and `P = ep + np`.
    pub definition: &'static str,
    /// Who published it.
    pub source: &'static str,
    /// What 0/0 gives: the whole score where the whole formula is 0/0, and a part of it where
    /// the definition says so.
    pub zero_by_zero: f64,
    /// Formulas of one group give every element the same rank relative to the fault, as long
    /// as every failing test executes the fault.
    pub group: Option<RankGroup>,
    pub(crate) evaluate: fn(&Counts<f64>) -> f64,
}

/// The groups of formulas that rank alike in the single-fault case.
/// Source: Xie et al., A theoretical analysis of the risk evaluation formulas, TOSEM 2013.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "numbered in the paper")]
pub enum RankGroup {
    Er1,
    Er2,
    Er3,
    Er4,
    Er5,
    Er6,
}

impl Formula {
    /// The formula with this name or alias; letter case, blanks, `-` and `_` do not count.
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

    /// The score of an element with these counts; never NaN.
    pub fn score(&self, counts: &Counts<f64>) -> f64 {
        let score = (self.evaluate)(counts);
        // Adding 0 turns -0 into 0, which compares equal but prints otherwise.
        if score.is_nan() { self.zero_by_zero } else { score + 0.0 }
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

/// Registry names are unique, so a name is an identity.
impl PartialEq for Formula {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Formula {}

fn folded(name: &str) -> String {
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
        assert_eq!(error.to_string(), "no ranking is called 'ochia'; did you mean Ochiai?");
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

        #[test]
        fn one_more_passing_test_on_an_element_never_makes_it_more_suspicious(
            ef in 0_u32..50, ep in 0_u32..50, nf in 0_u32..50, np in 1_u32..50,
        ) {
            let before = Counts { ef, ep, nf, np }.weights();
            let after = Counts { ef, ep: ep + 1, nf, np: np - 1 }.weights();
            for formula in FORMULAS {
                prop_assert!(formula.score(&after) <= formula.score(&before), "{formula:?}");
            }
        }
    }
}
