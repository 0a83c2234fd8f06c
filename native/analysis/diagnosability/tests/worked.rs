//! Examples computed by hand or printed in papers, and wrong results of other tools.
#![expect(clippy::unwrap_used, clippy::float_cmp, reason = "a test, of exact fractions")]

use crate::naive;

use faultline_diagnosability::{
    AnyMetric, DiagnosabilityError, METRICS, SelectQuery, SuiteMeasures, Universe, Verdict, ietcr,
    ietcr_with, select, suite_value,
};
use faultline_sbfl::Formula;
use faultline_spectrum::{BitMatrix, Element, MethodId, Outcome, Spectrum, Test, TestId};

/// A spectrum from rows of `1` and `0`, each after `+` (passed), `-` (failed) or another sign (aborted); each element is a
/// separate method.
fn spectrum(rows: &[&str]) -> Spectrum {
    let elements = rows.first().map_or(0, |row| row.len() - 1);
    let mut coverage = BitMatrix::new(rows.len(), elements);
    for (t, row) in rows.iter().enumerate() {
        row.bytes().skip(1).enumerate().filter(|(_, b)| *b == b'1').for_each(|(e, _)| coverage.set(t, e));
    }
    with_coverage(coverage, |t| match rows[t].as_bytes()[0] {
        b'+' => Outcome::Passed,
        b'-' => Outcome::Failed,
        _ => Outcome::Aborted,
    })
}

fn with_coverage(coverage: BitMatrix, outcome: impl Fn(usize) -> Outcome) -> Spectrum {
    let test = |t| Test {
        unique_id: "one name for all".into(),
        class: String::new(),
        method: String::new(),
        outcome: outcome(t),
        duration_ns: 0,
        display: String::new(),
        overlapped: false,
        failure: None,
    };
    Spectrum {
        elements: (0..coverage.columns()).map(|e| Element { method: MethodId::new(e), line: 1 }).collect(),
        tests: (0..coverage.rows()).map(test).collect(),
        coverage,
        ..Spectrum::default()
    }
}

fn all(spectrum: &Spectrum) -> Vec<TestId> {
    (0..spectrum.tests.len()).map(TestId::new).collect()
}

fn value(spectrum: &Spectrum, metric: &str) -> f64 {
    let metric = AnyMetric::find(metric).unwrap();
    let tests = all(spectrum).into_iter().map(|t| (t, Verdict::Passed));
    suite_value(&spectrum.coverage, &Universe::of(spectrum), &metric, tests).unwrap()
}

fn chosen(spectrum: &Spectrum, metric: &str, given: usize, tests: usize) -> Vec<u32> {
    let query = SelectQuery { given: vec![TestId::new(given)], tests, ..SelectQuery::default() };
    let steps = select(spectrum, &AnyMetric::find(metric).unwrap(), &query).unwrap();
    steps.iter().map(|step| step.test.0).collect()
}

#[test]
fn ddu_of_repeated_rows_and_columns_is_that_worked_by_hand() {
    // Rows 0 and 1 are equal, columns 0 and 1 too, and nothing covers columns 3 and 4.
    let spectrum = spectrum(&["+11000", "+11000", "+00100", "+11100"]);
    let measures = SuiteMeasures::of(&spectrum.coverage, &all(&spectrum));
    assert_eq!(measures.factors.rho, 8.0 / 20.0);
    assert_eq!(measures.factors.normalized_density(), 0.8);
    // One pair of equal rows, counted both ways, among 4 * 3.
    assert_eq!(measures.factors.diversity, 1.0 - 2.0 / 12.0);
    // {0, 1}, {2}, {3, 4} of five elements.
    assert_eq!(measures.factors.uniqueness, 3.0 / 5.0);
    let ddu = 0.8 * (10.0 / 12.0) * 0.6;
    assert!((measures.factors.ddu() - ddu).abs() < 1e-15 && (value(&spectrum, "ddu") - ddu).abs() < 1e-15);
    assert_eq!(measures.ambiguous(), [vec![0, 1], vec![3, 4]]);
    assert_eq!((measures.tfd(), measures.uncovered, measures.idle_tests), (3, 2, 0));
    assert_eq!(value(&spectrum, "tfd"), 3.0);
    assert!((value(&spectrum, "entbug") - 0.1).abs() < 1e-15 && (measures.entbug() - 0.1).abs() < 1e-15);
    // 8 ones over 3 * 5: one row less.
    assert_eq!(value(&spectrum, "entbug-published"), (0.5_f64 - 8.0 / 15.0).abs());
    assert_eq!(measures.entbug_published(), (0.5_f64 - 8.0 / 15.0).abs());
    // Two groups of two: 2 * 1 each, over twice five.
    assert_eq!(value(&spectrum, "rapter"), 4.0 / 10.0);
}

