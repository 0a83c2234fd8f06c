//! Compression of the texts of a file's records.
//!
//! Names repeat often: the class in the id of each of its tests, descriptors, frames. Therefore a text
//! consists of literal bytes and copies from earlier texts, in its own record or an earlier one (LZ77). A
//! control byte `c` is
//!
//! - 0 to 127: `c + 1` literal bytes follow;
//! - 128 to 159: a copy of `c - 124` bytes; one byte follows, the distance back less 1;
//! - 160 to 223: a copy of `c - 156` bytes; two bytes follow, the distance back less 1.
//!
//! Copies are short, so that a reader's memory is proportional to its input: at most 67 bytes for 3.

use crate::varint::Input;

/// The maximum distance of a copy.
const REACH: usize = 1 << 16;
/// The maximum distance that fits into one byte.
const NEAR: usize = 1 << 8;
/// The minimum length of a copy.
const LEAST: usize = 4;
/// The maximum length of copies, near and far.
const MOST_NEAR: usize = 35;
const MOST_FAR: usize = 67;
/// The maximum number of literal bytes after one control byte.
const MOST_LITERAL: usize = 128;
/// First control bytes of the two kinds of copies, and the first invalid one.
const NEAR_COPY: u8 = 128;
const FAR_COPY: u8 = 160;
const UNUSED: u8 = 224;
/// Texts are kept up to this length; then those out of reach are discarded.
const KEPT: usize = 2 * REACH;
/// Size of the hash table of places, indexed by the four bytes found there.
const PLACES: usize = 1 << 12;

/// The texts written so far. Memory: at most 128 KiB and one record's texts, and 16 KiB of places.
#[derive(Debug)]
pub(crate) struct Texts {
    /// The tail of all texts so far; from `start` on, those of the current record.
    kept: Vec<u8>,
    start: usize,
    /// Number of bytes discarded before `kept`.
    gone: usize,
    /// By hash: the place among all texts plus one, 0 for none.
    places: Box<[u32]>,
}

impl Default for Texts {
    fn default() -> Self {
        Self { kept: Vec::new(), start: 0, gone: 0, places: vec![0; PLACES].into() }
    }
}

impl Texts {
    /// Adds a text of the current record.
    pub(crate) fn add(&mut self, text: &str) {
        self.kept.extend_from_slice(text.as_bytes());
    }

    /// The length of the current record's texts, in bytes.
    pub(crate) fn length(&self) -> usize {
        self.kept.len() - self.start
    }

    /// The lowest bits of the number of bytes before the current record; lets a reader detect a missing
    /// record.
    pub(crate) fn mark(&self) -> u8 {
        (self.gone + self.start) as u8
    }

    /// Appends the texts of the current record and starts another.
    /// Cost: O(bytes of the record); no allocation once the buffers have grown.
    pub(crate) fn pack(&mut self, out: &mut Vec<u8>) {
        let (mut at, mut literal) = (self.start, self.start);
        let end = self.kept.len();
        while at + LEAST <= end {
            let found = self.find(at);
            self.remember(at);
            let Some((distance, length)) = found else {
                at += 1;
                continue;
            };
            put_literal(out, &self.kept[literal..at]);
            put_copy(out, distance, length);
            // Places inside a copy are not added; the original is already in the table.
            at += length;
            literal = at;
        }
        put_literal(out, &self.kept[literal..]);
        self.start = end;
        self.let_go();
    }

    /// The earlier occurrence of the bytes at `at`: distance back and length. It is not extended to preceding
    /// literal bytes, because repeated texts mostly start at the start of a text.
    fn find(&self, at: usize) -> Option<(usize, usize)> {
        let place = self.places[slot(&self.kept[at..])] as usize;
        let before = place.checked_sub(1 + self.gone).filter(|&before| before < at)?;
        let distance = at - before;
        let most = if distance <= NEAR { MOST_NEAR } else { MOST_FAR };
        let (one, other) = (&self.kept[before..], &self.kept[at..]);
        if distance > REACH || one[..LEAST] != other[..LEAST] {
            return None;
        }
        let same = one.iter().zip(other).take(most);
        Some((distance, same.take_while(|(one, other)| one == other).count()))
    }

    fn remember(&mut self, at: usize) {
        self.places[slot(&self.kept[at..])] = (self.gone + at + 1) as u32;
    }

    /// Discards texts that are out of reach, in large batches.
    fn let_go(&mut self) {
        if self.kept.len() > KEPT {
            let past = self.kept.len() - REACH;
            self.kept.drain(..past);
            self.start -= past;
            self.gone += past;
        }
        if self.gone > u32::MAX as usize / 2 {
            // Places are 32-bit numbers, so start again; the mark must not change.
            self.gone %= 1 << 8;
            self.places.fill(0);
        }
    }
}

/// The hash table index of four bytes.
fn slot(bytes: &[u8]) -> usize {
    let four = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    (four.wrapping_mul(0x9e37_79b1) >> (u32::BITS - PLACES.ilog2())) as usize
}

fn put_literal(out: &mut Vec<u8>, bytes: &[u8]) {
    for part in bytes.chunks(MOST_LITERAL) {
        out.push((part.len() - 1) as u8);
        out.extend_from_slice(part);
    }
}

