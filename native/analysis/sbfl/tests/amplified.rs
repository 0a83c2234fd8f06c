//! Variants of failing tests in rankings: they count beside the rows, never in place of them.

use faultline_sbfl::{
    Level, RankQuery, Ranked, Ranker, Ranking, RankingSpec, Selection, Suspect, Ties, Variant,
};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, ElementId, Method, MethodId, Outcome, Spectrum, Test, TestId,
};
use proptest::prelude::*;

/// Number of methods, all in one class.
const METHODS: usize = 3;
/// Largest number of lines per method; lines of two methods may overlap, as with lambdas.
const LINES: u32 = 4;
/// Without size, which counts only the lines of rows.
const RANKINGS: [&str; 6] = ["ochiai", "dstar", "jaccard+mean", "wong2+clone", "posterior", "barinel+sum"];

type Row = (bool, Vec<bool>);

fn elements() -> Vec<Element> {
    let of = |method: usize| {
        (0..LINES)
            .map(move |line| Element { method: MethodId::new(method), line: 1 + line + 2 * method as u32 })
    };
    (0..METHODS).flat_map(of).collect()
}

fn columns() -> usize {
    METHODS * LINES as usize
}

fn rows(most: usize) -> impl Strategy<Value = Vec<Row>> {
    proptest::collection::vec((any::<bool>(), proptest::collection::vec(any::<bool>(), columns())), 0..most)
}

