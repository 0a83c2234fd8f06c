//! `/proc/meminfo`, and the limit of this control group.

use std::fs;

use super::texts::{available_in, left_in};

pub fn free() -> Option<u64> {
    let of_machine = available_in(&fs::read_to_string("/proc/meminfo").ok()?);
    let file = |name: &str| fs::read_to_string(format!("/sys/fs/cgroup/{name}")).unwrap_or_default();
    let of_group = left_in(&file("memory.max"), &file("memory.current"), &file("memory.stat"));
    of_machine.into_iter().chain(of_group).min()
}
