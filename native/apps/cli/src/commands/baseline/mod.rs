//! `faultline baseline`: shows, keeps, writes and joins baselines.

pub mod json;
mod keep;
pub mod options;
mod shown;
mod text;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use faultline_baseline::{Baseline, NAME, file};
use faultline_files::OutputFile;
use faultline_messages::failure::Failure;
use faultline_messages::tell::tell;
use faultline_messages::words::{counted, number};
use faultline_recording_store::NamedBaseline;
use faultline_recording_store::find::{self, DEFAULT_FOLDER};
use faultline_recording_store::folder;
use faultline_terminal::terminal;

use self::options::{Action, BaselineOptions, ExportOptions, ImportOptions, ShowOptions};
use self::shown::Shown;
use crate::given::baseline::read;
use crate::given::schemas;

/// Shows, writes or joins baselines. Errors: those of the action.
pub fn baseline(options: &BaselineOptions) -> Result<ExitCode, Failure> {
    match &options.action {
        Action::Show(options) => show(options)?,
        Action::Export(options) => export(options)?,
        Action::Import(options) => import(options)?,
        Action::Keep(options) => keep::keep(options)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints what a baseline holds. Errors: there is none, or it cannot be read; no test has the name.
fn show(options: &ShowOptions) -> Result<(), Failure> {
    let file = options.file.ready(schemas::BASELINE_SHOW)?;
    let named = named_or_nearest(options.input.as_deref())?;
    options.file.is_none_of([&named.path])?;
    let shown = Shown::of(&named, options.test.as_deref())?;
    let text = || text::render(&shown, options.top, &options.page.terminal());
    terminal::print(&file.answer(options.json, || json::render(&shown, options.top), text)?)
}

/// Writes a folder's baseline to a file. Errors: there is none, or it cannot be read; the file exists and is no
/// baseline, or cannot be written.
fn export(options: &ExportOptions) -> Result<(), Failure> {
    let output =
        OutputFile { path: &options.file, option: "faultline baseline export FILE", what: "a baseline" };
    let refused = |refusal: faultline_files::OutputRefusal| Failure::failed(refusal.to_string());
    output.check_with_folders(file::is_one).map_err(refused)?;
    let named = named_or_nearest(options.folder.as_deref())?;
    output.is_none_of([&named.path]).map_err(refused)?;
    let content = file::encode(&named.baseline);
    output.write(file::is_one, &content).map_err(refused)?;
    tell(&format!(
        "faultline: wrote {} ({}) to {}",
        passes(&named.baseline),
        counted(content.len(), "byte"),
        options.file.display()
    ));
    Ok(())
}

/// Joins baselines into that of a folder. Errors: one of them cannot be read; the folder cannot be written to.
fn import(options: &ImportOptions) -> Result<(), Failure> {
    // All are read before the folder is made or changed.
    let others = options.inputs.iter().map(|input| read(input)).collect::<Result<Vec<_>, _>>()?;
    let into = match &options.into {
        Some(into) => into.clone(),
        None => nearest()?,
    };
    let folder = folder::hold(&into, "--into")?;
    let own = file::read(&folder.path().join(NAME)).map_err(|error| Failure::failed(error.to_string()))?;
    let mut joined = own.unwrap_or_default();
    let mut lines = Vec::new();
    for NamedBaseline { path, baseline, .. } in others {
        let newer = number(joined.newer_passes(&baseline));
        lines.push(format!("{}: {}, {newer} of them new or newer", path.display(), passes(&baseline)));
        joined = joined.with(baseline);
    }
    let content = file::encode(&joined);
    folder.write(NAME, &content)?;
    let place = into.join(NAME);
    lines.push(format!(
        "{} now has {} ({})",
        place.display(),
        passes(&joined),
        counted(content.len(), "byte")
    ));
    for line in lines {
        tell(&format!("faultline: {line}"));
    }
    Ok(())
}

/// How many tests have a pass: `5 tests with a pass`.
fn passes(baseline: &Baseline) -> String {
    format!("{} with a pass", counted(baseline.passed(), "test"))
}

fn named_or_nearest(input: Option<&Path>) -> Result<NamedBaseline, Failure> {
    match input {
        Some(input) => read(input),
        None => read(&nearest()?),
    }
}

/// The nearest `.faultline`, here or above; without one, that of this folder. Its path is short if it is here.
fn nearest() -> Result<PathBuf, Failure> {
    let (_, base) = find::find(&[])?;
    let is_here = std::env::current_dir().is_ok_and(|here| here == base);
    Ok(if is_here { PathBuf::from(DEFAULT_FOLDER) } else { base.join(DEFAULT_FOLDER) })
}