fn put_copy(out: &mut Vec<u8>, distance: usize, length: usize) {
    let (length, back) = ((length - LEAST) as u8, distance - 1);
    if distance <= NEAR {
        out.extend_from_slice(&[NEAR_COPY + length, back as u8]);
    } else {
        out.extend_from_slice(&[FAR_COPY + length, back as u8, (back >> 8) as u8]);
    }
}

/// The texts read so far.
#[derive(Debug, Default)]
pub(crate) struct Unpacked {
    kept: Vec<u8>,
    gone: usize,
}

impl Unpacked {
    /// The lowest bits of the number of bytes read.
    pub(crate) fn mark(&self) -> u8 {
        (self.gone + self.kept.len()) as u8
    }

    /// Reads the texts of the next record, which are `length` bytes.
    /// Errors: they are longer or shorter, or copy from before the first text.
    pub(crate) fn record(&mut self, input: &mut Input<'_>, length: usize) -> Result<&[u8], String> {
        if length > input.rest().len().saturating_mul(MOST_FAR.div_ceil(3)) {
            return Err("its texts are longer than it can say".into());
        }
        if self.kept.len() > KEPT {
            let past = self.kept.len() - REACH;
            self.kept.drain(..past);
            self.gone += past;
        }
        let start = self.kept.len();
        self.kept.reserve_exact(length);
        while self.kept.len() - start < length {
            self.sequence(input)?;
        }
        if self.kept.len() - start == length {
            Ok(&self.kept[start..])
        } else {
            Err("its texts are longer than it says".into())
        }
    }

    fn sequence(&mut self, input: &mut Input<'_>) -> Result<(), String> {
        let control = input.byte()?;
        let (length, back) = match control {
            0..NEAR_COPY => {
                self.kept.extend_from_slice(input.take(usize::from(control) + 1)?);
                return Ok(());
            }
            NEAR_COPY..FAR_COPY => (control - NEAR_COPY, usize::from(input.byte()?)),
            FAR_COPY..UNUSED => {
                let back = input.take(2)?;
                (control - FAR_COPY, usize::from(u16::from_le_bytes([back[0], back[1]])))
            }
            UNUSED.. => {
                return Err(format!("its texts have the control byte {control}, which means nothing"));
            }
        };
        let from = self.kept.len().checked_sub(back + 1).ok_or("its texts repeat what was not there")?;
        let end = from + usize::from(length) + LEAST;
        if end <= self.kept.len() {
            self.kept.extend_from_within(from..end);
        } else {
            // The copy overlaps itself, so copy byte by byte.
            (from..end).for_each(|at| self.kept.push(self.kept[at]));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Packs and unpacks texts, one record each; returns the packed size.
    fn there_and_back(records: &[Vec<String>]) -> usize {
        let (mut texts, mut unpacked) = (Texts::default(), Unpacked::default());
        let mut bytes = 0;
        for record in records {
            for text in record {
                texts.add(text);
            }
            let (length, mark) = (texts.length(), texts.mark());
            let mut out = Vec::new();
            texts.pack(&mut out);
            let mut input = Input::new(&out);
            assert_eq!(unpacked.mark(), mark);
            assert_eq!(unpacked.record(&mut input, length).unwrap(), record.concat().as_bytes());
            assert!(input.is_empty());
            bytes += out.len();
        }
        bytes
    }

    #[test]
    fn what_comes_again_takes_few_bytes() {
        let test =
            |n: u32| vec![format!("test{n}(org.example.parts.FooTest)"), "org.example.parts.FooTest".into()];
        let packed = there_and_back(&(0..1000).map(test).collect::<Vec<_>>());
        assert!(packed < 20_000, "{packed} bytes of 60,000");
    }

    #[test]
    fn texts_out_of_reach_are_let_go_on_both_sides_at_their_own_times() {
        let mut numbers = 1_u64;
        let mut text = || {
            numbers = numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            format!("{numbers:x}")
        };
        let records: Vec<_> =
            (0..40_000).map(|n| if n % 7 == 0 { vec!["again".into()] } else { vec![text()] }).collect();
        there_and_back(&records);
    }

    #[test]
    fn copies_of_what_was_not_there_and_texts_of_another_length_are_refused() {
        let read = |bytes: &[u8], length| Unpacked::default().record(&mut Input::new(bytes), length).is_err();
        assert!(!read(&[1, b'a', b'b'], 2) && !read(&[0, b'a', 128, 0], 5));
        assert!(read(&[1, b'a', b'b'], 1) && read(&[1, b'a', b'b'], 3) && read(&[1, b'a'], 2));
        assert!(read(&[0, b'a', 128, 1], 5) && read(&[0, b'a', 224, 0], 5) && read(&[128, 0], 4));
        assert!(read(&[0, b'a'], usize::MAX));
    }

    proptest! {
        #[test]
        fn texts_are_read_back(records in proptest::collection::vec(
            proptest::collection::vec("[ab]{0,12}|.{0,40}|(ab){0,90}", 0..4), 0..30,
        )) {
            there_and_back(&records);
        }
    }
}
