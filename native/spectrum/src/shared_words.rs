//! Words of a row, alone or among those of others.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/* A recording of a large suite has some ten thousand rows of a thousand bytes each. As allocations of their own they lie among
the names of tests, and an allocator that gets them back keeps them, for nothing that is as small comes after. In blocks of a
megabyte they go back to the system as soon as they are merged. */

/// Words that do not change.
#[derive(Clone, Debug)]
pub(crate) enum Words {
    /// An allocation of their own.
    Own(Box<[u64]>),
    /// So many from a place on in a block.
    Shared { block: Arc<[u64]>, start: u32, length: u32 },
}

impl Words {
    pub(crate) fn as_slice(&self) -> &[u64] {
        match self {
            Self::Own(words) => words,
            Self::Shared { block, start, length } => &block[*start as usize..][..*length as usize],
        }
    }

    /// Puts them all into one block, in their order. Panics: more than 2^32 words.
    pub(crate) fn join<'a>(all: impl IntoIterator<Item = &'a mut Self>) {
        let mut all: Vec<&mut Self> = all.into_iter().collect();
        let words: Vec<u64> = all.iter().flat_map(|words| words.as_slice()).copied().collect();
        assert!(u32::try_from(words.len()).is_ok(), "a block of {} words", words.len());
        let block: Arc<[u64]> = words.into();
        let mut start = 0;
        for words in &mut all {
            let length = words.as_slice().len() as u32;
            **words = Self::Shared { block: Arc::clone(&block), start, length };
            start += length;
        }
    }
}

impl Default for Words {
    fn default() -> Self {
        Self::Own(Box::default())
    }
}

impl PartialEq for Words {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Words {}

impl PartialOrd for Words {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Words {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}

impl Hash for Words {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_a_block_are_those_that_they_were() {
        let own = |words: &[u64]| Words::Own(words.into());
        let before = [own(&[1, 2]), own(&[]), own(&[3])];
        let mut all = before.clone();
        Words::join(&mut all);
        assert_eq!(all, before);
        assert!(all.iter().all(|words| matches!(words, Words::Shared { .. })));
        assert!(all[0] < all[2] && all[1] < all[0]);
        Words::join(&mut all[1..]);
        assert_eq!(all, before);
        Words::join([]);
    }
}
