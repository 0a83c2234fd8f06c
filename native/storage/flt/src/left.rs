//! Rows that stay in their files until they are needed.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use faultline_files::regular;
use faultline_spectrum::{Coverage, RecordedTest, RowSource};

use crate::FormatError;
use crate::frame::{FRAME_HEADER, FrameHeader};
use crate::rows;
use crate::varint::Input;

/// Size of the reads that rows are taken from, unless a row is longer. Units: bytes.
const PIECE: usize = 1 << 18;

/// What the rows of several files share: the file that is open, as rows are mostly read file by file, and why a row
/// could not be read.
#[derive(Debug, Default)]
pub(crate) struct Shared(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    open: Option<Open>,
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

    /// The state stays valid after a panic: at worst the file is opened again.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The rows of a file.
#[derive(Debug)]
struct LeftRows {
    path: Arc<Path>,
    places: Vec<Place>,
    shared: Arc<Shared>,
}

/// Where the row of a test is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Start of the frame in the file.
    pub frame: u64,
    /// Start of the row in the payload.
    pub row: u32,
    /// Length of the payload.
    pub length: u32,
}

/// Gives tests coverages that are read when they are asked for; `places` are those of the tests' rows.
pub(crate) fn leave(path: &Path, tests: &mut [RecordedTest], places: Vec<Place>, shared: &Arc<Shared>) {
    let sizes: Vec<usize> = places.iter().map(|place| (place.length - place.row) as usize / 8).collect();
    let source: Arc<dyn RowSource> =
        Arc::new(LeftRows { path: path.into(), places, shared: Arc::clone(shared) });
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
        let failed = |error| FormatError::io(&self.path, error);
        let is_open = |open: &Open| open.path == self.path;
        let mut open = if let Some(open) = state.open.take().filter(is_open) {
            open
        } else {
            let file = BufReader::with_capacity(PIECE, regular::open(&self.path).map_err(failed)?);
            Open { path: Arc::clone(&self.path), file, at: 0 }
        };
        state.frame.resize(FRAME_HEADER + place.length as usize, 0);
        // A move within what was read ahead reads nothing.
        open.file.seek_relative(place.frame.wrapping_sub(open.at).cast_signed()).map_err(failed)?;
        open.file.read_exact(&mut state.frame).map_err(failed)?;
        open.at = place.frame + state.frame.len() as u64;
        state.open = Some(open);
        let changed =
            || FormatError::corrupt(&self.path, place.frame as usize, "it changed while it was read");
        let (header, payload) = state.frame.split_first_chunk().ok_or_else(changed)?;
        let header = FrameHeader::of(header).map_err(|_| changed())?;
        if header.length == place.length && header.holds(payload) { Ok(()) } else { Err(changed()) }
    }
}
