//! `faultline export --format jacoco|lcov|cobertura`: coverage of all tests together.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::UNIX_EPOCH;

use faultline_coverage_export::{Covered, Format};
use faultline_files::OutputFile;
use faultline_messages::failure::Failure;
use faultline_messages::tell::tell;
use faultline_messages::words::counted;
use faultline_recording_store::load::Loaded;
use faultline_recording_store::sources::Sources;
use faultline_spectrum::Class;

use super::options::ExportOptions;

/// Writes the file and prints its path. Errors: nothing with lines was recorded; the operating system's.
pub fn export(loaded: &Loaded, format: Format, options: &ExportOptions) -> Result<ExitCode, Failure> {
    let mut sources = Sources::of_loaded(&options.source, loaded);
    let path_of = |class: &Class| {
        let found = sources.of(class).map(|source| source.path.display().to_string());
        found
            .or_else(|| class.source_path())
            .unwrap_or_else(|| class.name.replace('.', "/"))
            .replace('\\', "/")
    };
    let covered = Covered::of(&loaded.spectrum, path_of);
    if covered.packages.is_empty() {
        return Err(Failure::failed(
            "no class with line numbers was recorded, so there is no coverage to write; compile with -g or -g:lines",
        ));
    }
    let millis =
        loaded.recorded.and_then(|at| at.duration_since(UNIX_EPOCH).ok()).unwrap_or_default().as_millis();
    let name = dunce::canonicalize(&loaded.base).ok();
    let name = name
        .as_deref()
        .and_then(Path::file_name)
        .map_or_else(String::new, |name| name.to_string_lossy().into());
    let file = target(&options.out, format);
    let written = OutputFile { path: &file, option: "--out", what: "such a file" }
        .write(|old| format.is_ours(old), format.write(&covered, &name, millis).as_bytes());
    written.map_err(|refusal| Failure::failed(refusal.to_string()))?;
    let lines: usize = covered.classes().map(|class| class.lines().len()).sum();
    tell(&format!(
        "faultline: wrote {} of {} to {}",
        counted(lines, "line"),
        counted(covered.classes().count(), "class"),
        file.display()
    ));
    Ok(ExitCode::SUCCESS)
}

/// The output path: `out` itself if it has the extension of such a file, else a file in the folder `out`.
fn target(out: &Path, format: Format) -> PathBuf {
    let is_file = out.extension().is_some_and(|ending| ending == "xml" || ending == "info") && !out.is_dir();
    if is_file { out.to_owned() } else { out.join(format.file_name()) }
}
