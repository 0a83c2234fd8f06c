//! One search: EvoSuite on one class.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use faultline_jvm_process::process::group::{Group, how};
use faultline_jvm_process::process::tail::Tail;
use faultline_jvm_process::tools::java::Java;
use faultline_messages::failure::Failure;

use crate::evosuite::said::{Said, log_name, set_aside, started_again};
use crate::names;
use crate::targets::Target;
use crate::written::folder::Folder;

use super::command::{self, EvoSuite};
use super::lead::Lead;
use super::suite::SuiteFiles;
use super::tools::Tools;

/// How long a search that was asked to end may take to shorten, check and write its tests.
const FINISHING: Duration = Duration::from_mins(1);

/// What all searches have in common.
#[derive(Debug)]
pub struct Setup<'a> {
    /// The Java to run on.
    pub java: &'a Java,
    /// EvoSuite and our agent.
    pub tools: &'a Tools,
    /// Class path of the project.
    pub class_path: String,
    /// What leads the searches.
    pub lead: &'a Lead,
    /// Unique ids of the failing tests.
    pub failing: Vec<String>,
    /// What searches start from.
    pub spectrum: &'a Path,
    /// Where to write.
    pub folder: &'a Folder,
    /// Seed of random numbers.
    pub seed: i64,
    /// How long a class may take beyond its search.
    pub grace: Duration,
    /// More arguments of the user's.
    pub more: &'a [String],
}

/// A search that runs.
#[derive(Debug)]
pub struct Search {
    /// Its class.
    pub target: Target,
    /// What it has said.
    pub said: Said,
    /// When it began.
    pub started: Instant,
    group: Group,
    tail: Tail,
    log: PathBuf,
    /// A file whose appearance ends the search, but not what follows it; `None` where EvoSuite's
    /// own goals lead, which know no such file.
    stop_file: Option<PathBuf>,
    limit: Duration,
    late: bool,
    stopped: bool,
    /// Time that a first start took, which died.
    lost: Option<Duration>,
}

/// What came of a search.
#[derive(Clone, Debug)]
pub struct Done {
    /// Its class.
    pub target: Target,
    /// The suite, if it holds a test.
    pub suite: Option<Suite>,
    /// Why there is no suite, or what was wrong with how it ended.
    pub trouble: Option<String>,
    /// What it said.
    pub said: Said,
    /// The recording of what it kept.
    pub kept: Option<PathBuf>,
    /// What EvoSuite wrote of it.
    pub log: PathBuf,
    /// From start to end.
    pub took: Duration,
}

/// A suite that was written.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Binary name of the test class.
    pub class: String,
    /// Its source.
    pub source: PathBuf,
    /// How many tests it holds.
    pub tests: usize,
}

impl Setup<'_> {
    /// Starts the search of a class; what an earlier run wrote for it goes.
    /// Errors: the operating system's.
    pub fn start(&self, target: &Target) -> Result<Search, Failure> {
        let failed = |error: std::io::Error| {
            Failure::failed(format!("starting EvoSuite for {} failed: {error}", target.class))
        };
        names::check(&target.class)?;
        let owned = self.folder.owned();
        let scratch = owned.empty_tree(Folder::scratch_of(&target.class)).map_err(failed)?;
        for name in SuiteFiles::names(&target.class) {
            owned.fresh(name).map_err(failed)?;
        }
        owned.fresh(kept_name(&target.class)).map_err(failed)?;
        let log = owned.fresh(log_name(&target.class)).map_err(failed)?;
        let group = Group::start(&mut self.command(target, &scratch), &log).map_err(failed)?;
        Ok(Search {
            target: target.clone(),
            said: Said::default(),
            started: Instant::now(),
            group,
            tail: Tail::default(),
            log,
            stop_file: matches!(self.lead, Lead::Metric(_)).then(|| stop_file(&scratch)),
            limit: target.share + self.grace,
            late: false,
            stopped: false,
            lost: None,
        })
    }

    /// Starts a search again that died before it began. Errors: the operating system's.
    pub fn start_again(&self, died: &Search) -> Result<Search, Failure> {
        set_aside(self.folder.owned(), &died.target.class);
        Ok(Search { lost: Some(died.started.elapsed()), ..self.start(&died.target)? })
    }

    fn command(&self, target: &Target, scratch: &Path) -> Command {
        let (kept, stop) = (self.kept(target), stop_file(scratch));
        let evosuite = EvoSuite {
            java: self.java,
            tools: self.tools,
            class_path: &self.class_path,
            lead: Some(self.lead),
            failing: &self.failing,
            spectrum: self.spectrum,
            seed: self.seed,
            memory: None,
            more: self.more,
        };
        evosuite.command(&command::Search {
            class: &target.class,
            seconds: target.share.as_secs(),
            tests: &self.folder.tests(),
            scratch,
            kept: &kept,
            stop: Some(&stop),
        })
    }

    fn files(&self, target: &Target) -> SuiteFiles {
        SuiteFiles::of(&target.class, &self.folder.tests())
    }

    fn kept(&self, target: &Target) -> PathBuf {
        self.folder.root().join(kept_name(&target.class))
    }
}

