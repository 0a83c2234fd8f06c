//! Keeps the recordings of an earlier run until the new run has rows of its own.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use faultline_files::{OwnedFolder, rename};
use faultline_flt::{Folders, is_ours};
use faultline_messages::failure::Failure;
use faultline_spectrum::Recording;

use crate::find::{EARLIER, recordings_in};
use crate::{amplified, mutants};

/// Intermediate folder for moving files to [`EARLIER`] or back. Files found here belong in the run's folder
/// itself.
const MOVING: &str = ".faultline-moving";

/// The recordings of an earlier run, in a subfolder of the run's folder.
///
/// They are restored on drop: if the command cannot be started or records nothing. If the process is killed,
/// the next run decides: it deletes them if the recordings beside them have rows, and restores them
/// otherwise.
#[derive(Debug)]
pub struct Earlier {
    folder: Arc<OwnedFolder>,
    is_aside: bool,
    /// Whether the new run replaces earlier recordings.
    is_anew: bool,
}

impl Earlier {
    /// Sets nothing aside, and cleans up after a killed run. Errors: the folder cannot be changed.
    pub fn none(folder: &Arc<OwnedFolder>) -> Result<Self, Failure> {
        settle(folder).map_err(|error| cannot(folder, &error))?;
        Ok(Self { folder: Arc::clone(folder), is_aside: false, is_anew: false })
    }

    /// Sets a folder's recordings aside, or removes them if they contain no rows.
    /// Errors: the folder cannot be changed.
    pub fn set_aside(folder: &Arc<OwnedFolder>) -> Result<Self, Failure> {
        let mut earlier = Self::none(folder)?;
        earlier.is_anew = true;
        let files = recordings(folder.root()).map_err(|error| cannot(folder, &error))?;
        earlier.is_aside = may_have_rows(&files);
        if earlier.is_aside {
            move_out(folder, &files).map_err(|error| cannot(folder, &error))?;
        } else {
            remove(folder, &files).map_err(|error| cannot(folder, &error))?;
        }
        Ok(earlier)
    }

    /// The earlier recordings that can be read; none if the new run adds to them.
    pub fn recordings(&self) -> Vec<Recording> {
        if !self.is_aside {
            return Vec::new();
        }
        let mut folders = Folders::default();
        let files = recordings(&self.folder.root().join(EARLIER)).unwrap_or_default();
        files.iter().filter_map(|file| folders.recording(file).ok()?.0).collect()
    }

    /// Called if the new run has rows: deletes the earlier recordings, and the results on their mutants and
    /// variants of tests.
    pub fn replace(mut self) {
        self.is_aside = false;
        if self.is_anew {
            mutants::remove(self.folder.root());
            amplified::remove(self.folder.root());
        }
        // If this fails, the next run removes them.
        let _ = self.folder.remove(EARLIER);
    }

    /// Called if the new run has no rows: restores the earlier recordings in place of those of the new run.
    /// Returns whether there are any.
    pub fn keep(mut self) -> bool {
        std::mem::take(&mut self.is_aside) && put_back(&self.folder).is_ok()
    }
}

impl Drop for Earlier {
    fn drop(&mut self) {
        if self.is_aside {
            // An error is already being reported; the next run tries again.
            let _ = put_back(&self.folder);
        }
    }
}

/// Completes the operation that a killed run had started.
fn settle(folder: &OwnedFolder) -> io::Result<()> {
    move_in(folder)?;
    if !is_tree(folder, EARLIER) {
        return Ok(());
    }
    if may_have_rows(&recordings(folder.root())?) { folder.remove(EARLIER) } else { put_back(folder) }
}

fn move_out(folder: &OwnedFolder, files: &[PathBuf]) -> io::Result<()> {
    let moving = folder.tree(MOVING)?;
    for file in files {
        rename(file, moving.join(name(file)))?;
    }
    // Rename in one step, so that a folder of this name is always complete.
    folder.rename_tree(MOVING, EARLIER)
}

fn put_back(folder: &OwnedFolder) -> io::Result<()> {
    remove(folder, &recordings(folder.root())?)?;
    folder.rename_tree(EARLIER, MOVING)?;
    move_in(folder)
}

fn move_in(folder: &OwnedFolder) -> io::Result<()> {
    if !is_tree(folder, MOVING) {
        return Ok(());
    }
    for file in recordings(&folder.root().join(MOVING))? {
        folder.take_in(&file, name(&file))?;
    }
    folder.remove(MOVING)
}

fn is_tree(folder: &OwnedFolder, name: &str) -> bool {
    folder.is_ours(name) && folder.root().join(name).is_dir()
}

fn name(file: &Path) -> &Path {
    file.file_name().map_or(Path::new(""), Path::new)
}

fn remove(folder: &OwnedFolder, files: &[PathBuf]) -> io::Result<()> {
    files.iter().try_for_each(|file| folder.remove(name(file)))
}

/// The recordings in a folder, without other files with the same extension.
fn recordings(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = recordings_in(folder).map_err(|failure| io::Error::other(failure.to_string()))?;
    files.retain(|file| is_ours(file));
    Ok(files)
}

/// Whether a file contains a test; true also for unreadable files.
fn may_have_rows(files: &[PathBuf]) -> bool {
    let mut folders = Folders::default();
    files.iter().any(|file| folders.read(file).map_or(true, |(recording, _)| !recording.tests.is_empty()))
}

fn cannot(folder: &OwnedFolder, error: &io::Error) -> Failure {
    Failure::failed(format!(
        "setting the earlier recording in {} aside failed: {error}; choose another folder with --out",
        folder.root().display()
    ))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use faultline_files::Kind;

    use super::*;
    use crate::folder::KIND;

    fn marked(folder: &Path, kind: Kind, file: &str) -> PathBuf {
        let owned = OwnedFolder::take(folder, kind).unwrap();
        owned.write(file, b"").unwrap();
        folder.join(file)
    }

    #[test]
    fn what_mutants_said_goes_with_the_recording_that_is_replaced_and_not_before() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("recorded");
        let folder = Arc::new(OwnedFolder::take(&path, KIND).unwrap());
        let results = marked(&path.join(mutants::FOLDER), mutants::KIND, "about.json");
        let variants = marked(&path.join(amplified::FOLDER), amplified::KIND, "variants.tsv");
        Earlier::set_aside(&folder).unwrap().keep();
        assert!(results.exists(), "the new run has no rows");
        Earlier::none(&folder).unwrap().replace();
        assert!(results.exists() && variants.exists(), "the new run adds to the earlier one");
        Earlier::set_aside(&folder).unwrap().replace();
        assert!(!results.exists() && !variants.exists());
    }

    #[test]
    fn folders_of_the_user_with_such_names_stay() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("recorded");
        let folder = Arc::new(OwnedFolder::take(&path, KIND).unwrap());
        let mine = [mutants::FOLDER, amplified::FOLDER, EARLIER, MOVING]
            .map(|name| path.join(name).join("Mine.java"));
        for file in &mine {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "mine").unwrap();
        }
        let foreign = path.join("low-pass.flt");
        fs::write(&foreign, "a filter").unwrap();
        Earlier::set_aside(&folder).unwrap().replace();
        assert!(foreign.exists());
        for file in mine {
            assert!(file.exists(), "{}", file.display());
        }
    }
}
