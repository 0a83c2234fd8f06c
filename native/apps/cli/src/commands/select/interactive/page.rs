//! Texts of the dialogue: opening, offered test, changes of the ranking, closing.

use faultline_diagnosability::{Answer, Effect, Offer};
use faultline_messages::names;
use faultline_messages::words::{counted, number, printable};
use faultline_spectrum::{MethodId, TestId};

use faultline_terminal::page::{one_line, wrapped};
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use super::super::overloads::Overloads;
use super::super::text::{place, shown};
use faultline_test_selection::asked::ranking::{Move, Ranking, Tally};
use faultline_test_selection::asked::start::Start;

/// Number of suspects shown after each answer.
pub const TOP: usize = 5;
/// Number of suspects shown on request.
pub const MORE: usize = 20;
/// Number of methods named per side.
const NAMED: usize = 3;

/// The prompt with the available commands.
pub const PROMPT: &str = "[p]assed [f]ailed [s]kip [u]ndo [r]anking [q]uit [?] >";

/// Formats the texts.
pub struct Page<'a> {
    start: &'a Start,
    terminal: Terminal,
    overloads: Overloads<'a>,
}

impl<'a> Page<'a> {
    /// Creates a formatter for a start.
    pub fn new(start: &'a Start, terminal: Terminal) -> Self {
        Self { start, terminal, overloads: Overloads::of(&start.spectrum) }
    }

    /// Describes what is known before the first answer.
    pub fn opening(&self, tally: Tally) -> Vec<String> {
        let (failed, passed) = self.start.given_by_outcome();
        let given = match (failed.len(), passed.len()) {
            (0, 0) => "no test".to_owned(),
            (1, 0) => format!("{}, which failed", self.test(failed[0])),
            (failed, 0) => counted(failed, "failing test"),
            (failed, passed) => format!("{}, {} failed", counted(failed + passed, "test"), number(failed)),
        };
        let mut lines = self.prose(&format!(
            "Given {given}. Offering {} by {}.",
            counted(self.start.pool.candidates.len(), "candidate"),
            self.start.metric
        ));
        if tally != Tally::default() {
            lines.extend(self.prose(&format!("Continuing from {}.", answers(tally))));
        }
        lines
    }

    /// Describes an offered test, with its source location and further information.
    pub fn offer(
        &self,
        at: usize,
        offer: Offer,
        effect: &Effect,
        (source, about): (Option<&str>, Option<&str>),
    ) -> Vec<String> {
        let test = &self.start.spectrum.tests[offer.test.index()];
        let name = Cell::plain(format!("{at}  ")).and(style::SUSPECT, names::test(test));
        let mut lines = vec![String::new()];
        lines.extend(one_line(name, Cut::Start, &self.terminal));
        if let Some(source) = source {
            let source = Cell::new(style::DIM, format!("   {}", printable(source)));
            lines.extend(one_line(source, Cut::Start, &self.terminal));
        }
        lines.extend(about.iter().flat_map(|about| self.indented(&printable(about))));
        if self.start.pool.labelled {
            lines.push(format!("   recorded as {}", test.outcome.name()));
        }
        let suspicious = if self.start.given_by_outcome().0.is_empty() { "" } else { "suspicious " };
        lines.extend(self.indented(&format!(
            "{} {}; runs {} of {} in {} of {}; splits {} of {} of lines that all tests so far run alike",
            self.start.metric,
            shown(offer.score),
            number(effect.lines),
            counted(effect.of_lines, &format!("{suspicious}line")),
            number(effect.methods),
            counted(effect.of_methods, "method"),
            number(effect.splits),
            counted(effect.groups, "group"),
        )));
        lines.extend(self.apart(effect).iter().flat_map(|text| self.indented(text)));
        lines
    }

    fn apart(&self, effect: &Effect) -> Option<String> {
        match (&effect.runs[..], &effect.leaves[..]) {
            ([], _) => None,
            (runs, []) => Some(format!("would tell apart lines within {}", self.methods(runs))),
            (runs, leaves) => {
                Some(format!("would tell {} from {}", self.methods(runs), self.methods(leaves)))
            }
        }
    }

