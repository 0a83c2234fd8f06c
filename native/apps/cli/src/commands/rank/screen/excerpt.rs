//! Lines of a source with one of them marked.

use faultline_fault_ranking::screen::Excerpt;
use faultline_messages::words::printable;
use faultline_terminal::page::Page;
use faultline_terminal::table::{Cell, Cut, prefix};
use faultline_terminal::terminal::{Terminal, style};
use unicode_width::UnicodeWidthStr;

/// Replaces a tab.
const TAB: &str = "    ";

/// Adds the heading, the path with the marked line, and the lines around it.
pub fn add(page: &mut Page<'_>, excerpt: &Excerpt, heading: &str, context: u32) {
    let gap = if excerpt.remark.is_empty() { "" } else { "  " };
    let place = format!("{}:{}", printable(&excerpt.path.display().to_string()), excerpt.marked);
    let taken = heading.width() + gap.width() + excerpt.remark.width();
    let place = format!("{heading}{}", end(&place, page.terminal.width.saturating_sub(taken)));
    let place = Cell::new(style::DIM, place);
    page.one_line(place.and(style::WARN, format!("{gap}{}", excerpt.remark)), Cut::Start);
    page.lines(lines(excerpt, context, page.terminal));
}

/// The end of a path that fits into `room` columns; its beginning tells least.
fn end(path: &str, room: usize) -> String {
    if path.width() <= room {
        return path.to_owned();
    }
    let mut rest = path.chars();
    while rest.as_str().width() + 1 > room && rest.next().is_some() {}
    format!("…{}", rest.as_str())
}

/// The lines with their numbers, without the indent that all share, cut at the terminal's width.
fn lines(excerpt: &Excerpt, context: u32, terminal: &Terminal) -> Vec<String> {
    let shown = excerpt.marked.saturating_sub(context)..=excerpt.marked.saturating_add(context);
    let code = excerpt.lines.iter().map(|line| printable(&line.trim_end().replace('\t', TAB)));
    let numbered = (excerpt.first..).zip(code).filter(|(at, _)| shown.contains(at));
    let numbered: Vec<(u32, String)> = numbered.collect();
    let indent = |code: &str| code.len() - code.trim_start_matches(' ').len();
    let with_code = numbered.iter().filter(|(_, code)| !code.is_empty());
    let shared = with_code.map(|(_, code)| indent(code)).min().unwrap_or(0);
    let digits = numbered.last().map_or(0, |(at, _)| at.to_string().len());
    let line = |(at, code): &(u32, String)| {
        let is_marked = *at == excerpt.marked;
        let marker = if is_marked { ">" } else { " " };
        let gutter = format!("  {marker} {at:>digits$}  ");
        let room = terminal.room().saturating_sub(gutter.width());
        let code = code.get(shared..).unwrap_or("");
        let code =
            if code.width() <= room { code.to_owned() } else { format!("{}…", prefix(code, room - 1)) };
        let (of_gutter, of_code) =
            if is_marked { (style::SUSPECT, style::SUSPECT) } else { (style::DIM, style::PLAIN) };
        if code.is_empty() {
            return terminal.paint(of_gutter, gutter.trim_end());
        }
        terminal.paint(of_gutter, &gutter) + &terminal.paint(of_code, &code)
    };
    numbered.iter().map(line).collect()
}
