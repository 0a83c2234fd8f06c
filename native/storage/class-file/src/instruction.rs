//! Instructions of a method's code.

use crate::bytes::Bytes;

/// An instruction, in a form that does not depend on where it stands, nor on the size of indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Its opcode; of several for one operation, the shortest.
    pub opcode: u8,
    /// What it works on.
    pub operand: Operand,
}

/// What an instruction works on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Nothing, or numbers in the code.
    Numbers(Vec<u32>),
    /// A constant, and a number behind it.
    Constant(u16, u8),
    /// Offsets in the code to which it may jump; of a switch with the keys.
    Jumps { keys: Vec<u32>, targets: Vec<u32> },
}

const LDC: u8 = 18;
const LDC_W: u8 = 19;
const GOTO: u8 = 167;
const JSR: u8 = 168;
const IINC: u8 = 132;

/// The instructions of a code with the offset of each; `None` if it is damaged. Source: JVMS 6.5.
pub fn instructions(code: &[u8]) -> Option<Vec<(u32, Instruction)>> {
    let mut rest = Bytes(code);
    let mut read = Vec::new();
    while !rest.0.is_empty() {
        let at = u32::try_from(code.len() - rest.0.len()).ok()?;
        read.push((at, instruction(&mut rest, at)?));
    }
    Some(read)
}

fn instruction(code: &mut Bytes, at: u32) -> Option<Instruction> {
    let opcode = code.u8()?;
    let none = Operand::Numbers(Vec::new());
    let (opcode, operand) = match opcode {
        // bipush, loads, stores, ret, newarray
        16 | 21..=25 | 54..=58 | 169 | 188 => (opcode, Operand::Numbers(vec![code.u8()?.into()])),
        17 => (opcode, Operand::Numbers(vec![code.u16()?.into()])),
        LDC => (LDC, Operand::Constant(code.u8()?.into(), 0)),
        LDC_W => (LDC, Operand::Constant(code.u16()?, 0)),
        // ldc2_w, members, new, anewarray, checkcast, instanceof
        20 | 178..=184 | 187 | 189 | 192 | 193 => (opcode, Operand::Constant(code.u16()?, 0)),
        185 | 186 => {
            let constant = code.u16()?;
            // The number of arguments, which the descriptor gives as well.
            code.u16()?;
            (opcode, Operand::Constant(constant, 0))
        }
        197 => (opcode, Operand::Constant(code.u16()?, code.u8()?)),
        IINC => (opcode, Operand::Numbers(vec![code.u8()?.into(), u32::from(code.u8()?)])),
        153..=168 | 198 | 199 => {
            let offset = i32::from(code.u16()?.cast_signed());
            (opcode, Operand::Jumps { keys: Vec::new(), targets: vec![at.checked_add_signed(offset)?] })
        }
        200 | 201 => {
            let target = at.checked_add_signed(code.u32()?.cast_signed())?;
            let short = if opcode == 200 { GOTO } else { JSR };
            (short, Operand::Jumps { keys: Vec::new(), targets: vec![target] })
        }
        170 | 171 => (opcode, switch(code, at, opcode == 170)?),
        196 => wide(code)?,
        0..=15 | 26..=53 | 59..=131 | 133..=152 | 172..=177 | 190 | 191 | 194 | 195 => (opcode, none),
        202.. => return None,
    };
    Some(Instruction { opcode, operand })
}

/// A load, store, `ret` or `iinc` of a variable beyond the 256th, or of a greater number.
fn wide(code: &mut Bytes) -> Option<(u8, Operand)> {
    let opcode = code.u8()?;
    let mut numbers = vec![code.u16()?.into()];
    match opcode {
        IINC => numbers.push(code.u16()?.into()),
        21..=25 | 54..=58 | 169 => {}
        _ => return None,
    }
    Some((opcode, Operand::Numbers(numbers)))
}

fn switch(code: &mut Bytes, at: u32, is_table: bool) -> Option<Operand> {
    // The numbers begin at a multiple of four.
    code.take(usize::try_from(3 - at % 4).ok()?)?;
    let target = |code: &mut Bytes| at.checked_add_signed(code.u32()?.cast_signed());
    let mut targets = vec![target(code)?];
    let mut keys = Vec::new();
    if is_table {
        let (low, high) = (code.u32()?.cast_signed(), code.u32()?.cast_signed());
        for key in low..=high {
            keys.push(key.cast_unsigned());
            targets.push(target(code)?);
        }
    } else {
        for _pair in 0..code.u32()? {
            keys.push(code.u32()?);
            targets.push(target(code)?);
        }
    }
    Some(Operand::Jumps { keys, targets })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(code: &[u8]) -> Instruction {
        instructions(code).expect("whole").remove(0).1
    }

    #[test]
    fn long_forms_read_as_the_short_ones() {
        assert_eq!(one(&[18, 7]), one(&[19, 0, 7]), "ldc");
        assert_eq!(one(&[167, 0, 3]), one(&[200, 0, 0, 0, 3]), "goto");
        assert_eq!(one(&[21, 4]), one(&[196, 21, 0, 4]), "iload");
        assert_ne!(one(&[21, 4]), one(&[54, 4]));
    }

    #[test]
    fn switches_have_their_keys_and_targets() {
        let table = [0, 170, 0, 0, 0, 0, 0, 9, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 2];
        let read = instructions(&table).expect("whole");
        let expected = Operand::Jumps { keys: vec![5, 6], targets: vec![10, 2, 3] };
        assert_eq!(read[1], (1, Instruction { opcode: 170, operand: expected }));
        let look_up = [171, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 1, 255, 255, 255, 255, 0, 0, 0, 4];
        let expected = Operand::Jumps { keys: vec![u32::MAX], targets: vec![8, 4] };
        assert_eq!(one(&look_up).operand, expected);
    }

    #[test]
    fn damaged_code_is_refused() {
        for code in [&[17, 0][..], &[203], &[196, 0, 0, 0], &[167, 128, 0], &[171, 0, 0, 0, 0, 0, 0, 8]] {
            assert_eq!(instructions(code), None, "{code:?}");
        }
    }
}
