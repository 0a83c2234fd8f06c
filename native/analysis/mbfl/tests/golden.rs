//! Examples computed by hand.

mod sample;

use faultline_mbfl::{
    Category, Expect, Kill, LeftOut, Results, boosts, metallaxis, muse, passing_in_order, sentence,
};
use faultline_sbfl::{Formula, Level, RankQuery, Ranker, RankingSpec, Selection, Suspect, Ties};
use faultline_spectrum::{INITIALISER, Mutation, Outcome, PairVerdict, Spectrum, TestId, Unusable, Verdict};
use sample::{id, mutant, mutation, results, spectrum};

use Outcome::{Failed, Passed};
use Verdict::{Fails, Message, Passes, Same, Trace, Type};

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

/// One failing and three passing tests that cover both lines.
fn four_tests() -> Spectrum {
    spectrum(2, &[(Failed, &[1, 2]), (Passed, &[1, 2]), (Passed, &[1, 2]), (Passed, &[1])])
}

#[test]
fn a_clean_mutant_doubles_and_expected_kills_follow_the_infections() {
    let spectrum = four_tests();
    // Mutant 0 on line 1 fixes the failing test; it infects tests 1 and 2 without changing their results. Mutant 1 on line 2 changes
    // the failure; it infects and breaks test 1, and infects test 2, which has not run.
    let found = results(
        &spectrum,
        &[mutant(0, 1), mutant(1, 2)],
        &[(0, 3, 3), (1, 3, 3), (2, 3, 3), (3, 1, 0)],
        &[(0, 0, Passes), (1, 0, Same), (2, 0, Same), (0, 1, Type), (1, 1, Fails)],
    );
    let matched = found.matched(&spectrum);
    assert_eq!(matched.left_out, LeftOut::default());
    let of = boosts(&matched, &Selection::all(&spectrum), 1.0);
    let [clean, idle] = [of.best[0].expect("a mutant"), of.best[1].expect("a mutant")];
    // akf = 1, akp = 0: 1 / sqrt(1 * 1).
    assert_eq!((clean.category, clean.mended, clean.broken), (Category::Clean, 1, 0));
    close(clean.suspicion, 1.0);
    close(of.factors[0], 2.0 * 2.0);
    // r = (1 + 1) / (1 + 2), akp = 1 + r * 1 = 5/3: 1 / sqrt(1 + 5/3).
    assert_eq!((idle.category, idle.mended, idle.broken), (Category::Idle, 0, 1));
    close(idle.suspicion, 1.0 / (8.0_f64 / 3.0).sqrt());
    close(of.factors[1], 1.0 + idle.suspicion);
    let says = sentence(&spectrum, &matched, &clean).expect("it mends");
    assert_eq!(says, "`m:1`: with `!=` for `==` the failing test passes and no other test breaks");
    assert_eq!(sentence(&spectrum, &matched, &idle), None);
    assert_eq!(of.mending().len(), 1);
}

#[test]
fn beside_learned_evidence_a_line_whose_mutants_mend_nothing_keeps_its_score() {
    let spectrum = four_tests();
    // Line 1: the failing test passes, a passing one fails. Line 2: the failing test fails otherwise, and nothing else happens.
    let probes = [(0, 3, 3), (1, 3, 1), (2, 3, 0), (3, 1, 0)];
    let verdicts = [(0, 0, Passes), (1, 0, Fails), (0, 1, Type)];
    let matched = results(&spectrum, &[mutant(0, 1), mutant(1, 2)], &probes, &verdicts).matched(&spectrum);
    let factors = |spec: RankingSpec| {
        let query = RankQuery::against_passing(&spectrum, &[TestId(0)], spec.with_mutants(), Level::Line);
        let ranking = Ranker::new(&spectrum).with_mutants(&matched).rank(&query).expect("a ranking");
        let mut lines: Vec<_> =
            ranking.entries.iter().map(|entry| (entry.element.index(), entry.mutants)).collect();
        lines.sort_by_key(|&(line, _)| line);
        lines.into_iter().map(|(_, factor)| factor).collect::<Vec<_>>()
    };
    let evidence = factors(RankingSpec::default());
    assert!(evidence[0] > 1.0, "{evidence:?}");
    close(evidence[1], 1.0);
    let formula = factors(RankingSpec::by_factors());
    assert!(formula[0] > 1.0 && formula[1] > 1.0, "{formula:?}");
}

