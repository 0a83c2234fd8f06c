//! `faultline report`: writes the suspects as HTML pages.

pub mod options;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use faultline_bug_inducing_commits::past;
use faultline_fault_ranking::answer::Answer;
use faultline_fault_ranking::changes::recorded_commit;
use faultline_fault_ranking::messages;
use faultline_fault_ranking::question::{Answered, Form, Question};
use faultline_fault_ranking::report::Report;
use faultline_html_report::links::{Editor, Links};
use faultline_html_report::{AMBIGUOUS, Asked, GROUPS, SUSPECTS, pages, pictures, remove, write};
use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;
use faultline_messages::words::{counted, number, printable};
use faultline_quality_gate::Survey;
use faultline_recording_store::NamedBaseline;
use faultline_recording_store::load::{self, Loaded};
use faultline_recording_store::sources::Sources;
use faultline_sbfl::failure_groups;
use faultline_terminal::terminal;

use self::options::ReportOptions;
use crate::given::reading::ReadingOptions;
use crate::given::source;
use crate::given::suspicion::Suspicion;
use crate::notes;

/// Number of groups of failures with a line of their own.
const ANSWERS: usize = 5;

/// Writes the pages and prints their location.
/// Errors: there is no recording or no failing test; a name is unknown; the folder cannot be written.
pub fn report(options: &ReportOptions) -> Result<ExitCode, Failure> {
    source::check(&options.source)?;
    let other = options.other.read()?;
    let baseline = other.as_ref();
    let pages = Pages {
        out: &options.out,
        asked: &options.asked,
        reading: options.reading,
        baseline,
        editor: options.editor.as_ref(),
    };
    pages.question()?;
    let loaded = load::load_as(&options.asked.inputs, options.reading.into())?;
    let mut sources = Sources::of_loaded(&options.source, &loaded);
    let written = pages.write(&loaded, &mut sources, !options.no_history)?;
    notes::tell_all(&written.notes);
    for line in &written.answers {
        terminal::print(&format!("{}\n", printable(line)))?;
    }
    terminal::print(&format!("{}\n", printable(&written.to_string())))?;
    if options.open {
        open(&written.start)?;
    }
    written.nothing_failed.map_or(Ok(ExitCode::SUCCESS), Err)
}

/// A request to write report pages.
#[derive(Debug)]
pub struct Pages<'a> {
    /// The output folder.
    pub out: &'a Path,
    /// The failures to explain, and the ranking.
    pub asked: &'a Suspicion,
    /// How recordings are read.
    pub reading: ReadingOptions,
    /// A baseline to compare with, besides the one beside the recordings.
    pub baseline: Option<&'a NamedBaseline>,
    /// Where links of lines lead.
    pub editor: Option<&'a Editor>,
}

/// The written report.
#[derive(Debug)]
pub struct Written {
    start: PathBuf,
    files: usize,
    bytes: usize,
    answers: Vec<String>,
    notes: Vec<String>,
    /// The reason if the pages have no suspects.
    pub nothing_failed: Option<Failure>,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let megabytes = self.bytes as f64 / 1e6;
        write!(f, "{} ({}, {megabytes:.1} MB)", self.start.display(), counted(self.files, "file"))
    }
}

