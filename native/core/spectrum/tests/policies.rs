//! Charging code that runs outside tests: fixtures, static initialisers, and classes that are initialised
//! without running code of their own.
use faultline_spectrum::{
    Charge, ClassDetails, ClassFile, Coverage, CoverageBuilder, FixturePolicy, InitialiserPolicy, MergeError,
    Moment, Outcome, Policies, RecordedClass, RecordedDetails, RecordedFixture, RecordedMethod, RecordedTest,
    Recording, Spectrum,
};

/// Class `n` is `org.x.C<n>` with lines `100 n + 0`, `100 n + 1`, ...: slot is line.
fn class(n: u32) -> RecordedClass {
    RecordedClass::new(
        n,
        ClassFile {
            name: format!("org.x.C{n}"),
            source_file: Some("C.java".into()),
            hash: u64::from(n),
            location: String::new(),
            methods: vec![RecordedMethod { name: "m".into(), descriptor: "()V".into() }],
            slots: (0..10).map(|slot| (0, 100 * n + slot)).collect(),
        },
    )
}

/// Coverage of the lines; line 99 of a class stands for a touch without a line.
fn lines(lines: &[u32]) -> Coverage {
    let mut builder = CoverageBuilder::default();
    for of_class in lines.chunk_by(|a, b| a / 100 == b / 100) {
        let bits =
            of_class.iter().filter(|line| *line % 100 != 99).fold(0, |bits, line| bits | 1 << (line % 100));
        builder.class(of_class[0] / 100, &[bits]);
    }
    builder.to_coverage()
}

fn recording(tests: &[&[u32]]) -> Recording {
    let tests = (0..).zip(tests).map(|(sequence, covered)| RecordedTest {
        sequence,
        unique_id: format!("t{sequence}"),
        class: String::new(),
        method: String::new(),
        outcome: Outcome::Passed,
        duration_ns: 0,
        display: String::new(),
        overlapped: false,
        failure: None,
        coverage: lines(covered),
    });
    Recording { classes: (1..5).map(class).collect(), tests: tests.collect(), ..Recording::default() }
}

/// The lines of each row.
fn rows(recording: &Recording, policies: impl Into<Policies>) -> Vec<Vec<u32>> {
    let spectrum = Spectrum::merge(std::slice::from_ref(recording), policies).unwrap();
    let lines = |row| spectrum.coverage.ones(row).map(|column| spectrum.elements[column].line).collect();
    (0..spectrum.tests.len()).map(lines).collect()
}

fn fixture(id: u32, moment: Moment, covered: &[u32]) -> RecordedFixture {
    let unique_id = format!("f{id}");
    RecordedFixture {
        id,
        moment,
        unique_id,
        class: String::new(),
        method: String::new(),
        coverage: lines(covered),
    }
}

fn charge(test: u32, fixtures: &[u32]) -> Charge {
    Charge { test, fixtures: fixtures.into() }
}

#[test]
fn a_fixture_belongs_to_the_tests_charged_with_it_and_to_no_other() {
    let mut run = recording(&[&[100], &[101], &[102]]);
    run.fixtures = vec![fixture(0, Moment::Before, &[200]), fixture(1, Moment::After, &[300])];
    run.charges = vec![charge(0, &[0]), charge(1, &[0])];
    assert_eq!(rows(&run, Policies::default()), [vec![100, 200], vec![101, 200], vec![102]]);
    let apart = Policies { fixtures: FixturePolicy::Exclude, ..Policies::default() };
    assert_eq!(rows(&run, apart), [[100], [101], [102]]);
}

#[test]
fn a_test_may_be_charged_twice_and_a_charge_of_no_test_is_nobodys() {
    let mut run = recording(&[&[100]]);
    run.fixtures = vec![fixture(0, Moment::Before, &[200]), fixture(1, Moment::Before, &[201])];
    run.charges = vec![charge(0, &[0]), charge(0, &[1, 0]), charge(7, &[0])];
    assert_eq!(rows(&run, Policies::default()), [[100, 200, 201]]);
}