#[test]
fn a_part_of_the_elements_is_measured_as_if_nothing_else_were_there() {
    let whole = spectrum(&["+1100111", "+1010011", "+0000111"]);
    let part = spectrum(&["+100", "+101", "+000"]);
    let scope = [0b101_u64];
    let measured = SuiteMeasures::within(&whole.coverage, &all(&whole), &scope);
    let part = {
        let mut coverage = BitMatrix::new(3, 2);
        for (t, e) in [(0, 0), (1, 0), (1, 1)] {
            coverage.set(t, e);
        }
        assert_eq!(part.tests.len(), 3);
        SuiteMeasures::of(&coverage, &all(&part))
    };
    assert_eq!((measured.factors, measured.elements), (part.factors, 2));
    assert_eq!(measured.idle_tests, 1);
}

#[test]
fn elements_of_test_0_alone_and_of_test_32_alone_are_two_groups() {
    // In a JVM the bit sets {0} and {32} have the same hash code, so tools that count distinct hash codes see one group.
    let mut coverage = BitMatrix::new(33, 2);
    coverage.set(0, 0);
    coverage.set(32, 1);
    let spectrum = with_coverage(coverage, |_| Outcome::Passed);
    assert_eq!(value(&spectrum, "tfd"), 2.0);
    assert_eq!(SuiteMeasures::of(&spectrum.coverage, &all(&spectrum)).factors.uniqueness, 1.0);
    // The same for rows: elements 0 and 32 of two tests.
    let mut coverage = BitMatrix::new(2, 33);
    coverage.set(0, 0);
    coverage.set(1, 32);
    let spectrum = with_coverage(coverage, |_| Outcome::Passed);
    assert_eq!(SuiteMeasures::of(&spectrum.coverage, &all(&spectrum)).factors.diversity, 1.0);
}

#[test]
fn equal_rows_lower_diversity_although_they_are_different_objects() {
    // A tool that hashes rows by identity finds all rows different: diversity is always 1.
    let spectrum = spectrum(&["+10", "+10", "+10"]);
    assert_eq!(SuiteMeasures::of(&spectrum.coverage, &all(&spectrum)).factors.diversity, 0.0);
    assert_eq!(value(&spectrum, "ddu"), 0.0);
}

#[test]
fn every_covered_line_of_a_class_counts_and_not_only_the_first() {
    // A tool that stops at a class's first covered line counts one line per test and class.
    let spectrum = spectrum(&["+1111"]);
    assert_eq!((value(&spectrum, "total"), value(&spectrum, "entbug")), (4.0, 0.5));
}

#[test]
fn tests_that_cover_nothing_are_rows() {
    let idle = spectrum(&["+10", "+00"]);
    assert_eq!(SuiteMeasures::of(&idle.coverage, &all(&idle)).factors.rho, 0.25);
    assert_eq!(SuiteMeasures::of(&idle.coverage, &all(&idle)).idle_tests, 1);
}

/// The motivating example of RLFDC: 28 elements, all covered by the failing t0.
fn motivating() -> Spectrum {
    let covered: [&[std::ops::RangeInclusive<usize>]; 21] = [
        &[1..=28],
        &[1..=28],
        &[1..=1, 10..=13, 15..=15, 17..=28],
        &[1..=1, 10..=10, 15..=19, 21..=21, 23..=23],
        &[1..=8],
        &[1..=1, 18..=28],
        &[1..=1, 18..=28],
        &[1..=1, 3..=8],
        &[1..=1, 19..=28],
        &[1..=1, 19..=28],
        &[],
        &[1..=1],
        &[1..=1, 18..=28],
        &[1..=1, 19..=28],
        &[1..=1, 19..=19, 21..=21, 23..=23],
        &[],
        &[],
        &[1..=1, 19..=28],
        &[],
        &[],
        &[1..=1, 18..=21, 23..=23],
    ];
    let mut coverage = BitMatrix::new(21, 28);
    for (t, ranges) in covered.iter().enumerate() {
        ranges.iter().cloned().flatten().for_each(|s| coverage.set(t, s - 1));
    }
    with_coverage(coverage, |t| if t == 0 { Outcome::Failed } else { Outcome::Passed })
}