#[test]
fn a_noisy_mutant_counts_half_and_so_does_one_whose_price_is_not_known_yet() {
    let spectrum = four_tests();
    let probes = [(0, 3, 3), (1, 3, 3), (2, 3, 0), (3, 1, 0)];
    let verdicts = [(0, 0, Passes), (1, 0, Fails), (0, 1, Passes)];
    let matched = results(&spectrum, &[mutant(0, 1), mutant(1, 2)], &probes, &verdicts).matched(&spectrum);
    let of = boosts(&matched, &Selection::all(&spectrum), 1.0);
    let [noisy, open] = [of.best[0].expect("a mutant"), of.best[1].expect("a mutant")];
    assert_eq!((noisy.category, open.category), (Category::Noisy, Category::Open));
    // akp = 1; and r = 1/2 for one infected test that has not run.
    close(of.factors[0], (1.0 + 1.0 / 2.0_f64.sqrt()) * 1.5);
    close(of.factors[1], (1.0 + 1.0 / 1.5_f64.sqrt()) * 1.5);
    let says = |boost| sentence(&spectrum, &matched, boost).expect("it mends");
    assert_eq!(says(&noisy), "`m:1`: with `!=` for `==` the failing test passes, but another test breaks");
    assert_eq!(
        says(&open),
        "`m:2`: with `!=` for `==` the failing test passes, and not all other tests have run"
    );
}

#[test]
fn a_passing_test_that_nobody_probed_may_be_infected_where_it_covers() {
    let spectrum = four_tests();
    let probes = [(0, 3, 3)];
    let matched = results(&spectrum, &[mutant(0, 1), mutant(1, 2)], &probes, &[(0, 0, Type), (0, 1, Type)])
        .matched(&spectrum);
    let of = boosts(&matched, &Selection::all(&spectrum), 1.0);
    // Three, and two, tests with an expected rate of one half each.
    close(of.factors[0], 1.0 + 1.0 / 2.5_f64.sqrt());
    close(of.factors[1], 1.0 + 1.0 / 2.0_f64.sqrt());
}

#[test]
fn a_mutant_of_an_initialiser_infects_only_tests_that_touch_its_class() {
    let mut spectrum = spectrum(1, &[(Failed, &[1]), (Passed, &[1]), (Passed, &[])]);
    let mut file = mutation(&spectrum, &[mutant(0, 1)], &[(0, 1, 1), (1, 1, 1), (2, 1, 1)], &[], 0);
    let infected = |file: &Mutation, spectrum: &Spectrum| {
        Results::of([file]).matched(spectrum).mutants[0].infected.clone()
    };
    assert_eq!(infected(&file, &spectrum), [TestId(0), TestId(1), TestId(2)]);
    spectrum.methods[0].name = INITIALISER.into();
    file.classes[0].methods[0].name = INITIALISER.into();
    assert_eq!(infected(&file, &spectrum), [TestId(0), TestId(1)]);
}

