//! The report of a run.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use faultline_jvm_process::jvm::left_out::LeftOut;
use faultline_spectrum::{Reason, Verdict};

use crate::decided::Decided;
use crate::facts::{DRIFTS, Facts};
use crate::plan::Plan;
use crate::stages::Stage;
use crate::untried;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All stages are done.
    Done,
    /// The budget was used up.
    Budget,
    /// A signal asked it to stop.
    Stopped,
}

/// The report of a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageReport {
    /// The stage.
    pub stage: Stage,
    /// Pairs that ran in it.
    pub pairs: usize,
    /// Wall time. Units: seconds.
    pub seconds: f64,
    /// CPU time of the program and its JVMs. Units: seconds.
    pub cpu: f64,
    /// Whether the stage finished.
    pub finished: bool,
}

impl StageReport {
    /// Adds a report of the same stage that followed.
    pub(crate) fn extend(&mut self, next: &Self) {
        self.pairs += next.pairs;
        self.seconds += next.seconds;
        self.cpu += next.cpu;
        self.finished = next.finished;
    }
}

/// The report of a run.
#[derive(Debug)]
pub struct Report {
    /// The plan.
    pub plan: Plan,
    /// The facts collected.
    pub facts: Facts,
    /// Stages that began, in order.
    pub stages: Vec<StageReport>,
    /// How it ended.
    pub end: Ended,
    /// The signal that stopped it.
    pub signal: Option<i32>,
    /// Pairs run in this session.
    pub pairs: usize,
    /// JVMs started in this session.
    pub jvms: usize,
    /// Those of them that confirmed a mutant.
    pub fresh: usize,
    /// Pairs that were given to a JVM but did not run.
    pub not_run: usize,
    /// Wall time.
    pub wall: Duration,
    /// CPU time of this program and its JVMs. Units: seconds.
    pub cpu: f64,
    /// The folder of results.
    pub folder: PathBuf,
    /// Notes on irregular files.
    pub notes: Vec<String>,
}

impl Report {
    /// Number of pairs by verdict and reason, over all known results.
    pub fn verdicts(&self) -> BTreeMap<(Verdict, Reason), usize> {
        let mut counts = BTreeMap::new();
        for &verdict in self.facts.verdicts.values() {
            *counts.entry(verdict).or_default() += 1;
        }
        counts
    }

    /// Whether failing tests ran on all mutants that they were to run on, even if the run ended early.
    pub fn has_run_failing_tests(&self) -> bool {
        // Mutants without room in a class file belong to a further part, which passes through the stages
        // again.
        let began = self.stages.iter().rposition(|of| of.stage == Stage::ProbeFailing).unwrap_or_default();
        let of_part = &self.stages[began..];
        let is_done = match of_part.iter().rfind(|of| of.stage == Stage::Failing) {
            Some(last) => last.finished,
            None => of_part.len() > 1,
        };
        self.end == Ended::Done || is_done && !self.facts.has_next_part()
    }

    /// Number of mutants that no failing test had to run on, since they cannot change the first suspect.
    pub fn not_needed(&self) -> usize {
        Decided::of(&self.plan, &self.facts, false).left_out(&self.plan, &self.facts).len()
    }

    /// A failing test with the reason, if none of the failing tests could be run again and so none ran on a mutant.
    pub fn none_ran_again(&self) -> Option<LeftOut> {
        let failing = &self.plan.failing;
        let is_out = |test| self.facts.unusable.contains_key(test);
        let ran = |test| self.facts.verdicts.keys().any(|(of, _)| of == test);
        if failing.iter().any(|test| !is_out(test) || ran(test)) {
            return None;
        }
        let first = failing.first()?;
        Some(LeftOut { name: self.plan.name(*first), why: self.facts.unusable.get(first)?.clone() })
    }

    /// Why no mutant was tried on a failing test, as a sentence; `None` if one was, or if others may be.
    pub fn nothing_tried(&self) -> Option<String> {
        untried::why(self)
    }

    /// Number of mutants woven into classes.
    pub fn mutants(&self) -> usize {
        self.facts.classes.values().map(|class| class.mutants.len()).sum()
    }

    /// Tests and classes that could not be used.
    pub fn left_out(&self) -> Vec<LeftOut> {
        left_out(&self.plan, &self.facts)
    }
}

/// Tests and classes that cannot be used, with names and reasons for the report.
fn left_out(plan: &Plan, facts: &Facts) -> Vec<LeftOut> {
    let mut left_out = plan.left_out.clone();
    let of_classes = facts.stale.iter().map(String::as_str).chain(facts.without_room());
    left_out.extend(of_classes.map(|why| LeftOut { name: String::new(), why: why.to_owned() }));
    for (&test, why) in &facts.unusable {
        left_out.push(LeftOut { name: plan.name(test), why: why.clone() });
    }
    for (&test, &drifts) in &facts.drifts {
        if drifts >= DRIFTS && !facts.unusable.contains_key(&test) {
            let why = format!("ended otherwise {drifts} times after mutants had run, and is left alone");
            left_out.push(LeftOut { name: plan.name(test), why });
        }
    }
    left_out
}
