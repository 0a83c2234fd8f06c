//! The constant pool of a class file, with all kinds of constants.

use crate::bytes::Bytes;

const MAGIC: u32 = 0xcafe_babe;

/// A constant. Source: JVMS 4.4.
#[derive(Clone, Copy, Debug)]
pub enum Constant<'a> {
    /// An index that is no constant: 0, and the second one of a long or a double.
    None,
    /// A text, as it stands in the file.
    Text(&'a [u8]),
    /// A number, with its kind.
    Number(u8, u64),
    /// A class, a string, a method type, a module or a package: its kind, and the index of its text.
    Named(u8, u16),
    /// A field or method: its kind, the index of its class, the index of its name and type.
    Member(u8, u16, u16),
    /// A name and a type.
    Signed(u16, u16),
    /// A method handle: its kind, and the index of its member.
    Handle(u8, u16),
    /// What a bootstrap method makes: a number of such a method, and the index of a name and type.
    Dynamic(u16, u16),
}

/// The constants of a class file, by index.
#[derive(Debug)]
pub struct Pool<'a>(Vec<Constant<'a>>);

impl<'a> Pool<'a> {
    /// Reads the head of a class file, up to the end of its constant pool.
    pub fn read(file: &mut Bytes<'a>) -> Option<Self> {
        if file.u32()? != MAGIC {
            return None;
        }
        let _version = file.u32()?;
        let count = usize::from(file.u16()?);
        let mut constants = vec![Constant::None];
        while constants.len() < count {
            let kind = file.u8()?;
            constants.push(match kind {
                1 => {
                    let length = usize::from(file.u16()?);
                    Constant::Text(file.take(length)?)
                }
                3 | 4 => Constant::Number(kind, file.u32()?.into()),
                5 | 6 => Constant::Number(kind, u64::from(file.u32()?) << 32 | u64::from(file.u32()?)),
                7 | 8 | 16 | 19 | 20 => Constant::Named(kind, file.u16()?),
                9..=11 => Constant::Member(kind, file.u16()?, file.u16()?),
                12 => Constant::Signed(file.u16()?, file.u16()?),
                15 => Constant::Handle(file.u8()?, file.u16()?),
                17 | 18 => Constant::Dynamic(file.u16()?, file.u16()?),
                _ => return None,
            });
            if matches!(kind, 5 | 6) {
                constants.push(Constant::None);
            }
        }
        Some(Self(constants))
    }

    /// The constant with this index.
    pub fn get(&self, index: u16) -> Option<Constant<'a>> {
        self.0.get(usize::from(index)).copied()
    }

    /// The text with this index, as it stands in the file.
    pub fn raw(&self, index: u16) -> Option<&'a [u8]> {
        match self.get(index)? {
            Constant::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The text that the class, string or type with this index names.
    pub fn named(&self, index: u16) -> Option<&'a [u8]> {
        match self.get(index)? {
            Constant::Named(_, text) => self.raw(text),
            _ => None,
        }
    }
}
