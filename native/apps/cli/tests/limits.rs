//! Special files and oversized files: every command rejects them at once and does not block.
#![cfg(unix)]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Done, Scratch, one_failure};

/// Timeout, longer than any command here takes; without limits, most of these commands would never end.
const LONG: Duration = Duration::from_mins(1);

/// Runs the program, and kills it on timeout.
fn run(scratch: &Scratch, arguments: &[&str]) -> Done {
    let mut command = scratch.faultline(arguments);
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > LONG {
            child.kill().unwrap();
            panic!("{arguments:?} waits for somebody");
        }
        thread::sleep(Duration::from_millis(10));
    }
    Done::of(&child.wait_with_output().unwrap())
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_pipe_or_a_device_as_recording_is_refused_in_a_sentence() {
    let scratch = Scratch::new("limits recording");
    pipe(&scratch.path("pipe.flt"));
    let error = run(&scratch, &["rank", "pipe.flt"]).error(1);
    assert!(error.contains("pipe.flt: this is a pipe, not a file"), "{error}");
    for command in ["rank", "suite", "export"] {
        let error = run(&scratch, &[command, "/dev/zero"]);
        assert_ne!(error.code, Some(0), "{command}: {error:?}");
    }
    let error = run(&scratch, &["rank", "/dev/zero"]).error(1);
    assert!(error.contains("/dev/zero: this is a device, not a file"), "{error}");
    // Inside a folder it does not count as a recording.
    scratch.record("1", &one_failure());
    pipe(&scratch.path(".faultline/2.flt"));
    run(&scratch, &["rank"]).ok();
}

#[test]
fn a_recording_of_a_terabyte_is_refused_before_it_is_read() {
    let scratch = Scratch::new("limits large");
    let path = scratch.record("1", &one_failure());
    if File::options().write(true).open(&path).unwrap().set_len(1 << 40).is_err() {
        return; // This file system has no sparse files, so the file cannot be created.
    }
    let error = run(&scratch, &["rank"]).error(1);
    assert!(error.ends_with("this is larger than 4096 MiB, the most that a recording may have"), "{error}");
}

#[test]
fn files_that_options_name_are_read_where_they_are_files_alone() {
    let scratch = Scratch::new("limits options");
    scratch.record("1", &one_failure());
    pipe(&scratch.path("pipe"));
    for arguments in [
        &["rank", "--model", "pipe"][..],
        &["select", "--pool", "pipe"],
        &["select", "--interactive", "pipe"],
        &["evaluate", "pipe"],
        &["train", "pipe"],
    ] {
        let done = run(&scratch, arguments);
        assert_ne!(done.code, Some(0), "{arguments:?}: {done:?}");
    }
    fs::create_dir(scratch.path("text")).unwrap();
    for name in ["elements.tsv", "tests.tsv"] {
        pipe(&scratch.path(&format!("text/{name}")));
    }
    assert_ne!(run(&scratch, &["rank", "text"]).code, Some(0));
}

#[test]
fn a_pipe_where_a_pom_should_be_keeps_nobody_waiting() {
    let scratch = Scratch::new("limits pom");
    let mut recording = one_failure();
    for class in &mut recording.classes {
        let mut file = (*class.file).clone();
        file.location = "/elsewhere/some-1.jar".to_owned();
        class.file = file.into();
    }
    scratch.record("1", &recording);
    scratch.file("one/src/main/java/Other.java", "class Other { }");
    pipe(&scratch.path("one/pom.xml"));
    pipe(&scratch.path("pom.xml"));
    run(&scratch, &["rank"]).ok();
    run(&scratch, &["report", "--out", "pages"]).ok();
    assert!(run(&scratch, &["doctor"]).code.is_some());
}
