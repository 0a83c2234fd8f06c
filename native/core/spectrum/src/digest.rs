//! Digests that distinguish spectra.

use crate::{Spectrum, TestId};

/// A hash of 64-bit words, modelled on FNV-1a, which hashes bytes. It detects accidental confusion of files,
/// not deliberate collisions.
#[derive(Debug)]
pub struct Digest(u64);

impl Digest {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        // Multiplication propagates bits upwards only.
        self.0 ^= self.0 >> 32;
    }

    fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        for chunk in text.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    /// The digest of the tests with their outcomes, the lines, and the coverage.
    pub fn of_spectrum(spectrum: &Spectrum) -> u64 {
        let mut digest = Self::new();
        for class in &spectrum.classes {
            digest.text(&class.name);
        }
        for method in &spectrum.methods {
            digest.word(u64::from(method.class.0));
            digest.text(&method.name);
            digest.text(&method.descriptor);
        }
        for element in &spectrum.elements {
            digest.word(u64::from(element.method.0) << 32 | u64::from(element.line));
        }
        for test in &spectrum.tests {
            digest.text(&test.unique_id);
            digest.word(u64::from(test.outcome.code()));
        }
        for word in spectrum.coverage.words() {
            digest.word(word);
        }
        digest.0
    }

    /// The digest of texts in their order.
    pub fn of_texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> u64 {
        let mut digest = Self::new();
        texts.into_iter().for_each(|text| digest.text(text));
        digest.0
    }

    /// The digest of tests in their order.
    pub fn of_tests(tests: &[TestId]) -> u64 {
        let mut digest = Self::new();
        for test in tests {
            digest.word(u64::from(test.0));
        }
        digest.0
    }
}

#[cfg(test)]
mod tests {
    use crate::{BitMatrix, Outcome, Test};

    use super::*;

    fn spectrum(id: &str, outcome: Outcome, bit: usize) -> Spectrum {
        let mut coverage = BitMatrix::new(1, 130);
        coverage.set(0, bit);
        let test = Test {
            unique_id: id.to_owned(),
            class: String::new(),
            method: String::new(),
            outcome,
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: None,
        };
        Spectrum { tests: vec![test], coverage, ..Spectrum::default() }
    }

    #[test]
    fn names_outcomes_and_every_bit_change_a_digest() {
        let of = |id, outcome, bit| Digest::of_spectrum(&spectrum(id, outcome, bit));
        let mut seen: Vec<u64> = (0..130).map(|bit| of("a", Outcome::Passed, bit)).collect();
        seen.extend([
            of("b", Outcome::Passed, 0),
            of("a\0", Outcome::Passed, 0),
            of("a", Outcome::Failed, 0),
        ]);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 133);
        assert_eq!(of("a", Outcome::Passed, 5), of("a", Outcome::Passed, 5));
    }

    #[test]
    fn the_order_of_candidates_changes_a_digest() {
        let of = |rows: &[usize]| Digest::of_tests(&rows.iter().map(|&r| TestId::new(r)).collect::<Vec<_>>());
        assert_ne!(of(&[1, 2]), of(&[2, 1]));
        assert_ne!(of(&[]), of(&[0]));
    }
}
