//! The effect of repeating the failed tests on the fault's rank, for each formula.
//!
//! Source: Zhang et al., Spectrum-based fault localization with cloned failed test cases; `docs/formulas.md` for formulas
//! that the paper does not treat.
use std::cmp::Ordering;
use std::collections::BTreeSet;

use faultline_sbfl::{Cloning, Counts, FORMULAS, Formula, RankGroup, RankingSpec, places};
use proptest::prelude::*;

/// The counts of some elements in one suite.
#[derive(Clone, Debug)]
struct Suite {
    /// The first element is the fault.
    elements: Vec<Counts>,
}

/// Suites with at least as many passing as failing tests. With `single`, every failed test executes the first element.
fn suites(single: bool) -> impl Strategy<Value = Suite> {
    (1_u32..12)
        .prop_flat_map(|failed| (Just(failed), failed..60))
        .prop_flat_map(move |(failed, passed)| {
            let counts = move |(ef, ep)| Counts { ef, ep, nf: failed - ef, np: passed - ep };
            let fault = if single { failed..=failed } else { 0..=failed };
            let fault = (fault, 0..=passed).prop_map(counts);
            let others = proptest::collection::vec((0..=failed, 0..=passed).prop_map(counts), 0..12);
            (fault, others)
        })
        .prop_map(|(fault, others)| Suite { elements: std::iter::once(fault).chain(others).collect() })
}

/// Each formula with its default parameter and, if it has one, with another value.
fn rankings() -> Vec<RankingSpec> {
    let usual = FORMULAS.iter().map(RankingSpec::of);
    usual.chain(["dstar:1", "dstar:3.5"].map(|text| text.parse().unwrap())).collect()
}

fn with(cloning: Cloning) -> Vec<RankingSpec> {
    rankings().into_iter().filter(|ranking| ranking.cloning() == Some(cloning)).collect()
}

fn scores(ranking: &RankingSpec, suite: &Suite, clone: bool) -> Vec<f64> {
    let faultline_sbfl::Base::Formula { formula, parameter } = ranking.base else { unreachable!() };
    let ranking = RankingSpec { clone, ..*ranking };
    suite.elements.iter().map(|&counts| formula.score_with(parameter, &ranking.weighed(counts))).collect()
}

/// Compares two scores up to rounding.
fn compare(a: f64, b: f64) -> Ordering {
    let sorted = if a > b { [a, b] } else { [b, a] };
    if places(&sorted)[0].max == 2 { Ordering::Equal } else { a.total_cmp(&b) }
}

/// The position of every element relative to the fault: above, equal or below.
fn against_fault(scores: &[f64]) -> Vec<Ordering> {
    scores.iter().map(|&score| compare(score, scores[0])).collect()
}

/// The fault's best and worst rank: the number of elements above it, and of those above or equal.
fn ranks(scores: &[f64]) -> (usize, usize) {
    let against = against_fault(scores);
    let count = |wanted: &[Ordering]| against.iter().filter(|order| wanted.contains(order)).count();
    (count(&[Ordering::Greater]) + 1, count(&[Ordering::Greater, Ordering::Equal]))
}

