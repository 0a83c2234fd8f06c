//! A search: EvoSuite on one class.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use faultline_jvm_process::process::group::how;
use faultline_jvm_process::tools::java::Java;
use faultline_messages::failure::Failure;

use crate::names;
use crate::targets::Target;
use crate::written::folder::Folder;

use super::command::{self, EvoSuite};
use super::lead::Lead;
use super::process::{Process, set_aside};
use super::status::SearchStatus;
use super::suite::SuiteFiles;
use super::tools::Tools;

/// How long a search that was asked to stop may take to minimise, check and write its tests.
const FINISHING: Duration = Duration::from_mins(1);

/// The settings common to all searches.
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
    /// The initial recording.
    pub spectrum: &'a Path,
    /// The output folder.
    pub folder: &'a Folder,
    /// Random seed.
    pub seed: i64,
    /// Time that a class may take beyond its search.
    pub grace: Duration,
    /// Additional arguments of the user.
    pub more: &'a [String],
}

/// A running search.
#[derive(Debug)]
pub struct Search {
    /// Its class.
    pub target: Target,
    /// Its process.
    pub process: Process,
    /// A file whose creation ends the search, but not the steps after it; `None` for EvoSuite's own goals,
    /// which do not support it.
    stop_file: Option<PathBuf>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Done {
    /// Its class.
    pub target: Target,
    /// The suite, if it contains a test.
    pub suite: Option<Suite>,
    /// Why there is no suite, or another trouble.
    pub trouble: Option<String>,
    /// The final status.
    pub status: SearchStatus,
    /// The recording of the tests that it kept.
    pub kept: Option<PathBuf>,
    /// Its log.
    pub log: PathBuf,
    /// Wall time.
    pub took: Duration,
}

/// A suite that was written.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Binary name of the test class.
    pub class: String,
    /// Its source.
    pub source: PathBuf,
    /// Number of its tests.
    pub tests: usize,
}

impl Setup<'_> {
    /// Starts the search of a class and removes its files of an earlier run. Errors: the operating system's.
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
        let mut command = self.command(target, &scratch);
        let process =
            Process::start(&mut command, &target.class, owned, target.share + self.grace).map_err(failed)?;
        let stop_file = matches!(self.lead, Lead::Metric(_)).then(|| stop_file(&scratch));
        Ok(Search { target: target.clone(), process, stop_file })
    }

    /// Restarts a search that died before it began. Errors: the operating system's.
    pub fn start_again(&self, died: &Search) -> Result<Search, Failure> {
        set_aside(self.folder.owned(), &died.target.class);
        let again = self.start(&died.target)?;
        Ok(Search { process: again.process.in_place_of(&died.process), ..again })
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

/// The name of the recording of the tests that a search kept.
fn kept_name(class: &str) -> String {
    format!("kept/{class}.flt")
}

fn stop_file(scratch: &Path) -> PathBuf {
    scratch.join("stop")
}

impl Search {
    /// Asks it to stop: it writes what it has found, within a minute. `at_once` kills it, after a second
    /// request.
    pub fn stop(&mut self, at_once: bool) {
        let process = &mut self.process;
        if at_once {
            process.end(true);
        } else if !process.stopped {
            match &self.stop_file {
                Some(file) if faultline_files::replace(file, |_| Ok(())).is_ok() => {
                    process.limit = process.limit.min(process.started.elapsed() + FINISHING);
                }
                _ => process.end(false),
            }
        }
        process.stopped = true;
    }

    /// Whether it died before it began, for the first time, without a request to stop.
    pub fn is_to_start_again(&self, setup: &Setup<'_>, status: ExitStatus) -> bool {
        self.process.is_to_start_again(status) && setup.files(&self.target).tests().is_none()
    }

    /// The result, once it has ended.
    pub fn done(self, setup: &Setup<'_>, status: ExitStatus) -> Done {
        let files = setup.files(&self.target);
        let tests = files.tests();
        let suite = tests.filter(|&tests| tests > 0).map(|tests| Suite {
            class: files.class.clone(),
            source: files.source.clone(),
            tests,
        });
        if suite.is_none() {
            // Ignore failures: the rest is harmless.
            for name in SuiteFiles::names(&self.target.class) {
                let _ = setup.folder.owned().remove(name);
            }
        }
        let kept = setup.kept(&self.target);
        Done {
            trouble: self.process.trouble(self.trouble(status, tests)),
            suite,
            kept: kept.is_file().then_some(kept),
            took: self.process.took(),
            target: self.target,
            status: self.process.status,
            log: self.process.log,
        }
    }

    fn trouble(&self, status: ExitStatus, tests: Option<usize>) -> Option<String> {
        if self.process.stopped {
            return Some("stopped".to_owned());
        }
        let SearchStatus { complaint, rounds, .. } = &self.process.status;
        if let Some(why) = self.process.lateness().or_else(|| complaint.clone()) {
            return Some(why);
        }
        let because = self.process.because();
        match tests {
            _ if !status.success() => Some(format!("EvoSuite ended with {}{because}", how(status))),
            None => Some(format!("EvoSuite wrote no tests{because}")),
            Some(0) if *rounds == 0 => Some("no test was found in this time".to_owned()),
            Some(0) => Some("no test was found that adds information".to_owned()),
            Some(_) => None,
        }
    }
}
