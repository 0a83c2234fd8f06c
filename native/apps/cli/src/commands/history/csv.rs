//! The scores as comma-separated values.

use faultline_terminal::csv::Rows;

use crate::given::top;

use super::options::HistoryOptions;
use super::scored::Scored;

const HEADER: &str = "rank,path,name,risk,probability,revisions,fixes,authors,revisions_weighted,\
                      fixes_weighted,authors_weighted,last_change";

/// Renders a heading and a row per entry. Numbers are written with full precision.
pub fn render(scored: &Scored, options: &HistoryOptions) -> String {
    let mut rows = Rows::under(HEADER.split(','));
    let entries = scored.entries.iter().take(top::shown(options.top, 0));
    for (rank, entry) in (1..).zip(entries) {
        let (score, events) = (&entry.score, &entry.score.events);
        let [revisions, fixes, authors] = score.sums;
        let last = events.revisions.iter().max().map_or_else(String::new, i64::to_string);
        rows.add([
            rank.to_string(),
            entry.path.clone(),
            entry.unit.as_deref().unwrap_or_default().to_owned(),
            score.risk.to_string(),
            score.probability().to_string(),
            events.revisions.len().to_string(),
            events.fixes.len().to_string(),
            events.authors.len().to_string(),
            revisions.to_string(),
            fixes.to_string(),
            authors.to_string(),
            last,
        ]);
    }
    rows.into_text()
}
