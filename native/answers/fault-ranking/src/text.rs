//! The ranking as text with all scores: the failures, the table of suspects, their sources.

use std::collections::{BTreeSet, HashMap};

use faultline_mbfl::each_once;
use faultline_messages::names;
use faultline_messages::words::{counted, number, printable};
use faultline_recording_store::sources::{SourceFile, Sources};
use faultline_sbfl::{Level, RankingSpec, Ties};
use faultline_spectrum::{Outcome, Spectrum};
use unicode_width::UnicodeWidthStr;

use faultline_terminal::page::{self, Page};
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use crate::excerpt::excerpt;
use crate::report::{Group, Report, Suspect};

/// Failing tests listed per group.
const TESTS_SHOWN: usize = 3;
/// Number of suspects with a source excerpt: for a single group, and for each of several.
const EXCERPTS: (usize, usize) = (3, 1);
/// Number of suspects per group whose mending mutants are shown.
const MENDING: usize = 5;
/// Number of edits shown per group.
const EDITS: usize = 3;
/// Number of groups with source excerpts; more would make the page too long.
const GROUPS_WITH_EXCERPTS: usize = 5;

/// Names are cut to this width before paths are shortened.
const COMFORTABLE_NAME: usize = 32;
/// In narrow windows names are cut to this width before the last numbers are dropped.
const SHORT_NAME: usize = 12;

/// How source locations are shown in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// `org/x/Foo.java:17`
    Path,
    /// `Foo.java:17`
    File,
}

/// A column of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Rank,
    Score,
    Base,
    Size,
    Trace,
    Name,
    Mutants,
    Changed,
    Evidence,
    Ef,
    Ep,
    Nf,
    Np,
}

/// The layout of the table of suspects.
#[derive(Clone, Debug)]
struct Layout {
    numbers: Vec<Number>,
    place: Place,
    /// Minimum width of names.
    name: usize,
}

impl Layout {
    /// All layouts, the most detailed first. The first that fits is used, else the last.
    fn all(spec: &RankingSpec) -> Vec<Self> {
        use Number::{Base, Changed, Ef, Ep, Evidence, Mutants, Name, Nf, Np, Rank, Score, Size, Trace};
        let is_there = |number: &Number| match number {
            Size => spec.size.is_some(),
            Trace => spec.trace.is_some(),
            Name => spec.name.is_some(),
            Mutants => spec.mutants.is_some(),
            Changed => spec.changed.is_some(),
            Evidence => spec.weights().is_some(),
            Base => {
                [spec.size, spec.trace, spec.name, spec.mutants, spec.changed].iter().any(Option::is_some)
            }
            _ => true,
        };
        let full = [Rank, Score, Base, Size, Trace, Name, Mutants, Changed, Evidence, Ef, Ep, Nf, Np]
            .into_iter()
            .filter(is_there);
        let full: Vec<_> = full.collect();
        // The omitted columns follow from the rest: base = score / size / trace / name / mutants / changed, nf = F -
        // ef.
        let without = |numbers: &[Number]| full.iter().copied().filter(|n| !numbers.contains(n)).collect();
        let short: Vec<_> = without(&[Base, Nf, Np]);
        let counts: Vec<_> = without(&[Base, Size, Trace, Name, Mutants, Changed, Evidence, Nf, Np]);
        let layout = |numbers, place, name| Self { numbers, place, name };
        let mut layouts = vec![layout(full.clone(), Place::Path, COMFORTABLE_NAME)];
        layouts.extend([full, short].map(|numbers| layout(numbers, Place::File, COMFORTABLE_NAME)));
        // With few numbers left, names are cut before these numbers are dropped.
        layouts.push(layout(counts, Place::File, SHORT_NAME));
        layouts.push(layout(vec![Rank, Score], Place::File, SHORT_NAME));
        layouts
    }
}

