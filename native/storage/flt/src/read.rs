//! Reads files, folders, and bytes in memory.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_spectrum::{RecordedClass, RecordedDetails, Recording};

use crate::frame::{FILE_HEADER, Frames, Header, file_header};
use crate::reader::Reader;
use crate::window::Window;
use crate::{Folders, FormatError, Key, Note, NoteKind, recordings_in};

/// Reads a file and the classes it refers to in other files of its folder; use [`Folders`] for several files.
/// Errors: it cannot be read, is no regular file or no recording, has an unsupported version, is damaged
/// other than by ending early, or refers to missing classes. Cost: O(bytes), in time and memory; the bytes
/// themselves are never all in memory.
pub fn read(path: &Path) -> Result<(Recording, Vec<Note>), FormatError> {
    Folders::default().read(path)
}

/// As [`read`], with the state of the folders.
pub(crate) fn read_with(path: &Path, folders: &mut Folders) -> Result<(Recording, Vec<Note>), FormatError> {
    let failed = |error| FormatError::io(path, error);
    let file = opened(path).map_err(failed)?;
    let mut window = Window::of(file).map_err(failed)?;
    let header = file_header(window.bytes());
    if header == Header::Torn && window.says_more_than(FILE_HEADER) {
        return Err(FormatError::NotFaultline { path: path.to_owned() });
    }
    let Some(mut reader) = Reader::begun(path, header)? else { return Ok(empty(path)) };
    if folders.left().is_some() {
        reader.leaving_rows();
    }
    let stop = reader.window(&mut window)?;
    let length = window.length();
    reader.keep(window.into_file());
    reader.finish(&stop, length, folders)
}

/// The result for a file without a complete header.
fn empty(path: &Path) -> (Recording, Vec<Note>) {
    (Recording::default(), vec![Note::new(path, NoteKind::Empty)])
}

/// Opens a recording. Errors: it is no regular file or too large; the operating system's.
fn opened(path: &Path) -> io::Result<File> {
    let file = regular::open(path)?;
    limits::RECORDING.check(file.metadata()?.len())?;
    Ok(file)
}

/// The classes that other files may refer to; from a damaged file, those before the damage.
pub(crate) fn classes_of(path: &Path) -> Vec<(Key, RecordedClass, RecordedDetails)> {
    let Some(mut window) = opened(path).and_then(Window::of).ok() else { return Vec::new() };
    let Ok(Some(mut reader)) = Reader::begun(path, file_header(window.bytes())) else { return Vec::new() };
    // Damage is reported when that file itself is read.
    let _ = reader.window(&mut window);
    reader.described()
}

/// Reads all files of a folder that end in `.flt`, ordered by name; see [`read_paths`]. Subfolders are
/// ignored.
pub fn read_dir(dir: &Path) -> Result<(Vec<Recording>, Vec<Note>), FormatError> {
    read_paths(&recordings_in(dir)?)
}

/// Reads several files into one recording each; a file without a complete record gives a note and no
/// recording. Errors: as [`read`], for the first file with an error.
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

/// Reads a file from memory; `path` is for messages.
/// Errors: as [`read`].
pub fn read_bytes(path: &Path, bytes: &[u8]) -> Result<(Recording, Vec<Note>), FormatError> {
    let Some(mut reader) = Reader::begun(path, file_header(bytes))? else { return Ok(empty(path)) };
    let stop = reader.records(&mut Frames::new(bytes))?;
    reader.finish(&stop, bytes.len(), &mut Folders::default())
}
