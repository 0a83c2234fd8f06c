//! Parses the systems' reports of memory.

/// Available memory on Linux, from `/proc/meminfo`. Units: bytes.
pub fn available_in(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The rest of a control group's limit, from three of its files; `None` without a limit.
///
/// The group's usage includes cached pages of files that it has read or written, such as a build's whole
/// output. The kernel reclaims inactive ones on demand, so they count as available.
pub fn left_in(limit: &str, current: &str, stat: &str) -> Option<u64> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let limit = number(limit)?;
    let pages = stat.lines().find_map(|line| number(line.strip_prefix("inactive_file ")?));
    let used = number(current).unwrap_or(0).saturating_sub(pages.unwrap_or(0));
    Some(limit.saturating_sub(used))
}

/// Available memory on macOS, from `vm_stat`: free pages, and clean pages backed by the disk. Units: bytes.
pub fn free_pages_in(text: &str) -> Option<u64> {
    let number = |text: &str| text.trim().trim_end_matches('.').parse::<u64>().ok();
    let (_, size) = text.lines().next()?.split_once("page size of ")?;
    let size = number(size.split_once(' ')?.0)?;
    let pages =
        |kind: &str| text.lines().find_map(|line| number(line.strip_prefix(kind)?.strip_prefix(':')?));
    let kinds = ["Pages free", "Pages inactive", "Pages speculative"];
    Some(kinds.into_iter().filter_map(pages).sum::<u64>() * size)
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
    fn pages_are_counted_in_their_size() {
        let text = "Mach Virtual Memory Statistics: (page size of 16384 bytes)\nPages free:    100.\n\
                    Pages active:  900.\nPages inactive:  20.\nPages speculative:   3.\n";
        assert_eq!(free_pages_in(text), Some(123 * 16384));
        assert_eq!(free_pages_in("no such command"), None);
    }
}
