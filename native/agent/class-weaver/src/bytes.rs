//! Big-endian numbers, read and written.

/// Reads numbers one after the other. Every method answers `None` at the end of the bytes.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub fn u8(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    pub fn u16(&mut self) -> Option<u16> {
        let number = u16_at(self.bytes, self.at)?;
        self.at += 2;
        Some(number)
    }

    pub fn u32(&mut self) -> Option<u32> {
        let number = self.bytes.get(self.at..self.at.checked_add(4)?)?;
        self.at += 4;
        Some(u32::from_be_bytes(number.try_into().ok()?))
    }

    pub fn skip(&mut self, count: usize) -> Option<()> {
        self.take(count).map(|_| ())
    }

    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    pub fn position(&self) -> usize {
        self.at
    }

    /// The bytes from an earlier position up to this one.
    pub fn since(&self, position: usize) -> &'a [u8] {
        self.bytes.get(position..self.at).unwrap_or_default()
    }

    pub fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }
}

pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let number = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_be_bytes([number[0], number[1]]))
}

pub fn i32_at(bytes: &[u8], at: usize) -> Option<i32> {
    let number = bytes.get(at..at.checked_add(4)?)?;
    Some(i32::from_be_bytes(number.try_into().ok()?))
}

pub fn put_u16(into: &mut Vec<u8>, number: u16) {
    into.extend_from_slice(&number.to_be_bytes());
}

pub fn put_u32(into: &mut Vec<u8>, number: u32) {
    into.extend_from_slice(&number.to_be_bytes());
}

/// Replaces a number of two bytes.
pub fn set_u16(bytes: &mut [u8], at: usize, number: u16) -> Option<()> {
    bytes.get_mut(at..at.checked_add(2)?)?.copy_from_slice(&number.to_be_bytes());
    Some(())
}
