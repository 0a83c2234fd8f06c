//! Laws of counts and rankings on random spectra, checked against naive implementations of the definitions.
#![expect(clippy::unwrap_used, clippy::float_cmp, reason = "a test, of equal numbers")]

use std::collections::{BTreeMap, BTreeSet};

use faultline_sbfl::{
    Counts, FORMULAS, Level, RankQuery, Ranker, Ranking, RankingSpec, Selection, Suspect, Ties,
    count_elements,
};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, ElementId, Method, MethodId, Outcome, Spectrum, Test, TestId,
};
use proptest::prelude::*;

/// The parts of a spectrum: rows (outcome, bits) and, per column, (class, method, line).
#[derive(Clone, Debug)]
struct Parts {
    rows: Vec<(Outcome, Vec<bool>)>,
    columns: Vec<(usize, usize, u32)>,
}

const CLASSES: usize = 3;
const METHODS: usize = 3;

fn parts() -> impl Strategy<Value = Parts> {
    let columns = proptest::collection::btree_set((0..CLASSES, 0..METHODS, 1_u32..5), 1..24);
    columns.prop_flat_map(|columns| {
        let columns: Vec<_> = columns.into_iter().collect();
        let outcome = (0_u8..4).prop_map(|code| Outcome::from_code(code).unwrap());
        let row = (outcome, proptest::collection::vec(any::<bool>(), columns.len()));
        proptest::collection::vec(row, 0..20).prop_map(move |rows| Parts { rows, columns: columns.clone() })
    })
}

impl Parts {
    /// Classes 0 and 1 share a source file; class 2 has none.
    fn spectrum(&self) -> Spectrum {
        let mut coverage = BitMatrix::new(self.rows.len(), self.columns.len());
        for (row, (_, bits)) in self.rows.iter().enumerate() {
            for column in (0..bits.len()).filter(|&column| bits[column]) {
                coverage.set(row, column);
            }
        }
        let source = |class: usize| (class < 2).then(|| "A.java".to_owned());
        Spectrum {
            sizes: Vec::new(),
            classes: (0..CLASSES)
                .map(|c| Class {
                    name: format!("C{c}"),
                    source_file: source(c),
                    hash: 0,
                    location: String::new(),
                })
                .collect(),
            methods: (0..CLASSES * METHODS)
                .map(|m| Method {
                    class: ClassId::new(m / METHODS),
                    name: format!("m{m}"),
                    descriptor: "()V".into(),
                })
                .collect(),
            elements: self
                .columns
                .iter()
                .map(|&(class, method, line)| Element {
                    method: MethodId::new(class * METHODS + method),
                    line,
                })
                .collect(),
            tests: self
                .rows
                .iter()
                .enumerate()
                .map(|(row, (outcome, _))| Test {
                    unique_id: row.to_string(),
                    class: String::new(),
                    method: String::new(),
                    outcome: *outcome,
                    duration_ns: 0,
                    display: String::new(),
                    overlapped: false,
                    failure: None,
                })
                .collect(),
            coverage,
        }
    }

    /// Counts the union of some columns over some rows, by definition.
    fn counts(&self, columns: &[usize], selection: &Selection) -> Counts {
        let covers = |id: &&TestId| columns.iter().any(|&c| self.rows[id.index()].1[c]);
        let split = |tests: &[TestId]| {
            let executed = tests.iter().filter(covers).count() as u32;
            (executed, tests.len() as u32 - executed)
        };
        let ((ef, nf), (ep, np)) = (split(selection.failing()), split(selection.passing()));
        Counts { ef, ep, nf, np }
    }
}

fn ranking(spectrum: &Spectrum, formula: usize, level: Level, ties: Ties) -> Option<Ranking> {
    let selection = Selection::all(spectrum);
    let formula = &FORMULAS[formula % FORMULAS.len()];
    let query = RankQuery { selection, ranking: RankingSpec::of(formula), level, ties };
    let ranking = Ranker::new(spectrum).rank(&query);
    assert_eq!(ranking.is_err(), query.selection.failing().is_empty());
    ranking.ok()
}

/// (suspect, score, rank) as (description, bits), to compare rankings of permuted spectra.
fn described(spectrum: &Spectrum, ranking: &Ranking) -> Vec<(String, String, u64, Counts)> {
    let place = |id: ElementId| {
        let method = spectrum.method_of(id);
        (method.class, method.name.clone(), spectrum.elements[id.index()].line)
    };
    ranking
        .entries
        .iter()
        .map(|entry| {
            let elements: BTreeSet<_> = ranking.elements(entry).iter().map(|&id| place(id)).collect();
            (format!("{elements:?}"), format!("{}", entry.score), entry.rank.to_bits(), entry.counts)
        })
        .collect()
}

