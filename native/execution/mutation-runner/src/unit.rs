//! A part of the work that one JVM takes at a time: tests of one class, with the mutants that they run on.

use faultline_flt::line;
use faultline_recording_store::driver::Driver;
use faultline_spectrum::Outcome;

use crate::named::{Change, Number};
use crate::numbers::numbers;
use crate::plan::Plan;

/// What a unit is to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asks {
    /// Which mutants each test infects.
    Probes,
    /// How each test ends on each of its mutants.
    Verdicts {
        /// A mutant is done with at the first passing test that fails.
        first_break: bool,
        /// Whether the JVM is looked after behind every mutant that changed something, not only at the end.
        check_each: bool,
    },
}

/// A part of the work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Unlike any other's in a run.
    pub number: u32,
    /// In which kind of JVM it runs.
    pub site: usize,
    /// What runs it.
    pub driver: Driver,
    /// The class that its framework is given.
    pub class: String,
    /// What it is to find out.
    pub asks: Asks,
    /// Tests with their mutants, in this order; probes have none.
    pub tests: Vec<(Number, Vec<Change>)>,
    /// How long it will take, by how long its tests took before. Units: nanoseconds.
    pub cost: u64,
    /// How often a JVM died of it before anything came of it.
    pub deaths: u32,
}

impl Unit {
    /// How many pairs it has.
    pub fn pairs(&self) -> usize {
        self.tests.iter().map(|(_, changes)| changes.len()).sum()
    }

    /// The lines that a JVM is told; static initialisers run again where that is possible.
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
}

/// How a test is to end without a mutant.
fn expected(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Failed => "f",
        Outcome::Passed => "p",
        Outcome::Aborted | Outcome::Skipped => "a",
    }
}
