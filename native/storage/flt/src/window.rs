//! Reads a file piece by piece.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use crate::frame::{Frames, Stop};

/// Size of a read, in bytes, unless a frame is longer.
const PIECE: usize = 1 << 18;

/// The part of a file in memory; frames are consumed from its front, and more is read at its end.
///
/// Memory: [`PIECE`] bytes, or twice the longest frame. Data appended to the file in the meantime is not
/// seen.
pub(crate) struct Window {
    file: File,
    /// Length of the file when it was opened, in bytes.
    length: usize,
    /// Start of the zeros at the end of the file.
    zeros: usize,
    /// Position of `bytes` in the file.
    base: usize,
    bytes: Vec<u8>,
}

impl Window {
    /// Opens a window on a seekable file, at its start.
    pub(crate) fn of(mut file: File) -> io::Result<Self> {
        let length = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
        let zeros = last_of(&mut file, length)?;
        file.rewind()?;
        let mut window = Self { file, length, zeros, base: 0, bytes: Vec::new() };
        window.more(0)?;
        Ok(window)
    }

    /// The file.
    pub(crate) fn into_file(self) -> File {
        self.file
    }

    /// Length of the file.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// Whether the file has non-zero bytes from here on.
    pub(crate) fn says_more_than(&self, at: usize) -> bool {
        self.zeros > at
    }

    /// The bytes in memory; initially the start of the file.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The frames from a position on that are complete in memory.
    pub(crate) fn frames(&self, at: usize) -> Frames<'_> {
        Frames::within(&self.bytes, self.base, at, (self.zeros, self.length))
    }

    /// Whether `stop` is the end of the file and not only of the bytes in memory.
    pub(crate) fn is_last(&self, stop: &Stop) -> bool {
        let is_all = self.base + self.bytes.len() >= self.length;
        is_all || !matches!(stop, Stop::End | Stop::Torn(_))
    }

    /// Reads more, and discards the bytes before a position.
    pub(crate) fn more(&mut self, at: usize) -> io::Result<()> {
        self.bytes.drain(..at - self.base);
        self.base = at;
        let left = self.length - (self.base + self.bytes.len());
        // For a frame that does not fit, the read size doubles.
        let wanted = left.min(PIECE.max(self.bytes.len()));
        let read = (&mut self.file).take(wanted as u64).read_to_end(&mut self.bytes)?;
        if read < wanted {
            self.length = self.base + self.bytes.len();
            self.zeros = self.zeros.min(self.length);
        }
        Ok(())
    }
}

/// The position after the last non-zero byte.
fn last_of(file: &mut File, length: usize) -> io::Result<usize> {
    let (mut end, mut piece) = (length, Vec::new());
    while end > 0 {
        let start = end.saturating_sub(PIECE);
        file.seek(SeekFrom::Start(start as u64))?;
        piece.clear();
        file.take((end - start) as u64).read_to_end(&mut piece)?;
        if let Some(last) = piece.iter().rposition(|&byte| byte != 0) {
            return Ok(start + last + 1);
        }
        end = start;
    }
    Ok(0)
}
