//! Rows that stay in their files until they are needed.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read as _, Seek as _};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use faultline_files::regular;
use faultline_spectrum::{Coverage, RecordedTest, RowSource};

use crate::frame::{FRAME_HEADER, FrameHeader};
use crate::varint::Input;
use crate::{FormatError, kind, rows};

/// Size of the reads that rows are taken from, unless a row is longer. Units: bytes.
const PIECE: usize = 1 << 18;
/// How many files are kept open, so that a build may move them meanwhile: a process may have 256 on some systems.
const KEPT: usize = 160;

/// What the rows of several files share: the file that is open, as rows are mostly read file by file, and why a row
/// could not be read.
#[derive(Debug, Default)]
pub(crate) struct Shared(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    open: Option<Open>,
    /// Number of files that are kept open.
    kept: usize,
    failure: Option<FormatError>,
    frame: Vec<u8>,
}

#[derive(Debug)]
struct Open {
    path: Arc<Path>,
    file: BufReader<File>,
    at: u64,
}

impl Shared {
    /// Why a row could not be read; the first reason.
    pub(crate) fn failure(&self) -> Option<FormatError> {
        self.state().failure.take()
    }

    /// Whether another file may be kept open, which then counts.
    fn keeps_another(&self) -> bool {
        let state = &mut *self.state();
        let has_room = state.kept < KEPT;
        state.kept += usize::from(has_room);
        has_room
    }

    /// The state stays valid after a panic: at worst the file is opened again.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The rows of a file.
#[derive(Debug)]
struct LeftRows {
    path: Arc<Path>,
    /// The file as it was read first, wherever it is now; `None` if it is opened again.
    file: Option<File>,
    places: Vec<Place>,
    shared: Arc<Shared>,
}

/// Where the row of a test is, and what its frame was when it was read first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Start of the frame in the file.
    pub frame: u64,
    /// Length of the payload.
    pub length: u32,
    /// Checksum of the payload.
    pub checksum: u32,
    /// Start of the row in the payload.
    pub row: u32,
    /// Approximate number of words of the row.
    pub words: u32,
}

/// Gives tests coverages that are read when they are asked for; `places` are those of the tests' rows in `file`.
pub(crate) fn leave(
    path: &Path,
    file: Option<File>,
    tests: &mut [RecordedTest],
    places: Vec<Place>,
    shared: &Arc<Shared>,
) {
    let sizes: Vec<usize> = places.iter().map(|place| place.words as usize).collect();
    let file = file.filter(|_| !places.is_empty() && shared.keeps_another());
    let source: Arc<dyn RowSource> =
        Arc::new(LeftRows { path: path.into(), file, places, shared: Arc::clone(shared) });
    for ((number, test), size) in tests.iter_mut().enumerate().zip(sizes) {
        test.coverage = Coverage::left(Arc::clone(&source), number, size);
    }
}

impl RowSource for LeftRows {
    fn read(&self, number: usize, words: &mut Vec<u64>) {
        let state = &mut *self.shared.state();
        let read = self.payload(self.places[number], state).and_then(|()| {
            let mut input = Input::new(&state.frame[FRAME_HEADER..]);
            let at = self.places[number];
            let decoded = input.take(at.row as usize).and_then(|_| rows::decode(&mut input, words));
            decoded.map_err(|what| FormatError::corrupt(&self.path, at.frame as usize, what))
        });
        if let Err(error) = read {
            words.clear();
            state.failure.get_or_insert(error);
        }
    }
}

impl LeftRows {
    /// Reads a frame. Errors: it cannot be read, or is no longer what it was.
    fn payload(&self, place: Place, state: &mut State) -> Result<(), FormatError> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::UnexpectedEof => self.changed(),
            _ => FormatError::io(&self.path, error),
        };
        let is_open = |open: &Open| Arc::ptr_eq(&open.path, &self.path);
        let mut open = match state.open.take().filter(is_open) {
            Some(open) => open,
            None => self.open().map_err(failed)?,
        };
        state.frame.resize(FRAME_HEADER + place.length as usize, 0);
        // A move within what was read ahead reads nothing.
        open.file.seek_relative(place.frame.wrapping_sub(open.at).cast_signed()).map_err(failed)?;
        open.file.read_exact(&mut state.frame).map_err(failed)?;
        open.at = place.frame + state.frame.len() as u64;
        state.open = Some(open);
        let Some((header, payload)) = state.frame.split_first_chunk() else { return Err(self.changed()) };
        let is_same = FrameHeader::of(header).is_ok_and(|header| {
            (header.kind, header.length, header.checksum) == (kind::TEST, place.length, place.checksum)
                && header.holds(payload)
        });
        if is_same { Ok(()) } else { Err(self.changed()) }
    }

    /// Opens the file at its start.
    fn open(&self) -> io::Result<Open> {
        let mut file = match &self.file {
            Some(file) => file.try_clone()?,
            None => regular::open(&self.path)?,
        };
        // A clone is where the file was left.
        file.rewind()?;
        Ok(Open { path: Arc::clone(&self.path), file: BufReader::with_capacity(PIECE, file), at: 0 })
    }

    fn changed(&self) -> FormatError {
        FormatError::Changed { path: self.path.to_path_buf() }
    }
}
