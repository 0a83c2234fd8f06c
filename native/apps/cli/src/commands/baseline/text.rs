//! A baseline as text: totals, its runs, and the tests that did not pass; or the last passes of chosen tests.

use faultline_baseline::{Passed, Run};
use faultline_messages::words::{counted, number, printable, printable_path};
use faultline_messages::{date, names};
use faultline_terminal::page::{Page, more};
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use super::shown::{Row, Shown, methods_of};
use crate::given::top;

/// Default number of entries of a list.
const USUAL: usize = 20;
/// Number of digits of a commit.
const DIGITS: usize = 8;

/// Renders the whole page, ending with a line break. `top` limits each list.
pub fn render(shown: &Shown<'_>, top: Option<usize>, terminal: &Terminal) -> String {
    let most = top::shown(top, USUAL);
    let mut page = Page::new(terminal);
    match &shown.chosen {
        Some(rows) => chosen(&mut page, shown, rows, most),
        None => all(&mut page, shown, most),
    }
    page.into_text()
}

fn all(page: &mut Page<'_>, shown: &Shown<'_>, most: usize) {
    let baseline = &shown.named.baseline;
    page.prose(style::PLAIN, "", &format!("{}: {}.", printable_path(&shown.named.path), totals(shown)));
    if let Some(oldest) = shown.oldest_ns() {
        page.prose(style::PLAIN, "", &format!("The oldest pass is of {}.", minute(oldest)));
    }
    if !baseline.runs.is_empty() {
        page.blank();
        // The latest are shown: it is they that tests are compared with first.
        let runs: Vec<_> = baseline.runs.iter().zip(&shown.passes).rev().take(most).collect();
        page.table(&runs_table(&runs));
        if let Some(more) = more(runs.len(), baseline.runs.len(), "run") {
            page.painted(style::DIM, &more);
        }
    }
    if !shown.not_passed.is_empty() {
        page.blank();
        let count = counted(shown.not_passed.len(), "test");
        let sentence =
            format!("{count} failed, gave up or skipped when last run, with the last pass of each:");
        page.prose(style::HEADING, "", &sentence);
        let rows = &shown.not_passed[..shown.not_passed.len().min(most)];
        page.table(&tests_table(shown, rows));
        if let Some(more) = more(rows.len(), shown.not_passed.len(), "test") {
            page.painted(style::DIM, &more);
        }
    }
}

/// Numbers of tests, classes and bytes, in words.
fn totals(shown: &Shown<'_>) -> String {
    let baseline = &shown.named.baseline;
    format!(
        "{}, {} with a pass; {} of {} of classes in {}; {}, {:.0} a test",
        counted(baseline.tests.len(), "test"),
        number(baseline.passed()),
        counted(shown.methods(), "method"),
        counted(baseline.classes.len(), "version"),
        counted(baseline.runs.len(), "run"),
        counted(usize::try_from(shown.named.bytes).unwrap_or(usize::MAX), "byte"),
        shown.bytes_a_test()
    )
}

fn runs_table(runs: &[(&Run, &usize)]) -> Table {
    let mut table = Table::new(vec![
        Column::left("run", Cut::Never),
        Column::left("commit", Cut::Never),
        Column::right("tests"),
        Column::right("failed"),
        Column::right("last passes"),
    ]);
    for (run, passes) in runs {
        let count = |count: u64| Cell::plain(number(usize::try_from(count).unwrap_or(usize::MAX)));
        let failed = if run.failed == 0 { style::GOOD } else { style::BAD };
        table.row(vec![
            Cell::plain(minute(run.started_ns)),
            Cell::plain(short(run.commit.as_deref())),
            count(run.tests),
            Cell::new(failed, number(usize::try_from(run.failed).unwrap_or(usize::MAX))),
            Cell::plain(number(**passes)),
        ]);
    }
    table
}

fn tests_table(shown: &Shown<'_>, rows: &[Row<'_>]) -> Table {
    let baseline = &shown.named.baseline;
    let mut table =
        Table::new(vec![Column::left("last passed", Cut::Never), Column::left("test", Cut::Start)]);
    for row in rows {
        let passed = baseline.passed_ns(row.state);
        let passed = passed.map_or_else(|| Cell::new(style::DIM, "never"), |time| Cell::plain(minute(time)));
        table.row(vec![passed, Cell::plain(names::test(&row.test()))]);
    }
    table
}

fn chosen(page: &mut Page<'_>, shown: &Shown<'_>, rows: &[Row<'_>], most: usize) {
    for (at, row) in rows.iter().take(most).enumerate() {
        if at > 0 {
            page.blank();
        }
        page.prose(style::HEADING, "", &names::test(&row.test()));
        match &row.state.passed {
            Some(passed) => pass(page, shown, passed, most),
            None => page.prose(style::PLAIN, "  ", "It never passed."),
        }
        if !shown.named.baseline.passed_last(row.state) {
            let sentence = format!("It did not pass when it last ran, {}.", minute(row.state.seen_ns));
            page.prose(style::PLAIN, "  ", &sentence);
        }
    }
    if let Some(more) = more(rows.len().min(most), rows.len(), "test") {
        page.painted(style::DIM, &more);
    }
}

/// A test's last pass: when it was, and what it ran.
fn pass(page: &mut Page<'_>, shown: &Shown<'_>, passed: &Passed, most: usize) {
    let baseline = &shown.named.baseline;
    let run = &baseline.runs[passed.run as usize];
    let at = run.commit.as_deref().map_or(String::new(), |commit| format!(" at {}", short(Some(commit))));
    let sentence = format!(
        "It last passed {}{at}, when it ran {} of {}.",
        minute(run.started_ns),
        counted(methods_of(passed), "method"),
        counted(passed.ran.len(), "class"),
    );
    page.prose(style::PLAIN, "  ", &printable(&sentence));
    for (class, methods) in passed.ran.iter().take(most) {
        let class = &baseline.classes[*class as usize];
        let names: Vec<&str> = methods.iter().map(|at| &*class.methods[*at as usize].name).collect();
        page.prose(style::PLAIN, "    ", &printable(&format!("{}: {}", class.name, names.join(", "))));
    }
    if let Some(more) = more(passed.ran.len().min(most), passed.ran.len(), "class") {
        page.painted(style::DIM, &more);
    }
}

fn minute(time_ns: u64) -> String {
    date::minute(time_ns / 1_000_000_000)
}

/// The first digits of a commit; a dash without one.
fn short(commit: Option<&str>) -> &str {
    commit.map_or("-", |commit| commit.get(..DIGITS).unwrap_or(commit))
}
