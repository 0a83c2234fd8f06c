//! One spectrum from wherever it lies.

use std::path::Path;

use faultline_flt::{Place, read_paths};
use faultline_spectrum::{InitialiserPolicy, Recording, Spectrum};

use crate::FitnessError;

/// The spectrum that a path stands for, by the rule of [`Place::of`], and the recordings that it is of, if it is of some.
/// Errors: there is nothing of that kind, it cannot be read, its parts contradict each other.
pub(crate) fn load(path: &Path) -> Result<(Spectrum, Vec<Recording>), FitnessError> {
    if !path.exists() {
        return Err(FitnessError::NoSpectrum(path.to_owned()));
    }
    let recordings = match Place::of(path)? {
        Place::Recordings(files) => read_paths(&files)?.0,
        Place::Layout(layout) => return Ok((layout.import(path)?.spectrum, Vec::new())),
        _ => Vec::new(),
    };
    if recordings.is_empty() {
        return Err(FitnessError::NoSpectrum(path.to_owned()));
    }
    let spectrum = Spectrum::merge(&recordings, InitialiserPolicy::All)
        .map_err(|error| FitnessError::Merge(path.to_owned(), error))?;
    Ok((spectrum, recordings))
}
