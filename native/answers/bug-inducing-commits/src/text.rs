//! Renders the candidates as a table.

use faultline_messages::words::{counted, number, printable};
use faultline_messages::{date, names};
use faultline_terminal::page::Page;
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};
use faultline_vcs_history::Origin;

use crate::culprits::{Accused, Candidate, Culprits};

/// Number of digits shown of a commit's name.
pub const SHORT: usize = 8;
/// Narrower terminals show neither author nor date.
const WIDE: usize = 90;

/// Renders the whole page, ending with a line break.
pub fn render(culprits: &Culprits<'_>, top: usize, terminal: &Terminal) -> String {
    let mut page = Page::new(terminal);
    for (at, group) in culprits.groups.iter().enumerate() {
        if at > 0 {
            page.blank();
        }
        page.prose(style::PLAIN, "", &heading(culprits, group));
        if group.candidates.is_empty() {
            continue;
        }
        page.blank();
        page.table(&table(culprits, at, group, top, terminal));
        if top < group.candidates.len() {
            let more = number(group.candidates.len() - top);
            page.painted(style::DIM, &format!("… {more} more; --top 0 shows all"));
        }
    }
    page.into_text()
}

fn heading(culprits: &Culprits<'_>, group: &Accused) -> String {
    let name = |test: &faultline_spectrum::TestId| names::simple_test(&culprits.spectrum.tests[test.index()]);
    let tests = match &group.tests[..] {
        [only] => name(only),
        [first, rest @ ..] => format!("{} and {} more", name(first), number(rest.len())),
        [] => String::new(),
    };
    let commits = culprits.trace.commits.len();
    let accused = group.candidates.iter().filter(|of| of.origin != Origin::Uncommitted).count();
    match (group.lines, accused) {
        (0, _) => format!("{tests}: no file of the repository has a line that it ran"),
        _ => format!(
            "{tests}: {} by {} of {}",
            counted(group.lines, "suspicious line"),
            number(accused),
            counted(commits, "commit")
        ),
    }
}

fn table(culprits: &Culprits<'_>, at: usize, group: &Accused, top: usize, terminal: &Terminal) -> Table {
    let is_wide = terminal.width >= WIDE;
    let mut columns = vec![Column::right("rank"), Column::right("share"), Column::left("commit", Cut::Never)];
    columns.extend(is_wide.then(|| Column::left("date", Cut::Never)));
    columns.extend(is_wide.then(|| Column::left("author", Cut::End)));
    columns.extend([
        Column::left("subject", Cut::End),
        Column::right("wrote"),
        Column::left("of it", Cut::Start),
    ]);
    let mut table = Table::new(columns);
    for (rank, candidate) in (1_usize..).zip(group.candidates.iter().take(top)) {
        let signed = match candidate.origin {
            Origin::Commit(commit) => culprits.signed.get(&commit),
            Origin::Uncommitted => None,
        };
        let share = format!("{:.0} %", candidate.share * 100.0);
        let mut cells = vec![Cell::plain(number(rank)), Cell::plain(share)];
        cells.push(match candidate.origin {
            Origin::Commit(commit) => Cell::new(style::WARN, short(&culprits.trace.commits[commit].id)),
            Origin::Uncommitted => Cell::new(style::BAD, "-"),
        });
        let dash = || Cell::new(style::DIM, "-");
        cells.extend(is_wide.then(|| signed.map_or_else(dash, |of| Cell::plain(date::of(of.time)))));
        cells.extend(is_wide.then(|| signed.map_or_else(dash, |of| Cell::plain(printable(&of.author)))));
        cells.push(signed.map_or_else(
            || Cell::new(style::BAD, "not committed yet"),
            |of| Cell::new(style::SUSPECT, printable(&of.subject)),
        ));
        cells.push(Cell::plain(number(candidate.wrote.len())));
        cells.push(of_it(culprits, at, candidate));
        table.row(cells);
    }
    table
}

/// The most suspicious line that a candidate wrote, or the method it changed.
fn of_it(culprits: &Culprits<'_>, group: usize, candidate: &Candidate) -> Cell {
    let line = culprits.line(group, candidate.first);
    let method = &culprits.spectrum.methods[line.method.index()];
    let class = &culprits.spectrum.classes[method.class.index()].name;
    let name = names::method(class, method, false);
    if candidate.wrote.is_empty() {
        return Cell::new(style::DIM, name);
    }
    Cell::plain(name).and(style::DIM, format!(":{}", line.line))
}

/// The first digits of a commit's name.
pub fn short(id: &str) -> &str {
    id.get(..SHORT).unwrap_or(id)
}
