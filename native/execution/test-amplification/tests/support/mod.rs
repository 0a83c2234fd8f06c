//! An artificial project: its recording, and a stub for the JVMs that grow tests and run them.
#![allow(missing_docs, reason = "a test's own tools")]

pub mod stub;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

use faultline_files::Trust;
use faultline_flt::Writer;
use faultline_recording_store::reading::Reading;
use faultline_spectrum::{CoverageBuilder, Failure, Frame, Launch, Origin, Outcome, RecordedTest, Recording};
use faultline_test_amplification::choose::Choice;
use faultline_test_amplification::observer::Observer;
use faultline_test_amplification::plan::Plan;
use faultline_test_amplification::report::{Report, UnitReport};
use faultline_test_amplification::request::{Oracle, Request};
use faultline_test_amplification::run::run_plan;
use faultline_test_amplification::tools::Tools;

pub const TEST: &str = "org.x.FooTest";
pub const METHOD: &str = "fails";
pub const CLASS: &str = "org.x.Foo";
pub const FOO_HASH: u64 = 77;
/// Lines of the only class, four in each of its methods.
pub const LINES: u32 = 8;

/// A temporary folder with a recording in `.faultline`.
pub struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    /// Creates a project whose stubs behave as these lines say (see [`stub`]); `asserts`: an assertion ends
    /// the failing test.
    pub fn new(world: &str) -> Self {
        let project = Self { folder: tempfile::tempdir().expect("a folder") };
        for (file, text) in [
            ("world", world),
            ("pom.xml", "<project/>"),
            ("classes/org/x/FooTest.class", "compiled"),
            ("classes/org/x/Foo.class", "compiled"),
            ("main/org/x/Foo.class", "compiled"),
            ("right.jar", ""),
            ("src/test/java/org/x/FooTest.java", "package org.x; class FooTest { }"),
            ("jdk/release", "JAVA_VERSION=\"17.0.1\"\n"),
            ("jdk/bin/javac", ""),
        ] {
            let file = project.path(file);
            fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
        let script = format!(
            "#!/bin/sh\nSTUB_ARGUMENTS=$(printf '%s\\n' \"$@\") STUB_WORLD='{}' exec '{}' --exact \
             support::stub::works --ignored --nocapture\n",
            project.folder.path().display(),
            std::env::current_exe().expect("this program").display()
        );
        let java = project.path("jdk/bin/java");
        fs::write(&java, script).expect("a file");
        fs::set_permissions(&java, fs::Permissions::from_mode(0o755)).expect("it can be run");
        fs::create_dir_all(project.path(".faultline")).expect("a folder");
        let recording = project.recording(world.lines().any(|line| line == "asserts"));
        let mut writer =
            Writer::create(&project.path(".faultline/1.flt"), &recording.origin).expect("a new file");
        writer.recording(&recording).expect("it can be written");
        project
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    pub fn request(&self) -> Request {
        Request {
            inputs: vec![self.path(".faultline")],
            reading: Reading::default(),
            trust: Trust::default(),
            failing: Vec::new(),
            budget: Duration::from_mins(1),
            oracle: Oracle::None,
            variants: 300,
            slices: false,
            seed: 1,
            write: None,
            choose: Choice::default(),
            most: None,
            branches: false,
            source: Vec::new(),
            kotlin: None,
            dir: None,
        }
    }

    pub fn amplified(&self, request: &Request) -> Report {
        let tools = Tools {
            grow: self.path("faultline-amplify.jar"),
            run: self.path("faultline-amplify-run.jar"),
            agent: self.path("faultline-agent.jar"),
            kotlin: request.kotlin.clone(),
        };
        let plan = Plan::of(request).expect("a plan");
        run_plan(request, plan, &tools, &mut Silent).expect("a report")
    }

    /// As [`Project::new`], with the failing test in Kotlin, in this file.
    pub fn in_kotlin(text: &str) -> Self {
        let project = Self::new("");
        fs::remove_file(project.path("src/test/java/org/x/FooTest.java")).expect("it was there");
        // A class file with two constants.
        let mut class = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 3, 1, 0, 10];
        class.extend(b"SourceFile");
        class.extend([1, 0, 7]);
        class.extend(b"Foos.kt");
        fs::write(project.path("classes/org/x/FooTest.class"), class).expect("a file");
        fs::create_dir_all(project.path("src/test/kotlin")).expect("a folder");
        fs::write(project.path("src/test/kotlin/Foos.kt"), text).expect("a file");
        project
    }

    /// The arguments of each started stub.
    pub fn started(&self) -> Vec<String> {
        let text = fs::read_to_string(self.path("started")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn recording(&self, asserts: bool) -> Recording {
        let mut class = stub::foo();
        class.location = self.path("main").display().to_string();
        let exception = if asserts { "java.lang.AssertionError" } else { "java.lang.IllegalStateException" };
        let frame = Frame { class: CLASS.to_owned(), method: "run".to_owned(), line: 3 };
        let test = |sequence: u32| {
            let mut coverage = CoverageBuilder::default();
            let fails = sequence == 0;
            coverage.class(0, &[if fails { (1 << LINES) - 1 } else { 1 }]);
            let method = if fails { METHOD.to_owned() } else { format!("passes{sequence}") };
            RecordedTest {
                sequence,
                unique_id: format!("{method}({TEST})"),
                class: TEST.to_owned(),
                method,
                display: String::new(),
                outcome: if fails { Outcome::Failed } else { Outcome::Passed },
                duration_ns: 1_000,
                overlapped: false,
                failure: fails.then(|| Failure {
                    exception: exception.to_owned(),
                    frames: vec![frame.clone()],
                    thrown: None,
                }),
                coverage: coverage.to_coverage(),
            }
        };
        let path = |below: &str| self.path(below).display().to_string();
        Recording {
            origin: Origin { started_ns: 1, nonce: 2, pid: 3, description: "made up".to_owned() },
            classes: vec![class],
            tests: (0..3).map(test).collect(),
            launch: Some(Launch {
                java: path("jdk/bin/java"),
                folder: path(""),
                class_path: format!("{}:{}", path("classes"), path("main")),
                ..Launch::default()
            }),
            sealed: true,
            ..Recording::default()
        }
    }
}

struct Silent;

impl Observer for Silent {
    fn begins(&mut self, _plan: &Plan) {}
    fn now(&mut self, _doing: &str) {}
    fn ended(&mut self, _unit: &UnitReport) {}
}
