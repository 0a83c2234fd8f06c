//! Runs the program on synthetic recordings.
#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(missing_docs, reason = "a test's own tools")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use faultline_flt::Writer;
use faultline_spectrum::{
    ClassFile, CoverageBuilder, Failure, Frame, Origin, Outcome, RecordedClass, RecordedMethod, RecordedTest,
    Recording,
};

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A temporary folder, removed on drop.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let unique =
            format!("faultline-{}-{} {name}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(unique);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.0.join(below)
    }

    /// Writes a file, creating missing folders.
    pub fn file(&self, below: &str, content: &str) -> PathBuf {
        let path = self.path(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// Writes a recording to `.faultline/NAME.flt`.
    pub fn record(&self, name: &str, recording: &Recording) -> PathBuf {
        let path = self.path(&format!(".faultline/{name}.flt"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        write_recording(&path, recording);
        path
    }

    /// A command that runs the program in this folder.
    pub fn faultline(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_faultline"));
        command.args(arguments).current_dir(&self.0);
        for variable in [
            "NO_COLOR",
            "MAVEN_OPTS",
            "GRADLE_OPTS",
            "ANT_OPTS",
            "JAVA_TOOL_OPTIONS",
            "FAULTLINE_AGENT",
            "CI",
        ] {
            command.env_remove(variable);
        }
        command
    }

    /// Runs the program in this folder.
    pub fn run(&self, arguments: &[&str]) -> Done {
        Done::of(&self.faultline(arguments).output().unwrap())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The result of a finished program.
#[derive(Debug)]
pub struct Done {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Done {
    pub fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Self { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// The standard output of a successful run.
    pub fn ok(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.out
    }

    /// The only line on standard error of a run that failed with this exit code.
    pub fn error(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert_eq!(self.out, "", "errors go to standard error");
        assert_eq!(self.err.lines().count(), 1, "one sentence: {}", self.err);
        self.err.trim_end().to_owned()
    }
}

pub fn write_recording(path: &Path, recording: &Recording) {
    let mut writer = Writer::new(File::create(path).unwrap(), &recording.origin).unwrap();
    writer.recording(recording).unwrap();
}

/// A class with one slot per (method index, line).
pub fn class(id: u32, name: &str, methods: &[(&str, &str)], slots: &[(u32, u32)]) -> RecordedClass {
    let simple = name.rsplit('.').next().unwrap().split('$').next().unwrap();
    RecordedClass::new(
        id,
        ClassFile {
            name: name.to_owned(),
            source_file: Some(format!("{simple}.java")),
            hash: u64::from(id) + 1,
            location: String::new(),
            methods: methods
                .iter()
                .map(|(name, descriptor)| RecordedMethod {
                    name: (*name).to_owned(),
                    descriptor: (*descriptor).to_owned(),
                })
                .collect(),
            slots: slots.to_vec(),
        },
    )
}

/// A test `org.example.FooTest#NAME` that covers (class, slots).
pub fn test(sequence: u32, name: &str, outcome: Outcome, covered: &[(u32, &[u32])]) -> RecordedTest {
    let mut coverage = CoverageBuilder::default();
    for (class, slots) in covered {
        let mut words = vec![0_u64; slots.iter().max().map_or(0, |max| *max as usize / 64 + 1)];
        for slot in *slots {
            words[*slot as usize / 64] |= 1 << (slot % 64);
        }
        coverage.class(*class, &words);
    }
    RecordedTest {
        sequence,
        unique_id: format!("[engine:made-up]/[method:{name}]"),
        class: "org.example.FooTest".to_owned(),
        method: name.to_owned(),
        outcome,
        duration_ns: 1_000_000,
        display: String::new(),
        overlapped: false,
        failure: None,
        coverage: coverage.to_coverage(),
    }
}

/// Makes the test fail with this exception, thrown at this line of a class.
pub fn thrown(mut test: RecordedTest, exception: &str, class: &str, method: &str, line: i32) -> RecordedTest {
    let frame =
        |class: &str, method: &str, line| Frame { class: class.to_owned(), method: method.to_owned(), line };
    test.failure = Some(Failure {
        exception: exception.to_owned(),
        frames: vec![frame(class, method, line), frame("org.example.FooTest", "someTest", 5)],
        thrown: None,
    });
    test
}

pub fn recording(classes: Vec<RecordedClass>, tests: Vec<RecordedTest>) -> Recording {
    let origin = Origin { started_ns: 1, nonce: 2, pid: 3, description: "made up".to_owned() };
    Recording { origin, classes, tests, sealed: true, ..Recording::default() }
}

/// One failing test among five. Only it runs `Parser.parse` line 12; two passing tests also run lines 10 and
/// 11; the overloads of `Parser.reset` and `Lexer` run in others.
pub fn one_failure() -> Recording {
    let parser = class(
        0,
        "org.example.text.Parser",
        &[("parse", "(Ljava/lang/String;I)V"), ("reset", "()V"), ("reset", "(Z)V")],
        &[(0, 10), (0, 11), (0, 12), (1, 20), (2, 24)],
    );
    let lexer =
        class(1, "org.example.text.Lexer$Token", &[("<init>", "()V"), ("next", "()C")], &[(0, 3), (1, 7)]);
    recording(
        vec![parser, lexer],
        vec![
            test(0, "parsesNothing", Outcome::Passed, &[(0, &[0, 1]), (1, &[0])]),
            test(1, "parsesOne", Outcome::Passed, &[(0, &[0, 1, 3, 4]), (1, &[0, 1])]),
            thrown(
                test(2, "parsesTwo", Outcome::Failed, &[(0, &[0, 1, 2, 3, 4]), (1, &[0])]),
                "java.lang.IllegalStateException",
                "org.example.text.Parser",
                "parse",
                12,
            ),
            test(3, "lexes", Outcome::Passed, &[(1, &[0, 1])]),
            test(4, "ignored", Outcome::Skipped, &[]),
        ],
    )
}

/// Two failing tests with different causes: `Alpha.a` line 1 and `Beta.b` line 2.
pub fn two_causes() -> Recording {
    let alpha = class(0, "org.example.Alpha", &[("a", "()V"), ("shared", "()V")], &[(0, 1), (1, 9)]);
    let beta = class(1, "org.example.Beta", &[("b", "()V")], &[(0, 2)]);
    recording(
        vec![alpha, beta],
        vec![
            thrown(
                test(0, "alpha", Outcome::Failed, &[(0, &[0, 1])]),
                "java.lang.Error",
                "org.example.Alpha",
                "a",
                1,
            ),
            thrown(
                test(1, "alphaAgain", Outcome::Failed, &[(0, &[0, 1])]),
                "java.lang.Error",
                "org.example.Alpha",
                "a",
                1,
            ),
            thrown(
                test(2, "beta", Outcome::Failed, &[(0, &[1]), (1, &[0])]),
                "x.Other",
                "org.example.Beta",
                "b",
                2,
            ),
            test(3, "fine", Outcome::Passed, &[(0, &[1])]),
        ],
    )
}

/// Failing tests with a separate cause each, all in one class: test `failsN` fails by line N of `Many.mN`.
pub fn many_causes(count: u32) -> Recording {
    let names: Vec<String> = (1..=count).map(|cause| format!("m{cause}")).collect();
    let methods: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "()V")).collect();
    let slots: Vec<(u32, u32)> = (0..count).map(|at| (at, at + 1)).collect();
    let fails = |at: u32| {
        let name = format!("fails{}", at + 1);
        let test = test(at, &name, Outcome::Failed, &[(0, &[at])]);
        thrown(test, "java.lang.Error", "org.example.Many", &names[at as usize], at.cast_signed() + 1)
    };
    recording(vec![class(0, "org.example.Many", &methods, &slots)], (0..count).map(fails).collect())
}

/// Compares with `tests/snapshots/NAME.txt`. If `UPDATE_SNAPSHOTS` is set, writes that file instead, so that
/// the change can be reviewed in the diff.
pub fn assert_snapshot(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/snapshots/{name}.txt"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, actual).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(actual, expected, "{} differs; UPDATE_SNAPSHOTS=1 rewrites it", path.display());
}
