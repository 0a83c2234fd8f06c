//! Attaches the agent to a build, lets it run, looks at what was recorded.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use faultline_doctor::case::Case;
use faultline_doctor::circumstances::Circumstances;
use faultline_doctor::java::{in_use, takes_no_agent};
use faultline_doctor::report::Report;
use faultline_jvm_process::agent::attach::{Attach, Attachment};
use faultline_jvm_process::agent::jar::AgentJar;
use faultline_jvm_process::agent::options::AgentOptions;
use faultline_jvm_process::process::command::Ended;
use faultline_messages::failure::Failure;
use faultline_recording_store::find;
use faultline_recording_store::folder::{self, Folder, settle};

use crate::patterns::checked;
use crate::summary::Summary;

/// What is to be recorded, and how.
#[derive(Clone, Debug)]
pub struct Build<'a> {
    /// The program that runs the tests and its arguments; not empty.
    pub command: &'a [OsString],
    /// The project's folder, its real path: classes loaded from below it are recorded.
    pub root: &'a Path,
    /// The folder to record into.
    pub out: &'a Path,
    /// Classes that are recorded wherever they come from.
    pub include: &'a [String],
    /// Classes that are not.
    pub exclude: &'a [String],
    /// What is recorded besides lines, as the agent calls it.
    pub elements: &'a [&'a str],
    /// How the agent gets into the JVMs.
    pub attach: Attach,
    /// Whether earlier recordings stay and count, too.
    pub append: bool,
}

/// What came of it.
#[derive(Debug)]
pub struct Recorded {
    /// How the build ended.
    pub ended: Ended,
    /// What was recorded, in numbers.
    pub summary: Summary,
    /// What is wrong with it.
    pub report: Report,
    /// How long the build took.
    pub elapsed: Duration,
    /// Where the recordings lie, absolute.
    pub folder: PathBuf,
}

impl Recorded {
    /// One line for people; `dir` is the folder as they named it.
    pub fn line(&self, dir: &Path) -> String {
        self.summary.line(self.elapsed, &self.report, dir)
    }
}

/// Records a build that `run` runs, which is given the command with the agent attached and the folder of the recordings.
///
/// What an earlier run recorded is replaced once this one has rows, and kept otherwise.
/// Errors: the agent is missing, the output folder cannot be made or another run records into it; those of `run`.
pub fn record(
    build: &Build<'_>,
    run: impl FnOnce(&Attachment, &Folder) -> Result<Ended, Failure>,
) -> Result<Recorded, Failure> {
    let patterns = (checked(build.include)?, checked(build.exclude)?);
    let jar = AgentJar::find()?;
    let folder = folder::prepare(build.out, build.append)?;
    let agent = AgentOptions {
        dir: &folder.path,
        root: build.root,
        include: &patterns.0,
        exclude: &patterns.1,
        elements: build.elements,
        // JAVA_TOOL_OPTIONS is inherited by the JVMs that a JVM starts; the rest is not.
        fork: build.attach == Attach::Auto,
    }
    .to_string();

    let environment = |name: &str| std::env::var_os(name);
    let attachment = if in_use(build.command, &environment).is_some_and(|java| takes_no_agent(&java)) {
        // With the agent that Java would not even start; without, the tests run as ever.
        Attachment::none(build.command)
    } else {
        Attachment::new(build.command, build.attach, jar.path(), &agent, &environment)
    };
    let (start, started) = (Instant::now(), SystemTime::now());
    let ended = run(&attachment, &folder)?;
    if ended.by_signal() {
        settle::wait(&folder.path);
    }
    let elapsed = start.elapsed();
    drop(jar);

    let circumstances = Circumstances {
        command: build.command,
        attach: build.attach,
        exit_code: Some(ended.code()),
        root: build.root,
        included: &patterns.0,
        excluded: &patterns.1,
        started: Some(started),
    };
    // The build has its result already: a folder that went away is a recording of nothing.
    let case = Case::read(&find::recordings_in(&folder.path).unwrap_or_default(), circumstances);
    let (mut summary, report) = (Summary::of(&case.recordings), Report::at_once(&case));
    let path = folder.path.clone();
    if summary.tests() > 0 {
        folder.earlier.replace();
    } else {
        summary.kept = folder.earlier.keep();
    }
    Ok(Recorded { ended, summary, report, elapsed, folder: path })
}
