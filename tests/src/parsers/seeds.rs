//! Initial inputs: small, with every feature of a format.

use faultline_flt::{Key, Writer};
use faultline_spectrum::{
    Background, Charge, ClassDetails, ClassFile, ConditionPath, CoverageBuilder, ElementHits, ElementOwner,
    ElementTable, Elements, FailedInitialiser, Failure, Frame, Launch, Moment, Mutant, MutatedClass,
    Mutation, MutationTest, Origin, Outcome, PairVerdict, PartlyRecorded, Probe, ProbedClass, Reason,
    RecordedClass, RecordedDetails, RecordedFixture, RecordedMethod, RecordedTest, Recording, Refusal, Site,
    SiteKind, Stage, Thrown, Unusable, Verdict,
};

/// Bytes of a file's header.
const HEADER: usize = 16;

/// The rest of files of different sizes, behind the origin.
pub(super) fn recordings() -> Vec<Vec<u8>> {
    let described = [described(false), described(true)];
    (0..4).map(|size| rest(&recording(size, size + 1))).chain(described).collect()
}

/// A class to which other files may refer, or a reference to it.
fn described(refers: bool) -> Vec<u8> {
    let recording = recording(1, 1);
    let mut writer = Writer::new(Vec::new(), &recording.origin).expect("memory takes any write");
    let first = writer.get_ref().len();
    let (class, details) = (&recording.classes[0], &recording.details[0]);
    let key = Key::of(class, details);
    writer.described_class(key, class, details).expect("memory takes any write");
    if refers {
        writer.references(&[(1, key)]).expect("memory takes any write");
    }
    writer.get_ref()[first..].to_vec()
}

/// A file without header and first record, which identify its origin.
fn rest(recording: &Recording) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), &recording.origin).expect("memory takes any write");
    let first = writer.get_ref().len();
    writer.recording(recording).expect("memory takes any write");
    let file = writer.get_ref();
    assert!(first > HEADER, "the writer begins with an origin");
    file[first..].to_vec()
}

fn recording(classes: u32, tests: u32) -> Recording {
    let mut builder = CoverageBuilder::default();
    for id in 0..classes {
        builder.class(id, &[0b1011, u64::from(id)]);
    }
    let coverage = builder.to_coverage();
    let frame = |line| Frame { class: "org.x.C0".into(), method: "m0".into(), line };
    let failure = |sequence: u32| Failure {
        exception: "java.lang.AssertionError".into(),
        frames: vec![frame(12), frame(-1)],
        thrown: (sequence == 0).then(|| Thrown {
            exception: "org.x.Root".into(),
            frames: vec![frame(7)],
            initialiser: None,
        }),
    };
    let class = |id| {
        RecordedClass::new(
            id,
            ClassFile {
                name: format!("org.x.C{id}"),
                source_file: (id % 2 == 0).then(|| "C.java".into()),
                hash: u64::from(id) << 40,
                location: "file:/build/classes/".into(),
                methods: vec![RecordedMethod { name: "m0".into(), descriptor: "(I)V".into() }],
                slots: (0..70).map(|slot| (0, 10 + slot)).collect(),
            },
        )
    };
    let test = |sequence| RecordedTest {
        sequence,
        unique_id: format!("[engine:e]/[class:org.x.T]/[method:t{sequence}()]"),
        class: "org.x.T".into(),
        method: format!("t{sequence}"),
        display: if sequence == 1 { "[1] a\tb".into() } else { String::new() },
        outcome: Outcome::from_code((sequence % 3) as u8).unwrap_or(Outcome::Passed),
        duration_ns: 1 << sequence,
        overlapped: sequence == 2,
        failure: (sequence % 3 == 1).then(|| failure(sequence - 1)),
        coverage: coverage.clone(),
    };
    let fixture = |id| RecordedFixture {
        id,
        moment: Moment::from_code(id as u8).unwrap_or(Moment::Before),
        unique_id: "[engine:e]/[class:org.x.T]".into(),
        class: "org.x.T".into(),
        method: String::new(),
        coverage: coverage.clone(),
    };
    let details = |class| {
        RecordedDetails::new(
            class,
            ClassDetails {
                superclass: Some("org.x.Base".into()),
                owners: vec!["org.x.K".into()],
                uses: vec![(0, 0)],
                debug: Some("SMAP\nFoo.kt\nKotlin\n".into()),
            },
        )
    };
    Recording {
        origin: Origin { started_ns: 7, nonce: 9, pid: 42, description: "17 Test VM".into() },
        classes: (0..classes).map(class).collect(),
        tests: (0..tests).map(test).collect(),
        initialisers: (0..classes.min(1)).map(|id| (id, coverage.clone())).collect(),
        fixtures: (0..2).map(fixture).collect(),
        charges: (0..tests).map(|test| Charge { test, fixtures: vec![0; test as usize % 2] }).collect(),
        details: (0..classes.min(1)).map(details).collect(),
        background: vec![Background { thread: "a thread".into(), coverage: coverage.clone() }],
        failed_initialisers: (0..classes.min(1))
            .map(|_| FailedInitialiser {
                class: "org.x.C0".into(),
                exception: "org.x.Root".into(),
                frames: vec![frame(3)],
                by: Some("org.x.Base".into()),
            })
            .collect(),
        failed_by: (0..tests.min(1)).map(|test| (test, "org.x.C0".into())).collect(),
        partly: (0..classes.min(1)).map(|class| PartlyRecorded { class, method: 0, lines: 3 }).collect(),
        launch: (tests > 1).then(launch),
        mutation: if classes > 0 { mutation(tests) } else { Mutation::default() },
        elements: elements(classes, tests),
        refusals: vec![Refusal { class: "org.x.Odd".into(), reason: "no line numbers".into() }],
        sealed: true,
        ..Recording::default()
    }
}

