//! Numbers and texts of the file, 7 bits a byte as in recordings.

/// Bytes under construction.
#[derive(Debug, Default)]
pub struct Out(pub Vec<u8>);

impl Out {
    /// A number, least significant bits first; the highest bit of a byte says that another follows.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    pub fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    /// A hash, 8 bytes.
    pub fn hash(&mut self, hash: u64) {
        self.0.extend(hash.to_le_bytes());
    }

    /// A text, its length first.
    pub fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend(text.as_bytes());
    }

    /// Ascending numbers: how many, and how far each is from the one before.
    pub fn ascending(&mut self, numbers: &[u32]) {
        self.count(numbers.len());
        let mut last = 0;
        for &number in numbers {
            self.number(u64::from(number.wrapping_sub(last)));
            last = number;
        }
    }
}

/// The unread rest of a file.
#[derive(Debug)]
pub struct In<'a>(pub &'a [u8]);

impl<'a> In<'a> {
    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    pub fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// How many of something follow; `None` if that many cannot fit into the rest.
    pub fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.0.len()).then_some(count)
    }

    pub fn hash(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    pub fn text(&mut self) -> Option<String> {
        let length = self.count()?;
        Some(str::from_utf8(self.take(length)?).ok()?.to_owned())
    }

    /// Ascending numbers below a bound.
    pub fn ascending(&mut self, below: usize) -> Option<Vec<u32>> {
        let count = self.count()?;
        let mut last = 0_u32;
        let mut numbers = Vec::with_capacity(count);
        for at in 0..count {
            let step = u32::try_from(self.number()?).ok()?;
            if at > 0 && step == 0 {
                return None;
            }
            last = last.checked_add(step)?;
            if last as usize >= below {
                return None;
            }
            numbers.push(last);
        }
        Some(numbers)
    }

    /// So many of something.
    pub fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.count()?;
        (0..count).map(|_| one(self)).collect()
    }
}