/// Renders the whole report, ending with a line break.
pub fn render(report: &Report, sources: &mut Sources, terminal: &Terminal) -> String {
    let mut text =
        Text { report, page: Page::new(terminal), told_of_missing_source: false, has_excerpt: false };
    text.totals();
    for (at, group) in report.groups.iter().enumerate() {
        text.page.blank();
        text.group(at, group);
        text.page.blank();
        text.answer(group);
        text.table(group);
        text.mending(group);
        text.outcomes(group);
        text.amplified(group);
        if at < GROUPS_WITH_EXCERPTS {
            text.excerpts(group, sources);
        }
    }
    text.without_excerpts();
    text.hint();
    text.page.into_text()
}

struct Text<'a> {
    report: &'a Report<'a>,
    page: Page<'a>,
    /// The note is printed once: a missing source folder affects all suspects.
    told_of_missing_source: bool,
    /// Whether any suspect has an excerpt.
    has_excerpt: bool,
}

impl Text<'_> {
    /// Explains that later groups have no excerpts, because readers expect them below each table.
    fn without_excerpts(&mut self) {
        if self.has_excerpt && self.report.groups.len() > GROUPS_WITH_EXCERPTS {
            let groups = counted(GROUPS_WITH_EXCERPTS, "group");
            let text =
                format!("Sources are shown of the first {groups} only; --failing picks a test of another");
            self.page.blank();
            self.page.prose(style::DIM, "", &text);
        }
    }

    fn hint(&mut self) {
        for hint in &self.report.hints {
            self.page.blank();
            self.page.prose(style::DIM, "", hint);
        }
    }

    fn totals(&mut self) {
        let report = self.report;
        self.page.line(counts(report, self.page.terminal));
        if report.groups.len() > 1 {
            self.page.line(format!(
                "The failing tests form {} by exception and throwing line. Each is ranked on its own,",
                counted(report.groups.len(), "group")
            ));
            self.page.line("the failures of the others left out.");
        }
        for says in report.unseen.iter().flat_map(|unseen| &unseen.says) {
            self.page.prose(style::WARN, "", &printable(says));
        }
    }

    fn group(&mut self, at: usize, group: &Group) {
        let number_of = if self.report.groups.len() > 1 {
            format!("Group {} of {}: ", at + 1, self.report.groups.len())
        } else {
            String::new()
        };
        heading(&mut self.page, self.report, group, &number_of);
        for &test in group.failing.iter().take(TESTS_SHOWN) {
            let test = &self.report.spectrum.tests[test.index()];
            let shown = names::shown(test).map_or(String::new(), |shown| format!("  {shown}"));
            self.page.one_line(Cell::new(style::DIM, format!("  {}{shown}", names::test(test))), Cut::Start);
        }
        if group.failing.len() > TESTS_SHOWN {
            let more = number(group.failing.len() - TESTS_SHOWN);
            self.page.one_line(Cell::new(style::DIM, format!("  … {more} more")), Cut::End);
        }
        if let Some(message) = group.failing.iter().find_map(|test| group.messages.get(test)) {
            self.page.lines(message.lines(self.page.terminal));
        }
        if group.left_out > 0 && self.report.chosen {
            let left_out = counted(group.left_out, "other failing test");
            self.page.one_line(Cell::new(style::DIM, format!("  {left_out} left out")), Cut::End);
        }
    }

    fn answer(&mut self, group: &Group) {
        if let Some(doubt) = &group.doubt {
            self.page.prose(style::WARN, "", &printable(&doubt.says));
        }
        if let Some(answer) = &group.answer {
            self.page.prose(style::HEADING, "", &printable(&answer.to_string()));
        }
        if let Some(change) = group.last_change.as_ref().filter(|_| group.answer.is_some()) {
            self.page.prose(style::PLAIN, "", &printable(&change.says()));
        }
        let since = group.since.first();
        for says in since.iter().flat_map(|since| &since.says) {
            self.page.prose(style::PLAIN, "", &printable(says));
        }
        if group.answer.is_some() || since.is_some() {
            self.page.blank();
        }
    }

    fn table(&mut self, group: &Group) {
        let (report, terminal) = (self.report, self.page.terminal);
        let (one, several) = level_words(report.level);
        let ties = match report.ties {
            Ties::Average => "ties rank at their mean (average)",
            Ties::Min => "ties rank first (min)",
            Ties::LineOrder => "ties rank in the order of lines (line-order)",
            _ => "ties rank last (max)",
        };
        let title = Cell::new(style::HEADING, format!("Suspicious {several}"));
        let by = format!(" by {}", report.spec);
        if "Suspicious ".len() + several.len() + by.width() + 2 + ties.width() <= terminal.width {
            self.page.one_line(title.and(style::DIM, format!("{by}, {ties}")), Cut::End);
        } else {
            self.page.one_line(title.and(style::DIM, by), Cut::End);
            self.page.one_line(Cell::new(style::DIM, format!("  {ties}")), Cut::End);
        }
        if report.spec.clone {
            let text = format!("  each failing test counts {:.4} times (clone)", group.clone_factor);
            self.page.one_line(Cell::new(style::DIM, text), Cut::End);
        }
        // An element that no failing test executed is no suspect, whatever its rank.
        let suspects: Vec<_> = group.suspects.iter().filter(|suspect| suspect.counts.ef > 0).collect();
        if suspects.is_empty() {
            let text =
                format!("none: the failing tests executed no recorded {one}; record more with --include");
            self.page.prose(style::PLAIN, "  ", &text);
            return;
        }
        let overloaded = overloads(report.spectrum, &suspects);
        let table = Layout::all(&report.spec)
            .into_iter()
            .map(|layout| {
                let rows: Vec<_> = suspects
                    .iter()
                    .map(|suspect| row(report, suspect, label(report, suspect, &overloaded), &layout))
                    .collect();
                let mut table = Table::new(columns(report, &layout, cut_of_places(&rows, terminal)));
                for row in rows {
                    table.row(row);
                }
                let fits = table.natural_width(layout.numbers.len(), layout.name) <= terminal.width;
                (table, fits)
            })
            .reduce(|chosen, shorter| if chosen.1 { chosen } else { shorter });
        let table = table.map(|(table, _)| table);
        self.page.lines(table.into_iter().flat_map(|table| table.lines(terminal)));
        let more = page::more(suspects.len(), group.ranked, one);
        if let Some(more) = more.filter(|_| suspects.len() == group.suspects.len()) {
            self.page.prose(style::DIM, "", &more);
        }
    }

    /// Describes the mending mutants of the first suspects.
    fn mending(&mut self, group: &Group) {
        let shown = group.suspects.iter().filter(|suspect| suspect.counts.ef > 0);
        let says = each_once(shown.filter_map(|suspect| Some(suspect.mending.as_ref()?.says.as_str())));
        if says.is_empty() {
            return;
        }
        self.page.blank();
        for (says, _) in says.into_iter().take(MENDING) {
            self.page.prose(style::PLAIN, "  ", &printable(says));
        }
    }

    /// Describes the outcomes of conditions and calls of the first suspects.
    fn outcomes(&mut self, group: &Group) {
        for suspect in group.suspects.iter().take(MENDING) {
            if let Some(outcome) = &suspect.outcome {
                self.page.prose(
                    style::PLAIN,
                    "  ",
                    &printable(&format!("{}, {}", name_of(self.report, suspect), outcome.says)),
                );
            }
        }
    }

    /// Summarises the variants of the failing tests.
    fn amplified(&mut self, group: &Group) {
        let Some(amplified) = &group.amplified else { return };
        self.page.blank();
        let text = format!(
            "{} of the failing test, of which {} {}, weigh as {:.1} tests",
            counted(amplified.passing + amplified.failing, "labelled variant"),
            number(amplified.passing),
            if amplified.passing == 1 { "passes" } else { "pass" },
            amplified.weight
        );
        self.page.prose(style::PLAIN, "  ", &text);
        for edit in amplified.edits.iter().take(EDITS) {
            self.page.prose(style::PLAIN, "  ", &printable(&edit.says));
        }
    }

    fn excerpt_heading(&mut self, suspect: &Suspect, source: &SourceFile, line: u32) {
        let mut table = Table::new(vec![
            Column::right("    "),
            Column::left("", Cut::End),
            Column::left("", Cut::Start),
            Column::left("", Cut::Never),
        ]);
        table.row(vec![
            Cell::plain(place(self.report, suspect)),
            Cell::new(style::SUSPECT, name_of(self.report, suspect)),
            Cell::new(style::DIM, format!("{}:{line}", printable(&source.path.display().to_string()))),
            Cell::new(style::WARN, remark(source)),
        ]);
        self.page.lines(table.lines(self.page.terminal).into_iter().skip(1));
    }

    fn excerpts(&mut self, group: &Group, sources: &mut Sources) {
        let (report, terminal) = (self.report, self.page.terminal);
        let most = if report.groups.len() > 1 { EXCERPTS.1 } else { EXCERPTS.0 };
        let mut missing = None;
        for (at, suspect) in
            group.suspects.iter().filter(|suspect| suspect.counts.ef > 0).take(most).enumerate()
        {
            let Some(line) = suspect.line else { continue };
            let file = report.path_of(suspect.class);
            let Some(source) = sources.of(&report.spectrum.classes[suspect.class.index()]) else {
                if at == 0 {
                    missing = Some(file);
                }
                continue;
            };
            let number = report.files.number(suspect.class);
            let lines = excerpt(source, number, line, &group.line_scores, terminal);
            if lines.is_empty() {
                continue;
            }
            self.has_excerpt = true;
            self.page.blank();
            self.excerpt_heading(suspect, source, line);
            self.page.lines(lines);
        }
        if let Some(file) = missing.filter(|_| !self.told_of_missing_source) {
            self.told_of_missing_source = true;
            self.page.blank();
            let text =
                format!("The source of {} was not found; name its folder with --source", printable(&file));
            self.page.prose(style::DIM, "", &text);
        }
    }
}

