//! Recordings and spectra for tests, and a seeded generator of numbers.
#![allow(dead_code, reason = "each test program uses its own part")]
#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::path::{Path, PathBuf};

use faultline_flt::Writer;
use faultline_spectrum::{
    Background, BitMatrix, Charge, Class, ClassDetails, ClassFile, ClassId, ConditionPath, Coverage,
    CoverageBuilder, Element, ElementHits, ElementOwner, ElementTable, Elements, FailedInitialiser, Failure,
    Frame, Launch, LineSizes, LoadedTests, Method, MethodId, Moment, Mutant, MutatedClass, Mutation,
    MutationTest, Origin, Outcome, PairVerdict, PartlyRecorded, Probe, ProbedClass, Reason, RecordedClass,
    RecordedDetails, RecordedFixture, RecordedMethod, RecordedTest, Recording, Refusal, Site, SiteKind,
    Spectrum, Stage, Test, Thrown, Unusable, Verdict,
};

/// SplitMix64: the same numbers on every machine and with every version of dependencies.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True once in `n`.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A recording with every kind of record, `classes` classes and `tests` tests.
pub fn recording(seed: u64, classes: u32, tests: u32) -> Recording {
    let mut numbers = Numbers(seed);
    let classes: Vec<RecordedClass> = (0..classes).map(|id| class(id, &mut numbers)).collect();
    let (tests_in_all, classes_of_fixtures) = (tests, classes.clone());
    let tests = (0..tests).map(|sequence| test(sequence, &classes, &mut numbers)).collect();
    let initialisers =
        classes.iter().take(2).map(|class| (class.id, coverage(&classes, &mut numbers))).collect();
    let background =
        vec![Background { thread: "a thread".into(), coverage: coverage(&classes, &mut numbers) }];
    Recording {
        origin: Origin { started_ns: seed, nonce: !seed, pid: 4242, description: "17.0.15 Test VM".into() },
        classes,
        tests,
        initialisers,
        fixtures: (0..2).map(|id| fixture(id, &classes_of_fixtures, &mut numbers)).collect(),
        charges: (0..tests_in_all)
            .map(|test| Charge { test, fixtures: vec![0; test as usize % 3] })
            .collect(),
        details: classes_of_fixtures.iter().take(2).map(details).collect(),
        background,
        failed_initialisers: vec![FailedInitialiser {
            class: "org.x.Class0".into(),
            exception: "org.x.Root".into(),
            frames: vec![Frame { class: "org.x.Class0".into(), method: "<clinit>".into(), line: 12 }],
            by: Some("org.x.Class1".into()),
        }],
        failed_by: vec![(0, "org.x.Class0".into())],
        partly: vec![PartlyRecorded { class: 0, method: 0, lines: 9000 }],
        sizes: vec![LineSizes { class: 0, bytes: vec![3, 0, 20_000] }],
        launch: Some(launch()),
        loaded: vec![LoadedTests {
            class: "org.x.Test0".into(),
            loader: 1,
            kind: "java.net.URLClassLoader".into(),
            places: vec!["/p/test-classes".into()],
        }],
        mutation: mutation(seed, tests_in_all),
        elements: elements(&classes_of_fixtures, tests_in_all, &mut numbers),
        refusals: vec![Refusal { class: "org.x.Odd".into(), reason: "no line numbers".into() }],
        counts: vec![("tests started".into(), u64::from(tests_in_all))],
        sealed: true,
    }
}

/// A table with every kind of site for the first class, under a number that no class has; outcomes for all
/// kinds of owners.
fn elements(classes: &[RecordedClass], tests: u32, numbers: &mut Numbers) -> Elements {
    let Some(class) = classes.first() else { return Elements::default() };
    let site = |kind: SiteKind| Site {
        method: 0,
        line: 10 + kind as u32,
        kind,
        name: if kind == SiteKind::Switch { String::new() } else { "indexOf".into() },
        cases: if kind == SiteKind::Switch { vec![i32::MIN, -1, 70_000] } else { Vec::new() },
    };
    let id = 1_000_000;
    let table = ElementTable { id, class: class.id, sites: SiteKind::ALL.map(site).into() };
    let mut hits = |owner| {
        let mut row = CoverageBuilder::default();
        row.class(id, &[numbers.next() % (1 << 28)]);
        ElementHits { owner, coverage: row.to_coverage() }
    };
    let owners = [ElementOwner::Initialiser(class.id), ElementOwner::Fixture(0)].into_iter();
    let hits = owners.chain((0..tests).map(ElementOwner::Test)).map(&mut hits).collect();
    let path = |test: u32| ConditionPath { test, steps: (0..test % 4).map(|slot| (id, slot)).collect() };
    Elements { tables: vec![table], hits, paths: (0..tests).map(path).collect() }
}

fn launch() -> Launch {
    Launch {
        java: "/jdk/bin/java".into(),
        arguments: vec!["-Xmx512m".into(), "-ea".into()],
        folder: "/project/core".into(),
        class_path: "/project/core/target/classes:/repository/junit.jar".into(),
        launcher: vec!["/repository/junit-platform-launcher.jar".into()],
        properties: vec![("basedir".into(), "/project/core".into()), ("empty".into(), String::new())],
        environment: vec![("MODE".into(), Some("test".into())), ("DISPLAY".into(), None)],
    }
}

