//! Tests of the extended metric: evidence computed by hand, the metric against its definition, learning and files.
use std::path::{Path, PathBuf};

use faultline_diagnosability::{
    AnyMetric, Known, Metric, SelectQuery, Selector, State as _, Universe, Verdict, select,
};
use faultline_evaluation::{Fault, Measure, Plan, evaluate, load};
use faultline_learned_metrics::{
    Belief, EVIDENCE, Evidence, Extended, ExtendedModel, ExtendedOptions, ExtendedTrainer, Random,
    RlfdcError, TrainingFault, builtin_extended, find, find_trainable, train_extended,
};
use faultline_sbfl::Ties;
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, Failure, Frame, Method, MethodId, Outcome, Spectrum, Test, TestId,
};

fn failure(trace: &[(&str, &str)]) -> Failure {
    let frame =
        |&(class, method): &(&str, &str)| Frame { class: class.into(), method: method.into(), line: 1 };
    Failure { exception: "E".into(), frames: trace.iter().map(frame).collect(), ..Failure::default() }
}

/// A spectrum of (class, method, lines) and (class, method, outcome, covered), and (class, method)
/// of the first test's stack trace.
fn spectrum(
    methods: &[(&str, &str, usize)],
    tests: &[(&str, &str, Outcome, &[usize])],
    trace: &[(&str, &str)],
) -> Spectrum {
    let class = |&(name, ..): &(&str, &str, usize)| Class {
        name: name.into(),
        source_file: None,
        hash: 0,
        location: String::new(),
    };
    let method = |(number, &(_, name, _)): (usize, &(&str, &str, usize))| Method {
        class: ClassId::new(number),
        name: name.into(),
        descriptor: "()V".into(),
    };
    let elements: Vec<Element> = methods
        .iter()
        .enumerate()
        .flat_map(|(number, &(.., lines))| (0..lines).map(move |line| (number, line)))
        .map(|(number, line)| Element { method: MethodId::new(number), line: line as u32 + 1 })
        .collect();
    let mut coverage = BitMatrix::new(tests.len(), elements.len());
    for (row, (.., covered)) in tests.iter().enumerate() {
        covered.iter().for_each(|&element| coverage.set(row, element));
    }
    let failure = failure(trace);
    let test = |(row, &(class, method, outcome, _)): (usize, &(&str, &str, Outcome, &[usize]))| Test {
        unique_id: format!("t{row}"),
        class: class.into(),
        method: method.into(),
        outcome,
        duration_ns: 0,
        display: String::new(),
        overlapped: false,
        failure: (row == 0).then(|| failure.clone()),
    };
    Spectrum {
        sizes: Vec::new(),
        classes: methods.iter().map(class).collect(),
        methods: methods.iter().enumerate().map(method).collect(),
        elements,
        tests: tests.iter().enumerate().map(test).collect(),
        coverage,
    }
}

use Outcome::{Failed, Passed};

/// `Fraction.reduce` has lines 0 and 1, its constructor line 2, `Gcd.of` line 3, the test itself
/// line 4; line 5 is not covered by the failing test.
fn example() -> Spectrum {
    spectrum(
        &[
            ("a.Fraction", "reduce", 2),
            ("a.Fraction", "<init>", 1),
            ("a.Gcd", "of", 1),
            ("a.FractionTest", "testReduce", 1),
            ("a.Other", "reduce", 1),
        ],
        &[
            ("a.FractionTest", "testReduce", Failed, &[0, 1, 2, 3, 4]),
            ("a.FractionTest", "testNew", Passed, &[2, 5]),
            ("a.GcdTest", "testOf", Passed, &[1, 2, 3]),
            ("a.GcdTest", "testOf", Failed, &[1, 2, 3]),
            ("a.GcdTest", "testNothing", Passed, &[]),
        ],
        &[("a.Gcd", "of"), ("a.FractionTest", "testReduce")],
    )
}

fn known<'k>(
    spectrum: &'k Spectrum,
    universe: &'k Universe,
    given: &'k [(TestId, Verdict)],
    candidates: &'k [TestId],
) -> Known<'k> {
    Known { spectrum, universe, given, candidates, prepared: None }
}

const T0: [(TestId, Verdict); 1] = [(TestId(0), Verdict::Failed)];

fn others(spectrum: &Spectrum) -> Vec<TestId> {
    (1..spectrum.tests.len()).map(TestId::new).collect()
}