#[test]
fn in_the_motivating_example_every_metric_chooses_what_its_formula_says() {
    let spectrum = motivating();
    let dense =
        |t: usize| (0..28).map(|e| f64::from(u8::from(spectrum.coverage.get(t, e)))).collect::<Vec<_>>();
    for name in METRICS.iter().map(|entry| entry.name) {
        let better = AnyMetric::find(name).unwrap().better();
        let mut suite = naive::Suite { elements: 28, methods: (0..28).collect(), ..Default::default() };
        suite = suite.with(&dense(0), true);
        let mut left: Vec<usize> = (1..21).collect();
        let mut expected = Vec::new();
        while expected.len() < 10 {
            let scores: Vec<f64> =
                left.iter().map(|&t| better.oriented(suite.score(name, &dense(t)))).collect();
            let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let at = scores.iter().position(|s| (best - s).abs() <= 1e-12 * best.abs()).unwrap();
            let test = left.remove(at);
            suite = suite.with(&dense(test), false);
            expected.push(test as u32);
        }
        assert_eq!(chosen(&spectrum, name, 0, 10), expected, "{name}");
    }
}

#[test]
fn ietcr_keeps_the_tests_of_the_papers_example_with_the_entropies_of_its_equations() {
    let spectrum = spectrum(&[
        "+1111011000001",
        "-1110000110101",
        "+1110000111001",
        "+1110000110101",
        "-1110000111001",
        "+1111011000001",
    ]);
    let found = ietcr(&spectrum, 3.0);
    assert!((found.entropy - 2.7345).abs() < 5e-5, "{}", found.entropy);
    let information: Vec<f64> = found.information.iter().map(|(_, h)| *h).collect();
    for (h, expected) in information.iter().zip([-0.0330, 0.1409, 0.1409, -0.0330]) {
        assert!((h - expected).abs() < 5e-5, "{h} is not {expected}");
    }
    assert_eq!(found.kept, [0, 1, 4, 5].map(TestId::new));
}

#[test]
fn information_is_the_difference_that_leaving_the_test_out_makes_for_every_formula() {
    let rows = [
        "+1111011000001",
        "-1110000110101",
        "+1110000111001",
        "+1110010110101",
        "-1010000111001",
        "+1111011100001",
    ];
    let entropy = |rows: &[&str], formula: &Formula| {
        let spectrum = spectrum(rows);
        let selection = faultline_sbfl::Selection::all(&spectrum);
        let counts = faultline_sbfl::count_elements(&spectrum, &selection);
        let scores: Vec<f64> = counts.iter().map(|c| formula.score(&c.weights())).collect();
        let x: Vec<f64> = scores.iter().map(|s| if s.is_finite() { s.max(0.0) } else { 0.0 }).collect();
        let sum: f64 = x.iter().sum();
        x.iter().filter(|x| **x > 0.0).map(|x| -x / sum * (x / sum).log2()).sum::<f64>()
    };
    for name in ["Ochiai", "Jaccard", "Op2", "Tarantula", "DStar", "Wong2"] {
        let formula = Formula::find(name).unwrap();
        let found = ietcr_with(&spectrum(&rows), formula);
        assert!((found.entropy - entropy(&rows, formula)).abs() < 1e-12, "{name}");
        for (test, information) in found.information {
            let mut without = rows.to_vec();
            without.remove(test.index());
            let expected = found.entropy - entropy(&without, formula);
            assert!((information - expected).abs() < 1e-12, "{name} {test:?}: {information} {expected}");
        }
    }
}

#[test]
fn without_a_failing_test_metrics_that_need_one_say_so_and_the_others_choose() {
    let spectrum = spectrum(&["+110", "+011", "+000"]);
    for entry in METRICS {
        let query = SelectQuery { given: vec![TestId::new(2)], tests: 2, ..SelectQuery::default() };
        let found = select(&spectrum, &entry.metric(), &query);
        if entry.metric().needs_failing() {
            let error = found.unwrap_err();
            assert!(matches!(error, DiagnosabilityError::NoFailingTest { .. }));
            assert!(error.to_string().starts_with(entry.name), "{error}");
        } else {
            assert_eq!(found.unwrap().len(), 2, "{}", entry.name);
        }
    }
    let found = ietcr(&spectrum, 3.0);
    assert_eq!((found.entropy, found.kept.len()), (0.0, 0));
}

