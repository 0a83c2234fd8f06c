//! A page for each chosen test: how it ended, what it said, what it ran.

use std::collections::HashMap;
use std::time::Duration;

use faultline_fault_ranking::report::Group;
use faultline_messages::names;
use faultline_messages::words::{counted, number, seconds};
use faultline_spectrum::{ClassId, MethodId, Test, TestId};
use maud::{Markup, html};
use rayon::prelude::*;

use crate::code::{self, Mark};
use crate::failure;
use crate::frame::{Colophon, Frame, Section};
use crate::group::exception;
use crate::model::Model;
use crate::neighbours::alike;
use crate::sheets::Sheet;
use crate::text::{Name, Shown};
use crate::write::Page;

/// Tests whose pages show sources; the lines of the others are numbers.
const WITH_SOURCES: usize = 100;
/// Lines of sources on a page.
const LINES: usize = 300;
/// Methods on a page.
const METHODS: usize = 200;

/// Renders the pages of all chosen tests.
pub fn pages(model: &Model<'_>, colophon: &Colophon) -> Vec<Page> {
    let tests = model.chosen.all.par_iter().enumerate();
    let page = |(at, &test): (usize, &TestId)| Page {
        path: format!("test/{}.html", at + 1),
        text: page(model, at, test, colophon),
    };
    tests.map(page).collect()
}

fn page(model: &Model<'_>, at: usize, id: TestId, colophon: &Colophon) -> String {
    let test = &model.spectrum().tests[id.index()];
    let (name, full) = (model.test(id), names::test(test));
    let group = model.group_of(id);
    let ran = Ran::of(model, id);
    let main = html! {
        h1.test { (Name(&name)) }
        p.path {
            @if full != name { (Name(&full)) " · " }
            a href="../tests.html" { "all tests" }
        }
        (facts(test, &ran))
        @if let Some((at, group)) = group { (failed(model, id, at, group)) }
        (nearest(model, at))
        (ran.html(model, if at < WITH_SOURCES { LINES } else { 0 }))
    };
    Frame { title: &name, section: Section::Tests, root: "../", data: None, colophon }.page(&main)
}

/// How a test ended, in a word with its colour.
pub fn outcome(test: &Test) -> Markup {
    let name = if test.is_interrupted() { "unfinished" } else { test.outcome.name() };
    html! { span.outcome.(test.outcome.name()) { (name) } }
}

/// How long a test took; nothing where the recording does not say.
pub fn duration(test: &Test) -> Option<String> {
    let nanos = test.duration_ns;
    match nanos {
        0 => None,
        1..1_000_000 => Some("< 1 ms".to_owned()),
        1_000_000..100_000_000 => Some(format!("{} ms", number((nanos / 1_000_000) as usize))),
        _ => Some(seconds(Duration::from_nanos(nanos))),
    }
}

fn facts(test: &Test, ran: &Ran) -> Markup {
    let methods = ran.classes.iter().map(|(_, methods)| methods.len()).sum();
    html! {
        p.totals {
            (outcome(test))
            @if let Some(duration) = duration(test) { " · " (duration) }
            " · " (counted(ran.lines, "line")) " in " (counted(methods, "method")) " of " (counted(ran.classes.len(), "class"))
        }
    }
}

/// What a failing test said, with links to the suspects and to its neighbours.
fn failed(model: &Model<'_>, id: TestId, at: usize, group: &Group) -> Markup {
    html! {
        section.failing aria-labelledby="failure" {
            h2.plain id="failure" { @if group.interrupted { "Not finished" } @else { "The failure" } }
            p { (Name(&exception(model, group))) }
            @if let Some(message) = group.messages.get(&id) { (failure::message(message)) }
            (failure::source(model, id))
            p.aside {
                a href={ "../index.html#g" (at + 1) } { "Its suspects" }
                @if let Some(url) = model.neighbours(id) {
                    " · " a href={ "../" (url) } { "What did it run that its nearest passing neighbour did not?" }
                }
            }
        }
    }
}

fn nearest(model: &Model<'_>, at: usize) -> Markup {
    let near = model.chosen.nearest.get(at);
    html! {
        section aria-labelledby="near" {
            h2.plain id="near" { "The tests most like it" }
            @match near.map(Vec::as_slice) {
                None => p.quiet { "The tests like it were not looked for, since the suite is large." },
                Some([]) => p.quiet { "No other test runs any of its lines." },
                Some(near) => ul.near {
                    @for &(other, likeness) in near {
                        li {
                            b.share { (alike(likeness)) } " "
                            (failure::named(model, other, "../")) " "
                            (outcome(&model.spectrum().tests[other.index()]))
                        }
                    }
                },
            }
        }
    }
}

/// Methods with the lines of each that a test ran.
type Methods = Vec<(MethodId, Vec<u32>)>;

/// What a test ran.
struct Ran {
    /// Classes with their methods and the lines of these, in the order of sources.
    classes: Vec<(ClassId, Methods)>,
    /// Number of lines.
    lines: usize,
}

