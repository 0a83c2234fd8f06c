//! Maps blocks of chunks to classes.

use std::collections::{HashMap, HashSet};

use crate::capture::{BLOCK, Block};
use crate::hits::Hit;

/// The chunks added so far, and the classes that own their blocks.
#[derive(Debug, Default)]
pub struct Chunks {
    /// Positions by chunk number.
    positions: HashMap<u32, usize>,
    table: Vec<Chunk>,
    ranges: Vec<Range>,
    classes: HashSet<u32>,
}

#[derive(Debug)]
struct Chunk {
    bytes: usize,
    /// The range of each block, up to the last one in use.
    owners: Vec<u32>,
}

/// The blocks of one class.
#[derive(Clone, Copy, Debug)]
struct Range {
    class: u32,
    first: u32,
    slots: u32,
}

/// Marks a block without a range: a gap between classes.
const NOBODY: u32 = u32::MAX;

impl Chunks {
    /// Adds a chunk of `bytes` bytes at the next position. Errors: the number is taken.
    pub fn add_chunk(&mut self, number: u32, bytes: usize) -> Result<(), String> {
        if self.positions.contains_key(&number) {
            return Err(format!("chunk {number} was added twice"));
        }
        self.positions.insert(number, self.table.len());
        self.table.push(Chunk { bytes, owners: Vec::new() });
        Ok(())
    }

    /// Assigns to a class the blocks that hold `slots + 1` bytes from `base` on. Errors: the class has blocks already, the
    /// chunk is unknown, or the range is not free.
    pub fn add_class(&mut self, class: u32, number: u32, base: usize, slots: usize) -> Result<(), String> {
        if self.classes.contains(&class) {
            return Err(format!("class number {class} was used twice"));
        }
        let &position = self.positions.get(&number).ok_or_else(|| format!("chunk {number} is unknown"))?;
        let chunk = &mut self.table[position];
        if !base.is_multiple_of(BLOCK) || base + slots >= chunk.bytes {
            return Err(format!(
                "{slots} slots from {base} on do not fit into a chunk of {} bytes",
                chunk.bytes
            ));
        }
        let (first, end) = (base / BLOCK, (base + slots) / BLOCK + 1);
        if end * BLOCK > chunk.bytes {
            return Err(format!("a chunk of {} bytes does not end with a block", chunk.bytes));
        }
        if chunk.owners.iter().take(end).skip(first).any(|&owner| owner != NOBODY) {
            return Err(format!("the range from {base} on in chunk {number} is taken"));
        }
        if chunk.owners.len() < end {
            chunk.owners.resize(end, NOBODY);
        }
        chunk.owners[first..end].fill(self.ranges.len() as u32);
        self.ranges.push(Range { class, first: first as u32, slots: slots as u32 });
        self.classes.insert(class);
        Ok(())
    }

    /// Whether the class has blocks.
    pub fn has_class(&self, class: u32) -> bool {
        self.classes.contains(&class)
    }

    /// Position of a chunk, and the number of its blocks in use.
    pub fn chunk(&self, number: u32) -> Option<(u32, usize)> {
        let &position = self.positions.get(&number)?;
        Some((position as u32, self.table[position].owners.len()))
    }

    /// Number of blocks in use of each chunk, by position.
    pub fn used_blocks(&self) -> impl Iterator<Item = usize> {
        self.table.iter().map(|chunk| chunk.owners.len())
    }

    /// The class and slot of a byte in a chunk; `None` for the class's touched byte, and for gaps.
    pub fn slot(&self, number: u32, index: u32) -> Option<(u32, u32)> {
        let (position, _) = self.chunk(number)?;
        let block = Block { chunk: position, index: index / BLOCK as u32, bits: 1 << (index % BLOCK as u32) };
        let hit = self.resolve(&block)?;
        (hit.bits != 0).then_some((hit.class, hit.word * BLOCK as u32 + index % BLOCK as u32))
    }

