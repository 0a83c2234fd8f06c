//! `faultline budget --run` and `faultline merge` with shell commands that replace EvoSuite.

use crate::support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::repository::Commits;
use crate::schema::violations;
use serde_json::{Value, json};
use support::{Done, Scratch};

/// Does what `HERE/CLASS.txt` says; without that file it writes a test.
const GENERATOR: &str = r#"#!/bin/bash
class=$1 seconds=$2 out=$3
here=$(dirname "$0")
echo "begin $class $seconds" >> "$here/events.txt"
case $(cat "$here/$class.txt" 2>/dev/null) in
  crash) echo "no Error at all" ; exit 3 ;;
  kill) kill -9 $$ ;;
  nothing) ;;
  hang) sleep 600 & echo $! > "$here/pid-$class.txt"; wait ;;
  slow) sleep 0.2; printf '@Test\n@Test\n' > "$out/Tests.java" ;;
  *) mkdir -p "$out/a b"; printf '  @Test(timeout = 4000)\n' > "$out/a b/Tests.java"
     printf 'TARGET_CLASS,Coverage\n%s,0.5\n' "$class" > "$out/statistics.csv" ;;
esac
echo "end $class" >> "$here/events.txt"
"#;

pub const COMMAND: &str = "bash generator.sh {class} {seconds} {out}";

/// A project with the given number of classes; class n has n lines more than the two of class 0.
pub struct Project(pub Scratch);

impl Project {
    pub fn new(classes: usize) -> Self {
        let scratch = Scratch::new("budget run");
        let mut commits = Commits::default().commit(1_000, "a@b", "Begin");
        for n in 0..classes {
            let content = format!("package org.x;\nclass C{n} {{}}\n{}", "\n".repeat(n));
            commits = commits.file(&format!("src/main/java/org/x/C{n}.java"), &content);
        }
        commits.import(&scratch.0);
        scratch.file("generator.sh", GENERATOR);
        Self(scratch)
    }

    fn behaves(&self, class: usize, how: &str) -> &Self {
        self.0.file(&format!("org.x.C{class}.txt"), how);
        self
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.0.faultline(&["budget", "--predictor", "size", "--command", COMMAND]);
        command.args(arguments);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Done {
        Done::of(&self.command(arguments).output().unwrap())
    }

    /// The results of a run that exits with this code.
    fn results(&self, arguments: &[&str], code: i32) -> Value {
        let done = self.run(&[arguments, &["--json"]].concat());
        assert_eq!(done.code, Some(code), "{done:?}");
        valid(&done.out)
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.0.path(file)).unwrap_or_default()
    }
}

fn valid(text: &str) -> Value {
    let value = serde_json::from_str(text).unwrap();
    let schema = include_str!("../../../../docs/json-schema/budget-run.schema.json");
    let found = violations(&serde_json::from_str(schema).unwrap(), &value);
    assert!(found.is_empty(), "{found:#?}\n{text}");
    value
}

fn column<'v>(results: &'v Value, name: &str) -> Vec<&'v Value> {
    results["classes"].as_array().unwrap().iter().map(|class| &class[name]).collect()
}

fn numbers(results: &Value, name: &str) -> Vec<u64> {
    column(results, name).into_iter().map(|value| value.as_u64().unwrap()).collect()
}

/// Asserts that the seconds are sums over the classes and stay within the budget.
fn assert_sums(results: &Value) {
    let of = |name: &str| numbers(results, name).iter().sum::<u64>();
    assert_eq!(results["budget_seconds"], of("planned"));
    assert_eq!(results["used_seconds"], of("used"));
    assert!(of("used") <= of("planned"), "{results:#}");
}

#[test]
fn the_first_rank_begins_first_and_everything_is_written_down() {
    let project = Project::new(4);
    let results = project.results(&["--total", "60s", "--run", "--jobs", "1"], 0);
    assert_eq!(column(&results, "class"), ["org.x.C3", "org.x.C2", "org.x.C1", "org.x.C0"]);
    let begun: Vec<String> = project
        .text("events.txt")
        .lines()
        .filter_map(|line| line.strip_prefix("begin ")?.split(' ').next().map(str::to_owned))
        .collect();
    assert_eq!(begun, ["org.x.C3", "org.x.C2", "org.x.C1", "org.x.C0"]);
    assert_eq!(
        (&results["state"], &results["tests"], &results["shard"]),
        (&json!("finished"), &json!(4), &Value::Null)
    );
    let first = &results["classes"][0];
    assert_eq!((&first["coverage"], &first["outcome"]), (&json!(0.5), &json!("tests")));
    assert_eq!(first["files"], json!(["tests/org.x.C3/a b/Tests.java", "tests/org.x.C3/statistics.csv"]));
    for file in first["files"].as_array().unwrap() {
        assert!(project.0.path("budget-run").join(file.as_str().unwrap()).is_file(), "{file}");
    }
    assert_eq!(valid(&project.text("budget-run/results.json")), results);
    assert!(!project.0.path("budget-run/scratch").exists());
    assert_sums(&results);
    let again = project.run(&["--resume"]).ok();
    assert!(again.starts_with("4 tests for 4 of 4 classes in "), "{again}");
    assert_eq!(project.text("events.txt").lines().count(), 8, "nothing is done twice");
}