/// Numbers of tests by outcome, of classes and of lines.
pub fn counts(report: &Report, terminal: &Terminal) -> String {
    let styles = [style::GOOD, style::BAD, style::WARN, style::DIM];
    let outcomes: Vec<_> = [Outcome::Passed, Outcome::Failed, Outcome::Aborted, Outcome::Skipped]
        .into_iter()
        .zip(styles)
        .map(|(outcome, style)| (report.ended(outcome), outcome, style))
        .filter(|&(count, ..)| count > 0)
        .map(|(count, outcome, style)| {
            terminal.paint(style, &format!("{} {}", number(count), outcome.name()))
        })
        .collect();
    format!(
        "{}: {}; {}, {}",
        counted(report.spectrum.tests.len(), "test"),
        outcomes.join(", "),
        counted(report.spectrum.count_classes(), "class"),
        counted(report.lines(), "line"),
    )
}

/// Adds the number of a group's tests and their cause, in one line if it fits.
pub fn heading(page: &mut Page<'_>, report: &Report, group: &Group, prefix: &str) {
    let tests = if group.interrupted { "unfinished test" } else { "failing test" };
    let heading = format!("{prefix}{}", counted(group.failing.len(), tests));
    let cause = cause(report, group);
    if cause.is_empty() || heading.width() + 2 + cause.width() <= page.terminal.width {
        let separator = if cause.is_empty() { "" } else { ", " };
        let line = Cell::new(style::HEADING, heading).and(style::PLAIN, format!("{separator}{cause}"));
        page.one_line(line, Cut::End);
    } else {
        page.one_line(Cell::new(style::HEADING, heading), Cut::End);
        page.one_line(Cell::plain(format!("  {cause}")), Cut::End);
    }
}

