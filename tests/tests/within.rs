//! The script by which `make test` limits its parts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use faultline_tests::run;

fn within(limit: &str) -> Command {
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("within"));
    command.arg(limit);
    command
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("within").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// A shell that writes the process id of its child, and waits for it.
const SLEEPER: [&str; 3] = ["bash", "-c", "sleep 300 & echo $! > child; wait"];

fn child(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(folder.join("child")).ok()?;
    text.ends_with('\n').then(|| text.trim().to_owned())
}

fn wait_for(is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_mins(1), "it did not happen");
        sleep(Duration::from_millis(20));
    }
}

fn runs(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn a_command_in_time_has_its_own_exit_code_and_no_input() {
    let done = run(within("1m").args(["bash", "-c", "cat; echo said; exit 3"]), &folder("code"));
    done.expect_code(3);
    assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("said\n", ""));
}

#[test]
fn what_takes_too_long_is_ended_with_all_that_it_started_and_named() {
    let folder = folder("long");
    let done = run(within("1s").args(SLEEPER), &folder);
    done.expect_code(124);
    assert!(
        done.stderr.starts_with("make: this did not end within 1s: bash -c sleep 300"),
        "{}",
        done.stderr
    );
    let child = child(&folder).expect("it started one");
    wait_for(|| !runs(&child));
}

#[test]
fn who_ends_it_ends_what_it_started() {
    let folder = folder("ended");
    let mut script = within("5m");
    let mut script =
        script.args(SLEEPER).current_dir(&folder).stdin(Stdio::null()).spawn().expect("it starts");
    wait_for(|| child(&folder).is_some());
    let killed = Command::new("kill").args(["-TERM", &script.id().to_string()]).status();
    assert!(killed.expect("kill starts").success());
    assert_eq!(script.wait().expect("it ends").code(), Some(130));
    let child = child(&folder).expect("it started one");
    wait_for(|| !runs(&child));
}
