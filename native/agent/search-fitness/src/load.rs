//! Loads a spectrum.

use std::path::Path;

use faultline_flt::{Place, read_paths};
use faultline_spectrum::{InitialiserPolicy, Recording, Spectrum};

use crate::FitnessError;

/// Loads the spectrum at a path, interpreted as by [`Place::of`], with the recordings it was merged from, if any. Errors:
/// there is none, it cannot be read, or its parts are inconsistent.
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
