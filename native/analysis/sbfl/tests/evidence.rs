//! Each kind of evidence on a small spectrum, computed by hand.

use faultline_sbfl::evidence::{Evidence, Kind, Known, Methods, Told, Weights};
use faultline_sbfl::{Level, RankQuery, Ranker, RankingSpec, Selection, Suspect, Ties};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, Failure, Frame, Method, MethodId, Outcome, Spectrum, Test, TestId,
    Thrown,
};

const METHODS: [(usize, &str, u32); 7] = [
    (0, "<init>", 3),
    (0, "parseDate", 10),
    (0, "parseDate", 20),
    (0, "close", 30),
    (1, "format", 5),
    (2, "parseDate", 8),
    (0, "unused", 40),
];
const CLASSES: [&str; 3] = ["org.x.DateParser", "org.y.Printer", "org.x.DateParserTest"];
const CONSTRUCTOR: usize = 0;
const PARSE: usize = 1;
const OVERLOAD: usize = 2;
const CLOSE: usize = 3;
const FORMAT: usize = 4;
const OF_TEST: usize = 5;
const UNUSED: usize = 6;

fn frame(class: &str, method: &str, line: i32) -> Frame {
    Frame { class: class.to_owned(), method: method.to_owned(), line }
}

fn test(method: &str, failure: Option<(&str, Vec<Frame>)>) -> Test {
    Test {
        unique_id: method.to_owned(),
        class: "org.x.DateParserTest".to_owned(),
        method: method.to_owned(),
        outcome: if failure.is_some() { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 0,
        display: String::new(),
        overlapped: false,
        failure: failure.map(|(exception, frames)| Failure {
            exception: exception.to_owned(),
            frames,
            thrown: None,
        }),
    }
}

/// Two failing tests: in the second the JVM threw in `parseDate`, called by `format`; `close` threw explicitly.
fn spectrum() -> Spectrum {
    let own = |method: &str, line| frame("org.x.DateParser", method, line);
    let implicit =
        vec![own("parseDate", 21), frame("org.y.Printer", "format", 5), frame("java.util.List", "get", 1)];
    let explicit = vec![own("close", 30), own("parseDate", 11), own("close", 31)];
    let tests = vec![
        test("testParsingDate", Some(("java.lang.NullPointerException", implicit))),
        test("closes", Some(("org.x.ClosedException", explicit))),
        test("formats", None),
    ];
    let covered: [&[usize]; 3] =
        [&[CONSTRUCTOR, OVERLOAD, FORMAT, OF_TEST], &[CONSTRUCTOR, PARSE, CLOSE], &[CONSTRUCTOR, FORMAT]];
    let mut coverage = BitMatrix::new(3, METHODS.len());
    for (row, methods) in covered.iter().enumerate() {
        methods.iter().for_each(|&method| coverage.set(row, method));
    }
    Spectrum {
        sizes: Vec::new(),
        classes: CLASSES
            .map(|name| Class { name: name.to_owned(), source_file: None, hash: 0, location: String::new() })
            .into(),
        methods: METHODS
            .map(|(class, name, _)| Method {
                class: ClassId::new(class),
                name: name.to_owned(),
                descriptor: "()V".to_owned(),
            })
            .into(),
        elements: METHODS
            .iter()
            .enumerate()
            .map(|(at, &(_, _, line))| Element { method: MethodId::new(at), line })
            .collect(),
        tests,
        coverage,
    }
}

fn evidence() -> Evidence {
    let spectrum = spectrum();
    Evidence::of_tests(&spectrum, &[TestId::new(0), TestId::new(1)], &Known::of(&spectrum))
}

fn value(kind: Kind, method: usize) -> f64 {
    evidence().row(method)[kind.told().expect("a kind that is told")]
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

#[test]
fn a_class_whose_words_are_the_tests_weighs_most() {
    assert!(close(value(Kind::ClassName, PARSE), 2.0_f64.ln()));
    assert!(close(value(Kind::ClassName, FORMAT), 0.0));
    assert!(close(value(Kind::ClassName, OF_TEST), 0.0), "a test is called as itself");
}

#[test]
fn constructors_and_packages_are_told_apart() {
    assert!(close(value(Kind::Constructor, CONSTRUCTOR), 1.0) && close(value(Kind::Constructor, PARSE), 0.0));
    assert!(close(value(Kind::Package, PARSE), 1.0) && close(value(Kind::Package, FORMAT), 0.0));
}

#[test]
fn words_in_common_count_by_how_rare_they_are() {
    // Names: DateParser, Printer, DateParserTest, <init>, parseDate, close, format, unused: 8.
    // Document frequencies of stems: date 3, pars 1 (parser differs), parser 2, clos 1.
    let square = |names: f64| ((9.0_f64 / (names + 1.0)).ln() + 0.001).powi(2);
    let (date, parse, parser, close_) = (square(3.0), square(1.0), square(2.0), square(1.0));
    let parsing = (date + parse + parser) / ((date + parse + parser) * (date + parse + parser)).sqrt();
    assert!(close(value(Kind::Words, OVERLOAD), parsing), "{}", value(Kind::Words, OVERLOAD));
    // The test `closes` of class DateParserTest: date, parser, clos.
    let all = date + parser + close_;
    assert!(close(value(Kind::Words, CLOSE), 1.0));
    // The constructor has only its class's words, most similar to `closes` or `testParsingDate`.
    let constructor = (date + parser) / ((date + parser) * all.min(date + parse + parser)).sqrt();
    assert!(close(value(Kind::Words, CONSTRUCTOR), constructor));
    assert!(close(value(Kind::Words, OF_TEST), 0.0), "a test is called as itself");
}

#[test]
fn frames_of_what_the_jvm_threw_count_by_place_and_others_alike() {
    assert!(close(value(Kind::Implicit, OVERLOAD), 0.5), "first frame in one of two failing tests");
    assert!(close(value(Kind::Implicit, FORMAT), 0.25));
    assert!(close(value(Kind::Implicit, PARSE), 0.0), "the line is the other one's");
    assert!(close(value(Kind::Explicit, CLOSE), 0.5) && close(value(Kind::Explicit, PARSE), 0.5));
    assert!(close(value(Kind::Thrower, CLOSE), 0.5) && close(value(Kind::Thrower, PARSE), 0.0));
}

#[test]
fn a_frame_of_an_unknown_line_stands_for_all_of_its_name() {
    let mut spectrum = spectrum();
    let failure = spectrum.tests[0].failure.as_mut().expect("it failed");
    failure.frames[0].line = 99;
    let told = Evidence::of_tests(&spectrum, &[TestId::new(0)], &Known::of(&spectrum));
    let implicit = Kind::Implicit.told().expect("a kind that is told");
    assert!(close(told.row(OVERLOAD)[implicit], 1.0));
    assert!(close(told.row(PARSE)[implicit], 0.0), "no failing test of these ran it");
}

#[test]
fn an_exception_from_outside_is_not_thrown_by_hand() {
    let mut spectrum = spectrum();
    let failure = spectrum.tests[1].failure.as_mut().expect("it failed");
    failure.frames.insert(0, frame("java.util.Objects", "requireNonNull", 1));
    let told = Evidence::of_tests(&spectrum, &[TestId::new(1)], &Known::of(&spectrum));
    assert!(close(told.row(CLOSE)[Kind::Implicit.told().expect("told")], 1.0));
    assert!(close(told.row(CLOSE)[Kind::Thrower.told().expect("told")], 0.0));
}

/// A framework that expected another exception wraps the actual one.
#[test]
fn what_a_framework_wraps_is_the_evidence_and_what_the_project_wraps_is_not() {
    let of = |wrapping: Vec<Frame>| {
        let mut spectrum = spectrum();
        let failure = spectrum.tests[0].failure.as_mut().expect("it failed");
        let exception = std::mem::replace(&mut failure.exception, "java.lang.Exception".to_owned());
        let frames = std::mem::replace(&mut failure.frames, wrapping);
        failure.thrown = Some(Thrown { exception, frames, initialiser: None });
        Evidence::of_tests(&spectrum, &[TestId::new(0)], &Known::of(&spectrum))
    };
    let implicit = Kind::Implicit.told().expect("a kind that is told");
    let framework = of(vec![frame("org.junit.ExpectException", "evaluate", 19)]);
    assert!(close(framework.row(OVERLOAD)[implicit], 1.0) && close(framework.row(FORMAT)[implicit], 0.5));
    let project = of(vec![frame("org.y.Printer", "format", 5)]);
    assert!(close(project.row(OVERLOAD)[implicit], 0.0));
    assert!(close(project.row(FORMAT)[Kind::Explicit.told().expect("told")], 1.0));
}

#[test]
fn a_test_that_runs_few_methods_says_more_of_each() {
    // 4 and 3 methods: mean 3.5, shares 1/4 and 1/3, halved.
    let few = |share: f64| (3.5 * share / 2.0 + 1e-9).ln();
    assert!(close(value(Kind::Few, OVERLOAD), few(1.0 / 4.0)));
    assert!(close(value(Kind::Few, PARSE), few(1.0 / 3.0)));
    assert!(close(value(Kind::Few, CONSTRUCTOR), few(7.0 / 12.0)));
}

#[test]
fn of_what_no_failing_test_runs_nothing_is_told() {
    assert!(evidence().row(UNUSED).iter().all(|value| close(*value, 0.0)));
}

#[test]
fn other_numbers_of_methods_give_the_same_evidence() {
    let spectrum = spectrum();
    let known = Known::of(&spectrum);
    let number = |method: u32| Some(METHODS.len() as u32 - 1 - method);
    let told: Vec<Told> =
        (0..2).map(|test| Told::of(&spectrum, TestId::new(test), &known).renumbered(number)).collect();
    let methods: Methods = known.methods().renumbered(METHODS.len(), number);
    let (same, turned) = (evidence(), Evidence::of(&methods, &told));
    for method in 0..METHODS.len() {
        let both = turned.row(METHODS.len() - 1 - method).iter().zip(same.row(method));
        assert!(both.into_iter().all(|(a, b)| close(*a, *b)), "{method}");
    }
}

#[test]
fn a_methods_score_is_the_product_of_its_evidence() {
    let spectrum = spectrum();
    let weights = Weights::new([1.5, 0.75, 1.5, -2.0, 1.0, 4.0, 3.0, 2.0, -1.0, 1.0]);
    let spec = RankingSpec::of_evidence(weights);
    let query =
        |level| RankQuery { selection: Selection::all(&spectrum), ranking: spec, level, ties: Ties::Max };
    let ranker = Ranker::new(&spectrum);
    let ranking = ranker.rank(&query(Level::Method)).expect("tests failed");
    let evidence = evidence();
    for entry in &ranking.entries {
        let Suspect::Method(method) = entry.suspect else { panic!("methods were asked for") };
        let ef = f64::from(entry.counts.ef);
        // Fewer than 25 passing tests count as 25.
        let passing = f64::from(entry.counts.ep + entry.counts.np);
        let ochiai = ef / (2.0 * (ef + f64::from(entry.counts.ep) * 25.0 / passing)).sqrt();
        let told: f64 = Kind::ALL[Kind::COUNTED..]
            .iter()
            .zip(evidence.row(method.index()))
            .map(|(kind, value)| weights.of(*kind) * value)
            .sum();
        // Every method has one line, so size has no effect.
        let expected = if ef > 0.0 { (1.5 * ochiai.ln() + told).exp() } else { 0.0 };
        assert!((entry.score - expected).abs() <= 1e-12 * expected, "{} {expected}", entry.score);
    }
    // With one line per method, lines rank like their methods.
    let scores = |ranking: &faultline_sbfl::Ranking| {
        ranking.entries.iter().map(|entry| entry.score).collect::<Vec<f64>>()
    };
    let lines = ranker.rank(&query(Level::Line)).expect("tests failed");
    let both = scores(&lines).into_iter().zip(scores(&ranking));
    assert!(both.into_iter().all(|(a, b)| close(a, b)));
}

#[test]
fn weights_have_a_name_in_rankings_and_a_size_of_ones_own_stays() {
    let spec: RankingSpec = "evidence+mutants".parse().expect("a ranking");
    assert_eq!(spec.to_string(), "evidence+mutants");
    assert_eq!(spec.weights(), Some(&Weights::SHIPPED));
    let own: RankingSpec = "evidence+size:0.25".parse().expect("a ranking");
    assert_eq!(own.to_string(), "evidence+size:0.25");
    let other = Weights::new([1.0; Kind::ALL.len()]);
    assert_eq!(own.with_weights(other).size, Some(0.25));
    assert_eq!(spec.with_weights(other).size, Some(1.0));
    assert!("evidence:3".parse::<RankingSpec>().is_err());
}
