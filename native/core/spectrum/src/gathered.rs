//! Builds a matrix row by row.

use std::io;

use crate::BitMatrix;
use crate::packed::{Packed, Room};

/// Matrices of more than this many words (16 GiB) are refused if rows can only be in memory.
const MAX_WORDS: usize = 1 << 31;

/// Matrices of up to this many words (16 MiB) are dense: they always fit in memory, and dense rows compare
/// faster.
const SMALL: usize = 1 << 21;

/// Matrices of more than this many words (256 MiB) are packed.
const LARGE: usize = 1 << 25;

/// A matrix is packed if fewer than one in this many of its words are recorded.
const SHARE: usize = 4;

fn is_packed(all: usize, recorded: usize) -> bool {
    all > LARGE || all > SMALL && recorded.saturating_mul(SHARE) < all
}

/// Whether a matrix with `recorded` non-zero words may not fit in memory.
pub(crate) fn is_too_large(rows: usize, columns: usize, recorded: usize) -> bool {
    rows.saturating_mul(columns.div_ceil(64)).min(recorded) > MAX_WORDS
}

/// The rows added so far.
pub(crate) struct Gathered {
    rows: usize,
    columns: usize,
    /// All rows, or the current one if they are packed.
    words: Vec<u64>,
    packed: Option<Packed>,
    /// Why a row could not be stored.
    failed: Option<io::Error>,
}

impl Gathered {
    /// An empty matrix. `recorded`: estimated number of non-zero words in all rows. `room`: the memory for them; all
    /// that is needed if `None`.
    pub(crate) fn new(rows: usize, columns: usize, recorded: usize, room: Option<Room>) -> Self {
        let all = rows.saturating_mul(columns.div_ceil(64));
        let has_room = |room: &Room| all.saturating_mul(8) <= room.bytes;
        let is_packed = is_packed(all, recorded) || !room.as_ref().is_none_or(has_room);
        let words = Vec::with_capacity(if is_packed { columns.div_ceil(64) } else { all });
        Self { rows, columns, words, packed: is_packed.then(|| Packed::new(rows, room)), failed: None }
    }

    /// Adds a row; `fill` sets bits in a zeroed row. Once a row had no room, nothing is added.
    pub(crate) fn row<E>(&mut self, fill: impl FnOnce(&mut [u64]) -> Result<(), E>) -> Result<(), E> {
        if self.failed.is_some() {
            return Ok(());
        }
        let stride = self.columns.div_ceil(64);
        let start = if self.packed.is_some() { 0 } else { self.words.len() };
        self.words.resize(start + stride, 0);
        let row = &mut self.words[start..];
        fill(row)?;
        if let Some(packed) = &mut self.packed {
            self.failed = packed.push(row).err();
        }
        Ok(())
    }

    /// The matrix of all rows. Errors: a row had no room.
    pub(crate) fn matrix(self) -> io::Result<BitMatrix> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        match self.packed {
            Some(mut packed) => {
                packed.close()?;
                Ok(BitMatrix::of_packed(self.columns, packed))
            }
            None => Ok(BitMatrix::of_words(self.rows, self.columns, self.words)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_refused_and_what_is_mostly_empty_has_room() {
        let (rows, columns) = (1 << 17, 1 << 21);
        assert!(!is_too_large(rows, columns / 2, usize::MAX), "16 GiB");
        assert!(is_too_large(rows, columns, usize::MAX));
        assert!(!is_too_large(rows, columns, 1 << 29));
        assert!(is_too_large(1 << 40, 1 << 40, MAX_WORDS + 1));
    }

    #[test]
    fn what_is_small_or_dense_is_not_packed_and_what_is_large_is() {
        assert!(!is_packed(SMALL, 0) && is_packed(SMALL + 1, 0));
        assert!(!is_packed(LARGE, LARGE / SHARE) && is_packed(LARGE + 1, LARGE));
    }
}
