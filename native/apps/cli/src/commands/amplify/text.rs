//! What variants say, for people.

use faultline_test_amplification::report::{Ended, Report};

use faultline_messages::names;
use faultline_messages::words::{counted, number, printable, seconds, shell_word};

use faultline_terminal::page::wrapped;
use faultline_terminal::table::{Align, Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use faultline_test_amplification::ranked::{Group, Ranked};

/// Methods that are shown of each group.
const METHODS: usize = 5;
/// Edits that are told of, of each group.
const EDITS: usize = 5;
/// What is left out that is named.
const LEFT_OUT: usize = 10;
/// Groups that are shown; small ones follow large ones.
const GROUPS: usize = 5;

/// The whole page, ending in a line break.
pub fn render(report: &Report, ranked: &Ranked, terminal: &Terminal) -> String {
    let mut page = Page { report, ranked, terminal, lines: Vec::new() };
    for (at, group) in ranked.groups.iter().take(GROUPS).enumerate() {
        page.group(at, group);
        page.lines.push(String::new());
    }
    if ranked.groups.len() > GROUPS {
        let more = counted(ranked.groups.len() - GROUPS, "further group");
        page.prose(&format!("… {more} of failing tests; --failing picks one, --json has all"));
        page.lines.push(String::new());
    }
    page.labels();
    page.left_out();
    page.written();
    page.cost();
    page.lines.push(String::new());
    page.lines.join("\n")
}

struct Page<'a> {
    report: &'a Report,
    ranked: &'a Ranked,
    terminal: &'a Terminal,
    lines: Vec<String>,
}

impl Page<'_> {
    fn prose(&mut self, text: &str) {
        self.lines.extend(wrapped(text, "", self.terminal.width));
    }

    fn dim(&mut self, text: &str) {
        let lines = wrapped(text, "  ", self.terminal.width);
        self.lines.extend(lines.iter().map(|line| self.terminal.paint(style::DIM, line)));
    }

    fn group(&mut self, at: usize, group: &Group) {
        let spectrum = self.report.plan.spectrum();
        if self.ranked.groups.len() > 1 {
            let test = names::test(&spectrum.tests[group.failing[0].index()]);
            let others = match group.failing.len() - 1 {
                0 => String::new(),
                others => format!(" and {}", counted(others, "other")),
            };
            let heading = format!("Group {} of {}: {test}{others}", at + 1, self.ranked.groups.len());
            self.lines.push(self.terminal.paint(style::HEADING, &heading));
        }
        self.table(group);
        self.lines.push(String::new());
        for evidence in group.evidence.iter().take(EDITS) {
            self.lines.extend(wrapped(&printable(&evidence.says), "  ", self.terminal.width));
        }
        if group.evidence.len() > EDITS {
            let more = counted(group.evidence.len() - EDITS, "more edit");
            self.dim(&format!("… {more} after which variants pass; --json has all"));
        }
    }

    fn table(&mut self, group: &Group) {
        let column = |title, align, cut| Column { title, align, cut };
        let mut table = Table::new(vec![
            column("rank", Align::Right, Cut::Never),
            column("before", Align::Right, Cut::Never),
            column("score", Align::Right, Cut::Never),
            column("method", Align::Left, Cut::End),
            column("line", Align::Left, Cut::Never),
        ]);
        let spectrum = self.report.plan.spectrum();
        for suspect in group.methods.iter().take(METHODS) {
            let method = &spectrum.methods[suspect.method.index()];
            let class = &spectrum.classes[method.class.index()];
            let file = class.source_file.as_deref().unwrap_or(&class.name);
            table.row(vec![
                Cell::plain(place(suspect.place)),
                Cell::new(style::DIM, place(suspect.before)),
                Cell::plain(format!("{:.3}", suspect.score)),
                Cell::new(style::SUSPECT, names::method(&class.name, method, false)),
                Cell::plain(printable(&format!("{file}:{}", suspect.line))),
            ]);
        }
        self.lines.push(format!(
            "{}{}",
            self.terminal.paint(style::HEADING, "Suspicious methods"),
            self.terminal.paint(style::DIM, &format!(" by {}", self.ranked.spec))
        ));
        self.lines.extend(table.lines(self.terminal));
    }

    fn labels(&mut self) {
        let by =
            self.report.labels().into_iter().map(|(by, (passing, failing))| {
                format!("{passing} pass and {failing} fail by {}", by.says())
            });
        let by: Vec<String> = by.collect();
        let labelled = number(self.report.kept.len());
        let labelled = format!("{labelled} of {} labelled", counted(self.report.variants(), "variant"));
        self.prose(&if by.is_empty() { labelled } else { format!("{labelled}: {}", by.join("; ")) });
        let reasons =
            self.report.reasons.iter().map(|(why, count)| format!("{} {}", number(*count), why.says()));
        let reasons: Vec<String> = reasons.collect();
        if !reasons.is_empty() {
            self.prose(&format!("Left out: {}", reasons.join(", ")));
        }
        let asked = self.report.reasons.iter().filter(|(why, _)| why.is_for_a_person());
        if asked.map(|(_, count)| count).sum::<usize>() > 0 {
            self.prose("Say of them what is right, the most telling first: faultline select --interactive --variants");
        }
    }

    fn left_out(&mut self) {
        let left_out = &self.report.left_out;
        for one in left_out.iter().take(LEFT_OUT) {
            self.dim(&printable(&format!("{} {}", one.name, one.why)));
        }
        if left_out.len() > LEFT_OUT {
            self.dim(&format!("… {} more; --json has all", number(left_out.len() - LEFT_OUT)));
        }
        if self.report.unreached > 0 {
            let unreached = counted(self.report.unreached, "failing test");
            self.dim(&format!("{unreached} not reached in time; --budget gives more, --failing picks"));
        }
    }

    fn written(&mut self) {
        if self.report.written.is_empty() {
            return;
        }
        let files = self.report.written.iter().map(|file| shell_word(&file.display().to_string()));
        let files: Vec<String> = files.collect();
        self.prose(&format!(
            "{} written to {}, chosen by {}",
            counted(self.report.tests_written, "test"),
            files.join(", "),
            self.report.choice
        ));
    }

    fn cost(&mut self) {
        let report = self.report;
        let end = match report.end {
            Ended::Done => "",
            Ended::Budget => "; the budget is over",
            Ended::Stopped => "; stopped",
        };
        let built = match report.took.1 {
            built if built.as_secs() > 0 => format!(", {} of it for building the revision", seconds(built)),
            _ => String::new(),
        };
        let folder = shell_word(&report.folder.display().to_string());
        let kept = if report.kept.is_empty() {
            String::new()
        } else {
            format!("; results in {folder}, where faultline rank finds them")
        };
        self.prose(&format!("{}{built}{end}{kept}", seconds(report.took.0)));
    }
}

fn place((first, last): (u32, u32)) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}
