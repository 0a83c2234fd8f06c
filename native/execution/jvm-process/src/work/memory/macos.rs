//! What `vm_stat` tells of pages.

use std::process::Command;

use super::texts::free_pages_in;

pub fn free() -> Option<u64> {
    let output = Command::new("/usr/bin/vm_stat").output().ok()?;
    free_pages_in(&String::from_utf8_lossy(&output.stdout))
}
