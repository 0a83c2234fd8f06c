//! Variable-length numbers.
//!
//! Seven bits per byte, least significant first; the highest bit says that more follow (LEB128). A signed
//! number is zigzag-encoded first, so that small numbers of both signs are short: 0, -1, 1, -2 become 0, 1,
//! 2, 3.

/// Appends a number.
pub(crate) fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a signed number.
pub(crate) fn put_signed(out: &mut Vec<u8>, value: i64) {
    put(out, (value << 1 ^ value >> 63).cast_unsigned());
}

/// Appends the difference of `value` from `last`.
pub(crate) fn put_moved(out: &mut Vec<u8>, value: u32, last: u32) {
    put_signed(out, i64::from(value) - i64::from(last));
}

/// A cursor over bytes.
#[derive(Debug)]
pub(crate) struct Input<'a> {
    all: &'a [u8],
    at: usize,
}

/// The error for a record that is shorter than its fields.
const SHORT: &str = "it ends early";
/// The error for a number that does not fit.
const WIDE: &str = "a number has more than 32 bits";

impl<'a> Input<'a> {
    pub(crate) fn new(all: &'a [u8]) -> Self {
        Self { all, at: 0 }
    }

    /// As [`Input::new`], with this many bytes read. Panics: there are fewer.
    pub(crate) fn new_at(all: &'a [u8], at: usize) -> Self {
        assert!(at <= all.len());
        Self { all, at }
    }

    /// Number of bytes read.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// The remaining bytes.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.all[self.at..]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.at == self.all.len()
    }

    /// The next `count` bytes.
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, _) = self.rest().split_at_checked(count).ok_or(SHORT)?;
        self.at += count;
        Ok(taken)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, String> {
        Ok(self.take(1)?[0])
    }

    /// The next eight bytes.
    pub(crate) fn eight(&mut self) -> Result<[u8; 8], String> {
        let (eight, _) = self.rest().split_first_chunk().ok_or(SHORT)?;
        self.at += eight.len();
        Ok(*eight)
    }

    #[inline]
    pub(crate) fn number(&mut self) -> Result<u64, String> {
        // Most numbers are one byte.
        match self.all.get(self.at) {
            Some(&byte) if byte < 0x80 => {
                self.at += 1;
                Ok(byte.into())
            }
            _ => self.long_number(),
        }
    }

    fn long_number(&mut self) -> Result<u64, String> {
        let (mut value, mut shift) = (0_u64, 0);
        loop {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift > 63 || bits << shift >> shift != bits {
                return Err("a number has more than 64 bits".into());
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
            shift += 7;
        }
    }

    pub(crate) fn signed(&mut self) -> Result<i64, String> {
        let folded = self.number()?;
        Ok((folded >> 1).cast_signed() ^ -(folded & 1).cast_signed())
    }

    /// A signed number of 32 bits.
    pub(crate) fn i32(&mut self) -> Result<i32, String> {
        i32::try_from(self.signed()?).map_err(|_| WIDE.into())
    }

    /// A number of 32 bits.
    pub(crate) fn u32(&mut self) -> Result<u32, String> {
        u32::try_from(self.number()?).map_err(|_| WIDE.into())
    }

    /// `last` plus a signed number.
    pub(crate) fn moved(&mut self, last: u32) -> Result<u32, String> {
        let moved = i64::from(last).checked_add(self.signed()?).and_then(|at| u32::try_from(at).ok());
        moved.ok_or_else(|| WIDE.into())
    }

    /// The number of following items, each of at least `least` bytes; checked against the remaining bytes.
    pub(crate) fn count(&mut self, least: usize) -> Result<usize, String> {
        let count = usize::try_from(self.number()?).ok();
        count.filter(|&count| count <= self.rest().len() / least).ok_or_else(|| SHORT.into())
    }

    /// A list whose elements have at least `least` bytes each and are read by `element`.
    pub(crate) fn list<T>(
        &mut self,
        least: usize,
        mut element: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let count = self.count(least)?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(element(self)?);
        }
        Ok(list)
    }

    /// Checks that all bytes were read. Errors: some remain.
    pub(crate) fn end(&self) -> Result<(), String> {
        if self.is_empty() { Ok(()) } else { Err("something follows its last field".into()) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_take_as_few_bytes_as_they_need() {
        let length = |value| {
            let mut out = Vec::new();
            put(&mut out, value);
            out.len()
        };
        assert_eq!([0, 127, 128, 16_383, 16_384, u64::MAX].map(length), [1, 1, 2, 2, 3, 10]);
    }

    #[test]
    fn a_number_that_does_not_fit_is_refused() {
        assert!(Input::new(&[0xff; 9]).number().is_err());
        assert!(Input::new(&[0xff; 11]).number().is_err());
        let mut past = [0xff; 10];
        past[9] = 2;
        assert!(Input::new(&past).number().is_err());
        past[9] = 1;
        assert_eq!(Input::new(&past).number(), Ok(u64::MAX));
        assert!(Input::new(&past).u32().is_err());
    }

    #[test]
    fn no_more_things_are_believed_in_than_there_are_bytes_for() {
        assert_eq!(Input::new(&[2, 0, 0]).count(1), Ok(2));
        assert!(Input::new(&[2, 0, 0]).count(2).is_err());
    }

    proptest! {
        #[test]
        fn numbers_are_read_back(values in proptest::collection::vec(any::<(u64, i64)>(), 0..20)) {
            let mut out = Vec::new();
            for &(value, signed) in &values {
                put(&mut out, value);
                put_signed(&mut out, signed);
            }
            let mut input = Input::new(&out);
            for (value, signed) in values {
                prop_assert_eq!((input.number(), input.signed()), (Ok(value), Ok(signed)));
            }
            prop_assert!(input.end().is_ok());
        }
    }
}
