//! The first screen in ten lines, for the end of a red build.

use faultline_fault_ranking::screen::Screen;
use faultline_fault_ranking::text;
use faultline_messages::names;
use faultline_messages::words::number;
use faultline_terminal::page::Page;
use faultline_terminal::table::{Cell, Cut};
use faultline_terminal::terminal::{Terminal, style};

use super::{more_groups, suspects};

/// Lines of the page.
const MOST_LINES: usize = 10;
/// Suspects shown.
const SUSPECTS: usize = 3;

/// Renders the surest group in at most ten lines, ending with a line break: the failing test, its message, the first
/// suspects.
pub fn brief(screen: &Screen<'_>, terminal: &Terminal) -> String {
    let mut page = Page::new(terminal);
    let Some(view) = screen.groups.first() else { return String::new() };
    let test = view.failing.first().map(|test| names::test(*test)).unwrap_or_default();
    let others = match view.failing.len() {
        0 | 1 => String::new(),
        tests => format!(" and {} more like it", number(tests - 1)),
    };
    page.one_line(Cell::new(style::HEADING, test).and(style::PLAIN, others), Cut::Start);
    page.one_line(Cell::plain(format!("  {}", text::cause(screen.report, view.group))), Cut::End);
    if let Some(message) = view.message {
        page.lines(message.lines(terminal));
    }
    if let Some(doubt) = &view.group.doubt {
        page.one_line(Cell::new(style::WARN, doubt.says.as_str()), Cut::End);
    }
    suspects::table(&mut page, screen.report, view, SUSPECTS);
    let mut end = Vec::new();
    if screen.groups.len() > 1 {
        end.push(terminal.paint(style::DIM, &more_groups(screen.groups.len() - 1)));
    }
    let text = page.into_text();
    let mut lines: Vec<String> = text.lines().take(MOST_LINES - end.len()).map(str::to_owned).collect();
    lines.append(&mut end);
    lines.join("\n") + "\n"
}
