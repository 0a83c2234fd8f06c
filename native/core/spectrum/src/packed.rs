//! Storage for rows with few bits, each block of a row in the form that is smallest for it.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::panic::RefUnwindSafe;
use std::sync::Arc;

use crate::coverage::ones;

/* A row is the blocks that have bits, ascending. A block is a number `2^2 * blocks left out + form`, the length of what
follows in bytes, and

- `GAPS`: for each bit, how many columns are left out in front of it;
- `RUNS`: for each run of bits, how many columns are left out in front of it, and its length less 1;
- `BITS`: the place of the first word with a bit, and the bytes from there up to the last one that is not 0.

Numbers are written 7 bits a byte, least significant first. Gaps suit lines scattered over a program, runs whole methods,
bits what is dense and irregular. The form is chosen by size alone, so equal rows are equal bytes. */

/// Words of a block: 2,048 columns, so that most numbers in a block take one byte.
const WORDS: usize = 32;
const GAPS: u64 = 0;
const RUNS: u64 = 1;
const BITS: u64 = 2;
/// Size of the pages in which rows are stored, unless a row is longer. Units: bytes.
const PAGE: usize = 1 << 20;

/// A store outside memory, for the rows that have no room in it.
pub trait Spill: fmt::Debug + Send + Sync + RefUnwindSafe {
    /// Stores bytes and returns their place. Errors: there is no room for them.
    fn put(&self, bytes: &[u8]) -> io::Result<u64>;

    /// Reads bytes from a place. Errors: the operating system's.
    fn get(&self, place: u64, into: &mut [u8]) -> io::Result<()>;
}

/// The memory for rows, and the store for those beyond it.
#[derive(Clone, Debug)]
pub struct Room {
    /// Memory for rows. Units: bytes.
    pub bytes: usize,
    /// Most memory for rows if the store takes no others. Units: bytes.
    pub most: usize,
    /// Where other rows go.
    pub spill: Arc<dyn Spill>,
}

/// The rows of a matrix.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packed {
    pages: Vec<Page>,
    rows: Vec<Place>,
    /// The last page, which has room for rows.
    open: Vec<u8>,
    /// Bytes of all pages in memory, and of those outside.
    held: usize,
    spilled: usize,
    /// Number of words that are not 0.
    words: usize,
    room: Option<Room>,
    block: Encoder,
}

#[derive(Clone, Debug)]
enum Page {
    Held(Arc<[u8]>),
    Spilled(u64),
}

/// Where the bytes of a row are.
#[derive(Clone, Copy, Debug)]
struct Place {
    page: u32,
    start: u32,
    end: u32,
}

impl Packed {
    /// An empty matrix; without `room` all rows are in memory.
    pub(crate) fn new(rows: usize, room: Option<Room>) -> Self {
        Self { rows: Vec::with_capacity(rows), room, ..Self::default() }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The number of words that are not 0.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The memory for rows, if it is limited. Units: bytes.
    pub(crate) fn room(&self) -> Option<usize> {
        self.room.as_ref().map(|room| room.bytes)
    }

    /// The size of the rows outside memory. Units: bytes.
    pub(crate) fn spilled(&self) -> usize {
        self.spilled
    }

    /// Adds a row and clears its words. Errors: those of the store.
    pub(crate) fn push(&mut self, row: &mut [u64]) -> io::Result<()> {
        if self.open.len() >= PAGE {
            self.turn()?;
        }
        let start = self.open.len();
        let mut next = 0;
        for (number, words) in row.chunks_mut(WORDS).enumerate() {
            if words.iter().fold(0, |any, word| any | word) != 0 {
                self.words += words.iter().filter(|word| **word != 0).count();
                self.block.put(words, number - next, &mut self.open);
                words.fill(0);
                next = number + 1;
            }
        }
        let end = self.open.len();
        if u32::try_from(end).is_err() {
            return Err(io::Error::other("a row has more than 4 GiB"));
        }
        self.rows.push(Place { page: self.pages.len() as u32, start: start as u32, end: end as u32 });
        Ok(())
    }

    /// Ends the last page.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        self.turn()?;
        self.open = Vec::new();
        Ok(())
    }

