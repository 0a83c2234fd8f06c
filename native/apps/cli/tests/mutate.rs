//! `faultline mutate` with fake JVMs.

#[path = "../../../execution/mutation-runner/tests/support/mod.rs"]
pub mod support;

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json as value};
use support::{FAILING, PASSING, Project};

use crate::schema;

fn faultline(project: &Project, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_faultline"));
    command.args(arguments).current_dir(&project.0).env("FAULTLINE_MUTANTS", project.jar());
    command.env_remove("NO_COLOR");
    command
}

pub fn run(project: &Project, arguments: &[&str]) -> Output {
    faultline(project, arguments).output().expect("it runs")
}

#[track_caller]
fn ok(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn error(output: &Output, code: i32) -> String {
    let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert!(output.stdout.is_empty(), "errors go to standard error");
    text
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn lines_mending_mutants_verdicts_and_costs_are_shown_and_rank_knows_them_afterwards() {
    let project = Project::new("unusable 4\n");
    let output = run(&project, &["mutate", "--tests", "all", "--width", "100"]);
    let page = ok(&output);
    for part in [
        "Suspicious lines by evidence+mutants",
        "rank",
        "clean",
        " for the constant 9, 1 of 2 failing tests passes",
        "mended",
        "Left out: 1",
        "org.x.Case0Test#t3 passes here",
        " JVMs; results in",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    for part in [
        "faultline: 2 failing tests, 9 passing ones that reach their 16 lines in 2 classes",
        "on top ",
        "mending mutants: ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let ranked = ok(&run(&project, &["rank", "--scores", "--level", "line"]));
    assert!(ranked.contains("+mutants"), "{ranked}");
}

/// The methods of the first group in the order of `rank`, each with the first and last place of its tie.
fn places(project: &Project) -> Vec<(String, (u64, u64))> {
    let ranked = json(&ok(&run(project, &["rank", "--json", "--top", "0"])));
    let suspects = ranked["groups"][0]["suspects"].as_array().expect("suspects").iter();
    let suspects = suspects.filter(|suspect| suspect["ef"] != value!(0));
    let place = |suspect: &Value, end: &str| suspect[end].as_u64().expect("a place");
    suspects
        .map(|suspect| {
            let class = suspect["class"].as_str().expect("a class").rsplit('.').next().unwrap_or_default();
            let name = format!("{class}.{}", suspect["method"].as_str().expect("a method"));
            (name, (place(suspect, "rank_min"), place(suspect, "rank_max")))
        })
        .collect()
}

/// The last paragraph of a page, as sentences without line breaks.
fn moved(page: &str) -> String {
    let last = page.trim_end().rsplit("\n\n").next().unwrap_or_default();
    last.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_mutants_moved_among_the_first_suspects_is_said_at_the_end() {
    let project = Project::new("");
    let before = places(&project);
    let page = ok(&run(&project, &["mutate", "--tests", "all", "--width", "100"]));
    let after = places(&project);
    let shown = |(first, last): (u64, u64)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    let said = moved(&page);
    let mut moves = 0;
    for (name, to) in after.iter().take(5) {
        let from = before.iter().find(|(old, _)| old == name).expect("the same methods").1;
        let says = format!("{} -> {} {name}", shown(from), shown(*to));
        assert_eq!(said.contains(&says), to.1 < from.1, "{says}: {said}");
        moves += usize::from(to.1 < from.1);
    }
    assert!(moves > 0, "the mutant that mends moves its method: {before:?} {after:?}");
    assert!(said.contains(", because ") && said.contains(" there makes "), "{said}");
    assert!(!ok(&run(&project, &["mutate", "--tests", "all", "--json"])).contains(" -> "));
}

#[test]
fn a_run_in_which_no_failing_test_could_run_again_is_a_failure() {
    let project = Project::new("unusable 1\nunusable 2\n");
    for arguments in [&["mutate"][..], &["mutate", "--json"]] {
        let output = run(&project, arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("no failing test can be run again: org.x.Case0Test#t0 passes here"), "{said}");
    }
    let project = Project::new("unusable 1\n");
    ok(&run(&project, &["mutate"]));
}

#[test]
fn a_run_that_tried_no_mutant_is_a_failure_and_says_why() {
    for (world, why) in [
        (
            "stale\n",
            "no mutant was tried: org.x.Bar is another class than was recorded, as JVMs load it; record again",
        ),
        ("harmless\n", "no mutant was tried: none of the 48 mutants changes a value in a failing test"),
    ] {
        let project = Project::new(world);
        for arguments in [&["mutate"][..], &["mutate", "--json"], &["mutate", "--resume"]] {
            let output = run(&project, arguments);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains(why), "{said}");
            assert!(!output.stdout.is_empty(), "the report is printed all the same");
        }
    }
    // A shard without a mutant is a part of a run that has some, and a budget of nothing tries nothing.
    let project = Project::new("");
    ok(&run(&project, &["mutate", "--shard", "1/2000"]));
    ok(&run(&project, &["mutate", "--budget", "0s"]));
}

#[test]
fn json_is_as_its_schema_says_and_has_all() {
    let project = Project::new("unusable 4\n");
    let text = ok(&run(&project, &["mutate", "--tests", "all", "--json", "--json-file", "out.json"]));
    let document = json(&text);
    let rules = json(include_str!("../../../../docs/json-schema/mutate.schema.json"));
    assert_eq!(schema::violations(&rules, &document), Vec::<String>::new());
    assert_eq!(document, json(&fs::read_to_string(project.path("out.json")).expect("a file")));
    assert_eq!(document["ended"], "done");
    assert_eq!((&document["failing"], &document["passing"]), (&FAILING.into(), &PASSING.into()));
    let sum: u64 = document["verdicts"].as_object().expect("counts").values().filter_map(Value::as_u64).sum();
    assert_eq!(document["pairs"], sum);
    assert_eq!(document["left_out"][0]["name"], "org.x.Case0Test#t3");
    assert!(document["groups"][0]["mending"].as_array().is_some_and(|mending| !mending.is_empty()));
}

#[test]
fn that_nothing_mends_is_said_of_mutants_that_were_tried() {
    let tried = "No mutant makes a failing test pass.";
    let mutate = ["mutate", "--tests", "failing", "--jobs", "1", "--resume", "--budget"];
    let page_of = |project: &Project, budget| ok(&run(project, &[&mutate[..], &[budget]].concat()));
    let unusable = Project::new("unusable 1\nunusable 2\n");
    let page = run(&unusable, &[&mutate[..], &["1m"]].concat());
    let page = String::from_utf8_lossy(&page.stdout);
    assert!(page.contains("No mutant was tried.") && !page.contains(tried), "{page}");
    let project = Project::new("hopeless\nslow 100\n");
    let page = page_of(&project, "0s");
    assert!(page.contains("No mutant was tried.") && !page.contains(tried), "{page}");
    // On a busy machine the first runs may not get to any mutant.
    let so_far = |page: &String| page.contains("tried so far makes a failing test pass.");
    let pages: Vec<String> = (0..5).map(|_| page_of(&project, "1s")).collect();
    assert!(pages.iter().any(so_far) && !pages[0].contains(tried), "{pages:#?}");
    fs::write(project.path("world"), "hopeless\n").expect("a file");
    let page = page_of(&project, "1m");
    assert!(page.contains(tried) && !so_far(&page), "{page}");
}

#[test]
fn mutants_that_wait_for_slow_tests_are_told_of_with_what_runs_them() {
    let waits = "slow passing tests have not run on all open mutants: --resume --tests all runs them";
    let project = Project::new("took 3 4000\ntook 4 4000\ntook 5 4000\n");
    let page = ok(&run(&project, &["mutate"]));
    assert!(
        one_line(&page).contains(", and not all other tests have run") && one_line(&page).contains(waits),
        "{page}"
    );
    let page = ok(&run(&project, &["mutate", "--resume", "--tests", "all"]));
    assert!(
        !one_line(&page).contains("not all other tests have run") && !one_line(&page).contains(waits),
        "{page}"
    );
}

#[test]
fn a_ranking_by_kills_says_that_passing_tests_have_not_run_on_other_mutants() {
    let note = "passing tests have run on mending mutants alone";
    let project = Project::new("");
    let said = |arguments: &[&str]| {
        let output = run(&project, arguments);
        one_line(&format!("{}{}", ok(&output), String::from_utf8_lossy(&output.stderr)))
    };
    said(&["mutate"]);
    assert!(!said(&["rank"]).contains(note));
    assert!(said(&["rank", "--ranking", "metallaxis"]).contains(note));
    said(&["mutate", "--resume", "--tests", "ietcr"]);
    assert!(!said(&["rank", "--ranking", "metallaxis"]).contains(note));
}

fn one_line(page: &str) -> String {
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_run_without_failing_tests_ends_with_the_code_for_that() {
    let project = Project::new("");
    let mut recording = project.recording();
    recording.tests.retain(|test| test.failure.is_none());
    let file = project.path(".faultline/1.flt");
    fs::remove_file(&file).expect("it is there");
    let mut writer = faultline_flt::Writer::create(&file, &recording.origin).expect("a new file");
    writer.recording(&recording).expect("it can be written");
    let error = error(&run(&project, &["mutate"]), 3);
    assert!(error.contains("none of the 9 recorded tests failed"), "{error}");
}

#[test]
fn what_cannot_be_followed_is_one_sentence() {
    let project = Project::new("");
    for (arguments, code, part) in [
        (&["mutate", "--tests", "some"][..], 2, "write mending, ietcr, ietcr:20"),
        (&["mutate", "--mutants", "sample:0%"], 2, "sample:30%"),
        (&["mutate", "--shard", "3/2"], 2, "write a shard as"),
        (&["mutate", "nowhere"], 1, "nowhere does not exist"),
        (&["mutate", "--failing", "Nobody#x"], 1, "Nobody#x"),
    ] {
        let error = error(&run(&project, arguments), code);
        assert!(error.contains(part), "{error}");
    }
    let without = faultline(&project, &["mutate"]).env("FAULTLINE_MUTANTS", "/no/such.jar").output();
    let error = error(&without.expect("it runs"), 1);
    assert!(error.contains("FAULTLINE_MUTANTS names /no/such.jar"), "{error}");
}

#[test]
fn ctrl_c_prints_the_ranking_so_far_and_resume_goes_on() {
    let project = Project::new("slow 5\n");
    let child = faultline(&project, &["mutate", "--tests", "all"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    thread::sleep(Duration::from_millis(700));
    signal("-INT", child.id());
    let started = Instant::now();
    let output = child.wait_with_output().expect("it ends");
    assert!(started.elapsed() < Duration::from_secs(3));
    assert_eq!(output.status.code(), Some(130));
    let page = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(page.contains("Suspicious lines") && page.contains("stopped: --resume continues"), "{page}");
    fs::write(project.path("world"), "").expect("a file");
    let document = json(&ok(&run(&project, &["mutate", "--tests", "all", "--resume", "--json"])));
    assert_eq!(document["pairs"], whole()["pairs"]);
}

fn signal(signal: &str, process: u32) {
    let sent = Command::new("kill").args([signal, &process.to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

/// The result of an uninterrupted run, without its costs.
fn whole() -> Value {
    let project = Project::new("");
    lasting(&json(&ok(&run(&project, &["mutate", "--tests", "all", "--json", "--jobs", "1"]))))
}

fn lasting(document: &Value) -> Value {
    let mut document = document.clone();
    for passing in ["session", "stages", "folder", "not_run"] {
        document.as_object_mut().expect("an object").remove(passing);
    }
    document
}

/// Without what fresh JVMs confirmed: each shard confirms one of its own mutants of a line.
fn unconfirmed(mut document: Value) -> Value {
    for group in document["groups"].as_array_mut().expect("groups") {
        for mutant in group["mending"].as_array_mut().expect("mutants") {
            mutant.as_object_mut().expect("a mutant").remove("confirmed");
        }
    }
    document
}

#[test]
fn a_program_that_is_killed_at_any_moment_loses_at_most_the_pair_that_ran() {
    let whole = whole();
    for round in 0..6 {
        let project = Project::new("slow 1\n");
        for attempt in 0..3 {
            let mut child = faultline(&project, &["mutate", "--tests", "all", "--resume"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("it starts");
            thread::sleep(Duration::from_millis(20 + u64::from(support::stub::mixed(round, attempt) % 180)));
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
        }
        let before: usize = support::results(&project.path(".faultline/mutants")).len();
        let rest =
            json(&ok(&run(&project, &["mutate", "--tests", "all", "--resume", "--json", "--jobs", "1"])));
        assert_eq!(lasting(&rest), whole, "round {round}, {before} files before");
    }
}

#[test]
fn shards_merge_into_what_one_machine_finds() {
    let project = Project::new("");
    for index in 1..=3 {
        let (shard, dir) = (format!("{index}/3"), format!("shard-{index}"));
        ok(&run(&project, &["mutate", "--tests", "all", "--shard", &shard, "--dir", &dir]));
    }
    let missing = error(&run(&project, &["merge", "shard-1", "shard-3"]), 1);
    assert!(missing.contains("shard 2 of 3 is missing; --partial"), "{missing}");
    let page = ok(&run(&project, &["merge", "shard-1", "shard-2", "shard-3"]));
    assert!(page.contains("3 shards in .faultline/mutants"), "{page}");
    let ranked = ok(&run(&project, &["rank", "--scores", "--level", "line"]));
    assert!(ranked.contains("+mutants"), "{ranked}");
    let rest = json(&ok(&run(&project, &["mutate", "--tests", "all", "--resume", "--json", "--jobs", "1"])));
    assert_eq!((&rest["session"]["pairs"], unconfirmed(lasting(&rest))), (&0.into(), unconfirmed(whole())));
}
