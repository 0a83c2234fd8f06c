//! Searches guided by similarity to a failing test.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use faultline_flt::Writer;
use faultline_search_fitness::{
    Candidate, Compared, Conditions, FitnessError, Joining, Plan, Probe, Query, Session,
};
use faultline_spectrum::{
    ClassFile, ConditionPath, CoverageBuilder, ElementTable, Elements, Origin, Outcome, RecordedClass,
    RecordedMethod, RecordedTest, Recording, Site, SiteKind,
};

const HASH: u64 = 77;

fn site(line: u32, kind: SiteKind) -> Site {
    Site { method: 0, line, kind, name: "== 0".into(), cases: Vec::new() }
}

/// A class of three conditions and a call, and a test class with one condition. The failing tests had these outcomes
/// (table, slot) and covered lines 1 and 2 of three.
fn recording(name: &str, failing: &[&[(u32, u32)]], with_elements: bool) -> PathBuf {
    let class = |id, name: &str| {
        RecordedClass::new(
            id,
            ClassFile {
                name: name.into(),
                source_file: None,
                hash: HASH,
                location: String::new(),
                methods: vec![RecordedMethod { name: "m".into(), descriptor: "()V".into() }],
                slots: vec![(0, 1), (0, 2), (0, 3)],
            },
        )
    };
    let test = |sequence: usize, path: &ConditionPath| {
        let mut coverage = CoverageBuilder::default();
        coverage.class(0, &[0b11]);
        RecordedTest {
            sequence: path.test,
            unique_id: format!("t{sequence}"),
            class: "a.Test".into(),
            method: format!("t{sequence}"),
            display: String::new(),
            outcome: Outcome::Failed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
            coverage: coverage.to_coverage(),
        }
    };
    let paths: Vec<ConditionPath> =
        failing.iter().zip(0..).map(|(steps, test)| ConditionPath { test, steps: steps.to_vec() }).collect();
    let tests = paths.iter().enumerate().map(|(at, path)| test(at, path)).collect();
    let sites = vec![
        site(1, SiteKind::Condition),
        site(1, SiteKind::Boolean),
        site(2, SiteKind::Condition),
        site(3, SiteKind::Condition),
    ];
    let own = vec![site(1, SiteKind::Condition)];
    let elements = Elements {
        tables: vec![ElementTable { id: 8, class: 0, sites }, ElementTable { id: 9, class: 1, sites: own }],
        paths,
        ..Elements::default()
    };
    let recording = Recording {
        origin: Origin::default(),
        classes: vec![class(0, "a.First"), class(1, "a.Test")],
        tests,
        elements: if with_elements { elements } else { Elements::default() },
        sealed: true,
        ..Recording::default()
    };
    let mut writer = Writer::new(Vec::new(), &recording.origin).unwrap();
    writer.recording(&recording).unwrap();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("near");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}.flt"));
    fs::write(&file, writer.get_ref()).unwrap();
    file
}

/// Slots of the failing test's outcomes in a recording: of line 1, of line 2, of the test itself.
const PATH: &[(u32, u32)] = &[(9, 0), (8, 1), (8, 5)];

fn probes() -> Vec<Probe<'static>> {
    (1..=3).map(|line| Probe { class: "a.First", method: "m", descriptor: "()V", line }).collect()
}

fn compare(plan: &Plan, hash: u64) -> Result<Session, FitnessError> {
    let sites = [site(1, SiteKind::Condition), site(2, SiteKind::Condition), site(3, SiteKind::Condition)];
    let own = [site(1, SiteKind::Condition)];
    let conditions = [
        Conditions { class: "a.Test", hash: HASH, sites: &own },
        Conditions { class: "a.First", hash, sites: &sites },
    ];
    let inputs = [vec![1, 2, 3, 4], vec![5]];
    Ok(plan.compare(&probes(), &Compared { conditions: &conditions, inputs: &inputs })?.0)
}

fn open(file: &PathBuf, metric: &str, failing: &[&str]) -> Result<Plan, FitnessError> {
    let failing: Vec<String> = failing.iter().map(|&name| name.to_owned()).collect();
    Plan::open(&Query { spectrum: file, failing: &failing, metric, model: None })
}

fn session(metric: &str) -> Session {
    let file = recording(&format!("session-{metric}"), &[PATH], true);
    compare(&open(&file, metric, &[]).unwrap(), HASH).unwrap()
}

/// The same outcomes in the numbering of a search: two outcomes of the test's condition, then those of lines 1, 2 and 3.
const LIKE: &[u64] = &[3, 4];
const HALF: &[u64] = &[3, 5];
const FAR: &[u64] = &[2, 5, 6];
const BOTH: &[u64] = &[0b11];
const ONE: &[u64] = &[0b01];

fn of<'a>(row: &'a [u64], compared: &'a [u64]) -> Candidate<'a> {
    Candidate { row, compared }
}

