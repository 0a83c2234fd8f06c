//! Finds daemons in `/proc`, by the options of the command line that started them.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// The main class of a daemon.
const MAIN: &str = "org.gradle.launcher.daemon.bootstrap.GradleDaemon";
/// How long to wait for daemons that were asked to end: they delete their files.
const LIMIT: Duration = Duration::from_secs(5);
const TICK: Duration = Duration::from_millis(20);

/// Asks the daemons that register in a folder to end, and waits for them.
pub fn end(registry: &Path) {
    let daemons = of(registry);
    for (pid, _) in &daemons {
        // It may have ended by itself.
        let _ = kill_process(*pid, Signal::TERM);
    }
    let since = Instant::now();
    while daemons.iter().any(|(_, process)| is_daemon(process)) && since.elapsed() < LIMIT {
        thread::sleep(TICK);
    }
}

fn of(registry: &Path) -> Vec<(Pid, PathBuf)> {
    let mut daemons = Vec::new();
    // Without `/proc`, no process is found.
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        let Some(pid) = pid else { continue };
        let process = entry.path();
        if is_daemon(&process) && has(&process.join("environ"), registry.as_os_str()) {
            daemons.push((pid, process));
        }
    }
    daemons
}

fn is_daemon(process: &Path) -> bool {
    has(&process.join("cmdline"), OsStr::new(MAIN))
}

/// Whether a file, which may be unreadable, has a text.
fn has(file: &Path, text: &OsStr) -> bool {
    fs::read(file).is_ok_and(|content| content.windows(text.len()).any(|part| part == text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn only_daemons_of_the_folder_are_ended() {
        let folder = tempfile::tempdir().expect("a folder");
        let start = |word: &str, registry: &str| {
            let mut process = Command::new("sh");
            process.args(["-c", "read line", word]).env("GRADLE_OPTS", registry).stdin(Stdio::piped());
            process.spawn().expect("a shell")
        };
        let ours = folder.path().to_string_lossy().into_owned();
        let mut daemon = start(MAIN, &format!("-Dregistry={ours} -Da=b"));
        let mut other = start(MAIN, "-Dregistry=/none");
        let mut forked = start("org.example.Main", &ours);
        let input = daemon.stdin.take();
        let reaped = thread::spawn(move || daemon.wait().expect("it ends"));
        // The shell may not have started yet.
        while of(folder.path()).is_empty() {
            thread::sleep(TICK);
        }
        end(folder.path());
        assert_eq!(reaped.join().expect("a status").code(), None, "a signal ended it");
        drop(input);
        for process in [&mut other, &mut forked] {
            assert!(process.try_wait().expect("a state").is_none());
            process.kill().expect("it is alive");
            process.wait().expect("it ends");
        }
    }
}
