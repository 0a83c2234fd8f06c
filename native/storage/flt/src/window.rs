//! A file a piece at a time.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use crate::frame::{Frames, Stop};

/// Bytes that are read at once, unless a frame is longer.
const PIECE: usize = 1 << 18;

/// The part of a file that is in memory; frames are taken from its front, and more is read behind.
///
/// Memory: [`PIECE`] bytes, or twice the longest frame. What is appended to the file meanwhile is not seen.
pub(crate) struct Window {
    file: File,
    /// Bytes of the file, when it was opened.
    length: usize,
    /// Where the zeros at the end of the file begin.
    zeros: usize,
    /// Where in the file the bytes begin.
    base: usize,
    bytes: Vec<u8>,
}

impl Window {
    /// The beginning of a file that can be read again and again.
    pub(crate) fn of(mut file: File) -> io::Result<Self> {
        let length = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
        let zeros = last_of(&mut file, length)?;
        file.rewind()?;
        let mut window = Self { file, length, zeros, base: 0, bytes: Vec::new() };
        window.more(0)?;
        Ok(window)
    }

    /// All bytes of the file.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// Whether the file has other bytes than 0 from here on.
    pub(crate) fn says_more_than(&self, at: usize) -> bool {
        self.zeros > at
    }

    /// What is in memory: at first the beginning of the file.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The frames from a place on that are whole in memory.
    pub(crate) fn frames(&self, at: usize) -> Frames<'_> {
        Frames::within(&self.bytes, self.base, at, (self.zeros, self.length))
    }

    /// Whether the end of the frames in memory is that of the file, and no reason to read on.
    pub(crate) fn is_last(&self, stop: &Stop) -> bool {
        let is_all = self.base + self.bytes.len() >= self.length;
        is_all || !matches!(stop, Stop::End | Stop::Torn(_))
    }

    /// Reads on, and gives up what lies before a place.
    pub(crate) fn more(&mut self, at: usize) -> io::Result<()> {
        self.bytes.drain(..at - self.base);
        self.base = at;
        let left = self.length - (self.base + self.bytes.len());
        // A frame that does not fit is read in steps that double.
        let wanted = left.min(PIECE.max(self.bytes.len()));
        let read = (&mut self.file).take(wanted as u64).read_to_end(&mut self.bytes)?;
        if read < wanted {
            self.length = self.base + self.bytes.len();
            self.zeros = self.zeros.min(self.length);
        }
        Ok(())
    }
}

/// The place behind the last byte that is not 0.
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
