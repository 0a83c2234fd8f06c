//! Laws of joining and of scores, on random results.

mod sample;

use faultline_mbfl::{Kill, Matched, Results, boosts, metallaxis, muse};
use faultline_sbfl::{FORMULAS, Level, RankQuery, Ranker, RankingSpec, Selection, Ties};
use faultline_spectrum::{Mutation, Outcome, Spectrum, Verdict};
use proptest::prelude::*;
use sample::{mutant, mutation, spectrum};

const MUTANTS: u32 = 6;
const TESTS: u32 = 5;

/// Two failing and three passing tests, each covering the lines of a mask.
fn any_spectrum() -> impl Strategy<Value = Spectrum> {
    prop::collection::vec(1_u32..16, TESTS as usize).prop_map(|masks| {
        let rows: Vec<(Outcome, Vec<u32>)> = masks
            .iter()
            .enumerate()
            .map(|(row, mask)| {
                let outcome = if row < 2 { Outcome::Failed } else { Outcome::Passed };
                (outcome, (1..=4).filter(|line| mask >> (line - 1) & 1 == 1).collect())
            })
            .collect();
        let rows: Vec<(Outcome, &[u32])> =
            rows.iter().map(|(outcome, lines)| (*outcome, &lines[..])).collect();
        spectrum(4, &rows)
    })
}

fn verdict_of(row: u32, code: u8) -> Verdict {
    let of_failing = [Verdict::Same, Verdict::Passes, Verdict::Type, Verdict::Message, Verdict::Trace];
    let of_passing = [Verdict::Same, Verdict::Fails, Verdict::Aborts, Verdict::Same, Verdict::Fails];
    if row < 2 { of_failing[usize::from(code)] } else { of_passing[usize::from(code)] }
}

fn any_pairs() -> impl Strategy<Value = Vec<(u32, u32, Verdict)>> {
    let pair =
        (0..TESTS, 0..MUTANTS, 0_u8..5).prop_map(|(row, mutant, code)| (row, mutant, verdict_of(row, code)));
    prop::collection::vec(pair, 0..30)
}

fn any_probes() -> impl Strategy<Value = Vec<(u32, u64, u64)>> {
    prop::collection::vec((0..TESTS, 0_u64..64, 0_u64..64), 0..6)
        .prop_map(|probes| probes.into_iter().map(|(row, a, b)| (row, a | b, b)).collect())
}

fn mutants() -> Vec<faultline_spectrum::Mutant> {
    (0..MUTANTS).map(|number| mutant(number, 1 + number % 4)).collect()
}

/// A file for each part, with separate numbering.
fn files(
    spectrum: &Spectrum,
    pairs: &[(u32, u32, Verdict)],
    probes: &[(u32, u64, u64)],
    parts: usize,
) -> Vec<Mutation> {
    (0..parts)
        .map(|part| {
            let of = |at: usize| at % parts == part;
            let pairs: Vec<_> =
                pairs.iter().enumerate().filter(|(at, _)| of(*at)).map(|(_, pair)| *pair).collect();
            let probes: Vec<_> =
                probes.iter().enumerate().filter(|(at, _)| of(*at)).map(|(_, probe)| *probe).collect();
            mutation(spectrum, &mutants(), &probes, &pairs, 100 * part as u32)
        })
        .collect()
}

fn rank(spectrum: &Spectrum, matched: Option<&Matched>, spec: RankingSpec, level: Level) -> Vec<(u32, f64)> {
    let ranker = Ranker::new(spectrum);
    let ranker = match matched {
        Some(matched) => ranker.with_mutants(matched),
        None => ranker,
    };
    let query = RankQuery { selection: Selection::all(spectrum), ranking: spec, level, ties: Ties::Max };
    let ranking = ranker.rank(&query).expect("tests failed");
    ranking.entries.iter().map(|entry| (entry.element.0, entry.score)).collect()
}

