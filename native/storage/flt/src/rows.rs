//! Compact encoding of coverage: the words of [`Coverage`], class by class, as runs of slots or as a bitmap.
//!
//! For each class a number, the difference of its own number from the previous class's number plus one; a
//! number `2 n + form`; then for form 0 a bitmap of `n` bytes, for form 1 `n` runs. A run is the number of
//! slots skipped before it (less 1 for all but the first run, because at least one is skipped) and its length
//! less 1. The last byte of a bitmap is not 0.
//!
//! A short run can expand to many words in the reader's memory. To bound this expansion, runs are used only
//! if the row, including this class, has at most two words (a header for each class, and its bits) for each
//! byte of its record before the runs, and four for each of the runs.

use faultline_spectrum::Coverage;

use crate::varint::{self, Input};

/// The maximum number of words of a row per byte of its record.
const WORDS_PER_BYTE: usize = 2;
/// The minimum length of a run, in bytes.
const RUN: usize = 2;

/// The maximum number of words of a row including a class whose `count` runs start after `bytes` bytes of
/// their record.
fn most_words(bytes: usize, count: usize) -> usize {
    WORDS_PER_BYTE * (bytes + RUN * count)
}

/// Appends the words of a row to a record that started at `start`. Errors: they are no valid coverage.
/// Cost: O(words); no allocation but the buffer's growth.
pub(crate) fn put(out: &mut Vec<u8>, start: usize, words: &[u64]) -> Result<(), &'static str> {
    let (mut rest, mut next, mut total) = (words, 0, 0);
    while let Some((&header, tail)) = rest.split_first() {
        let class = header >> 32;
        let bits = tail.split_at_checked(header as u32 as usize);
        let (bits, after) = bits.ok_or("the coverage of a class ends early")?;
        rest = after;
        let bits = &bits[..bits.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1)];
        varint::put(out, class.checked_sub(next).ok_or("the classes of a coverage do not ascend")?);
        next = class + 1;
        total += bits.len() + 1;
        put_bits(out, start, total, bits);
    }
    Ok(())
}

/// Appends the bits of a class; the row including this class has `total` words.
fn put_bits(out: &mut Vec<u8>, start: usize, total: usize, bits: &[u64]) {
    let bytes = bits.last().map_or(0, |last| bits.len() * 8 - last.leading_zeros() as usize / 8);
    let at = out.len();
    // Placeholder for the number of runs, which is known after writing them; for most classes it takes one
    // byte.
    out.push(0);
    if let Some(count) = put_runs(out, bits, at + bytes)
        && total <= most_words(at + 1 - start, count)
    {
        out[at] = (count << 1 | 1) as u8;
        return;
    }
    out.truncate(at);
    varint::put(out, (bytes as u64) << 1);
    let whole = bytes / 8;
    bits[..whole].iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
    if let Some(last) = bits.get(whole) {
        out.extend_from_slice(&last.to_le_bytes()[..bytes % 8]);
    }
}

/// The maximum number of runs of a class, so that their number takes one byte.
const MOST_RUNS: usize = 63;

/// Appends runs and returns their number; `None` if they would exceed `limit`, where a bitmap ends.
fn put_runs(out: &mut Vec<u8>, bits: &[u64], limit: usize) -> Option<usize> {
    let (mut count, mut past) = (0, 0);
    let mut runs = Runs { bits, at: 0 };
    while let Some((first, length)) = runs.next() {
        if out.len() + 2 > limit || count == MOST_RUNS {
            return None;
        }
        varint::put(out, (first - past - usize::from(count > 0)) as u64);
        varint::put(out, length as u64 - 1);
        past = first + length;
        count += 1;
    }
    (count > 0 && out.len() <= limit).then_some(count)
}

/// Iterates over the runs of set bits, as (first, length).
struct Runs<'a> {
    bits: &'a [u64],
    at: usize,
}

impl Runs<'_> {
    /// The first position from `from` on with a set bit if `flip` is 0, with a clear bit if it is all ones.
    fn seek(&self, from: usize, flip: u64) -> Option<usize> {
        let mut word = from / 64;
        let mut left = (self.bits.get(word)? ^ flip) >> (from % 64) << (from % 64);
        while left == 0 {
            word += 1;
            left = self.bits.get(word)? ^ flip;
        }
        Some(word * 64 + left.trailing_zeros() as usize)
    }

    fn next(&mut self) -> Option<(usize, usize)> {
        let first = self.seek(self.at, 0)?;
        let end = self.seek(first, u64::MAX).unwrap_or(self.bits.len() * 64);
        self.at = end;
        Some((first, end - first))
    }
}

