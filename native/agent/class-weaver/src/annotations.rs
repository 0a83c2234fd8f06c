//! Annotations of types in code, whose targets are places of it. Source: JVMS 4.7.20.

use crate::bytes::{Reader, set_u16};
use crate::positions::Positions;

/// A place of the code in a table of annotations, and where it stands in the table.
pub enum Place {
    /// The range of a variable: its begin and length.
    Range(usize, u16, u16),
    /// An instruction.
    Instruction(usize, u16),
}

/// The places in a `RuntimeVisibleTypeAnnotations` or `RuntimeInvisibleTypeAnnotations`.
pub fn places(table: &[u8]) -> Option<Vec<Place>> {
    let mut reader = Reader::new(table);
    let mut places = Vec::new();
    for _ in 0..reader.u16()? {
        target(&mut reader, &mut places)?;
        let path = reader.u8()?;
        reader.skip(2 * usize::from(path))?;
        annotation(&mut reader, 0)?;
    }
    reader.is_at_end().then_some(places)
}

fn target(reader: &mut Reader<'_>, places: &mut Vec<Place>) -> Option<()> {
    match reader.u8()? {
        0x40 | 0x41 => {
            for _ in 0..reader.u16()? {
                let at = reader.position();
                places.push(Place::Range(at, reader.u16()?, reader.u16()?));
                reader.u16()?;
            }
        }
        0x42 => reader.skip(2)?,
        0x43..=0x46 => places.push(Place::Instruction(reader.position(), reader.u16()?)),
        0x47..=0x4B => {
            places.push(Place::Instruction(reader.position(), reader.u16()?));
            reader.u8()?;
        }
        // Other targets are not of code.
        _ => return None,
    }
    Some(())
}

/// More levels than anyone writes.
const DEEPEST: u8 = 32;

fn annotation(reader: &mut Reader<'_>, depth: u8) -> Option<()> {
    reader.u16()?;
    for _ in 0..reader.u16()? {
        reader.u16()?;
        value(reader, depth)?;
    }
    Some(())
}

fn value(reader: &mut Reader<'_>, depth: u8) -> Option<()> {
    if depth > DEEPEST {
        return None;
    }
    match reader.u8()? {
        b'e' => reader.skip(4),
        b'@' => annotation(reader, depth + 1),
        b'[' => {
            for _ in 0..reader.u16()? {
                value(reader, depth + 1)?;
            }
            Some(())
        }
        _ => reader.skip(2),
    }
}

/// Writes a table with its places moved.
pub fn put(into: &mut Vec<u8>, table: &[u8], places: &[Place], positions: &Positions) -> Option<()> {
    let from = into.len();
    into.extend_from_slice(table);
    for place in places {
        match *place {
            Place::Range(at, begin, length) => {
                let (begin, length) = positions.range(begin, length)?;
                set_u16(into, from + at, begin)?;
                set_u16(into, from + at + 2, length)?;
            }
            Place::Instruction(at, old) => {
                set_u16(into, from + at, positions.instruction(usize::from(old))?)?;
            }
        }
    }
    Some(())
}