#[test]
fn the_similarity_is_of_the_conditions_that_were_recorded_whatever_was_recorded_beside() {
    let mut session = session("pcs");
    let mut score = |compared: &[u64]| session.score(of(BOTH, compared));
    let expected = [(LIKE, 1.0), (HALF, 0.5), (FAR, 0.0), (&[3], 0.5), (&[], 0.0), (&[0, 3, 4], 1.0)];
    for (compared, similarity) in expected {
        assert!((score(compared) - similarity).abs() < 1e-9, "{compared:?}: {}", score(compared));
    }
    // The same outcomes in another order are equally similar, but have a shorter run.
    assert!((score(&[4, 3]) - 1.0).abs() < 1e-9);
    let (same, other) = (session.fitness(of(BOTH, LIKE)), session.fitness(of(BOTH, &[4, 3])));
    assert!(same < other && other < session.fitness(of(BOTH, HALF)), "{same} {other}");
    assert!((session.fitness(of(&[0], LIKE)) - 1.0).abs() < 1e-9, "no suspicious line");
}

#[test]
fn what_does_as_the_failing_test_did_joins_once() {
    let mut session = session("pcs");
    assert_eq!(session.accept(of(BOTH, LIKE), "a.First 1"), Joining::Joined);
    assert_eq!(session.accept(of(ONE, &[4, 3]), "a.First 2"), Joining::Known, "the same conditions");
    assert_eq!(session.accept(of(BOTH, HALF), "a.First 3"), Joining::Joined, "others on the same lines");
    assert_eq!(session.standing().tests, 3);
}

#[test]
fn of_the_half_that_is_near_the_one_that_tells_most_joins() {
    let mut session = session("pcs+eap");
    // In the first round all candidates are near; covering all lines of the failing test separates nothing.
    assert!((session.fitness(of(BOTH, LIKE)) - 1.0).abs() < 1e-9);
    let far = session.fitness(of(ONE, FAR));
    assert!(far < 0.5, "{far}");
    session.fitness(of(ONE, HALF));
    session.fitness(of(ONE, LIKE));
    assert_eq!(session.accept(of(&[0], FAR), "nothing"), Joining::Empty);
    // Two of four had all conditions: the others are far from now on, but still guided here.
    assert_eq!(session.accept(of(ONE, HALF), "a.First 1"), Joining::Far);
    let (near, half, far) =
        (session.fitness(of(ONE, LIKE)), session.fitness(of(ONE, HALF)), session.fitness(of(ONE, FAR)));
    assert!(near < 0.5 && 0.5 < half && half < far, "{near} {half} {far}");
    assert_eq!(session.accept(of(ONE, LIKE), "a.First 2"), Joining::Joined);
}

#[test]
fn inputs_are_the_same_or_not_and_the_nearest_failing_test_counts() {
    let file = recording("inputs", &[PATH, &[]], false);
    assert!(open(&file, "is", &[]).unwrap_err().to_string().contains("2 recorded tests failed"));
    let plan = open(&file, "is", &["a.Test#t0", "a.Test#t1"]).unwrap();
    assert_eq!(plan.tests(), [("a.Test", "t0"), ("a.Test", "t1")]);
    let mut session = compare(&plan, HASH).unwrap();
    let mut score = |inputs: &[u64]| session.score(of(BOTH, inputs));
    for (inputs, similarity) in
        [(&[4_u64, 3, 2, 1][..], 1.0), (&[1, 2], 0.5), (&[5], 1.0), (&[5, 9], 0.5), (&[], 0.0)]
    {
        assert!((score(inputs) - similarity).abs() < 1e-9, "{inputs:?}: {}", score(inputs));
    }
    assert_eq!(session.accept(of(BOTH, &[1]), "a.First 1"), Joining::Joined);
    assert_eq!(session.accept(of(BOTH, &[1, 2]), "a.First 2"), Joining::Known, "the same lines");
}

#[test]
fn the_nearest_of_several_failing_tests_counts() {
    let file = recording("several", &[PATH, &[(8, 0), (8, 6)]], true);
    let plan = open(&file, "pcs", &["a.Test#t0", "a.Test#t1"]).unwrap();
    let mut session = compare(&plan, HASH).unwrap();
    for (path, similarity) in [(&[2, 5][..], 1.0), (&[3, 4], 1.0), (&[3, 5], 0.5), (&[2, 5, 7], 2.0 / 3.0)] {
        let score = session.score(of(BOTH, path));
        assert!((score - similarity).abs() < 1e-9, "{path:?}: {score}");
    }
}

#[test]
fn what_cannot_be_compared_is_said_in_one_sentence() {
    let bare = recording("bare", &[PATH], false);
    let said = open(&bare, "pcs", &[]).unwrap_err().to_string();
    assert!(said.ends_with("record them: faultline run --elements branches -- mvn test"), "{said}");
    let file = recording("other", &[PATH], true);
    let plan = open(&file, "PCS", &[]).unwrap();
    let said = compare(&plan, 78).err().unwrap().to_string();
    assert!(said.starts_with("a.First is not the class whose conditions were recorded"), "{said}");
    let said = plan.observe(&probes()).err().unwrap().to_string();
    assert!(said.starts_with("pcs compares conditions, and a.Test#t0 decided none in a class"), "{said}");
}
