//! The scores as a table.

use faultline_messages::date;
use faultline_messages::words::{counted, number};

use faultline_terminal::page::{Page, more};
use faultline_terminal::sparkline;
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use crate::given::top;

use super::options::{HistoryOptions, Level};
use super::scored::{Entry, Scored};

/// Default number of entries shown.
const USUAL: usize = 20;
/// Number of time slots in a chart.
const PARTS: usize = 12;
/// Columns are dropped before names are cut below this width.
const COMFORTABLE_NAME: usize = 30;

/// Renders the whole page, ending with a line break.
pub fn render(scored: &Scored, options: &HistoryOptions, terminal: &Terminal) -> String {
    let noun = match options.level {
        Level::File => "file",
        Level::Class => "class",
        Level::Method => "method",
    };
    let shown = &scored.entries[..scored.entries.len().min(top::shown(options.top, USUAL))];
    let (commits, [oldest, newest]) = (scored.history.commits.len(), scored.span().map(date::of));
    let count = counted(scored.entries.len(), noun);
    let heading = format!("{count}, {} from {oldest} to {newest}", counted(commits, "commit"));
    let mut page = Page::new(terminal);
    page.prose(style::PLAIN, "", &heading);
    if !shown.is_empty() {
        page.blank();
        page.table(&table(scored, shown, noun, terminal));
    }
    if let Some(more) = more(shown.len(), scored.entries.len(), noun) {
        page.painted(style::DIM, &more);
    }
    page.into_text()
}

/// The widest table with readable names.
fn table(scored: &Scored, shown: &[Entry], noun: &'static str, terminal: &Terminal) -> Table {
    let fits = |table: &Table| {
        // Names are cut before columns are dropped, but not below this width.
        let name = table.columns() - 1;
        table.natural_width(name, COMFORTABLE_NAME) <= terminal.width
    };
    let widest = [3, 2, 1].into_iter().map(|room| with(scored, shown, noun, room)).find(fits);
    widest.unwrap_or_else(|| with(scored, shown, noun, 0))
}

/// The table for an amount of room: 3 includes all columns, 0 only the required ones.
fn with(scored: &Scored, shown: &[Entry], noun: &'static str, room: usize) -> Table {
    let mut columns = vec![Column::right("rank"), Column::right("risk")];
    columns.extend((room >= 3).then(|| Column::right("defect")));
    columns.extend([Column::right("changes"), Column::right("fixes")]);
    columns.extend((room >= 1).then(|| Column::right("authors")));
    columns.extend((room >= 2).then(|| Column::left("last", Cut::Never)));
    columns.extend((room >= 1).then(|| Column::left("over time", Cut::Never)));
    columns.push(Column::left(noun, Cut::Start));
    let mut table = Table::new(columns);
    let changes = |entry: &Entry| sparkline::counts(&entry.score.events.revisions, scored.span(), PARTS);
    let highest = shown.iter().flat_map(changes).max().unwrap_or(0);
    for (rank, entry) in (1_usize..).zip(shown) {
        let (score, events) = (&entry.score, &entry.score.events);
        let count = |times: &[i64]| Cell::plain(number(times.len()));
        let mut cells = vec![Cell::plain(number(rank)), Cell::plain(format!("{:.3}", score.risk))];
        cells.extend((room >= 3).then(|| Cell::plain(format!("{:.4}", score.probability()))));
        cells.extend([count(&events.revisions), count(&events.fixes)]);
        cells.extend((room >= 1).then(|| count(&events.authors)));
        let last = events.revisions.iter().max();
        let last = || last.map_or_else(|| Cell::new(style::DIM, "-"), |&time| Cell::plain(date::of(time)));
        cells.extend((room >= 2).then(last));
        let picture = || Cell::new(style::GOOD, sparkline::line(&changes(entry), highest));
        cells.extend((room >= 1).then(picture));
        cells.push(Cell::new(style::SUSPECT, entry.name()));
        table.row(cells);
    }
    table
}
