//! Workflow commands of GitHub Actions: a warning on the first suspect of each group of failures, notices on
//! the following ones.

use std::fmt::Write as _;

use faultline_escape::github::{data, property};

use crate::notice::{Notice, Notices};

/// Maximum number of annotations of one kind per step; GitHub shows no more.
const MOST: usize = 10;
/// Maximum number of annotated suspects per group.
const OF_A_GROUP: usize = 3;

/// Renders one line per annotation.
pub fn render(notices: &Notices) -> String {
    let mut text = String::new();
    let annotated = notices.by_place().filter(|(_, notice)| notice.place.line.is_some());
    let (mut warnings, mut others) = (0, 0);
    let mut of_group = vec![0; notices.groups.len()];
    for (group, notice) in annotated {
        of_group[group] += 1;
        let (kind, count) =
            if of_group[group] == 1 { ("warning", &mut warnings) } else { ("notice", &mut others) };
        if *count == MOST || of_group[group] > OF_A_GROUP {
            continue;
        }
        *count += 1;
        let written = writeln!(text, "{}", command(kind, notice, &notices.groups[group].failing));
        debug_assert!(written.is_ok(), "a string takes all");
    }
    text
}

fn command(kind: &str, notice: &Notice, failing: &str) -> String {
    let line = notice.place.line.unwrap_or(1);
    let title = property(&format!("Suspect {}: {}", notice.rank(), notice.name));
    let message = data(&format!("{} (failing: {failing})", notice.says));
    format!("::{kind} file={},line={line},title={title}::{message}", property(&notice.place.path))
}
