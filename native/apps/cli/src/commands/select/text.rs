//! The selection as text: a table per start.

use faultline_diagnosability::Relation;
use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_sbfl::finite;
use faultline_spectrum::{Outcome, TestId};

use faultline_terminal::page::Page;
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use faultline_test_selection::pool::Source;
use faultline_test_selection::report::{Choice, Report};
use faultline_test_selection::standing::{Placed, Standing};

use super::overloads::Overloads;

/// Number of given tests listed by name.
const GIVEN_SHOWN: usize = 3;

/// Renders the whole report, ending with a line break.
pub fn render(report: &Report, terminal: &Terminal) -> String {
    let mut text = Text { report, page: Page::new(terminal), methods: Overloads::of(report.spectrum) };
    text.heading();
    for choice in &report.choices {
        text.page.blank();
        text.choice(choice);
    }
    if report.more > 0 {
        text.page.blank();
        text.prose(&format!(
            "… {}; --failing picks one, --given all-failing starts from all together, --json has all.",
            counted(report.more, "more failing test")
        ));
    }
    text.page.into_text()
}

struct Text<'a> {
    report: &'a Report<'a>,
    page: Page<'a>,
    methods: Overloads<'a>,
}

impl Text<'_> {
    fn heading(&mut self) {
        let (report, pool) = (self.report, &self.report.pool);
        let candidates = match pool.source {
            Source::Passed => counted(pool.candidates.len(), "passed test"),
            Source::Names => format!("{} of the pool", counted(pool.candidates.len(), "test")),
            Source::Recording if pool.labelled => counted(pool.candidates.len(), "test of the pool"),
            Source::Recording => format!("{} of the pool", counted(pool.candidates.len(), "unlabelled test")),
        };
        let left_out = match (pool.source, pool.left_out) {
            (Source::Passed, _) | (_, 0) => String::new(),
            (_, left_out) => format!(" ({} aborted or skipped left out)", number(left_out)),
        };
        self.prose(&format!(
            "Chosen by {} from {candidates}{left_out}; {} values are better.",
            report.metric,
            report.metric.better()
        ));
    }

    fn choice(&mut self, choice: &Choice) {
        self.given(choice);
        let has_suite = self.report.relation != Relation::Grown
            && choice.steps.iter().any(|step| step.suite_value.is_some());
        let has_outcome = self.report.pool.labelled
            && choice.steps.iter().any(|step| self.outcome(step.test) != Outcome::Passed);
        let has_standing = choice.standing.is_some();
        let shape = Shape { has_suite, has_outcome, has_standing };
        let mut table = Table::new(shape.columns());
        let given = match choice.given.len() {
            0 => "(none)",
            _ => "(given)",
        };
        let start = Row {
            step: 0,
            value: choice.suite_value,
            suite: choice.suite_value,
            outcome: None,
            standing: choice.standing.as_ref(),
        };
        table.row(self.row(shape, &start, Cell::new(style::DIM, given)));
        for (step, at) in choice.steps.iter().zip(1..) {
            let row = Row {
                step: at,
                value: Some(step.value),
                suite: step.suite_value,
                outcome: Some(self.outcome(step.test)),
                standing: step.standing.as_ref(),
            };
            table.row(self.row(shape, &row, Cell::plain(self.test(step.test))));
        }
        self.page.table(&table);
        if choice.steps.is_empty() {
            self.prose("There is no candidate besides the given tests.");
        } else if choice.steps.len() < self.report.asked {
            self.prose(&format!("There are no more than {} to choose.", counted(choice.steps.len(), "test")));
        }
        self.gain(choice);
        self.effect(choice);
    }

    fn given(&mut self, choice: &Choice) {
        let report = self.report;
        let shown = match choice.given[..] {
            [] => Cell::plain("Given no test").and(style::DIM, ", none failed"),
            [only] => {
                Cell::plain("Given ").and(style::SUSPECT, self.test(only)).and(style::PLAIN, self.how(only))
            }
            _ => {
                let failed = choice.given.iter().filter(|&&test| self.outcome(test) == Outcome::Failed);
                let failed = failed.count();
                let passed = choice.given.len() - failed;
                let words = match passed {
                    0 => counted(failed, "failing test"),
                    _ => format!("{}, {} failed", counted(choice.given.len(), "test"), number(failed)),
                };
                Cell::plain("Given ").and(style::SUSPECT, words)
            }
        };
        self.page.one_line(shown, Cut::End);
        let failed: Vec<TestId> =
            choice.given.iter().copied().filter(|&test| self.outcome(test) == Outcome::Failed).collect();
        if choice.given.len() > 1 {
            for &test in failed.iter().take(GIVEN_SHOWN) {
                let name = names::test(&report.spectrum.tests[test.index()]);
                self.page.one_line(Cell::new(style::DIM, format!("  {name}")), Cut::Start);
            }
            if failed.len() > GIVEN_SHOWN {
                let more = format!("  … {} more", number(failed.len() - GIVEN_SHOWN));
                self.page.one_line(Cell::new(style::DIM, more), Cut::End);
            }
        }
    }

    fn how(&self, test: TestId) -> String {
        format!(", which {}", self.outcome(test).name())
    }

    /// Says after which step no candidate improved the value, if the metric's values show that.
    fn gain(&mut self, choice: &Choice) {
        if self.report.relation != Relation::Grown {
            return;
        }
        let before =
            std::iter::once(choice.suite_value).chain(choice.steps.iter().map(|step| Some(step.value)));
        let gains = choice.steps.iter().zip(before).map(|(step, before)| {
            before.is_none_or(|before| self.report.metric.better().compare(step.value, before).is_gt())
        });
        let last = gains.zip(1..).filter(|(gains, _)| *gains).map(|(_, step)| step).last().unwrap_or(0);
        if last < choice.steps.len() {
            self.prose(&format!("After step {last} no test makes the value better."));
        }
    }

    /// Describes the effect of the tests on the ranking in a sentence.
    fn effect(&mut self, choice: &Choice) {
        if !self.report.pool.labelled {
            self.prose("Outcomes of the pool are unknown, and so is the effect of these tests on a ranking.");
            return;
        }
        let (Some(leader), Some(start), Some(end)) =
            (&choice.leader, &choice.standing, choice.steps.last().and_then(|step| step.standing.as_ref()))
        else {
            return;
        };
        let ties = match leader.placed.rank_max {
            1 => String::new(),
            tied => format!(" with {} more", number(tied as usize - 1)),
        };
        self.prose(&format!(
            "With every passing test ({}) {} is first{ties} by {} (ties: {}). It was at {} of {} and is at {} of \
             {} with the tests chosen.",
            number(leader.passing),
            self.methods.name(leader.placed.method),
            self.report.ranking,
            self.report.ties,
            place(&start.leader),
            counted(start.suspects, "suspect"),
            place(&end.leader),
            number(end.suspects),
        ));
    }

    fn row(&self, shape: Shape, row: &Row<'_>, test: Cell) -> Vec<Cell> {
        let value = |value: Option<f64>| Cell::plain(value.map_or("-".to_owned(), shown));
        let mut cells = vec![Cell::plain(row.step.to_string()), value(row.value)];
        if shape.has_suite {
            // Given tests have no candidate value.
            if row.step == 0 {
                cells[1] = Cell::plain("-");
            }
            cells.push(value(row.suite));
        }
        cells.push(test);
        if shape.has_outcome {
            cells.push(match row.outcome {
                None => Cell::default(),
                Some(Outcome::Failed) => Cell::new(style::BAD, Outcome::Failed.name()),
                Some(outcome) => Cell::new(style::GOOD, outcome.name()),
            });
        }
        if shape.has_standing {
            cells.push(Cell::plain(row.standing.map_or(String::new(), |standing| place(&standing.leader))));
            cells.push(row.standing.map_or_else(Cell::default, |standing| self.first(standing)));
        }
        cells
    }

    fn first(&self, standing: &Standing) -> Cell {
        let name = standing.top.first().map_or(String::new(), |first| self.methods.name(first.method));
        let more = if standing.tied > 1 { format!(" +{}", number(standing.tied - 1)) } else { String::new() };
        Cell::plain(name).and(style::DIM, more)
    }

    fn outcome(&self, test: TestId) -> Outcome {
        self.report.spectrum.tests[test.index()].outcome
    }

    fn test(&self, test: TestId) -> String {
        let test = &self.report.spectrum.tests[test.index()];
        names::simple_test(test)
    }

    fn prose(&mut self, text: &str) {
        self.page.prose(style::PLAIN, "", text);
    }
}

