//! Runs the tests of real faults on mutants: the blamed line, the cost, and that kills lose nothing.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use faultline_tests::kills::kill_workers;
use faultline_tests::{Dist, ExpectedFault, Fixture, maven, run};
use serde_json::Value;

/// A fault whose suite was recorded once for all tests of this file.
struct Recorded {
    fixture: Fixture,
    dist: Dist,
}

static CLI: LazyLock<Recorded> = LazyLock::new(|| Recorded::of("cli-265"));
static CSV: LazyLock<Recorded> = LazyLock::new(|| Recorded::of("csv-169"));
static LANG: LazyLock<Recorded> = LazyLock::new(|| Recorded::of("lang-747"));

impl Recorded {
    fn of(fault: &str) -> Self {
        let name = format!("faults/{fault}");
        let fixture = Fixture::copy_as(&name, env!("CARGO_TARGET_TMPDIR"), &format!("mutants/{fault}"));
        let dist = Dist::find();
        maven(&mut dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]), &fixture.folder).expect_code(1);
        Self { fixture, dist }
    }

    /// A separate folder for a command that runs in parallel, with access to the recording.
    fn room(&self, name: &str) -> Fixture {
        let folder = self.fixture.folder.join("target").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder can be made");
        Fixture { folder }
    }

    fn mutate(&self, arguments: &[&str]) -> Command {
        let mut command = self.dist.command(&["mutate", "--dir", "results", "--json"]);
        command.args(arguments).arg(self.fixture.recordings());
        command
    }

    #[track_caller]
    fn mutated(&self, room: &Fixture, arguments: &[&str]) -> Value {
        let finished = run(&mut self.mutate(arguments), &room.folder);
        finished.expect_code(0);
        serde_json::from_str(&finished.stdout).expect("JSON")
    }

    /// The place of a method, by the results in the room.
    #[track_caller]
    fn place(&self, room: &Fixture, class: &str, method: &str, failing: &[&str]) -> u64 {
        let folder = room.folder.join("ranked");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("mutants")).expect("a folder can be made");
        copy_all(&self.fixture.recordings(), &folder);
        copy_all(&room.folder.join("results"), &folder.join("mutants"));
        let mut command = self.dist.command(&["rank", "ranked", "--json", "--top", "0"]);
        let finished = run(command.args(failing), &room.folder);
        finished.expect_code(0);
        let report: Value = serde_json::from_str(&finished.stdout).expect("JSON");
        assert!(
            report["ranking"].as_str().is_some_and(|ranking| ranking.contains("+mutants")),
            "{report:.300}"
        );
        let suspects = report["groups"][0]["suspects"].as_array().expect("suspects");
        let is_it = |suspect: &&Value| suspect["class"] == class && suspect["method"] == method;
        suspects.iter().find(is_it).and_then(|suspect| suspect["rank_max"].as_u64()).expect("a place")
    }
}

