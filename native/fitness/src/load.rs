//! One spectrum from wherever it lies.

use std::path::Path;

use faultline_format::{Layout, read_dir, read_paths};
use faultline_spectrum::{InitialiserPolicy, Spectrum};

use crate::FitnessError;

/// The spectrum of a `.flt` file, of a folder of them, of a project folder with `.faultline`
/// in it, or of a folder in another layout.
/// Errors: there is nothing of that kind, it cannot be read, its parts contradict each other.
pub(crate) fn load(path: &Path) -> Result<Spectrum, FitnessError> {
    if !path.exists() {
        return Err(FitnessError::NoSpectrum(path.to_owned()));
    }
    let recordings = if path.is_dir() {
        if let Some(layout) = layout_of(path) {
            return Ok(layout.import(path)?.spectrum);
        }
        let inside = path.join(".faultline");
        read_dir(if inside.is_dir() { &inside } else { path })?.0
    } else {
        read_paths(&[path.to_owned()])?.0
    };
    if recordings.is_empty() {
        return Err(FitnessError::NoSpectrum(path.to_owned()));
    }
    Spectrum::merge(&recordings, InitialiserPolicy::All)
        .map_err(|error| FitnessError::Merge(path.to_owned(), error))
}

/// By the file that only this layout has.
fn layout_of(folder: &Path) -> Option<Layout> {
    let holds = |file: &str| folder.join(file).is_file();
    match () {
        () if holds("elements.tsv") => Some(Layout::Tsv),
        () if holds("matrix.txt") => Some(Layout::Gzoltar),
        () => None,
    }
}
