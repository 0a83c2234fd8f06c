//! The survey as text: the whole, tables of packages and classes, the largest groups.

use std::collections::HashMap;

use faultline_diagnosability::ambiguity::Group;
use faultline_messages::names;
use faultline_messages::words::{counted, number, printable};
use faultline_spectrum::Outcome;

use faultline_terminal::page::{one_line, wrapped};
use faultline_terminal::table::{Align, Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use faultline_quality_gate::words::{Words, lines, share};
use faultline_quality_gate::{Part, Survey};

/// Methods of a group that are listed.
const METHODS_SHOWN: usize = 4;
/// As wide as the longest name of a measure and a blank.
const MARGIN: &str = "       ";
/// Where longer names would be cut, columns are left out first.
const COMFORTABLE_NAME: usize = 24;

/// The whole survey, ending in a line break.
pub fn render(survey: &Survey, parts: usize, terminal: &Terminal) -> String {
    let mut page = Page { survey, parts, terminal, lines: Vec::new(), words: Words::of(survey) };
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
    words: Words<'a>,
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
        let style_of_tests = if group.tests.is_empty() { style::WARN } else { style::PLAIN };
        let heading = Cell::new(style::SUSPECT, counted(group.size, "line"))
            .and(style::PLAIN, format!(" in {}, ", self.words.extent(group)))
            .and(style_of_tests, self.words.run_by(group));
        self.one_line(heading, Cut::End);
        let column = |cut| Column { title: "", align: Align::Left, cut };
        let mut table = Table::new(vec![column(Cut::Never), column(Cut::Start), column(Cut::End)]);
        for of in group.methods.iter().take(METHODS_SHOWN) {
            table.row(vec![
                Cell::plain(" "),
                Cell::plain(self.words.method(of.method)),
                Cell::new(style::DIM, lines(of)),
            ]);
        }
        self.lines.extend(table.lines(self.terminal).into_iter().skip(1));
        if group.methods.len() > METHODS_SHOWN {
            let more = &group.methods[METHODS_SHOWN..];
            let lines: usize = more.iter().map(|of| of.lines.len()).sum();
            self.dim(&format!("   … {}, {}", counted(more.len(), "more method"), counted(lines, "line")));
        }
        for line in wrapped(&self.words.advice(group), "   ", self.terminal.width) {
            self.lines.push(line);
        }
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
