//! `faultline generate` with a shell script that replaces Java, EvoSuite and JUnit.

use crate::support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use faultline_spectrum::{Outcome, RecordedClass, Recording};
use serde_json::Value;

use crate::schema::violations;
use support::{Done, Scratch, class, recording, test, thrown, write_recording};

/// Replaces `java`: as EvoSuite's master it does what the class's name says, as JUnit it leaves a prepared
/// recording.
const JAVA: &str = r#"#!/bin/bash
set -u
here=$(dirname "$0")/..
records= class= cp= tests= export= stop=
while [ $# -gt 0 ]; do
  case $1 in
    -javaagent:*faultline-agent.jar=dir=*) records=${1#*=dir=}; records=${records%%,*} ;;
    -class) class=$2; shift ;;
    -cp|-projectCP) cp=$2; shift ;;
    -Dtest_dir=*) tests=${1#*=} ;;
    -Dfitness_export=*) export=${1#*=} ;;
    -Dfitness_stop=*) stop=${1#*=} ;;
  esac
  echo "$1" >> "$here/arguments-${class##*.}.txt"
  shift
done
if [ -n "$records" ]; then
  printf -v records '%b' "${records//%/\\x}"
  mkdir -p "$records"
  case $cp in *fixed*) cp "$here/oracle.flt" "$records/1.flt" ;; *) cp "$here/run.flt" "$records/1.flt" ;; esac
  exit 0
fi
simple=${class##*.}
echo "begin $simple" >> "$here/events.txt"
write() {
  mkdir -p "$tests/$(dirname "${class//.//}")"
  printf '  @Test(timeout = 4000)\n  public void %s()\n' "$@" > "$tests/${class//.//}_ESTest.java"
  echo "class ${simple}_ESTest_scaffolding {}" > "$tests/${class//.//}_ESTest_scaffolding.java"
}
case $(cat "$here/behaviour-$simple.txt" 2>/dev/null) in
  crash) echo "* ERROR: Exception in client"; exit 3 ;;
  lose)
    # As when the client does not reach its master: the first time, and with no exit code.
    echo try >> "$here/tries.txt"
    if [ "$(wc -l < "$here/tries.txt")" = 1 ]; then
      echo "[main] ERROR ExternalProcessHandler - Class $class. Lost connection with clients."
    else
      echo "* [faultline] round 1: 20 ms, 9 evaluations, best 0.25, kept; 1 tests, 3 groups"
      write test0
    fi ;;
  kill) kill -9 $$ ;;
  nothing) echo "* nothing" ;;
  refuse) echo "* [faultline] no tests are generated: no line of it is in sight" ;;
  empty) write notGeneratedAnyTest ;;
  obey)
    sleep 600 & echo $! > "$here/pid-$simple.txt"
    until [ -f "$stop" ]; do sleep 0.1; done
    kill $!
    write test0 test1 test2 ;;
  leave) write test0; kill -9 $$ ;;
  hang) sleep 600 & echo $! > "$here/pid-$simple.txt"; wait ;;
  *)
    echo "* [faultline] round 1: 20 ms, 9 evaluations, best 0.25, kept; 1 tests, 3 groups"
    echo "* [faultline] round 2: 20 ms, 9 evaluations, best 0.125, kept; 2 tests, 4 groups"
    [ -f "$here/slow.txt" ] && sleep "$(cat "$here/slow.txt")"
    if [ -f "$here/kept.flt" ] && [ -n "$export" ]; then cp "$here/kept.flt" "$export"; fi
    write test0 test1 ;;
esac
echo "end $simple" >> "$here/events.txt"
"#;

/// The failing test's coverage: five methods of `Parser` (one in a nested class), two of `Lexer`, one of
/// `Tiny`; and the test itself.
fn covered(location: &Path) -> Recording {
    let classes = vec![
        class(
            0,
            "org.example.Parser",
            &[("a", "()V"), ("b", "()V"), ("c", "()V"), ("d", "()V")],
            &[(0, 1), (1, 2), (2, 3), (3, 4)],
        ),
        class(1, "org.example.Parser$State", &[("e", "()V")], &[(0, 5)]),
        class(2, "org.example.Lexer", &[("f", "()V"), ("g", "()V"), ("h", "()V")], &[(0, 1), (1, 2), (2, 3)]),
        class(3, "org.example.Tiny", &[("i", "()V")], &[(0, 1)]),
        class(4, "org.example.FooTest", &[("t", "()V")], &[(0, 9)]),
    ];
    let fails = test(
        0,
        "fails",
        Outcome::Failed,
        &[(0, &[0, 1, 2, 3]), (1, &[0]), (2, &[0, 1]), (3, &[0]), (4, &[0])],
    );
    let tests = vec![
        thrown(fails, "java.lang.AssertionError", "org.junit.Assert", "fail", 88),
        test(1, "passes", Outcome::Passed, &[(0, &[0]), (1, &[0]), (2, &[0, 1, 2]), (3, &[0]), (4, &[0])]),
    ];
    let mut made = recording(classes, tests);
    place(&mut made.classes, location);
    made
}

