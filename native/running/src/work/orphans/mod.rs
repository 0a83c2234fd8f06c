//! Processes of a run whose program was killed.

#[cfg(any(target_os = "macos", test))]
mod listing;
#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(target_os = "macos", path = "macos.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

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
    system::end(&format!("{VARIABLE}={mark}"))
}
