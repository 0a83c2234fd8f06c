//! Attaches the agent to a build, runs it and checks the recording.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use faultline_baseline::{Baseline, NAME};
use faultline_doctor::case::Case;
use faultline_doctor::circumstances::Circumstances;
use faultline_doctor::java::{in_use, takes_no_agent};
use faultline_doctor::report::Report;
use faultline_jvm_process::agent::attach::{Attach, Attachment};
use faultline_jvm_process::agent::gradle_daemons::GradleDaemons;
use faultline_jvm_process::agent::jar::AgentJar;
use faultline_jvm_process::agent::options::AgentOptions;
use faultline_jvm_process::agent::starts;
use faultline_jvm_process::process::command::Ended;
use faultline_messages::failure::Failure;
use faultline_recording_store::find;
use faultline_recording_store::folder::{self, Folder, settle};

use crate::patterns::checked;
use crate::summary::Summary;
use crate::{baseline, carried};

/// How long a JVM that does not start may take to say so.
const AT_ONCE: Duration = Duration::from_secs(20);

/// The build to record, with options.
#[derive(Clone, Debug)]
pub struct Build<'a> {
    /// The program that runs the tests and its arguments; not empty.
    pub command: &'a [OsString],
    /// The project's folder, canonical: classes loaded from below it are recorded.
    pub root: &'a Path,
    /// The folder to record into.
    pub out: &'a Path,
    /// Patterns of classes that are recorded from any location.
    pub include: &'a [String],
    /// Patterns of classes that are not recorded.
    pub exclude: &'a [String],
    /// Kinds of elements recorded besides lines, as named in the agent's options.
    pub elements: &'a [&'a str],
    /// How the agent gets into the JVMs.
    pub attach: Attach,
    /// Whether earlier recordings are kept and count, too.
    pub append: bool,
    /// Whether tests are left out for which nothing has changed since they passed.
    pub affected: bool,
    /// Whether the tests most likely to fail run first.
    pub first_failing: bool,
    /// A baseline whose passes are added to the folder's own before this run's.
    pub baseline: Option<&'a Baseline>,
}

/// The result of a recorded build.
#[derive(Debug)]
pub struct Recorded {
    /// How the build ended.
    pub ended: Ended,
    /// Numbers of recorded items.
    pub summary: Summary,
    /// The doctor's findings.
    pub report: Report,
    /// How long the build took.
    pub elapsed: Duration,
    /// The folder of the recordings, absolute.
    pub folder: PathBuf,
    /// What could not be kept beside the run's own rows, a sentence each.
    pub not_kept: Vec<String>,
}

impl Recorded {
    /// The summary line; `dir` is the folder as the user named it.
    pub fn line(&self, dir: &Path) -> String {
        self.summary.line(self.elapsed, &self.report, dir)
    }
}

/// Records a build. `run` receives the command with the agent attached and the folder of the recordings.
///
/// A command `java` whose JVM does not start with the agent, and does without, is run again without it.
/// Earlier recordings are replaced once this build has rows, and kept otherwise.
/// Errors: the agent is missing, the output folder cannot be created or is in use by another run; those of
/// `run`.
pub fn record(
    build: &Build<'_>,
    mut run: impl FnMut(&Attachment, &Folder) -> Result<Ended, Failure>,
) -> Result<Recorded, Failure> {
    let patterns = (checked(build.include)?, checked(build.exclude)?);
    let jar = AgentJar::find()?;
    let folder = folder::prepare(build.out, build.append)?;
    let kept = folder.path.join(NAME);
    let other = build.baseline.filter(|_| build.affected || build.first_failing);
    let not_joined = other.and_then(|other| baseline::join(&folder, other));
    let affected = build.affected && baseline::knows_tests(&folder);
    let agent = AgentOptions {
        dir: &folder.path,
        root: build.root,
        include: &patterns.0,
        exclude: &patterns.1,
        elements: build.elements,
        // JAVA_TOOL_OPTIONS is inherited by JVMs that a JVM starts; other ways are not.
        fork: build.attach == Attach::Auto,
        run: Some(std::process::id()),
        baseline: build.affected.then_some(&*kept),
        order: build.first_failing.then_some(&*kept),
    }
    .to_string();

    let environment = |name: &str| std::env::var_os(name);
    let daemons = GradleDaemons::of_run();
    let attachment = if in_use(build.command, &environment).is_some_and(|java| takes_no_agent(&java)) {
        // This Java would not start with the agent; the tests run without it.
        Attachment::none(build.command)
    } else {
        let folder = std::env::current_dir().unwrap_or_default();
        let gradle = daemons.options();
        Attachment::new(build.command, build.attach, jar.path(), &agent, &folder, &gradle, &environment)
    };
    let (start, started) = (Instant::now(), SystemTime::now());
    let mut ended = run(&attachment, &folder)?;
    drop(daemons);
    let without_agent = start.elapsed() < AT_ONCE
        && ended.code() != 0
        && find::recordings_in(&folder.path).is_ok_and(|files| files.is_empty())
        && starts::only_without(build.command, &attachment);
    if without_agent {
        ended = run(&Attachment::none(build.command), &folder)?;
    }
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
        without_agent,
        affected,
        started: Some(started),
    };
    // The build has ended with a result: a vanished folder counts as an empty recording.
    let case = Case::read(&find::recordings_in(&folder.path).unwrap_or_default(), circumstances);
    let (mut summary, report) = (Summary::of(&case.recordings), Report::at_once(&case));
    let path = folder.path.clone();
    let mut not_kept = Vec::from_iter(not_joined);
    if summary.tests() > 0 {
        if affected {
            not_kept.extend(carried::carry(&folder, build.root, &case.recordings));
        }
        folder.keep_sources(&case.recordings, build.root);
        not_kept.extend(baseline::keep(&folder, build.root, build.baseline));
        folder.earlier.replace();
    } else {
        summary.kept = folder.earlier.keep();
    }
    Ok(Recorded { ended, summary, report, elapsed, folder: path, not_kept })
}
