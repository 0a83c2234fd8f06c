//! Limits the size of the matrix of an imported folder.
//!
//! The matrix is dense while some files are sparse: 100,000 empty tests over 100,000 elements are 2 MB of
//! text and 1.2 GB of bits. Therefore the size is checked before allocation.

use std::path::Path;

use faultline_spectrum::BitMatrix;

use crate::FormatError;

/// Matrix bytes that are always allowed.
const FLOOR: u64 = 256 << 20;
/// Further matrix bytes allowed per byte of text. A spectrum with twenty covered elements per test needs 60
/// at 60,000 elements.
const FACTOR: u64 = 64;

/// Allocates a zeroed matrix for a folder whose files have `text` bytes.
/// Errors: [`FormatError::TooLarge`].
pub(crate) fn allocate(dir: &Path, rows: usize, columns: usize, text: u64) -> Result<BitMatrix, FormatError> {
    let bytes = (rows as u64).saturating_mul(columns.div_ceil(64) as u64).saturating_mul(8);
    if bytes > text.saturating_mul(FACTOR).saturating_add(FLOOR) {
        return Err(FormatError::TooLarge { path: dir.to_owned(), bytes });
    }
    Ok(BitMatrix::new(rows, columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_out_of_proportion_to_its_text_is_refused_before_it_is_made() {
        let asked = allocate(Path::new("x"), 1 << 30, 1 << 30, 1 << 20);
        assert!(matches!(asked, Err(FormatError::TooLarge { .. })));
        assert_eq!(allocate(Path::new("x"), 7, 65, 0).unwrap().words().count(), 14);
    }
}
