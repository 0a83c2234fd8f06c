//! The survey as text: the whole, tables of packages and classes, the largest groups.

use std::collections::{BTreeMap, HashMap};

use faultline_diagnosability::ambiguity::{Group, MethodLines, Split};
use faultline_spectrum::{MethodId, Outcome, TestId};
use faultline_telling::names;
use faultline_telling::words::{counted, number, printable};

use faultline_show::page::{one_line, wrapped};
use faultline_show::table::{Align, Cell, Column, Cut, Table};
use faultline_show::terminal::{Terminal, style};

use faultline_rules::{Part, Survey};

/// Methods of a group that are listed.
const METHODS_SHOWN: usize = 4;
/// Test classes of a group that are listed.
const TEST_CLASSES_SHOWN: usize = 2;
/// Methods that tests enter without running the lines that no test runs.
const ENTERED_SHOWN: usize = 2;
/// Ranges of lines of a method that are listed.
const RANGES_SHOWN: usize = 6;
/// As wide as the longest name of a measure and a blank.
const MARGIN: &str = "       ";
/// Where longer names would be cut, columns are left out first.
const COMFORTABLE_NAME: usize = 24;

/// The whole survey, ending in a line break.
pub fn render(survey: &Survey, parts: usize, terminal: &Terminal) -> String {
    let mut page = Page { survey, parts, terminal, lines: Vec::new(), overloaded: overloads(survey) };
    page.whole();
    // One package or class measures as the whole does, but for tests that run none of it.
    if survey.packages.len() > 1 {
        page.parts("package", &survey.packages);
    }
    if survey.classes.len() > 1 {
        page.parts("class", &survey.classes);
    }
    page.groups();
    page.lines.push(String::new());
    page.lines.join("\n")
}

struct Page<'a> {
    survey: &'a Survey<'a>,
    /// How many packages and classes are shown.
    parts: usize,
    terminal: &'a Terminal,
    lines: Vec<String>,
    /// Methods (class, name) of which the class has several.
    overloaded: HashMap<(u32, &'a str), usize>,
}

