//! The commit that is checked out.

use std::path::Path;

use crate::mine::tip;

/// The commit that is checked out in the repository around a folder, in hexadecimal digits. `None` if there is no repository,
/// or no commit in it.
pub fn head(folder: &Path) -> Option<String> {
    let repository = gix::discover(folder).ok()?;
    tip(&repository, folder, "HEAD").ok().map(|id| id.to_string())
}
