//! Classes as processes.

use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use std::{fs, thread};

use faultline_jvm_process::process::group::{Group, how};
use faultline_jvm_process::process::tail::Tail;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::work::crew::Stage;
use faultline_jvm_process::work::orphans;
use faultline_messages::failure::Failure;
use faultline_vcs_history::{Grant, Pool};

use crate::evosuite::said::{Said, log_name, set_aside, started_again};
use crate::evosuite::suite::SuiteFiles;
use crate::names;

use super::folder::Folder;
use super::generator::{Generator, Task};
use super::output::{self, Output};
use super::record::{Ended, Order, Outcome};
use super::watch::Watch;

/// How often running processes are looked at: at first often, for what ends at once.
const TICKS: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(100)];

/// Starts a process for each class and waits for them.
#[derive(Debug)]
pub struct Processes<'a> {
    /// What is to be done.
    pub order: &'a Order,
    /// What generates tests.
    pub generator: &'a Generator,
    /// Where a run writes.
    pub folder: &'a Folder,
    /// Class path of the project.
    pub class_path: &'a str,
    /// Wishes to stop.
    pub wishes: &'a mut Wishes,
    /// What tells people how it is going.
    pub watch: Watch,
    /// The classes that run.
    pub running: Vec<Running>,
    /// When something ended last.
    pub last: Instant,
}

