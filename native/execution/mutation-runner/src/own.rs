//! The program's own results file: results that a dead JVM could not write, and those of fresh JVMs.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::PathBuf;

use faultline_files::fresh;
use faultline_flt::Writer;
use faultline_messages::failure::Failure;
use faultline_spectrum::{Origin, Outcome, PairVerdict, Reason, Unusable, Verdict};

use crate::facts::{Facts, as_recorded};
use crate::named::{Change, Class, Number};
use crate::plan::Plan;

/// The file, created at the first write.
#[derive(Debug)]
pub struct Own {
    path: PathBuf,
    origin: Origin,
    writer: Option<Writer<File>>,
    classes: HashSet<Class>,
    tests: HashSet<Number>,
}

impl Own {
    /// Describes the file without creating it.
    pub fn at(path: PathBuf, origin: Origin) -> Self {
        Self { path, origin, writer: None, classes: HashSet::new(), tests: HashSet::new() }
    }

    /// Writes a verdict that no JVM wrote: that a test on a mutant ended its JVM, with the reason, or how it ended in a fresh
    /// JVM. Errors: the operating system's.
    pub fn verdict(
        &mut self,
        plan: &Plan,
        facts: &Facts,
        (test, change): (Number, Change),
        (verdict, reason): (Verdict, Reason),
    ) -> Result<(), Failure> {
        self.write(|own| {
            own.name(plan, facts, test)?;
            if own.classes.insert(change.class)
                && let Some(class) = facts.classes.get(&change.class)
            {
                own.out()?.mutated_class(class)?;
            }
            let Change { class, mutant } = change;
            own.out()?.verdict(&PairVerdict { test, class, mutant, verdict, reason })
        })
    }

    /// Writes that a test cannot be used. Errors: the operating system's.
    pub fn give_up(&mut self, plan: &Plan, facts: &Facts, test: Number, why: &str) -> Result<(), Failure> {
        self.write(|own| {
            own.name(plan, facts, test)?;
            own.out()?.unusable(&Unusable { test, reason: why.to_owned() })
        })
    }

    fn name(&mut self, plan: &Plan, facts: &Facts, test: Number) -> io::Result<()> {
        if !self.tests.insert(test) {
            return Ok(());
        }
        match facts.tests.get(&test).cloned().or_else(|| as_recorded(plan, test)) {
            Some(named) => self.out()?.mutation_test(&named),
            None => Ok(()),
        }
    }

    fn write(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) -> Result<(), Failure> {
        write(self)
            .map_err(|error| Failure::failed(format!("writing {} failed: {error}", self.path.display())))
    }

    fn out(&mut self) -> io::Result<&mut Writer<File>> {
        if self.writer.is_none() {
            let file = fresh(&self.path)?;
            self.writer = Some(Writer::new(file, &self.origin)?);
        }
        self.writer.as_mut().ok_or_else(|| io::Error::other("no file"))
    }
}

/// The verdict of a test that ended its JVM.
pub fn ended(plan: &Plan, test: Number) -> Verdict {
    let is_failing = plan.row(test).is_some_and(|row| row.outcome == Outcome::Failed);
    if is_failing { Verdict::Type } else { Verdict::Fails }
}