fn place(classes: &mut [RecordedClass], location: &Path) {
    for class in classes {
        class.location = location.display().to_string();
    }
}

/// A recorded project with a fake Java and fake jars.
pub struct Project {
    pub scratch: Scratch,
}

/// SHA-256 of the fake EvoSuite: "not a jar".
const NOT_A_JAR: &str = "1f0f631427194028bfeca05414b146420645a4c0ede4b3692c1afc9633557b08";

impl Project {
    pub fn new(name: &str) -> Self {
        let scratch = Scratch::new(name);
        scratch.file("classes/Foo.class", "");
        scratch.record("1", &covered(&scratch.path("classes")));
        scratch.file("jdk/release", "JAVA_VERSION=\"17.0.1\"\n");
        for (program, script) in [("java", JAVA), ("javac", "#!/bin/sh\nexit 0\n")] {
            let path = scratch.file(&format!("jdk/bin/{program}"), script);
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        for jar in ["lib/faultline-agent.jar", "lib/faultline-evosuite.jar", "evosuite.jar"] {
            scratch.file(jar, "not a jar");
        }
        Self { scratch }
    }

    fn behaves(&self, class: &str, how: &str) -> &Self {
        self.scratch.file(&format!("jdk/behaviour-{class}.txt"), how);
        self
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.scratch.faultline(&["generate"]);
        self.with_tools(command.args(arguments));
        command
    }

    /// Makes a command find the fake Java and jars.
    pub fn with_tools<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command
            .env("JAVA_HOME", self.scratch.path("jdk"))
            .env("HOME", self.scratch.path("home"))
            .env("FAULTLINE_AGENT", self.scratch.path("lib/faultline-agent.jar"))
            .env("FAULTLINE_EVOSUITE", self.scratch.path("lib/faultline-evosuite.jar"))
            .env("FAULTLINE_EVOSUITE_SHA256", NOT_A_JAR)
            .env_remove("MAVEN_ARGS")
    }

    /// Runs the command with EvoSuite given.
    fn generate(&self, arguments: &[&str]) -> Command {
        let jar = self.scratch.path("evosuite.jar").display().to_string();
        self.command(&[&["--evosuite", &jar], arguments].concat())
    }

    pub fn run(&self, arguments: &[&str]) -> Done {
        Done::of(&self.generate(arguments).output().unwrap())
    }

    /// The exit code and the report, validated against its schema.
    fn json(&self, arguments: &[&str]) -> (Option<i32>, Value) {
        let done = self.run(&[&["--json"], arguments].concat());
        let value: Value =
            serde_json::from_str(&done.out).unwrap_or_else(|error| panic!("{error}: {done:?}"));
        let schema =
            serde_json::from_str(include_str!("../../../../docs/json-schema/generate.schema.json")).unwrap();
        let found = violations(&schema, &value);
        assert!(found.is_empty(), "{found:#?}");
        (done.code, value)
    }