    /// Shows how the first suspects moved.
    pub fn moves(&self, after: &Ranking, before: &Ranking, most: usize) -> Vec<String> {
        if after.suspects.is_empty() {
            return self.prose("There is no ranking while no test has failed.");
        }
        let mut table = Table::new(vec![
            Column::right("rank"),
            Column::right("was"),
            Column::left("", Cut::Never),
            Column::right("score"),
            Column::left("method", Cut::End),
        ]);
        for (placed, was, moved) in after.moves(before, most) {
            table.row(vec![
                Cell::plain(place(placed)),
                Cell::new(style::DIM, was.map_or_else(|| "-".to_owned(), place)),
                arrow(moved),
                Cell::plain(shown(placed.score)),
                Cell::plain(self.overloads.name(placed.method)),
            ]);
        }
        let mut lines = table.lines(&self.terminal);
        if after.suspects.len() > most {
            let more = format!("… {}", counted(after.suspects.len() - most, "more suspect"));
            lines.push(self.terminal.paint(style::DIM, &more));
        }
        lines
    }

    /// Confirms an undone answer.
    pub fn taken_back(&self, offer: Offer, answer: Answer) -> Vec<String> {
        self.prose(&format!("Undone: {} {}.", self.test(offer.test), told(answer)))
    }

    /// Summarises the answers and the remaining candidates.
    pub fn closing(&self, tally: Tally, left: usize) -> Vec<String> {
        let mut lines = vec![String::new()];
        lines.extend(self.prose(&format!("{}; {} left.", answers(tally), counted(left, "candidate"))));
        lines
    }

    /// Wraps a paragraph.
    pub fn prose(&self, text: &str) -> Vec<String> {
        wrapped(text, "", self.terminal.width)
    }

    fn indented(&self, text: &str) -> Vec<String> {
        let narrower = self.terminal.width.saturating_sub(3);
        wrapped(text, "", narrower).into_iter().map(|line| format!("   {line}")).collect()
    }

    fn test(&self, test: TestId) -> String {
        names::test(&self.start.spectrum.tests[test.index()])
    }

    fn methods(&self, methods: &[MethodId]) -> String {
        let named: Vec<String> =
            methods.iter().take(NAMED).map(|&method| self.overloads.name(method)).collect();
        match methods.len().saturating_sub(NAMED) {
            0 => named.join(", "),
            more => format!("{} and {} more", named.join(", "), number(more)),
        }
    }
}

/// Explains the commands.
pub fn help() -> Vec<String> {
    [
        "p  passed: the result is right",
        "f  failed: the result is wrong; its lines are suspicious",
        "s  skip: you do not know; the test is not offered again",
        "u  undo: remove the last answer, one more each time",
        "r  ranking: show more of it",
        "q  quit",
    ]
    .map(|line| format!("   {line}"))
    .into()
}

/// Summary: `3 tests labelled: 2 passed, 1 failed; 1 skipped`.
fn answers(tally: Tally) -> String {
    let labelled = counted(tally.passed + tally.failed, "test");
    let skipped =
        if tally.skipped == 0 { String::new() } else { format!("; {} skipped", number(tally.skipped)) };
    format!(
        "{labelled} labelled, {} passed and {} failed{skipped}",
        number(tally.passed),
        number(tally.failed)
    )
}

/// The answer's word in files and in JSON.
pub fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Passed => "passed",
        Answer::Failed => "failed",
        Answer::Skipped => "skipped",
    }
}

/// The answer as a clause about a test.
fn told(answer: Answer) -> &'static str {
    match answer {
        Answer::Passed => "passed",
        Answer::Failed => "failed",
        Answer::Skipped => "was skipped",
    }
}

fn arrow(moved: Move) -> Cell {
    match moved {
        Move::Up => Cell::new(style::BAD, "↑"),
        Move::Down => Cell::new(style::GOOD, "↓"),
        Move::Stays => Cell::new(style::DIM, "="),
        Move::New => Cell::new(style::WARN, "new"),
    }
}
