//! Checks `examples.md` against the code.

use std::path::Path;

use faultline_flt::{FixtureParts, NoteKind, Seal, TestParts, Writer, read_bytes};
use faultline_spectrum::{
    Charge, ClassDetails, ClassFile, ConditionPath, Coverage, ElementHits, ElementOwner, ElementTable,
    Elements, Failure, Frame, Launch, LoadedTests, Moment, Mutant, MutatedClass, MutationTest, Origin,
    Outcome, PairVerdict, Probe, ProbedClass, Reason, RecordedClass, RecordedDetails, RecordedMethod, Site,
    SiteKind, Stage, Unusable, Verdict,
};

/// Bytes of the file header and the origin, which the page shows only once.
const SHOWN_ONCE: usize = 0x42;

/// The bytes of a file, from a `hex` block: `offset: bytes ; comment`.
fn documented(block: usize) -> Vec<u8> {
    let page = include_str!("../examples.md");
    let block_of = |at: usize| page.split("```hex\n").nth(at + 1).unwrap().split("```").next().unwrap();
    let mut bytes = if block == 0 { Vec::new() } else { documented(0)[..SHOWN_ONCE].to_vec() };
    for line in block_of(block).lines() {
        let code = line.split(';').next().unwrap();
        let Some((offset, hex)) = code.split_once(':') else { continue };
        assert_eq!(usize::from_str_radix(offset, 16).unwrap(), bytes.len(), "the offset of: {line}");
        bytes.extend(hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()));
    }
    bytes
}

fn origin() -> Origin {
    Origin {
        started_ns: 1_700_000_000_000_000_000,
        nonce: 0x0123_4567_89ab_cdef,
        pid: 4242,
        description: "JDK 17".into(),
    }
}

/// The records of a worker on mutants, including the verdict that its drift invalidates.
fn of_mutants() -> (Launch, MutatedClass, MutationTest, Probe, [PairVerdict; 2]) {
    let launch = Launch {
        java: "/jdk/bin/java".into(),
        arguments: vec!["-ea".into()],
        folder: "/p".into(),
        class_path: "/p/classes".into(),
        launcher: vec!["/r/l.jar".into()],
        properties: vec![("k".into(), "v".into())],
        environment: vec![("E".into(), Some("v".into())), ("F".into(), None)],
    };
    let mutant = Mutant {
        mutant: 5,
        method: 0,
        line: 12,
        instruction: 3,
        operator: 0,
        alternative: 2,
        words: "`!=` for `==`".into(),
    };
    let class = MutatedClass {
        class: 1,
        name: "a.B".into(),
        hash: 0x1122_3344_5566_7788,
        operators: 1,
        methods: vec![RecordedMethod { name: "foo".into(), descriptor: "()V".into() }],
        mutants: vec![mutant],
    };
    let test = MutationTest {
        test: 7,
        unique_id: "a.T#foo".into(),
        class: "a.T".into(),
        method: "foo".into(),
        outcome: Outcome::Failed,
        exception: "a.Oops".into(),
        message: 0x1111_1111_1111_1111,
        trace: 0x2222_2222_2222_2222,
        unstable: MutationTest::UNSTABLE_MESSAGE,
        duration_ns: 1000,
        fuel: 20,
    };
    let classes = vec![ProbedClass { class: 1, reached: vec![1 << 5], infected: vec![1 << 5] }];
    let verdict = |verdict, reason| PairVerdict { test: 7, class: 1, mutant: 5, verdict, reason };
    let verdicts = [verdict(Verdict::Passes, Reason::None), verdict(Verdict::Type, Reason::Fuel)];
    (launch, class, test, Probe { test: 7, classes }, verdicts)
}

fn loaded() -> LoadedTests {
    LoadedTests { class: "a.T".into(), loader: 1, kind: "a.L".into(), places: vec!["/p/t".into()] }
}

fn written_of_mutants() -> Vec<u8> {
    let (launch, class, test, probe, verdicts) = of_mutants();
    let mut writer = Writer::new(Vec::new(), &origin()).unwrap();
    writer.launch(&launch).unwrap();
    writer.mutated_class(&class).unwrap();
    writer.mutation_test(&test).unwrap();
    writer.probe(&probe).unwrap();
    for verdict in &verdicts {
        writer.verdict(verdict).unwrap();
    }
    writer.drift(7, 1).unwrap();
    writer.unusable(&Unusable { test: 8, reason: "it passes".into() }).unwrap();
    writer.stage(&Stage { unit: 2, verdicts: 1 }).unwrap();
    writer.loaded(&loaded()).unwrap();
    writer.get_ref().clone()
}