#[test]
fn evidence_is_as_worked_out_by_hand() {
    let spectrum = example();
    let (universe, candidates) = (Universe::of(&spectrum), others(&spectrum));
    let evidence = Evidence::of(&known(&spectrum, &universe, &T0, &candidates));
    // Similarity to t0: t1 1/6; t2 and t3, which cover the same, 3/5 each.
    let near = |sum: f64| (1.0 + 10.0 * sum).ln();
    let expected = [
        (0, 2, false, [0.0, near(1.2) / 2.0, 1.0, 1.0, 0.0]),
        // A constructor is named after its class, which shares no word with the test method.
        (1, 1, false, [0.0, near(1.2 + 1.0 / 6.0), 1.0, 0.0, 1.0]),
        (2, 1, false, [1.0, near(1.2), 0.0, 0.0, 0.0]),
        (3, 1, true, [0.0, 0.0, 0.0, 0.0, 0.0]),
    ];
    assert_eq!(evidence.methods.len(), expected.len());
    for (found, (method, lines, is_test, kinds)) in evidence.methods.iter().zip(expected) {
        assert_eq!((found.method, found.lines, found.is_test), (method, lines, is_test));
        for ((kind, found), expected) in EVIDENCE.iter().zip(found.kinds).zip(kinds) {
            assert!((found - expected).abs() < 1e-14, "{kind} of {method}: {found}, not {expected}");
        }
    }
}

#[test]
fn how_candidates_end_is_no_evidence() {
    let mut spectrum = example();
    let universe = Universe::of(&spectrum);
    let candidates = others(&spectrum);
    let before = Evidence::of(&known(&spectrum, &universe, &T0, &candidates));
    for test in &mut spectrum.tests[1..] {
        test.outcome = if test.outcome == Failed { Passed } else { Failed };
        test.failure = Some(failure(&[("a.Fraction", "reduce")]));
    }
    assert_eq!(Evidence::of(&known(&spectrum, &universe, &T0, &candidates)), before);
}

#[test]
fn without_knowledge_of_a_spectrum_it_is_eap() {
    let spectrum = example();
    let universe = Universe::of(&spectrum);
    let belief = Belief { weights: [1.0, -1.0, 1.0, 1.0, -1.0] };
    let mut state = Extended::new(belief, "x").start(&universe);
    let mut eap = AnyMetric::find("eap:q=0.4").unwrap().start(&universe);
    for (row, verdict) in [(0, Verdict::Failed), (2, Verdict::Unknown)] {
        state.add(&spectrum.coverage.row(row), verdict);
        eap.add(&spectrum.coverage.row(row), verdict);
    }
    for row in [1, 3, 4] {
        let row = spectrum.coverage.row(row);
        assert_eq!(state.score(&row).to_bits(), eap.score(&row).to_bits());
    }
}

/// A spectrum of random rows; names, traces and outcomes are unrelated to the rows.
fn random(seed: u64, tests: usize) -> Spectrum {
    let mut random = Random::new(seed);
    let methods: Vec<(&str, &str, usize)> = (0..8)
        .map(|m| (["a.A", "a.B", "a.C$D"][m % 3], ["<init>", "getIt", "readLine", "x"][m % 4], 1 + m % 4))
        .collect();
    let elements: usize = methods.iter().map(|(.., lines)| lines).sum();
    let rows: Vec<Vec<usize>> = (0..tests)
        .map(|test| {
            let density = if test == 0 { 3 } else { 1 + random.below(3) };
            (0..elements).filter(|_| random.below(4) < density).collect()
        })
        .collect();
    let tests: Vec<(&str, &str, Outcome, &[usize])> = rows
        .iter()
        .enumerate()
        .map(|(test, row)| {
            let outcome = if test == 0 || random.below(9) == 0 { Failed } else { Passed };
            (["a.ATest", "a.BTest"][test % 2], ["testReadLine", "testX"][test % 2], outcome, row.as_slice())
        })
        .collect();
    spectrum(&methods, &tests, &[("a.B", "getIt"), ("a.A", "<init>")])
}

fn metric() -> AnyMetric {
    AnyMetric::new(Extended::new(Belief { weights: [1.5, -0.6, 1.2, 0.9, -0.8] }, "x"))
}

