//! Commands that run the program as a child: progress, logs, cancellation, and no child that outlives the server.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use faultline_lsp::End;
use serde_json::{Value, json};

use crate::support::{Client, Project, abilities, uri};

/// A script in place of the program that records.
fn program(project: &Project, script: &str) -> PathBuf {
    let path = project.path("program");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it may be executed");
    path
}

fn started(project: &Project, script: &str) -> Client {
    started_in(project, "", script)
}

fn started_in(project: &Project, folder: &str, script: &str) -> Client {
    let mut client = Client::recording_by(&project.root(), program(project, script));
    let capabilities = json!({ "capabilities": abilities(), "rootUri": uri(&project.path(folder)) });
    client.ask("initialize", &capabilities).expect("an answer");
    client.notify("initialized", &json!({}));
    client
}

#[test]
fn record_runs_the_program_with_progress_and_a_log() {
    let project = Project::new();
    let mut client = started(&project, "echo \"$@\"; sleep 1; echo 'faultline: 1 test'; exit 1");
    let answer = client.command("faultline.record", &Value::Null).expect("an answer");
    assert_eq!((&answer["exitCode"], &answer["message"]), (&json!(1), &json!("faultline: 1 test")));
    let log = fs::read_to_string(answer["log"].as_str().expect("a path")).expect("a log");
    assert!(log.starts_with("run --out ") && log.contains(".faultline -- mvn -B test\n"), "{log}");
    client.until("window/workDoneProgress/create", |_| true);
    for kind in ["begin", "report", "end"] {
        client.until("$/progress", |params| params["value"]["kind"] == kind);
    }
    let answer =
        client.command("faultline.record", &json!({ "command": ["make", "check"] })).expect("an answer");
    let log = fs::read_to_string(answer["log"].as_str().expect("a path")).expect("a log");
    assert!(log.contains(" -- make check\n"), "{log}");
    let answer = client.command("faultline.mutate", &json!({ "budget": "5s" })).expect("an answer");
    let log = fs::read_to_string(answer["log"].as_str().expect("a path")).expect("a log");
    assert!(log.starts_with("mutate --budget 5s ") && log.contains(".faultline\n"), "{log}");
}

#[test]
fn a_folder_of_sources_is_recorded_by_the_build_above_it() {
    let project = Project::new();
    let mut client = started_in(&project, "src/main/java/org/example", "pwd");
    let answer = client.command("faultline.record", &Value::Null).expect("an answer");
    assert_eq!(answer["message"], json!(project.root()));
    assert!(
        answer["log"]
            .as_str()
            .expect("a path")
            .starts_with(project.path(".faultline/").to_str().expect("text"))
    );
}

#[test]
fn a_command_is_cancelled_by_its_request_or_its_progress_and_one_runs_at_a_time() {
    let project = Project::new();
    let mut client = started(&project, "sleep 600 & echo $! > pid; wait");
    let id = client.begin("workspace/executeCommand", &json!({ "command": "faultline.record" }));
    let token = client.until("$/progress", |_| true)["token"].clone();
    let pid = wait_for_pid(&project.path("pid"));
    let second = client.command("faultline.mutate", &Value::Null).expect_err("one runs");
    assert!(second.contains("already run for this editor"), "{second}");
    client.notify("window/workDoneProgress/cancel", &json!({ "token": token }));
    assert!(client.end(&id).expect_err("cancelled").starts_with("-32800: "));
    assert!(!runs(pid), "its children end as well");
    fs::remove_file(project.path("pid")).expect("it goes");
    let id = client.begin(
        "workspace/executeCommand",
        &json!({ "command": "faultline.record", "workDoneToken": "mine" }),
    );
    client.until("$/progress", |params| params["token"] == "mine");
    let pid = wait_for_pid(&project.path("pid"));
    client.notify("$/cancelRequest", &json!({ "id": id }));
    assert!(client.end(&id).expect_err("cancelled").starts_with("-32800: "));
    assert!(!runs(pid));
}

#[test]
fn what_runs_ends_with_the_server() {
    let project = Project::new();
    let mut client = started(&project, "sleep 600 & echo $! > pid; wait");
    client.begin("workspace/executeCommand", &json!({ "command": "faultline.record" }));
    let pid = wait_for_pid(&project.path("pid"));
    assert_eq!(client.leave(), End::Abrupt);
    assert!(!runs(pid));
}

#[test]
fn what_runs_may_put_things_in_order_when_the_server_ends_and_is_killed_if_it_does_not_end() {
    for (trap, is_restored) in [("trap 'echo yes > restored; exit 1' TERM", true), ("trap '' TERM", false)] {
        let project = Project::new();
        let script = format!("{trap}; echo $$ > pid; while true; do sleep 0.1; done");
        let mut client = started(&project, &script);
        client.begin("workspace/executeCommand", &json!({ "command": "faultline.record" }));
        let pid = wait_for_pid(&project.path("pid"));
        assert_eq!(client.leave(), End::Abrupt);
        assert!(!runs(pid), "{trap}");
        assert_eq!(project.path("restored").exists(), is_restored, "{trap}");
    }
}

fn wait_for_pid(file: &Path) -> i32 {
    let begin = Instant::now();
    loop {
        if let Some(pid) = fs::read_to_string(file).ok().and_then(|text| text.trim().parse().ok()) {
            return pid;
        }
        assert!(begin.elapsed() < Duration::from_mins(1), "it did not start");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a process runs, soon after it was killed; zombies do not count.
fn runs(pid: i32) -> bool {
    let is_there =
        || fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    let begin = Instant::now();
    while is_there() && begin.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(10));
    }
    is_there()
}