fn copy_all(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.extension().is_some_and(|end| end == "flt") {
            fs::copy(&entry, to.join(entry.file_name().expect("a name"))).expect("a file can be copied");
        }
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn the_failing_test_of_cli_265_finds_the_one_mutant_that_mends_it_and_breaks_nothing() {
    let room = CLI.room("stages");
    let report = CLI.mutated(&room, &["--tests", "all", "--jobs", "1"]);
    assert_eq!(
        (&report["ended"], &report["left_out"]),
        (&"done".into(), &Value::Array(Vec::new())),
        "{report:.600}"
    );
    let mending = report["groups"][0]["mending"].as_array().expect("mutants");
    let clean: Vec<_> = mending.iter().filter(|mutant| mutant["category"] == "clean").collect();
    let [clean] = &clean[..] else { panic!("one mutant mends cleanly, not {clean:#?}") };
    assert_eq!((&clean["method"], &clean["line"]), (&"isShortOption".into(), &302.into()));
    assert_eq!(clean["class"], "org.apache.commons.cli.DefaultParser");

    let place = CLI.place(&room, "org.apache.commons.cli.DefaultParser", "isShortOption", &[]);
    assert!(place <= 3, "isShortOption is at place {place}");

    let stages = report["stages"].as_array().expect("stages");
    let of = |names: &[&str]| {
        let stages = stages.iter().filter(|stage| names.iter().any(|name| stage["stage"] == *name));
        stages.map(|stage| number(&stage["cpu_seconds"])).sum::<f64>()
    };
    let failing = of(&["probe_failing", "failing"]);
    let all = number(&report["session"]["cpu_seconds"]);
    println!(
        "cli-265: {} pairs; CPU seconds: {failing:.2} for the failing test, {all:.2} for all",
        report["pairs"]
    );
    // Seconds depend on the machine; what the failing test costs of the whole does not.
    assert!(failing < all / 2.0, "{failing} of {all} s");
}

#[test]
fn csv_169_with_its_blocked_pipes_ends_within_its_budget() {
    let room = CSV.room("budget");
    let started = Instant::now();
    let report = CSV.mutated(&room, &["--tests", "all", "--budget", "30s"]);
    let took = started.elapsed();
    assert!(took < Duration::from_secs(40), "{took:?}");
    assert!(report["pairs"].as_u64().is_some_and(|pairs| pairs > 100), "{report:.600}");
    let place = CSV.place(&room, "org.apache.commons.csv.CSVParser", "addRecordValue", &[]);
    println!("csv-169: place {place}, {} pairs in {took:?}, {}", report["pairs"], report["reasons"]);
    assert_eq!(place, 1);
}

#[test]
fn lang_747_stays_first_among_39_unrelated_failures() {
    let failing = ["--failing", "Lang747Test#hexTooLargeForAnIntIsALong"];
    let room = LANG.room("one");
    let report = LANG.mutated(&room, &failing);
    assert_eq!(report["failing"], 1, "{report:.600}");
    let expected: ExpectedFault =
        toml::from_str(&LANG.fixture.text("expected.toml")).expect("what is expected");
    let place = LANG.place(&room, &expected.suspect[0].class, &expected.suspect[0].method, &failing);
    println!("lang-747: place {place}, {} pairs", report["pairs"]);
    assert_eq!(place, 1);
}

/// The reproducible parts of a report: the end of each pair, and the mutants that fix tests.
fn lasting(report: &Value) -> [Value; 5] {
    ["pairs", "verdicts", "groups", "left_out", "mutants"].map(|part| report[part].clone())
}

/// A report without what fresh JVMs confirmed: each shard confirms one of its own mutants of a line.
fn unconfirmed(mut report: Value) -> Value {
    for group in report["groups"].as_array_mut().expect("groups") {
        for mutant in group["mending"].as_array_mut().expect("mutants") {
            mutant.as_object_mut().expect("a mutant").remove("confirmed");
        }
    }
    report
}

/// 3,000 additions, followed by a faulty line.
const FULL: (&str, &str) = (
    "package org.example;\n\npublic final class Huge {\n    static int sum(int a, int b) {\n",
    "        a = a - 1;\n        return a;\n    }\n}\n",
);
const FULL_TEST: &str = "package org.example;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Test;\n\n\
    public class HugeTest {\n    @Test\n    public void sums() {\n        assertEquals(3000, Huge.sum(0, 1));\n    }\n}\n";

#[test]
fn a_method_without_room_for_all_of_its_mutants_has_them_all_run_in_parts() {
    let fixture = Fixture::copy_as("builds/huge-methods", env!("CARGO_TARGET_TMPDIR"), "mutants/full");
    let source = [FULL.0, &"        a = a + b;\n".repeat(3000), FULL.1].concat();
    fs::write(fixture.folder.join("src/main/java/org/example/Huge.java"), source).expect("a source");
    fs::write(fixture.folder.join("src/test/java/org/example/HugeTest.java"), FULL_TEST).expect("a source");
    let dist = Dist::find();
    maven(&mut dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]), &fixture.folder).expect_code(1);

    let recorded = Recorded { fixture, dist };
    let room = recorded.room("parts");
    let report = recorded.mutated(&room, &["--top", "0", "--budget", "5m"]);
    assert_eq!((&report["ended"], &report["left_out"]), (&"done".into(), &Value::Array(Vec::new())));
    let files = fs::read_dir(room.folder.join("results")).expect("results");
    let is_part = |name: &str| name.contains("-part");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    assert!(names.into_iter().any(|name| is_part(&name)), "all mutants had room");
    // Mutants of the last line, in the last part, are included, and one of them fixes the test.
    let mending = report["groups"][0]["mending"].as_array().expect("mending mutants");
    assert!(mending.iter().any(|mutant| mutant["line"] == 3005), "{mending:.900?}");
    let lines = report["lines"].as_u64().expect("a number");
    assert_eq!(lines, 3002, "additions, what is wrong, the return");
}

#[test]
fn whatever_is_killed_at_any_moment_a_resumed_run_finds_what_an_undisturbed_one_does() {
    let arguments = ["--tests", "ietcr:5", "--jobs", "1"];
    let whole = lasting(&CLI.mutated(&CLI.room("whole"), &arguments));
    let room = CLI.room("killed");
    let resumed = [&arguments[..], &["--resume"]].concat();
    for moment in 0..10_u64 {
        let mut program = CLI
            .mutate(&resumed)
            .current_dir(&room.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        // The first start of a JVM takes about a second on a busy machine.
        thread::sleep(Duration::from_millis(150 + moment * 197 % 1_300));
        if moment % 2 == 0 {
            kill_workers(&room.folder.join("results"));
            thread::sleep(Duration::from_millis(100));
        }
        let _ = program.kill();
        program.wait().expect("it ends");
    }
    let report = CLI.mutated(&room, &resumed);
    let rest = lasting(&report);
    assert_eq!(rest[0], whole[0], "pairs");
    assert_eq!(rest[1], whole[1], "verdicts");
    assert_eq!(rest, whole);
    assert!(!room.folder.join("results/.run").exists(), "nothing is left of those that were killed");
}

#[test]
fn shards_of_cli_265_merge_into_what_one_machine_finds() {
    let arguments = ["--tests", "all", "--jobs", "1"];
    let whole = CLI.mutated(&CLI.room("unsharded"), &arguments);
    let room = CLI.room("sharded");
    for index in 1..=2 {
        let (shard, dir) = (format!("{index}/2"), format!("shard-{index}"));
        let mut command = CLI.dist.command(&["mutate", "--dir", &dir, "--shard", &shard]);
        command.args(arguments).arg(CLI.fixture.recordings());
        run(&mut command, &room.folder).expect_code(0);
    }
    let mut merge = CLI.dist.command(&["merge", "shard-1", "shard-2", "--out", "results"]);
    run(&mut merge, &room.folder).expect_code(0);
    let merged = CLI.mutated(&room, &["--tests", "all", "--jobs", "1", "--resume"]);
    assert_eq!(merged["session"]["pairs"], 0);
    assert_eq!(lasting(&unconfirmed(merged)), lasting(&unconfirmed(whole)));
}