    fn turn(&mut self) -> io::Result<()> {
        let page = if let Some(place) = self.spill()? {
            self.spilled += self.open.len();
            Page::Spilled(place)
        } else {
            self.held += self.open.len();
            Page::Held(self.open.as_slice().into())
        };
        self.pages.push(page);
        self.open.clear();
        Ok(())
    }

    /// Stores the last page outside memory, if there is no room for it. Errors: there is none outside either.
    fn spill(&mut self) -> io::Result<Option<u64>> {
        let held = self.held + self.open.len();
        let Some(room) = self.room.as_mut().filter(|room| held > room.bytes) else { return Ok(None) };
        match room.spill.put(&self.open) {
            Ok(place) => Ok(Some(place)),
            Err(_) if held <= room.most => {
                // Further pages would only find the same.
                room.bytes = room.most;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// The bytes of a row.
    /// Panics: they cannot be read back from the store, which is a file of ours that nothing else has open.
    fn of_row(&self, row: usize) -> Cow<'_, [u8]> {
        let Place { page, start, end } = self.rows[row];
        let (start, end) = (start as usize, end as usize);
        match self.pages.get(page as usize) {
            None => Cow::Borrowed(&self.open[start..end]),
            Some(Page::Held(bytes)) => Cow::Borrowed(&bytes[start..end]),
            Some(Page::Spilled(place)) => {
                let mut bytes = vec![0; end - start];
                let room = self.room.as_ref().map(|room| room.spill.get(place + start as u64, &mut bytes));
                match room {
                    Some(Ok(())) => Cow::Owned(bytes),
                    Some(Err(error)) => panic!("rows in a temporary file cannot be read back: {error}"),
                    None => unreachable!("only a store takes pages"),
                }
            }
        }
    }

    /// The non-zero words of a row from one place to before another, each with its place, ascending.
    pub(crate) fn filled(&self, row: usize, from: usize, to: usize) -> Filled<'_> {
        let blocks = Blocks { bytes: self.of_row(row), at: 0, number: 0 };
        Filled { blocks, block: [0; WORDS], first: 0, at: WORDS, from, to }
    }

    /// Passes every set column of a row to `each`, ascending.
    pub(crate) fn each(&self, row: usize, mut each: impl FnMut(usize)) {
        let mut blocks = Blocks { bytes: self.of_row(row), at: 0, number: 0 };
        while let Some(block) = blocks.next() {
            let first = block.number * WORDS * 64;
            decode(block.form, &blocks.bytes[block.start..blocks.at], |from, length| {
                (first + from..first + from + length).for_each(&mut each);
            });
        }
    }

    /// The word at a place of a row.
    pub(crate) fn word(&self, row: usize, place: usize) -> u64 {
        self.filled(row, place, place + 1).next().map_or(0, |(_, word)| word)
    }
}

/// Goes through the blocks of a row.
struct Blocks<'m> {
    bytes: Cow<'m, [u8]>,
    /// Where the next block starts.
    at: usize,
    /// The number of the block after the last one.
    number: usize,
}

/// A block, up to where the next one starts.
struct Block {
    number: usize,
    form: u64,
    /// Where its payload starts.
    start: usize,
}

impl Blocks<'_> {
    fn next(&mut self) -> Option<Block> {
        if self.at == self.bytes.len() {
            return None;
        }
        let mut rest = &self.bytes[self.at..];
        let (head, length) = (number(&mut rest), number(&mut rest));
        let start = self.bytes.len() - rest.len();
        let block = Block { number: self.number + (head >> 2) as usize, form: head & 3, start };
        self.at = start + length as usize;
        self.number = block.number + 1;
        Some(block)
    }
}

/// The non-zero words of a row.
pub(crate) struct Filled<'m> {
    blocks: Blocks<'m>,
    /// The words of the current block.
    block: [u64; WORDS],
    /// The place of its first word.
    first: usize,
    /// The next word of the block.
    at: usize,
    from: usize,
    to: usize,
}