proptest! {
    #[test]
    fn counts_are_those_of_the_definition_for_any_rows_left_out(
        parts in parts(), kept in proptest::collection::vec(any::<bool>(), 20)
    ) {
        let spectrum = parts.spectrum();
        let rows = (0..parts.rows.len()).filter(|&row| kept[row]).map(TestId::new);
        let selection = Selection::of(&spectrum, rows.clone().chain(rows));
        let counts = count_elements(&spectrum, &selection);
        prop_assert_eq!(counts.len(), parts.columns.len());
        for (column, counts) in counts.into_iter().enumerate() {
            prop_assert_eq!(counts, parts.counts(&[column], &selection));
            prop_assert_eq!(counts.failed() as usize, selection.failing().len());
            prop_assert_eq!(counts.passed() as usize, selection.passing().len());
        }
    }

    #[test]
    fn aborted_and_skipped_rows_are_as_if_they_were_not_there(parts in parts()) {
        let mut without = parts.clone();
        without.rows.retain(|(outcome, _)| outcome.is_counted());
        let (all, some) = (parts.spectrum(), without.spectrum());
        prop_assert_eq!(
            count_elements(&all, &Selection::all(&all)),
            count_elements(&some, &Selection::all(&some))
        );
    }

    #[test]
    fn a_line_is_covered_when_any_of_its_methods_is_and_every_line_is_ranked_once(parts in parts()) {
        let spectrum = parts.spectrum();
        let Some(ranking) = ranking(&spectrum, 0, Level::Line, Ties::Max) else { return Ok(()) };
        let mut lines = BTreeMap::<(bool, u32), Vec<usize>>::new();
        for (column, &(class, _, line)) in parts.columns.iter().enumerate() {
            lines.entry((class < 2, line)).or_default().push(column);
        }
        prop_assert_eq!(ranking.entries.len(), lines.len());
        for entry in &ranking.entries {
            let (class, _, line) = parts.columns[entry.element.index()];
            let columns = lines.remove(&(class < 2, line)).expect("each line once");
            let members: BTreeSet<usize> = ranking.elements(entry).iter().map(|id| id.index()).collect();
            prop_assert_eq!(members, columns.iter().copied().collect::<BTreeSet<_>>());
            prop_assert_eq!(entry.counts, parts.counts(&columns, &Selection::all(&spectrum)));
        }
    }

    #[test]
    fn a_method_and_a_class_score_as_their_best_line(parts in parts(), formula: usize, by_class: bool) {
        let spectrum = parts.spectrum();
        let level = if by_class { Level::Class } else { Level::Method };
        let Some(ranking) = ranking(&spectrum, formula, level, Ties::Min) else { return Ok(()) };
        let counts = count_elements(&spectrum, &Selection::all(&spectrum));
        let group = |method: MethodId| if by_class { method.0 / METHODS as u32 } else { method.0 };
        let mut best = BTreeMap::<u32, f64>::new();
        for (element, counts) in spectrum.elements.iter().zip(&counts) {
            let score = ranking.spec.formula().unwrap().score(&counts.weights());
            let best = best.entry(group(element.method)).or_insert(f64::NEG_INFINITY);
            *best = best.max(score);
        }
        prop_assert_eq!(ranking.entries.len(), best.len());
        for entry in &ranking.entries {
            let number = match entry.suspect {
                Suspect::Method(method) => method.0,
                Suspect::Class(class) => class.0,
                Suspect::Line(_) => unreachable!("the level is {level}"),
            };
            prop_assert_eq!(best.remove(&number), Some(entry.score));
            prop_assert_eq!(entry.counts, counts[entry.element.index()]);
        }
    }

    #[test]
    fn ranks_follow_from_scores_and_the_policy_lies_between_first_and_last_place(
        parts in parts(), formula: usize, level in proptest::sample::select(&Level::ALL[..]),
        ties in proptest::sample::select(&Ties::ALL[..]),
    ) {
        let spectrum = parts.spectrum();
        let Some(ranking) = ranking(&spectrum, formula, level, ties) else { return Ok(()) };
        for (at, entry) in ranking.entries.iter().enumerate() {
            // With so few tests, scores are either exactly equal or differ by far more than rounding.
            let close = |a: f64, b: f64| a == b || (a - b).abs() < 1e-9;
            let above = |other: f64| other > entry.score && !close(other, entry.score);
            let above = ranking.entries.iter().filter(|other| above(other.score)).count() as u32;
            let equal = ranking.entries.iter().filter(|o| close(o.score, entry.score)).count() as u32;
            prop_assert_eq!((entry.rank_min, entry.rank_max), (above + 1, above + equal));
            let expected = match ties {
                Ties::Min => f64::from(entry.rank_min),
                Ties::Max => f64::from(entry.rank_max),
                Ties::LineOrder => f64::from(at as u32 + 1),
                _ => f64::from(entry.rank_min + entry.rank_max) / 2.0,
            };
            prop_assert_eq!(entry.rank, expected);
        }
        prop_assert!(ranking.entries.is_sorted_by_key(|entry| entry.rank_min));
    }

    #[test]
    fn neither_the_order_of_tests_nor_that_of_columns_changes_a_ranking(
        (parts, shuffled) in parts().prop_flat_map(|parts| {
            let rows = Just(parts.rows.clone()).prop_shuffle();
            let order = Just((0..parts.columns.len()).collect::<Vec<_>>()).prop_shuffle();
            (Just(parts), rows, order).prop_map(|(parts, rows, order)| {
                let bits = |row: Vec<bool>| order.iter().map(|&c| row[c]).collect();
                let rows = rows.into_iter().map(|(outcome, row)| (outcome, bits(row))).collect();
                let columns = order.iter().map(|&c| parts.columns[c]).collect();
                (parts, Parts { rows, columns })
            })
        }),
        formula: usize, level in proptest::sample::select(&Level::ALL[..]),
    ) {
        let (a, b) = (parts.spectrum(), shuffled.spectrum());
        let (Some(first), Some(second)) =
            (ranking(&a, formula, level, Ties::Average), ranking(&b, formula, level, Ties::Average))
        else { return Ok(()) };
        prop_assert_eq!(described(&a, &first), described(&b, &second));
    }
}
