//! Available memory, and the number of programs that fit.

use std::thread;

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(target_os = "macos", path = "macos.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;
#[cfg(any(unix, test))]
#[cfg_attr(not(test), expect(dead_code, reason = "each system has a text of its own"))]
mod texts;

/// Memory available to programs, or the rest of this control group's limit. Units: bytes. `None` if the
/// system does not report it.
pub fn free() -> Option<u64> {
    system::free()
}

/// Number of programs that fit this machine, given the cores and memory of each and the memory available now;
/// at least 1. Units: bytes. Panics: a program takes no memory.
pub fn fitting(cores: usize, bytes: u64) -> usize {
    let by_cores = thread::available_parallelism().map_or(1, usize::from) / cores;
    let by_memory = free().map_or(usize::MAX, |free| (free / bytes) as usize);
    by_cores.min(by_memory).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_one_program_fits() {
        assert!(fitting(2, 1 << 30) >= 1 && fitting(1_000, u64::MAX) == 1);
    }
}
