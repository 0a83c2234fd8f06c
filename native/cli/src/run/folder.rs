//! The output folder of a run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Makes the folder, ready for a new run, and returns its absolute path.
///
/// Recordings of earlier runs are removed unless `append`. A folder that is ours alone also
/// gets a `.gitignore` that ignores everything in it; one that holds other files does not,
/// because `--dir .` must not hide somebody's sources from git.
pub fn prepare(dir: &Path, append: bool) -> Result<PathBuf, Failure> {
    let failed = |doing: &str, path: &Path, error: &io::Error| {
        Failure::failed(format!(
            "{doing} {} failed: {error}; choose another folder with --dir",
            path.display()
        ))
    };
    fs::create_dir_all(dir).map_err(|e| failed("making the folder", dir, &e))?;
    let folder = dir.canonicalize().map_err(|e| failed("finding the folder", dir, &e))?;
    let mut ours_alone = true;
    for entry in fs::read_dir(&folder).map_err(|e| failed("listing the folder", dir, &e))? {
        let path = entry.map_err(|e| failed("listing the folder", dir, &e))?.path();
        if is_recording(&path) {
            if !append {
                fs::remove_file(&path).map_err(|e| failed("removing the old recording", &path, &e))?;
            }
        } else if path.file_name().is_some_and(|name| name != ".gitignore") {
            ours_alone = false;
        }
    }
    let ignore = folder.join(".gitignore");
    if ours_alone && !ignore.exists() {
        fs::write(&ignore, "*\n").map_err(|e| failed("writing", &ignore, &e))?;
    }
    Ok(folder)
}

/// Whether a path is named as recordings are.
pub fn is_recording(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == faultline_format::EXTENSION)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("faultline-folder-test-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_new_folder_is_made_and_ignored_by_git() {
        let folder = scratch("new");
        let made = prepare(&folder.join("a/.faultline"), false).unwrap();
        assert!(made.is_absolute());
        assert_eq!(fs::read_to_string(made.join(".gitignore")).unwrap(), "*\n");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn earlier_recordings_go_unless_they_are_appended_to() {
        let folder = scratch("old");
        prepare(&folder, false).unwrap();
        fs::write(folder.join("1-a.flt"), "").unwrap();
        prepare(&folder, true).unwrap();
        assert!(folder.join("1-a.flt").exists());
        prepare(&folder, false).unwrap();
        assert!(!folder.join("1-a.flt").exists());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_with_other_files_keeps_them_and_gets_no_gitignore() {
        let folder = scratch("mixed");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("pom.xml"), "").unwrap();
        fs::write(folder.join("1-a.flt"), "").unwrap();
        prepare(&folder, false).unwrap();
        assert!(folder.join("pom.xml").exists());
        assert!(!folder.join("1-a.flt").exists());
        assert!(!folder.join(".gitignore").exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
