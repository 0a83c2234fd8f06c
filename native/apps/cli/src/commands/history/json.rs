//! The scores as JSON; `docs/history.md` and its schema describe it.

use faultline_messages::failure::Failure;
use schemars::JsonSchema;
use serde::Serialize;

use crate::given::top;

use super::options::{HistoryOptions, Level};
use super::scored::{Entry, Scored};

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    /// Name of the commit.
    revision: &'a str,
    commits: usize,
    /// Seconds since 1970.
    begin: i64,
    /// Seconds since 1970.
    oldest: i64,
    /// Seconds since 1970.
    newest: i64,
    #[schemars(extend("enum" = ["file", "class", "method"]))]
    level: &'static str,
    compat: bool,
    scored: usize,
    files: Vec<ScoredEntry<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ScoredEntry<'a> {
    #[schemars(range(min = 1))]
    rank: usize,
    path: &'a str,
    /// Of a class or method, in its file.
    name: Option<&'a str>,
    #[schemars(range(min = 0))]
    risk: f64,
    #[schemars(range(min = 0, max = 1))]
    probability: f64,
    revisions: usize,
    fixes: usize,
    authors: usize,
    weighted: Weighted,
    /// Seconds since 1970.
    last_change: Option<i64>,
    /// Seconds since 1970.
    changes: &'a [i64],
}

#[derive(Serialize, JsonSchema)]
struct Weighted {
    #[schemars(range(min = 0))]
    revisions: f64,
    #[schemars(range(min = 0))]
    fixes: f64,
    #[schemars(range(min = 0))]
    authors: f64,
}

/// Renders the scores, ending with a line break.
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
        files: (1..).zip(scored.entries.iter().take(top::shown(top, 0))).map(scored_entry).collect(),
    };
    faultline_terminal::json::pretty(&document, "the scores")
}

fn scored_entry((rank, entry): (usize, &Entry)) -> ScoredEntry<'_> {
    let (score, events) = (&entry.score, &entry.score.events);
    let [revisions, fixes, authors] = score.sums;
    ScoredEntry {
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