/// The definition: the sum over lines of w / rank, w by belief and candidates taken to pass.
fn by_definition(spectrum: &Spectrum, belief: Belief, chosen: &[usize], candidate: usize) -> f64 {
    let (universe, candidates) = (Universe::of(spectrum), others(spectrum));
    let evidence = Evidence::of(&known(spectrum, &universe, &T0, &candidates));
    let of_lines = belief.of_lines(&evidence);
    let suspicious: Vec<usize> = spectrum.coverage.ones(0).collect();
    let passed = |element: usize| {
        chosen.iter().chain([&candidate]).filter(|&&test| spectrum.coverage.get(test, element)).count()
    };
    let method = |element: usize| spectrum.elements[element].method.0;
    let best = |m: u32| suspicious.iter().filter(|&&l| method(l) == m).map(|&l| passed(l)).min().unwrap();
    let rank = |m: u32| evidence.methods.iter().filter(|other| best(other.method) <= best(m)).count() as f64;
    let weight = |l: usize| {
        let at = evidence.methods.iter().position(|known| known.method == method(l)).unwrap();
        of_lines[at] * 0.6_f64.powf(passed(l) as f64)
    };
    let total: f64 = suspicious.iter().map(|&l| weight(l)).sum();
    suspicious.iter().map(|&l| weight(l) / total / rank(method(l))).sum()
}

#[test]
fn scores_are_those_of_the_definition_at_every_step() {
    let belief = Belief { weights: [1.5, -0.6, 1.2, 0.9, -0.8] };
    for seed in 0..20 {
        let spectrum = random(seed, 12);
        let universe = Universe::of(&spectrum);
        let query = SelectQuery { given: vec![TestId(0)], tests: 8, ..SelectQuery::default() };
        let mut selector = Selector::new(&spectrum, &universe, &metric(), &query).unwrap();
        let mut chosen = Vec::new();
        for _ in 0..8 {
            for (test, score) in selector.scores() {
                let expected = by_definition(&spectrum, belief, &chosen, test.index());
                assert!((score - expected).abs() < 1e-12, "seed {seed}: {score}, not {expected}");
            }
            chosen.push(selector.next().unwrap().test.index());
        }
    }
}

#[test]
fn the_order_of_methods_and_of_other_tests_changes_no_score() {
    for seed in 0..20 {
        let spectrum = random(seed, 9);
        // Reverses methods, their elements, and the tests except t0.
        let mut turned = spectrum.clone();
        let last = spectrum.methods.len() - 1;
        turned.methods.reverse();
        turned.classes.reverse();
        turned.methods.iter_mut().for_each(|method| method.class = ClassId::new(last - method.class.index()));
        turned.elements.reverse();
        turned
            .elements
            .iter_mut()
            .for_each(|element| element.method = MethodId::new(last - element.method.index()));
        turned.tests[1..].reverse();
        let (rows, columns) = (spectrum.tests.len(), spectrum.elements.len());
        turned.coverage = BitMatrix::new(rows, columns);
        let from = |row: usize| if row == 0 { 0 } else { rows - row };
        for row in 0..rows {
            spectrum.coverage.ones(from(row)).for_each(|e| turned.coverage.set(row, columns - 1 - e));
        }
        let scores = |spectrum: &Spectrum| {
            let query = SelectQuery { given: vec![TestId(0)], ..SelectQuery::default() };
            Selector::new(spectrum, &Universe::of(spectrum), &metric(), &query).unwrap().scores()
        };
        let mut found = scores(&turned);
        found.reverse();
        for ((test, score), (_, turned)) in scores(&spectrum).into_iter().zip(found) {
            assert!((score - turned).abs() < 1e-12, "seed {seed}, {test:?}: {score} and {turned}");
        }
    }
}

struct Seeded {
    spectrum: Spectrum,
    method_of: Vec<u32>,
    faulty: Vec<u32>,
}

/// Seeded faults; four in five are in `readLine`, after which the failing test is named.
fn seeded(faults: u64) -> Vec<Seeded> {
    let one = |seed: u64| {
        let spectrum = random(100 + seed, 10);
        let method_of: Vec<u32> = spectrum.elements.iter().map(|element| element.method.0).collect();
        let covered = |m: u32| spectrum.coverage.ones(0).any(|e| method_of[e] == m);
        let wanted = [2, 6].into_iter().find(|&m| !seed.is_multiple_of(5) && covered(m));
        let faulty = wanted.or_else(|| (0..8).find(|&m| covered(m))).unwrap();
        Seeded { spectrum, method_of, faulty: vec![faulty] }
    };
    (0..faults).map(one).collect()
}