/// One class, and one verdict for each test; empty if there are no tests.
fn mutation(seed: u64, tests: u32) -> Mutation {
    let mut numbers = Numbers(!seed);
    let methods = vec![RecordedMethod { name: "method0".into(), descriptor: "(I)Z".into() }];
    let mutant = |mutant| Mutant {
        mutant,
        method: 0,
        line: 10 + mutant / 3,
        instruction: mutant,
        operator: (mutant % 13) as u8,
        alternative: (mutant % 3) as u8,
        words: if mutant % 2 == 0 { "`!=` for `==`".into() } else { String::new() },
    };
    let class = MutatedClass {
        class: 1,
        name: "org.x.Class0".into(),
        hash: numbers.next(),
        operators: 1,
        methods,
        mutants: (0..70).step_by(7).map(mutant).collect(),
    };
    let test = |test: u32| MutationTest {
        test,
        unique_id: format!("[engine:junit-jupiter]/[class:org.x.FooTest]/[method:test{test}()]"),
        class: "org.x.FooTest".into(),
        method: format!("test{test}"),
        outcome: Outcome::from_code((test % 3) as u8).unwrap(),
        exception: if test.is_multiple_of(3) { String::new() } else { "org.x.Oops".into() },
        message: u64::from(test) << 33,
        trace: !u64::from(test),
        unstable: (test % 4) as u8,
        duration_ns: 1 << (test % 40),
        fuel: u64::from(test) * 1000,
    };
    let probed = |numbers: &mut Numbers| ProbedClass {
        class: 1,
        reached: vec![numbers.next(), numbers.next()],
        infected: vec![numbers.next()],
    };
    let verdict = |test: u32| PairVerdict {
        test,
        class: 1,
        mutant: test % 10 * 7,
        verdict: Verdict::from_code((test % 7) as u8).unwrap(),
        reason: Reason::from_code((test / 2 % 7) as u8).unwrap(),
    };
    let whole = Mutation {
        classes: vec![class],
        tests: (0..tests).map(test).collect(),
        probes: (0..tests).map(|test| Probe { test, classes: vec![probed(&mut numbers)] }).collect(),
        verdicts: (0..tests).map(verdict).collect(),
        unusable: vec![Unusable {
            test: 0,
            reason: "it passes here, and failed when it was recorded".into(),
        }],
        stages: vec![Stage { unit: 1, verdicts: tests }],
    };
    if tests == 0 { Mutation::default() } else { whole }
}

fn class(id: u32, numbers: &mut Numbers) -> RecordedClass {
    let methods = 1 + numbers.below(4) as u32;
    RecordedClass::new(
        id,
        ClassFile {
            name: format!("org.x.Class{id}"),
            source_file: (!numbers.once_in(4)).then(|| format!("Class{id}.java")),
            hash: numbers.next(),
            location: "file:/build/classes/".into(),
            methods: (0..methods)
                .map(|m| RecordedMethod {
                    name: format!("method{m}"),
                    descriptor: "(ILjava/lang/String;)V".into(),
                })
                .collect(),
            slots: (0..numbers.below(150) as u32).map(|slot| (slot % methods, 10 + slot)).collect(),
        },
    )
}

fn fixture(id: u32, classes: &[RecordedClass], numbers: &mut Numbers) -> RecordedFixture {
    RecordedFixture {
        id,
        moment: Moment::from_code(id as u8).unwrap(),
        unique_id: "[engine:junit-jupiter]/[class:org.x.FooTest]".into(),
        class: "org.x.FooTest".into(),
        method: String::new(),
        coverage: coverage(classes, numbers),
    }
}

fn details(class: &RecordedClass) -> RecordedDetails {
    RecordedDetails::new(
        class.id,
        ClassDetails {
            superclass: Some("org.x.Base".into()),
            owners: vec!["org.x.Constants".into(), "org.x.Colour".into()],
            uses: vec![(0, 1), (3, 0)],
            debug: Some("SMAP\nFoo.kt\nKotlin\n".into()),
        },
    )
}

fn test(sequence: u32, classes: &[RecordedClass], numbers: &mut Numbers) -> RecordedTest {
    let outcome = Outcome::from_code(numbers.below(4) as u8).unwrap();
    let frame = |line| Frame { class: "org.x.Class0".into(), method: "method0".into(), line };
    RecordedTest {
        sequence,
        unique_id: format!("[engine:junit-jupiter]/[class:org.x.FooTest]/[method:test{sequence}()]"),
        class: "org.x.FooTest".into(),
        method: format!("test{sequence}"),
        outcome,
        duration_ns: numbers.next() >> 40,
        // Absent in small recordings, like the cause below.
        display: if sequence > 8 { format!("[{sequence}] a\tb") } else { String::new() },
        overlapped: numbers.once_in(8),
        failure: (outcome == Outcome::Failed).then(|| Failure {
            exception: "java.lang.AssertionError".into(),
            frames: vec![frame(12), frame(-1)],
            // Absent in small recordings, because tests count their records.
            thrown: (sequence > 8).then(|| Thrown {
                exception: "org.x.Root".into(),
                frames: vec![frame(7)],
                initialiser: None,
            }),
        }),
        coverage: if outcome == Outcome::Skipped { Coverage::default() } else { coverage(classes, numbers) },
    }
}

