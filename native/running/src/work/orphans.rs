//! Processes of a run whose program was killed.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// Names the run in the environment of all that it starts.
pub const VARIABLE: &str = "FAULTLINE_BUDGET_RUN";

/// A mark for a new run, unlike any other's. Errors: the operating system's.
pub fn mark() -> std::io::Result<String> {
    use std::fmt::Write as _;
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        let written = write!(text, "{byte:02x}");
        debug_assert!(written.is_ok(), "a string takes all");
        text
    }))
}

/// Ends what an earlier, killed program of the run left running on this machine, so that it does
/// not write beside what is started now. Gives how many processes these were.
pub fn end(mark: &str) -> usize {
    let wanted = format!("{VARIABLE}={mark}");
    let mut ended = 0;
    // Without a /proc there is nothing to find them by.
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        let Some(pid) = pid else { continue };
        // That of others cannot be read.
        let Ok(environment) = fs::read(entry.path().join("environ")) else { continue };
        if environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes()) {
            ended += usize::from(kill_process(pid, Signal::KILL).is_ok());
        }
    }
    ended
}
