//! The texts in the constant pool of a class file.

use crate::bytes::Bytes;

const MAGIC: u32 = 0xcafe_babe;

/// The texts of a constant pool, by index; other constants have none.
#[derive(Debug)]
pub struct Constants<'a>(Vec<Option<&'a [u8]>>);

impl<'a> Constants<'a> {
    /// Reads the head of a class file, up to the end of its constant pool. Source: JVMS 4.1, 4.4.
    pub fn read(file: &mut Bytes<'a>) -> Option<Self> {
        if file.u32()? != MAGIC {
            return None;
        }
        let _version = file.u32()?;
        let count = usize::from(file.u16()?);
        // Index 0 is no constant.
        let mut texts = vec![None];
        while texts.len() < count {
            let length = match file.u8()? {
                1 => {
                    let length = usize::from(file.u16()?);
                    texts.push(Some(file.take(length)?));
                    continue;
                }
                7 | 8 | 16 | 19 | 20 => 2,
                15 => 3,
                3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => 4,
                5 | 6 => {
                    // These constants take two indices.
                    texts.push(None);
                    8
                }
                _ => return None,
            };
            file.take(length)?;
            texts.push(None);
        }
        Some(Self(texts))
    }

    /// The text with this index, as it stands in the file.
    pub fn raw(&self, index: u16) -> Option<&'a [u8]> {
        *self.0.get(usize::from(index))?
    }

    /// The text with this index.
    pub fn text(&self, index: u16) -> Option<String> {
        self.raw(index).map(decode)
    }
}

/// All texts in the constant pool of a class file; `None` if it is damaged.
pub fn texts(bytes: &[u8]) -> Option<Vec<String>> {
    let constants = Constants::read(&mut Bytes(bytes))?;
    Some(constants.0.into_iter().flatten().map(decode).collect())
}

/// Decodes modified UTF-8, which writes each half of a surrogate pair, and the character 0, in bytes of its
/// own. Source: JVMS 4.4.7.
pub fn decode(text: &[u8]) -> String {
    if let Ok(text) = str::from_utf8(text)
        && !text.contains('\0')
    {
        return text.to_owned();
    }
    let (mut units, mut rest) = (Vec::new(), text);
    while let [first, after @ ..] = rest {
        let low = |byte: u8| u16::from(byte & 0x3f);
        let (unit, after) = match (*first, after) {
            (first @ 0xe0..=0xef, [second, third, after @ ..]) => {
                (u16::from(first & 0xf) << 12 | low(*second) << 6 | low(*third), after)
            }
            (first @ 0xc0..=0xdf, [second, after @ ..]) => {
                (u16::from(first & 0x1f) << 6 | low(*second), after)
            }
            (first, after) => (u16::from(first), after),
        };
        units.push(unit);
        rest = after;
    }
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_decoded_as_a_jvm_writes_them() {
        assert_eq!(decode("plain é €".as_bytes()), "plain é €");
        // A character outside the first plane is two surrogates of three bytes each.
        assert_eq!(decode(&[b'a', 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, b'b']), "a😀b");
        assert_eq!(decode(&[0xc0, 0x80]), "\0");
        assert_eq!(decode(&[b'a', 0xed]), "aí", "cut off");
    }
}
