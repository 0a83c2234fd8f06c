//! What an earlier run recorded, set aside until the new run has rows of its own.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use faultline_files::{OwnedFolder, rename};
use faultline_flt::{Folders, is_ours};
use faultline_messages::failure::Failure;

use crate::find::{EARLIER, recordings_in};
use crate::{amplified, mutants};

/// Where files are on their way to [`EARLIER`] or back: what is here belongs into the folder itself.
const MOVING: &str = ".faultline-moving";

/// The recordings of an earlier run, in a folder inside the run's.
///
/// They come back on drop: when the command cannot be started, or nothing came of it. A process
/// that is killed leaves them where they are, and the next run decides: they go when what lies
/// beside them has rows, else they come back.
#[derive(Debug)]
pub struct Earlier {
    folder: Arc<OwnedFolder>,
    is_aside: bool,
    /// The new run takes the place of what was there.
    is_anew: bool,
}

impl Earlier {
    /// Sets nothing aside; settles what a killed run left. Errors: the folder cannot be changed.
    pub fn none(folder: &Arc<OwnedFolder>) -> Result<Self, Failure> {
        settle(folder).map_err(|error| cannot(folder, &error))?;
        Ok(Self { folder: Arc::clone(folder), is_aside: false, is_anew: false })
    }

    /// Sets a folder's recordings aside, or removes them when there is no row in any.
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

    /// The new run has rows: the earlier recordings go, and what mutants and variants of tests said of them.
    pub fn replace(mut self) {
        self.is_aside = false;
        if self.is_anew {
            mutants::remove(self.folder.root());
            amplified::remove(self.folder.root());
        }
        // At worst the next run removes them.
        let _ = self.folder.remove(EARLIER);
    }

    /// The new run has no rows: puts the earlier recordings back in place of what it left.
    /// Whether there are any.
    pub fn keep(mut self) -> bool {
        std::mem::take(&mut self.is_aside) && put_back(&self.folder).is_ok()
    }
}

impl Drop for Earlier {
    fn drop(&mut self) {
        if self.is_aside {
            // There is an error to tell of already; the next run tries again.
            let _ = put_back(&self.folder);
        }
    }
}

/// Ends what a killed run had begun.
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
    // In one step: a folder of that name holds all that there was.
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

/// The recordings in a folder, without files that are only named so.
fn recordings(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = recordings_in(folder).map_err(|failure| io::Error::other(failure.to_string()))?;
    files.retain(|file| is_ours(file));
    Ok(files)
}

/// Whether a test is in one of the files; of a file that cannot be read, nobody knows.
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
