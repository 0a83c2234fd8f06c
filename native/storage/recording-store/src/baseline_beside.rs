//! Where the baseline of recordings lies.

use std::path::{Path, PathBuf};

use faultline_baseline::NAME;

use crate::project::{self, DEFAULT_FOLDER};

/// The folder with the baseline of the recordings in `folder`: that folder, or else the nearest `.faultline` above it in the
/// project. Gradle's plugin records into folders that Gradle may clear, and keeps the baseline there.
pub fn baseline_beside(folder: &Path) -> Option<PathBuf> {
    let has_one = |folder: &PathBuf| folder.join(NAME).symlink_metadata().is_ok();
    let own = Some(folder.to_owned()).filter(has_one);
    own.or_else(|| Some(project::search(folder).ok()??.join(DEFAULT_FOLDER)).filter(has_one))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_folder_itself_comes_before_the_nearest_one_above_it() {
        let project = tempfile::tempdir().expect("a folder");
        let project = project.path().canonicalize().expect("its path");
        let recordings = project.join("build/faultline/test");
        fs::create_dir_all(&recordings).expect("folders");
        fs::create_dir(project.join(".git")).expect("a repository");
        assert_eq!(baseline_beside(&recordings), None);
        let kept = project.join(DEFAULT_FOLDER);
        fs::create_dir(&kept).expect("a folder");
        assert_eq!(baseline_beside(&recordings), None);
        fs::write(kept.join(NAME), "").expect("a file");
        assert_eq!(baseline_beside(&recordings), Some(kept));
        fs::write(recordings.join(NAME), "").expect("a file");
        assert_eq!(baseline_beside(&recordings), Some(recordings.clone()));
    }
}
