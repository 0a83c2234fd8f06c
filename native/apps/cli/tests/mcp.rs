//! `faultline mcp` as a client starts it: a process with two pipes. No test starts a JVM.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Scratch, one_failure};

/// Timeout, longer than anything here takes.
const LONG: Duration = Duration::from_mins(1);

/// A server with its pipes; killed when dropped.
struct Server {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    /// All lines received on standard output.
    said: Vec<String>,
    asked: u64,
    /// The folder of the fake agent jar.
    _tool: Scratch,
    /// Dropping it cancels the watchdog that kills the server on timeout.
    _patience: Sender<()>,
}

impl Server {
    fn start(scratch: &Scratch, arguments: &[&str]) -> Self {
        let tool = Scratch::new("tool");
        let jar = tool.file("lib/faultline-agent.jar", "not a jar");
        let mut command = scratch.faultline(&["mcp"]);
        let mut child = command
            .args(arguments)
            .env("FAULTLINE_AGENT", jar)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let patience = killed_unless_dropped(child.id());
        let mut server =
            Self { child, to, from, said: Vec::new(), asked: 0, _tool: tool, _patience: patience };
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        server.ask("initialize", &hello);
        server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        server
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.to.as_mut().unwrap(), "{message}").unwrap();
    }

    /// Sends a request and returns its id.
    fn begin(&mut self, method: &str, params: &Value) -> u64 {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The server's next message.
    fn next(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.from.read_line(&mut line).unwrap() > 0, "the server is gone: {:?}", self.said);
        self.said.push(line.clone());
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?} is no message"))
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }))["result"].clone()
    }

    /// Starts a build that writes its process id and sleeps. Returns the ids of the request and of the
    /// process.
    fn sleeping_build(&mut self, scratch: &Scratch) -> (u64, i32) {
        let command = ["sh", "-c", "sleep 600 & echo $! > .faultline/pid; wait"];
        let id = self.begin("tools/call", &json!({ "name": "record", "arguments": { "command": command } }));
        let file = scratch.path(".faultline/pid");
        let known = || fs::read_to_string(&file).ok()?.trim().parse().ok();
        wait_for(|| known().is_some());
        (id, known().unwrap())
    }

    /// Closes standard input. Returns the exit code and the remaining standard output.
    fn close(mut self) -> (Option<i32>, String) {
        drop(self.to.take());
        let mut rest = String::new();
        self.from.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn killed_unless_dropped(pid: u32) -> Sender<()> {
    let (keep, gone) = channel();
    thread::spawn(move || {
        if gone.recv_timeout(2 * LONG) == Err(RecvTimeoutError::Timeout) {
            signal("-KILL", pid);
        }
    });
    keep
}

fn wait_for(is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < LONG, "it did not happen");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a process runs; zombies do not count.
fn runs(pid: i32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

fn signal(name: &str, pid: u32) {
    assert!(Command::new("kill").args([name, &pid.to_string()]).status().unwrap().success());
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_end_of_standard_input_ends_the_server_with_0_whatever_was_said_before() {
    let scratch = Scratch::new("mcp end");
    for input in ["", "no JSON\n", "{\"half\": "] {
        let mut child = scratch
            .faultline(&["mcp"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{input:?}: {output:?}");
        assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{input:?}: {output:?}");
    }
    let server = Server::start(&scratch, &[]);
    assert_eq!(server.close(), (Some(0), String::new()));
    assert_eq!(names(&scratch.0), Vec::<String>::new(), "a server that only listens writes nothing");
}

#[test]
fn a_project_elsewhere_is_named_by_root_and_must_be_there() {
    let scratch = Scratch::new("mcp root");
    let below = scratch.path("below");
    fs::create_dir(&below).unwrap();
    fs::create_dir(below.join(".faultline")).unwrap();
    crate::support::write_recording(&below.join(".faultline/1.flt"), &one_failure());
    let mut server = Server::start(&scratch, &["--root", "below"]);
    let result = server.call("suspects", &json!({}));
    assert_eq!(result["structuredContent"]["tests"]["failed"], 1, "{result:#}");
    let error = scratch.run(&["mcp", "--root", "nowhere"]).error(2);
    assert!(error.starts_with("faultline: --root nowhere cannot be used"), "{error}");
}

#[test]
fn what_a_build_says_goes_to_a_file_and_never_to_the_client() {
    let scratch = Scratch::new("mcp output");
    let mut server = Server::start(&scratch, &[]);
    let command = ["sh", "-c", "echo to-out; echo to-err >&2; cat; exit 3"];
    let result = server.call("record", &json!({ "command": command }));
    let said = &result["structuredContent"];
    assert_eq!((&said["exit_code"], &said["tests_total"]), (&json!(3), &json!(0)), "{result:#}");
    let summary = said["summary"].as_str().unwrap();
    assert!(summary.starts_with("No test was recorded: nothing was recorded: "), "{summary}");
    assert_eq!(said["log_tail"], json!(["to-out", "to-err"]));
    assert_eq!((&said["recording"], &said["log"]), (&json!(".faultline"), &json!(".faultline/build.log")));
    let log = fs::read_to_string(scratch.path(".faultline/build.log")).unwrap();
    assert_eq!(log, "to-out\nto-err\n", "the build has no input: standard input is the client's");
    assert_eq!(names(&scratch.0), [".faultline"], "nothing is written elsewhere");
    // All messages above were JSON; otherwise `next` would have panicked.
    assert_eq!(server.close(), (Some(0), String::new()));
}

#[test]
fn a_command_that_does_not_start_is_one_sentence() {
    let scratch = Scratch::new("mcp start");
    let mut server = Server::start(&scratch, &[]);
    for (command, expected) in [
        ("no-such-tool", "the command `no-such-tool` was not found"),
        (" ", "the command's first word is empty"),
    ] {
        let result = server.call("record", &json!({ "command": [command] }));
        assert_eq!(result["isError"], true, "{result:#}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(expected) && text.lines().count() == 1, "{text}");
    }
    let result = server.call("record", &json!({ "command": ["sh"], "include": ["a b"] }));
    assert!(
        result["content"][0]["text"].as_str().unwrap().contains("which cannot occur in a class name"),
        "{result:#}"
    );
}

#[test]
fn progress_is_told_where_it_is_asked_for() {
    let scratch = Scratch::new("mcp progress");
    let mut server = Server::start(&scratch, &[]);
    let command = ["sh", "-c", "echo building things; until [ -e go ]; do sleep 0.02; done"];
    let asked = json!({
        "name": "record",
        "arguments": { "command": command },
        "_meta": { "progressToken": "mine" },
    });
    let id = server.begin("tools/call", &asked);
    let mut last = -1.0;
    loop {
        let message = server.next();
        assert_eq!(message["method"], "notifications/progress", "{message}");
        let told = &message["params"];
        assert_eq!(told["progressToken"], "mine");
        let progress = told["progress"].as_f64().unwrap();
        assert!(progress > last, "progress grows: {message}");
        last = progress;
        if told["message"] == "0 tests finished; building things" {
            break;
        }
    }
    scratch.file("go", "");
    while server.next()["id"] != id {}
    let silent = server.said.len();
    server.call("record", &json!({ "command": ["true"] }));
    assert_eq!(server.said.len(), silent + 1, "nobody asked for progress");
}

#[test]
fn cancelling_ends_the_build_with_all_that_it_started() {
    let scratch = Scratch::new("mcp cancel");
    let mut server = Server::start(&scratch, &[]);
    let (id, pid) = server.sleeping_build(&scratch);
    assert!(runs(pid));
    // Other calls are answered meanwhile, and a second build is refused.
    let other = server.call("record", &json!({ "command": ["true"] }));
    let text = other["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("another `faultline run` records into"), "{text}");
    let params = json!({ "requestId": id, "reason": "enough" });
    server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }));
    wait_for(|| !runs(pid));
    // The folder is free again as soon as the build has ended.
    let begin = Instant::now();
    let mut again = server.call("record", &json!({ "command": ["true"] }));
    while again["isError"] == true {
        assert!(begin.elapsed() < LONG, "{again:#}");
        again = server.call("record", &json!({ "command": ["true"] }));
    }
    assert_eq!(again["structuredContent"]["exit_code"], 0, "{again:#}");
    let of_cancelled = server.said.iter().filter(|line| line.contains(&format!("\"id\":{id},"))).count();
    assert_eq!(of_cancelled, 0, "a cancelled request has no answer");
}

#[test]
fn a_build_ends_after_its_timeout() {
    let scratch = Scratch::new("mcp timeout");
    let mut server = Server::start(&scratch, &[]);
    let result = server.call("record", &json!({ "command": ["sleep", "600"], "timeout_seconds": 1 }));
    let said = &result["structuredContent"];
    assert_eq!((&said["timed_out"], &said["exit_code"]), (&json!(true), &json!(143)), "{result:#}");
    assert!(said["summary"].as_str().unwrap().starts_with("The build was ended by timeout_seconds. "));
}

#[test]
fn a_build_ends_with_the_server_and_the_earlier_recording_stays() {
    for by_signal in [false, true] {
        let scratch = Scratch::new("mcp gone");
        scratch.record("1", &one_failure());
        let mut server = Server::start(&scratch, &[]);
        let (_, pid) = server.sleeping_build(&scratch);
        if by_signal {
            signal("-TERM", server.child.id());
            assert_eq!(server.child.wait().unwrap().code(), Some(143));
        } else {
            assert_eq!(server.close().0, Some(0));
        }
        wait_for(|| !runs(pid));
        let mut server = Server::start(&scratch, &[]);
        server.call("record", &json!({ "command": ["true"] }));
        let result = server.call("suspects", &json!({}));
        assert_eq!(result["structuredContent"]["tests"]["failed"], 1, "{result:#}");
    }
}

#[test]
#[cfg(unix)]
fn a_call_about_a_pipe_fails_and_leaves_the_server_as_it_was() {
    let scratch = Scratch::new("mcp pipe");
    scratch.record("1", &one_failure());
    let mut server = Server::start(&scratch, &[]);
    assert!(Command::new("mkfifo").arg(scratch.path("pipe.flt")).status().unwrap().success());
    for (named, expected) in [("pipe.flt", "this is a pipe, not a file"), ("/dev/zero", "this is a device")] {
        let result = server.call("suspects", &json!({ "recording": named }));
        assert_eq!(result["isError"], true, "{result:#}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(expected), "{text}");
        let result = server.call("suspects", &json!({}));
        assert_eq!(result["structuredContent"]["tests"]["failed"], 1, "{result:#}");
    }
}

#[test]
fn a_request_longer_than_any_is_dropped_and_the_next_one_answered() {
    let scratch = Scratch::new("mcp long");
    scratch.record("1", &one_failure());
    let mut server = Server::start(&scratch, &[]);
    let long = "x".repeat(17 << 20);
    server.send(&json!({ "jsonrpc": "2.0", "id": "long", "method": long }));
    let result = server.call("suspects", &json!({}));
    assert_eq!(result["structuredContent"]["tests"]["failed"], 1, "{result:#}");
    assert!(!server.said.iter().any(|line| line.contains("\"long\"")), "nobody answers what was dropped");
}

#[test]
fn suspects_and_explain_compare_with_a_named_baseline() {
    let (scratch, main) = crate::baseline::branch_and_main("mcp baseline");
    let mut server = Server::start(&scratch, &[]);
    let since = |answer: &Value| answer["structuredContent"]["groups"][0]["since"].clone();
    let without = server.call("suspects", &json!({}));
    assert_eq!(since(&without), Value::Null, "{without:#}");
    let with = server.call("suspects", &json!({ "baseline": main }));
    let told = since(&with)[0].as_str().unwrap_or_else(|| panic!("{with:#}")).to_owned();
    assert!(told.contains("2 methods that it runs have changed"), "{told}");
    let explained = server.call("explain", &json!({ "method": "Foo.a", "baseline": main }));
    assert_eq!(explained["isError"], false, "{explained:#}");
    for (tool, arguments) in [
        ("suspects", json!({ "baseline": "none.flb" })),
        ("explain", json!({ "method": "Foo.a", "baseline": "none.flb" })),
    ] {
        let missing = server.call(tool, &arguments);
        assert_eq!(missing["isError"], true, "{missing:#}");
        assert!(missing.to_string().contains("none.flb"), "{missing:#}");
    }
}