#[test]
fn lines_are_ranked_by_their_own_factor_and_methods_by_their_best_line() {
    let spectrum = four_tests();
    let probes = [(0, 3, 3), (1, 3, 0), (2, 3, 0), (3, 1, 0)];
    let matched = results(&spectrum, &[mutant(0, 1)], &probes, &[(0, 0, Passes)]).matched(&spectrum);
    let ranker = Ranker::new(&spectrum).with_mutants(&matched);
    let rank = |spec: &str, level| {
        let ranking = spec.parse().expect("a ranking");
        let query = RankQuery { selection: Selection::all(&spectrum), ranking, level, ties: Ties::Max };
        ranker.rank(&query).expect("a test failed").entries
    };
    let places = |spec: &str| -> Vec<u32> {
        let entries = rank(spec, Level::Line);
        entries.iter().map(|entry| spectrum.elements[entry.element.index()].line).collect()
    };
    assert_eq!(places("ochiai"), [2, 1], "line 2 is covered by fewer passing tests");
    assert_eq!(places("ochiai+mutants:1"), [1, 2]);
    let [method] = &rank("ochiai+mutants:1", Level::Method)[..] else { panic!("one method") };
    assert_eq!(spectrum.elements[method.element.index()].line, 1);
    close(method.score, 4.0 / 4.0_f64.sqrt());
    close(method.base, 1.0 / 3.0_f64.sqrt());
    close(method.mutants, method.score / method.base);
    assert!(matches!(rank("ochiai+mutants:1", Level::Class)[0].suspect, Suspect::Class(_)));
    assert_eq!(places("metallaxis"), [1, 2]);
    assert_eq!(places("muse"), [1, 2]);
    let query = RankQuery {
        selection: Selection::all(&spectrum),
        ranking: "muse".parse::<RankingSpec>().expect("a ranking"),
        level: Level::Line,
        ties: Ties::Max,
    };
    let message = Ranker::new(&spectrum).rank(&query).expect_err("no results").to_string();
    assert!(message.contains("faultline mutate"), "{message}");
}

#[test]
fn kills_are_told_apart_by_what_changed() {
    let spectrum = four_tests();
    let mutants: Vec<_> = (0..5).map(|number| mutant(number, 1)).collect();
    let verdicts = [(0, 0, Passes), (0, 1, Type), (0, 2, Message), (0, 3, Trace), (0, 4, Same)];
    let matched = results(&spectrum, &mutants, &[], &verdicts).matched(&spectrum);
    let all = matched.asked(&Selection::all(&spectrum));
    let killed = |kill| {
        let kills =
            matched.mutants.iter().map(|mutant| matched.kills(mutant, &all, kill, Expect::Nothing).ef);
        kills.sum::<f64>() as u32
    };
    assert_eq!(Kill::ALL.map(killed), [4, 3, 2, 1]);
}

#[test]
fn what_differs_from_run_to_run_kills_nothing() {
    let spectrum = four_tests();
    let verdicts = [(0, 0, Message), (0, 1, Trace)];
    let mut file = mutation(&spectrum, &[mutant(0, 1), mutant(1, 1)], &[], &verdicts, 0);
    file.tests[0].unstable = 1;
    let mut other = file.clone();
    other.verdicts.clear();
    // Another JVM has another trace.
    other.tests[0].trace = 9;
    let matched = Results::of([&file, &other]).matched(&spectrum);
    assert!(matched.mutants.iter().all(|mutant| mutant.pairs[0].verdict == Same));
}

#[test]
fn a_mutant_of_a_line_that_a_weaver_moved_is_on_the_line_where_it_was_recorded() {
    let mut spectrum = four_tests();
    let probes = [(0, 3, 3), (1, 3, 0), (2, 3, 0), (3, 1, 0)];
    let found = results(&spectrum, &[mutant(0, 1), mutant(1, 2)], &probes, &[(0, 0, Passes), (1, 0, Same)]);
    for name in ["m_aroundBody0", "other"] {
        spectrum.methods[0].name = name.to_owned();
        assert_eq!(found.matched(&spectrum).left_out, LeftOut::default(), "{name}");
    }
    let best = boosts(&found.matched(&spectrum), &Selection::all(&spectrum), 1.0).best[0];
    assert_eq!(best.map(|best| best.category), Some(Category::Clean));
}

#[test]
fn what_does_not_match_is_left_out_and_counted() {
    let spectrum = four_tests();
    let mut file =
        mutation(&spectrum, &[mutant(0, 1), mutant(1, 99)], &[], &[(0, 0, Passes), (1, 0, Same)], 0);
    file.tests[1].outcome = Failed;
    file.verdicts.push(PairVerdict { test: 50, class: 1, mutant: 0, ..PairVerdict::default() });
    file.unusable.push(Unusable { test: Unusable::NO_TEST, reason: "a.C has changed".into() });
    let mut stale = mutation(&spectrum, &[mutant(0, 1)], &[], &[(0, 0, Passes), (2, 0, Same)], 0);
    stale.classes[0].hash = 1;
    let results = Results::of([&file, &stale]);
    assert_eq!(results.stale().collect::<Vec<_>>(), ["a.C has changed"]);
    let matched = results.matched(&spectrum);
    // The second file contradicts the outcome of test 1.
    assert_eq!(
        matched.left_out,
        LeftOut { classes: 1, tests: 1, pairs: 1 + 1 + 2, mutants: 1, contradictions: 0 }
    );
    assert_eq!(matched.pairs(), 1);
    let none = boosts(&matched, &Selection::told([], []), 1.0);
    assert_eq!(none.factors, [1.0, 1.0], "nobody is asked");
}

