//! Verifies the code signature of a file.
//!
//! macOS on Apple silicon loads only signed code. A linker's ad-hoc signature has no identity: it consists of hashes of the file's
//! pages. A tool that changes the file later, such as strip, must recompute them.
//!
//! Source: `cs_blobs.h` of XNU. A *super blob* lists blobs by kind and offset; kind 0 is the *code directory*. All numbers are
//! big-endian.

use sha2::{Digest, Sha256};

/// The result of verifying a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signature {
    /// All pages match the signed hashes.
    Valid {
        /// Number of pages.
        pages: usize,
    },
    /// A page does not match.
    Changed {
        /// Its number.
        page: usize,
    },
    /// The signature is truncated, or of a kind that linkers do not write.
    Unknown,
}

const SUPER_BLOB: u32 = 0xfade_0cc0;
const CODE_DIRECTORY: u32 = 0xfade_0c02;
const SHA256: u8 = 2;

impl Signature {
    /// Verifies the signature at an offset of the file, which covers the bytes before it.
    pub fn of(bytes: &[u8], start: usize) -> Self {
        Self::compare(bytes, start).unwrap_or(Self::Unknown)
    }

    /// `None` if it is truncated or unknown.
    fn compare(bytes: &[u8], start: usize) -> Option<Self> {
        let directory = directory(bytes.get(start..)?)?;
        let hashes = directory.get(number(directory, 16)? as usize..)?;
        let (pages, limit) = (number(directory, 28)? as usize, number(directory, 32)? as usize);
        let (&hash_size, &hash_type, &page_bits) =
            (directory.get(36)?, directory.get(37)?, directory.get(39)?);
        if hash_type != SHA256 || usize::from(hash_size) != 32 || limit > start {
            return None;
        }
        let code = bytes.get(..limit)?.chunks(1 << page_bits);
        if code.len() != pages {
            return None;
        }
        for (page, code) in code.enumerate() {
            if hashes.get(32 * page..32 * (page + 1))? != &Sha256::digest(code)[..] {
                return Some(Self::Changed { page });
            }
        }
        Some(Self::Valid { pages })
    }
}

/// The code directory of a super blob.
fn directory(blobs: &[u8]) -> Option<&[u8]> {
    if number(blobs, 0)? != SUPER_BLOB {
        return None;
    }
    let entries = 0..number(blobs, 8)? as usize;
    let directory = entries.into_iter().find(|entry| number(blobs, 12 + 8 * entry) == Some(0))?;
    let directory = blobs.get(number(blobs, 16 + 8 * directory)? as usize..)?;
    (number(directory, 0)? == CODE_DIRECTORY).then_some(directory)
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: usize = 5_000;

    /// Two pages of code, and their signature.
    fn signed() -> Vec<u8> {
        let code: Vec<u8> = (0..CODE).map(|n| n as u8).collect();
        let mut directory = vec![0; 44];
        let mut put = |at: usize, value: u32| directory[at..at + 4].copy_from_slice(&value.to_be_bytes());
        put(0, CODE_DIRECTORY);
        put(16, 44);
        put(28, 2);
        put(32, CODE as u32);
        directory[36..40].copy_from_slice(&[32, SHA256, 0, 12]);
        code.chunks(4096).for_each(|page| directory.extend(Sha256::digest(page)));
        let head = [SUPER_BLOB, 20 + directory.len() as u32, 1, 0, 20];
        [code, head.iter().flat_map(|word| word.to_be_bytes()).collect(), directory].concat()
    }

    #[test]
    fn a_file_that_nobody_changed_is_as_it_was_signed() {
        assert_eq!(Signature::of(&signed(), CODE), Signature::Valid { pages: 2 });
    }

    #[test]
    fn a_changed_byte_is_found_in_its_page() {
        let mut bytes = signed();
        bytes[4_999] ^= 1;
        assert_eq!(Signature::of(&bytes, CODE), Signature::Changed { page: 1 });
    }

    #[test]
    fn what_is_cut_off_anywhere_is_no_signature() {
        let bytes = signed();
        for end in CODE..bytes.len() {
            assert_eq!(Signature::of(&bytes[..end], CODE), Signature::Unknown, "{end}");
        }
    }

    #[test]
    fn a_signature_of_less_code_than_there_is_pages_for_is_none() {
        let mut bytes = signed();
        bytes[CODE + 20 + 28..][..4].copy_from_slice(&1_u32.to_be_bytes());
        assert_eq!(Signature::of(&bytes, CODE), Signature::Unknown);
    }
}
