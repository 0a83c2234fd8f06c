//! Columns of bits in blocks.

/// Largest size of a block, in words, small enough to fit into freed memory.
const BLOCK: usize = 1 << 13;

/// Columns of equal length, stored consecutively. Their number need not be known in advance, and columns never move.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    words: usize,
    /// log2 of the number of columns in a block.
    shift: u32,
    held: Vec<Vec<u64>>,
}

impl Blocks {
    /// An empty list of columns.
    pub(crate) fn new(words: usize) -> Self {
        Self { words, shift: (BLOCK / words.max(1)).max(1).ilog2(), held: Vec::new() }
    }

    /// All columns in one block.
    pub(crate) fn whole(words: usize, columns: Vec<u64>) -> Self {
        Self { words, shift: usize::BITS - 1, held: vec![columns] }
    }

    /// The words of each column.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Adds a column after `before` others.
    pub(crate) fn push(&mut self, before: usize, column: &[u64]) {
        if self.held.len() == before >> self.shift {
            self.held.push(Vec::with_capacity(self.words << self.shift));
        }
        self.held[before >> self.shift].extend_from_slice(column);
    }

    /// The column with a number.
    pub(crate) fn column(&self, number: usize) -> &[u64] {
        let first = number & ((1 << self.shift) - 1);
        &self.held[number >> self.shift][first * self.words..][..self.words]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_what_they_were_in_many_blocks_and_in_one() {
        for words in [1, 3, 5_000, BLOCK, BLOCK + 1] {
            let columns: Vec<Vec<u64>> = (0..9).map(|number| vec![number; words]).collect();
            let mut blocks = Blocks::new(words);
            columns.iter().enumerate().for_each(|(before, column)| blocks.push(before, column));
            let whole = Blocks::whole(words, columns.concat());
            for (number, column) in columns.iter().enumerate() {
                assert_eq!((blocks.column(number), whole.column(number)), (&column[..], &column[..]));
            }
        }
    }
}
