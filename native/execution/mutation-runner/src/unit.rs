//! A unit of work of one JVM: tests of one class, with the mutants that they run on.

use faultline_flt::line;
use faultline_recording_store::driver::Driver;
use faultline_spectrum::Outcome;

use crate::named::{Change, Number};
use crate::numbers::numbers;
use crate::plan::Plan;

/// The question that a unit answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asks {
    /// Which mutants each test infects.
    Probes,
    /// How each test ends on each of its mutants.
    Verdicts {
        /// Whether a mutant is finished at the first passing test that fails.
        first_break: bool,
        /// Whether the JVM is checked after every mutant that changed something, instead of only at the end.
        check_each: bool,
    },
}

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Unique number in a run.
    pub number: u32,
    /// Index of the site that it runs in.
    pub site: usize,
    /// The driver that runs it.
    pub driver: Driver,
    /// The class that is passed to its framework.
    pub class: String,
    /// The question.
    pub asks: Asks,
    /// Tests with their mutants, in this order; empty lists for probes.
    pub tests: Vec<(Number, Vec<Change>)>,
    /// Expected duration, by earlier durations of its tests. Units: ns.
    pub cost: u64,
    /// How often a JVM died of it before it had any result.
    pub deaths: u32,
}

impl Unit {
    /// Number of its pairs.
    pub fn pairs(&self) -> usize {
        self.tests.iter().map(|(_, changes)| changes.len()).sum()
    }

    /// The commands for a JVM. `initialisers`: whether static initialisers run again.
    pub fn commands(&self, plan: &Plan, initialisers: bool) -> String {
        let (asks, each, first) = match self.asks {
            Asks::Probes => ("probe", false, false),
            Asks::Verdicts { first_break, check_each } => ("verdicts", check_each, first_break),
        };
        let mut text = line([
            "unit",
            &self.number.to_string(),
            self.driver.word(),
            &self.class,
            asks,
            if each { "each" } else { "end" },
            if first { "1" } else { "0" },
        ]);
        let again = |test| initialisers && self.asks == Asks::Probes && plan.has_initialisers(test);
        for (number, changes) in &self.tests {
            let Some(test) = plan.row(*number) else { continue };
            text.push_str(&line([
                "test",
                &number.to_string(),
                &test.unique_id,
                &test.class,
                &test.method,
                expected(test.outcome),
                test.failure.as_ref().map_or("", |failure| &failure.exception),
                &numbers(changes.iter().map(|change| change.word())),
                if again(*number) { "1" } else { "0" },
            ]));
        }
        text.push_str("run\n");
        text
    }

    /// The commands for a JVM in which each test is to pass, without a mutant of its own.
    pub fn commands_to_pass(&self, plan: &Plan) -> String {
        let number = self.number.to_string();
        let mut text = line(["unit", &number, self.driver.word(), &self.class, "verdicts", "end", "0"]);
        for (number, _) in &self.tests {
            let Some(test) = plan.row(*number) else { continue };
            let number = number.to_string();
            let expected = expected(Outcome::Passed);
            let fields = ["test", &number, &test.unique_id, &test.class, &test.method, expected, "", "", "0"];
            text.push_str(&line(fields));
        }
        text + "run\n"
    }
}

/// The expected outcome of a test without a mutant, as a field of a command.
fn expected(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Failed => "f",
        Outcome::Passed => "p",
        Outcome::Aborted | Outcome::Skipped => "a",
    }
}