impl Page<'_> {
    fn whole(&mut self) {
        let (survey, m) = (self.survey, &self.survey.whole);
        let counts =
            [Outcome::Passed, Outcome::Failed].map(|outcome| (survey.ended(outcome), outcome.name()));
        let counts: Vec<_> = counts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, name)| format!("{} {name}", number(count)))
            .collect();
        self.lines.push(format!(
            "{}: {}; {}, {}",
            counted(m.tests, "test"),
            counts.join(", "),
            counted(survey.classes.len(), "class"),
            counted(m.elements, "line"),
        ));
        let left_out = survey.spectrum.tests.len() - m.tests;
        if left_out > 0 {
            self.dim(&format!("{} that neither passed nor failed left out", counted(left_out, "test")));
        }
        if m.idle > 0 {
            let of = counted(m.tests, "test");
            self.dim(&format!("{} of the {of} ran no recorded line", number(m.idle)));
        }
        self.lines.push(String::new());
        self.measure(
            "DDU",
            &format!(
                "{} = density {} x diversity {} x uniqueness {}",
                share(m.ddu),
                share(m.density),
                share(m.diversity),
                share(m.uniqueness)
            ),
        );
        self.measure(
            "EntBug",
            &format!(
                "{} ({} as published code has it); 0 is best",
                share(m.entbug),
                share(m.entbug_published)
            ),
        );
        self.measure(
            "TfD",
            &match (counted(m.groups, "ambiguity group"), m.elements - m.alone) {
                (groups, 0) => format!("{groups}; every line alone"),
                (groups, together) => format!(
                    "{groups}; {} alone, {} in {}",
                    counted(m.alone, "line"),
                    number(together),
                    counted(survey.ambiguous, "larger group"),
                ),
            },
        );
    }

    /// A measure of the whole, its name beside it.
    fn measure(&mut self, name: &str, text: &str) {
        let lines = wrapped(text, MARGIN, self.terminal.width);
        for (at, line) in lines.iter().enumerate() {
            self.lines.push(if at == 0 {
                let beside = &line[name.len()..];
                self.terminal.paint(style::HEADING, name) + beside
            } else {
                line.clone()
            });
        }
    }

    fn parts(&mut self, one: &'static str, parts: &[Part]) {
        self.lines.push(String::new());
        let shown = parts.len().min(self.parts);
        let mut with_name = HashMap::<String, usize>::new();
        for part in parts {
            *with_name.entry(names::simple_class(&part.name)).or_default() += 1;
        }
        let mut named = Vec::with_capacity(shown);
        for part in &parts[..shown] {
            let simple = names::simple_class(&part.name);
            let name = match (one, part.name.as_str()) {
                ("package", "") => "(no package)".to_owned(),
                ("class", _) if with_name[&simple] == 1 => simple,
                (_, name) => printable(name),
            };
            let name =
                if part.module.is_empty() { name } else { format!("{}: {name}", printable(&part.module)) };
            named.push((name, part));
        }
        let mut table = parts_table(one, &named, true);
        if table.natural_width(0, COMFORTABLE_NAME) > self.terminal.width {
            table = parts_table(one, &named, false);
        }
        self.lines.extend(table.lines(self.terminal));
        if shown < parts.len() {
            let more = parts.len() - shown;
            self.dim(&format!("… {} more of {}; --top 0 shows all", number(more), counted(parts.len(), one)));
        }
    }

    fn groups(&mut self) {
        self.lines.push(String::new());
        let survey = self.survey;
        if survey.groups.is_empty() {
            self.lines.push("Every two lines are told apart by some test.".to_owned());
            return;
        }
        self.one_line(
            Cell::new(style::HEADING, "Largest groups")
                .and(style::DIM, ": lines that exactly the same tests run"),
            Cut::End,
        );
        for group in &survey.groups {
            self.group(group);
        }
        let more = survey.ambiguous - survey.groups.len();
        if more > 0 {
            self.lines.push(String::new());
            self.dim(&format!(
                "… {} more of {}; --top shows more",
                number(more),
                counted(survey.ambiguous, "group")
            ));
        }
    }

    fn group(&mut self, group: &Group) {
        self.lines.push(String::new());
        let spectrum = self.survey.spectrum;
        let methods = match (group.methods.len(), group.classes(spectrum)) {
            (1, _) => "one method".to_owned(),
            (methods, 1) => format!("{} of one class", counted(methods, "method")),
            (methods, classes) => format!("{} of {}", counted(methods, "method"), counted(classes, "class")),
        };
        let (style_of_tests, tests) = self.tests_of(group);
        let heading = Cell::new(style::SUSPECT, counted(group.size, "line"))
            .and(style::PLAIN, format!(" in {methods}, "))
            .and(style_of_tests, tests);
        self.one_line(heading, Cut::End);
        let column = |cut| Column { title: "", align: Align::Left, cut };
        let mut table = Table::new(vec![column(Cut::Never), column(Cut::Start), column(Cut::End)]);
        for of in group.methods.iter().take(METHODS_SHOWN) {
            table.row(vec![
                Cell::plain(" "),
                Cell::plain(self.method(of.method)),
                Cell::new(style::DIM, lines(of)),
            ]);
        }
        self.lines.extend(table.lines(self.terminal).into_iter().skip(1));
        if group.methods.len() > METHODS_SHOWN {
            let more = &group.methods[METHODS_SHOWN..];
            let lines: usize = more.iter().map(|of| of.lines.len()).sum();
            self.dim(&format!("   … {}, {}", counted(more.len(), "more method"), counted(lines, "line")));
        }
        for line in wrapped(&self.advice(group), "   ", self.terminal.width) {
            self.lines.push(line);
        }
    }

    /// Who runs the group: `run by 12 tests (1 failed): FooTest (11), BarTest (1)`.
    fn tests_of(&self, group: &Group) -> (anstyle::Style, String) {
        let spectrum = self.survey.spectrum;
        if group.tests.is_empty() {
            return (style::WARN, "run by no test".to_owned());
        }
        let failed = match group.failed(spectrum) {
            0 => String::new(),
            failed => format!(" ({} failed)", number(failed)),
        };
        if group.tests.len() == self.survey.whole.tests {
            return (style::PLAIN, format!("run by every test{failed}"));
        }
        if let [only] = group.tests[..] {
            let how = if failed.is_empty() { "" } else { " (it failed)" };
            return (style::PLAIN, format!("run by {} alone{how}", self.test(only)));
        }
        let mut by_class = BTreeMap::<&str, usize>::new();
        for test in &group.tests {
            *by_class.entry(&spectrum.tests[test.index()].class).or_default() += 1;
        }
        let mut by_class: Vec<_> = by_class.into_iter().filter(|(class, _)| !class.is_empty()).collect();
        by_class.sort_by_key(|(_, tests)| std::cmp::Reverse(*tests));
        let mut names: Vec<String> = by_class
            .iter()
            .take(TEST_CLASSES_SHOWN)
            .map(|(class, tests)| format!("{} ({})", names::simple_class(class), number(*tests)))
            .collect();
        if by_class.len() > TEST_CLASSES_SHOWN {
            names.push(format!("{} more", counted(by_class.len() - TEST_CLASSES_SHOWN, "class")));
        }
        let names = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
        (style::PLAIN, format!("run by {}{failed}{names}", counted(group.tests.len(), "test")))
    }

    /// What kind of test would split the group.
    fn advice(&self, group: &Group) -> String {
        match &group.split {
            Split::Run { entered } if entered.is_empty() => "To split: run any of them.".to_owned(),
            Split::Run { entered } => {
                let near: Vec<_> = entered
                    .iter()
                    .take(ENTERED_SHOWN)
                    .map(|&(method, test)| {
                        format!("{} runs other lines of {}", self.test(test), self.method(method))
                    })
                    .collect();
                format!("To split: run any of them. Near: {}.", near.join("; "))
            }
            Split::Near { test, reach, line, avoid } => format!(
                "To split: let {}, which runs other lines of {}, run its line {line} too, and still nothing of {}.",
                self.test(*test),
                self.method(*reach),
                self.method(*avoid)
            ),
            Split::Apart { one, other } => format!(
                "To split: run {} without {}, or the other way round; no test does yet.",
                self.method(*one),
                self.method(*other)
            ),
            Split::Within { method, between: Some((from, to)) } => format!(
                "To split: run line {from} of {} and not line {to}, or the other way round; tests differ \
                 already on the lines between them.",
                self.method(*method)
            ),
            Split::Within { method, between: None } => format!(
                "To split: leave {} among these lines, or branch there; no test does yet.",
                self.method(*method)
            ),
        }
    }

    fn test(&self, test: TestId) -> String {
        let test = &self.survey.spectrum.tests[test.index()];
        names::simple_test(test)
    }

    /// With parameters where its class has another method of its name.
    fn method(&self, id: MethodId) -> String {
        let spectrum = self.survey.spectrum;
        let method = &spectrum.methods[id.index()];
        let is_overloaded =
            self.overloaded.get(&(method.class.0, method.name.as_str())).is_some_and(|n| *n > 1);
        names::method(&spectrum.classes[method.class.index()].name, method, is_overloaded)
    }

    /// Sentences and commands are broken at blanks, never cut.
    fn dim(&mut self, text: &str) {
        let indent: String = text.chars().take_while(|c| *c == ' ').collect();
        let lines = wrapped(text, &indent, self.terminal.width);
        self.lines.extend(lines.iter().map(|line| self.terminal.paint(style::DIM, line)));
    }

    fn one_line(&mut self, cell: Cell, cut: Cut) {
        self.lines.extend(one_line(cell, cut, self.terminal));
    }
}