/// A class that runs.
#[derive(Debug)]
pub struct Running {
    /// The class and its seconds.
    pub grant: Grant,
    /// When it began.
    pub started: Instant,
    group: Group,
    tail: Tail,
    said: Said,
    search: Search,
    log: PathBuf,
    limit: Duration,
    late: bool,
    stopped: bool,
    /// When a first start began, which died.
    lost: Option<Instant>,
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
                .poll()
                .map_err(|error| Failure::failed(format!("waiting for the generator failed: {error}")))?;
            let Some(status) = status else {
                at += 1;
                continue;
            };
            if self.is_to_start_again(&self.running[at], status) {
                let died = &self.running[at];
                set_aside(self.folder.owned(), &self.order.classes[died.grant.class].class);
                self.running[at] = Running { lost: Some(died.started), ..self.start(died.grant)? };
                continue;
            }
            let running = self.running.remove(at);
            let grant = running.grant;
            // One that ended well before it heard of the wish to stop has done its work.
            let is_cut = running.stopped && !status.success();
            let output = if is_cut { None } else { Some(self.output(grant.class)?) };
            // Left behind at worst.
            let _ = self.folder.owned().remove(Folder::scratch_of(grant.class));
            ended.push((grant, output.map(|output| running.result(status, output))));
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
            running.stopped = true;
            if at_once {
                running.group.kill();
            } else {
                running.group.ask_to_end();
            }
        }
    }

    fn tell(&mut self, ended: &Ended, pool: &Pool) {
        self.watch.ended(&self.order.classes[ended.class].class, ended, pool);
    }

    fn wait(&mut self, pool: &Pool) {
        let classes = &self.order.classes;
        let running = self.running.iter().map(|running| {
            (&classes[running.grant.class].class[..], running.started.elapsed(), running.grant.seconds)
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
        // What an interrupted attempt left must not be taken for what this one writes.
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
        let is_evosuite = matches!(self.generator, Generator::EvoSuite(_));
        command.env(orphans::VARIABLE, &self.order.mark);
        let log = self.folder.owned().fresh(log_name(&class.class)).map_err(failed)?;
        let group = Group::start(&mut command, &log).map_err(failed)?;
        Ok(Running {
            grant,
            started: Instant::now(),
            group,
            tail: Tail::default(),
            said: Said::default(),
            search: if is_evosuite { Search::NotBegun } else { Search::Unknown },
            log,
            limit: Duration::from_secs(grant.seconds.saturating_add(settings.grace)),
            late: false,
            stopped: false,
            lost: None,
        })
    }

    /// Whether EvoSuite died before its search began, for the first time, and nobody wanted it to end.
    fn is_to_start_again(&self, running: &Running, status: ExitStatus) -> bool {
        let class = &self.order.classes[running.grant.class].class;
        let tests = self.scratch(running.grant.class).join("tests");
        matches!(self.generator, Generator::EvoSuite(_))
            && running.lost.is_none()
            && !running.late
            && !running.stopped
            && running.said.died_at_start(status)
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
}

impl Running {
    /// Reads on in its output, ends it when its time is over; how it ended, when it did.
    fn poll(&mut self) -> std::io::Result<Option<ExitStatus>> {
        self.listen();
        if !self.late && self.started.elapsed() > self.limit {
            self.late = true;
            self.group.kill();
        }
        let ended = self.group.poll()?;
        if ended.is_some() {
            self.listen();
            let rest = self.tail.rest();
            self.said.line(&rest);
        }
        Ok(ended)
    }

    fn listen(&mut self) {
        for line in self.tail.lines(&self.log) {
            self.said.line(&line);
            self.search = self.search.after(&line);
        }
    }

    fn result(self, status: ExitStatus, output: Output) -> Ended {
        let took = self.lost.unwrap_or(self.started).elapsed();
        let used = match self.search {
            Search::NotBegun => 0,
            Search::Ended(seconds) => seconds,
            // It may have lasted as long as the process.
            Search::Unknown => self.started.elapsed().as_secs_f64().ceil() as u64,
        };
        let (outcome, trouble) = self.judged(status, output.tests);
        let trouble = if self.lost.is_some() { Some(started_again(trouble)) } else { trouble };
        Ended {
            class: self.grant.class,
            granted: self.grant.seconds,
            used: used.min(self.grant.seconds),
            took: (took.as_secs_f64() * 1_000.0).round() / 1_000.0,
            outcome,
            tests: output.tests,
            coverage: output.coverage,
            files: output.files,
            trouble,
        }
    }

    fn judged(&self, status: ExitStatus, tests: usize) -> (Outcome, Option<String>) {
        if self.late {
            let limit = self.limit.as_secs();
            return (Outcome::Late, Some(format!("did not end within {limit} s and was ended")));
        }
        if !status.success() {
            let because = self.said.error.as_ref().map_or(String::new(), |error| format!(": {error}"));
            return (Outcome::Failed, Some(format!("ended with {}{because}", how(status))));
        }
        if tests > 0 {
            return (Outcome::Tests, None);
        }
        match self.said.complaint.as_ref().or(self.said.error.as_ref()) {
            Some(complaint) => (Outcome::Failed, Some(complaint.clone())),
            None => (Outcome::Nothing, None),
        }
    }
}

/// How far EvoSuite's search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    /// It said nothing of one, as for an interface or when it could not start.
    NotBegun,
    /// It runs, or was cut; or there is none that would be told of.
    Unknown,
    /// It took so many seconds.
    Ended(u64),
}

impl Search {
    /// After this line of EvoSuite's: `* Starting evolution`, and then `* Search finished after
    /// 62s and 46 generations, ...`.
    fn after(self, line: &str) -> Self {
        if let Some((_, rest)) = line.split_once("Search finished after ")
            && let Some(seconds) = rest.find('s').and_then(|end| rest[..end].parse().ok())
        {
            return Self::Ended(seconds);
        }
        // A search that a metric leads tells of its rounds.
        let begins = line.contains("Starting evolution") || line.contains("[faultline] ");
        if self == Self::NotBegun && begins { Self::Unknown } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::Search;

    #[test]
    fn how_long_a_search_took_is_what_evosuite_says() {
        let line = "* Search finished after 62s and 46 generations, 22819 statements, best individual ...";
        let begun = Search::NotBegun.after("* Starting client").after("* Starting evolution");
        assert_eq!(begun, Search::Unknown);
        assert_eq!(begun.after(line).after("* Computation finished"), Search::Ended(62));
        assert_eq!(Search::NotBegun.after("* [faultline] round 1: 9 ms"), Search::Unknown);
        assert_eq!(Search::NotBegun.after("* Analyzing classpath:"), Search::NotBegun);
        assert_eq!(Search::Unknown.after("* Search finished after a while"), Search::Unknown);
    }
}
