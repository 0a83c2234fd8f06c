//! Processes of a run whose program was killed.

#[cfg(any(target_os = "macos", test))]
mod listing;
#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(target_os = "macos", path = "macos.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

use std::fs;
use std::path::Path;

use faultline_files::{Trust, limits, regular};
use faultline_messages::failure::Failure;

/// Names the run in the environment of all that it starts.
pub const VARIABLE: &str = "FAULTLINE_RUN";

/// Random bytes of a mark.
const BYTES: usize = 16;

/// A mark for a new run, unlike any other's. Errors: the operating system's.
pub fn mark() -> std::io::Result<String> {
    use std::fmt::Write as _;
    let mut bytes = [0_u8; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        let written = write!(text, "{byte:02x}");
        debug_assert!(written.is_ok(), "a string takes all");
        text
    }))
}

/// Ends what the run left running whose mark stands in a file, where there is one.
/// Errors: `trust` does not reach to who could have written it.
pub fn end_marked(file: &Path, trust: Trust) -> Result<(), Failure> {
    if fs::symlink_metadata(file).is_err() {
        return Ok(());
    }
    trust
        .check(file, "says which processes of a killed run to end")
        .map_err(|distrust| Failure::failed(distrust.to_string()))?;
    if let Ok(mark) = regular::read_to_string(file, limits::RESULTS) {
        end(mark.trim());
    }
    Ok(())
}

/// Ends what an earlier, killed program of the run left running on this machine, so that it does
/// not write beside what is started now. Gives how many processes these were.
pub fn end(mark: &str) -> usize {
    // Anything else was not made by us, and may be found in processes that are not ours.
    let is_ours = mark.len() == 2 * BYTES && mark.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_ours {
        return 0;
    }
    system::end(&format!("{VARIABLE}={mark}"))
}
