//! Runs a program to its end and keeps its output.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Timeout of a program: a hanging JVM fails its test instead of the whole run.
const LIMIT: Duration = Duration::from_mins(10);

/// The result of a program.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
}

impl Finished {
    /// Panics: the exit code differs from `code`; the message has the end of the output.
    #[track_caller]
    pub fn expect_code(&self, code: i32) {
        assert!(
            self.code == Some(code),
            "exit code {:?} where {code} was expected\n--- stdout, last lines\n{}\n--- stderr, last lines\n{}",
            self.code,
            tail(&self.stdout),
            tail(&self.stderr)
        );
    }
}

fn tail(text: &str) -> String {
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}

/// Runs a program in a folder, with its output in `out.txt` and `err.txt` there. Panics: it does not start, or does not end within
/// ten minutes.
#[track_caller]
pub fn run(command: &mut Command, folder: &Path) -> Finished {
    let (out, err) = (folder.join("out.txt"), folder.join("err.txt"));
    let create = |path: &Path| File::create(path).expect("an output file can be made");
    let mut child = command
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(create(&out))
        .stderr(create(&err))
        .spawn()
        .unwrap_or_else(|e| panic!("{} does not start: {e}", command.get_program().display()));
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            break status;
        }
        if started.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            panic!("{command:?} ran for more than {} s and was ended", LIMIT.as_secs());
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    Finished { code: status.code(), stdout: read(&out), stderr: read(&err) }
}

fn read(path: &Path) -> String {
    let bytes = std::fs::read(path).expect("an output file can be read");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Runs a Maven build, one at a time: Maven 3 does not lock its repository between processes, and a fresh machine downloads into it.
#[track_caller]
pub fn maven(command: &mut Command, folder: &Path) -> Finished {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    run(command, folder)
}
