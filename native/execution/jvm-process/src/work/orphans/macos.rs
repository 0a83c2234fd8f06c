//! The environment of processes as `ps` tells it.

use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};

use super::listing;

/// Ends the processes that have this variable. Gives how many these were.
pub fn end(variable: &str) -> usize {
    // With the environment behind the command; that of others is not told.
    let output = Command::new("/bin/ps").args(["-x", "-E", "-ww", "-o", "pid=,command="]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let found = listing::having(&text, variable).filter_map(Pid::from_raw);
    found.filter(|&pid| kill_process(pid, Signal::KILL).is_ok()).count()
}
