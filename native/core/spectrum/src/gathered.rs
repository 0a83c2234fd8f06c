//! Builds a matrix row by row.

use crate::BitMatrix;
use crate::runs::Runs;

/// Matrices of more than this many words (16 GiB) are refused.
const MAX_WORDS: usize = 1 << 31;

/// Matrices of up to this many words (16 MiB) are dense: they always fit in memory, and dense rows compare
/// faster.
const SMALL: usize = 1 << 21;

/// A matrix is sparse if fewer than one in this many of its words are recorded.
const SHARE: usize = 4;

fn is_sparse(all: usize, recorded: usize) -> bool {
    all > SMALL && recorded.saturating_mul(SHARE) < all
}

/// Whether a matrix with `recorded` non-zero words may not fit in memory.
pub(crate) fn is_too_large(rows: usize, columns: usize, recorded: usize) -> bool {
    let all = rows.saturating_mul(columns.div_ceil(64));
    (if is_sparse(all, recorded) { recorded } else { all }) > MAX_WORDS
}

/// The rows added so far.
pub(crate) struct Gathered {
    rows: usize,
    columns: usize,
    words: Vec<u64>,
    runs: Option<Runs>,
}

impl Gathered {
    /// An empty matrix. `recorded`: estimated number of non-zero words in all rows.
    pub(crate) fn new(rows: usize, columns: usize, recorded: usize) -> Self {
        let all = rows.saturating_mul(columns.div_ceil(64));
        let is_sparse = is_sparse(all, recorded);
        let words = Vec::with_capacity(if is_sparse { columns.div_ceil(64) } else { all });
        Self { rows, columns, words, runs: is_sparse.then(|| Runs::of(rows, recorded)) }
    }

    /// Adds a row; `fill` sets bits in a zeroed row.
    pub(crate) fn row<E>(&mut self, fill: impl FnOnce(&mut [u64]) -> Result<(), E>) -> Result<(), E> {
        let stride = self.columns.div_ceil(64);
        let start = if self.runs.is_some() { 0 } else { self.words.len() };
        self.words.resize(start + stride, 0);
        let row = &mut self.words[start..];
        fill(row)?;
        if let Some(runs) = &mut self.runs {
            let filled = row.iter_mut().enumerate().filter(|(_, word)| **word != 0);
            runs.push(filled.map(|(place, word)| (place, std::mem::take(word))));
        }
        Ok(())
    }

    /// The matrix of all rows.
    pub(crate) fn matrix(self) -> BitMatrix {
        match self.runs {
            Some(mut runs) => {
                runs.close();
                BitMatrix::of_runs(self.columns, runs)
            }
            None => BitMatrix::of_words(self.rows, self.columns, self.words),
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
}
