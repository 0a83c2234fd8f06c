//! Processes left running by a killed program.

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

/// The variable that marks all processes of a run in their environment.
pub const VARIABLE: &str = "FAULTLINE_RUN";

/// Number of random bytes of a mark.
const BYTES: usize = 16;

/// A unique mark for a new run. Errors: the operating system's.
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

/// Kills the remaining processes of the run whose mark is in a file, if it exists. Errors: `trust` does not
/// cover the file's possible writers.
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

/// Kills processes that an earlier, killed program of the run left running on this machine, so that they do
/// not write to the same files. Returns their number.
pub fn end(mark: &str) -> usize {
    // Other texts are not our marks, and may occur in unrelated processes.
    let is_ours = mark.len() == 2 * BYTES && mark.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_ours {
        return 0;
    }
    system::end(&format!("{VARIABLE}={mark}"))
}
