//! Runs recorded tests again: each alone, in a JVM of its own, without a mutant.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use faultline_files::Trust;
use faultline_flt::{MutationRecord, line};
use faultline_jvm_process::agent::jar::AgentJar;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_messages::failure::Failure;
use faultline_messages::names;
use faultline_messages::words::printable;
use faultline_recording_store::load::Loaded;
use faultline_spectrum::{Recording, Spectrum, Test, TestId, Unusable};

use crate::jvm::command::command;
use crate::jvm::worker::{Files, Worker};
use crate::named::Number;
use crate::plan::{Planned, Repeatable};
use crate::unit::{Asks, Unit};

/// Polling interval.
const TICK: Duration = Duration::from_millis(10);
/// How long a JVM may take besides its test: to start, load classes and run fixtures.
const BESIDES: Duration = Duration::from_mins(2);
/// The limit of a run of a test is six times this, and twelve times its recorded duration.
const LIMIT: Duration = Duration::from_secs(5);
/// The worker's limit of a run without a mutant, in limits of one with a mutant.
const PLAIN: u32 = 6;
/// How the worker says that a test failed that was to pass.
const FAILED: &str = "it ended as failed";
/// How the worker says that a test ended otherwise than it was to.
const ENDED: &str = "it ended as ";
/// How the worker says that a test passed and then did not.
const PASSED_ONCE: &str = "it does not end alike twice";
/// How the worker says that it had to end a test.
const DID_NOT_END: &str = "it did not end";

/// How a test ended when it was run again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It passed.
    Passed,
    /// It failed, or did not end in time.
    Failed,
    /// It was not run, with the reason: words that follow the test's name.
    NotRun(String),
    /// A signal asked to stop.
    Stopped,
}

/// Runs tests of one recording again.
#[derive(Debug)]
pub struct Again<'a> {
    spectrum: &'a Spectrum,
    repeatable: Repeatable,
    jar: AgentJar,
    scratch: PathBuf,
    starts: usize,
}

impl<'a> Again<'a> {
    /// Prepares runs; temporary files go to `scratch`, a folder of ours. Errors: the recordings do not say how JVMs were
    /// started, or are not trusted to; the agent is missing.
    pub fn of(
        loaded: &'a Loaded,
        recordings: &[Recording],
        trust: Trust,
        scratch: PathBuf,
    ) -> Result<Self, Failure> {
        let repeatable = Repeatable::of(loaded, recordings, trust)?;
        let jar = AgentJar::of_mutants()?;
        Ok(Self { spectrum: &loaded.spectrum, repeatable, jar, scratch, starts: 0 })
    }

    /// Runs a test once. Errors: the JVM cannot be started; the operating system's.
    pub fn run(&mut self, test: TestId, wishes: &mut Wishes) -> Result<Ended, Failure> {
        let row = &self.spectrum.tests[test.index()];
        let number = Number::try_from(test.index() + 1).unwrap_or(Number::MAX);
        let Some(planned) = self.repeatable.tests.get(&number) else {
            return Ok(Ended::NotRun(self.why_not(row)));
        };
        if let Err(failure) = self.repeatable.sites[planned.site].check(self.spectrum) {
            return Ok(Ended::NotRun(format!("cannot be run again: {failure}")));
        }
        self.starts += 1;
        let files = self.files();
        let mut worker = self.start(planned, row, &files)?;
        worker.give(unit(planned, number), commands(planned, row));
        let limit = limit(row) * PLAIN * 3 + BESIDES;
        listen(&mut worker, Instant::now() + limit, wishes)
    }

    fn why_not(&self, row: &Test) -> String {
        let name = names::test(row);
        let left_out = self.repeatable.left_out.iter().find(|left_out| left_out.name == name);
        left_out
            .map_or_else(|| "has no outcome that can be repeated".to_owned(), |left_out| left_out.why.clone())
    }

    fn files(&self) -> Files {
        let file = |ending: &str| self.scratch.join(format!("{}.{ending}", self.starts));
        Files { results: file("flt"), pair: file("pair"), log: file("log") }
    }

    fn start(&self, planned: &Planned, row: &Test, files: &Files) -> Result<Worker, Failure> {
        let launch = &self.repeatable.sites[planned.site].launch;
        let settings = self.scratch.join(format!("{}.settings", self.starts));
        let text = settings_text(files, &self.repeatable.suites[planned.site], row);
        let failed = |error: std::io::Error| {
            Failure::failed(format!("starting {} failed: {error}", printable(&launch.java)))
        };
        faultline_files::put(&settings, text).map_err(failed)?;
        let mut command = command(launch, self.jar.path(), &settings, &self.scratch);
        Worker::start(planned.site, &mut command, files).map_err(failed)
    }
}

