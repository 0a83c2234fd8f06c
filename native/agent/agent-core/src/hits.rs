//! Sets of hit lines, before they become rows.

use faultline_spectrum::CoverageBuilder;

/// One word of a class's hits; the class counts as touched even when no bit is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// The class's number.
    pub class: u32,
    /// Index of the word: bit `b` is slot `64 word + b`.
    pub word: u32,
    /// The slots that were hit.
    pub bits: u64,
}

impl Hit {
    fn place(&self) -> u64 {
        u64::from(self.class) << 32 | u64::from(self.word)
    }
}

/// A union of hits, appended to a list that is sorted when it is read.
///
/// Cost: memory proportional to the distinct words, not to the additions: the list is sorted whenever it has doubled.
#[derive(Debug, Default)]
pub struct Hits {
    entries: Vec<Hit>,
    distinct: usize,
}

/// Shorter lists are not sorted early.
const SMALL: usize = 1024;

impl Hits {
    /// Adds hits to the union.
    pub fn add(&mut self, hits: &[Hit]) {
        self.entries.extend_from_slice(hits);
        if self.entries.len() > 2 * self.distinct + SMALL {
            self.normalise();
        }
    }

    /// Removes all hits but keeps the buffer.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.distinct = 0;
    }

    /// Whether no class was touched.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The added hits, unsorted; words may repeat.
    pub fn entries(&self) -> &[Hit] {
        &self.entries
    }

    /// Writes the union as coverage, classes ascending; `bits` is a buffer to reuse.
    pub fn write_to(&mut self, builder: &mut CoverageBuilder, bits: &mut Vec<u64>) {
        self.normalise();
        builder.clear();
        for class in self.entries.chunk_by(|a, b| a.class == b.class) {
            bits.clear();
            for hit in class {
                bits.resize(hit.word as usize + 1, 0);
                bits[hit.word as usize] = hit.bits;
            }
            builder.class(class[0].class, bits);
        }
    }

    fn normalise(&mut self) {
        self.entries.sort_unstable_by_key(Hit::place);
        self.entries.dedup_by(|next, kept| {
            let same = next.place() == kept.place();
            if same {
                kept.bits |= next.bits;
            }
            same
        });
        self.distinct = self.entries.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(class: u32, word: u32, bits: u64) -> Hit {
        Hit { class, word, bits }
    }

    fn words(hits: &mut Hits) -> Vec<u64> {
        let mut builder = CoverageBuilder::default();
        hits.write_to(&mut builder, &mut Vec::new());
        builder.words().to_vec()
    }

    #[test]
    fn hits_come_out_by_class_whatever_the_order_they_came_in() {
        let mut hits = Hits::default();
        hits.add(&[hit(9, 0, 1), hit(2, 1, 4)]);
        hits.add(&[hit(2, 0, 8), hit(2, 1, 2)]);
        assert_eq!(words(&mut hits), [2 << 32 | 2, 8, 6, 9 << 32 | 1, 1]);
    }

    #[test]
    fn words_between_two_hit_words_are_zero() {
        let mut hits = Hits::default();
        hits.add(&[hit(1, 3, 1)]);
        assert_eq!(words(&mut hits), [1 << 32 | 4, 0, 0, 0, 1]);
    }

    #[test]
    fn a_class_touched_without_a_line_is_there_with_no_words() {
        let mut hits = Hits::default();
        hits.add(&[hit(1, 2, 0), hit(3, 0, 0)]);
        assert_eq!(words(&mut hits), [1 << 32, 3 << 32]);
    }

    #[test]
    fn adding_the_same_lines_for_ever_takes_no_more_memory() {
        let mut hits = Hits::default();
        let lines: Vec<Hit> = (0..100).map(|class| hit(class, 0, 1)).collect();
        for _ in 0..10_000 {
            hits.add(&lines);
        }
        assert!(hits.entries.len() <= 2 * 100 + SMALL, "{} entries", hits.entries.len());
        assert_eq!(words(&mut hits).len(), 200);
    }

    #[test]
    fn a_cleared_union_is_empty() {
        let mut hits = Hits::default();
        hits.add(&[hit(1, 0, 1)]);
        hits.clear();
        assert!(hits.is_empty());
        assert_eq!(words(&mut hits), [0_u64; 0]);
    }
}