    fn text(&self, file: &str) -> String {
        let path = self.scratch.path(file);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The arguments that EvoSuite received for a class.
    fn arguments(&self, class: &str) -> Vec<String> {
        self.text(&format!("jdk/arguments-{class}.txt")).lines().map(str::to_owned).collect()
    }
}

fn shares(report: &Value) -> Vec<(String, f64)> {
    let classes = report["classes"].as_array().unwrap();
    let mut shares: Vec<_> = classes
        .iter()
        .map(|class| (class["class"].as_str().unwrap().to_owned(), class["share_seconds"].as_f64().unwrap()))
        .collect();
    shares.sort_by(|a, b| a.0.cmp(&b.0));
    shares
}

fn owned(shares: &[(&str, f64)]) -> Vec<(String, f64)> {
    shares.iter().map(|(class, share)| (format!("org.example.{class}"), *share)).collect()
}

#[test]
fn a_folder_with_a_users_files_is_not_taken_for_generated_tests() {
    let project = Project::new("mine");
    let files =
        ["scratch/plans.txt", "recordings/mine.flt", "test-classes/mine", "tests/Mine.java", "class-path"];
    for file in files {
        project.scratch.file(file, "mine");
    }
    let refused = project.run(&["--out", "."]).error(1);
    assert!(refused.contains("which faultline did not make"), "{refused}");
    assert!(files.iter().all(|file| project.text(file) == "mine"));
    assert!(!project.scratch.path("logs").exists());
}

#[test]
fn tests_that_a_user_put_beside_generated_ones_stay() {
    let project = Project::new("beside");
    project.run(&["--out", "out"]).ok();
    let mode = fs::metadata(project.scratch.path("out")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    let mine = ["out/tests/org/example/MineTest.java", "out/notes.txt"];
    for file in mine {
        project.scratch.file(file, "mine");
    }
    project.run(&["--out", "out"]).ok();
    assert!(mine.iter().all(|file| project.text(file) == "mine"));
    let suite = project.scratch.path("out/tests/org/example/Parser_ESTest.java");
    fs::remove_file(&suite).unwrap();
    let elsewhere = project.scratch.path("elsewhere");
    std::os::unix::fs::symlink(&elsewhere, &suite).unwrap();
    project.run(&["--out", "out"]).ok();
    assert!(!elsewhere.exists() && !suite.is_symlink(), "a link is replaced, not followed");
}

#[test]
fn a_users_test_of_the_same_name_is_not_overwritten() {
    let project = Project::new("same name");
    project.run(&["--out", "out", "--classes", "org.example.Lexer"]).ok();
    project.scratch.file("out/tests/org/example/Parser_ESTest.java", "mine");
    let refused = project.run(&["--out", "out"]);
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.err.contains("Parser_ESTest.java is there already and was not made by faultline"),
        "{}",
        refused.err
    );
    assert_eq!(project.text("out/tests/org/example/Parser_ESTest.java"), "mine");
}

#[test]
fn the_budget_is_split_by_covered_methods_and_test_classes_get_none() {
    let project = Project::new("methods");
    let (code, report) = project.json(&["--budget", "80s", "--jobs", "1"]);
    assert_eq!(code, Some(0));
    assert_eq!(shares(&report), owned(&[("Lexer", 20.0), ("Parser", 50.0), ("Tiny", 10.0)]));
    assert_eq!(report["tests"], 6);
    assert!(project.arguments("Lexer").contains(&"-Dsearch_budget=20".to_owned()));
    let order: Vec<_> = project
        .text("jdk/events.txt")
        .lines()
        .filter(|line| line.starts_with("begin"))
        .map(str::to_owned)
        .collect();
    assert_eq!(order, ["begin Parser", "begin Lexer", "begin Tiny"], "large shares first");
}

#[test]
fn the_budget_is_split_by_suspiciousness_when_asked() {
    let project = Project::new("suspiciousness");
    let (_, report) = project.json(&["--budget", "100s", "--split", "suspiciousness"]);
    // Lines that the passing test also covers weigh 0.8: Parser 3 + 2 * 0.8, Lexer 1.6, Tiny 0.8.
    assert_eq!(shares(&report), owned(&[("Lexer", 23.0), ("Parser", 66.0), ("Tiny", 11.0)]));
}

#[test]
fn classes_with_too_small_a_share_are_left_out_and_named() {
    let project = Project::new("least");
    let (_, report) = project.json(&["--budget", "70s", "--min", "10s"]);
    assert_eq!(shares(&report), owned(&[("Lexer", 20.0), ("Parser", 50.0)]));
    assert_eq!(report["left_out"], serde_json::json!(["org.example.Tiny"]));
}

#[test]
fn named_classes_alone_are_searched_a_nested_one_with_its_outermost() {
    let project = Project::new("classes");
    let (_, report) = project.json(&["--classes", "org.example.Tiny,org.example.Parser$State"]);
    assert_eq!(shares(&report), owned(&[("Parser", 100.0), ("Tiny", 20.0)]));
}

#[test]
fn evosuite_gets_the_class_its_path_the_failing_test_and_what_leads_it() {
    let project = Project::new("arguments");
    project
        .run(&[
            "--classes",
            "org.example.Parser",
            "--metric",
            "ddu",
            "--seed",
            "7",
            "--",
            "-Dassertions=false",
        ])
        .ok();
    let arguments = project.arguments("Parser");
    let root = project.scratch.0.canonicalize().unwrap().display().to_string();
    let first = format!("-javaagent:{root}/lib/faultline-evosuite.jar\n-jar\n{root}/evosuite.jar\n");
    assert!(project.text("jdk/arguments-.txt").starts_with(&first));
    for expected in [
        "-Dfitness=ddu",
        "-Dfitness_failing=[engine:made-up]/[method:fails]",
        &format!("-Dfitness_spectrum={root}/generated/spectrum.flt"),
        &format!("-Dfitness_export={root}/generated/kept/org.example.Parser.flt"),
        &format!("-Dtest_dir={root}/generated/tests"),
        "-seed",
        "7",
    ] {
        assert!(arguments.iter().any(|argument| argument == expected), "{expected}: {arguments:#?}");
    }
    assert_eq!(arguments.last().unwrap(), "-Dassertions=false", "the user's come last and win");
    // Of the files written for EvoSuite the spectrum stays, because the header of the tests refers to it.
    assert!(project.scratch.path("generated/spectrum.flt").exists());
    assert!(!project.scratch.path("generated/scratch").exists());
}

#[test]
fn evosuites_own_goals_need_no_metric() {
    let project = Project::new("goals");
    project.run(&["--classes", "org.example.Tiny", "--metric", "line"]).ok();
    let arguments = project.arguments("Tiny");
    assert!(arguments.contains(&"-Dcriterion=LINE".to_owned()), "{arguments:#?}");
    assert!(!arguments.iter().any(|argument| argument.starts_with("-Dfitness")), "{arguments:#?}");
}

#[test]
fn as_many_searches_run_at_a_time_as_allowed() {
    for (jobs, expected) in [("1", 1), ("2", 2), ("9", 3)] {
        let project = Project::new("jobs");
        project.scratch.file("jdk/slow.txt", "1.5");
        project.run(&["--jobs", jobs]).ok();
        let (mut now, mut most) = (0, 0);
        for line in project.text("jdk/events.txt").lines() {
            now = if line.starts_with("begin") { now + 1 } else { now - 1 };
            most = most.max(now);
        }
        assert_eq!((now, most), (0, expected), "--jobs {jobs}");
    }
}

#[test]
fn a_class_that_fails_is_reported_and_the_others_go_on() {
    for (how, expected) in [
        (
            "crash",
            "EvoSuite died before its search began and was restarted; EvoSuite ended with exit code 3: \
             ERROR: Exception in client",
        ),
        ("kill", "EvoSuite died before its search began and was restarted; EvoSuite ended with signal 9"),
        ("nothing", "EvoSuite wrote no tests"),
        ("refuse", "no tests are generated: no line of it is in sight"),
        ("empty", "no test was found in this time"),
    ] {
        let project = Project::new(how);
        project.behaves("Parser", how);
        let (code, report) = project.json(&["--jobs", "1"]);
        assert_eq!(code, Some(0), "{how}");
        let parser = &report["classes"][0];
        assert_eq!(parser["trouble"], expected, "{how}");
        assert_eq!(parser["file"], Value::Null, "{how}");
        assert_eq!(report["tests"], 4, "{how}: those of the other two");
        let starts = project.text("jdk/events.txt").lines().filter(|line| *line == "begin Parser").count();
        assert_eq!(starts, if how == "crash" || how == "kill" { 2 } else { 1 }, "{how}");
        assert!(!project.scratch.path("generated/tests/org/example/Parser_ESTest.java").exists(), "{how}");
    }
}

#[test]
fn an_evosuite_that_dies_before_its_search_is_started_once_more_and_that_is_said() {
    let project = Project::new("lose");
    project.behaves("Parser", "lose");
    let (code, report) = project.json(&["--jobs", "1"]);
    assert_eq!(code, Some(0));
    let parser = &report["classes"][0];
    assert_eq!(parser["trouble"], "EvoSuite died before its search began and was restarted");
    assert_eq!((&parser["tests"], &parser["rounds"]), (&Value::from(1), &Value::from(1)));
    assert!(!project.text("generated/logs/org.example.Parser.txt").contains("Lost connection"));
    assert!(project.text("generated/logs/org.example.Parser.first.txt").contains("Lost connection"));
}

#[test]
fn a_search_that_hangs_is_ended_with_what_it_started() {
    let project = Project::new("hang");
    project.behaves("Tiny", "hang");
    let started = Instant::now();
    let (code, report) =
        project.json(&["--classes", "org.example.Tiny", "--budget", "1s", "--min", "1s", "--grace", "1s"]);
    assert_eq!(code, Some(1), "no test was written");
    assert!(started.elapsed() < Duration::from_mins(1), "{:?}", started.elapsed());
    assert_eq!(report["classes"][0]["trouble"], "did not end within 2 s and was ended");
    assert_gone(&project.text("jdk/pid-Tiny.txt"));
}

/// Starts the command with one job and signals it during the search of a class, `times` times.
fn interrupted(project: &Project, class: &str, arguments: &[&str], times: usize) -> Done {
    let mut command = project.generate(&[&["--jobs", "1"], arguments].concat());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let pid = project.scratch.path(&format!("jdk/pid-{class}.txt"));
    let started = Instant::now();
    while fs::read_to_string(&pid).unwrap_or_default().is_empty() {
        assert!(started.elapsed() < Duration::from_mins(2), "the search of {class} never began");
        std::thread::sleep(Duration::from_millis(20));
    }
    for time in 0..times {
        // Two simultaneous signals would merge into one.
        std::thread::sleep(Duration::from_millis(500) * u32::from(time > 0));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
    let done = Done::of(&child.wait_with_output().unwrap());
    assert_eq!(done.code, Some(130), "{done:?}");
    assert_gone(&project.text(&format!("jdk/pid-{class}.txt")));
    done
}

#[test]
fn ctrl_c_has_the_search_that_runs_write_what_it_found() {
    let project = Project::new("obey");
    project.behaves("Lexer", "obey");
    let done = interrupted(&project, "Lexer", &[], 1);
    assert!(done.err.contains("faultline: stopping; "), "{}", done.err);
    assert!(done.err.contains("org.example.Lexer: 3 tests, "), "{}", done.err);
    assert!(
        done.out.contains("5 tests for org.example.FooTest#fails by belief in 2 classes,"),
        "{}",
        done.out
    );
    assert!(done.out.contains("1 class not begun"), "{}", done.out);
    assert!(project.scratch.path("generated/tests/org/example/Lexer_ESTest.java").exists());
}

#[test]
fn a_second_ctrl_c_ends_the_search_and_keeps_what_was_written() {
    let project = Project::new("interrupt");
    project.behaves("Lexer", "hang");
    let done = interrupted(&project, "Lexer", &[], 2);
    assert!(done.err.contains("org.example.Lexer: nothing"), "{}", done.err);
    assert!(done.err.contains("; stopped (see "), "{}", done.err);
    assert!(done.out.contains("2 tests for org.example.FooTest#fails by belief in 1 class,"), "{}", done.out);
    assert!(project.scratch.path("generated/tests/org/example/Parser_ESTest.java").exists());
}

#[test]
fn goals_of_evosuites_know_no_wish_so_ctrl_c_ends_them() {
    let project = Project::new("goals-interrupt");
    project.behaves("Lexer", "hang");
    let done = interrupted(&project, "Lexer", &["--metric", "line"], 1);
    assert!(done.err.contains("org.example.Lexer: nothing"), "{}", done.err);
}

#[test]
fn what_a_search_wrote_before_it_crashed_is_kept() {
    let project = Project::new("leave");
    project.behaves("Parser", "leave");
    let (code, report) = project.json(&["--jobs", "1"]);
    assert_eq!(code, Some(0));
    let parser = &report["classes"][0];
    assert_eq!(parser["trouble"], "EvoSuite ended with signal 9");
    assert_eq!(parser["tests"], 1);
    assert_eq!(report["tests"], 5);
}

/// A killed process that is not yet reaped may still be listed, as a zombie.
fn assert_gone(pid: &str) {
    let status = Path::new("/proc").join(pid.trim()).join("status");
    let started = Instant::now();
    while fs::read_to_string(&status).is_ok_and(|text| !text.contains("State:\tZ")) {
        assert!(started.elapsed() < Duration::from_secs(20), "process {pid} still runs");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The recording that JUnit leaves: tests on classes whose bytes EvoSuite changed.
fn ran(outcomes: &[(&str, Outcome, &str, &[u32])]) -> Recording {
    let mut parser = class(
        0,
        "org.example.Parser",
        &[("a", "()V"), ("b", "()V"), ("c", "()V"), ("d", "()V"), ("__STATIC_RESET", "()V")],
        &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 77)],
    );
    parser.hash = 0xe50;
    let tests = (0..).zip(outcomes).map(|(sequence, (name, outcome, exception, slots))| {
        let mut made = test(sequence, name, *outcome, &[(0, slots)]);
        "org.example.Parser_ESTest".clone_into(&mut made.class);
        if !exception.is_empty() {
            made = thrown(made, exception, "org.junit.Assert", "fail", 88);
        }
        made
    });
    recording(vec![parser], tests.collect())
}

const FOUR: [(&str, &[u32]); 4] = [("test0", &[1, 4]), ("test1", &[0, 1]), ("test2", &[2]), ("test3", &[3])];

fn with(outcomes: [(Outcome, &'static str); 4]) -> Recording {
    let all: Vec<_> =
        FOUR.iter().zip(outcomes).map(|((name, slots), (o, e))| (*name, o, e, *slots)).collect();
    ran(&all)
}

#[test]
fn an_oracle_labels_the_tests_and_rank_counts_them() {
    let project = Project::new("oracle");
    project.scratch.file("fixed.jar", "not a jar");
    let passed = (Outcome::Passed, "");
    let failed = (Outcome::Failed, "java.lang.AssertionError");
    write_recording(&project.scratch.path("jdk/run.flt"), &with([passed, passed, passed, failed]));
    let unlinked = (Outcome::Failed, "java.lang.NoSuchMethodError");
    write_recording(&project.scratch.path("jdk/oracle.flt"), &with([failed, passed, unlinked, passed]));
    let before: Value = serde_json::from_str(&project.scratch.run(&["rank", "--json"]).ok()).unwrap();
    assert_eq!(before["groups"][0]["suspects"][0]["rank_max"], 3, "b, c and d are alike: {before:#}");

    let (code, report) = project.json(&["--classes", "org.example.Parser", "--oracle-cp", "fixed.jar"]);
    assert_eq!(code, Some(0));
    let labels = &report["labels"];
    assert_eq!((&labels["passed"], &labels["failed"], &labels["skipped"]), (&1.into(), &1.into(), &2.into()));
    assert_eq!(labels["failing"], serde_json::json!(["org.example.Parser_ESTest#test0"]));
    assert!(report["notes"][0].as_str().unwrap().starts_with("1 generated test "), "{report:#}");
    let unfit = report["notes"][1].as_str().unwrap();
    assert!(unfit.starts_with("1 generated test did not fit the classes of --oracle-cp (see "), "{report:#}");

    // The oracle's classes precede the project's.
    let given = project.text("jdk/arguments-.txt");
    let path = given.lines().rfind(|line| line.contains("/test-classes:")).unwrap();
    assert!(path.find("/fixed.jar:").unwrap() < path.find("/classes:/").unwrap(), "{path}");
    // Run the suggested command as a user would type it.
    let command = report["next"][0]["command"].as_str().unwrap();
    let mut words: Vec<&str> = command.split(' ').map(|word| word.trim_matches('\'')).collect();
    assert_eq!(words.remove(0), "faultline");
    words.push("--json");
    let ranked: Value = serde_json::from_str(&project.scratch.run(&words).ok()).unwrap();
    assert_eq!(ranked["groups"][0]["failing"].as_array().unwrap().len(), 2, "{ranked:#}");
    let first = &ranked["groups"][0]["suspects"][0];
    assert_eq!((&first["method"], &first["rank_max"]), (&"b".into(), &1.into()), "{first:#}");
}

#[test]
fn without_an_oracle_the_tests_become_a_pool_that_select_reads() {
    let project = Project::new("pool");
    let passed = (Outcome::Passed, "");
    write_recording(&project.scratch.path("jdk/run.flt"), &with([passed; 4]));
    let done = project.run(&["--classes", "org.example.Parser"]);
    let out = done.ok();
    assert!(out.contains("faultline select --interactive --pool generated/pool.flt"), "{out}");
    let chosen = project.scratch.run(&["select", "--pool", "generated/pool.flt", "-n", "4", "--json"]).ok();
    let chosen: Value = serde_json::from_str(&chosen).unwrap();
    assert_eq!(chosen["choices"][0]["steps"].as_array().unwrap().len(), 4, "{chosen:#}");
}

#[test]
fn what_the_kept_tests_split_is_counted_over_all_classes() {
    let project = Project::new("groups");
    write_recording(
        &project.scratch.path("jdk/kept.flt"),
        &ran(&[
            ("failing", Outcome::Failed, "", &[0, 1, 2, 3]),
            ("org.example.Parser round 1", Outcome::Passed, "", &[0, 1]),
            ("org.example.Parser round 2", Outcome::Passed, "", &[0]),
        ]),
    );
    let (_, report) = project.json(&["--classes", "org.example.Parser"]);
    // Eight lines, without the test's own, in three groups: a alone, b alone, the rest.
    assert_eq!(report["groups"], serde_json::json!({ "lines": 8, "before": 1, "after": 3 }));
    assert_eq!(report["classes"][0]["best"], 0.125);
}

#[test]
fn what_is_missing_or_wrong_is_said_in_a_sentence() {
    let project = Project::new("errors");
    let error = |mut command: Command, code| Done::of(&command.output().unwrap()).error(code);
    let sentence = error(project.command(&[]), 1);
    assert!(
        sentence.contains("EvoSuite is not at ") && sentence.contains("/home/.m2/repository/org/evosuite/"),
        "{sentence}"
    );
    assert!(sentence.contains("--evosuite") && sentence.contains("--fetch"), "{sentence}");
    for (arguments, code, expected) in [
        (&["--metric", "dduu"][..], 2, "ddu"),
        (&["--failing", "FooTest#passes"], 1, "passed"),
        (&["--classes", "org.example.Parsre"], 1, "did you mean org.example.Parser?"),
        (&["--budget", "3s"], 2, "a budget of 3.0 s is below the least for one class, 5.0 s"),
        (&["--project-cp", "no/such.jar"], 2, "--project-cp names no/such.jar"),
        (&["--oracle-cp", "no/such.jar"], 2, "--oracle-cp names no/such.jar"),
    ] {
        let sentence = error(project.generate(arguments), code);
        assert!(sentence.contains(expected), "{arguments:?}: {sentence}");
    }
    let mut no_agent = project.generate(&[]);
    no_agent.env("FAULTLINE_EVOSUITE", "/no/such.jar");
    assert!(error(no_agent, 1).contains("FAULTLINE_EVOSUITE names /no/such.jar"));
    let mut no_java = project.generate(&[]);
    no_java.env("JAVA_HOME", "/no/such").env("PATH", "/no/such");
    assert_eq!(error(no_java, 1), "faultline: no Java was found; set JAVA_HOME to a Java 17, 11 or 8");

    project.scratch.file("jdk/release", "JAVA_VERSION=\"25.0.1\"\n");
    let sentence = error(project.generate(&[]), 1);
    assert!(sentence.starts_with("faultline: EvoSuite cannot run on Java 25 ("), "{sentence}");
    assert!(sentence.ends_with("set JAVA_HOME to a Java 17, 11 or 8"), "{sentence}");
    fs::remove_dir_all(project.scratch.path("classes")).unwrap();
    project.scratch.file("jdk/release", "JAVA_VERSION=\"11\"\n");
    let sentence = error(project.generate(&[]), 1);
    assert!(sentence.contains("which is gone") && sentence.contains("--project-cp"), "{sentence}");
}

#[test]
fn several_failing_tests_must_be_told_apart() {
    let project = Project::new("several");
    project.scratch.record("1", &support::two_causes());
    let sentence = project.run(&[]).error(1);
    assert!(sentence.starts_with("faultline: 3 tests failed, org.example.FooTest#alpha, "), "{sentence}");
    assert!(sentence.ends_with("name the one to explain with --failing"), "{sentence}");
}

#[test]
fn jars_that_a_maven_project_needs_are_said_to_be_unknown() {
    let project = Project::new("maven");
    project.scratch.file("pom.xml", "<project/>");
    let done = project.run(&["--classes", "org.example.Tiny"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(
        done.err.contains("let Maven find them with --fetch, or name all with --project-cp"),
        "{}",
        done.err
    );
    assert!(
        done.out.starts_with("2 tests for org.example.FooTest#fails by belief in 1 class, "),
        "{}",
        done.out
    );
    // No recording was prepared.
    assert!(
        done.err.contains("note: running the generated tests recorded nothing (exit code 0; see "),
        "{}",
        done.err
    );
}

/// The value of `PATH` with a fake `mvn` in front.
fn maven(project: &Project, script: &str) -> String {
    let path = project.scratch.file("bin/mvn", script);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    let before = std::env::var("PATH").unwrap();
    format!("{}:{before}", project.scratch.path("bin").display())
}

const EVOSUITE: &str = "org/evosuite/evosuite-master/1.0.6/evosuite-master-1.0.6.jar";

#[test]
fn evosuite_is_found_where_maven_keeps_it() {
    let project = Project::new("repository");
    let other = project.scratch.path("other");
    let starts_with = |mut command: Command, expected: &str| {
        let _ = fs::remove_file(project.scratch.path("jdk/arguments-.txt"));
        Done::of(&command.args(["--classes", "org.example.Tiny"]).output().unwrap()).ok();
        let jar = project.text("jdk/arguments-.txt").lines().nth(2).unwrap().to_owned();
        assert!(jar.ends_with(expected), "{jar} instead of {expected}");
    };
    project.scratch.file(&format!("home/.m2/repository/{EVOSUITE}"), "not a jar");
    starts_with(project.command(&[]), &format!("/home/.m2/repository/{EVOSUITE}"));

    project.scratch.file(&format!("other/{EVOSUITE}"), "not a jar");
    let settings = format!("<settings><localRepository>{}</localRepository></settings>", other.display());
    project.scratch.file("home/.m2/settings.xml", &settings);
    starts_with(project.command(&[]), &format!("/other/{EVOSUITE}"));

    let mut command = project.command(&[]);
    // The variable is split at spaces, and this folder's path contains some.
    std::os::unix::fs::symlink(&project.scratch.0, linked("third")).unwrap();
    project.scratch.file(&format!("third/{EVOSUITE}"), "not a jar");
    command.env("MAVEN_ARGS", format!("-o -Dmaven.repo.local={}/third", linked("third").display()));
    starts_with(command, &format!("/third/{EVOSUITE}"));
    fs::remove_file(linked("third")).unwrap();
}

fn linked(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("faultline-generate-{}-{name}", std::process::id()))
}

/// SHA-256 of what the fake Maven writes: an empty line.
const LINE: &str = "01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b";
/// SHA-256 of EvoSuite 1.0.6 in Maven Central.
const RELEASED: &str = "82db121f31253925bb0fd5b55bd88ff16d7db70d6a6cba9c8511b52bc0c9bb88";

#[test]
fn an_evosuite_that_is_not_the_released_one_does_not_run() {
    let project = Project::new("other-evosuite");
    let jar = project.scratch.file(&format!("home/.m2/repository/{EVOSUITE}"), "not a jar");
    let refused = |command: &mut Command, code| {
        let sentence = Done::of(&command.output().unwrap()).error(code);
        assert!(!project.scratch.path("jdk/arguments-.txt").exists(), "EvoSuite was started: {sentence}");
        sentence
    };
    let sentence = refused(project.command(&[]).env_remove("FAULTLINE_EVOSUITE_SHA256"), 1);
    let expected = format!(
        "faultline: {} is not EvoSuite 1.0.6 as Maven Central has it: its SHA-256 is {NOT_A_JAR} and not {RELEASED}; delete it \
         and let Maven fetch it with --fetch, or name a jar that you trust with --evosuite",
        jar.display()
    );
    assert_eq!(sentence, expected);
    // A checksum set by the user for another version also applies to a jar that is given.
    let sentence = refused(project.command(&[]).env("FAULTLINE_EVOSUITE_SHA256", LINE), 1);
    assert!(
        sentence.contains(&format!("has the SHA-256 {NOT_A_JAR} and not {LINE}, which FAULTLINE_")),
        "{sentence}"
    );
    let sentence = refused(project.generate(&[]).env("FAULTLINE_EVOSUITE_SHA256", LINE), 1);
    assert!(sentence.contains("use the jar that you checked"), "{sentence}");
    let sentence = refused(project.command(&[]).env("FAULTLINE_EVOSUITE_SHA256", "1.0.6"), 2);
    assert!(sentence.contains("is 1.0.6, which is not a SHA-256; give 64 hexadecimal digits"), "{sentence}");
}

#[test]
fn a_named_evosuite_that_nothing_vouches_for_runs_and_that_is_said() {
    let project = Project::new("named-evosuite");
    let mut command = project.generate(&["--classes", "org.example.Tiny"]);
    let done = Done::of(&command.env_remove("FAULTLINE_EVOSUITE_SHA256").output().unwrap());
    let said =
        format!("is not EvoSuite 1.0.6 as Maven Central has it, so it is not verified (SHA-256 {NOT_A_JAR})");
    assert!(done.err.contains(&said), "{}", done.err);
    done.ok();
    let done = Done::of(&project.generate(&["--classes", "org.example.Tiny"]).output().unwrap());
    assert!(!done.err.contains("vouches"), "{}", done.err);
}

#[test]
fn maven_tells_the_class_path_and_fetches_evosuite_when_it_may() {
    let project = Project::new("fetch");
    project.scratch.file("pom.xml", "<project/>");
    let path = maven(
        &project,
        r#"#!/bin/bash
case "$*" in
  *:build-classpath*)
    for word in "$@"; do case $word in -Dmdep.outputFile=*) printf '/dep/a.jar:/dep/b.jar\n' > "${word#*=}" ;; esac; done ;;
  *:get\ -Dartifact=org.evosuite:evosuite-master:1.0.6\ -Dmaven.repo.local=*)
    all="$*"; at="${all#*-Dmaven.repo.local=}/org/evosuite/evosuite-master/1.0.6"
    mkdir -p "$at"
    echo > "$at/evosuite-master-1.0.6.jar" ;;
  *) exit 9 ;;
esac
"#,
    );
    let mut command = project.command(&["--fetch", "--classes", "org.example.Tiny"]);
    command.env("FAULTLINE_EVOSUITE_SHA256", LINE);
    let done = Done::of(&command.env("PATH", path).output().unwrap());
    assert!(!done.err.contains("--project-cp"), "{}", done.err);
    done.ok();
    let arguments = project.arguments("Tiny");
    let root = project.scratch.0.canonicalize().unwrap().display().to_string();
    assert!(arguments.contains(&format!("{root}/classes:/dep/a.jar:/dep/b.jar")), "{arguments:#?}");
}

#[test]
fn what_maven_cannot_fetch_is_said_with_mavens_reason() {
    let project = Project::new("offline");
    let path = maven(&project, "#!/bin/sh\necho '[ERROR] Cannot access central in offline mode'\nexit 1\n");
    let mut command = project.command(&["--fetch"]);
    let sentence = Done::of(&command.env("PATH", path).output().unwrap()).error(1);
    assert_eq!(
        sentence,
        "faultline: Maven did not fetch org.evosuite:evosuite-master:1.0.6: Cannot access central in offline mode"
    );
}
