//! Short digests that identify data.

use std::fmt;

/// A 64-bit digest of words that identifies data and detects damage. It is not cryptographic.
///
/// The update is invertible for each word, so two sequences of equal length that differ in one word have different digests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Adds one word.
    pub fn word(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = (mixed ^ (mixed >> 32)).rotate_left(17);
    }

    /// Adds words and their number.
    pub fn words(&mut self, words: &[u64]) {
        self.word(words.len() as u64);
        for &word in words {
            self.word(word);
        }
    }

    /// Adds bytes and their number.
    pub fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        for chunk in text.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }
}

/// Prints 16 hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_bit_changes_the_digest() {
        let words = [3, 0, u64::MAX, 17];
        let digest = |words: &[u64]| {
            let mut digest = Digest::default();
            digest.words(words);
            digest
        };
        for at in 0..words.len() {
            for bit in 0..64 {
                let mut changed = words;
                changed[at] ^= 1 << bit;
                assert_ne!(digest(&changed), digest(&words));
            }
        }
        assert_ne!(digest(&words[..3]), digest(&words));
    }

    #[test]
    fn texts_that_run_into_each_other_are_told_apart() {
        let digest = |texts: [&str; 2]| {
            let mut digest = Digest::default();
            for text in texts {
                digest.text(text);
            }
            digest.to_string()
        };
        assert_ne!(digest(["ab", "c"]), digest(["a", "bc"]));
        assert_ne!(digest(["a\0", ""]), digest(["a", ""]));
        assert_eq!(digest(["", ""]).len(), 16);
    }
}
