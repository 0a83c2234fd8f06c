//! Finds processes by their environment in `/proc`.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// Kills the processes with this variable. Returns their number.
pub fn end(variable: &str) -> usize {
    let mut ended = 0;
    // Without `/proc`, no process is found.
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        let Some(pid) = pid else { continue };
        // The environment of other users' processes is unreadable.
        let Ok(environment) = fs::read(entry.path().join("environ")) else { continue };
        if environment.split(|&byte| byte == 0).any(|other| other == variable.as_bytes()) {
            ended += usize::from(kill_process(pid, Signal::KILL).is_ok());
        }
    }
    ended
}