/// The outcomes of one test.
fn of_elements() -> Elements {
    let condition =
        Site { method: 0, line: 12, kind: SiteKind::Condition, name: "== 0".into(), cases: Vec::new() };
    let choice =
        Site { line: 13, kind: SiteKind::Switch, name: String::new(), cases: vec![-1], ..condition.clone() };
    let call = Site { line: 13, kind: SiteKind::Boolean, name: "is".into(), ..condition.clone() };
    let coverage = Coverage::from_words([1 << 32 | 1, 0b100_1010].into()).unwrap();
    Elements {
        tables: vec![ElementTable { id: 1, class: 0, sites: vec![condition, choice, call] }],
        hits: vec![ElementHits { owner: ElementOwner::Test(0), coverage }],
        paths: vec![ConditionPath { test: 0, steps: vec![(1, 1), (1, 3)] }],
    }
}

fn written_of_elements() -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), &origin()).unwrap();
    let Elements { tables, hits, paths } = of_elements();
    writer.elements(&tables[0]).unwrap();
    writer.outcomes(hits[0].owner, hits[0].coverage.words()).unwrap();
    writer.path(paths[0].test, &paths[0].steps).unwrap();
    writer.get_ref().clone()
}

fn written() -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), &origin()).unwrap();
    let class = ClassFile {
        name: "a.B".into(),
        source_file: Some("B.java".into()),
        hash: 0x1122_3344_5566_7788,
        location: String::new(),
        methods: vec![RecordedMethod { name: "foo".into(), descriptor: "()V".into() }],
        slots: vec![(0, 12), (0, 13)],
    };
    writer.class(&RecordedClass::new(0, class)).unwrap();
    let details = RecordedDetails::new(
        0,
        ClassDetails {
            superclass: Some("a.A".into()),
            owners: vec!["a.C".into()],
            uses: vec![(1, 0)],
            debug: None,
        },
    );
    writer.details(&details).unwrap();
    writer
        .fixture(&FixtureParts {
            id: 0,
            moment: Moment::Before,
            unique_id: "a.T",
            class: "a.T",
            method: "",
            words: &[1, 0b1],
        })
        .unwrap();
    writer.charge(0, &[0]).unwrap();
    let frame = Frame { class: "a.B".into(), method: "foo".into(), line: 13 };
    writer
        .test(&TestParts {
            sequence: 0,
            unique_id: "a.T#foo",
            class: "a.T",
            method: "foo",
            outcome: Outcome::Failed,
            duration_ns: 1000,
            overlapped: false,
            failure: Some(&Failure { exception: "a.Oops".into(), frames: vec![frame], thrown: None }),
            words: &[1, 0b11],
        })
        .unwrap();
    writer.initialiser(0, &[1, 0b1]).unwrap();
    writer.refusal("a.Odd", "no code").unwrap();
    writer.seal(&Seal { counters: &[("late", 2)], messages: &[] }).unwrap();
    writer.get_ref().clone()
}

#[test]
fn the_documented_bytes_are_the_bytes_that_are_written() {
    assert_eq!(documented(0), written());
    assert_eq!(documented(1), written_of_mutants());
    assert_eq!(documented(2), written_of_elements());
}

#[test]
fn the_documented_bytes_are_read_as_the_page_says() {
    let (recording, notes) = read_bytes(Path::new("example.flt"), &documented(0)).unwrap();
    assert_eq!(recording.tests[0].coverage.slots().collect::<Vec<_>>(), [(0, 0), (0, 1)]);
    assert_eq!(recording.classes[0].slots, [(0, 12), (0, 13)]);
    assert_eq!(recording.details[0].superclass.as_deref(), Some("a.A"));
    assert_eq!(recording.fixtures[0].moment, Moment::Before);
    assert_eq!(recording.charges, [Charge { test: 0, fixtures: vec![0] }]);
    assert!(recording.sealed);
    assert_eq!(notes[0].kind, NoteKind::Counter { name: "late".into(), value: 2 });
}

#[test]
fn the_documented_bytes_about_outcomes_are_read_as_the_page_says() {
    let (recording, notes) = read_bytes(Path::new("example.flt"), &documented(2)).unwrap();
    assert_eq!(recording.elements, of_elements());
    let sites = &recording.elements.tables[0].sites;
    let words = [sites[0].words(1), sites[1].words(1), sites[2].words(2)];
    assert_eq!(words, ["`== 0` held", "the switch took none of its cases", "`is` threw"]);
    assert!(notes.is_empty());
}

#[test]
fn the_documented_bytes_about_mutants_are_read_as_the_page_says() {
    let (launch, class, test, probe, [verdict, _]) = of_mutants();
    let (recording, notes) = read_bytes(Path::new("example.flt"), &documented(1)).unwrap();
    assert_eq!(recording.launch, Some(launch));
    assert_eq!(recording.loaded, [loaded()]);
    let said = recording.mutation;
    assert_eq!((said.classes, said.tests, said.probes), (vec![class], vec![test], vec![probe]));
    assert_eq!(said.verdicts, [verdict]);
    assert_eq!(said.unusable, [Unusable { test: 8, reason: "it passes".into() }]);
    assert_eq!(said.stages, [Stage { unit: 2, verdicts: 1 }]);
    assert!(notes.is_empty());
}
