//! The program at a terminal, simulated by `script`.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};

use crate::generate::Project;
use crate::support::{Scratch, one_failure};

fn at_a_terminal(scratch: &Scratch, arguments: &str) -> Command {
    let mut command = Command::new("script");
    let line = format!("{} {arguments}", env!("CARGO_BIN_EXE_faultline"));
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]).current_dir(&scratch.0);
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_terminal_gets_colours_unless_no_color_is_set() {
    let scratch = Scratch::new("colours");
    scratch.record("1-a", &one_failure());
    let colored = text(&at_a_terminal(&scratch, "rank").output().unwrap());
    assert!(colored.contains("\u{1b}[1m") && colored.contains("Parser.parse"), "{colored}");
    let plain = text(&at_a_terminal(&scratch, "rank").env("NO_COLOR", "1").output().unwrap());
    assert!(!plain.contains('\u{1b}') && plain.contains("Parser.parse"), "{plain}");
}

#[test]
fn work_over_a_second_says_what_it_does_and_clears_it() {
    let project = Project::new("progress");
    // Delay the fake EvoSuite.
    project.scratch.file("jdk/slow.txt", "1.6");
    let arguments = "generate --evosuite evosuite.jar --budget 15s --jobs 1 --color never";
    let output = project.with_tools(&mut at_a_terminal(&project.scratch, arguments)).output().unwrap();
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    let (_, after) = shown.rsplit_once("generating").unwrap_or_else(|| panic!("{shown:?}"));
    assert!(after.contains("\u{1b}[2K") && after.contains("ESTest"), "cleared, then the table: {after:?}");
}

#[test]
fn quick_work_says_nothing() {
    let scratch = Scratch::new("quick");
    scratch.record("1-a", &one_failure());
    let shown = text(&at_a_terminal(&scratch, "rank").output().unwrap());
    assert!(!shown.contains("reading") && !shown.contains("merging"), "{shown}");
}

#[test]
fn ctrl_c_reaches_the_command_once_and_we_survive_it() {
    let scratch = Scratch::new("ctrl-c");
    let jar = scratch.file("faultline-agent.jar", "not a jar");
    let script =
        "n=0; trap 'n=$((n+1))' INT; echo ready\nfor i in 1 2 3 4 5 6; do sleep 0.2; done\necho n=$n\n";
    scratch.file("counts.sh", script);
    let mut child = at_a_terminal(&scratch, "run -- sh counts.sh")
        .env("FAULTLINE_AGENT", jar)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut shown = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("ready") {
        assert!(shown.read_line(&mut line).unwrap() > 0, "{line}");
    }
    child.stdin.as_mut().unwrap().write_all(b"\x03").unwrap();
    let mut rest = String::new();
    shown.read_to_string(&mut rest).unwrap();
    child.wait().unwrap();
    assert!(rest.contains("n=1\r\n") && rest.contains("\r\nfaultline: nothing was recorded"), "{rest:?}");
}
