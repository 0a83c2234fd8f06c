//! Page counts of `vm_stat`.

use std::process::Command;
use std::time::Duration;

use crate::process::output;

use super::texts::free_pages_in;

pub fn free() -> Option<u64> {
    let output = output::within(&mut Command::new("/usr/bin/vm_stat"), Duration::from_secs(30)).ok()?;
    free_pages_in(&String::from_utf8_lossy(&output.stdout))
}
