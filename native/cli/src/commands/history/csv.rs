//! The scores as comma-separated values.

use std::fmt::Write;

use crate::show::csv::field;

use super::options::HistoryOptions;
use super::scored::Scored;

const HEADER: &str = "rank,path,name,risk,probability,revisions,fixes,authors,revisions_weighted,\
                      fixes_weighted,authors_weighted,last_change";

/// A heading and a row per entry. Numbers are written so that they read back as what they are.
pub fn render(scored: &Scored, options: &HistoryOptions) -> String {
    let mut text = format!("{HEADER}\n");
    let entries = scored.entries.iter().take(super::shown(options.top, 0));
    for (rank, entry) in (1..).zip(entries) {
        let (score, events) = (&entry.score, &entry.score.events);
        let [revisions, fixes, authors] = score.sums;
        let last = events.revisions.iter().max().map_or_else(String::new, i64::to_string);
        let written = writeln!(
            text,
            "{rank},{},{},{},{},{},{},{},{revisions},{fixes},{authors},{last}",
            field(&entry.path),
            field(entry.unit.as_deref().unwrap_or_default()),
            score.risk,
            score.probability(),
            events.revisions.len(),
            events.fixes.len(),
            events.authors.len(),
        );
        debug_assert!(written.is_ok(), "a string takes all");
    }
    text
}
