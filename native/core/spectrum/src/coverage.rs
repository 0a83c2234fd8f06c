//! Sparse coverage of one test: only the touched classes, each as a run of bit words.

use std::fmt;

/// The lines that one test covered, by class, as packed words.
///
/// Layout, in memory and in files: for each touched class one header word `class << 32 | n`, then `n` words
/// of bits; bit `b` of word `w` is slot `64 w + b` of that class, least significant bit first. Classes ascend
/// and appear once. `n` is 0 for a class that was touched without a known line. Bits past the class's slots
/// are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coverage {
    words: Box<[u64]>,
}

/// Why a sequence of words is not a valid [`Coverage`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoverageError {
    /// A class header announces more words than follow.
    Truncated,
    /// Classes do not ascend, or one appears twice.
    Unordered,
}

impl fmt::Display for CoverageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Truncated => "the coverage of a class ends early",
            Self::Unordered => "the classes of a coverage do not ascend",
        })
    }
}

impl std::error::Error for CoverageError {}

impl Coverage {
    /// Creates a coverage from words in the layout above. Trailing zero words of a class are dropped, so that
    /// equal lines give equal words regardless of the writer.
    /// Errors: the header words are inconsistent. Cost: O(touched classes).
    pub fn from_words(words: Box<[u64]>) -> Result<Self, CoverageError> {
        let (mut at, mut last, mut is_short) = (0, None, true);
        while at < words.len() {
            let (class, n) = split(words[at]);
            if last.is_some_and(|l| l >= class) {
                return Err(CoverageError::Unordered);
            }
            last = Some(class);
            at += 1 + n;
            is_short &= n == 0 || words.get(at - 1) != Some(&0);
        }
        match at == words.len() {
            true if is_short => Ok(Self { words }),
            true => Ok(Self { words }.shortened()),
            false => Err(CoverageError::Truncated),
        }
    }

    /// A copy without the trailing zero words of each class.
    fn shortened(&self) -> Self {
        let mut words = Vec::with_capacity(self.words().len());
        self.classes().for_each(|(class, bits)| add(&mut words, class, bits));
        Self { words: words.into() }
    }

    /// The words in the layout above.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// True when no class was touched.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The touched classes in ascending order, each with its words.
    pub fn classes(&self) -> impl Iterator<Item = (u32, &[u64])> {
        let mut rest = &self.words[..];
        std::iter::from_fn(move || {
            let (&header, tail) = rest.split_first()?;
            let (class, n) = split(header);
            let (block, after) = tail.split_at(n);
            rest = after;
            Some((class, block))
        })
    }

    /// Every covered (class, slot), ascending.
    pub fn slots(&self) -> impl Iterator<Item = (u32, u32)> {
        self.classes().flat_map(|(class, block)| {
            block
                .iter()
                .enumerate()
                .flat_map(move |(w, &word)| ones(word).map(move |b| (class, (w * 64) as u32 + b)))
        })
    }
}

fn split(header: u64) -> (u32, usize) {
    ((header >> 32) as u32, (header & 0xffff_ffff) as usize)
}

/// Positions of the set bits of a word, ascending.
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}

/// Appends a class with its bits, without trailing zero words.
fn add(words: &mut Vec<u64>, class: u32, bits: &[u64]) {
    let n = bits.iter().rposition(|&w| w != 0).map_or(0, |p| p + 1);
    words.push(u64::from(class) << 32 | n as u64);
    words.extend_from_slice(&bits[..n]);
}

/// Builds a [`Coverage`] class by class, reusing one buffer from test to test.
#[derive(Debug, Default)]
pub struct CoverageBuilder {
    words: Vec<u64>,
}

impl CoverageBuilder {
    /// Discards the added classes; keeps the buffer.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Adds one touched class with its bits; trailing zero words are dropped.
    /// Panics: `class` is not greater than the last one added (checked in debug builds).
    pub fn class(&mut self, class: u32, bits: &[u64]) {
        add(&mut self.words, class, bits);
        debug_assert!(Coverage::from_words(self.words.clone().into()).is_ok());
    }

    /// The words added so far, in the layout of [`Coverage`].
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Copies the words into a [`Coverage`]: one allocation of exactly the row's size.
    pub fn to_coverage(&self) -> Coverage {
        Coverage { words: self.words.as_slice().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_words_at_the_end_of_a_class_make_no_difference() {
        let long = Coverage::from_words([1 << 32 | 3, 5, 0, 0, 2 << 32 | 1, 0, 3 << 32 | 2, 0, 1].into());
        let short = Coverage::from_words([1 << 32 | 1, 5, 2 << 32, 3 << 32 | 2, 0, 1].into());
        assert_eq!(long, short);
        assert_eq!(Coverage::from_words([1 << 32 | 2, 0].into()), Err(CoverageError::Truncated));
    }
}
