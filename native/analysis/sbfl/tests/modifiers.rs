//! Rankings with modifiers on random spectra, checked against naive implementations of their definitions.

use std::collections::BTreeMap;

use faultline_sbfl::evidence::Known;
use faultline_sbfl::{
    Clues, Formula, Level, MethodIndex, MethodRanks, RankQuery, Ranker, RankingSpec, Selection, SuiteCounts,
    Suspect, Ties, count_elements, places,
};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, Failure, Frame, Method, MethodId, Outcome, Spectrum, Test, TestId,
};
use proptest::prelude::*;

const CLASSES: [&str; 3] = ["org.x.FastA", "org.x.FastA$B", "java.fake.C"];
const METHODS: usize = 3;
/// Test classes with their similarity to each class: its words are {fast, a}, {fast, a}, {c}.
const TESTS: [(&str, [f64; 3]); 4] = [
    ("org.x.FastATest", [1.0, 1.0, 0.0]),
    ("org.y.TestAThingC$Nested", [0.25, 0.25, 1.0 / 3.0]),
    ("org.x.Other", [0.0; 3]),
    ("", [0.0; 3]),
];
/// Test methods with their similarity to `m0`, `m1` and `m2`, words {m, 0}, {m, 1}, {m, 2}.
const TEST_METHODS: [(&str, [f64; METHODS]); 4] = [
    ("testM0", [1.0, 1.0 / 3.0, 1.0 / 3.0]),
    ("m1Again(int)[2]", [0.25, 2.0 / 3.0, 0.25]),
    ("other", [0.0; METHODS]),
    ("", [0.0; METHODS]),
];

/// A frame as (class, method): indices beyond the spectrum's classes are a JDK class, a test class, and none.
type Place = (usize, usize);

#[derive(Clone, Debug)]
struct Row {
    failed: bool,
    covers: Vec<bool>,
    frames: Vec<Place>,
    /// Its class in `TESTS` and its method in `TEST_METHODS`.
    name: (usize, usize),
}

#[derive(Clone, Debug)]
struct Parts {
    rows: Vec<Row>,
    /// (class, method, line); lines of different methods differ.
    columns: Vec<(usize, usize, u32)>,
}

fn frame_class(class: usize) -> &'static str {
    [CLASSES[0], CLASSES[1], CLASSES[2], "java.util.List", "org.x.SomeTest", "", "junit.framework.Assert"]
        [class]
}

fn parts() -> impl Strategy<Value = Parts> {
    let columns = proptest::collection::btree_set((0..CLASSES.len(), 0..METHODS, 0_u32..4), 1..16);
    columns.prop_flat_map(|columns| {
        let columns: Vec<_> = columns
            .into_iter()
            .map(|(class, method, line)| (class, method, 1 + line + 10 * (method + METHODS * class) as u32))
            .collect();
        let frames = proptest::collection::vec((0..CLASSES.len() + 4, 0..METHODS), 0..6);
        let name = (0..TESTS.len(), 0..TEST_METHODS.len());
        let row = (any::<bool>(), proptest::collection::vec(any::<bool>(), columns.len()), frames, name)
            .prop_map(|(failed, covers, frames, name)| Row { failed, covers, frames, name });
        proptest::collection::vec(row, 1..12).prop_map(move |rows| Parts { rows, columns: columns.clone() })
    })
}

impl Parts {
    fn spectrum(&self) -> Spectrum {
        let mut coverage = BitMatrix::new(self.rows.len(), self.columns.len());
        for (row, of) in self.rows.iter().enumerate() {
            for column in (0..of.covers.len()).filter(|&column| of.covers[column]) {
                coverage.set(row, column);
            }
        }
        let failure = |row: &Row| Failure {
            exception: "E".to_owned(),
            frames: row
                .frames
                .iter()
                .map(|&(class, method)| Frame {
                    class: frame_class(class).to_owned(),
                    method: format!("m{method}"),
                    line: 1,
                })
                .collect(),
            thrown: None,
        };
        let test = |(number, row): (usize, &Row)| Test {
            unique_id: number.to_string(),
            class: TESTS[row.name.0].0.to_owned(),
            method: TEST_METHODS[row.name.1].0.to_owned(),
            outcome: if row.failed { Outcome::Failed } else { Outcome::Passed },
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: row.failed.then(|| failure(row)),
        };
        let method = |number: usize| Method {
            class: ClassId::new(number / METHODS),
            name: format!("m{}", number % METHODS),
            descriptor: "()V".to_owned(),
        };
        let class = |name: &&str| Class {
            name: (*name).to_owned(),
            source_file: Some("A.java".to_owned()),
            hash: 0,
            location: String::new(),
        };
        let element = |&(class, method, line): &(usize, usize, u32)| Element {
            method: MethodId::new(class * METHODS + method),
            line,
        };
        Spectrum {
            sizes: Vec::new(),
            classes: CLASSES.iter().map(class).collect(),
            methods: (0..CLASSES.len() * METHODS).map(method).collect(),
            elements: self.columns.iter().map(element).collect(),
            tests: self.rows.iter().enumerate().map(test).collect(),
            coverage,
        }
    }