/// Reads a row that extends to the end of a record. `words` is a buffer to reuse.
/// Cost: O(words) in time; in memory exactly the row.
pub(crate) fn get(input: &mut Input<'_>, words: &mut Vec<u64>) -> Result<Coverage, String> {
    decode(input, words)?;
    Coverage::from_words(words.as_slice().into()).map_err(|error| error.to_string())
}

/// As [`get`], into a buffer of words, which are those of a valid coverage.
pub(crate) fn decode(input: &mut Input<'_>, words: &mut Vec<u64>) -> Result<(), String> {
    words.clear();
    // Reserve the maximum, so that the buffer does not grow by doubling.
    words.reserve(WORDS_PER_BYTE * (input.position() + input.rest().len()));
    let mut bits = Bits { words, header: 0, last: 0 };
    walk(input, &mut bits)
}

/// The number of words that [`decode`] gives. Errors: the same. Cost: O(runs).
pub(crate) fn size(input: &mut Input<'_>) -> Result<usize, String> {
    let mut size = Size::default();
    walk(input, &mut size)?;
    Ok(size.words)
}

/// Measures rows that are left in their file: the first ones, and then a few of many, whose words for their bytes the
/// others are taken to have. A row that is no coverage is found when it is read, if not here.
#[derive(Debug, Default)]
pub(crate) struct Sizes {
    rows: u32,
    /// Words and bytes of the rows that were measured.
    words: usize,
    bytes: usize,
}

/// Number of the first rows, all of which are measured.
const FIRST: u32 = 64;
/// Of so many others, one is measured.
const SHARE: u32 = 16;

impl Sizes {
    /// Approximate number of words of the next row. Errors: it was measured and is no coverage.
    pub(crate) fn of(&mut self, input: &mut Input<'_>) -> Result<usize, String> {
        let (row, bytes) = (self.rows, input.rest().len());
        self.rows = row.wrapping_add(1);
        if row >= FIRST && row % SHARE != 0 {
            return Ok(bytes.saturating_mul(self.words) / self.bytes.max(1));
        }
        let words = size(input)?;
        self.words += words;
        self.bytes += bytes;
        Ok(words)
    }
}

/// What is made of a row that is read.
trait Sink {
    /// Number of words so far, headers included.
    fn words(&self) -> usize;
    /// Begins a class.
    fn begin(&mut self, class: u64);
    /// Adds the bits of a class as bytes.
    fn bitmap(&mut self, bytes: &[u8]);
    /// Adds a run of slots, which begins behind the one before and is not empty.
    fn run(&mut self, first: usize, end: usize);
    /// Ends a class.
    fn end(&mut self);
}

/// The words of a row.
struct Bits<'w> {
    words: &'w mut Vec<u64>,
    /// Place of the header of the current class.
    header: usize,
    /// The last word of a class of runs; 0 if there is none.
    last: u64,
}

impl Sink for Bits<'_> {
    fn words(&self) -> usize {
        self.words.len()
    }

    fn begin(&mut self, class: u64) {
        self.header = self.words.len();
        self.words.push(class << 32);
    }

    fn bitmap(&mut self, bytes: &[u8]) {
        let (whole, rest) = bytes.as_chunks::<8>();
        self.words.extend(whole.iter().map(|word| u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.words.push(u64::from_le_bytes(last));
        }
    }

    #[inline]
    fn run(&mut self, mut first: usize, end: usize) {
        let mut place = self.words.len() - self.header - 1;
        while place < first / 64 {
            self.words.push(self.last);
            self.last = 0;
            place += 1;
        }
        while end > 64 * (place + 1) {
            self.words.push(self.last | u64::MAX << (first % 64));
            self.last = 0;
            place += 1;
            first = 64 * place;
        }
        self.last |= u64::MAX << (first % 64) & u64::MAX >> (64 * (place + 1) - end);
    }

    fn end(&mut self) {
        // A run ends in a bit that is set, and a bitmap leaves no last word.
        if self.last != 0 {
            self.words.push(self.last);
            self.last = 0;
        }
        self.words[self.header] |= (self.words.len() - self.header - 1) as u64;
    }
}

/// The number of words of a row.
#[derive(Default)]
struct Size {
    words: usize,
    /// Slots of the current class up to its last one.
    slots: usize,
}

impl Sink for Size {
    fn words(&self) -> usize {
        self.words
    }

    fn begin(&mut self, _class: u64) {
        self.words += 1;
    }

    fn bitmap(&mut self, bytes: &[u8]) {
        self.slots = bytes.len() * 8;
    }

    fn run(&mut self, _first: usize, end: usize) {
        self.slots = end;
    }

