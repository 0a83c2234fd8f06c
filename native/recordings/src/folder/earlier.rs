//! What an earlier run recorded, set aside until the new run has rows of its own.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use faultline_files::rename;
use faultline_format::Folders;
use faultline_telling::failure::Failure;

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
    folder: PathBuf,
    is_aside: bool,
    /// The new run takes the place of what was there.
    is_anew: bool,
}

impl Earlier {
    /// Sets nothing aside; settles what a killed run left. Errors: the folder cannot be changed.
    pub fn none(folder: &Path) -> Result<Self, Failure> {
        settle(folder).map_err(|error| cannot(folder, &error))?;
        Ok(Self { folder: folder.to_owned(), is_aside: false, is_anew: false })
    }

    /// Sets a folder's recordings aside, or removes them when there is no row in any.
    /// Errors: the folder cannot be changed.
    pub fn set_aside(folder: &Path) -> Result<Self, Failure> {
        let mut earlier = Self::none(folder)?;
        earlier.is_anew = true;
        let files = recordings_in(folder)?;
        earlier.is_aside = may_have_rows(&files);
        if earlier.is_aside {
            move_out(folder, &files).map_err(|error| cannot(folder, &error))?;
        } else {
            remove(&files).map_err(|error| cannot(folder, &error))?;
        }
        Ok(earlier)
    }

    /// The new run has rows: the earlier recordings go, and what mutants and variants of tests said of them.
    pub fn replace(mut self) {
        self.is_aside = false;
        if self.is_anew {
            let _ = fs::remove_dir_all(self.folder.join(mutants::FOLDER));
            amplified::remove(&self.folder);
        }
        // At worst the next run removes them.
        let _ = fs::remove_dir_all(self.folder.join(EARLIER));
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

/// Whether an entry of a run's folder is one of those that this file makes.
pub fn is_name(name: &OsStr) -> bool {
    name == EARLIER || name == MOVING
}

/// Ends what a killed run had begun.
fn settle(folder: &Path) -> io::Result<()> {
    move_in(folder)?;
    if !folder.join(EARLIER).is_dir() {
        return Ok(());
    }
    if may_have_rows(&recordings(folder)?) {
        fs::remove_dir_all(folder.join(EARLIER))
    } else {
        put_back(folder)
    }
}

fn move_out(folder: &Path, files: &[PathBuf]) -> io::Result<()> {
    let moving = folder.join(MOVING);
    fs::create_dir_all(&moving)?;
    move_all(files, &moving)?;
    // In one step: a folder of that name holds all that there was.
    rename(moving, folder.join(EARLIER))
}

fn put_back(folder: &Path) -> io::Result<()> {
    remove(&recordings(folder)?)?;
    rename(folder.join(EARLIER), folder.join(MOVING))?;
    move_in(folder)
}

fn move_in(folder: &Path) -> io::Result<()> {
    let moving = folder.join(MOVING);
    if !moving.is_dir() {
        return Ok(());
    }
    move_all(&recordings(&moving)?, folder)?;
    fs::remove_dir(moving)
}

fn move_all(files: &[PathBuf], folder: &Path) -> io::Result<()> {
    files.iter().try_for_each(|file| match file.file_name() {
        Some(name) => rename(file, folder.join(name)),
        None => Ok(()),
    })
}

fn remove(files: &[PathBuf]) -> io::Result<()> {
    files.iter().try_for_each(fs::remove_file)
}

fn recordings(folder: &Path) -> io::Result<Vec<PathBuf>> {
    recordings_in(folder).map_err(|failure| io::Error::other(failure.to_string()))
}

/// Whether a test is in one of the files; of a file that cannot be read, nobody knows.
fn may_have_rows(files: &[PathBuf]) -> bool {
    let mut folders = Folders::default();
    files.iter().any(|file| folders.read(file).map_or(true, |(recording, _)| !recording.tests.is_empty()))
}

fn cannot(folder: &Path, error: &io::Error) -> Failure {
    Failure::failed(format!(
        "setting the earlier recording in {} aside failed: {error}; choose another folder with --out",
        folder.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_mutants_said_goes_with_the_recording_that_is_replaced_and_not_before() {
        let folder = std::env::temp_dir().join(format!("faultline-earlier-{}", std::process::id()));
        let results = folder.join(mutants::FOLDER).join("1.flt");
        fs::create_dir_all(folder.join(mutants::FOLDER)).unwrap();
        fs::write(&results, "").unwrap();
        let variants = folder.join(amplified::FOLDER).join("variants.tsv");
        fs::create_dir_all(folder.join(amplified::FOLDER)).unwrap();
        fs::write(&variants, "").unwrap();
        Earlier::set_aside(&folder).unwrap().keep();
        assert!(results.exists(), "the new run has no rows");
        Earlier::none(&folder).unwrap().replace();
        assert!(results.exists() && variants.exists(), "the new run adds to the earlier one");
        Earlier::set_aside(&folder).unwrap().replace();
        assert!(!results.exists() && !variants.exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
