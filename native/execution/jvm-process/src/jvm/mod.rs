//! JVMs of our own that run recorded tests again: how the recorded ones were started, and the commands of new
//! ones.

pub mod command;
pub mod left_out;
mod loaded;
mod modules;
pub mod site;

use std::path::Path;

use faultline_files::{limits, regular};

/// The first line of a JVM's log, or the first that mentions an error.
pub fn said(log: &Path) -> Option<String> {
    let text = regular::first(log, limits::SAID).ok()?;
    let text = String::from_utf8_lossy(&text);
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_error =
        |line: &&str| ["rror", "xception", "not ", "nvalid"].iter().any(|word| line.contains(word));
    lines().find(is_error).or_else(|| lines().next()).map(str::to_owned)
}
