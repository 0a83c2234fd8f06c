//! Runs classes as processes.

use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use std::{fs, thread};

use faultline_jvm_process::process::group::how;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::work::crew::Stage;
use faultline_jvm_process::work::orphans;
use faultline_messages::failure::Failure;
use faultline_time_budget::{Grant, Pool};

use crate::evosuite::process::{Process, set_aside};
use crate::evosuite::suite::SuiteFiles;
use crate::names;

use super::folder::Folder;
use super::generator::{Generator, Task};
use super::output::{self, Output};
use super::record::{Ended, Order, Outcome};
use super::watch::Watch;

/// Polling intervals of running processes: the short one at first, for processes that end quickly.
const TICKS: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(100)];

/// Starts a process for each class and waits for it.
#[derive(Debug)]
pub struct Processes<'a> {
    /// The order of the run.
    pub order: &'a Order,
    /// The generator.
    pub generator: &'a Generator,
    /// The output folder.
    pub folder: &'a Folder,
    /// Class path of the project.
    pub class_path: &'a str,
    /// Requests to stop.
    pub wishes: &'a mut Wishes,
    /// The progress display.
    pub watch: Watch,
    /// The running classes.
    pub running: Vec<Running>,
    /// When a class last ended.
    pub last: Instant,
}

/// A running class.
#[derive(Debug)]
pub struct Running {
    /// The class with its granted seconds.
    pub grant: Grant,
    /// Its generator process.
    process: Process,
}

impl Stage for Processes<'_> {
    type Ended = Ended;

    fn begin(&mut self, grant: Grant) -> Result<(), Failure> {
        let running = self.start(grant)?;
        self.running.push(running);
        Ok(())
    }

    fn ended(&mut self) -> Result<Vec<(Grant, Option<Ended>)>, Failure> {
        let mut ended = Vec::new();
        let mut at = 0;
        while at < self.running.len() {
            let status = self.running[at]
                .process
                .poll()
                .map_err(|error| Failure::failed(format!("waiting for the generator failed: {error}")))?;
            let Some(status) = status else {
                at += 1;
                continue;
            };
            if self.is_to_start_again(&self.running[at], status) {
                let Running { grant, process: died } = &self.running[at];
                set_aside(self.folder.owned(), &self.order.classes[grant.class].class);
                let again = self.start(*grant)?;
                self.running[at] = Running { process: again.process.in_place_of(died), ..again };
                continue;
            }
            let running = self.running.remove(at);
            let grant = running.grant;
            // A process that ended successfully before it noticed the request to stop has completed its work.
            let is_cut = running.process.stopped && !status.success();
            let output = if is_cut { None } else { Some(self.output(grant.class)?) };
            // Ignore failures: the rest is harmless.
            let _ = self.folder.owned().remove(Folder::scratch_of(grant.class));
            ended.push((grant, output.map(|output| self.result(&running, status, output))));
        }
        if !ended.is_empty() {
            self.last = Instant::now();
        }
        Ok(ended)
    }

    fn running(&self) -> usize {
        self.running.len()
    }

    fn asked(&mut self) -> usize {
        self.wishes.count()
    }

    fn stop(&mut self, at_once: bool) {
        for running in &mut self.running {
            running.process.stopped = true;
            running.process.end(at_once);
        }
    }

    fn tell(&mut self, ended: &Ended, pool: &Pool) {
        self.watch.ended(&self.order.classes[ended.class].class, ended, pool);
    }

    fn wait(&mut self, pool: &Pool) {
        let classes = &self.order.classes;
        let running = self.running.iter().map(|running| {
            let class = &classes[running.grant.class].class[..];
            (class, running.process.started.elapsed(), running.grant.seconds)
        });
        self.watch.now(running, pool);
        let is_busy = self.last.elapsed() < Duration::from_millis(500);
        thread::sleep(TICKS[usize::from(!is_busy)]);
    }
}

