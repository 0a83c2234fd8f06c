//! `faultline rank`: prints the ranking of suspicious methods, lines or classes.

pub mod options;
pub mod screen;

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use faultline_bug_inducing_commits::past;
use faultline_ci_formats as notices;
use faultline_messages::failure::Failure;
use faultline_messages::tell::tell;
use faultline_recording_store::NamedBaseline;
use faultline_recording_store::load;
use faultline_recording_store::reading::Reading;
use faultline_recording_store::sources::Sources;
use faultline_spectrum::Outcomes;

use crate::commands::rank::options::{Format, RankOptions};
use crate::commands::report::Pages;
use crate::given::level::Level;
use crate::given::schemas;
use crate::given::source;
use crate::notes;
use faultline_fault_ranking::question::{Answered, Beside, Form, Question};
use faultline_fault_ranking::report::Report;
use faultline_fault_ranking::screen::Screen;
use faultline_fault_ranking::{explain, json, messages, text};
use faultline_terminal::terminal;

/// Prints the suspects of each group of failing tests.
/// Errors: there is no recording or no failing test; a name is unknown.
pub fn rank(options: &RankOptions) -> Result<ExitCode, Failure> {
    source::check(&options.source)?;
    let file = options.file.ready(schemas::RANK)?;
    let asked = options.asked.question(options.reading)?;
    let other = options.other.read()?;
    let baseline = other.as_ref();
    let question = Question { ties: options.ties.into(), level: options.level.into(), baseline, ..asked };
    let mut reading: Reading = options.reading.into();
    // A report reads rows again and again.
    if options.report.is_none() {
        reading.memory = reading.memory.counting();
    }
    let (loaded, outcomes) = load::load_with_outcomes(&options.asked.inputs, reading, options.elements)?;
    if let Some(method) = &options.explain {
        return explain(options, &question, &loaded, outcomes.as_ref(), method);
    }
    let form = if options.format() == Format::Text { Form::Page } else { Form::Json };
    let mut sources = Sources::of_loaded(&options.source, &loaded);
    let beside = Beside::of(&loaded, &question);
    let answered = match question.ranked(&loaded, &beside, outcomes.as_ref()) {
        // The report pages are still written without suspects.
        Err(failure @ Failure::NothingFailed(_)) => {
            pages(options, (&loaded, baseline), None, &mut sources)?;
            return Err(failure);
        }
        answered => answered?,
    };
    let mut report = answered.report(form, options.top)?;
    if shows_commits(options, file.is_wanted()) {
        past::add(&mut report, &mut sources);
    }
    notes::tell_all(&report.notes);
    let has_messages =
        matches!(options.format(), Format::Text | Format::Json | Format::Markdown | Format::Github);
    if file.is_wanted() || has_messages {
        messages::add(&mut report, &loaded);
    }
    if file.is_wanted() {
        let mut all = answered.report(Form::Json, None)?;
        past::copy(&report, &mut all);
        messages::copy(&report, &mut all);
        file.write(|| json::render(&all, &mut sources))?;
    }
    let text = match options.format() {
        Format::Text => page(options, &loaded, &report, &mut sources),
        Format::Json => json::render(&report, &mut sources)?,
        Format::Sarif => notices::Format::Sarif.render(&report, &mut sources)?,
        Format::Github => {
            summary(&screen(options, &loaded, &report, &mut sources), &mut sources)?;
            notices::Format::Github.render(&report, &mut sources)?
        }
        Format::Gitlab => notices::Format::Gitlab.render(&report, &mut sources)?,
        Format::Markdown => {
            let screen = screen(options, &loaded, &report, &mut sources);
            notices::markdown(&screen, &mut sources)
        }
        Format::Csv => notices::Format::Csv.render(&report, &mut sources)?,
    };
    pages(options, (&loaded, baseline), Some((&answered, &report)), &mut sources)?;
    match options.format() {
        Format::Github => terminal::print_commands(&text)?,
        _ => terminal::print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether something is written that shows who changed a suspect last.
fn shows_commits(options: &RankOptions, has_file: bool) -> bool {
    let is_without = matches!(options.format(), Format::Sarif | Format::Gitlab | Format::Csv);
    !options.no_history && (!is_without || has_file || options.report.is_some())
}

/// The page for people: the first screen, or with all scores if they are asked for, or if a formula ranks, which states no
/// chances.
fn page(options: &RankOptions, loaded: &load::Loaded, report: &Report<'_>, sources: &mut Sources) -> String {
    let terminal = options.page.terminal();
    if options.scores || report.spec.weights().is_none() {
        return text::render(report, sources, &terminal);
    }
    screen::render(&screen(options, loaded, report, sources), &terminal, options.top.is_none())
}

fn screen<'r>(
    options: &RankOptions,
    loaded: &load::Loaded,
    report: &'r Report<'r>,
    sources: &mut Sources,
) -> Screen<'r> {
    Screen::of(report, loaded, &options.asked.inputs, sources, options.top)
}

/// Writes the report pages if requested. Errors: those of [`Pages::write`].
fn pages(
    options: &RankOptions,
    (loaded, baseline): (&load::Loaded, Option<&NamedBaseline>),
    answered: Option<(&Answered<'_, '_>, &Report<'_>)>,
    sources: &mut Sources,
) -> Result<(), Failure> {
    let Some(folder) = &options.report else { return Ok(()) };
    let pages =
        Pages { out: folder, asked: &options.asked, reading: options.reading, baseline, editor: None };
    let answered = answered.filter(|(answered, _)| answered.is_of_pages());
    let written = match answered {
        Some((answered, shown)) => pages.of_answer(loaded, answered, shown, sources)?,
        None => pages.write(loaded, sources, !options.no_history)?,
    };
    tell(&format!("faultline: report: {written}"));
    Ok(())
}

/// Appends the first screen to the step summary of GitHub Actions, if running there. Errors: it cannot be written.
fn summary(screen: &Screen<'_>, sources: &mut Sources) -> Result<(), Failure> {
    let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) else {
        return Ok(());
    };
    let text = notices::markdown(screen, sources);
    #[cfg_attr(
        not(test),
        expect(
            clippy::disallowed_methods,
            reason = "what is there stays: the summary of a step is added to"
        )
    )]
    let file = OpenOptions::new().create(true).append(true).open(&path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| {
        let path = Path::new(&path).display();
        Failure::failed(format!("the summary {path} (GITHUB_STEP_SUMMARY) cannot be written: {error}"))
    })
}

/// Explains the rank of a method. Errors: misuse, if the name matches no method or several.
fn explain(
    options: &RankOptions,
    question: &Question<'_>,
    loaded: &load::Loaded,
    outcomes: Option<&Outcomes>,
    method: &str,
) -> Result<ExitCode, Failure> {
    if options.level != Level::Method {
        return Err(Failure::misuse("--explain is about methods; it goes without --level"));
    }
    let report = question.answer(loaded, outcomes, Form::Json, Some(0))?;
    notes::tell_all(&report.notes);
    let suspects = explain::meant(&report, method)?;
    let mut changes = vec![None; suspects.len()];
    if !options.no_history {
        let mut sources = Sources::of_loaded(&options.source, loaded);
        let meant = suspects.iter().map(|(_, suspect)| Some(*suspect));
        changes = past::changes(&report, meant, &mut sources);
    }
    let page = explain::render(&report, &suspects, &changes, &options.page.terminal());
    terminal::print(&page)?;
    Ok(ExitCode::SUCCESS)
}
