//! Tables of lines and variables. Source: JVMS 4.7.12 to 4.7.14.

use crate::bytes::{Reader, put_u16, set_u16};
use crate::positions::Positions;

/// The entries of a `LineNumberTable`: offset and line.
pub fn lines(table: &[u8]) -> Option<Vec<(u16, u16)>> {
    let mut reader = Reader::new(table);
    let lines =
        (0..reader.u16()?).map(|_| Some((reader.u16()?, reader.u16()?))).collect::<Option<Vec<_>>>()?;
    reader.is_at_end().then_some(lines)
}

/// Writes a `LineNumberTable`. Code before the first instruction has that instruction's line, `at_start`.
pub fn put_lines(
    into: &mut Vec<u8>,
    lines: &[(u16, u16)],
    positions: &Positions,
    at_start: Option<u16>,
) -> Option<()> {
    let number = into.len();
    put_u16(into, 0);
    let mut count = 0u16;
    let mut is_said = false;
    for &(at, line) in lines {
        let is_of_entry = at == 0 && Some(line) == at_start && positions.has_prologue();
        if is_of_entry && is_said {
            continue;
        }
        is_said |= is_of_entry;
        let old = usize::from(at);
        put_u16(into, if is_of_entry { positions.begin(old)? } else { positions.label(old)? });
        put_u16(into, line);
        count = count.checked_add(1)?;
    }
    set_u16(into, number, count)
}

/// The ranges of a `LocalVariableTable` or `LocalVariableTypeTable`: begin and length.
pub fn variables(table: &[u8]) -> Option<Vec<(u16, u16)>> {
    let mut reader = Reader::new(table);
    let mut ranges = Vec::new();
    for _ in 0..reader.u16()? {
        ranges.push((reader.u16()?, reader.u16()?));
        reader.skip(6)?;
    }
    reader.is_at_end().then_some(ranges)
}

/// Writes such a table.
pub fn put_variables(into: &mut Vec<u8>, table: &[u8], positions: &Positions) -> Option<()> {
    let mut reader = Reader::new(table);
    let count = reader.u16()?;
    put_u16(into, count);
    for _ in 0..count {
        let (begin, length) = positions.range(reader.u16()?, reader.u16()?)?;
        put_u16(into, begin);
        put_u16(into, length);
        into.extend_from_slice(reader.take(6)?);
    }
    Some(())
}