#[test]
fn what_a_class_gives_back_goes_to_those_that_wait() {
    let project = Project::new(10);
    // Planned: 67, 20, 16, 16, 16, 3, 3, 3, 3, 3. Each class takes less than a second.
    project.behaves(9, "crash").behaves(8, "kill").behaves(7, "nothing");
    let results = project.results(&["--total", "150s", "--run", "--jobs", "1"], 0);
    assert_eq!(numbers(&results, "planned"), [67, 20, 16, 16, 16, 3, 3, 3, 3, 3]);
    let granted = numbers(&results, "granted");
    // Seconds given back are shared among the waiting classes, which have 83 s.
    let back = 67 - numbers(&results, "used")[0];
    assert_eq!((granted[0], granted[1]), (67, 20 + back * 20 / 83));
    assert!(granted.iter().zip(numbers(&results, "planned")).all(|(granted, planned)| *granted >= planned));
    assert!(granted[9] == 67, "no more than the most that was planned: {granted:?}");
    assert_eq!(column(&results, "outcome")[..4], ["failed", "failed", "nothing", "tests"]);
    let trouble = column(&results, "trouble");
    assert_eq!(*trouble[0], "ended with exit code 3: no Error at all");
    // The shell may report the signal through its exit code.
    assert!(["ended with signal 9", "ended with exit code 137"].contains(&trouble[1].as_str().unwrap()));
    assert_sums(&results);
}

#[test]
fn a_class_that_hangs_is_ended_with_what_it_started_and_the_others_go_on() {
    let project = Project::new(3);
    project.behaves(2, "hang");
    let results =
        project.results(&["--total", "3s", "--min", "1s", "--run", "--jobs", "2", "--grace", "4s"], 0);
    assert_eq!(column(&results, "outcome"), ["late", "tests", "tests"]);
    let late = &results["classes"][0];
    assert_eq!(late["trouble"], "did not end within 5 s and was ended");
    assert_eq!(late["used"], late["granted"], "nothing comes back");
    assert_gone(&project.text("pid-org.x.C2.txt"));
}

#[test]
fn a_run_in_which_everything_fails_says_so_by_its_exit_code() {
    let project = Project::new(2);
    project.behaves(0, "crash").behaves(1, "crash");
    assert_eq!(project.results(&["--total", "9s", "--run"], 1)["tests"], 0);
    let nothing = Project::new(2);
    nothing.behaves(0, "nothing").behaves(1, "nothing");
    assert_eq!(nothing.results(&["--total", "9s", "--run"], 0)["tests"], 0);
}

#[test]
fn classes_for_which_there_is_no_second_are_not_begun() {
    let project = Project::new(3);
    project.behaves(2, "slow");
    let results = project.results(&["--total", "1s", "--min", "0s", "--run", "--jobs", "1"], 0);
    assert_eq!(numbers(&results, "planned"), [1, 0, 0]);
    assert_eq!(column(&results, "outcome"), ["tests", "no_time", "no_time"]);
    assert_eq!(project.text("events.txt").lines().count(), 2);
}

