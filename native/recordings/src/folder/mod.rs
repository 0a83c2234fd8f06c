//! The output folder of a run.

mod earlier;
pub mod settle;

use std::path::{Path, PathBuf};
use std::{fs, io};

use faultline_telling::failure::Failure;

use self::earlier::Earlier;
use crate::lock::Lock;

/// The folder of a run that is under way: nobody else records into it, and what was in it is safe.
#[derive(Debug)]
pub struct Folder {
    /// Where it is, absolute.
    pub path: PathBuf,
    /// What an earlier run recorded, until this one has something to show.
    pub earlier: Earlier,
    _lock: Lock,
}

/// Makes the folder, ready for a new run.
///
/// Recordings of earlier runs are set aside unless `append`. A folder that is ours alone also
/// gets a `.gitignore` that ignores everything in it; one that holds other files does not,
/// because `--out .` must not hide somebody's sources from git.
/// Errors: another run records into the folder; it cannot be made, listed or written to.
pub fn prepare(dir: &Path, append: bool) -> Result<Folder, Failure> {
    fs::create_dir_all(dir).map_err(|e| failed("making the folder", dir, &e))?;
    let path = dunce::canonicalize(dir).map_err(|e| failed("finding the folder", dir, &e))?;
    let lock = Lock::of(&path, || {
        format!(
            "another `faultline run` records into {} at this moment; wait for its end, or give this one a folder \
             of its own with --out",
            dir.display()
        )
    })?;
    ignore_in_git(&path)?;
    let earlier = if append { Earlier::none(&path)? } else { Earlier::set_aside(&path)? };
    Ok(Folder { path, earlier, _lock: lock })
}

fn ignore_in_git(folder: &Path) -> Result<(), Failure> {
    let ignore = folder.join(".gitignore");
    if !ignore.exists() && is_ours_alone(folder).map_err(|e| failed("listing the folder", folder, &e))? {
        fs::write(&ignore, "*\n").map_err(|e| failed("writing", &ignore, &e))?;
    }
    Ok(())
}

fn is_ours_alone(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !is_recording(&entry.path()) && !earlier::is_name(&entry.file_name()) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn failed(doing: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::failed(format!("{doing} {} failed: {error}; choose another folder with --out", path.display()))
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
        let made = prepare(&folder.join("a/.faultline"), false).unwrap().path;
        assert!(made.is_absolute());
        assert_eq!(fs::read_to_string(made.join(".gitignore")).unwrap(), "*\n");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_is_one_runs_until_that_run_is_over() {
        let folder = scratch("taken");
        let first = prepare(&folder, false).unwrap();
        let second = prepare(&folder, true).unwrap_err().to_string();
        assert!(
            second.contains("another `faultline run` records into") && second.contains("--out"),
            "{second}"
        );
        drop(first);
        prepare(&folder, true).unwrap();
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
        assert!(!folder.join(".gitignore").exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
