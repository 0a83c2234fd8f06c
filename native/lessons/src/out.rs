//! Files to write, looked at before the work is done.

use std::fs::{self, OpenOptions};
use std::path::Path;

use faultline_rlfdc::ranking::RankingModel;
use faultline_rlfdc::{ExtendedModel, Model, RlfdcError};
use faultline_telling::failure::Failure;

/// Whether the model can be written there, as far as one can tell beforehand.
/// Errors: it cannot, or another file than a model is there and it is not `force`.
pub fn check_model(path: &Path, force: bool) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::failed(format!("{} is a folder; name a file in it", path.display())));
    }
    if !force && path.exists() && !is_model(path) {
        return Err(Failure::failed(format!(
            "{} is there and is no model; give another --out, or --force to replace it",
            path.display()
        )));
    }
    // As `Model::write` does: beside it first.
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    check(Path::new(&beside))
}

/// Whether any file can be written there; it stays as it is. Errors: it cannot.
pub fn check(path: &Path) -> Result<(), Failure> {
    let is_new = !path.exists();
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.map_err(|error| Failure::failed(format!("{} cannot be written: {error}", path.display())))?;
    if is_new {
        let _ = fs::remove_file(path);
    }
    Ok(())
}

/// A model of a newer version is one, too.
fn is_model(path: &Path) -> bool {
    ExtendedModel::is_one(path)
        || RankingModel::is_one(path)
        || matches!(Model::read(path), Ok(_) | Err(RlfdcError::NewerVersion { .. }))
}