/// Waits until a file is not empty.
fn wait_for(path: &Path) {
    let started = Instant::now();
    while fs::read_to_string(path).unwrap_or_default().is_empty() {
        assert!(started.elapsed() < Duration::from_mins(2), "{} never came", path.display());
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn signal(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
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

#[test]
fn ctrl_c_ends_what_runs_and_resume_does_what_is_left() {
    let project = Project::new(3);
    project.behaves(1, "hang");
    let mut command = project.command(&["--total", "30s", "--run", "--jobs", "1"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&project.0.path("pid-org.x.C1.txt"));
    signal(&child, "-INT");
    let done = Done::of(&child.wait_with_output().unwrap());
    assert_eq!(done.code, Some(130), "{done:?}");
    assert!(done.out.contains("2 to go, with --resume"), "{}", done.out);
    assert_gone(&project.text("pid-org.x.C1.txt"));
    let so_far = valid(&project.text("budget-run/results.json"));
    assert_eq!((&so_far["state"], &so_far["tests"]), (&json!("interrupted"), &json!(1)));
    assert_eq!(column(&so_far, "outcome"), [&json!("tests"), &Value::Null, &Value::Null]);

    project.behaves(1, "");
    let results = project.results(&["--resume"], 0);
    assert_eq!((&results["state"], &results["tests"]), (&json!("finished"), &json!(3)));
    assert_eq!(
        begins(&project),
        BTreeMap::from([("C0", 1), ("C1", 2), ("C2", 1)].map(|(c, n)| (c.to_owned(), n)))
    );
    assert_sums(&results);
}

/// How often each class was started.
fn begins(project: &Project) -> BTreeMap<String, usize> {
    let mut begins = BTreeMap::new();
    for line in project.text("events.txt").lines() {
        if let Some(rest) = line.strip_prefix("begin org.x.") {
            *begins.entry(rest.split(' ').next().unwrap().to_owned()).or_default() += 1;
        }
    }
    begins
}

#[test]
fn a_run_that_is_killed_again_and_again_is_gone_on_with_until_it_is_done() {
    const CLASSES: usize = 12;
    let project = Project::new(CLASSES);
    for class in 0..CLASSES {
        project.behaves(class, "slow");
    }
    let arguments = ["--total", "120s", "--run", "--resume", "--jobs", "3"];
    // Kill at various moments: before the journal exists, while it is written, between a class's end and its
    // entry.
    for kill in 0..24_u64 {
        let mut command = project.command(&arguments);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(5 + kill * 37 % 230));
        signal(&child, "-KILL");
        child.wait().unwrap();
    }
    let results = project.results(&arguments, 0);
    assert_eq!((&results["state"], &results["tests"]), (&json!("finished"), &json!(2 * CLASSES)));
    assert_sums(&results);
    for class in 0..CLASSES {
        let file = format!("budget-run/tests/org.x.C{class}/Tests.java");
        assert_eq!(project.text(&file), "@Test\n@Test\n", "{file}");
    }
    let journal = project.text("budget-run/run.journal");
    assert_eq!(journal.lines().filter(|line| line.contains("\"ended\":{")).count(), CLASSES, "{journal}");
}

#[test]
fn what_a_killed_program_left_running_is_ended_when_its_run_goes_on() {
    let project = Project::new(2);
    project.behaves(1, "hang");
    let mut command = project.command(&["--total", "30s", "--run", "--jobs", "1"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(&project.0.path("pid-org.x.C1.txt"));
    signal(&child, "-KILL");
    child.wait().unwrap();
    let orphan = project.text("pid-org.x.C1.txt");
    assert!(Path::new("/proc").join(orphan.trim()).exists(), "nobody ended it");
    project.behaves(1, "");
    project.results(&["--resume"], 0);
    assert_gone(&orphan);
}

#[test]
fn a_folder_is_one_runs_and_a_run_goes_on_as_it_was_begun() {
    let project = Project::new(2);
    let nothing = project.0.run(&["budget", "--resume"]).error(1);
    assert!(nothing.contains("holds no run to continue"), "{nothing}");
    project.run(&["--total", "9s", "--run"]).ok();
    let again = project.run(&["--total", "9s", "--run"]).error(1);
    assert!(again.contains("budget-run holds a run; continue it with --resume"), "{again}");
    let other = project.run(&["--total", "10s", "--resume", "--seed", "7"]).error(2);
    assert!(other.contains("with another value of --total, --seed;"), "{other}");
    let seed = project.0.run(&["budget", "--resume", "--seed", "7"]).error(2);
    assert!(seed.contains("with another value of --seed;"), "{seed}");
    let journal = project.text("budget-run/run.journal");
    fs::write(project.0.path("budget-run/run.journal"), journal.replacen("org.x", "org.y", 1)).unwrap();
    let damaged = project.run(&["--resume"]).error(1);
    assert!(damaged.contains("cannot be resumed: its line 1 is damaged"), "{damaged}");
}

#[test]
#[cfg(unix)]
fn the_command_in_a_journal_of_another_user_is_not_run_without_trust() {
    use std::os::unix::fs::{PermissionsExt as _, chown};
    let project = Project::new(2);
    project.behaves(1, "crash");
    project.run(&["--total", "10s", "--run"]).ok();
    let journal = project.0.path("budget-run/run.journal");
    // Remove the last entry, as if the second class had not finished.
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(&journal, lines[..lines.len() - 1].concat()).unwrap();
    let ran = project.text("events.txt");
    let refused = |what: &str| {
        let said = project.0.run(&["budget", "--resume"]).error(1);
        assert!(said.contains("says which commands to run, and ") && said.contains(what), "{said}");
        assert_eq!(project.text("events.txt"), ran, "nothing was run");
    };
    fs::set_permissions(&journal, fs::Permissions::from_mode(0o666)).unwrap();
    refused("it can be written to by everybody; close it");
    fs::set_permissions(&journal, fs::Permissions::from_mode(0o600)).unwrap();
    if chown(&journal, Some(54_321), None).is_ok() {
        refused("it belongs to user 54321, not to you (user 0); give --trust");
    } else {
        println!("only root can give files to others: a journal of somebody else is not tested");
    }
    project.0.run(&["budget", "--resume", "--trust"]).ok();
    assert_ne!(project.text("events.txt"), ran);
}

#[test]
fn a_secret_in_the_command_is_in_no_file_and_asked_for_when_the_run_goes_on() {
    let project = Project::new(2);
    let secret = "hush-4711";
    let command = format!("bash generator.sh {{class}} {{seconds}} {{out}} --api-token {secret}");
    let begin = ["budget", "--predictor", "size", "--total", "10s", "--run", "--command", &command];
    project.0.run(&begin).ok();
    let journal = project.0.path("budget-run/run.journal");
    let text = fs::read_to_string(&journal).unwrap();
    let held =
        Command::new("grep").args(["-rl", secret, "budget-run"]).current_dir(&project.0.0).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&held.stdout), "", "no file holds it");
    assert!(text.contains("FAULTLINE_SECRET_COMMAND_API_TOKEN"), "{text}");
    // Remove the last entry, as if the second class had not finished.
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let unfinished = lines[..lines.len() - 1].concat();
    let go_on = |more: &[&str]| {
        fs::write(&journal, &unfinished).unwrap();
        let mut arguments = vec!["budget", "--resume"];
        arguments.extend(more);
        project.0.faultline(&arguments)
    };
    let said = Done::of(&go_on(&[]).output().unwrap()).error(2);
    assert!(said.contains("holds no secrets of --command; set FAULTLINE_SECRET_COMMAND_API_TOKEN"), "{said}");
    let mut known = go_on(&[]);
    Done::of(&known.env("FAULTLINE_SECRET_COMMAND_API_TOKEN", secret).output().unwrap()).ok();
    Done::of(&go_on(&["--command", &command]).output().unwrap()).ok();
}

#[test]
fn two_programs_do_not_run_in_one_folder() {
    let project = Project::new(1);
    project.behaves(0, "hang");
    let mut command = project.command(&["--total", "30s", "--run"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(&project.0.path("pid-org.x.C0.txt"));
    let other = project.run(&["--resume"]).error(1);
    assert!(other.contains("another faultline budget runs in budget-run"), "{other}");
    signal(&child, "-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

#[test]
fn commands_that_cannot_be_meant_are_refused() {
    let project = Project::new(1);
    let of =
        |command: &str| project.0.run(&["budget", "--total", "9s", "--run", "--command", command]).error(2);
    assert!(of("x {clas}").contains("{clas}, an unknown placeholder"));
    assert!(of("x {seconds}").contains("has no {class}"));
    let compat = project.run(&["--total", "9s", "--run", "--compat"]).error(2);
    assert!(compat.contains("run without it"), "{compat}");
}

/// Runs all shards, each in its own folder.
pub fn shards(project: &Project, of: usize) -> Vec<Value> {
    let one = |index: usize| {
        let (shard, out) = (format!("{index}/{of}"), format!("shard-{index}"));
        project.results(&["--total", "600s", "--run", "--shard", &shard, "--out", &out], 0)
    };
    (1..=of).map(one).collect()
}

#[test]
fn shards_have_each_class_once_and_merge_into_what_one_run_would_be() {
    let project = Project::new(20);
    let parts = shards(&project, 3);
    let mut ranks: Vec<u64> = parts.iter().flat_map(|part| numbers(part, "rank")).collect();
    ranks.sort_unstable();
    assert_eq!(ranks, (1..=20).collect::<Vec<_>>());
    let seconds: Vec<u64> = parts.iter().map(|part| part["budget_seconds"].as_u64().unwrap()).collect();
    assert_eq!(seconds.iter().sum::<u64>(), 600);
    assert!(seconds.iter().max().unwrap() - seconds.iter().min().unwrap() <= 90, "{seconds:?}");

    let merge = |arguments: &[&str]| project.0.run(&[&["merge"], arguments].concat());
    let merged = valid(&merge(&["shard-3", "shard-1", "shard-2", "--json"]).ok());
    assert_eq!(
        (&merged["state"], &merged["shard"], &merged["merged"]),
        (&json!("finished"), &Value::Null, &json!(3))
    );
    assert_eq!(numbers(&merged, "rank"), (1..=20).collect::<Vec<_>>());
    assert_eq!((&merged["tests"], &merged["budget_seconds"]), (&json!(20), &json!(600)));
    assert_sums(&merged);
    for file in column(&merged, "files").iter().flat_map(|files| files.as_array().unwrap()) {
        assert!(project.0.path("budget-run").join(file.as_str().unwrap()).is_file(), "{file}");
    }
    assert!(project.0.path("budget-run/logs/org.x.C0.txt").is_file());
    assert_eq!(valid(&project.text("budget-run/results.json")), merged);
    assert!(merge(&["shard-1", "shard-2", "shard-3"]).error(1).contains("budget-run is not empty"));
}

#[test]
fn a_shard_may_be_empty() {
    let project = Project::new(1);
    let parts = shards(&project, 2);
    assert_eq!((numbers(&parts[1], "rank"), &parts[1]["state"]), (vec![], &json!("finished")));
    project.0.run(&["merge", "shard-1", "shard-2"]).ok();
}

#[test]
fn shards_that_do_not_belong_together_are_refused_in_a_sentence() {
    let project = Project::new(8);
    shards(&project, 4);
    let merge = |arguments: &[&str]| project.0.run(&[&["merge"], arguments].concat());
    let refused = |arguments: &[&str]| merge(arguments).error(1);
    assert_eq!(
        refused(&["shard-1", "shard-3"]),
        "faultline: shards 2, 4 of 4 are missing; --partial merges the others"
    );
    assert_eq!(
        refused(&["shard-1", "shard-2", "shard-1"]),
        "faultline: shard 1/4 is there twice: shard-1 and shard-1"
    );
    project.run(&["--total", "500s", "--run", "--shard", "4/4", "--out", "other"]).ok();
    assert_eq!(
        refused(&["shard-1", "shard-2", "shard-3", "other"]),
        "faultline: shard-1 and other are not of the same plan: they differ in --total, classes or their seconds"
    );
    project.run(&["--total", "600s", "--run", "--shard", "4/5", "--out", "fifth"]).ok();
    assert!(refused(&["shard-1", "fifth"]).contains("they differ in the number of shards"));
    project.run(&["--total", "600s", "--run", "--out", "whole"]).ok();
    assert!(refused(&["whole"]).contains("is not a shard: it contains all classes"));
    assert!(refused(&["nowhere"]).contains("results.json cannot be read"));
    assert!(!project.0.path("budget-run").exists(), "nothing was written");
    let partial = valid(&merge(&["shard-1", "shard-3", "--partial", "--json"]).ok());
    assert_eq!((&partial["state"], &partial["merged"]), (&json!("interrupted"), &json!(2)));
}

#[test]
fn a_shard_that_did_not_finish_is_not_merged() {
    let project = Project::new(4);
    shards(&project, 2);
    let file = project.0.path("shard-2/results.json");
    let mut results: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    results["state"] = json!("interrupted");
    results["classes"][0]["outcome"] = Value::Null;
    fs::write(&file, results.to_string()).unwrap();
    assert_eq!(
        project.0.run(&["merge", "shard-1", "shard-2"]).error(1),
        "faultline: shard 2/2 in shard-2 did not finish: 1 class to go; continue it with --resume, or merge the finished part with --partial"
    );
    results["state"] = json!("finished");
    results["classes"] = json!([]);
    fs::write(&file, results.to_string()).unwrap();
    let error = project.0.run(&["merge", "shard-1", "shard-2"]).error(1);
    assert!(error.contains("of 4 classes: one of them was changed"), "{error}");
}

#[test]
fn a_folder_with_a_users_files_is_not_taken_for_a_run() {
    let project = Project::new(2);
    for (file, content) in
        [("scratch/plans.txt", "mine"), ("lock", "mine"), ("tests/org.x.C1/Mine.java", "mine")]
    {
        project.0.file(file, content);
    }
    let refused = project.run(&["--total", "9s", "--run", "--out", "."]).error(1);
    assert!(refused.contains("which faultline did not make"), "{refused}");
    for file in ["scratch/plans.txt", "lock", "tests/org.x.C1/Mine.java"] {
        assert_eq!(project.text(file), "mine", "{file}");
    }
    assert!(!project.0.path("results.json").exists() && !project.0.path("logs").exists());
}

#[test]
fn what_a_user_puts_into_a_runs_folder_stays() {
    let project = Project::new(2);
    project.behaves(0, "hang");
    let mut command = project.command(&["--total", "30s", "--run", "--jobs", "1"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&project.0.path("pid-org.x.C0.txt"));
    signal(&child, "-INT");
    child.wait_with_output().unwrap();
    let mode = std::os::unix::fs::PermissionsExt::mode(
        &fs::metadata(project.0.path("budget-run")).unwrap().permissions(),
    );
    assert_eq!(mode & 0o777, 0o700);
    for file in ["budget-run/lock", "budget-run/tests/org.x.C0/Mine.java", "budget-run/logs/mine.txt"] {
        project.0.file(file, "mine");
    }
    std::os::unix::fs::symlink(project.0.path("elsewhere"), project.0.path("budget-run/link")).unwrap();
    project.behaves(0, "");
    assert_eq!(project.results(&["--resume"], 0)["state"], "finished");
    for file in ["budget-run/lock", "budget-run/tests/org.x.C0/Mine.java", "budget-run/logs/mine.txt"] {
        assert_eq!(project.text(file), "mine", "{file}");
    }
    assert!(project.0.path("budget-run/tests/org.x.C0/a b/Tests.java").is_file());
    assert!(!project.0.path("elsewhere").exists());
}

#[test]
fn a_log_that_is_a_link_is_not_written_through() {
    let project = Project::new(1);
    project.behaves(0, "hang");
    let mut command = project.command(&["--total", "30s", "--run"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&project.0.path("pid-org.x.C0.txt"));
    signal(&child, "-INT");
    child.wait_with_output().unwrap();
    let (log, elsewhere) = (project.0.path("budget-run/logs/org.x.C0.txt"), project.0.path("elsewhere"));
    fs::remove_file(&log).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &log).unwrap();
    project.behaves(0, "");
    project.results(&["--resume"], 0);
    assert!(!elsewhere.exists() && log.is_file() && !log.is_symlink());
}

/// Changes the first class in a shard's results.
fn forged(project: &Project, change: impl Fn(&mut Value)) {
    let file = project.0.path("shard-1/results.json");
    let mut results: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    change(&mut results["classes"][0]);
    fs::write(&file, results.to_string()).unwrap();
}

#[test]
fn names_in_results_lead_nowhere_else() {
    let project = Project::new(2);
    shards(&project, 1);
    let original = project.text("shard-1/results.json");
    let merge = || project.0.run(&["merge", "shard-1", "--out", "merged"]).error(1);
    project.0.file("victim.txt", "mine");
    let absolute = project.0.path("victim").display().to_string();
    for class in [&absolute[..], "../../victim", "..", "", "a/b", "org..x"] {
        forged(&project, |of| of["class"] = class.into());
        let refused = merge();
        assert!(refused.contains("is not the name of a class"), "{class}: {refused}");
    }
    fs::write(project.0.path("shard-1/results.json"), &original).unwrap();
    for file in ["../victim.txt", &format!("{absolute}.txt"), "tests/../../victim.txt", ""] {
        forged(&project, |of| of["files"] = json!([file]));
        let refused = merge();
        assert!(refused.contains("which is not in its folder"), "{file}: {refused}");
    }
    assert!(!project.0.path("merged").exists(), "nothing is written");
    std::os::unix::fs::symlink(project.0.path("victim.txt"), project.0.path("shard-1/tests/secret")).unwrap();
    forged(&project, |of| of["files"] = json!(["tests/secret"]));
    assert!(merge().contains("not a regular file"));
    forged(&project, |of| of["files"] = json!([".faultline-folder"]));
    assert!(merge().contains("was not made by faultline"));
    assert_eq!(project.text("victim.txt"), "mine");
    fs::write(project.0.path("shard-1/results.json"), &original).unwrap();
    project.0.run(&["merge", "shard-1", "--out", "merged"]).ok();
}

#[test]
fn a_shard_is_not_merged_into_itself() {
    let project = Project::new(2);
    shards(&project, 1);
    let before = project.text("shard-1/results.json");
    std::os::unix::fs::symlink(project.0.path("shard-1"), project.0.path("alias")).unwrap();
    for out in ["shard-1", "./shard-1/", "alias", "shard-1/merged", "alias/merged", "."] {
        let refused = project.0.run(&["merge", "shard-1", "--out", out]).error(1);
        assert!(refused.contains("lie in one another; name another folder with --out"), "{out}: {refused}");
    }
    let refused =
        project.0.run(&["merge", "alias", "--out", "merged", "--json-file", "shard-1/results.json"]).error(1);
    assert!(refused.contains("is read by this command"), "{refused}");
    assert_eq!(project.text("shard-1/results.json"), before);
    assert!(!project.0.path("merged").exists());
}

#[test]
fn a_plan_shows_one_shard() {
    let project = Project::new(9);
    let plan = |arguments: &[&str]| {
        let all = [&["budget", "--total", "90s", "--predictor", "size", "--json"], arguments].concat();
        serde_json::from_str::<Value>(&project.0.run(&all).ok()).unwrap()
    };
    let ranks = |index: &str| numbers(&plan(&["--shard", index]), "rank");
    let mut all = [ranks("1/2"), ranks("2/2")].concat();
    all.sort_unstable();
    assert_eq!(all, (1..=9).collect::<Vec<_>>());
    assert_eq!(plan(&["--shard", "2/2"])["shard"], json!({"index": 2, "of": 2}));
    let text = project.0.run(&["budget", "--total", "90s", "--predictor", "size", "--shard", "1/2"]).ok();
    assert!(text.contains("of 9 classes, shard 1/2: from"), "{text}");
}

/// Replaces EvoSuite: reports its search and writes a test.
const JAVA: &str = r#"#!/bin/bash
here=$(dirname "$0")/..
printf '%s\n' "$@" > "$here/arguments.txt"
while [ $# -gt 0 ]; do
  case $1 in
    -class) class=$2; shift ;;
    -Dtest_dir=*) tests=${1#*=} ;;
    -Dreport_dir=*) report=${1#*=} ;;
    -Dfitness_export=*) export=${1#*=} ;;
  esac
  shift
done
[ "$class" = org.x.C0 ] && exit 0
if [ -f "$here/loses.txt" ]; then
  rm "$here/loses.txt"
  echo "java.lang.RuntimeException: Could not connect to master process on port 9924"
  exit 0
fi
echo "* Starting evolution"
echo "* Search finished after 2s and 4 generations"
mkdir -p "$tests/org/x" "$report"
echo "  @Test(timeout = 4000)" > "$tests/${class//.//}_ESTest.java"
echo "class Scaffolding {}" > "$tests/${class//.//}_ESTest_scaffolding.java"
printf 'TARGET_CLASS,criterion,Coverage\n%s,LINE,0.75\n' "$class" > "$report/statistics.csv"
[ -n "$export" ] && echo kept > "$export"
exit 0
"#;

/// SHA-256 of the empty file that replaces EvoSuite.
const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// A built Maven project with a fake Java and a fake EvoSuite.
fn with_evosuite(classes: usize) -> Project {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::new(classes);
    let scratch = &project.0;
    scratch.file("pom.xml", "<project/>");
    for class in 0..classes {
        scratch.file(&format!("target/classes/org/x/C{class}.class"), "");
    }
    scratch.file("jdk/release", "JAVA_VERSION=\"17.0.1\"\n");
    let java = scratch.file("jdk/bin/java", JAVA);
    fs::set_permissions(java, fs::Permissions::from_mode(0o755)).unwrap();
    scratch.file("evosuite.jar", "");
    project
}

fn evosuite(project: &Project, arguments: &[&str]) -> Done {
    let mut command = project.0.faultline(&["budget", "--predictor", "size", "--evosuite", "evosuite.jar"]);
    command.args(arguments);
    command.env("JAVA_HOME", project.0.path("jdk")).env("FAULTLINE_EVOSUITE", project.0.path("evosuite.jar"));
    command.env("FAULTLINE_EVOSUITE_SHA256", EMPTY);
    Done::of(&command.output().unwrap())
}

#[test]
fn evosuite_is_told_its_class_and_seconds_and_charged_what_its_search_took() {
    let project = with_evosuite(3);
    // C0 behaves like an interface: no search starts.
    let done = evosuite(
        &project,
        &["--total", "60s", "--run", "--jobs", "1", "--memory", "700", "--json", "--", "-Dx=y"],
    );
    let results = valid(&done.out);
    assert_eq!(column(&results, "outcome"), ["tests", "tests", "nothing"], "{done:?}");
    assert_eq!(numbers(&results, "used"), [2, 2, 0]);
    assert_eq!(column(&results, "coverage")[0], 0.75);
    assert_eq!(
        results["classes"][0]["files"],
        json!(["tests/org/x/C2_ESTest.java", "tests/org/x/C2_ESTest_scaffolding.java"])
    );
    assert!(project.0.path("budget-run/tests/org/x/C2_ESTest.java").is_file());
    let arguments = project.text("jdk/arguments.txt");
    let all: Vec<&str> = arguments.lines().collect();
    let after = |name: &str| all[all.iter().position(|argument| *argument == name).unwrap() + 1];
    let classes = project.0.path("target/classes").canonicalize().unwrap();
    assert_eq!((after("-class"), after("-mem"), after("-seed")), ("org.x.C0", "700", "1"));
    assert_eq!(after("-projectCP"), classes.to_str().unwrap());
    assert!(
        all.contains(&&format!("-Dsearch_budget={}", results["classes"][2]["granted"])[..]),
        "{arguments}"
    );
    assert_eq!(all.last(), Some(&"-Dx=y"));
    assert!(!arguments.contains("-Dfitness"), "{arguments}");
}

#[test]
fn evosuite_searches_as_sbst_dpg_does_unless_its_own_search_is_asked_for() {
    let project = with_evosuite(1);
    project.0.file("target/classes/org/x/C0.class", "");
    let ran = |more: &[&str], out: &str| {
        let all = [&["--total", "9s", "--run", "--jobs", "1", "--out", out, "--json"], more].concat();
        let settings = valid(&evosuite(&project, &all).out)["settings"].clone();
        (project.text("jdk/arguments.txt"), settings)
    };
    let (arguments, settings) = ran(&[], "usual");
    assert_eq!((&settings["generator"], &settings["tests_per_target"]), (&json!("sbst-dpg"), &json!(5)));
    for expected in [
        "-generateMOSuite",
        "-Dalgorithm=MOSA",
        "-Ddynamic_targets=1",
        "-Dcriterion=BRANCH",
        "-Dassertion_strategy=ALL",
        "-Dminimize=false",
        "-Dstop_zero=false",
        "-Dtests_per_target=5",
    ] {
        assert!(arguments.lines().any(|argument| argument == expected), "{expected}: {arguments}");
    }
    let (arguments, settings) = ran(&["--tests-per-target", "2"], "two");
    assert!(arguments.contains("-Dtests_per_target=2\n"), "{arguments}");
    assert_eq!(settings["tests_per_target"], 2);
    let (arguments, settings) = ran(&["--generator", "evosuite"], "plain");
    assert_eq!((&settings["generator"], &settings["tests_per_target"]), (&json!("evosuite"), &Value::Null));
    for not in ["MOSuite", "MOSA", "BRANCH", "targets", "target=", "minimize", "stop_zero", "strategy"] {
        assert!(!arguments.contains(not), "{not}: {arguments}");
    }
    let (arguments, settings) = ran(&["--metric", "branch"], "metric");
    assert!(arguments.contains("-Dcriterion=BRANCH\n") && !arguments.contains("MOSA"), "{arguments}");
    assert_eq!(settings["generator"], Value::Null);
    let other = evosuite(&project, &["--resume", "--out", "plain", "--generator", "sbst-dpg"]);
    assert!(other.error(2).contains("another value of --generator"));
}

#[test]
fn an_evosuite_that_dies_before_its_search_is_started_once_more_with_all_of_its_seconds() {
    let project = with_evosuite(2);
    project.0.file("jdk/loses.txt", "");
    let done = evosuite(&project, &["--total", "60s", "--run", "--jobs", "1", "--json"]);
    let results = valid(&done.out);
    assert_eq!(column(&results, "outcome"), ["tests", "nothing"], "{done:?}");
    let said = "EvoSuite died before its search began and was restarted";
    assert_eq!(results["classes"][0]["trouble"], said);
    assert!(done.err.contains(said), "{}", done.err);
    assert_eq!(numbers(&results, "used"), [2, 0]);
    assert!(project.text("budget-run/logs/org.x.C1.first.txt").contains("Could not connect"));
    assert!(project.text("budget-run/logs/org.x.C1.txt").contains("Starting evolution"));
}

#[test]
fn a_metric_leads_evosuite_from_the_recorded_tests() {
    let project = with_evosuite(2);
    let needs = evosuite(&project, &["--total", "9s", "--run", "--metric", "eap"]).error(2);
    assert!(needs.contains("a metric needs recordings to start from"), "{needs}");
    // Every search would fail for this reason.
    let mut green = support::one_failure();
    green.tests.retain(|test| test.outcome != faultline_spectrum::Outcome::Failed);
    project.0.record("green", &green);
    let metric = ["--total", "9s", "--run", "--metric", "ddu", ".faultline/green.flt"];
    let nothing = evosuite(&project, &metric).error(1);
    assert_eq!(nothing, "faultline: no recorded test failed, so there is nothing to explain");
    fs::remove_dir_all(project.0.path(".faultline")).unwrap();
    project.0.record("1", &support::one_failure());
    evosuite(&project, &["--total", "9s", "--run", "--metric", "eap", ".faultline", "--jobs", "1"]).ok();
    let arguments = project.text("jdk/arguments.txt");
    let spectrum = project.0.path("budget-run/spectrum.flt").canonicalize().unwrap();
    for expected in [
        "-Dfitness=eap",
        &format!("-Dfitness_spectrum={}", spectrum.display()),
        "-Dfitness_failing=[engine:made-up]/[method:parsesTwo]",
    ] {
        assert!(arguments.lines().any(|argument| argument == expected), "{expected}: {arguments}");
    }
    assert_eq!(project.text("budget-run/kept/org.x.C1.flt"), "kept\n");
    let results = valid(&project.text("budget-run/results.json"));
    assert_eq!(results["settings"]["metric"], "eap");
    assert_eq!(results["classes"][0]["files"][2], "kept/org.x.C1.flt");
}

#[test]
fn classes_that_were_not_built_get_no_time() {
    let project = with_evosuite(3);
    fs::remove_file(project.0.path("target/classes/org/x/C2.class")).unwrap();
    let done = evosuite(&project, &["--total", "60s", "--run", "--json"]);
    let results = valid(&done.out);
    assert_eq!(column(&results, "class"), ["org.x.C1", "org.x.C0"]);
    assert!(done.err.contains("1 class of the repository is not in the build, and left out"), "{}", done.err);
    let unbuilt = with_evosuite(1);
    fs::remove_dir_all(unbuilt.0.path("target")).unwrap();
    let error = evosuite(&unbuilt, &["--total", "60s", "--run"]).error(1);
    assert!(error.contains("build the project first, or name its class path with --project-cp"), "{error}");
}