fn training(seeded: &[Seeded]) -> Vec<TrainingFault<'_>> {
    fn one(seeded: &Seeded) -> TrainingFault<'_> {
        let Seeded { spectrum, method_of, faulty } = seeded;
        TrainingFault { name: "seeded", spectrum, methods: 8, method_of, faulty }
    }
    seeded.iter().map(one).collect()
}

#[test]
fn it_learns_what_points_at_faults() {
    let faults = seeded(60);
    let model = train_extended(&training(&faults), &ExtendedOptions::default()).unwrap();
    let [_, near, class, name, _] = model.belief().weights;
    assert!(name > 1.5 && near.abs() < 0.5 && class < 0.5, "{:?}", model.belief());
}

#[test]
fn the_same_faults_give_the_same_model_bit_by_bit_and_others_another() {
    let faults = seeded(12);
    let train = |faults: &[TrainingFault<'_>]| train_extended(faults, &ExtendedOptions::default()).unwrap();
    let all = training(&faults);
    let model = train(&all);
    assert_eq!(train(&all).to_text(), model.to_text());
    assert_ne!(train(&all[1..]).belief(), model.belief());
    // Recorded with and without optimisation.
    assert_eq!(model.belief().weights.map(|weight| format!("{:016x}", weight.to_bits())), GOLDEN);
    let card = model.card().training.as_ref().unwrap();
    assert_eq!((card.faults, card.ridge), (12, 2.0));
    let mut renamed = faults[0].spectrum.clone();
    renamed.methods[0].name = "other".into();
    let other = [TrainingFault { spectrum: &renamed, ..all[0] }];
    assert_ne!(train(&other).card().training, train(&all[..1]).card().training, "names are data too");
}

const GOLDEN: [&str; 5] =
    ["3fda143393ab430f", "3fb9be4cd7492791", "bfe741e14bdfd263", "3ff279fec99f1ae3", "3fe5be6601bc98a2"];

#[test]
fn what_cannot_be_learned_from_is_refused() {
    let options = ExtendedOptions::default();
    assert!(matches!(train_extended(&[], &options), Err(RlfdcError::NoFault)));
    let faults = seeded(1);
    let fault = training(&faults)[0];
    let bad = ExtendedOptions { ridge: 0.0, ..options.clone() };
    assert!(matches!(train_extended(&[fault], &bad), Err(RlfdcError::BadOptions { .. })));
    let mut trainer = ExtendedTrainer::new(&options).unwrap();
    let unknown = TrainingFault { faulty: &[99], ..fault };
    assert!(matches!(trainer.learn(&unknown), Err(RlfdcError::Unusable { .. })));
    let mut green = faults[0].spectrum.clone();
    green.tests.iter_mut().for_each(|test| test.outcome = Passed);
    assert!(trainer.learn(&TrainingFault { spectrum: &green, ..fault }).is_err());
    assert!(trainer.model().is_err(), "nothing was learned");
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("faultline-extended-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_model_comes_back_from_its_file_and_chooses_by_its_name() {
    let folder = folder("file");
    let path = folder.join("model.json");
    let faults = seeded(5);
    let model = train_extended(
        &training(&faults),
        &ExtendedOptions { date: "d".into(), ..ExtendedOptions::default() },
    );
    let model = model.unwrap();
    model.write(&path).unwrap();
    let (read, is_one) = (ExtendedModel::read(&path), ExtendedModel::is_one(&path));
    let name = format!("rlfdc:model={}", path.display());
    let found = find(&name);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!((read.unwrap(), is_one), (model.clone(), true));
    let (found, query) =
        (found.unwrap(), SelectQuery { given: vec![TestId(0)], tests: 5, ..SelectQuery::default() });
    assert_eq!((found.name(), found.knows_outcomes(), found.needs_failing()), (name, false, true));
    let spectrum = random(7, 20);
    let choose = |metric: &AnyMetric| select(&spectrum, metric, &query).unwrap();
    assert_eq!(choose(&found), choose(&AnyMetric::new(model.metric("m"))));
}

#[test]
fn files_that_are_no_such_model_are_refused_with_a_reason() {
    let text = builtin_extended().to_text();
    let reason = |text: &str| {
        ExtendedModel::from_bytes(text.as_bytes(), Path::new("m")).map(drop).unwrap_err().to_string()
    };
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        reason(&text.replacen(from, to, 1))
    };
    for (message, part) in [
        (reason("{"), "not JSON"),
        (reason("{}"), "does not say"),
        (changed("faultline-rlfdc-extended", "faultline-rlfdc"), "its format is 'faultline-rlfdc'"),
        (changed("\"version\": 1", "\"version\": 2"), "version 2; this program reads up to 1"),
        (changed("\"version\": 1", "\"version\": \"1\""), "no version"),
        (changed("\"trace\"", "\"stack\""), "its evidence is 'stack near"),
        (changed("\"note\"", "\"notes\""), "unknown field"),
        (changed("\"weights\": [", "\"weights\": [1e9, "), "6 weights in place of 5"),
        (changed("\"faults\": 1", "\"faults\": 2"), "checksum"),
        (changed("  \"checksum\"", "  \"checksums\""), "unknown field"),
    ] {
        assert!(message.starts_with("m cannot be used as a model: ") && message.contains(part), "{message}");
    }
    // Locates any digit of a weight.
    let start = text.find("\"weights\"").unwrap();
    for (at, _) in text[start..].char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        let mut damaged = text.clone().into_bytes();
        damaged[start + at] = if damaged[start + at] == b'7' { b'8' } else { b'7' };
        assert!(ExtendedModel::from_bytes(&damaged, Path::new("m")).is_err(), "digit at {at}");
    }
    let bits = text.as_bytes();
    for cut in 0..bits.len() - 2 {
        assert!(ExtendedModel::from_bytes(&bits[..cut], Path::new("m")).is_err(), "{cut} bytes");
    }
}

