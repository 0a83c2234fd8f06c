//! `record`: runs the tests and records their coverage.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use faultline_build_recorder::{Build, Recorded, found, record};
use faultline_fault_ranking::document::Tests;
use faultline_fault_ranking::messages;
use faultline_fault_ranking::question::{Form, Question};
use faultline_files::regular;
use faultline_jvm_process::agent::attach::Attach;
use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, number, shell_word};
use faultline_recording_store::find::DEFAULT_FOLDER;
use faultline_sbfl::failure_groups;
use faultline_spectrum::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{About, Tool};
use crate::bound::{Bounded, clipped, cut, drop_last, drop_last_line};
use crate::budget::Budget;
use crate::call::Call;
use crate::named::{folder, test_name};
use crate::project::Project;
use crate::screen::{self, Asked};
use crate::watched::{Limits, watched};

/// File of the build's output, in the folder of the recordings.
const LOG: &str = "build.log";
/// Number of failing tests listed.
const NAMED: usize = 10;
/// Number of groups of failing tests on the first screen.
const GROUPS: usize = 5;
/// Number of lines of the build's output in a result if the build failed.
const LAST: usize = 30;
/// Size of the part of the log that is read for these lines. Units: bytes.
const LAST_BYTES: u64 = 64 * 1024;

/// The tool `record`.
#[derive(Debug)]
pub struct Record;

/// What it takes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Input {
    /// The command that runs the tests, word by word, as `["mvn", "-B", "test", "-Dtest=FooTest"]`; without it `mvn test` or
    /// `gradle test` by the project's wrapper, whichever the project is built with.
    pub command: Vec<String>,
    /// Record classes of these names, wherever they come from, as `org.example.*`; without it all classes of the project.
    pub include: Vec<String>,
    /// Do not record classes of these names.
    pub exclude: Vec<String>,
    /// End the build after so many seconds; tests that finished until then count.
    #[schemars(range(min = 1))]
    pub timeout_seconds: Option<u32>,
    /// Answer in at most so many lines: items of lists, and lines of text; 60 unless told otherwise.
    #[schemars(range(min = 10, max = 400))]
    pub budget_lines: Option<u32>,
}

/// What it gives.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output {
    /// What was recorded, or why nothing was, in a sentence or two.
    pub summary: String,
    /// The command that ran.
    pub command: String,
    /// Its exit code: not 0 where tests failed; 128+n where signal n ended it.
    pub exit_code: u8,
    /// Whether `timeout_seconds` ended it.
    pub timed_out: bool,
    /// How long it ran.
    pub seconds: f64,
    /// How many tests ran.
    pub tests_total: usize,
    /// How many tests ended how.
    pub tests: Tests,
    /// The first failing tests.
    pub failed: Vec<String>,
    /// How many groups these are: each has a cause of its own, most likely.
    pub groups_total: usize,
    /// The first screen: a failing test, what it said, the first suspects with their code, what has changed since it passed, what
    /// would tell more. Only where a test failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub screen: String,
    /// Classes that were recorded.
    pub classes: usize,
    /// Lines that were recorded.
    pub lines: usize,
    /// Where the recording lies.
    pub recording: String,
    /// Where the build's output lies.
    pub log: String,
    /// Its last lines, where no test ran.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub log_tail: Vec<String>,
    /// What is wrong with the recording, and how to fix it.
    pub findings: Vec<String>,
}

impl Tool for Record {
    type Input = Input;
    type Output = Output;
    const ABOUT: About = About {
        name: "record",
        title: "Run and record the tests",
        description: "Run the project's tests by its own build tool and record which test runs which line, into .faultline. Use it \
                      before the other tools where there is no recording, and again after code changed. Where tests fail, the answer \
                      itself shows a failing test with its message and the first suspects with their code. Runs the whole build, which \
                      takes as long as the tests take and a little more; give a command to run only some tests, but keep passing \
                      tests of the same code among them, because suspects compares failing with passing ones. The build's output goes \
                      to a file, whose last lines come back where no test ran. Cancelling ends the build. All other tools only \
                      read.",
        is_read_only: false,
    };

    fn budget(input: &Input) -> Option<u32> {
        input.budget_lines
    }

    fn answer(project: &Project, input: Input, call: &Call) -> Result<Output, Failure> {
        if input.timeout_seconds == Some(0) {
            return Err(Failure::misuse("timeout_seconds is 0; give at least 1, or leave it out"));
        }
        let words = if input.command.is_empty() { found::command(project.root())? } else { input.command };
        if words[0].trim().is_empty() {
            return Err(Failure::misuse(
                "the command's first word is empty; name a program, as in [\"mvn\", \"test\"]",
            ));
        }
        let command: Vec<OsString> = words.iter().map(OsString::from).collect();
        let out = project.root().join(DEFAULT_FOLDER);
        let build = Build {
            command: &command,
            root: project.root(),
            out: &out,
            include: &input.include,
            exclude: &input.exclude,
            elements: &[],
            attach: Attach::Auto,
            append: false,
            affected: false,
            first_failing: false,
            baseline: None,
        };
        let mut limits = Limits::of(input.timeout_seconds.map(|limit| Duration::from_secs(limit.into())));
        let recorded = record(&build, |attachment, folder| {
            watched(attachment, (project, &folder.path), &folder.file(LOG)?, &mut limits, call)
        })?;
        let command = cut(&words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" "), 400);
        let budget = Budget::of(input.budget_lines)?;
        let mut output = output(project, &recorded, command, limits.is_over())?;
        output.failed.truncate(budget.share());
        output.screen = screen(project, budget.left(&output)).unwrap_or_default();
        output.summary = sentence(&recorded, &output);
        Ok(output)
    }
}

