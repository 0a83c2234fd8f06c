//! The tests of a place for people.

use std::collections::BTreeMap;

use faultline_messages::names;
use faultline_messages::words::{counted, number, printable};
use faultline_spectrum::Outcome;
use faultline_terminal::page::{Page, more};
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use super::Found;

/// Places without a test to show.
const SHOWN: usize = 20;

/// A sentence, the tests as a table, and the lines that no test runs.
pub fn render(found: &Found<'_>, top: usize, terminal: &Terminal) -> String {
    let mut page = Page::new(terminal);
    page.prose(style::PLAIN, "", &sentence(found));
    if found.tests.is_empty() {
        return page.into_text();
    }
    page.blank();
    page.table(&table(found, top));
    page.lines(more(found.tests.len().min(top), found.tests.len(), "test"));
    let not_run = not_run(found);
    if !not_run.is_empty() {
        page.blank();
        page.line("No test runs");
        page.lines(not_run.iter().take(SHOWN).map(|place| format!("  {place}")));
    }
    if not_run.len() > SHOWN {
        page.line(format!("  … {} more", number(not_run.len() - SHOWN)));
    }
    page.into_text()
}

fn sentence(found: &Found<'_>) -> String {
    let spectrum = &found.loaded.spectrum;
    let what = match (&found.change, found.elements.len()) {
        (Some(change), 0) if change.files.is_empty() && found.places.is_empty() => {
            return format!("No source of a recorded class has changed since {:.8}", change.since);
        }
        (Some(change), lines) => {
            let files = counted(change.files.len(), "file");
            let places = if found.places.is_empty() {
                String::new()
            } else {
                format!("{} and ", found.places.join(", "))
            };
            format!(
                "{places}what has changed in {files} since {:.8} ({} with code)",
                change.since,
                counted(lines, "line")
            )
        }
        (None, 1) => found.places.join(", "),
        (None, lines) => format!("{} ({})", found.places.join(", "), counted(lines, "line")),
    };
    let failing =
        found.tests.iter().filter(|of| spectrum.tests[of.test.index()].outcome == Outcome::Failed).count();
    let all = counted(spectrum.tests.len(), "test");
    let run = if found.tests.len() == 1 { "runs" } else { "run" };
    let who = match found.tests.len() {
        0 => return format!("None of {all} runs {}", printable(&what)),
        tests => format!("{} of {all}", number(tests)),
    };
    let failed = match failing {
        0 => String::new(),
        1 if found.tests.len() == 1 => "; it fails".to_owned(),
        1 => "; 1 of them fails".to_owned(),
        failing => format!("; {} of them fail", number(failing)),
    };
    format!("{who} {run} {}{failed}", printable(&what))
}

fn table(found: &Found<'_>, top: usize) -> Table {
    let spectrum = &found.loaded.spectrum;
    let is_one = found.elements.len() == 1;
    let mut columns = vec![Column::left("outcome", Cut::Never), Column::right("seconds")];
    if !is_one {
        columns.push(Column::right("lines"));
    }
    columns.extend([Column::right("of all it runs"), Column::left("test", Cut::Start)]);
    let mut table = Table::new(columns);
    for of in found.tests.iter().take(top) {
        let test = &spectrum.tests[of.test.index()];
        let outcome = if test.outcome == Outcome::Failed { style::BAD } else { style::PLAIN };
        let mut cells = vec![
            Cell::new(outcome, test.outcome.name()),
            Cell::plain(format!("{:.3}", test.duration_ns as f64 / 1e9)),
        ];
        if !is_one {
            cells.push(Cell::plain(number(of.runs)));
        }
        cells.extend([Cell::plain(number(of.in_all)), Cell::plain(printable(&names::test(test)))]);
        table.row(cells);
    }
    table
}

/// The lines that no test runs, by method: `Foo.java:17-19  Foo.bar`.
fn not_run(found: &Found<'_>) -> Vec<String> {
    let spectrum = &found.loaded.spectrum;
    let mut methods = BTreeMap::<usize, Vec<u32>>::new();
    for element in &found.not_run {
        let element = &spectrum.elements[element.index()];
        methods.entry(element.method.index()).or_default().push(element.line);
    }
    let place = |(method, mut lines): (usize, Vec<u32>)| {
        let method = &spectrum.methods[method];
        let class = &spectrum.classes[method.class.index()];
        lines.sort_unstable();
        lines.dedup();
        let file = class.source_file.clone().unwrap_or_else(|| class.name.clone());
        let module = found.files.module_name(method.class);
        let module = if module.is_empty() { String::new() } else { format!("{module}: ") };
        format!(
            "{module}{}:{}  {}",
            printable(&file),
            ranges(&lines),
            names::method(&class.name, method, false)
        )
    };
    methods.into_iter().map(place).collect()
}

/// Ascending numbers as ranges: `3, 5-7`. Lines without code between two of them do not divide a range.
fn ranges(lines: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for line in lines {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *line => *last = *line,
            _ => ranges.push((*line, *line)),
        }
    }
    let range = |(first, last): &(u32, u32)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    ranges.iter().map(range).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn neighbouring_lines_are_one_range() {
        assert_eq!(ranges(&[3, 5, 6, 7, 9]), "3, 5-7, 9");
        assert_eq!(ranges(&[]), "");
    }
}