    fn end(&mut self) {
        self.words += self.slots.div_ceil(64);
        self.slots = 0;
    }
}

/// Reads a row that extends to the end of a record.
fn walk(input: &mut Input<'_>, sink: &mut impl Sink) -> Result<(), String> {
    let mut next = 0_u64;
    while !input.is_empty() {
        let class = next.checked_add(input.number()?).filter(|&class| u32::try_from(class).is_ok());
        let class = class.ok_or("its coverage has a class of more than 32 bits")?;
        next = class + 1;
        sink.begin(class);
        let form = input.number()?;
        let count = usize::try_from(form >> 1).map_err(|_| "its coverage ends early")?;
        if form & 1 == 0 {
            let bytes = input.take(count)?;
            if bytes.last() == Some(&0) {
                return Err("a bitmap of its coverage ends in a byte that is 0".into());
            }
            sink.bitmap(bytes);
        } else {
            runs(input, count, sink)?;
        }
        sink.end();
    }
    Ok(())
}

fn runs(input: &mut Input<'_>, count: usize, sink: &mut impl Sink) -> Result<(), String> {
    if count > input.rest().len() / RUN {
        return Err("its coverage ends early".into());
    }
    let mut past = 0_u64;
    let most = 64 * most_words(input.position(), count).saturating_sub(sink.words()) as u64;
    for run in 0..count {
        let (gap, length) = (input.number()?, input.number()?);
        // What is too large for a number is larger than `most`.
        let first = past.saturating_add(gap).saturating_add(u64::from(run > 0));
        let end = first.saturating_add(length).saturating_add(1);
        if end > most {
            return Err("a run of its coverage is longer than it may be".into());
        }
        past = end;
        sink.run(first as usize, end as usize);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::CoverageBuilder;
    use proptest::prelude::*;

    use super::*;

    /// The bytes of a row whose record has `before` bytes in front of it.
    fn bytes(row: &Coverage, before: usize) -> Vec<u8> {
        let mut out = vec![0; before];
        put(&mut out, 0, row.words()).unwrap();
        out
    }

    fn back(bytes: &[u8], before: usize) -> Result<Coverage, String> {
        let mut input = Input::new(bytes);
        input.take(before)?;
        get(&mut input, &mut Vec::new())
    }

    fn row(classes: &[(u32, Vec<u64>)]) -> Coverage {
        let mut builder = CoverageBuilder::default();
        for (class, bits) in classes {
            builder.class(*class, bits);
        }
        builder.to_coverage()
    }

    #[test]
    fn each_class_takes_the_shorter_of_runs_and_bitmap() {
        assert_eq!(bytes(&row(&[(3, vec![0xff_ff00])]), 0), [3, 3, 8, 15]);
        assert_eq!(bytes(&row(&[(3, vec![0b1010_1010])]), 0), [3, 2, 0b1010_1010]);
        assert_eq!(bytes(&row(&[(0, vec![]), (1, vec![]), (4, vec![1])]), 0), [0, 0, 0, 0, 2, 2, 1]);
        let long = row(&[(0, vec![u64::MAX, 0b11])]);
        assert_eq!(bytes(&long, 0), [0, 3, 0, 65]);
    }

    #[test]
    fn runs_of_more_words_than_their_record_warrants_are_bitmaps() {
        let whole = row(&[(0, vec![u64::MAX; 300])]);
        assert_eq!(bytes(&whole, 0).len(), 1 + 2 + 2400);
        assert_eq!(bytes(&whole, 200).len(), 200 + 2 + 1 + 3);
        let taken = bytes(&whole, 200);
        assert_eq!(back(&taken, 200), Ok(whole));
        assert!(back(&taken[195..], 5).unwrap_err().contains("longer than it may be"));
    }

    #[test]
    fn words_that_are_no_coverage_are_not_written() {
        for words in [&[5_u64][..], &[1 << 32, 1 << 32], &[2 << 32, 1 << 32]] {
            assert!(put(&mut Vec::new(), 0, words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn rows_that_make_no_sense_are_refused() {
        for bad in [&[1][..], &[1, 3, 0], &[1, 4, 1], &[1, 2, 0], &[0, 3, 0, 0xff, 0xff, 0x7f]] {
            assert!(back(bad, 0).is_err(), "{bad:?}");
        }
        let mut far = Vec::new();
        varint::put(&mut far, 1 << 32);
        far.extend([0]);
        assert!(back(&far, 0).is_err());
        let mut last = Vec::new();
        varint::put(&mut last, u64::from(u32::MAX));
        last.extend([0, 0, 0]);
        assert!(back(&last, 0).is_err(), "none follows the last class");
    }

    #[test]
    fn rows_that_are_not_measured_are_taken_to_be_like_those_that_are() {
        let (short, long) = (bytes(&row(&[(0, vec![1])]), 0), bytes(&row(&[(0, vec![u64::MAX / 3; 50])]), 0));
        let mut sizes = Sizes::default();
        for _ in 0..FIRST {
            assert_eq!(sizes.of(&mut Input::new(&short)), Ok(2));
        }
        assert_eq!(sizes.of(&mut Input::new(&long)), Ok(51), "one of many is measured");
        let like = long.len() * (2 * 64 + 51) / (short.len() * 64 + long.len());
        assert_eq!(sizes.of(&mut Input::new(&long)), Ok(like));
    }

    fn a_word() -> impl Strategy<Value = u64> {
        prop_oneof![
            Just(0),
            Just(u64::MAX),
            any::<u64>(),
            (0..64_u32).prop_map(|bit| 1 << bit),
            (0..64_u32, 0..64_u32).prop_map(|(low, high)| u64::MAX << low & u64::MAX >> high)
        ]
    }

    proptest! {
        #[test]
        fn rows_are_read_back(
            classes in proptest::collection::btree_map(
                prop_oneof![0..40_u32, any::<u32>()], proptest::collection::vec(a_word(), 0..12), 0..12),
            before in 0..300_usize,
        ) {
            let row = row(&classes.into_iter().collect::<Vec<_>>());
            let mut words = Vec::new();
            let bytes = bytes(&row, before);
            let mut input = Input::new(&bytes);
            prop_assert!(input.take(before).is_ok());
            prop_assert_eq!(decode(&mut input, &mut words), Ok(()));
            prop_assert_eq!(&words[..], row.words());
            let mut input = Input::new(&bytes);
            prop_assert!(input.take(before).is_ok());
            prop_assert_eq!(size(&mut input), Ok(words.len()));
            prop_assert_eq!(back(&bytes, before), Ok(row));
        }

        #[test]
        fn what_is_read_of_any_bytes_is_their_runs_slot_by_slot(
            bytes in proptest::collection::vec(prop_oneof![0..6_u8, any::<u8>()], 0..40),
            before in 0..40_usize,
        ) {
            let mut whole = vec![0; before];
            whole.extend(&bytes);
            let input = || {
                let mut input = Input::new(&whole);
                input.take(before).map(|_| input).map_err(TestCaseError::fail)
            };
            let mut words = Vec::new();
            let read = decode(&mut input()?, &mut words);
            prop_assert_eq!(size(&mut input()?), read.clone().map(|()| words.len()));
            let known = slot_by_slot(&mut input()?);
            prop_assert_eq!(known.is_ok(), read.is_ok(), "{:?}, {:?}", known, read);
            if let Ok(known) = known {
                prop_assert_eq!(words, known);
            }
        }
    }

    /// The words of a row, set bit by bit.
    fn slot_by_slot(input: &mut Input<'_>) -> Result<Vec<u64>, String> {
        let (mut words, mut next) = (Vec::new(), 0);
        while !input.is_empty() {
            let class = input.number()?.checked_add(next).filter(|class| u32::try_from(*class).is_ok());
            let class = class.ok_or("a class of more than 32 bits")?;
            next = class + 1;
            let (form, header) = (input.number()?, words.len());
            words.push(0);
            let count = form as usize >> 1;
            let most = most_words(input.position(), count).saturating_sub(header + 1);
            let mut slots = Vec::new();
            if form & 1 == 0 {
                let bytes = input.take(count)?;
                if bytes.last() == Some(&0) {
                    return Err("a last byte of 0".into());
                }
                slots.extend((0..count * 8).filter(|slot| bytes[slot / 8] >> (slot % 8) & 1 != 0));
                words.resize(header + 1 + count.div_ceil(8), 0);
            } else if count > input.rest().len() / RUN {
                return Err("it ends early".into());
            } else {
                let mut slot = 0_u64;
                for run in 0..count {
                    slot = slot.saturating_add(input.number()?).saturating_add(u64::from(run > 0));
                    let end = slot.saturating_add(input.number()?);
                    if end >= 64 * most as u64 {
                        return Err("a long run".into());
                    }
                    slots.extend(slot as usize..=end as usize);
                    slot = end + 1;
                }
            }
            for slot in slots {
                let at = header + 1 + slot / 64;
                words.resize(words.len().max(at + 1), 0);
                words[at] |= 1 << (slot % 64);
            }
            words[header] = class << 32 | (words.len() - header - 1) as u64;
        }
        Ok(words)
    }
}