/// The optional columns of a table.
#[derive(Clone, Copy)]
struct Shape {
    has_suite: bool,
    has_outcome: bool,
    has_standing: bool,
}

struct Row<'a> {
    step: usize,
    value: Option<f64>,
    suite: Option<f64>,
    outcome: Option<Outcome>,
    standing: Option<&'a Standing>,
}

impl Shape {
    fn columns(self) -> Vec<Column> {
        let mut columns = vec![Column::right("step"), Column::right("value")];
        if self.has_suite {
            columns.push(Column::right("suite"));
        }
        columns.push(Column::left("test", Cut::Start));
        if self.has_outcome {
            columns.push(Column::left("outcome", Cut::Never));
        }
        if self.has_standing {
            columns.extend([Column::right("rank"), Column::left("most suspicious", Cut::End)]);
        }
        columns
    }
}

/// The rank: `6-7` for a tie.
pub fn place(placed: &Placed) -> String {
    if placed.rank_min == placed.rank_max {
        number(placed.rank_min as usize)
    } else {
        format!("{}-{}", number(placed.rank_min as usize), number(placed.rank_max as usize))
    }
}

/// A value with four decimals; integers without decimals, small values in scientific notation.
pub fn shown(value: f64) -> String {
    let value = finite(value);
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value:.0}")
    } else if value.abs() < 0.001 {
        format!("{value:.1e}")
    } else {
        format!("{value:.4}")
    }
}
