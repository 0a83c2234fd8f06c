//! Groups of failing tests in one line each.

use faultline_fault_ranking::report::Report;
use faultline_fault_ranking::screen::{Screen, View};
use faultline_fault_ranking::text;
use faultline_fault_ranking::why::percent;
use faultline_messages::names;
use faultline_messages::words::number;
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

/// The groups behind the first `shown`, at most `room` lines with the heading.
pub fn lines(screen: &Screen<'_>, shown: usize, terminal: &Terminal, room: usize) -> Vec<String> {
    let rest = &screen.groups[shown..];
    let rows = room.saturating_sub(1);
    let rows = if rest.len() > rows { rows.saturating_sub(1) } else { rest.len() };
    let mut table = Table::new(vec![
        Column::right("chance"),
        Column::left("failing tests", Cut::Start),
        Column::left("most likely", Cut::End),
        Column::left("line", Cut::Never),
    ]);
    for view in rest.iter().take(rows) {
        table.row(row(screen.report, view));
    }
    let mut lines = table.lines(terminal);
    if rest.len() > rows {
        lines.push(terminal.paint(style::DIM, &super::more_groups(rest.len() - rows)));
    }
    lines
}

fn row(report: &Report<'_>, view: &View<'_>) -> Vec<Cell> {
    let test = view.failing.first().map(|test| names::simple_test(*test)).unwrap_or_default();
    let others = match view.failing.len() {
        0 | 1 => String::new(),
        tests => format!(" +{}", number(tests - 1)),
    };
    let first = view.suspects.first();
    let overloaded = text::overloads(report.spectrum, &view.suspects);
    vec![
        Cell::plain(first.and_then(|first| first.chance).map(percent).unwrap_or_default()),
        Cell::new(style::DIM, test + &others),
        Cell::plain(
            first.map_or_else(|| "nothing".to_owned(), |first| text::label(report, first, &overloaded)),
        ),
        // The name of the class nearly says the file.
        Cell::plain(
            first.and_then(|first| first.shown_line()).map(|line| format!(":{line}")).unwrap_or_default(),
        ),
    ]
}