/// A table with a site of every kind for the first class; outcomes with every kind of owner.
fn elements(classes: u32, tests: u32) -> Elements {
    if classes == 0 {
        return Elements::default();
    }
    let site = |kind: SiteKind| Site {
        method: 0,
        line: 10 + kind as u32,
        kind,
        name: if kind == SiteKind::Switch { String::new() } else { "is".into() },
        cases: if kind == SiteKind::Switch { vec![-1, 1 << 20] } else { Vec::new() },
    };
    let table = ElementTable { id: classes, class: 0, sites: SiteKind::ALL.map(site).into() };
    let mut row = CoverageBuilder::default();
    row.class(classes, &[0b1010_0110]);
    let hits = |owner| ElementHits { owner, coverage: row.to_coverage() };
    let owners = [ElementOwner::Test(0), ElementOwner::Initialiser(0), ElementOwner::Fixture(0)];
    let path = |test| ConditionPath { test, steps: vec![(classes, 1), (classes, 2)] };
    Elements { tables: vec![table], hits: owners.map(hits).into(), paths: (0..tests).map(path).collect() }
}

fn launch() -> Launch {
    Launch {
        java: "/jdk/bin/java".into(),
        arguments: vec!["-ea".into()],
        folder: "/p".into(),
        class_path: "/p/classes:/r/junit.jar".into(),
        launcher: vec!["/r/launcher.jar".into()],
        properties: vec![("basedir".into(), "/p".into())],
        environment: vec![("MODE".into(), Some("test".into())), ("GONE".into(), None)],
    }
}

fn mutation(tests: u32) -> Mutation {
    let mutant = |mutant| Mutant {
        mutant,
        method: 0,
        line: 10 + mutant,
        instruction: 2 * mutant,
        operator: mutant as u8,
        alternative: 1,
        words: "`!=` for `==`".into(),
    };
    let class = MutatedClass {
        class: 1,
        name: "org.x.C0".into(),
        hash: 0,
        operators: 1,
        methods: vec![RecordedMethod { name: "m0".into(), descriptor: "(I)V".into() }],
        mutants: (0..3).map(mutant).collect(),
    };
    let test = |test| MutationTest {
        test,
        unique_id: format!("[engine:e]/[class:org.x.T]/[method:t{test}()]"),
        class: "org.x.T".into(),
        method: format!("t{test}"),
        outcome: Outcome::from_code((test % 3) as u8).unwrap_or(Outcome::Passed),
        exception: "java.lang.AssertionError".into(),
        message: 1 << 50,
        trace: 7,
        unstable: 1,
        duration_ns: 9,
        fuel: 8,
    };
    let verdict = |test: u32| PairVerdict {
        test,
        class: 1,
        mutant: test,
        verdict: Verdict::from_code((test % 7) as u8).unwrap_or_default(),
        reason: Reason::from_code((test % 7) as u8).unwrap_or_default(),
    };
    let probed = ProbedClass { class: 1, reached: vec![7], infected: vec![3] };
    Mutation {
        classes: vec![class],
        tests: (0..tests).map(test).collect(),
        probes: vec![Probe { test: 0, classes: vec![probed] }],
        verdicts: (0..tests).map(verdict).collect(),
        unusable: vec![Unusable { test: 1, reason: "it passes".into() }],
        stages: vec![Stage { unit: 1, verdicts: tests }],
    }
}