#[test]
fn the_papers_formulas_are_nineteen_improved_ten_preserved_and_four_either_way() {
    let beyond = ["DStar", "Barinel", "SBI", "Ochiai2", "Zoltar", "Overlap", "GP13", "Ideal"];
    let of_paper: Vec<&Formula> = FORMULAS.iter().filter(|f| !beyond.contains(&f.name)).collect();
    let count = |cloning| of_paper.iter().filter(|formula| formula.cloning == cloning).count();
    assert_eq!(of_paper.len(), 33);
    assert_eq!(count(Cloning::Improved), 19);
    assert_eq!(count(Cloning::Preserved), 10);
    assert_eq!(count(Cloning::EitherWay), 4);
    for formula in of_paper {
        let expected = match formula.group {
            Some(RankGroup::Er2 | RankGroup::Er4 | RankGroup::Er6) => Some(Cloning::Improved),
            Some(RankGroup::Er1 | RankGroup::Er3 | RankGroup::Er5) => Some(Cloning::Preserved),
            None => None,
        };
        assert!(expected.is_none_or(|expected| expected == formula.cloning), "{formula}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn cloning_never_ranks_a_single_fault_worse_under_the_formulas_that_it_improves(suite in suites(true)) {
        for ranking in with(Cloning::Improved) {
            let before = ranks(&scores(&ranking, &suite, false));
            let after = ranks(&scores(&ranking, &suite, true));
            prop_assert!(after.0 <= before.0 && after.1 <= before.1, "{ranking}: {before:?}, {after:?}");
        }
    }

    #[test]
    fn cloning_leaves_the_order_of_all_elements_as_it_is_under_the_formulas_that_it_preserves(
        suite in suites(false)
    ) {
        for ranking in with(Cloning::Preserved) {
            // Overlap's order is preserved only relative to the fault: its finite scores change.
            if ranking.formula().unwrap().name == "Overlap" {
                continue;
            }
            let (before, after) = (scores(&ranking, &suite, false), scores(&ranking, &suite, true));
            for a in 0..before.len() {
                for b in 0..a {
                    let orders = (compare(before[a], before[b]), compare(after[a], after[b]));
                    prop_assert_eq!(orders.0, orders.1, "{}: {} and {}", ranking, a, b);
                }
            }
        }
    }

    #[test]
    fn cloning_leaves_a_single_faults_ranks_as_they_are_under_the_formulas_that_it_preserves(
        suite in suites(true)
    ) {
        for ranking in with(Cloning::Preserved) {
            prop_assert_eq!(
                ranks(&scores(&ranking, &suite, false)), ranks(&scores(&ranking, &suite, true)), "{}", ranking
            );
        }
    }

    #[test]
    fn formulas_of_one_group_rank_every_element_alike_relative_to_a_single_fault(suite in suites(true)) {
        use RankGroup::{Er1, Er2, Er3, Er4, Er5, Er6};
        for group in [Er1, Er2, Er3, Er4, Er5, Er6] {
            let members: Vec<&Formula> = FORMULAS.iter().filter(|f| f.group == Some(group)).collect();
            prop_assert!(members.len() >= 2);
            let against = |formula: &Formula| {
                against_fault(&scores(&RankingSpec::of(Formula::find(formula.name).unwrap()), &suite, false))
            };
            let first = against(members[0]);
            for other in &members[1..] {
                prop_assert_eq!(&against(other), &first, "{} and {}", members[0], other);
            }
        }
    }

    #[test]
    fn a_whole_number_of_clones_counts_as_that_many_repeated_tests(
        ef in 0_u32..9, nf in 0_u32..9, ep in 0_u32..40, times in 1_u32..9,
    ) {
        let failed = ef + nf;
        prop_assume!(failed > 0 && ep <= times * failed);
        let cloned = Counts { ef, ep, nf, np: times * failed - ep }.weights().cloned();
        let repeated = Counts { ef: times * ef, ep, nf: times * nf, np: times * failed - ep };
        prop_assert_eq!(cloned, repeated.weights());
    }
}

/// All pairs of a fault and another element in suites of these sizes (failed, passed).
fn pairs(single: bool, sizes: impl Iterator<Item = (u32, u32)>) -> impl Iterator<Item = Suite> {
    sizes.flat_map(move |(failed, passed)| {
        let all = move |least: u32| {
            (least..=failed).flat_map(move |ef| {
                (0..=passed).map(move |ep| Counts { ef, ep, nf: failed - ef, np: passed - ep })
            })
        };
        // A fault executed by no failed test explains no failure.
        let faults = all(if single { failed } else { 1 });
        faults.flat_map(move |fault| all(0).map(move |other| Suite { elements: vec![fault, other] }))
    })
}

/// Sizes of suites with at least as many passing as failing tests.
fn mostly_passing(most_failed: u32, most_passed: u32) -> impl Iterator<Item = (u32, u32)> {
    (1..=most_failed).flat_map(move |failed| (failed..=most_passed).map(move |passed| (failed, passed)))
}

/// Sizes of suites with fewer passing than failing tests.
fn mostly_failing(most_failed: u32) -> impl Iterator<Item = (u32, u32)> {
    (2..=most_failed).flat_map(move |failed| (1..failed).map(move |passed| (failed, passed)))
}

/// Whether cloning improves the fault's worst rank in one suite and worsens it in another.
fn both_ways(ranking: &RankingSpec, suites: impl Iterator<Item = Suite>) -> (bool, bool) {
    let mut found = (false, false);
    for suite in suites {
        let before = ranks(&scores(ranking, &suite, false)).1;
        let after = ranks(&scores(ranking, &suite, true)).1;
        if (after < before && !found.0) || (after > before && !found.1) {
            let [fault, other] = suite.elements[..] else { unreachable!() };
            println!("{ranking}: fault {fault:?}, other {other:?}: rank {before} to {after}");
        }
        found = (found.0 || after < before, found.1 || after > before);
        if found == (true, true) {
            break;
        }
    }
    found
}

#[test]
fn there_are_examples_both_ways_for_the_formulas_that_cloning_moves_either_way() {
    for ranking in with(Cloning::EitherWay) {
        let sizes = mostly_passing(4, 17).chain(mostly_failing(6));
        assert_eq!(both_ways(&ranking, pairs(true, sizes)), (true, true), "{ranking}");
    }
}

/// Not in the paper; for Cohen it is proven: `docs/formulas.md`.
#[test]
fn cohen_fleiss_and_ochiai2_get_worse_only_where_fewer_tests_pass_than_fail() {
    for name in ["Cohen", "Fleiss", "Ochiai2"] {
        let ranking = name.parse().unwrap();
        assert!(!both_ways(&ranking, pairs(true, mostly_passing(4, 17))).1, "{name}");
        assert!(both_ways(&ranking, pairs(true, mostly_failing(6))).1, "{name}");
    }
}

#[test]
fn with_several_faults_there_are_examples_both_ways_for_every_improved_formula_too() {
    for ranking in with(Cloning::Improved) {
        assert_eq!(both_ways(&ranking, pairs(false, mostly_passing(4, 12))), (true, true), "{ranking}");
    }
}

#[test]
fn every_improved_formula_improves_on_some_single_fault() {
    for ranking in with(Cloning::Improved) {
        assert_eq!(both_ways(&ranking, pairs(true, mostly_passing(4, 9))), (true, false), "{ranking}");
    }
}

#[test]
fn a_suite_without_passing_tests_is_left_as_it_is() {
    let counts = Counts { ef: 2, ep: 0, nf: 1, np: 0 }.weights();
    assert_eq!(counts.cloned(), counts);
}

#[test]
fn a_score_is_never_nan_however_failed_tests_are_weighed() {
    let mut nan = BTreeSet::new();
    for suite in pairs(false, mostly_passing(4, 9).chain(mostly_failing(5))) {
        for counts in suite.elements {
            let is_nan = |formula: &&Formula| formula.score(&counts.weights().cloned()).is_nan();
            nan.extend(FORMULAS.iter().filter(is_nan).map(|formula| formula.name));
        }
    }
    assert!(nan.is_empty(), "{nan:?}");
}