#[test]
fn of_verdicts_that_contradict_each_other_the_one_stands_that_claims_less() {
    let spectrum = four_tests();
    let file = |verdicts: &[(u32, u32, Verdict)]| mutation(&spectrum, &[mutant(0, 1)], &[], verdicts, 0);
    let (mends, keeps) = (file(&[(0, 0, Passes), (1, 0, Same)]), file(&[(0, 0, Same), (1, 0, Fails)]));
    for order in [[&mends, &keeps], [&keeps, &mends]] {
        let matched = Results::of(order).matched(&spectrum);
        let verdicts: Vec<_> = matched.mutants[0].pairs.iter().map(|pair| pair.verdict).collect();
        assert_eq!((verdicts, matched.left_out.contradictions), (vec![Same, Fails], 2));
    }
}

#[test]
fn muse_is_the_mean_of_what_is_mended_less_what_is_broken() {
    let spectrum = four_tests();
    let verdicts =
        [(0, 0, Passes), (1, 0, Fails), (0, 1, Type), (2, 1, Fails), (3, 1, Fails), (0, 2, Passes)];
    let mutants = [mutant(0, 1), mutant(1, 1), mutant(2, 2)];
    let matched = results(&spectrum, &mutants, &[], &verdicts).matched(&spectrum);
    let scores = muse(&matched, &Selection::all(&spectrum));
    // F2P = 2, P2F = 3.
    close(scores[0], f64::midpoint(1.0 / 3.0 - 1.0 / 4.0, -2.0 / 4.0));
    close(scores[1], 1.0 / 3.0);
}

#[test]
fn an_empty_file_says_nothing() {
    let spectrum = four_tests();
    let results = Results::of([&Mutation::default()]);
    assert!(results.is_empty() && results.matched(&spectrum).is_empty());
    assert_eq!(results.pairs(), 0);
    assert!(results.test_results(&id(0)).is_none());
}

/// The worked example of the paper: 13 statements, t1 to t6; t2 and t5 fail.
fn paper() -> Spectrum {
    let all = [1, 2, 3, 13];
    let rows: Vec<(Outcome, Vec<u32>)> = [
        (Passed, &[4, 6, 7][..]),
        (Failed, &[8, 9, 11]),
        (Passed, &[8, 9, 10]),
        (Passed, &[8, 9, 11]),
        (Failed, &[8, 9, 10]),
        (Passed, &[4, 6, 7]),
    ]
    .map(|(outcome, own)| (outcome, all.iter().chain(own).copied().collect()))
    .into();
    let rows: Vec<(Outcome, &[u32])> = rows.iter().map(|(outcome, lines)| (*outcome, &lines[..])).collect();
    spectrum(13, &rows)
}

#[test]
fn the_papers_example_keeps_the_first_and_the_last_test() {
    let order: Vec<usize> = passing_in_order(&paper()).into_iter().map(TestId::index).collect();
    assert_eq!(order, [0, 5, 2, 3]);
}

/// A row of the paper's Table 3.
struct Printed {
    mutant: u32,
    statement: u32,
    /// Rows of the tests that kill it.
    killers: Vec<u32>,
    /// With all tests, and with those kept.
    values: [f64; 2],
}

fn table_3() -> Vec<Printed> {
    let rows = include_str!("ietcr-table3.tsv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let printed = rows.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let value = |text: &str| if text == "+∞" { f64::INFINITY } else { text.parse().expect("a number") };
        Printed {
            mutant: fields[0][1..].parse().expect("a number"),
            statement: fields[1].parse().expect("a number"),
            killers: (0..6).filter(|test| fields[4 + *test as usize] == "1").collect(),
            values: [value(fields[10]), value(fields[11])],
        }
    });
    printed.collect()
}