/// The name of the recording of what a search kept.
fn kept_name(class: &str) -> String {
    format!("kept/{class}.flt")
}

fn stop_file(scratch: &Path) -> PathBuf {
    scratch.join("stop")
}

impl Search {
    /// Reads on in its output, ends it when its time is over; how it ended, when it did.
    pub fn poll(&mut self) -> std::io::Result<Option<ExitStatus>> {
        for line in self.tail.lines(&self.log) {
            self.said.line(&line);
        }
        if !self.late && self.started.elapsed() > self.limit {
            self.late = true;
            self.group.kill();
        }
        let ended = self.group.poll()?;
        if ended.is_some() {
            for line in self.tail.lines(&self.log) {
                self.said.line(&line);
            }
            let rest = self.tail.rest();
            self.said.line(&rest);
        }
        Ok(ended)
    }

    /// Somebody wants it to end: it writes what it has found, within a minute. Who asks twice
    /// does not want to wait.
    pub fn stop(&mut self, at_once: bool) {
        if at_once {
            self.group.kill();
        } else if !self.stopped {
            match &self.stop_file {
                Some(file) if faultline_files::replace(file, |_| Ok(())).is_ok() => {
                    self.limit = self.limit.min(self.started.elapsed() + FINISHING);
                }
                _ => self.group.ask_to_end(),
            }
        }
        self.stopped = true;
    }

    /// Whether it died before it began, for the first time, and nobody wanted it to end.
    pub fn is_to_start_again(&self, setup: &Setup<'_>, status: ExitStatus) -> bool {
        self.lost.is_none()
            && !self.late
            && !self.stopped
            && self.said.died_at_start(status)
            && setup.files(&self.target).tests().is_none()
    }

    /// What came of it, now that it ended.
    pub fn done(self, setup: &Setup<'_>, status: ExitStatus) -> Done {
        let files = setup.files(&self.target);
        let tests = files.tests();
        let suite = tests.filter(|&tests| tests > 0).map(|tests| Suite {
            class: files.class.clone(),
            source: files.source.clone(),
            tests,
        });
        if suite.is_none() {
            // Left behind at worst.
            for name in SuiteFiles::names(&self.target.class) {
                let _ = setup.folder.owned().remove(name);
            }
        }
        let kept = setup.kept(&self.target);
        Done {
            trouble: match (self.lost, self.trouble(status, tests)) {
                (Some(_), trouble) => Some(started_again(trouble)),
                (None, trouble) => trouble,
            },
            suite,
            kept: kept.is_file().then_some(kept),
            took: self.lost.unwrap_or_default() + self.started.elapsed(),
            target: self.target,
            said: self.said,
            log: self.log,
        }
    }

    fn trouble(&self, status: ExitStatus, tests: Option<usize>) -> Option<String> {
        if self.stopped {
            return Some("stopped".to_owned());
        }
        if self.late {
            return Some(format!("did not end within {} s and was ended", self.limit.as_secs()));
        }
        if let Some(complaint) = &self.said.complaint {
            return Some(complaint.clone());
        }
        let because = self.said.error.as_ref().map_or(String::new(), |error| format!(": {error}"));
        match tests {
            _ if !status.success() => Some(format!("EvoSuite ended with {}{because}", how(status))),
            None => Some(format!("EvoSuite wrote no tests{because}")),
            Some(0) if self.said.rounds == 0 => Some("no test was found in this time".to_owned()),
            Some(0) => Some("no test was found that tells anything new".to_owned()),
            Some(_) => None,
        }
    }
}
