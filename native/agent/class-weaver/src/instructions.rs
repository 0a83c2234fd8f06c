//! The instructions of a method. Source: JVMS 6.5.

use crate::bytes::{i32_at, u16_at};

pub const GOTO: u8 = 167;
pub const TABLE_SWITCH: u8 = 170;
pub const LOOKUP_SWITCH: u8 = 171;
pub const RETURN: u8 = 177;
pub const INVOKE_VIRTUAL: u8 = 182;
pub const INVOKE_INTERFACE: u8 = 185;
pub const NEW: u8 = 187;
pub const MONITOR_ENTER: u8 = 194;
const WIDE: u8 = 196;
const IINC: u8 = 132;

/// Lengths by opcode; 0 for switches and `wide`, and for instructions that are not rewritten.
const LENGTHS: [u8; 202] = lengths();

const fn lengths() -> [u8; 202] {
    let mut lengths = [1; 202];
    let mut opcode = 0;
    while opcode < lengths.len() {
        lengths[opcode] = match opcode {
            16 | 18 | 21..=25 | 54..=58 | 169 | 188 => 2,
            17 | 19 | 20 | 132 | 153..=168 | 178..=184 | 187 | 189 | 192 | 193 | 198 | 199 => 3,
            197 => 4,
            185 | 186 => 5,
            // goto_w and jsr_w are written by no compiler of today.
            170 | 171 | 196 | 200 | 201 => 0,
            _ => 1,
        };
        opcode += 1;
    }
    lengths
}

/// Whether the instruction jumps by an offset of two bytes.
pub fn is_jump(opcode: u8) -> bool {
    matches!(opcode, 153..=168 | 198 | 199)
}

/// The length of the instruction at an offset; `None` if it is not known, or ends beyond the code.
pub fn length(code: &[u8], at: usize) -> Option<usize> {
    let opcode = *code.get(at)?;
    let length = match opcode {
        TABLE_SWITCH | LOOKUP_SWITCH => Switch::read(code, at)?.length(at),
        WIDE => {
            if *code.get(at + 1)? == IINC {
                6
            } else {
                4
            }
        }
        _ => usize::from(*LENGTHS.get(usize::from(opcode))?),
    };
    (length > 0 && at + length <= code.len()).then_some(length)
}

/// The target of a jump.
pub fn target(code: &[u8], at: usize) -> Option<usize> {
    let offset = u16_at(code, at + 1)?.cast_signed();
    at.checked_add_signed(isize::from(offset)).filter(|target| *target < code.len())
}

/// The padding of a switch, behind its opcode.
pub fn padding(at: usize) -> usize {
    3 - (at & 3)
}

/// A `tableswitch` or `lookupswitch`.
pub struct Switch {
    /// Where the offset of the default stands.
    default: usize,
    /// Where the first offset of a case stands.
    first: usize,
    /// The bytes from one case's offset to the next's.
    step: usize,
    cases: usize,
}

impl Switch {
    pub fn read(code: &[u8], at: usize) -> Option<Self> {
        let default = at + 1 + padding(at);
        if code[at] == TABLE_SWITCH {
            let (low, high) = (i32_at(code, default + 4)?, i32_at(code, default + 8)?);
            let cases = usize::try_from(i64::from(high) - i64::from(low) + 1).ok()?;
            return (cases <= code.len()).then_some(Self { default, first: default + 12, step: 4, cases });
        }
        let cases = usize::try_from(i32_at(code, default + 4)?).ok()?;
        (cases <= code.len()).then_some(Self { default, first: default + 12, step: 8, cases })
    }

    fn end(&self) -> usize {
        if self.step == 4 { self.first + 4 * self.cases } else { self.first - 4 + 8 * self.cases }
    }

    fn length(&self, at: usize) -> usize {
        self.end() - at
    }

    /// The bytes of the instruction behind its padding.
    pub fn content<'a>(&self, code: &'a [u8]) -> Option<&'a [u8]> {
        code.get(self.default..self.end())
    }

    /// Where offsets stand in [`Self::content`].
    pub fn offsets(&self) -> impl Iterator<Item = usize> + use<> {
        let (first, step) = (self.first - self.default, self.step);
        std::iter::once(0).chain((0..self.cases).map(move |case| first + step * case))
    }

    /// The target of the offset at a place of [`Self::content`].
    pub fn target(&self, code: &[u8], at: usize, place: usize) -> Option<usize> {
        let offset = i32_at(code, self.default + place)?;
        at.checked_add_signed(isize::try_from(offset).ok()?).filter(|target| *target < code.len())
    }
}