    /// Converts a block to a hit; `None` if it belongs to no class.
    pub fn resolve(&self, block: &Block) -> Option<Hit> {
        let owners = &self.table.get(block.chunk as usize)?.owners;
        let range = self.ranges.get(*owners.get(block.index as usize)? as usize)?;
        let word = block.index - range.first;
        // The byte past the slots only marks the class as touched.
        let valid = range.slots.saturating_sub(word * BLOCK as u32).min(64);
        let mask = if valid == 64 { u64::MAX } else { (1 << valid) - 1 };
        Some(Hit { class: range.class, word, bits: block.bits & mask })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Chunks {
        let mut chunks = Chunks::default();
        chunks.add_chunk(0, 1024).unwrap();
        chunks.add_chunk(1, 1024).unwrap();
        chunks
    }

    fn resolve(chunks: &Chunks, chunk: u32, index: u32, bits: u64) -> Option<Hit> {
        chunks.resolve(&Block { chunk, index, bits })
    }

    #[test]
    fn a_block_belongs_to_the_class_whose_range_it_is_in() {
        let mut chunks = table();
        chunks.add_class(7, 0, 0, 10).unwrap();
        chunks.add_class(8, 0, 64, 100).unwrap();
        chunks.add_class(9, 1, 64, 10).unwrap();
        assert_eq!(resolve(&chunks, 0, 0, 5), Some(Hit { class: 7, word: 0, bits: 5 }));
        assert_eq!(resolve(&chunks, 0, 2, 5), Some(Hit { class: 8, word: 1, bits: 5 }));
        assert_eq!(resolve(&chunks, 1, 1, 5), Some(Hit { class: 9, word: 0, bits: 5 }));
        assert_eq!(resolve(&chunks, 1, 0, 5), None, "a gap");
        assert_eq!(resolve(&chunks, 1, 9, 5), None, "past what is in use");
        assert_eq!(resolve(&chunks, 5, 0, 5), None, "no such chunk");
        assert_eq!(chunks.used_blocks().collect::<Vec<_>>(), [3, 2]);
        assert_eq!((chunks.chunk(1), chunks.chunk(2)), (Some((1, 2)), None));
    }

    #[test]
    fn a_byte_is_a_slot_of_its_class() {
        let mut chunks = table();
        chunks.add_class(7, 0, 64, 100).unwrap();
        assert_eq!(chunks.slot(0, 64), Some((7, 0)));
        assert_eq!(chunks.slot(0, 163), Some((7, 99)));
        assert_eq!(chunks.slot(0, 164), None, "it says touched");
        assert_eq!((chunks.slot(0, 3), chunks.slot(1, 64), chunks.slot(9, 0)), (None, None, None));
    }

    #[test]
    fn the_touched_byte_is_no_line() {
        let mut chunks = table();
        chunks.add_class(1, 0, 0, 3).unwrap();
        chunks.add_class(2, 0, 64, 64).unwrap();
        chunks.add_class(3, 0, 192, 0).unwrap();
        assert_eq!(resolve(&chunks, 0, 0, 0b1101), Some(Hit { class: 1, word: 0, bits: 0b101 }));
        assert_eq!(resolve(&chunks, 0, 1, u64::MAX), Some(Hit { class: 2, word: 0, bits: u64::MAX }));
        assert_eq!(resolve(&chunks, 0, 2, 1), Some(Hit { class: 2, word: 1, bits: 0 }));
        assert_eq!(resolve(&chunks, 0, 3, 1), Some(Hit { class: 3, word: 0, bits: 0 }));
    }

    #[test]
    fn a_range_that_is_not_free_is_refused_and_changes_nothing() {
        let mut chunks = table();
        chunks.add_class(1, 0, 64, 100).unwrap();
        for (class, chunk, base, slots) in [
            (1, 1, 0, 1),
            (2, 0, 0, 64),
            (2, 0, 128, 1),
            (2, 0, 5, 1),
            (2, 0, 0, 1024),
            (2, 0, 2048, 0),
            (2, 4, 0, 1),
        ] {
            assert!(chunks.add_class(class, chunk, base, slots).is_err(), "{class} {chunk} {base} {slots}");
        }
        assert!(!chunks.has_class(2));
        chunks.add_class(2, 0, 0, 63).unwrap();
        assert!(chunks.add_chunk(1, 64).is_err());
    }
}