#[test]
fn the_shipped_model_is_found_by_name_and_is_as_this_version_writes_it() {
    let metric = find("belief").unwrap();
    assert_eq!(metric.name(), "belief");
    assert_eq!(find_trainable("belief").unwrap().unwrap().name(), metric.name());
    assert_eq!(builtin_extended().to_text(), include_str!("../models/extended.json"));
    assert_eq!(builtin_extended().card().training.as_ref().unwrap().faults, 111);
}

fn of(fault: &Fault) -> TrainingFault<'_> {
    TrainingFault {
        name: &fault.name,
        spectrum: &fault.spectrum,
        methods: fault.methods,
        method_of: &fault.method_of,
        faulty: &fault.faulty,
    }
}

#[test]
fn trained_on_one_project_it_chooses_better_on_the_other_than_untrained_and_than_eap() {
    let Some(data) = std::env::var_os("FAULTLINE_DATA").map(PathBuf::from) else {
        eprintln!("skipped: FAULTLINE_DATA names no folder of spectra");
        return;
    };
    let projects = ["lang", "math"]
        .map(|project| load(&data.join(format!("spectra-{project}.tar.xz")), &|_, _| {}).unwrap().faults);
    // Mean average precision over the rankings after 1, 5 and 10 tests.
    let mut sums = [0.0; 3];
    for (seen, judged) in [(0, 1), (1, 0)] {
        let seen: Vec<TrainingFault<'_>> = projects[seen].iter().map(of).collect();
        let model = train_extended(&seen, &ExtendedOptions::default()).unwrap();
        let untrained = Extended::new(Belief::default(), "untrained");
        let plan = Plan {
            metrics: vec![
                AnyMetric::new(model.metric("learned")),
                AnyMetric::new(untrained),
                AnyMetric::find("eap").unwrap(),
            ],
            rankings: ["ochiai", "ochiai+size+trace", "posterior"].map(|name| name.parse().unwrap()).into(),
            tests: 10,
            oracle: false,
            lines: false,
        };
        for outcomes in evaluate(&projects[judged], &plan, &|_| {}) {
            for (sum, curves) in sums.iter_mut().zip(&outcomes.metrics) {
                for curve in curves {
                    *sum += [1, 5, 10].map(|n| curve[n].get(Measure::Ap(Ties::Max))).iter().sum::<f64>();
                }
            }
        }
    }
    let [learned, untrained, eap] = sums.map(|sum| sum / 9.0 / 111.0);
    assert!(learned > untrained + 0.004 && learned > eap + 0.004, "{learned} {untrained} {eap}");
}
