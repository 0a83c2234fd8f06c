//! The constants of a class file. Source: JVMS 4.4.

use std::collections::HashMap;

use crate::bytes::{Reader, put_u16, u16_at};

const UTF8: u8 = 1;
const CLASS: u8 = 7;
const FIELD: u8 = 9;
const METHOD: u8 = 10;
const INTERFACE_METHOD: u8 = 11;
const NAME_AND_TYPE: u8 = 12;

/// A class file's constants, and those that probes need after them.
pub struct Pool<'a> {
    /// The constants as they stand in the file.
    bytes: &'a [u8],
    /// The offset of each constant's tag in `bytes`; 0 for numbers that are no constant.
    offsets: Vec<u32>,
    added: Vec<u8>,
    /// The number of the next constant. More than fit is an error when they are written.
    next: u32,
    texts: HashMap<Vec<u8>, u16>,
    classes: HashMap<Vec<u8>, u16>,
}

impl<'a> Pool<'a> {
    pub fn read(reader: &mut Reader<'a>) -> Option<Self> {
        let count = reader.u16()?;
        let from = reader.position();
        let mut offsets = vec![0; usize::from(count)];
        let mut number = 1;
        while number < usize::from(count) {
            offsets[number] = u32::try_from(reader.position() - from).ok()? + 1;
            let tag = reader.u8()?;
            let (size, numbers) = match tag {
                UTF8 => (usize::from(reader.u16()?), 1),
                3 | 4 | FIELD | METHOD | INTERFACE_METHOD | NAME_AND_TYPE | 17 | 18 => (4, 1),
                5 | 6 => (8, 2),
                CLASS | 8 | 16 | 19 | 20 => (2, 1),
                15 => (3, 1),
                _ => return None,
            };
            reader.skip(size)?;
            number += numbers;
        }
        // A double or long at the end would take the number of the first constant that is added.
        if number > usize::from(count).max(1) {
            return None;
        }
        Some(Self {
            bytes: reader.since(from),
            offsets,
            added: Vec::new(),
            next: u32::from(count),
            texts: HashMap::new(),
            classes: HashMap::new(),
        })
    }

    /// Bytes of all constants.
    pub fn len(&self) -> usize {
        self.bytes.len() + self.added.len()
    }

    /// Writes their number and all constants; `None` if they are too many.
    pub fn write(&self, into: &mut Vec<u8>) -> Option<()> {
        put_u16(into, u16::try_from(self.next).ok()?);
        into.extend_from_slice(self.bytes);
        into.extend_from_slice(&self.added);
        Some(())
    }

    /// The content of a constant of the file with this tag, and what follows.
    fn content(&self, number: u16, tags: &[u8]) -> Option<&'a [u8]> {
        let offset = *self.offsets.get(usize::from(number))? as usize;
        let content = self.bytes.get(offset.checked_sub(1)?..)?;
        tags.contains(content.first()?).then(|| &content[1..])
    }

    /// The text of a constant of the file, in modified UTF-8.
    pub fn utf8(&self, number: u16) -> Option<&'a [u8]> {
        let content = self.content(number, &[UTF8])?;
        content.get(2..2 + usize::from(u16_at(content, 0)?))
    }

    /// The name of a class of the file.
    fn class_name(&self, number: u16) -> Option<&'a [u8]> {
        self.utf8(u16_at(self.content(number, &[CLASS])?, 0)?)
    }

    /// The class and the name of a method of the file.
    pub fn method(&self, number: u16) -> Option<(&'a [u8], &'a [u8])> {
        let content = self.content(number, &[METHOD, INTERFACE_METHOD])?;
        let name = u16_at(self.content(u16_at(content, 2)?, &[NAME_AND_TYPE])?, 0)?;
        Some((self.class_name(u16_at(content, 0)?)?, self.utf8(name)?))
    }

    /// Whether a class of the file has one of these names. Cost: O(constants).
    pub fn has_class(&self, names: &[&[u8]]) -> bool {
        (1..self.offsets.len()).any(|number| {
            u16::try_from(number)
                .ok()
                .and_then(|number| self.class_name(number))
                .is_some_and(|name| names.contains(&name))
        })
    }

    fn add(&mut self, tag: u8, content: &[u8]) -> u16 {
        self.added.push(tag);
        self.added.extend_from_slice(content);
        let number = self.next;
        self.next += 1;
        // A number that does not fit is found when the constants are written.
        number as u16
    }

    /// The number of a text, which is added unless it was.
    pub fn text(&mut self, text: &[u8]) -> u16 {
        if let Some(&known) = self.texts.get(text) {
            return known;
        }
        let mut content = Vec::with_capacity(text.len() + 2);
        put_u16(&mut content, text.len() as u16);
        content.extend_from_slice(text);
        let number = self.add(UTF8, &content);
        self.texts.insert(text.to_vec(), number);
        number
    }

    /// The number of a class, which is added unless it was.
    pub fn class(&mut self, name: &[u8]) -> u16 {
        if let Some(&known) = self.classes.get(name) {
            return known;
        }
        let text = self.text(name);
        let number = self.add(CLASS, &text.to_be_bytes());
        self.classes.insert(name.to_vec(), number);
        number
    }

    /// Adds a static field. Returns its number.
    pub fn field(&mut self, owner: &[u8], name: &str, descriptor: &str) -> u16 {
        self.member(FIELD, owner, name, descriptor)
    }

    /// Adds a method of a class. Returns its number.
    pub fn call(&mut self, owner: &[u8], name: &str, descriptor: &str) -> u16 {
        self.member(METHOD, owner, name, descriptor)
    }

    fn member(&mut self, tag: u8, owner: &[u8], name: &str, descriptor: &str) -> u16 {
        let owner = self.class(owner);
        let (name, descriptor) = (self.text(name.as_bytes()), self.text(descriptor.as_bytes()));
        let signature = self.pair(NAME_AND_TYPE, name, descriptor);
        self.pair(tag, owner, signature)
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        let ([a, b], [c, d]) = (first.to_be_bytes(), second.to_be_bytes());
        self.add(tag, &[a, b, c, d])
    }
}