#[test]
fn a_fixture_brings_the_initialisers_of_the_classes_it_touches() {
    let mut run = recording(&[&[100], &[101]]);
    run.initialisers = vec![(3, lines(&[300]))];
    run.fixtures = vec![fixture(0, Moment::Before, &[399])];
    run.charges = vec![charge(0, &[0]), charge(1, &[0])];
    assert_eq!(rows(&run, InitialiserPolicy::All), [[100, 300], [101, 300]]);
    assert_eq!(rows(&run, InitialiserPolicy::First), [vec![100, 300], vec![101]]);
    assert_eq!(rows(&run, InitialiserPolicy::Exclude), [[100], [101]]);
}

#[test]
fn fixtures_and_charges_that_contradict_one_another_are_errors() {
    let error =
        |run: &Recording| Spectrum::merge(std::slice::from_ref(run), Policies::default()).unwrap_err();
    let mut run = recording(&[&[100]]);
    run.charges = vec![charge(0, &[5])];
    assert_eq!(error(&run), MergeError::UnknownFixture { fixture: 5 });
    run.fixtures = vec![fixture(5, Moment::Before, &[200]), fixture(5, Moment::Before, &[200])];
    assert_eq!(rows(&run, Policies::default()), [[100, 200]], "said twice");
    run.fixtures[1].unique_id = "g".into();
    assert_eq!(error(&run), MergeError::FixtureTwice { fixture: 5, ids: ["f5".into(), "g".into()] });
}

#[test]
fn the_first_policy_gives_each_initialiser_to_one_test_of_each_jvm() {
    let mut run = recording(&[&[101], &[201], &[101, 301], &[401]]);
    // Class 2 touches class 1 in its initialiser, so a row charged with 2's initialiser also has 1's.
    run.initialisers = vec![(1, lines(&[100])), (2, lines(&[199, 200]))];
    assert_eq!(
        rows(&run, InitialiserPolicy::First),
        [vec![100, 101], vec![200, 201], vec![101, 301], vec![401]]
    );
    assert_eq!(
        rows(&run, InitialiserPolicy::All),
        [vec![100, 101], vec![100, 200, 201], vec![100, 101, 301], vec![401]]
    );
}

#[test]
fn a_class_brings_the_initialisers_of_its_superclasses() {
    let mut run = recording(&[&[101], &[201], &[301]]);
    run.initialisers = vec![(3, lines(&[300]))];
    let with = |n, superclass: &str| {
        RecordedDetails::new(
            n,
            ClassDetails { superclass: Some(superclass.into()), ..ClassDetails::default() },
        )
    };
    run.details = vec![with(1, "org.x.C2"), with(2, "org.x.C3"), with(3, "org.x.Unknown")];
    assert_eq!(rows(&run, InitialiserPolicy::All), [vec![101, 300], vec![201, 300], vec![300, 301]]);
    run.details.push(with(3, "org.x.C1"));
    assert_eq!(rows(&run, InitialiserPolicy::All)[0], [101, 300], "a circle, of a damaged file, ends");
}

#[test]
fn a_line_that_uses_a_static_field_brings_the_initialiser_of_its_class() {
    let mut run = recording(&[&[101], &[102]]);
    run.initialisers = vec![(2, lines(&[200])), (3, lines(&[300]))];
    let owners = vec!["org.x.C2".into(), "org.x.Unknown".into()];
    let uses = vec![(1, 0), (2, 1), (9, 7)];
    run.details = vec![RecordedDetails::new(1, ClassDetails { owners, uses, ..ClassDetails::default() })];
    assert_eq!(rows(&run, InitialiserPolicy::All), [vec![101, 200], vec![102]]);
}

#[test]
fn an_initialiser_that_uses_a_static_field_brings_the_other_one() {
    let mut run = recording(&[&[101]]);
    run.initialisers = vec![(1, lines(&[105])), (2, lines(&[200]))];
    let (owners, uses) = (vec!["org.x.C2".into()], vec![(5, 0)]);
    run.details = vec![RecordedDetails::new(1, ClassDetails { owners, uses, ..ClassDetails::default() })];
    assert_eq!(rows(&run, InitialiserPolicy::All), [[101, 105, 200]]);
}
