//! Explains how a score is composed.

use faultline_messages::date;
use faultline_messages::words::{counted, printable};
use faultline_vcs_history::Schwa;

use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use super::scored::{Entry, Scored};

/// Number of characters shown of a commit's name.
const ID: usize = 10;

/// A revision's contribution to a score.
struct Part<'s> {
    time: i64,
    id: &'s str,
    author: &'s str,
    is_fix: bool,
    is_new: bool,
    /// The weight of the revision, by its time.
    weight: f64,
    /// Its contribution to the score.
    adds: f64,
}

/// Renders the page of one entry, the newest change first, ending with a line break.
pub fn render(scored: &Scored, entry: &Entry, terminal: &Terminal) -> String {
    let score = &entry.score;
    let heading = match &entry.unit {
        None => entry.name(),
        Some(_) => format!("{} in {}", entry.name(), printable(&entry.path)),
    };
    let mut lines = vec![
        terminal.paint(style::SUSPECT, &heading),
        format!("risk {:.4}, defect {:.4} = 1 - exp(-risk)", score.risk, score.probability()),
    ];
    for ((name, times), (sum, weight)) in named(entry).into_iter().zip(score.sums.iter().zip(weights(scored)))
    {
        let count = counted(times.len(), name);
        lines.push(format!("{:>8.4} = {weight} x {sum:.4}, the weights of {count}", sum * weight));
    }
    lines.push(String::new());
    let parts = parts(scored, entry);
    if parts.is_empty() {
        lines.push("No commit that was read changed it.".to_owned());
    } else {
        lines.extend(table(&parts).lines(terminal));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn weights(scored: &Scored) -> [f64; 3] {
    scored.schwa.weights
}

fn named(entry: &Entry) -> [(&'static str, &[i64]); 3] {
    let events = &entry.score.events;
    [("revision", &events.revisions), ("fixing revision", &events.fixes), ("new author", &events.authors)]
}

/// Removes the first of `times` if it equals `time`.
fn takes(times: &mut &[i64], time: i64) -> bool {
    let takes = times.first() == Some(&time);
    if takes {
        *times = &times[1..];
    }
    takes
}

fn parts<'s>(scored: &'s Scored, entry: &Entry) -> Vec<Part<'s>> {
    let (schwa, history): (&Schwa, _) = (&scored.schwa, &scored.history);
    let events = &entry.score.events;
    // Times of fixes and authors are subsequences of the revisions' times.
    let (mut fixes, mut authors) = (&events.fixes[..], &events.authors[..]);
    let commits = scored.history.commits_of(&entry.path, &events.revisions);
    let mut parts: Vec<Part<'s>> = Vec::new();
    for (&time, commit) in events.revisions.iter().zip(commits) {
        let (is_fix, is_new) = (takes(&mut fixes, time), takes(&mut authors, time));
        let weight = schwa.weight(time, history);
        let [revision, fix, author] = schwa.weights;
        let of = |holds: bool, weight: f64| if holds { weight } else { 0.0 };
        let name = |commit: &faultline_vcs_history::Commit| history.authors.get(commit.author as usize);
        parts.push(Part {
            time,
            id: commit.map_or("", |commit| commit.id.get(..ID).unwrap_or(&commit.id)),
            author: commit.and_then(name).map_or("", |name| &name[..]),
            is_fix,
            is_new,
            weight,
            adds: weight * (revision + of(is_fix, fix) + of(is_new, author)),
        });
    }
    parts.reverse();
    parts
}

fn table(parts: &[Part<'_>]) -> Table {
    let never = Cut::Never;
    let mut table = Table::new(vec![
        Column::left("date", never),
        Column::left("commit", never),
        Column::right("weight"),
        Column::right("adds"),
        Column::left("fix", never),
        Column::left("author", never),
        Column::left("", Cut::End),
    ]);
    for part in parts {
        let yes = |holds, text| if holds { Cell::new(style::WARN, text) } else { Cell::default() };
        table.row(vec![
            Cell::plain(date::of(part.time)),
            Cell::new(style::DIM, part.id),
            Cell::plain(format!("{:.4}", part.weight)),
            Cell::plain(format!("{:.4}", part.adds)),
            yes(part.is_fix, "fix"),
            yes(part.is_new, "new"),
            Cell::new(style::DIM, printable(part.author)),
        ]);
    }
    table
}