impl Processes<'_> {
    /// Starts the generator for a class.
    fn start(&self, grant: Grant) -> Result<Running, Failure> {
        let class = &self.order.classes[grant.class];
        let failed = |error: std::io::Error| {
            Failure::failed(format!("starting the generator for {} failed: {error}", class.class))
        };
        names::check(&class.class)?;
        // Remove files of an interrupted attempt, so that they are not taken for this one's.
        let scratch = self.folder.owned().empty_tree(Folder::scratch_of(grant.class)).map_err(failed)?;
        let out = scratch.join("tests");
        fs::create_dir_all(&out).map_err(failed)?;
        match self.generator {
            Generator::EvoSuite(_) => output::forget_suite(self.folder, &class.class),
            Generator::Command(_) => output::forget_folder(self.folder, &class.class),
        }
        .map_err(failed)?;
        let settings = &self.order.settings;
        let mut command = self.generator.command(&Task {
            class: &class.class,
            path: &class.path,
            seconds: grant.seconds,
            out: &out,
            scratch: &scratch,
            kept: &scratch.join("kept.flt"),
            class_path: self.class_path,
            memory: settings.memory,
            seed: settings.seed,
        });
        command.env(orphans::VARIABLE, &self.order.mark);
        let limit = Duration::from_secs(grant.seconds.saturating_add(settings.grace));
        let process =
            Process::start(&mut command, &class.class, self.folder.owned(), limit).map_err(failed)?;
        Ok(Running { grant, process })
    }

    fn is_evosuite(&self) -> bool {
        matches!(self.generator, Generator::EvoSuite(_))
    }

    /// Whether EvoSuite died before its search began, for the first time, without a request to stop.
    fn is_to_start_again(&self, running: &Running, status: ExitStatus) -> bool {
        let class = &self.order.classes[running.grant.class].class;
        let tests = self.scratch(running.grant.class).join("tests");
        self.is_evosuite()
            && running.process.is_to_start_again(status)
            && SuiteFiles::of(class, &tests).tests().is_none()
    }

    fn scratch(&self, class: usize) -> PathBuf {
        self.folder.root().join(Folder::scratch_of(class))
    }

    fn output(&self, class: usize) -> Result<Output, Failure> {
        let (name, scratch) = (&self.order.classes[class].class, self.scratch(class));
        match self.generator {
            Generator::EvoSuite(_) => output::take_suite(self.folder, name, &scratch),
            Generator::Command(_) => output::take_folder(self.folder, name, &scratch),
        }
        .map_err(|error| Failure::failed(format!("keeping the tests for {name} failed: {error}")))
    }

    fn result(&self, running: &Running, status: ExitStatus, output: Output) -> Ended {
        let Running { grant, process } = running;
        let used = match process.status.searched {
            Some(seconds) => seconds,
            // EvoSuite reported no search, as for an interface or a failed start.
            None if self.is_evosuite() && !process.status.began => 0,
            // The search may have taken as long as the process.
            None => process.started.elapsed().as_secs_f64().ceil() as u64,
        };
        let (outcome, trouble) = judged(process, status, output.tests);
        Ended {
            class: grant.class,
            granted: grant.seconds,
            used: used.min(grant.seconds),
            took: (process.took().as_secs_f64() * 1_000.0).round() / 1_000.0,
            outcome,
            tests: output.tests,
            coverage: output.coverage,
            files: output.files,
            trouble: process.trouble(trouble),
        }
    }
}

/// The outcome of a class, and its trouble as a clause.
fn judged(process: &Process, status: ExitStatus, tests: usize) -> (Outcome, Option<String>) {
    if process.late {
        return (Outcome::Late, process.lateness());
    }
    if !status.success() {
        return (Outcome::Failed, Some(format!("ended with {}{}", how(status), process.because())));
    }
    if tests > 0 {
        return (Outcome::Tests, None);
    }
    match process.status.complaint.as_ref().or(process.status.error.as_ref()) {
        Some(complaint) => (Outcome::Failed, Some(complaint.clone())),
        None => (Outcome::Nothing, None),
    }
}
