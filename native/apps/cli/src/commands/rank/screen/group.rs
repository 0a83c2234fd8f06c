//! A group of failing tests on the first screen.

use faultline_fault_ranking::last_change::LastChange;
use faultline_fault_ranking::report::Report;
use faultline_fault_ranking::screen::View;
use faultline_fault_ranking::text;
use faultline_messages::names;
use faultline_messages::words::{counted, number, printable};
use faultline_terminal::page::{Page, wrapped};
use faultline_terminal::table::{Cell, Cut};
use faultline_terminal::terminal::style;
use unicode_width::UnicodeWidthStr;

use super::{Detail, excerpt, suspects};

/// Suspects of a group behind the first one.
const SUSPECTS_OF_OTHERS: usize = 3;
/// Says that a sentence goes on.
const MORE: &str = " …";

/// Adds the first group: what failed, the answer, the suspects, the source of the first one.
pub fn first(page: &mut Page<'_>, report: &Report<'_>, view: &View<'_>, detail: Detail) {
    failure(page, report, view, detail.tests);
    if let Some((at, context)) = view.failed_at.as_ref().zip(detail.around_failure) {
        excerpt::add(page, at, "  failed at ", context.min(2));
    }
    page.blank();
    answer(page, report, view, detail);
    suspects::table(page, report, view, usize::MAX);
    suspects::more(page, report, view);
    source(page, report, view, detail);
}

/// Adds a group behind the first one: what failed, and the suspects.
pub fn other(page: &mut Page<'_>, report: &Report<'_>, view: &View<'_>, detail: Detail) {
    failure(page, report, view, detail.tests.min(2));
    if let Some(doubt) = &view.group.doubt {
        page.prose(style::WARN, "", &doubt.says);
    }
    page.blank();
    suspects::table(page, report, view, SUSPECTS_OF_OTHERS);
}

/// Adds what failed: the number of tests with their cause, some of them, and what the first one said.
fn failure(page: &mut Page<'_>, report: &Report<'_>, view: &View<'_>, tests: usize) {
    text::heading(page, report, view.group, "");
    for test in view.failing.iter().take(tests) {
        let shown = names::shown(*test).map_or(String::new(), |shown| format!("  {shown}"));
        page.one_line(Cell::new(style::DIM, format!("  {}{shown}", names::test(*test))), Cut::Start);
    }
    if view.failing.len() > tests {
        page.painted(style::DIM, &format!("  … {} more", number(view.failing.len() - tests)));
    }
    if view.group.left_out > 0 && report.chosen {
        let left_out = counted(view.group.left_out, "other failing test");
        page.painted(style::DIM, &format!("  {left_out} left out"));
    }
    if let Some(message) = view.message {
        page.lines(message.lines(page.terminal));
    }
}

/// Adds the first suspect in a sentence, and what is known of it besides.
fn answer(page: &mut Page<'_>, report: &Report<'_>, view: &View<'_>, detail: Detail) {
    let group = view.group;
    let width = page.terminal.width;
    if let Some(doubt) = &group.doubt {
        page.prose(style::WARN, "", &doubt.says);
    }
    if let Some(answer) = &group.answer {
        page.prose(style::HEADING, "", &printable(&answer.to_string()));
    }
    let change = group.last_change.as_ref().filter(|_| group.answer.is_some()).map(LastChange::says);
    let since = group.since.first().into_iter().flat_map(|since| since.says.iter().cloned());
    let first = view.suspects.first();
    let outcome = first.and_then(|first| first.outcome.as_ref().map(|outcome| (first, outcome)));
    let outcome =
        outcome.map(|(first, outcome)| format!("{}, {}", text::name_of(report, first), outcome.says));
    let mending = first.and_then(|first| first.mending.as_ref()).map(|mending| mending.says.clone());
    let remarks = mending.into_iter().chain(outcome).chain(since).chain(change);
    let lines: Vec<String> = remarks.flat_map(|says| wrapped(&printable(&says), "", width)).collect();
    let is_silent = group.doubt.is_none() && group.answer.is_none() && lines.is_empty();
    page.lines(first_lines(lines, detail.remarks, width));
    if !is_silent {
        page.blank();
    }
}

/// The first lines of sentences, each at most `width` columns wide, with a sign where more follow.
pub fn first_lines(mut lines: Vec<String>, most: usize, width: usize) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            // Words give way to the sign.
            while last.width() + MORE.width() > width
                && let Some(blank) = last.rfind(' ')
            {
                last.truncate(blank);
            }
            last.push_str(MORE);
        }
    }
    lines
}

/// Adds the source of the first suspect, with a legend for its mark, or says that it was not found.
fn source(page: &mut Page<'_>, report: &Report<'_>, view: &View<'_>, detail: Detail) {
    if let (Some(source), Some(context), Some(first)) =
        (&view.source, detail.around_suspect, view.suspects.first())
    {
        page.blank();
        excerpt::add(page, source, "", context);
        let name = text::name_of(report, first);
        page.one_line(Cell::new(style::DIM, format!("  > the most suspicious line of {name}")), Cut::End);
    } else if let Some(path) = &view.without_source {
        page.blank();
        let text = format!("The source of {path} was not found; name its folder with --source");
        page.prose(style::DIM, "", &text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_with_a_sign_where_they_go_on_and_fit_the_width() {
        let lines = || wrapped("one two three four five six", "", 9);
        assert_eq!(lines(), ["one two", "three", "four five", "six"]);
        assert_eq!(first_lines(lines(), 4, 9), lines());
        assert_eq!(first_lines(lines(), 2, 9), ["one two", "three …"]);
        assert_eq!(first_lines(lines(), 1, 9), ["one two …"]);
        assert_eq!(first_lines(lines(), 1, 8), ["one …"]);
        assert_eq!(first_lines(lines(), 3, 9).last().unwrap(), "four …");
    }
}