    /// A method's position in the first failing trace that has it. `org.x.SomeTest` counts as a frame; so does a class of
    /// the spectrum with a JDK-like name.
    fn frame(&self, method: Place) -> Option<usize> {
        self.rows.iter().filter(|row| row.failed).find_map(|row| {
            let kept = row.frames.iter().filter(|(class, _)| *class < CLASSES.len() || *class == 4);
            kept.clone().position(|&frame| frame == method).map(|at| at + 1)
        })
    }

    /// The largest similarity of a method's class name and its own to the failing tests' names.
    fn name(&self, (class, method): Place) -> (f64, f64) {
        let failing = || self.rows.iter().filter(|row| row.failed);
        let classes = failing().map(|row| TESTS[row.name.0].1[class]);
        let methods = failing().map(|row| TEST_METHODS[row.name.1].1[method]);
        (classes.fold(0.0, f64::max), methods.fold(0.0, f64::max))
    }

    /// Base times factors for every method with lines, by the definitions.
    fn methods(&self, spec: &RankingSpec, base: &[f64]) -> BTreeMap<Place, f64> {
        let failing = |column: usize| self.rows.iter().any(|row| row.failed && row.covers[column]);
        let mut lines = BTreeMap::<Place, Vec<usize>>::new();
        for (column, &(class, method, _)) in self.columns.iter().enumerate() {
            lines.entry((class, method)).or_default().push(column);
        }
        let score = |(method, columns): (Place, Vec<usize>)| {
            let scores = columns.iter().map(|&column| base[column]);
            let aggregated = match spec.aggregate.name() {
                "max" => scores.fold(f64::NEG_INFINITY, f64::max),
                "sum" => scores.sum(),
                "mean" => scores.sum::<f64>() / columns.len() as f64,
                other => unreachable!("{other}"),
            };
            let n = columns.iter().filter(|&&column| failing(column)).count().max(1);
            let size = spec.size.map_or(1.0, |exponent| (n as f64).powf(exponent));
            let trace = match (spec.trace, self.frame(method)) {
                (Some(weight), Some(k)) => 1.0 + weight / k as f64,
                _ => 1.0,
            };
            let name = spec.name.map_or(1.0, |weight| {
                let (class, own) = self.name(method);
                (1.0 + weight / 2.0 * class) * (1.0 + weight * own)
            });
            (method, aggregated * size * trace * name)
        };
        lines.into_iter().map(score).collect()
    }

    /// Base scores of columns by the definitions.
    fn base(&self, spec: &RankingSpec) -> Vec<f64> {
        let spectrum = self.spectrum();
        let all: Vec<_> = count_elements(&spectrum, &Selection::all(&spectrum))
            .into_iter()
            .map(faultline_sbfl::Counts::weights)
            .collect();
        if let Some(formula) = spec.formula() {
            return all.iter().map(|counts| formula.score(counts)).collect();
        }
        let weight = |counts: &faultline_sbfl::Counts<f64>| match counts.ef {
            0.0 => 0.0,
            _ => 0.8_f64.powf(counts.ep) * 0.1_f64.powf(counts.nf),
        };
        let sum: f64 = all.iter().map(weight).sum();
        all.iter().map(|counts| if sum > 0.0 { weight(counts) / sum } else { 0.0 }).collect()
    }
}

const RANKINGS: [&str; 11] = [
    "ochiai",
    "ochiai+size+trace",
    "dstar+size:0.5",
    "wong2+trace:4",
    "jaccard+mean+size",
    "tarantula+sum+trace",
    "posterior",
    "posterior+size+trace",
    "posterior+max",
    "ochiai+size+trace+name",
    "wong2+sum+name:4",
];

fn close(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-300)
}

fn query(spectrum: &Spectrum, ranking: RankingSpec, level: Level) -> RankQuery {
    RankQuery { selection: Selection::all(spectrum), ranking, level, ties: Ties::Max }
}