fn coverage(classes: &[RecordedClass], numbers: &mut Numbers) -> Coverage {
    let mut builder = CoverageBuilder::default();
    for class in classes {
        if numbers.once_in(3) {
            let mut words = vec![0_u64; class.slots.len().div_ceil(64)];
            for slot in 0..class.slots.len() {
                words[slot / 64] |= u64::from(numbers.once_in(2)) << (slot % 64);
            }
            builder.class(class.id, &words);
        }
    }
    builder.to_coverage()
}

/// The bytes of a recording's file.
pub fn bytes(recording: &Recording) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), &recording.origin).unwrap();
    writer.recording(recording).unwrap();
    writer.get_ref().clone()
}

/// The start of each frame, without the file header; the last entry is the file's length. `None` if frames do
/// not tile the file.
pub fn frames(file: &[u8]) -> Option<Vec<usize>> {
    let mut starts = vec![16];
    let mut at = 16;
    while at < file.len() {
        let length = file.get(at + 4..at + 8)?;
        at += 16 + u32::from_le_bytes(length.try_into().unwrap()) as usize;
        starts.push(at);
    }
    (at == file.len()).then_some(starts)
}

/// Corrects length and checksums of a frame.
pub fn repair(frame: &mut [u8]) {
    let (header, payload) = frame.split_at_mut(16);
    header[4..8].copy_from_slice(&u32::try_from(payload.len()).unwrap().to_le_bytes());
    header[8..12].copy_from_slice(&crc32fast::hash(payload).to_le_bytes());
    let check = crc32fast::hash(&header[..12]);
    header[12..16].copy_from_slice(&check.to_le_bytes());
}

/// A folder that is deleted with the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Parts of names with a special meaning in some layout.
const ODD_PARTS: [&str; 14] =
    ["a", "Foo", "$", "#", "::", "\t", "\n", "\r", ",", "\"", "\\", " ", "(x)", "é"];

fn odd_name(numbers: &mut Numbers) -> String {
    (0..=numbers.below(5)).map(|_| ODD_PARTS[numbers.below(ODD_PARTS.len())]).collect()
}

/// A spectrum whose elements are in the order of an imported file; with odd names if asked.
pub fn spectrum(seed: u64, odd: bool) -> Spectrum {
    let mut numbers = Numbers(seed);
    let mut spectrum = Spectrum::default();
    for id in 0..=numbers.below(5) as u32 {
        let name = match id {
            0 => "Top".to_owned(),
            1 => "org.x.Outer$Inner".to_owned(),
            _ => format!("org.x.Class{id}"),
        };
        spectrum.classes.push(Class { name, source_file: None, hash: 0, location: String::new() });
        for (name, descriptor) in
            [("<init>", "(I)V"), ("foo", "([Lorg/x/Outer$Inner;J)Z"), ("<clinit>", "()V")]
        {
            let method = MethodId::new(spectrum.methods.len());
            let (name, descriptor) = (name.to_owned(), descriptor.to_owned());
            spectrum.methods.push(Method { class: ClassId(id), name, descriptor });
            let first = 1 + numbers.below(100) as u32;
            let lines = 1 + numbers.below(40) as u32;
            spectrum.elements.extend((first..first + lines).map(|line| Element { method, line }));
        }
    }
    for row in 0..numbers.below(12) {
        spectrum.tests.push(spectrum_test(row, odd, &mut numbers));
    }
    spectrum.coverage = BitMatrix::new(spectrum.tests.len(), spectrum.elements.len());
    for row in 0..spectrum.tests.len() {
        for column in 0..spectrum.elements.len() {
            if numbers.once_in(3) {
                spectrum.coverage.set(row, column);
            }
        }
    }
    spectrum
}

fn spectrum_test(row: usize, odd: bool, numbers: &mut Numbers) -> Test {
    let outcome = Outcome::from_code(numbers.below(4) as u8).unwrap();
    let (class, method) = if odd {
        (odd_name(numbers), odd_name(numbers))
    } else {
        ("org.x.FooTest".to_owned(), format!("test{row}"))
    };
    let frame = |class: &str, line| Frame { class: class.into(), method: "foo".into(), line };
    Test {
        unique_id: format!("{class}::{method}"),
        class,
        method,
        outcome,
        duration_ns: numbers.next() >> 40,
        display: String::new(),
        overlapped: false,
        failure: (outcome == Outcome::Failed).then(|| Failure {
            exception: "org.x.Oops".into(),
            frames: vec![frame("org.x.Class2", 7), frame("org.x.Outer$Inner", -1), frame("Top", 3)],
            thrown: None,
        }),
    }
}
