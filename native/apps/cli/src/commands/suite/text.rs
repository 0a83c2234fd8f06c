//! The survey as text: the suite, tables of packages and classes, the largest groups.

use faultline_diagnosability::ambiguity::Group;
use faultline_messages::words::{counted, number, printable};
use faultline_spectrum::Outcome;

use faultline_terminal::page::{Page, more, wrapped};
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use faultline_quality_gate::words::{Words, lines, share};
use faultline_quality_gate::{Part, Survey};

use crate::commands::short_names::ShortNames;

/// Number of methods listed per group.
const METHODS_SHOWN: usize = 4;
/// As wide as the longest name of a measure plus a space.
const MARGIN: &str = "       ";
/// Columns are dropped before names are cut below this width.
const COMFORTABLE_NAME: usize = 24;

/// Renders the whole survey, ending with a line break.
pub fn render(survey: &Survey, parts: usize, terminal: &Terminal) -> String {
    let mut text = Text { survey, parts, page: Page::new(terminal), words: Words::of(survey) };
    text.whole();
    // A single package or class has the measures of the whole, except for tests that run none of it.
    if survey.packages.len() > 1 {
        text.parts("package", &survey.packages);
    }
    if survey.classes.len() > 1 {
        text.parts("class", &survey.classes);
    }
    text.groups();
    text.page.into_text()
}

struct Text<'a> {
    survey: &'a Survey<'a>,
    /// Number of packages and of classes shown.
    parts: usize,
    page: Page<'a>,
    words: Words<'a>,
}

impl Text<'_> {
    fn whole(&mut self) {
        let (survey, m) = (self.survey, &self.survey.whole);
        let counts =
            [Outcome::Passed, Outcome::Failed].map(|outcome| (survey.ended(outcome), outcome.name()));
        let counts: Vec<_> = counts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, name)| format!("{} {name}", number(count)))
            .collect();
        self.page.line(format!(
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
        self.page.blank();
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

    /// Adds a measure of the suite, with its name in the margin.
    fn measure(&mut self, name: &str, text: &str) {
        let mut lines = wrapped(text, MARGIN, self.page.terminal.width).into_iter();
        if let Some(first) = lines.next() {
            self.page.line(self.page.terminal.paint(style::HEADING, name) + &first[name.len()..]);
        }
        self.page.lines(lines);
    }

    fn parts(&mut self, one: &'static str, parts: &[Part]) {
        self.page.blank();
        let shown = parts.len().min(self.parts);
        let short = ShortNames::of(parts.iter().map(|part| part.name.as_str()));
        let mut named = Vec::with_capacity(shown);
        for part in &parts[..shown] {
            let name = match (one, part.name.as_str()) {
                ("package", "") => "(no package)".to_owned(),
                ("class", name) => short.name(name),
                (_, name) => printable(name),
            };
            let name =
                if part.module.is_empty() { name } else { format!("{}: {name}", printable(&part.module)) };
            named.push((name, part));
        }
        let mut table = parts_table(one, &named, true);
        if table.natural_width(0, COMFORTABLE_NAME) > self.page.terminal.width {
            table = parts_table(one, &named, false);
        }
        self.page.table(&table);
        if let Some(more) = more(shown, parts.len(), one) {
            self.dim(&more);
        }
    }

    fn groups(&mut self) {
        self.page.blank();
        let survey = self.survey;
        if survey.groups.is_empty() {
            self.page.line("Every two lines are told apart by some test.");
            return;
        }
        self.page.one_line(
            Cell::new(style::HEADING, "Largest groups")
                .and(style::DIM, ": lines that exactly the same tests run"),
            Cut::End,
        );
        for group in &survey.groups {
            self.group(group);
        }
        let more = survey.ambiguous - survey.groups.len();
        if more > 0 {
            self.page.blank();
            self.dim(&format!(
                "… {} more of {}; --top shows more",
                number(more),
                counted(survey.ambiguous, "group")
            ));
        }
    }

    fn group(&mut self, group: &Group) {
        self.page.blank();
        let style_of_tests = if group.tests.is_empty() { style::WARN } else { style::PLAIN };
        let heading = Cell::new(style::SUSPECT, counted(group.size, "line"))
            .and(style::PLAIN, format!(" in {}, ", self.words.extent(group)))
            .and(style_of_tests, self.words.run_by(group));
        self.page.one_line(heading, Cut::End);
        let mut table = Table::new(vec![
            Column::left("", Cut::Never),
            Column::left("", Cut::Start),
            Column::left("", Cut::End),
        ]);
        for of in group.methods.iter().take(METHODS_SHOWN) {
            table.row(vec![
                Cell::plain(" "),
                Cell::plain(self.words.method(of.method)),
                Cell::new(style::DIM, lines(of)),
            ]);
        }
        self.page.lines(table.lines(self.page.terminal).into_iter().skip(1));
        if group.methods.len() > METHODS_SHOWN {
            let more = &group.methods[METHODS_SHOWN..];
            let lines: usize = more.iter().map(|of| of.lines.len()).sum();
            self.dim(&format!("   … {}, {}", counted(more.len(), "more method"), counted(lines, "line")));
        }
        self.page.prose(style::PLAIN, "   ", &self.words.advice(group));
    }

    /// Adds text that wraps at spaces and is never cut.
    fn dim(&mut self, text: &str) {
        let indent: String = text.chars().take_while(|c| *c == ' ').collect();
        self.page.prose(style::DIM, &indent, text);
    }
}

/// The table of packages or classes; `wide` adds the factors and `EntBug`.
fn parts_table(one: &'static str, parts: &[(String, &Part)], wide: bool) -> Table {
    let mut columns = vec![Column::left(one, Cut::Start)];
    columns.extend(["tests", "lines", "run"].map(Column::right));
    let wide_titles: &[&str] = if wide { &["density", "diversity", "unique"] } else { &[] };
    columns.extend(wide_titles.iter().map(|title| Column::right(title)));
    columns.push(Column::right("DDU"));
    if wide {
        columns.push(Column::right("EntBug"));
    }
    columns.extend(["groups", "largest"].map(Column::right));
    let mut table = Table::new(columns);
    for (name, Part { measures: m, .. }) in parts {
        let share = |value| Cell::plain(share(value));
        let count = |count| Cell::plain(number(count));
        // Rounded down, so that 100 % means every line.
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
