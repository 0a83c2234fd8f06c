//! Reads files back: whole ones, folders, bytes in memory.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_spectrum::{RecordedClass, RecordedDetails, Recording};

use crate::frame::{FILE_HEADER, Frames, Header, file_header};
use crate::reader::Reader;
use crate::window::Window;
use crate::{Folders, FormatError, Key, Note, NoteKind, recordings_in};

/// Reads a file, and what it leaves to other files of its folder; several files are better read by [`Folders`].
/// Errors: it cannot be read, is no regular file, is not ours, is of another version, is damaged other
/// than by ending early, or leaves classes to files that are not there. Cost: O(bytes), in time and memory; the bytes
/// themselves are never all in memory.
pub fn read(path: &Path) -> Result<(Recording, Vec<Note>), FormatError> {
    Folders::default().read(path)
}

/// As [`read`], with what is known of the folders.
pub(crate) fn read_with(path: &Path, folders: &mut Folders) -> Result<(Recording, Vec<Note>), FormatError> {
    let failed = |error| FormatError::io(path, error);
    let file = opened(path).map_err(failed)?;
    let mut window = Window::of(file).map_err(failed)?;
    let header = file_header(window.bytes());
    if header == Header::Torn && window.says_more_than(FILE_HEADER) {
        return Err(FormatError::NotFaultline { path: path.to_owned() });
    }
    let Some(mut reader) = Reader::begun(path, header)? else { return Ok(empty(path)) };
    let stop = reader.window(&mut window)?;
    reader.finish(&stop, window.length(), folders)
}

/// What a file without a whole header holds.
fn empty(path: &Path) -> (Recording, Vec<Note>) {
    (Recording::default(), vec![Note::new(path, NoteKind::Empty)])
}

/// Opens a recording. Errors: it is no regular file or too large; the operating system's.
fn opened(path: &Path) -> io::Result<File> {
    let file = regular::open(path)?;
    limits::RECORDING.check(file.metadata()?.len())?;
    Ok(file)
}

/// The classes that other files may refer to; of a file that is damaged, those before the damage.
pub(crate) fn classes_of(path: &Path) -> Vec<(Key, RecordedClass, RecordedDetails)> {
    let Some(mut window) = opened(path).and_then(Window::of).ok() else { return Vec::new() };
    let Ok(Some(mut reader)) = Reader::begun(path, file_header(window.bytes())) else { return Vec::new() };
    // Whoever reads that file for its own sake is told of the damage.
    let _ = reader.window(&mut window);
    reader.described()
}

/// Reads all files of a folder that end in `.flt`, in the order of their names; see
/// [`read_paths`]. Folders in it are not entered.
pub fn read_dir(dir: &Path) -> Result<(Vec<Recording>, Vec<Note>), FormatError> {
    read_paths(&recordings_in(dir)?)
}

/// Reads several files, one recording each; files without a complete record give a note and
/// no recording. Errors: as [`read`], for the first file that has one.
pub fn read_paths(paths: &[PathBuf]) -> Result<(Vec<Recording>, Vec<Note>), FormatError> {
    let (mut recordings, mut notes) = (Vec::with_capacity(paths.len()), Vec::new());
    let mut folders = Folders::default();
    for path in paths {
        let (recording, of_file) = folders.recording(path)?;
        recordings.extend(recording);
        notes.extend(of_file);
    }
    Ok((recordings, notes))
}

/// Reads a file that is in memory already; `path` is for messages.
/// Errors: as [`read`].
pub fn read_bytes(path: &Path, bytes: &[u8]) -> Result<(Recording, Vec<Note>), FormatError> {
    let Some(mut reader) = Reader::begun(path, file_header(bytes))? else { return Ok(empty(path)) };
    let stop = reader.records(&mut Frames::new(bytes))?;
    reader.finish(&stop, bytes.len(), &mut Folders::default())
}
