//! `faultline rank`: who is to blame.

mod answer;
mod excerpt;
mod json;
pub mod options;
pub mod query;
mod report;
mod text;

use std::process::ExitCode;

use faultline_recordings::load;
use faultline_recordings::sources::Sources;
use faultline_telling::failure::Failure;
use faultline_telling::tell::tell;

use crate::commands::rank::options::RankOptions;
use faultline_show::terminal;

use self::query::Form;

/// Prints the suspects for each group of failing tests.
/// Errors: there is no recording or no failing test, a name is unknown.
pub fn rank(options: &RankOptions) -> Result<ExitCode, Failure> {
    if let Some(missing) = options.source.iter().find(|folder| !folder.is_dir()) {
        return Err(Failure::misuse(format!("--source {} is not a folder", missing.display())));
    }
    let question = query::Question::of(options)?;
    let loaded = load::load_as(&options.asked.inputs, options.reading.into())?;
    let form = if options.json { Form::Json } else { Form::Page };
    let report = question.answer(&loaded, form, options.top)?;
    let mut sources = Sources::new(&options.source, &loaded.base, loaded.recorded);
    for note in &report.notes {
        tell(&format!("faultline: note: {note}"));
    }
    if options.file.is_wanted() {
        let report = question.answer(&loaded, Form::Json, None)?;
        options.file.write(|| json::render(&report, &mut sources))?;
    }
    if options.json {
        terminal::print(json::render(&report, &mut sources)?.as_bytes())?;
    } else {
        let terminal = options.page.terminal();
        terminal::print(text::render(&report, &mut sources, &terminal).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}