/// Why a source may differ from the code that ran; empty if it does not.
pub fn remark(source: &SourceFile) -> &'static str {
    match source.doubt {
        Some(doubt) => doubt,
        None if source.changed => "changed since the run",
        None => "",
    }
}

/// The exception of a group's tests and where it was thrown; empty if unknown.
pub fn cause(report: &Report, group: &Group) -> String {
    let exception = group.exception.as_deref().map(printable).unwrap_or_default();
    let Some(site) = &group.site else {
        let class = group.initialiser.as_deref().map(printable);
        return match class {
            Some(class) => format!("{class} could not be initialised"),
            None if group.interrupted => "running when the JVM was ended".to_owned(),
            None => exception,
        };
    };
    let line = if site.line > 0 { format!(":{}", site.line) } else { String::new() };
    let module = match site.which.map_or("", |class| report.files.module_name(class)) {
        "" => String::new(),
        module => format!(" ({module})"),
    };
    let place = printable(&format!("{}{line}{module}", names::frame(&site.class, &site.method)));
    if group.interrupted {
        return format!("at {place} when the JVM was ended");
    }
    let root = group.root.as_deref().map(printable);
    if let Some(class) = group.initialiser.as_deref().map(printable) {
        let thrown = root.unwrap_or(exception);
        return format!("{class} could not be initialised: {thrown} at {place}");
    }
    match root {
        Some(root) => format!("{exception}, thrown as {root} at {place}"),
        None => format!("{exception} at {place}").trim_start().to_owned(),
    }
}

