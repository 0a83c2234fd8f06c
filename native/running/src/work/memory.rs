//! How much memory programs may still take, and so how many fit.

use std::{fs, thread};

/// Memory that programs may still take, or what is left of this control group's limit. Units:
/// bytes. `None` where the system does not tell.
pub fn free() -> Option<u64> {
    let of_machine = available_in(&fs::read_to_string("/proc/meminfo").ok()?);
    let file = |name: &str| fs::read_to_string(format!("/sys/fs/cgroup/{name}")).unwrap_or_default();
    let of_group = left_in(&file("memory.max"), &file("memory.current"), &file("memory.stat"));
    of_machine.into_iter().chain(of_group).min()
}

/// How many programs fit this machine that take so many cores and so much memory each, by the
/// memory that is free now; at least one. Units: bytes. Panics: a program takes no memory.
pub fn fitting(cores: usize, bytes: u64) -> usize {
    let by_cores = thread::available_parallelism().map_or(1, usize::from) / cores;
    let by_memory = free().map_or(usize::MAX, |free| (free / bytes) as usize);
    by_cores.min(by_memory).max(1)
}

fn available_in(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// What is left of a control group's limit, by three of its files; `None` without a limit.
///
/// What the group uses counts the pages of files that it has read or written, a build's whole
/// output. The kernel gives those that nobody has used lately to whoever asks for memory.
fn left_in(limit: &str, current: &str, stat: &str) -> Option<u64> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let limit = number(limit)?;
    let pages = stat.lines().find_map(|line| number(line.strip_prefix("inactive_file ")?));
    let used = number(current).unwrap_or(0).saturating_sub(pages.unwrap_or(0));
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_in_kilobytes() {
        assert_eq!(available_in("MemTotal: 9 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(available_in("MemTotal: 9 kB\n"), None);
    }

    #[test]
    fn what_a_group_keeps_of_files_is_free() {
        let stat = "anon 700\nfile 5400\nactive_file 400\ninactive_file 5000\nunevictable 0\n";
        assert_eq!(left_in("8000\n", "7000\n", stat), Some(6000));
        assert_eq!(left_in("8000\n", "7000\n", "anon 700\n"), Some(1000), "not told");
        assert_eq!(left_in("8000\n", "4000\n", stat), Some(8000), "read one after the other, they differ");
        assert_eq!(left_in("8000\n", "9000\n", ""), Some(0));
        assert_eq!(left_in("max\n", "7000\n", stat), None);
        assert_eq!(left_in("", "", ""), None);
    }

    #[test]
    fn at_least_one_program_fits() {
        assert!(fitting(2, 1 << 30) >= 1 && fitting(1_000, u64::MAX) == 1);
    }
}
