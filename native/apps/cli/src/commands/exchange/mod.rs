//! `faultline export` and `faultline import`: converts spectra to and from other tools' formats.

mod coverage;
pub mod options;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use faultline_files::{OutputFile, is_same};
use faultline_flt::{EXTENSION, FormatError, Layout, holds_recording, record_spectrum, write_ranking};
use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;
use faultline_messages::tell::tell;
use faultline_messages::words::{counted, number};
use faultline_recording_store::load;
use faultline_recording_store::write::write;
use faultline_sbfl::{Level, RankQuery, Ranker, RankingSpec, Selection, Ties};
use faultline_spectrum::{Outcome, Recording, Spectrum};

use crate::given::ranking;
use crate::notes;

use self::options::{ExportOptions, ImportOptions};

/// Writes the merged spectrum into a folder in another tool's layout.
/// Errors: there is no recording, an unknown formula; the operating system's.
pub fn export(options: &ExportOptions) -> Result<ExitCode, Failure> {
    let specs = options.ranking.iter().map(|name| ranking::spec(name)).collect::<Result<Vec<_>, _>>()?;
    let loaded = load::load_as(&options.inputs, options.reading.into())?;
    notes::tell_all(&loaded.notes);
    let asked = match options.format.what() {
        Ok(layout) => layout,
        Err(format) => return coverage::export(&loaded, format, options),
    };
    let progress = Progress::start("writing");
    let exported = layout(asked).export(&loaded.spectrum, &options.out).map_err(|error| failed(&error))?;
    let mut files = exported.files.len();
    if asked == options::Layout::Gzoltar {
        files += rankings(&loaded.spectrum, &specs, &options.out)?;
    }
    drop(progress);
    let left_out = if exported.left_out > 0 {
        format!(
            " ({} aborted or skipped, which the layout does not know, left out)",
            number(exported.left_out)
        )
    } else {
        String::new()
    };
    tell(&format!(
        "faultline: wrote {}{left_out} and {} to {} in {}",
        counted(exported.tests, "test"),
        counted(loaded.spectrum.elements.len(), "element"),
        counted(files, "file"),
        options.out.display()
    ));
    Ok(ExitCode::SUCCESS)
}

/// Writes a file of lines per ranking over all failing tests; none if no test failed, because every score
/// would be the value of 0/0. Returns the number of files.
fn rankings(spectrum: &Spectrum, specs: &[RankingSpec], out: &Path) -> Result<usize, Failure> {
    if spectrum.tests_with(Outcome::Failed).next().is_none() {
        tell("faultline: note: no test failed, so no ranking was written");
        return Ok(0);
    }
    let ranker = Ranker::new(spectrum);
    for &ranking in specs {
        let selection = Selection::all(spectrum);
        let query = RankQuery { selection, ranking, level: Level::Line, ties: Ties::default() };
        let ranked = ranker.rank(&query).map_err(|error| Failure::failed(error.to_string()))?;
        let mut scores = vec![0.0; spectrum.elements.len()];
        for entry in &ranked.entries {
            for &element in ranked.elements(entry) {
                scores[element.index()] = entry.score;
            }
        }
        write_ranking(spectrum, &ranking.to_string(), &scores, out).map_err(|error| failed(&error))?;
    }
    Ok(specs.len())
}

/// Reads another tool's folder and writes it as a single recording.
/// Errors: the folder does not follow the layout, the output cannot be written.
pub fn import(options: &ImportOptions) -> Result<ExitCode, Failure> {
    if !options.input.is_dir() {
        return Err(Failure::failed(format!(
            "{} is not a folder; give the one that holds the {} files",
            options.input.display(),
            layout(options.format).name()
        )));
    }
    if is_same(&options.input, &options.out) {
        return Err(Failure::failed(format!(
            "{} is read by this command; name another file or folder with --out",
            options.out.display()
        )));
    }
    let progress = Progress::start("reading");
    let imported = layout(options.format).import(&options.input).map_err(|error| failed(&error))?;
    let recording =
        record_spectrum(&imported.spectrum, &format!("imported from {}", layout(options.format).name()));
    drop(progress);
    notes::tell_all(&imported.notes);
    let file = target(&options.out, options.format, &recording)?;
    OutputFile { path: &file, option: "--out", what: "a recording" }
        .look(holds_recording)
        .map_err(|refusal| Failure::failed(refusal.to_string()))?;
    write(&file, &recording)
        .map_err(|error| Failure::failed(format!("writing {} failed: {error}", file.display())))?;
    tell(&format!(
        "faultline: wrote {} and {} to {}; next: faultline rank {}",
        counted(imported.spectrum.tests.len(), "test"),
        counted(imported.spectrum.elements.len(), "element"),
        file.display(),
        faultline_messages::words::shell_word(&file.display().to_string())
    ));
    Ok(ExitCode::SUCCESS)
}

/// The output path: `out` itself if it has the extension of a recording, else a file in the folder `out`,
/// named by its content, so that importing the same data again replaces it.
fn target(out: &Path, format: options::Layout, recording: &Recording) -> Result<PathBuf, Failure> {
    let failed = |path: &Path, error: std::io::Error| {
        Failure::failed(format!("making the folder {} failed: {error}", path.display()))
    };
    if out.extension().is_some_and(|extension| extension == EXTENSION) && !out.is_dir() {
        if let Some(parent) = out.parent() {
            fs::create_dir_all(parent).map_err(|error| failed(parent, error))?;
        }
        return Ok(out.to_owned());
    }
    fs::create_dir_all(out).map_err(|error| failed(out, error))?;
    Ok(out.join(format!("{}-{:016x}.{EXTENSION}", layout(format).name(), recording.origin.nonce)))
}

fn layout(layout: options::Layout) -> Layout {
    match layout {
        options::Layout::Gzoltar => Layout::Gzoltar,
        options::Layout::Tsv => Layout::Tsv,
    }
}

fn failed(error: &FormatError) -> Failure {
    Failure::failed(error.to_string())
}