/// What is ranked, as a noun and its plural.
pub fn level_words(level: Level) -> (&'static str, &'static str) {
    match level {
        Level::Line => ("line", "lines"),
        Level::Class => ("class", "classes"),
        _ => ("method", "methods"),
    }
}

/// Locations stay whole as long as method names keep half of the width.
fn cut_of_places(rows: &[Vec<Cell>], terminal: &Terminal) -> Cut {
    let widest = rows.iter().filter_map(|row| row.last()).map(Cell::width).max().unwrap_or(0);
    if widest <= terminal.width / 2 { Cut::Never } else { Cut::Start }
}

fn columns(report: &Report, layout: &Layout, places: Cut) -> Vec<Column> {
    let number = |number: &Number| {
        let title = match number {
            Number::Rank => "rank",
            Number::Score if report.spec.is_probability() => "chance",
            Number::Score => "score",
            Number::Base => "base",
            Number::Size => "size",
            Number::Trace => "trace",
            Number::Name => "name",
            Number::Mutants => "mutants",
            Number::Changed => "changed",
            Number::Evidence => "evidence",
            Number::Ef => "ef",
            Number::Ep => "ep",
            Number::Nf => "nf",
            Number::Np => "np",
        };
        Column::right(title)
    };
    let mut columns: Vec<Column> = layout.numbers.iter().map(number).collect();
    columns.push(Column::left(level_words(report.level).0, Cut::End));
    columns.push(Column::left("where", places));
    columns
}

fn row(report: &Report, suspect: &Suspect, name: String, layout: &Layout) -> Vec<Cell> {
    let (counts, parts) = (&suspect.counts, &suspect.parts);
    let is_first = suspect.rank_min == 1;
    let (number_style, name_style) =
        if is_first { (style::BAD, style::SUSPECT) } else { (style::PLAIN, style::PLAIN) };
    let count = |count: u32| Cell::plain(number(count as usize));
    let factor = |factor: f64| Cell::new(style::DIM, format!("{factor:.2}"));
    let cell = |number: &Number| match number {
        Number::Rank => Cell::new(number_style, place(report, suspect)),
        Number::Score if report.spec.is_probability() => Cell::new(number_style, percent(suspect.score)),
        Number::Score => Cell::new(number_style, score(suspect.score)),
        Number::Base => Cell::new(style::DIM, score(parts.base)),
        Number::Size => factor(parts.size),
        Number::Trace => factor(parts.trace),
        Number::Name => factor(parts.name),
        Number::Mutants => factor(parts.mutants.unwrap_or(1.0)),
        Number::Changed => factor(parts.changed.unwrap_or(1.0)),
        Number::Evidence => factor(parts.evidence.as_ref().map_or(1.0, |weighed| weighed.factor)),
        Number::Ef => count(counts.ef),
        Number::Ep => count(counts.ep),
        Number::Nf => count(counts.nf),
        Number::Np => count(counts.np),
    };
    let mut cells: Vec<Cell> = layout.numbers.iter().map(cell).collect();
    cells.push(Cell::new(name_style, name));
    cells.push(place_in_source(report, suspect, layout.place));
    cells
}

