//! What came of a run.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use faultline_jvm_process::jvm::left_out::LeftOut;
use faultline_spectrum::{Reason, Verdict};

use crate::facts::{DRIFTS, Facts};
use crate::plan::Plan;
use crate::stages::Stage;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All stages are done.
    Done,
    /// The time was over.
    Budget,
    /// Somebody wished it to.
    Stopped,
}

/// What a stage took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageReport {
    /// Which.
    pub stage: Stage,
    /// Pairs that ran in it.
    pub pairs: usize,
    /// By the clock.
    pub seconds: f64,
    /// Of the processors, the program's and its JVMs'. Units: seconds.
    pub cpu: f64,
    /// Whether it came to its end.
    pub finished: bool,
}

/// What came of a run.
#[derive(Debug)]
pub struct Report {
    /// What was to be done.
    pub plan: Plan,
    /// What is known.
    pub facts: Facts,
    /// Stages that began, in their order.
    pub stages: Vec<StageReport>,
    /// How it ended.
    pub end: Ended,
    /// The signal by which somebody wished so.
    pub signal: Option<i32>,
    /// Pairs that this session ran.
    pub pairs: usize,
    /// JVMs that it started.
    pub jvms: usize,
    /// Pairs that were given to a JVM and not run.
    pub not_run: usize,
    /// By the clock.
    pub wall: Duration,
    /// Of the processors, this program's and its JVMs'. Units: seconds.
    pub cpu: f64,
    /// Where the results lie.
    pub folder: PathBuf,
    /// Oddities of files.
    pub notes: Vec<String>,
}

impl Report {
    /// How many pairs ended so, of all that are known.
    pub fn verdicts(&self) -> BTreeMap<(Verdict, Reason), usize> {
        let mut counts = BTreeMap::new();
        for &verdict in self.facts.verdicts.values() {
            *counts.entry(verdict).or_default() += 1;
        }
        counts
    }

    /// Whether failing tests ran on all mutants that they were to run on, whatever else the end cut short.
    pub fn has_run_failing_tests(&self) -> bool {
        let of_failing = |stage: &&StageReport| matches!(stage.stage, Stage::ProbeFailing | Stage::Failing);
        // Mutants without room in a class file are of a further part, which goes through the stages again.
        let last = self.stages.iter().rfind(of_failing);
        let is_done = last.is_some_and(|last| last.stage == Stage::Failing && last.finished);
        self.end == Ended::Done || is_done && !self.facts.has_next_part()
    }

    /// Mutants that were compiled in.
    pub fn mutants(&self) -> usize {
        self.facts.classes.values().map(|class| class.mutants.len()).sum()
    }

    /// Tests and classes that could not be used.
    pub fn left_out(&self) -> Vec<LeftOut> {
        left_out(&self.plan, &self.facts)
    }
}

/// Tests that cannot be used, as people are told of them.
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
