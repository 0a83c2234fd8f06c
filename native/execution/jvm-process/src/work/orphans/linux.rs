//! The environment of processes in `/proc`.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// Ends the processes that have this variable. Gives how many these were.
pub fn end(variable: &str) -> usize {
    let mut ended = 0;
    // Without a /proc there is nothing to find them by.
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        let Some(pid) = pid else { continue };
        // That of others cannot be read.
        let Ok(environment) = fs::read(entry.path().join("environ")) else { continue };
        if environment.split(|&byte| byte == 0).any(|other| other == variable.as_bytes()) {
            ended += usize::from(kill_process(pid, Signal::KILL).is_ok());
        }
    }
    ended
}