#[test]
fn only_failing_tests_tests_that_cover_nothing_and_one_element_give_numbers() {
    let suites: [&[&str]; 6] = [
        &["-1", "-1", "-0"],
        &["-00", "-00"],
        &["-0", "+0", "+1"],
        &["-1"],
        &["-", "-", "+"],
        &["-111", "?111", "+000"],
    ];
    for rows in suites {
        let spectrum = spectrum(rows);
        for entry in METRICS {
            let query = SelectQuery { given: vec![TestId::new(0)], tests: 9, ..SelectQuery::default() };
            let steps = select(&spectrum, &entry.metric(), &query).unwrap();
            let counted = rows.iter().skip(1).filter(|row| !row.starts_with('?')).count();
            assert_eq!(steps.len(), counted, "{} of {rows:?}", entry.name);
            for step in steps {
                assert!(step.score.is_finite(), "{} of {rows:?}: {step:?}", entry.name);
                assert!(step.suite_value.is_none_or(f64::is_finite), "{} of {rows:?}", entry.name);
            }
        }
        let measures = SuiteMeasures::of(&spectrum.coverage, &all(&spectrum));
        assert!(measures.factors.ddu().is_finite() && measures.entbug_published().is_finite());
        assert!(ietcr(&spectrum, 3.0).information.iter().all(|(_, h)| h.is_finite()));
    }
}

#[test]
fn an_empty_spectrum_has_no_values_and_nothing_to_choose() {
    let spectrum = Spectrum::default();
    for entry in METRICS {
        let state = entry.metric().start(&Universe::of(&spectrum));
        assert_eq!(state.suite_value(), None, "{}", entry.name);
    }
    let query = SelectQuery { given: vec![TestId::new(0)], ..SelectQuery::default() };
    let error = select(&spectrum, &METRICS[0].metric(), &query).unwrap_err();
    assert_eq!(error.to_string(), "there is no test 0 among 0");
}

#[test]
fn a_million_elements_and_a_hundred_thousand_tests_are_measured_and_chosen_from() {
    let long = |tests: usize, elements: usize| {
        let mut coverage = BitMatrix::new(tests, elements);
        for test in 0..tests {
            let (step, start) = (3 + test % 7, test % 11);
            (start..elements).step_by(step).for_each(|element| coverage.set(test, element));
        }
        with_coverage(coverage, |test| if test == 0 { Outcome::Failed } else { Outcome::Passed })
    };
    let wide = long(20, 1_000_000);
    let tall = long(100_000, 20);
    for spectrum in [&wide, &tall] {
        for name in ["eap", "fdg", "split", "tfd", "ddu", "entbug"] {
            assert_eq!(chosen(spectrum, name, 0, 3).len(), 3, "{name}");
        }
        let measures = SuiteMeasures::of(&spectrum.coverage, &all(spectrum));
        assert!(measures.factors.ddu() > 0.0);
    }
    assert_eq!(SuiteMeasures::of(&tall.coverage, &all(&tall)).tfd(), 20);
}

#[test]
fn names_take_parameters_within_their_range_and_mistakes_are_named() {
    let named =
        |text: &str| AnyMetric::find(text).map(|metric| metric.name()).map_err(|error| error.to_string());
    for entry in METRICS {
        assert_eq!(named(entry.name).unwrap(), entry.name);
    }
    assert_eq!(named("EAP:q=0.2").unwrap(), "eap:q=0.2");
    assert_eq!(named("eap: q=0.2 , s=0.5").unwrap(), "eap:q=0.2,s=0.5");
    assert_eq!(named("eap:q=0.5").unwrap(), "eap");
    assert_eq!(named("entbug_published").unwrap(), "entbug-published");
    assert_eq!(named("fdg:alpha=1").unwrap(), "fdg:alpha=1");
    assert_eq!(named("dduu").unwrap_err(), "no metric is called 'dduu'; did you mean ddu?");
    for wrong in [
        "eap:q=1",
        "eap:q=0",
        "eap:q",
        "eap:q=x",
        "eap:p=0.5",
        "eap:q=0.1,q=0.2",
        "eap:s=0",
        "ddu:q=1",
        "fdg:alpha=1.1",
        "eap:q=NaN",
    ] {
        assert!(named(wrong).unwrap_err().contains("cannot be given"), "{wrong}");
    }
}
