//! The environment of processes as `ps` tells it.

use std::process::Command;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::process::output;

use super::listing;

/// Ends the processes that have this variable. Gives how many these were.
pub fn end(variable: &str) -> usize {
    // With the environment behind the command; that of others is not told.
    let mut command = Command::new("/bin/ps");
    let output =
        output::within(command.args(["-x", "-E", "-ww", "-o", "pid=,command="]), Duration::from_mins(1));
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let found = listing::having(&text, variable).filter_map(Pid::from_raw);
    found.filter(|&pid| kill_process(pid, Signal::KILL).is_ok()).count()
}
