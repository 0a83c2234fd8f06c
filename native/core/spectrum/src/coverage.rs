//! Sparse coverage of one test: only the touched classes, each as a run of bit words.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::panic::RefUnwindSafe;
use std::sync::{Arc, OnceLock};

/// The lines that one test covered, by class, as packed words.
///
/// Layout, in memory and in files: for each touched class one header word `class << 32 | n`, then `n` words
/// of bits; bit `b` of word `w` is slot `64 w + b` of that class, least significant bit first. Classes ascend
/// and appear once. `n` is 0 for a class that was touched without a known line. Bits past the class's slots
/// are 0.
///
/// A coverage may be left where it was recorded until its words are asked for ([`Coverage::left`]).
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    words: OnceLock<Box<[u64]>>,
    left: Option<Left>,
}

/// Where coverages are that were left, usually a file.
pub trait RowSource: fmt::Debug + Send + Sync + RefUnwindSafe {
    /// Replaces `words` by those of a coverage, in the layout of [`Coverage`]. Where it cannot be read, the source
    /// remembers why, and there are no words.
    fn read(&self, number: usize, words: &mut Vec<u64>);
}

/// A coverage that was left where it was recorded.
#[derive(Clone, Debug)]
struct Left {
    source: Arc<dyn RowSource>,
    number: usize,
    /// Approximate number of its words.
    size: usize,
    /// The classes that count as not touched.
    without: Vec<Arc<HashSet<u32>>>,
}

impl Left {
    fn read(&self, words: &mut Vec<u64>) {
        self.source.read(self.number, words);
        if !self.without.is_empty() {
            let is_gone = |class| self.without.iter().any(|gone| gone.contains(&class));
            let mut kept = Vec::new();
            classes(words)
                .filter(|(class, _)| !is_gone(*class))
                .for_each(|(class, bits)| add(&mut kept, class, bits));
            *words = kept;
        }
    }
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
            true if is_short => Ok(Self::held(words)),
            true => Ok(Self::held(shortened(&words))),
            false => Err(CoverageError::Truncated),
        }
    }

    fn held(words: Box<[u64]>) -> Self {
        Self { words: words.into(), left: None }
    }

    /// The coverage with a number in a source, which is read when it is asked for. `size`: approximately how many words it
    /// has.
    pub fn left(source: Arc<dyn RowSource>, number: usize, size: usize) -> Self {
        Self { words: OnceLock::new(), left: Some(Left { source, number, size, without: Vec::new() }) }
    }

    /// The words in the layout above. Cost: the first time, reading what was left; the words are kept.
    pub fn words(&self) -> &[u64] {
        self.words.get_or_init(|| {
            let mut words = Vec::new();
            if let Some(left) = &self.left {
                left.read(&mut words);
            }
            words.into()
        })
    }

    /// Approximate number of words; exact unless they were left.
    pub fn size(&self) -> usize {
        match (self.words.get(), &self.left) {
            (None, Some(left)) => left.size,
            _ => self.words().len(),
        }
    }

    /// As [`Coverage::words`], but reads what was left into `buffer` and keeps nothing.
    pub fn words_in<'a>(&'a self, buffer: &'a mut Vec<u64>) -> &'a [u64] {
        match (self.words.get(), &self.left) {
            (None, Some(left)) => {
                left.read(buffer);
                buffer
            }
            _ => self.words(),
        }
    }

    /// Whether the words are still where they were left, so that asking for them reads.
    pub(crate) fn is_left(&self) -> bool {
        self.left.is_some() && self.words.get().is_none()
    }

    /// Replaces `buffer` by the words, and keeps nothing of what was left.
    pub(crate) fn read(&self, buffer: &mut Vec<u64>) {
        if let (None, Some(left)) = (self.words.get(), &self.left) {
            left.read(buffer);
        } else {
            buffer.clear();
            buffer.extend_from_slice(self.words());
        }
    }

    /// True when no class was touched.
    pub fn is_empty(&self) -> bool {
        self.words().is_empty()
    }

    /// The touched classes in ascending order, each with its words.
    pub fn classes(&self) -> impl Iterator<Item = (u32, &[u64])> {
        classes(self.words())
    }

    /// As [`Coverage::classes`], but reads what was left into `buffer` and keeps nothing.
    pub fn classes_in<'a>(&'a self, buffer: &'a mut Vec<u64>) -> impl Iterator<Item = (u32, &'a [u64])> {
        classes(self.words_in(buffer))
    }

    /// Removes classes. Cost: O(words) for what was not left; that is only read when asked for.
    pub fn remove(&mut self, gone: &Arc<HashSet<u32>>) {
        if let (None, Some(left)) = (self.words.get(), &mut self.left) {
            left.without.push(Arc::clone(gone));
        } else if self.classes().any(|(class, _)| gone.contains(&class)) {
            let mut kept = Vec::new();
            let others = self.classes().filter(|(class, _)| !gone.contains(class));
            others.for_each(|(class, bits)| add(&mut kept, class, bits));
            *self = Self::held(kept.into());
        }
    }

    /// Every covered (class, slot), ascending.
    pub fn slots(&self) -> impl Iterator<Item = (u32, u32)> {
        slots(self.words())
    }

    /// As [`Coverage::slots`], but reads what was left into `buffer` and keeps nothing.
    pub fn slots_in<'a>(&'a self, buffer: &'a mut Vec<u64>) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        slots(self.words_in(buffer))
    }
}