/// The results of the table's mutants.
fn of_table_3(spectrum: &Spectrum, probes: &[(u32, u64, u64)]) -> Results {
    let table = table_3();
    let mutants: Vec<_> = table.iter().map(|row| mutant(row.mutant, row.statement)).collect();
    let verdict = |row: u32| if row == 1 || row == 4 { Type } else { Fails };
    let kills = table.iter().flat_map(|of| of.killers.iter().map(|&row| (row, of.mutant, verdict(row))));
    results(spectrum, &mutants, probes, &kills.collect::<Vec<_>>())
}

/// Rows of the tests that the reduction keeps: t1, t2, t5, t6.
const KEPT: [usize; 4] = [0, 1, 4, 5];

#[test]
fn of_the_papers_table_3_66_of_70_values_follow_and_m4_m6_m24_and_m26_do_not() {
    let spectrum = paper();
    let matched = of_table_3(&spectrum, &[]).matched(&spectrum);
    let dstar = Formula::find("dstar").expect("it is there");
    let table = table_3();
    assert_eq!((table.len(), matched.mutants.len()), (35, 35));
    let computed = |tests: &[usize]| -> Vec<f64> {
        let tests = Selection::of(&spectrum, tests.iter().map(|row| TestId::new(*row)));
        let asked = matched.asked(&tests);
        let kills = matched.mutants.iter().map(|of| matched.kills(of, &asked, Kill::Any, Expect::Nothing));
        kills.map(|counts| dstar.score_with(3.0, &counts)).collect()
    };
    let [all, kept] = [computed(&[0, 1, 2, 3, 4, 5]), computed(&KEPT)];
    let mut differ = Vec::new();
    for (at, row) in table.iter().enumerate() {
        for (column, value) in [all[at], kept[at]].into_iter().enumerate() {
            let printed = row.values[column];
            let is_equal = value.to_bits() == printed.to_bits() || (value - printed).abs() <= 0.005;
            if !is_equal {
                differ.push((row.mutant, column, value, printed));
            }
        }
    }
    let infinite = f64::INFINITY;
    assert_eq!(
        differ,
        [(4, 1, 4.0, 0.0), (6, 1, infinite, 0.0), (24, 1, infinite, 0.0), (26, 1, infinite, 0.0)]
    );
}

#[test]
fn before_the_papers_reduction_statement_3_is_first_alone_and_after_it_ties_with_9() {
    let spectrum = paper();
    let matched = of_table_3(&spectrum, &[]).matched(&spectrum);
    let dstar = Formula::find("dstar").expect("it is there");
    let of = |matched, tests: &Selection, expect| {
        metallaxis(matched, tests, Kill::Any, expect, |counts| dstar.score_with(3.0, &counts))
    };
    let all = of(&matched, &Selection::all(&spectrum), Expect::Nothing);
    assert_eq!(
        (all[2], all[8], all[10]),
        (f64::INFINITY, 8.0, 1.0),
        "M1 is killed by both failing tests alone"
    );
    let kept = Selection::of(&spectrum, KEPT.map(TestId::new));
    let reduced = matched.only(|_, test| KEPT.contains(&test.index()));
    let scores = of(&reduced, &kept, Expect::Nothing);
    assert_eq!((scores[2], scores[8]), (f64::INFINITY, f64::INFINITY), "they share the first place");
    close(scores[10], 1.0);
    // Infections of the tests that are left out keep statement 9 finite. M1 infects no passing test, so statement 3 is first alone.
    let infecting = |row: u32| {
        let of = table_3().into_iter().filter(|of| of.killers.contains(&row));
        of.fold(0_u64, |bits, of| bits | 1 << of.mutant)
    };
    let probes: Vec<_> = (0..6).map(|row| (row, u64::MAX, infecting(row))).collect();
    let infected = of_table_3(&spectrum, &probes).matched(&spectrum);
    let infected = infected.only(|_, test| KEPT.contains(&test.index()));
    let scores = of(&infected, &Selection::all(&spectrum), Expect::Infections);
    assert!(scores[2] > f64::MAX && scores[8].is_finite(), "{} and {}", scores[2], scores[8]);
}
