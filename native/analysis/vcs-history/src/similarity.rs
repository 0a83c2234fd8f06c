//! Similarity of two files as git measures it.

/* A file is split into pieces that end after a newline or after 64 bytes. A piece is identified by a hash below a fixed prime;
for each hash, the bytes that both files have count as kept. Similarity is kept bytes divided by the length of the longer
file. Git finds renames by this measure [1]; another measure or hash would occasionally find other renames.

[1] git, diffcore-delta.c and diffcore-rename.c, version 2.44 or later: earlier ones ignore what follows the last newline. */

/// Largest length of a piece. Units: bytes.
const PIECE: usize = 64;
/// Hashes are below this.
const HASHES: u32 = 107_927;
/// A file with a zero byte among its first bytes, this many, is binary.
const LOOKED_AT: usize = 8000;

/// Similarity of equal files.
pub(crate) const SAME: u32 = 60_000;
/// The least similarity of a rename: half of [`SAME`].
pub(crate) const LEAST: u32 = SAME / 2;

/// The pieces of a file: the number of bytes of each hash, sorted by hash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pieces(Vec<(u32, u32)>);

impl Pieces {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let is_text = !bytes[..bytes.len().min(LOOKED_AT)].contains(&0);
        let mut all = Vec::new();
        let (mut low, mut high, mut length) = (0_u32, 0_u32, 0_u32);
        for (at, &byte) in bytes.iter().enumerate() {
            // CRLF and LF count as equal.
            if is_text && byte == b'\r' && bytes.get(at + 1) == Some(&b'\n') {
                continue;
            }
            (low, high) = (low << 7 ^ high >> 25, high << 7 ^ low >> 25);
            low = low.wrapping_add(byte.into());
            length += 1;
            if length == PIECE as u32 || byte == b'\n' {
                all.push((hash(low, high), length));
                (low, high, length) = (0, 0, 0);
            }
        }
        if length > 0 {
            all.push((hash(low, high), length));
        }
        all.sort_unstable_by_key(|&(hash, _)| hash);
        all.dedup_by(|next, sum| {
            let is_same = next.0 == sum.0;
            if is_same {
                sum.1 += next.1;
            }
            is_same
        });
        // The pieces may stay in a cache for long.
        all.shrink_to_fit();
        Self(all)
    }

    /// Number of pieces.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Number of bytes that both files have.
    fn kept(&self, other: &Self) -> u64 {
        let (mut others, mut kept) = (other.0.iter().peekable(), 0);
        for &(hash, length) in &self.0 {
            while others.next_if(|other| other.0 < hash).is_some() {}
            if let Some(&(_, other)) = others.next_if(|other| other.0 == hash) {
                kept += u64::from(length.min(other));
            }
        }
        kept
    }
}

fn hash(low: u32, high: u32) -> u32 {
    low.wrapping_add(high.wrapping_mul(0x61)) % HASHES
}

/// Whether files of these lengths can be similar enough for a rename.
pub(crate) fn may_be_renamed(lengths: [u64; 2]) -> bool {
    let [less, more] = [lengths[0].min(lengths[1]), lengths[0].max(lengths[1])];
    more * u64::from(SAME - LEAST) >= (more - less) * u64::from(SAME)
}

/// Similarity of two files, from 0 to [`SAME`], given their lengths.
pub(crate) fn similarity(files: [(&Pieces, u64); 2]) -> u32 {
    let [(from, from_length), (to, to_length)] = files;
    // Computed in f64 like git, because rounding decides which file is most similar.
    let share = from.kept(to) as f64 * f64::from(SAME) / from_length.max(to_length) as f64;
    if to_length == 0 { 0 } else { share as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(from: &[u8], to: &[u8]) -> u32 {
        similarity([(&Pieces::of(from), from.len() as u64), (&Pieces::of(to), to.len() as u64)])
    }

    #[test]
    fn similarity_is_the_share_of_bytes_in_common_lines() {
        assert_eq!(of(b"a\nb\nc\nd\n", b"a\nb\nc\nd\n"), SAME);
        assert_eq!(of(b"a\nb\nc\nd\n", b"d\nx\na\ny\n"), SAME / 2);
        // A line that occurs twice and once has one occurrence in common.
        assert_eq!(of(b"a\na\n", b"a\nbc\n"), SAME * 2 / 5);
        assert_eq!(of(b"a\n", b""), 0);
        // Text after the last newline counts.
        assert_eq!(of(b"a\nb", b"a\nb"), SAME);
    }

    #[test]
    fn line_ends_are_equal_in_text_and_not_in_other_files() {
        // Kept bytes exclude the carriage return; the length of the longer file includes it.
        assert_eq!(of(b"ab\r\ncd\n", b"ab\ncd\n"), SAME * 6 / 7);
        assert_eq!(of(b"ab\r\ncd\0\n", b"ab\ncd\0\n"), SAME * 4 / 8);
    }

    #[test]
    fn lines_are_cut_after_sixty_four_bytes() {
        let line = [b'x'; 64];
        assert_eq!(of(&[&line[..], b"tail\n"].concat(), &[&line[..], b"liat\n"].concat()), SAME * 64 / 69);
    }

    #[test]
    fn files_of_too_different_lengths_are_not_compared() {
        assert!(may_be_renamed([100, 50]) && may_be_renamed([50, 100]) && may_be_renamed([0, 0]));
        assert!(!may_be_renamed([100, 49]) && !may_be_renamed([0, 1]));
    }
}
