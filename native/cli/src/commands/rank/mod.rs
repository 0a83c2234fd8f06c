//! `faultline rank`: who is to blame.

pub mod options;
pub mod past;
pub mod query;

use std::process::ExitCode;

use faultline_recordings::load;
use faultline_recordings::sources::Sources;
use faultline_spectrum::Outcomes;
use faultline_telling::failure::Failure;
use faultline_telling::tell::tell;

use crate::commands::rank::options::RankOptions;
use crate::given::level::Level;
use faultline_show::terminal;
use faultline_suspects::{explain, json, text};

use self::query::Form;

/// Prints the suspects for each group of failing tests.
/// Errors: there is no recording or no failing test, a name is unknown.
pub fn rank(options: &RankOptions) -> Result<ExitCode, Failure> {
    if let Some(missing) = options.source.iter().find(|folder| !folder.is_dir()) {
        return Err(Failure::misuse(format!("--source {} is not a folder", missing.display())));
    }
    let question = query::Question::of(options)?;
    let (loaded, outcomes) =
        load::load_with_outcomes(&options.asked.inputs, options.reading.into(), options.elements)?;
    if let Some(method) = &options.explain {
        return explain(options, &question, &loaded, outcomes.as_ref(), method);
    }
    let form = if options.json { Form::Json } else { Form::Page };
    let mut report = question.answer(&loaded, outcomes.as_ref(), form, options.top)?;
    let mut sources = Sources::new(&options.source, &loaded.base, loaded.recorded);
    if !options.no_history {
        past::add(&mut report, &mut sources);
    }
    for note in &report.notes {
        tell(&format!("faultline: note: {note}"));
    }
    if options.file.is_wanted() {
        let mut all = question.answer(&loaded, outcomes.as_ref(), Form::Json, None)?;
        for (group, shown) in all.groups.iter_mut().zip(&report.groups) {
            group.last_change.clone_from(&shown.last_change);
        }
        options.file.write(|| json::render(&all, &mut sources))?;
    }
    if options.json {
        terminal::print(json::render(&report, &mut sources)?.as_bytes())?;
    } else {
        let terminal = options.page.terminal();
        terminal::print(text::render(&report, &mut sources, &terminal).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints why a method has its place. Errors: misuse, where no method is meant, or several are.
fn explain(
    options: &RankOptions,
    question: &query::Question<'_>,
    loaded: &load::Loaded,
    outcomes: Option<&Outcomes>,
    method: &str,
) -> Result<ExitCode, Failure> {
    if options.level != Level::Method {
        return Err(Failure::misuse("--explain is about methods; it goes without --level"));
    }
    let report = question.answer(loaded, outcomes, Form::Json, Some(0))?;
    for note in &report.notes {
        tell(&format!("faultline: note: {note}"));
    }
    let suspects = explain::meant(&report, method)?;
    let mut changes = vec![None; suspects.len()];
    if !options.no_history {
        let mut sources = Sources::new(&options.source, &loaded.base, loaded.recorded);
        let meant = suspects.iter().map(|(_, suspect)| Some(*suspect));
        changes = past::changes(&report, meant, &mut sources);
    }
    let page = explain::render(&report, &suspects, &changes, &options.page.terminal());
    terminal::print(page.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