impl Iterator for Filled<'_> {
    type Item = (usize, u64);

    fn next(&mut self) -> Option<(usize, u64)> {
        loop {
            while self.at < WORDS {
                let (place, word) = (self.first + self.at, self.block[self.at]);
                self.at += 1;
                if word != 0 && place >= self.from {
                    return (place < self.to).then_some((place, word));
                }
            }
            self.load()?;
        }
    }
}

impl Filled<'_> {
    /// Decodes the next block with a wanted word.
    fn load(&mut self) -> Option<()> {
        loop {
            let block = self.blocks.next()?;
            self.first = block.number * WORDS;
            if self.first >= self.to {
                return None;
            }
            if self.first + WORDS > self.from {
                self.block = [0; WORDS];
                self.at = 0;
                let payload = &self.blocks.bytes[block.start..self.blocks.at];
                let words = &mut self.block;
                if block.form == BITS {
                    bits(payload, words);
                } else {
                    decode(block.form, payload, |from, length| set(words, from, length));
                }
                return Some(());
            }
        }
    }
}

/// Passes the runs of a block to `each`, as first column in the block and length.
fn decode(form: u64, mut payload: &[u8], mut each: impl FnMut(usize, usize)) {
    let mut next = 0;
    match form {
        GAPS => {
            while !payload.is_empty() {
                next += number(&mut payload) as usize;
                each(next, 1);
                next += 1;
            }
        }
        RUNS => {
            while !payload.is_empty() {
                next += number(&mut payload) as usize;
                let length = number(&mut payload) as usize + 1;
                each(next, length);
                next += length;
            }
        }
        _ => {
            let mut words = [0; WORDS];
            bits(payload, &mut words);
            for (place, &word) in words.iter().enumerate() {
                ones(word).for_each(|bit| each(place * 64 + bit as usize, 1));
            }
        }
    }
}