/// The rank: `6-7` for a tie; in line order there are no ties.
pub fn place(report: &Report, suspect: &Suspect) -> String {
    if report.ties == Ties::LineOrder || suspect.rank_min == suspect.rank_max {
        number(suspect.rank as usize)
    } else {
        format!("{}-{}", number(suspect.rank_min as usize), number(suspect.rank_max as usize))
    }
}

/// A probability with two decimals.
pub fn percent(probability: f64) -> String {
    format!("{:.2} %", probability * 100.0)
}

/// A score with four decimals below 1,000.
pub fn score(score: f64) -> String {
    match score {
        _ if score == f64::INFINITY => "inf".to_owned(),
        _ if score == f64::NEG_INFINITY => "-inf".to_owned(),
        _ if score.abs() < 1_000.0 => format!("{score:.4}"),
        _ => format!("{score:.1}"),
    }
}

fn place_in_source(report: &Report, suspect: &Suspect, place: Place) -> Cell {
    let path = printable(&report.path_of(suspect.class));
    let line = suspect.line.map_or(String::new(), |line| format!(":{line}"));
    let (folder, file) = path.rfind('/').map_or(("", path.as_str()), |at| path.split_at(at + 1));
    let module = match report.files.module_name(suspect.class) {
        "" => Cell::default(),
        module => Cell::plain(format!("{}: ", printable(module))),
    };
    match place {
        Place::Path => module.and(style::DIM, folder).and(style::PLAIN, format!("{file}{line}")),
        Place::File => module.and(style::PLAIN, format!("{file}{line}")),
    }
}

/// The suspect's name without parameters; the class's name for a class.
pub fn name_of(report: &Report, suspect: &Suspect) -> String {
    named(report, suspect, false)
}

fn full_name(report: &Report, suspect: &Suspect) -> String {
    named(report, suspect, true)
}

fn named(report: &Report, suspect: &Suspect, with_parameters: bool) -> String {
    let class = &report.spectrum.classes[suspect.class.index()].name;
    match suspect.methods.split_first() {
        None => names::simple_class(class),
        Some((first, others)) => {
            let method = &report.spectrum.methods[first.index()];
            let class = &report.spectrum.classes[method.class.index()].name;
            let more = if others.is_empty() { String::new() } else { format!(" +{}", others.len()) };
            names::method(class, method, with_parameters) + &more
        }
    }
}

/// The suspect's name, with parameters if it is among the `overloaded` names.
pub fn label(report: &Report, suspect: &Suspect, overloaded: &BTreeSet<String>) -> String {
    let name = name_of(report, suspect);
    if overloaded.contains(&name) { full_name(report, suspect) } else { name }
}

/// The file of a suspect and a line of it, with the module if several have such a file: `core: Foo.java:17`.
pub fn file_and_line(report: &Report, suspect: &Suspect, line: Option<u32>) -> String {
    let path = report.path_of(suspect.class);
    let file = path.rsplit('/').next().unwrap_or(&path);
    let line = line.map_or(String::new(), |line| format!(":{line}"));
    match report.files.module_name(suspect.class) {
        "" => printable(&format!("{file}{line}")),
        module => printable(&format!("{module}: {file}{line}")),
    }
}

/// Names shared by several of the shown methods, which therefore need parameters.
pub fn overloads(spectrum: &Spectrum, suspects: &[&Suspect]) -> BTreeSet<String> {
    let mut methods = HashMap::<String, BTreeSet<_>>::new();
    for suspect in suspects {
        if let Some(first) = suspect.methods.first() {
            let method = &spectrum.methods[first.index()];
            let class = &spectrum.classes[method.class.index()].name;
            let more = if suspect.methods.len() > 1 {
                format!(" +{}", suspect.methods.len() - 1)
            } else {
                String::new()
            };
            methods
                .entry(names::method(class, method, false) + &more)
                .or_default()
                .insert(&method.descriptor);
        }
    }
    methods.into_iter().filter(|(_, descriptors)| descriptors.len() > 1).map(|(name, _)| name).collect()
}
