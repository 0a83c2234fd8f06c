//! How much memory programs may still take, and so how many fit.

use std::thread;

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(target_os = "macos", path = "macos.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;
#[cfg(any(unix, test))]
#[cfg_attr(not(test), expect(dead_code, reason = "each system has a text of its own"))]
mod texts;

/// Memory that programs may still take, or what is left of this control group's limit. Units:
/// bytes. `None` where the system does not tell.
pub fn free() -> Option<u64> {
    system::free()
}

/// How many programs fit this machine that take so many cores and so much memory each, by the
/// memory that is free now; at least one. Units: bytes. Panics: a program takes no memory.
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
