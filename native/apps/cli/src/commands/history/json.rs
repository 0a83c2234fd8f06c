//! The scores as JSON; `docs/history.md` and its schema describe it.

use faultline_messages::failure::Failure;
use serde::Serialize;

use super::options::{HistoryOptions, Level};
use super::scored::{Entry, Scored};

/// Raised when a reader of the last version could not read this one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    revision: &'a str,
    commits: usize,
    begin: i64,
    oldest: i64,
    newest: i64,
    level: &'static str,
    compat: bool,
    scored: usize,
    files: Vec<EntryOut<'a>>,
}

#[derive(Serialize)]
struct EntryOut<'a> {
    rank: usize,
    path: &'a str,
    name: Option<&'a str>,
    risk: f64,
    probability: f64,
    revisions: usize,
    fixes: usize,
    authors: usize,
    weighted: Weighted,
    last_change: Option<i64>,
    changes: &'a [i64],
}

#[derive(Serialize)]
struct Weighted {
    revisions: f64,
    fixes: f64,
    authors: f64,
}

/// The scores, ending in a line break.
pub fn render(scored: &Scored, options: &HistoryOptions, top: Option<usize>) -> Result<String, Failure> {
    let history = &scored.history;
    let [oldest, newest] = scored.span();
    let document = Document {
        version: VERSION,
        revision: history.commits.first().map_or("", |commit| &commit.id),
        commits: history.commits.len(),
        begin: history.begin,
        oldest,
        newest,
        level: match options.level {
            Level::File => "file",
            Level::Class => "class",
            Level::Method => "method",
        },
        compat: options.past.compat,
        scored: scored.entries.len(),
        files: (1..).zip(scored.entries.iter().take(super::shown(top, 0))).map(entry_out).collect(),
    };
    faultline_terminal::json::pretty(&document, "the scores")
}

fn entry_out((rank, entry): (usize, &Entry)) -> EntryOut<'_> {
    let (score, events) = (&entry.score, &entry.score.events);
    let [revisions, fixes, authors] = score.sums;
    EntryOut {
        rank,
        path: &entry.path,
        name: entry.unit.as_deref(),
        risk: score.risk,
        probability: score.probability(),
        revisions: events.revisions.len(),
        fixes: events.fixes.len(),
        authors: events.authors.len(),
        weighted: Weighted { revisions, fixes, authors },
        last_change: events.revisions.iter().max().copied(),
        changes: &events.revisions,
    }
}