// Comparing keeps nothing of what was left: a recording that is there twice would be in memory as a whole.
impl PartialEq for Coverage {
    fn eq(&self, other: &Self) -> bool {
        self.words_in(&mut Vec::new()) == other.words_in(&mut Vec::new())
    }
}

impl Eq for Coverage {}

impl PartialOrd for Coverage {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Coverage {
    fn cmp(&self, other: &Self) -> Ordering {
        self.words_in(&mut Vec::new()).cmp(other.words_in(&mut Vec::new()))
    }
}

impl Hash for Coverage {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words_in(&mut Vec::new()).hash(state);
    }
}

/// A copy without the trailing zero words of each class.
fn shortened(words: &[u64]) -> Box<[u64]> {
    let mut short = Vec::with_capacity(words.len());
    classes(words).for_each(|(class, bits)| add(&mut short, class, bits));
    short.into()
}

/// The classes of words in the layout of a coverage.
pub(crate) fn classes(words: &[u64]) -> impl Iterator<Item = (u32, &[u64])> {
    let mut rest = words;
    std::iter::from_fn(move || {
        let (&header, tail) = rest.split_first()?;
        let (class, n) = split(header);
        let (block, after) = tail.split_at(n);
        rest = after;
        Some((class, block))
    })
}

/// The covered (class, slot) of words in the layout of a coverage.
fn slots(words: &[u64]) -> impl Iterator<Item = (u32, u32)> {
    classes(words).flat_map(|(class, block)| {
        block
            .iter()
            .enumerate()
            .flat_map(move |(w, &word)| ones(word).map(move |b| (class, (w * 64) as u32 + b)))
    })
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
        Coverage::held(self.words.as_slice().into())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering as AtomicOrdering};

    use super::*;

    #[test]
    fn zero_words_at_the_end_of_a_class_make_no_difference() {
        let long = Coverage::from_words([1 << 32 | 3, 5, 0, 0, 2 << 32 | 1, 0, 3 << 32 | 2, 0, 1].into());
        let short = Coverage::from_words([1 << 32 | 1, 5, 2 << 32, 3 << 32 | 2, 0, 1].into());
        assert_eq!(long, short);
        assert_eq!(Coverage::from_words([1 << 32 | 2, 0].into()), Err(CoverageError::Truncated));
    }

    /// Counts how often it is read.
    #[derive(Debug, Default)]
    struct Counting(AtomicUsize);

    impl RowSource for Counting {
        fn read(&self, number: usize, words: &mut Vec<u64>) {
            self.0.fetch_add(1, AtomicOrdering::Relaxed);
            *words = vec![1 << 32 | 1, number as u64, 2 << 32, 3 << 32 | 1, 8];
        }
    }

    #[test]
    fn what_was_left_is_read_when_it_is_asked_for() {
        let source = Arc::new(Counting::default());
        let reads = || source.0.load(AtomicOrdering::Relaxed);
        let mut left = Coverage::left(Arc::<Counting>::clone(&source), 5, 7);
        let held = Coverage::from_words([1 << 32 | 1, 5, 2 << 32, 3 << 32 | 1, 8].into()).unwrap();
        let mut buffer = Vec::new();
        assert_eq!((left.size(), reads()), (7, 0));
        assert!(left.classes_in(&mut buffer).eq(held.classes()));
        assert!(held.classes_in(&mut Vec::new()).eq(held.classes()));
        assert_eq!((left.size(), reads()), (7, 1), "nothing is kept");
        assert!(
            left.clone() == held && left.cmp(&left).is_eq() && left.slots_in(&mut buffer).eq(held.slots())
        );
        assert_eq!((left.size(), reads()), (7, 5), "nothing is kept of what is compared");
        for (gone, kept) in [(9, 3), (2, 2), (3, 1)] {
            let (gone, mut held) = (Arc::new(HashSet::from([gone])), held.clone());
            left.remove(&gone);
            assert_eq!(left.clone().classes().count(), kept, "with what was removed before");
            held.remove(&gone);
            assert_eq!(held.classes().count(), if gone.contains(&9) { 3 } else { 2 });
        }
        assert_eq!(left.words(), [1 << 32 | 1, 5]);
        assert_eq!((left.size(), reads()), (2, 9));
        assert_eq!((left.classes().count(), left.is_empty(), reads()), (1, false, 9), "the words are kept");
    }
}
