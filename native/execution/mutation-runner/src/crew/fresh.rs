//! JVMs of one mutant each, which is active from the start: they confirm mending mutants, or refute them.

use std::collections::{BTreeMap, VecDeque};
use std::thread;
use std::time::Instant;

use faultline_flt::MutationRecord;
use faultline_messages::failure::Failure;
use faultline_spectrum::{Reason, Verdict};

use crate::again;
use crate::confirming::{Case, Kind, cases, is_worth};
use crate::jvm::settings;
use crate::jvm::worker::{Files, Worker};
use crate::named::Number;
use crate::observer::Standing;
use crate::report::Ended;
use crate::stages::Stage;

use super::death::Death;
use super::{Crew, Halt, Session, TICKS};

/// How long a run may take, in maximum durations of a pair, as the JVM has it: class fixtures and the JVM's start are in it.
const ALONE: u32 = 2;

/// A running JVM.
struct Fresh {
    case: Case,
    worker: Worker,
    /// Whether each test passed.
    passed: BTreeMap<Number, bool>,
    /// Whether the JVM has loaded the class with the mutant.
    has_mutant: bool,
    /// Whether all units are done.
    is_done: bool,
}

impl Crew<'_> {
    /// Confirms mending mutants, as many as [`cases`] says.
    pub(super) fn confirm(&mut self, kind: Kind, session: &mut Session) -> Result<(), Halt> {
        let mut next = cases(self.plan, &self.facts, kind);
        if next.is_empty() {
            return Ok(());
        }
        self.report(Stage::Confirm, true, session, |crew, session| {
            while !next.is_empty() {
                if let Some(end) = crew.run_fresh(next, session)? {
                    return Ok(Some(end));
                }
                next = cases(crew.plan, &crew.facts, kind);
            }
            Ok(None)
        })
    }

    /// Runs cases, each in a JVM of its own. Returns why it ended early, if so.
    fn run_fresh(&mut self, cases: Vec<Case>, session: &mut Session) -> Result<Option<Ended>, Failure> {
        let (all, room) = (cases.len(), self.room(cases.len()));
        let (mut waiting, mut running) = (VecDeque::from(cases), Vec::<Fresh>::new());
        loop {
            let end = if session.wishes.count() > 0 {
                Some(Ended::Stopped)
            } else {
                session.deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| Ended::Budget)
            };
            if end.is_some() {
                // Dropping a JVM kills it.
                return Ok(end);
            }
            while running.len() < room
                && let Some(case) = waiting.pop_front()
            {
                running.push(self.start_fresh(case)?);
            }
            if running.is_empty() {
                return Ok(None);
            }
            let mut at = 0;
            while at < running.len() {
                if self.has_ended(&mut running[at])? {
                    let fresh = running.remove(at);
                    self.judge(&fresh)?;
                    waiting.retain(|case| is_worth(&self.facts, case.change));
                } else {
                    at += 1;
                }
            }
            let units = (all - waiting.len() - running.len(), all);
            let jvms = self.workers.len() + running.len();
            let standing = Standing { stage: Stage::Confirm, units, pairs: self.pairs, jvms };
            session.observer.now(self.plan, &self.facts, &standing);
            thread::sleep(TICKS[1]);
        }
    }

    /// How many JVMs may run beside those that wait for work, some of which end to make room.
    fn room(&mut self, cases: usize) -> usize {
        while !self.workers.is_empty() && self.workers.len() + cases.min(self.jobs) > self.jobs {
            if let Some(mut idle) = self.workers.pop() {
                idle.quit();
            }
        }
        self.jobs - self.workers.len()
    }

    fn start_fresh(&mut self, case: Case) -> Result<Fresh, Failure> {
        self.fresh += 1;
        let scratch = self.folder.scratch();
        let file = |ending: &str| scratch.join(format!("fresh{}.{ending}", self.fresh));
        let files = Files { results: file("flt"), pair: file("pair"), log: file("log") };
        let mutant = (case.change, self.facts.part_of(case.change));
        let text = settings::fresh(
            (self.plan, case.site, mutant),
            &self.limits,
            (&files.results, &files.pair),
            &self.origin,
        );
        let mut worker = self.launch(case.site, &files, (&file("settings"), text))?;
        let commands: String = case.units.iter().map(|unit| unit.commands_to_pass(self.plan)).collect();
        if let Some(unit) = case.units.first() {
            worker.give(unit.clone(), commands + "quit\n");
        }
        Ok(Fresh { case, worker, passed: BTreeMap::new(), has_mutant: false, is_done: false })
    }

    /// Takes what a JVM has written. Returns whether nothing more is to come.
    fn has_ended(&self, fresh: &mut Fresh) -> Result<bool, Failure> {
        // Poll before reading: what a JVM wrote before its exit is then there to be read.
        let status = fresh
            .worker
            .poll()
            .map_err(|error| Failure::failed(format!("waiting for a JVM failed: {error}")))?;
        for record in fresh.worker.records() {
            fresh.take(&record);
        }
        if let Some(status) = status {
            let death = Death::Ended(status);
            if !fresh.is_done && !death.is_from_outside() {
                fresh.accuse();
            }
            return Ok(true);
        }
        let (stuck, most) = (fresh.worker.stuck(), ALONE * self.wall_most + self.limits.beyond);
        let is_in_a_test = fresh.worker.pair().test != 0;
        if stuck <= most || !is_in_a_test && stuck <= self.limits.silence.max(most) {
            return Ok(false);
        }
        fresh.worker.kill();
        Ok(true)
    }

    /// Takes over what a JVM said of its mutant, and writes it to the program's own file. Tests that it did not come to wait
    /// for another JVM, unless it came to none.
    fn judge(&mut self, fresh: &Fresh) -> Result<(), Failure> {
        let change = fresh.case.change;
        let told: Vec<_> = fresh.told().collect();
        if told.is_empty() {
            self.facts.untold.extend(fresh.case.tests().map(|test| (test, change)));
        }
        for (test, passes) in told {
            self.pairs += 1;
            let verdict = if passes { Verdict::Passes } else { Verdict::Same };
            self.own.verdict(self.plan, &self.facts, (test, change), (verdict, Reason::None))?;
            if passes {
                self.facts.confirmed.insert((test, change));
            } else {
                self.facts.refute(self.plan, test, change);
            }
        }
        Ok(())
    }
}

impl Fresh {
    fn take(&mut self, record: &MutationRecord) {
        match record {
            MutationRecord::Class(class) if class.class == self.case.change.class => {
                let mutant = self.case.change.mutant;
                self.has_mutant |= class.mutants.iter().any(|of| of.mutant == mutant);
            }
            MutationRecord::Test(test) => drop(self.passed.insert(test.test, true)),
            MutationRecord::Unusable(unusable) if again::ended_otherwise(unusable) => {
                self.passed.insert(unusable.test, false);
            }
            MutationRecord::Stage(stage) => self.is_done = stage.unit as usize == self.case.units.len(),
            _ => {}
        }
    }

    /// The tests that ended, and whether they passed. One that failed before it came to the class says nothing of the mutant.
    fn told(&self) -> impl Iterator<Item = (Number, bool)> {
        let told = self.case.tests().filter_map(|test| Some((test, *self.passed.get(&test)?)));
        told.filter(|(_, passes)| *passes || self.has_mutant)
    }

    /// Blames the JVM's death on the test that ran, and on the mutant: which classes the test has loaded is written after it.
    fn accuse(&mut self) {
        let test = self.worker.pair().test;
        if self.case.tests().any(|of| of == test) {
            self.passed.entry(test).or_insert(false);
            self.has_mutant = true;
        }
    }
}