fn spectrum(rows: &[Row]) -> Spectrum {
    let elements = elements();
    let mut coverage = BitMatrix::new(rows.len(), elements.len());
    for (row, (_, covers)) in rows.iter().enumerate() {
        for column in (0..covers.len()).filter(|&column| covers[column]) {
            coverage.set(row, column);
        }
    }
    let test = |(number, (failed, _)): (usize, &Row)| Test {
        unique_id: number.to_string(),
        class: "a.T".to_owned(),
        method: format!("t{number}"),
        display: String::new(),
        outcome: if *failed { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 0,
        overlapped: false,
        failure: None,
    };
    let method = |number: usize| Method {
        class: ClassId(0),
        name: format!("m{number}"),
        descriptor: "()V".to_owned(),
    };
    Spectrum {
        sizes: Vec::new(),
        classes: vec![Class {
            name: "a.A".to_owned(),
            source_file: Some("A.java".to_owned()),
            hash: 7,
            location: String::new(),
        }],
        methods: (0..METHODS).map(method).collect(),
        elements,
        tests: rows.iter().enumerate().map(test).collect(),
        coverage,
    }
}

fn variants(rows: &[Row], of: TestId, probability: f64) -> Vec<Variant> {
    let covered = |covers: &[bool]| (0..covers.len()).filter(|&at| covers[at]).map(ElementId::new).collect();
    let variant =
        |(fails, covers): &Row| Variant { of, fails: *fails, probability, elements: covered(covers) };
    rows.iter().map(variant).collect()
}

fn ranked(spectrum: &Spectrum, variants: &[Variant], ranking: &str, level: Level) -> Ranking {
    let ranking: RankingSpec = ranking.parse().expect("a ranking");
    let query = RankQuery { selection: Selection::all(spectrum), ranking, level, ties: Ties::Max };
    Ranker::new(spectrum).with_amplified(variants).rank(&query).expect("a failing test")
}

/// Scores and ranks by representative element.
fn scores(ranking: &Ranking) -> Vec<(ElementId, f64, u32, u32)> {
    let of = |entry: &faultline_sbfl::Ranked| match ranking.level {
        // Equally good lines of a method are interchangeable as representatives.
        Level::Line => (entry.element, entry.score, entry.rank_min, entry.rank_max),
        _ => (ElementId(0), entry.score, entry.rank_min, entry.rank_max),
    };
    let mut scores: Vec<_> = ranking.entries.iter().map(of).collect();
    scores.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    scores
}

fn close(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

fn failing_first(mut rows: Vec<Row>) -> Vec<Row> {
    rows.insert(0, (true, (0..columns()).map(|column| column % 3 != 2).collect()));
    rows
}

proptest! {
    #[test]
    fn a_ranking_that_has_or_asks_for_no_variants_is_the_same_bit_by_bit(
        suite in rows(8), grown in rows(14), ranking in proptest::sample::select(&RANKINGS[..]),
    ) {
        let suite = spectrum(&failing_first(suite));
        let grown = variants(&grown, TestId(0), 0.96);
        for level in Level::ALL {
            for ranking in [ranking.to_owned(), format!("{ranking}+size+name")] {
                let plain = ranked(&suite, &[], &ranking, level);
                let unasked = ranked(&suite, &grown, &ranking, level);
                let none = ranked(&suite, &[], &format!("{ranking}+amplified"), level);
                for other in [unasked, none] {
                    prop_assert_eq!(plain.entries.len(), other.entries.len());
                    for (a, b) in plain.entries.iter().zip(&other.entries) {
                        prop_assert_eq!(a.score.to_bits(), b.score.to_bits());
                        prop_assert_eq!(a, b);
                    }
                }
            }
        }
    }

    #[test]
    fn few_sure_variants_count_as_tests_do(
        suite in rows(8), grown in rows(6), ranking in proptest::sample::select(&RANKINGS[..]),
    ) {
        let suite = failing_first(suite);
        let whole: Vec<Row> = suite.iter().chain(&grown).cloned().collect();
        for level in Level::ALL {
            let beside = ranked(
                &spectrum(&suite), &variants(&grown, TestId(0), 1.0), &format!("{ranking}+amplified"), level,
            );
            let among = ranked(&spectrum(&whole), &[], ranking, level);
            prop_assert!(close(beside.clone_factor(), among.clone_factor()));
            for (a, b) in scores(&beside).into_iter().zip(scores(&among)) {
                prop_assert!(a.0 == b.0 && close(a.1, b.1), "{:?} is not {:?}", a, b);
                prop_assert_eq!((a.2, a.3), (b.2, b.3));
            }
        }
    }

    #[test]
    fn many_variants_weigh_as_five_tests_that_pass_and_five_that_fail(
        suite in rows(6), grown in proptest::collection::vec(rows(11), 10),
        times in 2_usize..5, ranking in proptest::sample::select(&RANKINGS[..]),
    ) {
        let suite = spectrum(&failing_first(suite));
        let grown: Vec<Row> = grown.into_iter().flatten().collect();
        let failing = grown.iter().filter(|(fails, _)| *fails).count();
        let is_many = |count: usize| count == 0 || count >= 6;
        prop_assume!(is_many(failing) && is_many(grown.len() - failing));
        let repeated: Vec<Row> = (0..times).flat_map(|_| grown.clone()).collect();
        let ranking = format!("{ranking}+amplified");
        let of = |rows: &[Row]| ranked(&suite, &variants(rows, TestId(0), 0.96), &ranking, Level::Line);
        let (once, often) = (of(&grown), of(&repeated));
        let expected = |count: usize| if count == 0 { 0.0 } else { 5.0 };
        prop_assert!(close(often.amplified.0, expected(failing)), "{:?}", often.amplified);
        prop_assert!(close(often.amplified.1, expected(grown.len() - failing)), "{:?}", often.amplified);
        for (a, b) in scores(&once).into_iter().zip(scores(&often)) {
            prop_assert!(a.0 == b.0 && close(a.1, b.1), "{:?} is not {:?}", a, b);
        }
    }
}

#[test]
fn a_passing_variant_clears_what_it_executes_as_far_as_it_is_believed() {
    let suite = spectrum(&[(true, vec![true; columns()])]);
    let mut covers = vec![false; columns()];
    covers[0] = true;
    let score = |probability: f64| {
        let grown = variants(&[(false, covers.clone())], TestId(0), probability);
        let ranking = ranked(&suite, &grown, "ochiai+amplified", Level::Line);
        let of =
            |element| ranking.entries.iter().find(|entry| entry.element == ElementId(element)).unwrap().score;
        (of(0), of(1))
    };
    // A variant covers line 1 of m0 alone: Ochiai is 1 / sqrt(1 + its weight).
    for probability in [1.0, 0.96, 0.5, 0.0] {
        let (executed, other) = score(probability);
        assert!(close(executed, 1.0 / (1.0 + probability).sqrt()), "{executed}");
        assert!(close(other, 1.0), "{other}");
    }
}

#[test]
fn a_line_of_two_methods_is_executed_once() {
    // Line 3 belongs to m0 and m1; the variant executes both of its elements.
    let suite = spectrum(&[(true, vec![true; columns()])]);
    let grown = variants(&[(false, vec![true; columns()])], TestId(0), 1.0);
    let ranking = ranked(&suite, &grown, "ochiai+amplified", Level::Line);
    assert!(ranking.entries.iter().all(|entry| close(entry.score, 0.5_f64.sqrt())), "{ranking:?}");
}

#[test]
fn variants_of_other_failing_tests_do_not_count() {
    let rows = [(true, vec![true; columns()]), (true, vec![true; columns()])];
    let suite = spectrum(&rows);
    let grown = variants(&[(false, vec![true; columns()])], TestId(1), 1.0);
    let spec: RankingSpec = "ochiai+amplified".parse().unwrap();
    let of = |failing: usize| {
        let selection = Selection::against_passing(&suite, &[TestId::new(failing)]);
        let query = RankQuery { selection, ranking: spec, level: Level::Line, ties: Ties::Max };
        Ranker::new(&suite).with_amplified(&grown).rank(&query).unwrap()
    };
    assert!(close(of(0).entries[0].score, 1.0));
    assert!(close(of(1).entries[0].score, 0.5_f64.sqrt()));
}

#[test]
fn passing_ones_weigh_together_and_failing_ones_for_each_test() {
    let suite = spectrum(&[(true, vec![true; columns()]), (true, vec![true; columns()])]);
    let mut grown = variants(&vec![(true, vec![true; columns()]); 30], TestId(0), 1.0);
    grown.extend(variants(&[(true, vec![false; columns()])], TestId(1), 1.0));
    grown.extend(variants(&vec![(false, vec![true; columns()]); 50], TestId(1), 0.5));
    let ranking = ranked(&suite, &grown, "ochiai+amplified:5", Level::Line);
    // Two failing tests and five of their variants execute a line, one variant does not; five passing variants do.
    let expected = 7.0 / (8.0_f64 * 12.0).sqrt();
    assert!(close(ranking.entries[0].score, expected), "{} for {expected}", ranking.entries[0].score);
}

#[test]
fn a_number_says_as_how_many_tests_they_weigh() {
    let suite = spectrum(&[(true, vec![true; columns()])]);
    let grown = variants(&vec![(false, vec![true; columns()]); 40], TestId(0), 1.0);
    let score = |ranking: &str| ranked(&suite, &grown, ranking, Level::Line).entries[0].score;
    assert!(close(score("ochiai+amplified"), 1.0 / 6.0_f64.sqrt()));
    assert!(close(score("ochiai+amplified:20"), 1.0 / 21.0_f64.sqrt()));
    assert!(close(score("ochiai+amplified:100"), 1.0 / 41.0_f64.sqrt()), "none weighs more than a test");
    assert!(close(score("ochiai+amplified:0"), 1.0));
}

proptest! {
    #[test]
    fn the_wanted_entries_are_those_of_the_whole_ranking_whoever_asked_before(rows in rows(40), few in 1_usize..3) {
        let rows = failing_first(rows);
        let spectrum = spectrum(&rows);
        let ranker = Ranker::new(&spectrum);
        let all: Vec<TestId> = (0..rows.len()).map(TestId::new).collect();
        let few = few.min(all.len());
        // All tests, a few, all again: cached counts of one selection must not serve another.
        for tests in [&all[..], &all[..few], &all[..], &all[..few]] {
            for ties in Ties::ALL {
                let query = RankQuery {
                    selection: Selection::of(&spectrum, tests.iter().copied()),
                    ranking: RankingSpec::DEFAULT.parse().unwrap(),
                    level: Level::Method,
                    ties,
                };
                let whole = Ranker::new(&spectrum).rank(&query).unwrap().entries;
                prop_assert_eq!(&ranker.rank(&query).unwrap().entries, &whole);
                let wanted = ranker.rank_methods(&query, |method, counts| counts.ef > 0 || method.0 == 1).unwrap();
                let is_wanted = |of: &&Ranked| of.counts.ef > 0 || of.suspect == Suspect::Method(MethodId(1));
                prop_assert_eq!(wanted, whole.iter().filter(is_wanted).cloned().collect::<Vec<_>>());
            }
        }
    }
}