proptest! {
    #[test]
    fn joining_is_commutative_and_shards_are_the_whole(
        spectrum in any_spectrum(),
        pairs in any_pairs(),
        probes in any_probes(),
        parts in 1_usize..5,
    ) {
        let whole = Results::of(&files(&spectrum, &pairs, &probes, 1));
        let shards = files(&spectrum, &pairs, &probes, parts);
        prop_assert_eq!(&Results::of(&shards), &whole);
        prop_assert_eq!(&Results::of(shards.iter().rev()), &whole);
        prop_assert_eq!(&Results::of(shards.iter().chain(&shards)), &whole);
        let mut joined = Results::default();
        for shard in shards.iter().rev() {
            joined.join(&Results::of([shard]));
        }
        prop_assert_eq!(&joined, &whole);
        prop_assert_eq!(joined.matched(&spectrum), whole.matched(&spectrum));
    }

    #[test]
    fn factors_are_between_one_and_four_and_one_where_nothing_is_known(
        spectrum in any_spectrum(),
        pairs in any_pairs(),
        probes in any_probes(),
    ) {
        let all = Selection::all(&spectrum);
        let matched = Results::of(&files(&spectrum, &pairs, &probes, 1)).matched(&spectrum);
        let factors = boosts(&matched, &all, 1.0).factors;
        prop_assert_eq!(factors.len(), spectrum.elements.len());
        prop_assert!(factors.iter().all(|factor| (1.0..=4.0).contains(factor)), "{:?}", factors);
        let none = Results::default().matched(&spectrum);
        prop_assert_eq!(boosts(&none, &all, 1.0).factors, vec![1.0; 4]);
        for level in [Level::Line, Level::Method, Level::Class] {
            let spec = RankingSpec::default();
            let plain = rank(&spectrum, None, spec, level);
            prop_assert_eq!(&rank(&spectrum, Some(&none), spec.with_mutants(), level), &plain);
            prop_assert_eq!(&rank(&spectrum, Some(&matched), spec, level), &plain);
            let zero = RankingSpec { mutants: Some(0.0), ..spec };
            prop_assert_eq!(&rank(&spectrum, Some(&matched), zero, level), &plain);
        }
    }

    #[test]
    fn one_more_mended_test_never_lowers_a_factor_and_one_more_broken_never_raises_it(
        spectrum in any_spectrum(),
        pairs in any_pairs(),
        at in 0..MUTANTS,
        failing in 0_u32..2,
        passing in 2..TESTS,
    ) {
        // All tests reach and are infected by all mutants, and pairs are unique.
        let probes: Vec<_> = (0..TESTS).map(|row| (row, 63, 63)).collect();
        let without = |row: u32| -> Vec<_> {
            pairs.iter().copied().filter(|&(test, mutant, _)| (test, mutant) != (row, at)).collect()
        };
        let factor = |pairs: &[(u32, u32, Verdict)]| {
            let matched = Results::of(&files(&spectrum, pairs, &probes, 1)).matched(&spectrum);
            boosts(&matched, &Selection::all(&spectrum), 1.0).factors[(at % 4) as usize]
        };
        let mut same = without(failing);
        same.push((failing, at, Verdict::Same));
        let mut mended = without(failing);
        mended.push((failing, at, Verdict::Passes));
        prop_assert!(factor(&mended) >= factor(&same));
        let mut same = without(passing);
        same.push((passing, at, Verdict::Same));
        let mut broken = without(passing);
        broken.push((passing, at, Verdict::Fails));
        prop_assert!(factor(&broken) <= factor(&same));
    }

    #[test]
    fn every_formula_and_every_kind_of_kill_gives_numbers(
        spectrum in any_spectrum(),
        pairs in any_pairs(),
        probes in any_probes(),
    ) {
        let all = Selection::all(&spectrum);
        let matched = Results::of(&files(&spectrum, &pairs, &probes, 1)).matched(&spectrum);
        for formula in FORMULAS {
            for kill in Kill::ALL {
                for expect in [faultline_mbfl::Expect::Nothing, faultline_mbfl::Expect::Infections] {
                    let scores = metallaxis(&matched, &all, kill, expect, faultline_mbfl::by(formula));
                    prop_assert!(scores.iter().all(|score| !score.is_nan()), "{}: {:?}", formula.name, scores);
                }
            }
        }
        prop_assert!(muse(&matched, &all).iter().all(|score| (-1.0..=1.0).contains(score)));
    }
}