fn overloads<'a>(survey: &'a Survey) -> HashMap<(u32, &'a str), usize> {
    let mut methods = HashMap::new();
    for method in &survey.spectrum.methods {
        *methods.entry((method.class.0, method.name.as_str())).or_default() += 1;
    }
    methods
}

/// The table of packages or classes; the factors and `EntBug` only where there is room.
fn parts_table(one: &'static str, parts: &[(String, &Part)], wide: bool) -> Table {
    let number_column = |title| Column { title, align: Align::Right, cut: Cut::Never };
    let mut columns = vec![Column { title: one, align: Align::Left, cut: Cut::Start }];
    columns.extend(["tests", "lines", "run"].map(number_column));
    let wide_titles: &[&str] = if wide { &["density", "diversity", "unique"] } else { &[] };
    columns.extend(wide_titles.iter().map(|title| number_column(title)));
    columns.push(number_column("DDU"));
    if wide {
        columns.push(number_column("EntBug"));
    }
    columns.extend(["groups", "largest"].map(number_column));
    let mut table = Table::new(columns);
    for (name, Part { measures: m, .. }) in parts {
        let share = |value| Cell::plain(share(value));
        let count = |count| Cell::plain(number(count));
        // Rounded down: 100 % is every line.
        let run = format!("{}%", m.covered * 100 / m.elements.max(1));
        let mut cells =
            vec![Cell::new(style::SUSPECT, name), count(m.tests), count(m.elements), Cell::plain(run)];
        if wide {
            cells.extend([share(m.density), share(m.diversity), share(m.uniqueness)]);
        }
        cells.push(share(m.ddu));
        if wide {
            cells.push(share(m.entbug));
        }
        cells.extend([count(m.groups), count(m.largest)]);
        table.row(cells);
    }
    table
}

/// A number from 0 to 1 such that a small one is not shown as none.
fn share(value: f64) -> String {
    if value == 0.0 || value >= 0.001 { format!("{value:.4}") } else { format!("{value:.1e}") }
}

/// `12-14, 17`: neighbouring numbers as a range.
fn lines(of: &MethodLines) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &line in &of.lines {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 >= line => *last = line,
            _ => ranges.push((line, line)),
        }
    }
    let range = |&(first, last): &(u32, u32)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    let mut shown: Vec<String> = ranges.iter().take(RANGES_SHOWN).map(range).collect();
    if ranges.len() > RANGES_SHOWN {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}
