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
    let mut next = 0_u64;
    while !input.is_empty() {
        let class = next.checked_add(input.number()?).filter(|&class| u32::try_from(class).is_ok());
        let class = class.ok_or("its coverage has a class of more than 32 bits")?;
        next = class + 1;
        let header = words.len();
        words.push(0);
        let form = input.number()?;
        let count = usize::try_from(form >> 1).map_err(|_| "its coverage ends early")?;
        if form & 1 == 0 {
            bitmap(input.take(count)?, words)?;
        } else {
            runs(input, count, words)?;
        }
        words[header] = class << 32 | (words.len() - header - 1) as u64;
    }
    Ok(())
}

fn bitmap(bytes: &[u8], words: &mut Vec<u64>) -> Result<(), String> {
    if bytes.last() == Some(&0) {
        return Err("a bitmap of its coverage ends in a byte that is 0".into());
    }
    let (whole, rest) = bytes.as_chunks::<8>();
    words.extend(whole.iter().map(|word| u64::from_le_bytes(*word)));
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        words.push(u64::from_le_bytes(last));
    }
    Ok(())
}

fn runs(input: &mut Input<'_>, count: usize, words: &mut Vec<u64>) -> Result<(), String> {
    if count > input.rest().len() / RUN {
        return Err("its coverage ends early".into());
    }
    let (base, mut past) = (words.len(), 0);
    let most = 64 * most_words(input.position(), count).saturating_sub(base) as u64;
    for run in 0..count {
        let (gap, length) = (input.number()?, input.number()?);
        let first = u64::from(run > 0).checked_add(past).and_then(|next| next.checked_add(gap));
        let end = first.and_then(|first| first.checked_add(length)?.checked_add(1));
        let Some((first, end)) = first.zip(end.filter(|&end| end <= most)) else {
            return Err("a run of its coverage is longer than it may be".into());
        };
        past = end;
        let (first, end) = (first as usize, end as usize);
        words.resize(base + end.div_ceil(64), 0);
        set(&mut words[base..], first, end);
    }
    Ok(())
}

/// Sets the bits from `first` to before `end`; the range is not empty.
fn set(bits: &mut [u64], first: usize, end: usize) {
    let (from, to) = (first / 64, (end - 1) / 64);
    let (low, high) = (u64::MAX << (first % 64), u64::MAX >> (63 - (end - 1) % 64));
    if from == to {
        bits[from] |= low & high;
        return;
    }
    bits[from] |= low;
    bits[from + 1..to].fill(u64::MAX);
    bits[to] |= high;
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
            prop_assert_eq!(back(&bytes, before), Ok(row));
        }
    }
}
