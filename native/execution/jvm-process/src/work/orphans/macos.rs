//! Finds processes by their environment in the output of `ps`.

use std::process::Command;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::process::output;

use super::listing;

/// Kills the processes with this variable. Returns their number.
pub fn end(variable: &str) -> usize {
    // The environment follows the command; that of other users' processes is not shown.
    let mut command = Command::new("/bin/ps");
    let output =
        output::within(command.args(["-x", "-E", "-ww", "-o", "pid=,command="]), Duration::from_mins(1));
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let found = listing::having(&text, variable).filter_map(Pid::from_raw);
    found.filter(|&pid| kill_process(pid, Signal::KILL).is_ok()).count()
}
