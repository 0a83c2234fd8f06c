//! Files to write, looked at before the work is done.

use std::path::Path;

use faultline_files::{OutputFile, OutputRefusal};
use faultline_learned_metrics::ranking::RankingModel;
use faultline_learned_metrics::{ExtendedModel, Model, RlfdcError};
use faultline_messages::failure::Failure;
use faultline_terminal::svg;

/// Whether the model can be written there, as far as one can tell beforehand.
/// Errors: it cannot, one of the inputs is there, or another file than a model is there and it is not `force`.
pub fn check_model<P: AsRef<Path>>(path: &Path, force: bool, inputs: &[P]) -> Result<(), Failure> {
    let file = OutputFile { path, option: "--out", what: "a model" };
    let checked = file.check(|_| force || is_model(path)).and_then(|()| file.is_none_of(inputs));
    checked.map_err(|refusal| {
        if refusal.is_foreign() {
            return Failure::failed(format!(
                "{} is there and is no model; give another --out, or --force to replace it",
                path.display()
            ));
        }
        failed(&refusal)
    })
}

/// A picture that an option names.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// Where it is to lie.
    pub path: &'a Path,
    /// The option that names it.
    pub option: &'static str,
    /// What it shows, as its mark says.
    pub shows: &'static str,
}

impl Picture<'_> {
    /// Whether it can be written. Errors: it cannot; something else is there.
    pub fn check(&self) -> Result<(), Failure> {
        self.file().check(|old| svg::shows(old, self.shows)).map_err(|refusal| failed(&refusal))
    }

    /// Writes it. Errors: as of [`Picture::check`].
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

/// A model of a newer version is one, too.
fn is_model(path: &Path) -> bool {
    ExtendedModel::is_one(path)
        || RankingModel::is_one(path)
        || matches!(Model::read(path), Ok(_) | Err(RlfdcError::NewerVersion { .. }))
}
