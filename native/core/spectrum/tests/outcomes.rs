//! Outcomes of conditions, switches and calls, from handmade recordings.
use faultline_spectrum::{
    Charge, ClassFile, Coverage, CoverageBuilder, ElementHits, ElementOwner, ElementTable, Elements,
    FixturePolicy, InitialiserPolicy, Moment, Origin, Outcome, Outcomes, Policies, RecordedClass,
    RecordedFixture, RecordedMethod, RecordedTest, Recording, Site, SiteKind, Spectrum,
};

/// The number of the class, and of its table.
const CLASS: u32 = 3;
const TABLE: u32 = 4;

fn site(line: u32, kind: SiteKind, name: &str, cases: &[i32]) -> Site {
    Site { method: 0, line, kind, name: name.into(), cases: cases.into() }
}

/// A condition on line 11, a switch on line 12, a call on line 12.
fn sites() -> Vec<Site> {
    vec![
        site(11, SiteKind::Condition, "== 0", &[]),
        site(12, SiteKind::Switch, "", &[4, 9]),
        site(12, SiteKind::Boolean, "isEmpty", &[]),
    ]
}

fn row(class: u32, bits: u64) -> Coverage {
    let mut row = CoverageBuilder::default();
    row.class(class, &[bits]);
    row.to_coverage()
}

fn hits(owner: ElementOwner, bits: u64) -> ElementHits {
    ElementHits { owner, coverage: row(TABLE, bits) }
}

fn test(sequence: u32, outcome: Outcome) -> RecordedTest {
    RecordedTest {
        sequence,
        unique_id: format!("t{sequence}"),
        outcome,
        class: String::new(),
        method: String::new(),
        display: String::new(),
        duration_ns: 0,
        overlapped: false,
        failure: None,
        coverage: row(CLASS, 0b111),
    }
}

/// Two tests of one class with three lines, whose table has eight slots.
fn recording(nonce: u64, hits: Vec<ElementHits>) -> Recording {
    let methods = vec![RecordedMethod { name: "m".into(), descriptor: "()V".into() }];
    Recording {
        origin: Origin { nonce, ..Origin::default() },
        classes: vec![RecordedClass::new(
            CLASS,
            ClassFile {
                name: "a.B".into(),
                hash: 77,
                methods,
                source_file: None,
                location: String::new(),
                slots: vec![(0, 10), (0, 11), (0, 12)],
            },
        )],
        tests: vec![test(0, Outcome::Passed), test(1, Outcome::Failed)],
        elements: Elements {
            tables: vec![ElementTable { id: TABLE, class: CLASS, sites: sites() }],
            hits,
            ..Elements::default()
        },
        ..Recording::default()
    }
}

/// The outcomes that each row covers, in words.
fn told(outcomes: &Outcomes) -> Vec<Vec<String>> {
    let words = |row| outcomes.coverage.ones(row).map(|column| outcomes.words(column)).collect();
    (0..outcomes.coverage.rows()).map(words).collect()
}

#[test]
fn a_tests_outcomes_stand_beside_its_lines_and_change_none() {
    let with = recording(1, vec![hits(ElementOwner::Test(0), 0b1), hits(ElementOwner::Test(1), 0b1001_0010)]);
    let outcomes = Outcomes::merge(std::slice::from_ref(&with), InitialiserPolicy::All).unwrap();
    assert_eq!(
        told(&outcomes),
        [
            vec!["line 11: `== 0` did not hold"],
            vec![
                "line 11: `== 0` held",
                "line 12: the switch took none of its cases",
                "line 12: `isEmpty` threw"
            ]
        ]
    );
    let lines: Vec<u32> = outcomes.columns.iter().map(|column| column.element.0).collect();
    assert_eq!(lines, [1, 1, 2, 2, 2, 2, 2, 2]);
    let without = Recording { elements: Elements::default(), ..with.clone() };
    assert_eq!(
        Spectrum::merge(&[with], InitialiserPolicy::All).unwrap(),
        Spectrum::merge(&[without], InitialiserPolicy::All).unwrap()
    );
}

#[test]
fn where_none_were_recorded_there_are_none() {
    let without = Recording { elements: Elements::default(), ..recording(1, vec![]) };
    let outcomes = Outcomes::merge(&[without], InitialiserPolicy::All).unwrap();
    assert!(outcomes.is_empty());
    assert_eq!(outcomes, Outcomes::default());
}

#[test]
fn outcomes_of_a_test_that_a_kill_took_away_are_left_out() {
    let killed = recording(1, vec![hits(ElementOwner::Test(0), 1), hits(ElementOwner::Test(2), 2)]);
    let outcomes = Outcomes::merge(&[killed], InitialiserPolicy::All).unwrap();
    assert_eq!(told(&outcomes), [vec!["line 11: `== 0` did not hold"], vec![]]);
}

#[test]
fn those_of_initialisers_and_fixtures_are_charged_as_their_lines_are() {
    let mut with = recording(
        1,
        vec![hits(ElementOwner::Initialiser(CLASS), 0b10), hits(ElementOwner::Fixture(0), 0b100)],
    );
    with.initialisers.push((CLASS, row(CLASS, 0b1)));
    with.fixtures.push(RecordedFixture {
        id: 0,
        moment: Moment::Before,
        unique_id: "f".into(),
        class: String::new(),
        method: String::new(),
        coverage: row(CLASS, 0b1),
    });
    with.charges.push(Charge { test: 1, fixtures: vec![0] });
    let of = |initialisers, fixtures| {
        let policies = Policies { initialisers, fixtures };
        told(&Outcomes::merge(std::slice::from_ref(&with), policies).unwrap())
    };
    let (begun, fixed) = ("line 11: `== 0` held", "line 12: the switch took case 4");
    assert_eq!(of(InitialiserPolicy::All, FixturePolicy::All), [vec![begun], vec![begun, fixed]]);
    assert_eq!(of(InitialiserPolicy::First, FixturePolicy::All), [vec![begun], vec![fixed]]);
    assert_eq!(of(InitialiserPolicy::Exclude, FixturePolicy::Exclude), [vec![] as Vec<&str>, vec![]]);
}

#[test]
fn recordings_of_one_class_share_columns_and_those_recorded_otherwise_do_not() {
    let first = recording(1, vec![hits(ElementOwner::Test(1), 0b1)]);
    let again = recording(2, vec![hits(ElementOwner::Test(0), 0b1)]);
    let mut calls = recording(3, vec![hits(ElementOwner::Test(0), 0b1)]);
    calls.elements.tables[0].sites.remove(0);
    let outcomes = Outcomes::merge(&[again, calls, first], InitialiserPolicy::All).unwrap();
    let condition = vec!["line 11: `== 0` did not hold"];
    assert_eq!(outcomes.columns.len(), 8 + 6);
    assert_eq!(
        told(&outcomes),
        [vec![], condition.clone(), condition, vec![], vec!["line 12: the switch took case 4"], vec![]]
    );
}

#[test]
fn a_table_that_means_nothing_is_left_out() {
    let mut odd = recording(1, vec![hits(ElementOwner::Test(0), 1), hits(ElementOwner::Test(1), 2)]);
    odd.elements.tables[0].class = 99;
    assert!(Outcomes::merge(&[odd.clone()], InitialiserPolicy::All).unwrap().is_empty());
    odd.elements.tables[0].class = CLASS;
    odd.elements.tables[0].sites[0].line = 5;
    let outcomes = Outcomes::merge(&[odd], InitialiserPolicy::All).unwrap();
    assert_eq!(outcomes.columns.len(), 6, "the condition is on no line of the class");
}