impl Pages<'_> {
    fn question(&self) -> Result<Question<'_>, Failure> {
        let asked = self.asked.question(self.reading)?.of_largest(GROUPS);
        Ok(Question { baseline: self.baseline, ..asked })
    }

    /// Ranks and writes the pages, replacing an earlier report; the pages have no suspects if no test failed.
    /// Errors: there is no test, which also removes an earlier report; the folder cannot be written.
    pub fn write(&self, loaded: &Loaded, sources: &mut Sources, history: bool) -> Result<Written, Failure> {
        let progress = Progress::start("ranking");
        let question = self.question()?;
        let (mut report, nothing_failed) = match question.answer(loaded, None, Form::Report, Some(SUSPECTS)) {
            Ok(report) => (report, None),
            Err(failure @ Failure::NothingFailed(_)) if loaded.spectrum.tests.is_empty() => {
                // The earlier report would be mistaken for one of this run.
                remove(self.out)?;
                return Err(failure);
            }
            Err(failure @ Failure::NothingFailed(_)) => (question.without_suspects(loaded), Some(failure)),
            Err(failure) => return Err(failure),
        };
        if history {
            past::add(&mut report, sources);
        }
        progress.now("writing pages");
        self.pages(loaded, report, nothing_failed, sources)
    }

    /// Writes the pages of an existing answer, with the last changes already looked up for `shown`. Errors:
    /// those of [`Pages::write`].
    pub fn of_answer(
        &self,
        loaded: &Loaded,
        answered: &Answered<'_, '_>,
        shown: &Report<'_>,
        sources: &mut Sources,
    ) -> Result<Written, Failure> {
        let _progress = Progress::start("writing pages");
        let mut report = answered.report_of_largest(GROUPS, Form::Report, Some(SUSPECTS))?;
        past::copy(shown, &mut report);
        self.pages(loaded, report, None, sources)
    }

    fn pages(
        &self,
        loaded: &Loaded,
        mut report: Report<'_>,
        nothing_failed: Option<Failure>,
        sources: &mut Sources,
    ) -> Result<Written, Failure> {
        messages::add(&mut report, loaded);
        let all = if report.chosen { 1 } else { failure_groups(&loaded.spectrum).len() };
        let left_out = all.saturating_sub(report.groups.len());
        let asked = Asked {
            report: &report,
            left_out,
            // Without measures, the page says that there is nothing to measure.
            survey: Survey::of(loaded, AMBIGUOUS).ok(),
            pictures: pictures::beside(&loaded.files),
            links: self.links(loaded)?,
            recorded: loaded.recorded,
        };
        let pages = pages(&asked, sources);
        let start = write(self.out, &pages)?;
        Ok(Written {
            start,
            files: pages.len(),
            bytes: pages.iter().map(|page| page.text.len()).sum(),
            answers: answers(&report, all),
            notes: report.notes,
            nothing_failed,
        })
    }
}

impl Pages<'_> {
    /// The links of lines. Errors: those of [`Links::of`].
    fn links(&self, loaded: &Loaded) -> Result<Links, Failure> {
        let commit = self.editor.and_then(|_| recorded_commit(loaded));
        Links::of(self.editor, &loaded.base, commit.as_deref())
    }
}

/// The answer of the only group; with several groups, a numbered line for each of the most certain answers.
/// Empty if no group has an answer.
fn answers(report: &Report<'_>, all: usize) -> Vec<String> {
    let answered = report.groups.iter().filter_map(|group| group.answer.as_ref());
    if all == 1 || answered.clone().next().is_none() {
        return answered.map(ToString::to_string).collect();
    }
    let mut groups: Vec<(usize, Option<&Answer>)> =
        (1..).zip(report.groups.iter().map(|group| group.answer.as_ref())).collect();
    let chance = |answer: Option<&Answer>| answer.map_or(0.0, |answer| answer.chance);
    groups.sort_by(|(_, a), (_, b)| chance(*b).total_cmp(&chance(*a)));
    groups.truncate(ANSWERS);
    let mut lines = vec![format!("{} groups of failures:", number(all))];
    lines.extend(groups.iter().map(|(at, answer)| match answer {
        Some(answer) => format!("  Group {at}: {answer}"),
        None => format!("  Group {at}: no suspect is alone in the first place"),
    }));
    if all > groups.len() {
        lines.push(format!("  … and {} more", number(all - groups.len())));
    }
    lines
}

/// Opens the page in the desktop's browser. Errors: no program can open it.
fn open(page: &Path) -> Result<(), Failure> {
    let (opener, arguments): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        // Windows' `explorer` always exits with 1.
        "windows" => ("rundll32.exe", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let page = dunce::canonicalize(page).unwrap_or_else(|_| page.to_owned());
    let opened = Command::new(opener)
        .args(arguments)
        .arg(&page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match opened {
        Ok(status) if status.success() => Ok(()),
        _ => Err(Failure::failed(format!(
            "{opener} could not open the report; open {} in a browser",
            page.display()
        ))),
    }
}
