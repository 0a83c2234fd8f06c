//! The table of suspects: chance, method, where, why.

use std::collections::BTreeSet;

use faultline_fault_ranking::report::{Report, Suspect};
use faultline_fault_ranking::screen::View;
use faultline_fault_ranking::text;
use faultline_fault_ranking::why::percent;
use faultline_messages::words::{counted, number};
use faultline_sbfl::Level;
use faultline_terminal::page::{self, Page};
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::style;

/// How a table makes room.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// Names are cut to this width before the next layout is taken.
    name: usize,
    /// Whether files are named. The name of the class nearly says the file.
    has_files: bool,
    /// Where reasons may be cut.
    reasons: Cut,
}

/// All layouts, the most detailed first.
const LAYOUTS: [Layout; 3] = [
    Layout { name: 24, has_files: true, reasons: Cut::Never },
    Layout { name: 12, has_files: false, reasons: Cut::Never },
    Layout { name: 0, has_files: false, reasons: Cut::End },
];
/// The column of names.
const NAMES: usize = 1;
/// Says of a suspect that the ranking cannot tell it from the one before it.
const TIED: &str = "same evidence as above";

/// Adds the first suspects of a group, at most `most` of them.
pub fn table(page: &mut Page<'_>, report: &Report<'_>, view: &View<'_>, most: usize) {
    if view.suspects.is_empty() {
        let (one, _) = text::level_words(report.level);
        let text = format!("none: the failing tests executed no recorded {one}; record more with --include");
        page.prose(style::PLAIN, "  ", &text);
        return;
    }
    let overloaded = text::overloads(report.spectrum, &view.suspects);
    let table = |layout: Layout| {
        let mut table = Table::new(columns(report, layout));
        for (at, suspect) in view.suspects.iter().enumerate().take(most) {
            let before = at.checked_sub(1).map(|before| view.suspects[before]);
            table.row(row(report, suspect, before, &overloaded, layout));
        }
        table
    };
    let fits = |layout: &&Layout| table(**layout).natural_width(NAMES, layout.name) <= page.terminal.room();
    let layout = LAYOUTS.iter().find(fits).unwrap_or(&LAYOUTS[LAYOUTS.len() - 1]);
    page.table(&table(*layout));
}

/// Adds how many suspects there are besides those shown.
pub fn more(page: &mut Page<'_>, report: &Report<'_>, view: &View<'_>) {
    let (one, _) = text::level_words(report.level);
    let candidates = view.group.suspects.iter().filter(|suspect| suspect.counts.ef > 0).count();
    let (shown, ranked) = (view.suspects.len(), view.group.ranked);
    if shown == 0 || shown == candidates && candidates < view.group.suspects.len() {
        return;
    }
    let rest = view.suspects.iter().filter_map(|suspect| suspect.chance).sum::<f64>();
    let more = match report.level {
        Level::Method if shown < ranked && rest > 0.0 => Some(format!(
            "… {} more of {} hold {}; --top 0 shows all",
            number(ranked - shown),
            counted(ranked, one),
            percent((1.0 - rest).max(0.0))
        )),
        _ => page::more(shown, ranked, one),
    };
    if let Some(more) = more {
        page.prose(style::DIM, "", &more);
    }
}

fn columns(report: &Report<'_>, layout: Layout) -> Vec<Column> {
    vec![
        Column::right(if report.level == Level::Method { "chance" } else { "rank" }),
        Column::left(text::level_words(report.level).0, Cut::End),
        Column::left("where", Cut::Never),
        Column::left("why", layout.reasons),
    ]
}

fn row(
    report: &Report<'_>,
    suspect: &Suspect,
    before: Option<&Suspect>,
    overloaded: &BTreeSet<String>,
    layout: Layout,
) -> Vec<Cell> {
    let is_first = suspect.rank_min == 1;
    let (number_style, name_style) =
        if is_first { (style::BAD, style::SUSPECT) } else { (style::PLAIN, style::PLAIN) };
    let chance = suspect.chance.map_or_else(|| text::place(report, suspect), percent);
    let is_tied = before.is_some_and(|before| before.rank_min == suspect.rank_min);
    let why = if is_tied { TIED } else { suspect.why.map_or("", |why| why.words()) };
    vec![
        Cell::new(number_style, chance),
        Cell::new(name_style, text::label(report, suspect, overloaded)),
        Cell::plain(place(report, suspect, layout)),
        Cell::new(style::DIM, why),
    ]
}

fn place(report: &Report<'_>, suspect: &Suspect, layout: Layout) -> String {
    let line = suspect.shown_line();
    if layout.has_files {
        return text::file_and_line(report, suspect, line);
    }
    line.map_or(String::new(), |line| format!(":{line}"))
}