/// Waits for the result of a JVM with one test.
fn listen(worker: &mut Worker, until: Instant, wishes: &mut Wishes) -> Result<Ended, Failure> {
    loop {
        // Poll before reading: what a JVM wrote before its exit is then there to be read.
        let status =
            worker.poll().map_err(|error| Failure::failed(format!("waiting for a JVM failed: {error}")))?;
        if let Some(ended) = worker.records().iter().find_map(ended) {
            worker.quit();
            return Ok(ended);
        }
        if status.is_some() {
            let said = faultline_jvm_process::jvm::said(&worker.log);
            let said = said.map_or_else(String::new, |said| format!(": {}", printable(&said)));
            return Ok(Ended::NotRun(format!("ended its JVM{said}")));
        }
        if wishes.count() > 0 {
            return Ok(Ended::Stopped);
        }
        if Instant::now() > until {
            return Ok(Ended::Failed);
        }
        thread::sleep(TICK);
    }
}

/// What a record says of the test; `None` for other records. The worker is told that the test is to pass, and says
/// otherwise where it does not.
pub(crate) fn ended(record: &MutationRecord) -> Option<Ended> {
    match record {
        MutationRecord::Test(_) => Some(Ended::Passed),
        MutationRecord::Unusable(unusable) => {
            let reason = &unusable.reason;
            Some(if reason.starts_with(PASSED_ONCE) {
                Ended::Passed
            } else if reason.starts_with(FAILED) || reason.starts_with(DID_NOT_END) {
                Ended::Failed
            } else {
                Ended::NotRun(format!("cannot be run again alone: {reason}"))
            })
        }
        _ => None,
    }
}

/// Whether a test that is to pass ended otherwise: it failed, or was aborted. One that did not end says nothing: its fixtures
/// may take long.
pub(crate) fn ended_otherwise(unusable: &Unusable) -> bool {
    unusable.reason.starts_with(ENDED)
}

fn unit(planned: &Planned, number: Number) -> Unit {
    Unit {
        number: 1,
        site: planned.site,
        driver: planned.driver,
        class: planned.unit.clone(),
        asks: Asks::Verdicts { first_break: false, check_each: false },
        tests: vec![(number, Vec::new())],
        cost: 0,
        deaths: 0,
    }
}

/// Commands for one test that is to pass, with any exception.
fn commands(planned: &Planned, row: &Test) -> String {
    let unit = line(["unit", "1", planned.driver.word(), &planned.unit, "verdicts", "end", "0"]);
    let test = line(["test", "1", &row.unique_id, &row.class, &row.method, "p", "", "", "0"]);
    unit + &test + "run\n"
}

/// The settings of a JVM without mutants.
fn settings_text(files: &Files, suites: &[String], row: &Test) -> String {
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let mut text = line(["results", &path(&files.results)]);
    text.push_str(&line(["pair", &path(&files.pair)]));
    text.push_str(&line(["origin", "0", "0", "faultline run --rerun-failed"]));
    for suite in suites {
        text.push_str(&line(["suite", suite]));
    }
    let most = limit(row).as_millis().to_string();
    text.push_str(&line(["wall", &most]));
    text.push_str(&line(["wall-most", &most]));
    text
}

/// The limit of a run of a test under a mutant; one without has [`PLAIN`] times that.
fn limit(row: &Test) -> Duration {
    LIMIT + 2 * Duration::from_nanos(row.duration_ns)
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::Outcome;

    use super::*;

    #[test]
    fn the_worker_s_words_say_how_a_test_ended() {
        let of =
            |reason: &str| ended(&MutationRecord::Unusable(Unusable { test: 1, reason: reason.to_owned() }));
        assert_eq!(of("it ended as failed (a.E), and was recorded as passed"), Some(Ended::Failed));
        assert_eq!(of("it did not end"), Some(Ended::Failed));
        assert_eq!(of("it does not end alike twice: then as failed (a.E)"), Some(Ended::Passed));
        let not_run = "cannot be run again alone: the framework has no such test";
        assert_eq!(of("the framework has no such test"), Some(Ended::NotRun(not_run.to_owned())));
        assert_eq!(ended(&MutationRecord::Drift { test: 1, voided: 0 }), None);
    }

    #[test]
    fn a_test_may_take_as_long_as_it_took() {
        let row = |duration_ns| Test {
            unique_id: String::new(),
            class: String::new(),
            method: String::new(),
            display: String::new(),
            outcome: Outcome::Failed,
            duration_ns,
            overlapped: false,
            failure: None,
        };
        assert_eq!(limit(&row(0)), Duration::from_secs(5));
        assert_eq!(limit(&row(60_000_000_000)), Duration::from_secs(125));
    }
}