/// Reads words in the form `BITS`.
fn bits(payload: &[u8], words: &mut [u64; WORDS]) {
    let Some((&first, bytes)) = payload.split_first() else { return };
    for (word, bytes) in words[first as usize..].iter_mut().zip(bytes.chunks(8)) {
        let mut whole = [0; 8];
        whole[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(whole);
    }
}

/// Sets a run of bits.
fn set(words: &mut [u64; WORDS], from: usize, length: usize) {
    let (mut at, end) = (from, from + length);
    while at < end {
        let bits = (64 - at % 64).min(end - at);
        words[at / 64] |= (u64::MAX >> (64 - bits)) << (at % 64);
        at += bits;
    }
}

/// Writes blocks, with buffers to reuse.
#[derive(Clone, Debug, Default)]
struct Encoder {
    gaps: Vec<u8>,
    runs: Vec<u8>,
}

impl Encoder {
    /// Appends a block with a bit, after `skipped` blocks without.
    fn put(&mut self, words: &[u64], skipped: usize, out: &mut Vec<u8>) {
        let first = words.iter().position(|&word| word != 0).unwrap_or(0);
        let last = words.iter().rposition(|&word| word != 0).unwrap_or(0);
        let of_bits = 1 + (last - first) * 8 + (8 - words[last].leading_zeros() as usize / 8);
        let (hits, runs) = self::hits_and_runs(words);
        self.gaps.clear();
        self.runs.clear();
        if hits < of_bits {
            put_gaps(words, &mut self.gaps);
        }
        let best = if self.gaps.is_empty() { of_bits } else { of_bits.min(self.gaps.len()) };
        if 2 * runs < best {
            put_runs(words, &mut self.runs);
        }
        let head = (skipped as u64) << 2;
        if !self.runs.is_empty() && self.runs.len() < best {
            put_block(out, head | RUNS, &self.runs);
        } else if !self.gaps.is_empty() && self.gaps.len() <= of_bits {
            put_block(out, head | GAPS, &self.gaps);
        } else {
            put_number(out, head | BITS);
            put_number(out, of_bits as u64);
            out.push(first as u8);
            let end = out.len() + of_bits - 1;
            words[first..=last].iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
            out.truncate(end);
        }
    }
}

fn put_block(out: &mut Vec<u8>, head: u64, payload: &[u8]) {
    put_number(out, head);
    put_number(out, payload.len() as u64);
    out.extend_from_slice(payload);
}

/// The number of bits, and of runs of bits.
fn hits_and_runs(words: &[u64]) -> (usize, usize) {
    let (mut hits, mut runs, mut before) = (0, 0, 0);
    for &word in words {
        hits += word.count_ones() as usize;
        runs += (word & !(word << 1 | before)).count_ones() as usize;
        before = word >> 63;
    }
    (hits, runs)
}

fn put_gaps(words: &[u64], out: &mut Vec<u8>) {
    let mut next = 0;
    for (place, &word) in words.iter().enumerate() {
        for bit in ones(word) {
            let at = place * 64 + bit as usize;
            put_number(out, (at - next) as u64);
            next = at + 1;
        }
    }
}

fn put_runs(words: &[u64], out: &mut Vec<u8>) {
    let (mut past, mut at) = (0, 0);
    while let Some(first) = seek(words, at, 0) {
        let end = seek(words, first, u64::MAX).unwrap_or(words.len() * 64);
        put_number(out, (first - past) as u64);
        put_number(out, (end - first - 1) as u64);
        (past, at) = (end, end);
    }
}

/// The first place from `from` on with a set bit if `flip` is 0, with a clear one if it is all ones.
fn seek(words: &[u64], from: usize, flip: u64) -> Option<usize> {
    let mut place = from / 64;
    let mut left = (words.get(place)? ^ flip) >> (from % 64) << (from % 64);
    while left == 0 {
        place += 1;
        left = words.get(place)? ^ flip;
    }
    Some(place * 64 + left.trailing_zeros() as usize)
}

fn put_number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes a number from the front of bytes that [`put_number`] wrote.
fn number(bytes: &mut &[u8]) -> u64 {
    let (mut value, mut shift) = (0, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
        shift += 7;
    }
    value
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use proptest::prelude::*;

    use super::*;

    /// A store in memory.
    #[derive(Debug, Default)]
    struct Elsewhere(Mutex<Vec<u8>>);

    impl Spill for Elsewhere {
        fn put(&self, bytes: &[u8]) -> io::Result<u64> {
            let mut all = self.0.lock().unwrap();
            all.extend_from_slice(bytes);
            Ok((all.len() - bytes.len()) as u64)
        }

        fn get(&self, place: u64, into: &mut [u8]) -> io::Result<()> {
            into.copy_from_slice(&self.0.lock().unwrap()[place as usize..][..into.len()]);
            Ok(())
        }
    }

    fn packed(rows: &[Vec<u64>], room: Option<Room>) -> Packed {
        let mut packed = Packed::new(rows.len(), room);
        for row in rows {
            packed.push(&mut row.clone()).unwrap();
        }
        packed.close().unwrap();
        packed
    }

    /// Bytes of one row with these columns of 8,192.
    fn bytes(columns: impl IntoIterator<Item = usize>) -> usize {
        let mut row = vec![0_u64; 128];
        columns.into_iter().for_each(|column| row[column / 64] |= 1 << (column % 64));
        packed(&[row], None).held
    }

    /// The figures of the page on the format.
    #[test]
    fn each_block_takes_the_smallest_form() {
        assert_eq!(bytes([]), 0);
        assert_eq!(bytes([5]), 3, "a single line");
        assert_eq!(bytes([5_000]), 4);
        assert_eq!(bytes(0..8_192), 4 * 5, "all lines, as runs");
        assert_eq!(bytes((0..8_192).step_by(20)), 410 + 4 * 2, "scattered, as gaps");
        assert_eq!(bytes((0..8_192).filter(|column| column % 4 != 3)), 4 * (3 + 1 + 256), "three of four");
        assert_eq!(bytes((0..8_192).filter(|column| column % 64 < 32)), 4 * (2 + 32 * 2), "methods, as runs");
    }

    /// A store without room, which counts what it is asked for.
    #[derive(Debug, Default)]
    struct Full(Mutex<usize>);

    impl Spill for Full {
        fn put(&self, _: &[u8]) -> io::Result<u64> {
            *self.0.lock().unwrap() += 1;
            Err(io::ErrorKind::StorageFull.into())
        }

        fn get(&self, _: u64, _: &mut [u8]) -> io::Result<()> {
            Err(io::ErrorKind::NotFound.into())
        }
    }

    #[test]
    fn rows_that_the_store_does_not_take_stay_in_memory_while_it_has_room() {
        let row: Vec<u64> = vec![0x9e37_79b9_7f4a_7c15; PAGE / 16];
        let store = Arc::new(Full::default());
        let mut packed =
            Packed::new(9, Some(Room { bytes: 0, most: 2 * PAGE, spill: Arc::<Full>::clone(&store) }));
        let fitting = (0..9).take_while(|_| packed.push(&mut row.clone()).is_ok()).count();
        assert!((4..7).contains(&fitting), "{fitting} rows of half a page");
        assert_eq!((packed.spilled, *store.0.lock().unwrap()), (0, 2), "asked once, and again at the end");
        assert!(
            (0..fitting).all(|at| packed.filled(at, 0, usize::MAX).map(|(_, word)| word).eq(row.clone()))
        );
    }

    fn a_word() -> impl Strategy<Value = u64> {
        prop_oneof![
            4 => Just(0),
            1 => Just(u64::MAX),
            1 => any::<u64>(),
            2 => (0..64_u32).prop_map(|bit| 1 << bit),
            1 => (0..64_u32, 0..64_u32).prop_map(|(low, high)| u64::MAX << low & u64::MAX >> high)
        ]
    }

    fn a_row() -> impl Strategy<Value = Vec<u64>> {
        prop_oneof![
            prop::collection::vec(a_word(), 150),
            prop::collection::vec(prop_oneof![9 => Just(0), 1 => a_word()], 150),
            a_word().prop_map(|word| vec![word; 150]),
        ]
    }

    proptest! {
        #[test]
        fn rows_are_what_they_were_in_memory_and_elsewhere(
            rows in prop::collection::vec(a_row(), 1..6), from in 0_usize..151, length in 0_usize..151,
        ) {
            let to = from + length;
            let all_elsewhere = Room { bytes: 0, most: 0, spill: Arc::new(Elsewhere::default()) };
            for room in [None, Some(all_elsewhere)] {
                let is_spilled = room.is_some();
                let packed = packed(&rows, room);
                prop_assert_eq!(packed.rows(), rows.len());
                prop_assert_eq!(if is_spilled { packed.held } else { packed.spilled }, 0);
                let filled = rows.iter().flatten().filter(|word| **word != 0).count();
                prop_assert_eq!(packed.words(), filled);
                for (at, row) in rows.iter().enumerate() {
                    let filled: Vec<(usize, u64)> =
                        row.iter().copied().enumerate().filter(|(_, word)| *word != 0).collect();
                    prop_assert_eq!(packed.filled(at, 0, usize::MAX).collect::<Vec<_>>(), filled.clone());
                    let part: Vec<(usize, u64)> =
                        filled.iter().copied().filter(|(place, _)| (from..to).contains(place)).collect();
                    prop_assert_eq!(packed.filled(at, from, to).collect::<Vec<_>>(), part);
                    let mut columns = Vec::new();
                    packed.each(at, |column| columns.push(column));
                    let known: Vec<usize> =
                        filled.iter().flat_map(|&(place, word)| ones(word).map(move |bit| place * 64 + bit as usize)).collect();
                    prop_assert_eq!(columns, known);
                    for place in [0, from.min(149), 149] {
                        prop_assert_eq!(packed.word(at, place), row[place]);
                    }
                }
            }
        }
    }
}