impl Ran {
    /// Collects the lines. Cost: O(lines).
    fn of(model: &Model<'_>, id: TestId) -> Self {
        let spectrum = model.spectrum();
        let row = spectrum.coverage.row(id.index());
        let mut ran = Self { classes: Vec::new(), lines: 0 };
        let mut places: HashMap<MethodId, (usize, usize)> = HashMap::new();
        let mut known: HashMap<ClassId, usize> = HashMap::new();
        for (at, line) in model.lines.all().iter().enumerate() {
            if !model.lines.runs(&row, at) {
                continue;
            }
            let class = spectrum.methods[line.method.index()].class;
            let (class, method) = *places.entry(line.method).or_insert_with(|| {
                let at = *known.entry(class).or_insert_with(|| {
                    ran.classes.push((class, Methods::new()));
                    ran.classes.len() - 1
                });
                ran.classes[at].1.push((line.method, Vec::new()));
                (at, ran.classes[at].1.len() - 1)
            });
            ran.classes[class].1[method].1.push(line.line);
            ran.lines += 1;
        }
        ran
    }

    fn html(&self, model: &Model<'_>, with_source: usize) -> Markup {
        let (mut room, mut lines) = (METHODS, with_source);
        let mut sections = Vec::new();
        for (class, methods) in &self.classes {
            let shown = &methods[..methods.len().min(room)];
            room -= shown.len();
            if !shown.is_empty() {
                sections.push(section(model, *class, shown, &mut lines));
            }
        }
        let all: usize = self.classes.iter().map(|(_, methods)| methods.len()).sum();
        html! {
            section aria-labelledby="ran" {
                h2.plain id="ran" { "What it ran" }
                @if sections.is_empty() { p.quiet { "It ran no recorded line." } }
                @for section in sections { (section) }
                @if all > METHODS { p.quiet { "and " (counted(all - METHODS, "more method")) } }
            }
        }
    }
}

/// The methods of a class that a test ran. `room` is the number of lines of sources that the page can still show.
fn section(model: &Model<'_>, class: ClassId, methods: &[(MethodId, Vec<u32>)], room: &mut usize) -> Markup {
    let name = names::simple_class(&model.spectrum().classes[class.index()].name);
    let file = model.report().files.number(class);
    let sheet = model.sheets.get(file);
    let mut bodies = Vec::new();
    for (method, lines) in methods {
        let url = lines.iter().find_map(|line| model.sheets.url(file, *line));
        let on_page =
            |line: &u32| sheet.filter(|sheet| sheet.is_found).and_then(|sheet| sheet.row(*line)).is_some();
        let shows = lines.len() <= *room && lines.iter().all(on_page);
        if shows {
            *room -= lines.len();
        }
        bodies.push(html! {
            div.ran {
                h4 {
                    @match url {
                        Some(url) => a href={ "../" (url) } { (Name(&model.method(*method, true))) },
                        None => span { (Name(&model.method(*method, true))) },
                    }
                    @if !shows { " " span.at-lines { (ranges(lines)) } }
                }
                @if let Some(sheet) = sheet.filter(|_| shows) { (source(model, sheet, lines)) }
            }
        });
    }
    html! {
        section.ran-class {
            h3 { (Name(&name)) " " span.quiet { (Shown(&model.report().path_of(class))) } }
            @for body in bodies { (body) }
        }
    }
}

fn source(model: &Model<'_>, sheet: &Sheet, lines: &[u32]) -> Markup {
    let rows = || lines.iter().filter_map(|line| Some(&sheet.rows[sheet.row(*line)?]));
    let dedent = code::dedent(rows().filter_map(|row| row.indent));
    html! {
        ol.code.(dedent) {
            @for row in rows() {
                @let url = sheet.url(row.line).map(|url| format!("../{url}"));
                (code::line(row, model.share(sheet.file, row.line), Mark {
                    href: url.as_deref(), is_changed: model.is_changed(sheet.file, row.line), ..Mark::default()
                }))
            }
        }
    }
}

/// Line numbers with neighbours joined: `line 3`, `lines 12–15, 18`.
fn ranges(lines: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    // An element without a line has the number 0.
    for &line in lines.iter().filter(|line| **line > 0) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == line => *last = line,
            _ => ranges.push((line, line)),
        }
    }
    let range = |&(first, last): &(u32, u32)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}–{last}"),
    };
    let joined: Vec<String> = ranges.iter().map(range).collect();
    match ranges.as_slice() {
        [] => String::new(),
        [(first, last)] if first == last => format!("line {first}"),
        _ => format!("lines {}", joined.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_lines_are_joined() {
        assert_eq!((ranges(&[0]).as_str(), ranges(&[0, 3]).as_str()), ("", "line 3"));
        assert_eq!(ranges(&[3, 4, 5, 9, 11, 12]), "lines 3–5, 9, 11–12");
    }

    #[test]
    fn short_tests_are_in_milliseconds_and_unknown_durations_are_left_out() {
        let test = |duration_ns| Test {
            duration_ns,
            ..crate::fixture::spectrum(&[(false, vec![])]).tests[0].clone()
        };
        let durations = [0, 400_000, 12_000_000, 1_500_000_000].map(|nanos| duration(&test(nanos)));
        let expected =
            [None, Some("< 1 ms"), Some("12 ms"), Some("1.5 s")].map(|text| text.map(str::to_owned));
        assert_eq!(durations, expected);
    }
}