fn joined(files: &[&str]) -> Vec<u8> {
    files.join("\0").into_bytes()
}

/// Elements, tests, failures, faulty methods.
pub(super) fn tsv() -> Vec<Vec<u8>> {
    exported(faultline_flt::Layout::Tsv, super::files::TSV)
}

/// Spectra, tests, matrix.
pub(super) fn gzoltar() -> Vec<Vec<u8>> {
    let mut seeds = exported(faultline_flt::Layout::Gzoltar, super::files::GZOLTAR);
    // Found by fuzzing: a dollar sign in a package was taken for its end.
    seeds.push(joined(&[
        "name\na.b$c.d$E#<clinit>():7\n",
        "name,outcome,runtime,stacktrace\na.T#a,PASS,12,\n",
        "1 +\n",
    ]));
    seeds.push(joined(&[
        "name\norg.x$C#m(int):3\norg.x$C$D#n():4\n",
        "name,outcome,runtime,stacktrace\norg.x.T#a,PASS,12,\norg.x.T#b,FAIL,3,\"java.lang.Error: x\n\tat org.x.C.m(C.java:3)\"\n",
        "1 0 +\n1 1 -\n",
    ]));
    seeds
}

/// The recordings in another layout.
fn exported(layout: faultline_flt::Layout, names: &[&str]) -> Vec<Vec<u8>> {
    let folder =
        std::env::temp_dir().join(format!("faultline-seeds-{}-{}", layout.name(), std::process::id()));
    let seeds = (1..4).map(|size| {
        let merged = faultline_spectrum::Spectrum::merge(
            &[recording(size, size + 1)],
            faultline_spectrum::InitialiserPolicy::All,
        );
        let spectrum = merged.expect("a recording is a spectrum");
        layout.export(&spectrum, &folder).expect("a temporary folder");
        let read = |name: &&str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        let texts: Vec<String> = names.iter().map(read).collect();
        joined(&texts.iter().map(String::as_str).collect::<Vec<_>>())
    });
    let seeds = seeds.collect();
    let _ = std::fs::remove_dir_all(&folder);
    seeds
}

/// A header, answers, and an undone one.
pub(super) fn answers() -> Vec<Vec<u8>> {
    let text = concat!(
        r#"{"faultline":"answers","version":1,"spectrum":"00000000000000aa","pool":"00000000000000bb","metric":"ddu","given":["a.T#x"]}"#,
        "\n",
        r#"{"answer":"failed","row":3,"test":"a.T#y"}"#,
        "\n",
        r#"{"answer":"undo"}"#,
        "\n",
        r#"{"answer":"skipped","row":4,"test":"a.T#\u00e4"}"#,
        "\n"
    );
    vec![text.into()]
}

/// The built-in models, and the weights of one alone.
pub(super) fn models() -> Vec<Vec<u8>> {
    let shipped = faultline_learned_metrics::builtin().to_text();
    let extended = faultline_learned_metrics::builtin_extended().to_text();
    let json: serde_json::Value = serde_json::from_str(&shipped).expect("a model is JSON");
    vec![shipped.into_bytes(), extended.into_bytes(), json["weights"].to_string().into_bytes()]
}

/// Two builds with faults.
pub(super) fn mutants() -> Vec<Vec<u8>> {
    let text = r#"{"format": "faultline-mutants", "version": 1}

{"spectrum": "green"}
{"mutant": "1", "class": "a.B", "method": "f(I)V", "line": 3, "killed_by": ["a.T#x", "a.T#y"]}
{"mutant": "2", "class": "a.B$C", "line": 9, "killed_by": []}
{"spectrum": "../other/.faultline"}
{"mutant": "3", "class": "\u00e4.B", "method": "g()V", "killed_by": ["[engine:x]/[test:\"a b\"]"]}
"#;
    vec![text.into()]
}
