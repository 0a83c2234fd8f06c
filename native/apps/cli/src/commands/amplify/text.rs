//! The report as text.

use faultline_test_amplification::report::{Ended, Report};

use faultline_messages::names;
use faultline_messages::words::{counted, number, printable, seconds, shell_word};

use faultline_terminal::page::Page;
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use faultline_test_amplification::ranked::{Group, Ranked};

use crate::commands::groups::{self, place};

/// Number of methods shown per group.
const METHODS: usize = 5;
/// Number of edits shown per group.
const EDITS: usize = 5;
/// Number of omissions listed.
const LEFT_OUT: usize = 10;

/// Renders the whole page, ending with a line break. `moved` says what has changed among the suspects of `rank`.
pub fn render(report: &Report, ranked: &Ranked, moved: &[String], terminal: &Terminal) -> String {
    let mut text = Text { report, ranked, page: Page::new(terminal) };
    for (at, group) in ranked.groups.iter().take(groups::SHOWN).enumerate() {
        text.group(at, group);
        text.page.blank();
    }
    if let Some(left_out) = groups::left_out(ranked.groups.len()) {
        text.prose(&left_out);
        text.page.blank();
    }
    text.labels();
    text.left_out();
    text.written();
    text.cost();
    groups::moved(&mut text.page, moved);
    text.page.into_text()
}

struct Text<'a> {
    report: &'a Report,
    ranked: &'a Ranked,
    page: Page<'a>,
}

impl Text<'_> {
    fn prose(&mut self, text: &str) {
        self.page.prose(style::PLAIN, "", text);
    }

    fn dim(&mut self, text: &str) {
        self.page.prose(style::DIM, "  ", text);
    }

    fn group(&mut self, at: usize, group: &Group) {
        let (spectrum, place) = (self.report.plan.spectrum(), (at, self.ranked.groups.len()));
        groups::heading(&mut self.page, spectrum, place, &group.failing);
        self.table(group);
        self.page.blank();
        for evidence in group.evidence.iter().take(EDITS) {
            self.page.prose(style::PLAIN, "  ", &printable(&evidence.says));
        }
        if group.evidence.len() > EDITS {
            let more = counted(group.evidence.len() - EDITS, "more edit");
            self.dim(&format!("… {more} after which variants pass; --json has all"));
        }
    }

    fn table(&mut self, group: &Group) {
        let mut table = Table::new(vec![
            Column::right("rank"),
            Column::right("before"),
            Column::right("score"),
            Column::left("method", Cut::End),
            Column::left("line", Cut::Never),
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
        groups::title(&mut self.page, "Suspicious methods", &self.ranked.spec);
        self.page.table(&table);
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
            self.prose("Label them, the most informative first: faultline select --interactive --variants");
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
