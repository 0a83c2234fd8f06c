//! Finds recordings.

use std::path::{Path, PathBuf};

use faultline_flt::Place;
use faultline_messages::failure::Failure;

use crate::project;

pub use crate::project::DEFAULT_FOLDER;

/// The subfolder in which a run keeps earlier recordings until it has rows of its own.
pub const EARLIER: &str = ".faultline-earlier";

/// The recordings that `inputs` refer to (if empty: the nearest `.faultline`), possibly none, and the
/// project's folder. Errors: an input does not exist.
pub fn find(inputs: &[PathBuf]) -> Result<(Vec<PathBuf>, PathBuf), Failure> {
    if let Some(missing) = inputs.iter().find(|input| !input.exists()) {
        return Err(Failure::misuse(format!("{} does not exist", missing.display())));
    }
    let mut files = Vec::new();
    for input in inputs {
        if let Place::Recordings(of_input) = place(input)? {
            files.extend(of_input);
        }
    }
    if !inputs.is_empty() {
        return Ok((files, PathBuf::from(".")));
    }
    let here = std::env::current_dir()
        .map_err(|error| Failure::failed(format!("the current folder is unknown: {error}")))?;
    match project::search(&here)? {
        Some(base) => Ok((recordings_in(&base.join(DEFAULT_FOLDER))?, base)),
        None => Ok((Vec::new(), here)),
    }
}

/// The files to read, and the folder to which paths are relative.
pub fn locate(inputs: &[PathBuf]) -> Result<(Vec<PathBuf>, PathBuf), Failure> {
    if inputs.is_empty() {
        let here = std::env::current_dir()
            .map_err(|error| Failure::failed(format!("the current folder is unknown: {error}")))?;
        return locate_above(&here);
    }
    let mut files = Vec::new();
    for input in inputs {
        files.extend(files_of(input)?);
    }
    let mut seen = std::collections::HashSet::new();
    files.retain(|file| seen.insert(dunce::canonicalize(file).unwrap_or_else(|_| file.clone())));
    Ok((files, PathBuf::from(".")))
}

/// The recordings of the nearest `.faultline`, in `here` or above it in the project.
fn locate_above(here: &Path) -> Result<(Vec<PathBuf>, PathBuf), Failure> {
    let Some(folder) = project::search(here)? else {
        return Err(Failure::failed(format!(
            "{}; record one first: faultline run -- mvn test",
            project::nothing_found(here)
        )));
    };
    let recordings = folder.join(DEFAULT_FOLDER);
    let files = recordings_in(&recordings)?;
    if files.is_empty() {
        return Err(nothing_in(&recordings));
    }
    // Use a relative base if it is short, so that paths in the output are short too.
    let base = if folder == here { PathBuf::from(".") } else { folder };
    Ok((files, base))
}

/// The files of one argument: recordings, or a folder in another tool's layout.
pub fn files_of(input: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !input.exists() {
        return Err(Failure::failed(format!(
            "{} does not exist; record a build first: faultline run -- mvn test",
            input.display()
        )));
    }
    match place(input)? {
        Place::Recordings(files) => Ok(files),
        Place::Layout(_) => Ok(vec![input.to_owned()]),
        _ => Err(nothing_in(input)),
    }
}

fn place(input: &Path) -> Result<Place, Failure> {
    Place::of(input).map_err(|error| Failure::failed(error.to_string()))
}

fn nothing_in(folder: &Path) -> Failure {
    let kept = [folder.join(EARLIER), folder.join(DEFAULT_FOLDER).join(EARLIER)];
    Failure::failed(match kept.iter().find(|kept| kept.is_dir()) {
        Some(kept) => format!(
            "{} holds no recording (*.flt) of the run that is under way or was killed; {} has the one before it",
            folder.display(),
            kept.display()
        ),
        None => format!(
            "{} holds no recording (*.flt); the last line of `faultline run` says why",
            folder.display()
        ),
    })
}

/// The `.flt` files of a folder, ordered by name. Errors: it cannot be listed.
pub fn recordings_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    faultline_flt::recordings_in(folder)
        .map_err(|error| Failure::failed(format!("the folder cannot be listed: {error}")))
}
