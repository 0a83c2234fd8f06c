//! Checks output files before the work starts.

use std::path::Path;

use faultline_files::{OutputFile, OutputRefusal};
use faultline_learned_metrics::ranking::RankingModel;
use faultline_learned_metrics::{ExtendedModel, Model, RlfdcError};
use faultline_messages::failure::Failure;
use faultline_terminal::svg;

/// Checks whether the model can be written, as far as possible beforehand.
/// Errors: it cannot be written, the path is one of the inputs, or it holds a file other than a model and
/// `force` is not set.
pub fn check_model<P: AsRef<Path>>(path: &Path, force: bool, inputs: &[P]) -> Result<(), Failure> {
    let file = OutputFile { path, option: "--out", what: "a model" };
    let checked = file.check(|_| force || is_model(path)).and_then(|()| file.is_none_of(inputs));
    checked.map_err(|refusal| {
        if refusal.is_foreign() {
            return Failure::failed(format!(
                "{} exists and is not a model; give another --out, or --force to replace it",
                path.display()
            ));
        }
        failed(&refusal)
    })
}

/// A picture written for an option.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The output path.
    pub path: &'a Path,
    /// The option that names the path.
    pub option: &'static str,
    /// The kind of picture, as marked in the file.
    pub shows: &'static str,
}

impl Picture<'_> {
    /// Checks whether the picture can be written. Errors: it cannot, or the path holds another file.
    pub fn check(&self) -> Result<(), Failure> {
        self.file().check(|old| svg::shows(old, self.shows)).map_err(|refusal| failed(&refusal))
    }

    /// Writes the picture. Errors: as [`Picture::check`].
    pub fn write(&self, picture: &str) -> Result<(), Failure> {
        self.check()?;
        self.file()
            .write(|old| svg::shows(old, self.shows), picture.as_bytes())
            .map_err(|refusal| failed(&refusal))
    }

    fn file(&self) -> OutputFile<'_> {
        OutputFile { path: self.path, option: self.option, what: "such a picture" }
    }
}

fn failed(refusal: &OutputRefusal) -> Failure {
    Failure::failed(refusal.to_string())
}

/// A model of a newer version also counts as a model.
fn is_model(path: &Path) -> bool {
    ExtendedModel::is_one(path)
        || RankingModel::is_one(path)
        || matches!(Model::read(path), Ok(_) | Err(RlfdcError::NewerVersion { .. }))
}