fn output(
    project: &Project,
    recorded: &Recorded,
    command: String,
    timed_out: bool,
) -> Result<Output, Failure> {
    let summary = &recorded.summary;
    let (mut failed, mut groups_total) = (Vec::new(), 0);
    let is_useful = summary.tests() > 0;
    if is_useful && summary.ended(Outcome::Failed) > 0 {
        let recording = project.recording(Some(DEFAULT_FOLDER))?;
        let spectrum = &recording.loaded.spectrum;
        failed =
            spectrum.tests_with(Outcome::Failed).take(NAMED).map(|test| test_name(spectrum, test)).collect();
        groups_total = failure_groups(spectrum).len();
    }
    let log = recorded.folder.join(LOG);
    let log_tail = if is_useful { Vec::new() } else { last_lines(&log) };
    let findings = recorded.report.findings.iter();
    let findings =
        findings.map(|finding| cut(&format!("{}; {}", finding.sentence, finding.mend), 400)).collect();
    Ok(Output {
        summary: String::new(),
        command,
        exit_code: recorded.ended.code(),
        timed_out,
        seconds: (recorded.elapsed.as_secs_f64() * 10.0).round() / 10.0,
        tests_total: summary.tests(),
        tests: Tests {
            passed: summary.ended(Outcome::Passed),
            failed: summary.ended(Outcome::Failed),
            aborted: summary.ended(Outcome::Aborted),
            skipped: summary.ended(Outcome::Skipped),
        },
        failed,
        groups_total,
        screen: String::new(),
        classes: summary.classes,
        lines: summary.lines,
        recording: folder(project, &recorded.folder),
        log: folder(project, &log),
        log_tail,
        findings,
    })
}

/// The first screen of what was just recorded; empty if no test failed.
fn screen(project: &Project, lines: usize) -> Result<String, Failure> {
    let Ok(recording) = project.recording(Some(DEFAULT_FOLDER)) else { return Ok(String::new()) };
    let loaded = &recording.loaded;
    let question = Question::new(&recording.inputs, &[]).of_largest(GROUPS);
    let mut report = match question.answer(loaded, None, Form::Json, None) {
        Err(Failure::NothingFailed(_)) => return Ok(String::new()),
        report => report?,
    };
    messages::add(&mut report, loaded);
    let asked = Asked { lines, ..Asked::default() };
    Ok(screen::of(&report, &recording, project, project.sources(loaded), asked).0)
}

fn sentence(recorded: &Recorded, output: &Output) -> String {
    let summary = &recorded.summary;
    let over = if output.timed_out { "The build was ended by timeout_seconds. " } else { "" };
    if summary.tests() == 0 {
        let why = recorded.report.findings.first().map_or_else(
            || "No test was recorded".to_owned(),
            |finding| format!("No test was recorded: {}; {}", finding.sentence, finding.mend),
        );
        let kept = if summary.kept { "; the earlier recording is still there" } else { "" };
        return format!("{over}{}{kept}", cut(&why, 600));
    }
    let failed = summary.ended(Outcome::Failed);
    let next = match failed {
        0 if summary.interrupted.is_empty() => "no test failed, so there is nothing to explain".to_owned(),
        0 => format!(
            "{} when the build was ended: name it as failing to ask suspects about it",
            clipped(&format!("{} was running", summary.interrupted[0]))
        ),
        _ => {
            let shown = if output.screen.is_empty() { "" } else { "screen shows the first suspects; " };
            let groups = counted(output.groups_total, "group");
            format!("{shown}call suspects for the ranking, in {groups}, and explain for one suspect")
        }
    };
    let ran = format!("{} ran, {} failed", counted(summary.tests(), "test"), number(failed));
    format!("{over}{ran}, exit code {}; {next}", recorded.ended.code())
}

/// The last lines of a log, without reading the whole file.
fn last_lines(log: &Path) -> Vec<String> {
    let bytes = regular::last(log, LAST_BYTES).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LAST)..].iter().map(|line| clipped(line)).collect()
}

impl Bounded for Output {
    fn shorten(&mut self) -> bool {
        let has_names = self.failed.len() > 1 && drop_last(&mut self.failed);
        has_names || drop_last(&mut self.findings) || drop_last_line(&mut self.screen) || {
            let is_long = !self.log_tail.is_empty();
            if is_long {
                self.log_tail.remove(0);
            }
            is_long
        }
    }
}