proptest! {
    #[test]
    fn methods_classes_and_lines_score_as_defined(
        parts in parts(), ranking in proptest::sample::select(&RANKINGS[..]),
    ) {
        prop_assume!(parts.rows.iter().any(|row| row.failed));
        let (spectrum, spec) = (parts.spectrum(), ranking.parse::<RankingSpec>().unwrap());
        let base = parts.base(&spec);
        let methods = parts.methods(&spec, &base);
        let ranker = Ranker::new(&spectrum);
        let ranked = ranker.rank(&query(&spectrum, spec, Level::Method)).unwrap();
        prop_assert_eq!(ranked.entries.len(), methods.len());
        for entry in &ranked.entries {
            let Suspect::Method(method) = entry.suspect else { unreachable!() };
            let expected = methods[&(method.index() / METHODS, method.index() % METHODS)];
            prop_assert!(close(entry.score, expected), "{} is not {}", entry.score, expected);
            let product = entry.base * ranked.size_factor(entry) * ranked.trace_factor(entry) * ranked.name_factor(entry);
            prop_assert!(close(entry.score, product));
        }
        let ranked = ranker.rank(&query(&spectrum, spec, Level::Class)).unwrap();
        for entry in &ranked.entries {
            let Suspect::Class(class) = entry.suspect else { unreachable!() };
            let of_class = methods.iter().filter(|((c, _), _)| *c == class.index()).map(|(_, score)| *score);
            let expected = match spec.aggregate.name() {
                "sum" => of_class.sum(),
                _ => of_class.fold(f64::NEG_INFINITY, f64::max),
            };
            prop_assert!(close(entry.score, expected), "{} is not {}", entry.score, expected);
        }
        let ranked = ranker.rank(&query(&spectrum, spec, Level::Line)).unwrap();
        prop_assert_eq!(ranked.entries.len(), parts.columns.len());
        for entry in &ranked.entries {
            let column = entry.element.index();
            let factors = ranked.size_factor(entry) * ranked.trace_factor(entry) * ranked.name_factor(entry);
            let alone = RankingSpec { aggregate: faultline_sbfl::Aggregate::Max, ..spec };
            let method = (parts.columns[column].0, parts.columns[column].1);
            let ones = vec![1.0; parts.columns.len()];
            prop_assert!(close(factors, parts.methods(&alone, &ones)[&method]));
            prop_assert!(close(entry.score, base[column] * factors));
        }
    }

    #[test]
    fn a_loop_gives_the_scores_and_places_of_the_ranker(
        parts in parts(), ranking in proptest::sample::select(&RANKINGS[..]),
    ) {
        prop_assume!(parts.rows.iter().any(|row| row.failed));
        let (spectrum, spec) = (parts.spectrum(), ranking.parse::<RankingSpec>().unwrap());
        let ranked = Ranker::new(&spectrum).rank(&query(&spectrum, spec, Level::Method)).unwrap();
        let selection = Selection::all(&spectrum);
        let counts = count_elements(&spectrum, &selection);
        let (ef, ep): (Vec<u32>, Vec<u32>) = counts.iter().map(|counts| (counts.ef, counts.ep)).unzip();
        let (failed, passed) = (selection.failing().len() as u32, selection.passing().len() as u32);
        let known = Known::of(&spectrum);
        let clues = Clues::of(&spectrum, selection.failing(), &spec, || &known);
        let mut ranks = MethodRanks::default();
        // A prior update must not affect the result through reused buffers.
        ranks.update(&"posterior+size:2".parse().unwrap(), &MethodIndex::of(&spectrum), &Clues::default(), &SuiteCounts { ef: &ep, ep: &ef, failed: passed, passed: failed });
        ranks.update(&spec, &MethodIndex::of(&spectrum), &clues, &SuiteCounts { ef: &ef, ep: &ep, failed, passed });
        for entry in &ranked.entries {
            let Suspect::Method(method) = entry.suspect else { unreachable!() };
            prop_assert_eq!(ranks.methods()[method.index()].score.to_bits(), entry.score.to_bits());
            let place = ranks.place(method.index()).unwrap();
            prop_assert_eq!((place.min, place.max), (entry.rank_min, entry.rank_max));
            let position = ranks.position(method.index()).unwrap();
            prop_assert!((place.min..=place.max).contains(&position));
        }
        let without = (0..spectrum.methods.len()).filter(|&m| ranks.place(m).is_none()).count();
        prop_assert_eq!(without + ranked.entries.len(), spectrum.methods.len());
    }

    #[test]
    fn equal_columns_of_a_method_may_be_merged(
        parts in parts(), ranking in proptest::sample::select(&RANKINGS[..]),
    ) {
        let spectrum = parts.spectrum();
        let spec = ranking.parse::<RankingSpec>().unwrap();
        let counts = count_elements(&spectrum, &Selection::all(&spectrum));
        let mut merged = BTreeMap::<(u32, u32, u32), u32>::new();
        for (element, counts) in spectrum.elements.iter().zip(&counts) {
            *merged.entry((element.method.0, counts.ef, counts.ep)).or_default() += 1;
        }
        let rows = |failed: bool| parts.rows.iter().filter(|row| row.failed == failed).count() as u32;
        let (failed, passed) = (rows(true), rows(false));
        let scores = |index: &MethodIndex, ef: &[u32], ep: &[u32]| {
            let mut ranks = MethodRanks::default();
            ranks.update(&spec, index, &Clues::default(), &SuiteCounts { ef, ep, failed, passed });
            let scores = ranks.methods().iter().map(|method| (method.score, method.suspicious));
            scores.collect::<Vec<_>>()
        };
        let (ef, ep): (Vec<u32>, Vec<u32>) = counts.iter().map(|counts| (counts.ef, counts.ep)).unzip();
        let plain = scores(&MethodIndex::of(&spectrum), &ef, &ep);
        let column = |part: fn(&(u32, u32, u32)) -> u32| merged.keys().map(part).collect::<Vec<u32>>();
        let lines = merged.values().copied().collect();
        let index = MethodIndex::merged(spectrum.methods.len(), &column(|key| key.0), lines);
        let joined = scores(&index, &column(|key| key.1), &column(|key| key.2));
        for ((a, n), (b, m)) in plain.iter().zip(&joined) {
            prop_assert!(n == m && close(*a, *b), "{} is not {}", a, b);
        }
    }

    #[test]
    fn a_rankers_memory_of_passing_tests_changes_no_answer(
        parts in parts(), chosen in proptest::collection::vec((any::<u8>(), 0..RANKINGS.len()), 1..6),
    ) {
        let spectrum = parts.spectrum();
        let kept = Ranker::new(&spectrum);
        for (mask, ranking) in chosen {
            let rows = (0..parts.rows.len()).filter(|row| mask >> (row % 8) & 1 != 0).map(TestId::new);
            let selection = Selection::of(&spectrum, rows);
            for level in Level::ALL {
                let ranking = RANKINGS[ranking].parse().unwrap();
                let query = RankQuery { selection: selection.clone(), ranking, level, ties: Ties::LineOrder };
                let (again, fresh) = (kept.rank(&query), Ranker::new(&spectrum).rank(&query));
                prop_assert_eq!(again.is_ok(), fresh.is_ok());
                if let (Ok(again), Ok(fresh)) = (again, fresh) {
                    prop_assert_eq!(again.entries, fresh.entries);
                }
            }
        }
    }

    #[test]
    fn a_place_in_a_loop_is_that_of_a_sorted_list_even_among_nearly_equal_scores(
        steps in proptest::collection::vec(0_u32..8, 1..30),
    ) {
        // Scores that differ by fractions of the tolerance come from sums in a posterior.
        let scores: Vec<f64> = steps.iter().map(|&step| 1.0 + f64::from(step) * 4e-13).collect();
        let mut sorted = scores.clone();
        sorted.sort_unstable_by(|a, b| b.total_cmp(a));
        let expected = places(&sorted);
        let ranks = MethodRanks::of_scores(&scores);
        for (method, score) in scores.iter().enumerate() {
            let at = sorted.iter().position(|other| other.to_bits() == score.to_bits()).unwrap();
            prop_assert_eq!(ranks.place(method).unwrap(), expected[at]);
        }
    }
}

#[test]
fn the_perfect_suspect_ranks_first_under_every_formula_that_knows_one() {
    // Another tool fails this: it gives the perfect suspect a DStar of 0, and its Barinel always assumes eleven failures.
    let counts = |ef, ep, nf, np| faultline_sbfl::Counts { ef, ep, nf, np }.weights();
    let (perfect, worse) = (counts(3, 0, 0, 20), counts(2, 5, 1, 15));
    for name in ["DStar", "Kulczynski1", "M1", "Ideal", "Barinel", "Ochiai", "Op2"] {
        let formula = Formula::find(name).unwrap();
        assert!(formula.score(&perfect) > formula.score(&worse), "{name}");
    }
    let barinel = Formula::find("Barinel").unwrap();
    assert!((barinel.score(&worse) - 2.0 / 7.0).abs() < 1e-15);
    assert!(Formula::find("Ideal").unwrap().score(&counts(0, 0, 0, 5)).to_bits() == 0, "0/0");
}
