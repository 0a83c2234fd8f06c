//! Stack map frames. Source: JVMS 4.7.4.

use crate::bytes::{Reader, put_u16};
use crate::pool::Pool;
use crate::positions::Positions;

const TOP: Type = Type::Plain(0);
const OBJECT: u8 = 7;
const UNINITIALISED: u8 = 8;

/// The type of a local or operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Plain(u8),
    Object(u16),
    /// An object that the `new` at this offset makes.
    Uninitialised(u16),
}

impl Type {
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        Some(match reader.u8()? {
            OBJECT => Self::Object(reader.u16()?),
            UNINITIALISED => Self::Uninitialised(reader.u16()?),
            plain @ 0..OBJECT => Self::Plain(plain),
            _ => return None,
        })
    }

    fn put(self, into: &mut Vec<u8>, positions: &Positions) -> Option<()> {
        match self {
            Self::Plain(tag) => into.push(tag),
            Self::Object(class) => {
                into.push(OBJECT);
                put_u16(into, class);
            }
            Self::Uninitialised(at) => {
                into.push(UNINITIALISED);
                put_u16(into, positions.instruction(usize::from(at))?);
            }
        }
        Some(())
    }

    /// The number of locals that it takes.
    fn size(self) -> usize {
        // A double or long.
        if matches!(self, Self::Plain(3 | 4)) { 2 } else { 1 }
    }
}

/// What a frame says in addition to the one before it.
#[derive(Clone, Debug)]
enum Change {
    Same,
    One(Type),
    Chop(u8),
    Append(Vec<Type>),
    Full(Vec<Type>, Vec<Type>),
}

/// A frame at an offset of the code.
#[derive(Clone, Debug)]
pub struct Frame {
    pub at: usize,
    change: Change,
}

impl Frame {
    /// Whether something is on the stack.
    pub fn has_operands(&self) -> bool {
        match &self.change {
            Change::One(_) => true,
            Change::Full(_, stack) => !stack.is_empty(),
            _ => false,
        }
    }
}

/// Reads a `StackMapTable`.
pub fn read(table: &[u8]) -> Option<Vec<Frame>> {
    let mut reader = Reader::new(table);
    let mut frames = Vec::new();
    let mut next = 0;
    for _ in 0..reader.u16()? {
        let tag = reader.u8()?;
        let delta = match tag {
            0..=63 => u16::from(tag),
            64..=127 => u16::from(tag) - 64,
            247..=255 => 0,
            _ => return None,
        };
        // The first type of a `same_locals_1_stack_item_frame` follows its tag; other frames say their offset before.
        let delta = if tag >= 247 { reader.u16()? } else { delta };
        let change = match tag {
            0..=63 | 251 => Change::Same,
            64..=127 | 247 => Change::One(Type::read(&mut reader)?),
            248..=250 => Change::Chop(251 - tag),
            252..=254 => Change::Append(types(&mut reader, u16::from(tag) - 251)?),
            _ => {
                let locals = reader.u16()?;
                let locals = types(&mut reader, locals)?;
                let stack = reader.u16()?;
                Change::Full(locals, types(&mut reader, stack)?)
            }
        };
        let at = next + usize::from(delta);
        next = at + 1;
        frames.push(Frame { at, change });
    }
    reader.is_at_end().then_some(frames)
}

fn types(reader: &mut Reader<'_>, count: u16) -> Option<Vec<Type>> {
    (0..count).map(|_| Type::read(reader)).collect()
}

/// Writes the frames of a method one after the other.
pub struct Writer<'a> {
    into: &'a mut Vec<u8>,
    positions: &'a Positions,
    /// Where their number stands.
    number: usize,
    count: u16,
    /// The least offset of the next frame.
    next: u16,
}

impl<'a> Writer<'a> {
    pub fn new(into: &'a mut Vec<u8>, positions: &'a Positions) -> Self {
        let number = into.len();
        put_u16(into, 0);
        Self { into, positions, number, count: 0, next: 0 }
    }

    /// Writes frames that say what they said.
    pub fn moved(&mut self, frames: &[Frame]) -> Option<()> {
        for frame in frames {
            let at = self.positions.label(frame.at)?;
            match &frame.change {
                Change::Same => self.tag(at, 0, 251)?,
                Change::One(operand) => {
                    self.tag(at, 64, 247)?;
                    operand.put(self.into, self.positions)?;
                }
                Change::Chop(count) => self.long(at, 251 - count)?,
                Change::Append(more) => {
                    self.long(at, 251 + u8::try_from(more.len()).ok()?)?;
                    self.types(more)?;
                }
                Change::Full(locals, stack) => self.full(at, locals, stack)?,
            }
        }
        Some(())
    }

    /// Writes frames that also name the locals `held`, which follow the method's own. `locals` are those at its entry.
    pub fn with_locals(
        &mut self,
        frames: &[Frame],
        mut locals: Vec<Type>,
        max_locals: u16,
        held: &[Type],
    ) -> Option<()> {
        let mut before: Option<Vec<Type>> = None;
        for frame in frames {
            let at = self.positions.label(frame.at)?;
            let stack: &[Type] = match &frame.change {
                Change::Same => &[],
                Change::One(operand) => std::slice::from_ref(operand),
                Change::Chop(count) => {
                    locals.truncate(locals.len().checked_sub(usize::from(*count))?);
                    &[]
                }
                Change::Append(more) => {
                    locals.extend_from_slice(more);
                    &[]
                }
                Change::Full(all, stack) => {
                    locals.clone_from(all);
                    stack
                }
            };
            let all = with_held(&locals, max_locals, held)?;
            let same = before.as_ref() == Some(&all);
            match stack {
                [] if same => self.tag(at, 0, 251)?,
                [operand] if same => {
                    self.tag(at, 64, 247)?;
                    operand.put(self.into, self.positions)?;
                }
                _ => self.full(at, &all, stack)?,
            }
            before = Some(all);
        }
        Some(())
    }

    /// Writes a frame without locals and with one operand.
    pub fn handler(&mut self, at: u16, operand: Type) -> Option<()> {
        self.full(at, &[], &[operand])
    }

    pub fn end(self) -> Option<()> {
        crate::bytes::set_u16(self.into, self.number, self.count)
    }

    fn delta(&mut self, at: u16) -> Option<u16> {
        let delta = at.checked_sub(self.next)?;
        self.next = at + 1;
        self.count = self.count.checked_add(1)?;
        Some(delta)
    }

    /// Begins a frame that has a short form.
    fn tag(&mut self, at: u16, short: u8, long: u8) -> Option<()> {
        let delta = self.delta(at)?;
        if let Ok(delta @ 0..64) = u8::try_from(delta) {
            self.into.push(short + delta);
        } else {
            self.into.push(long);
            put_u16(self.into, delta);
        }
        Some(())
    }

    fn long(&mut self, at: u16, tag: u8) -> Option<()> {
        let delta = self.delta(at)?;
        self.into.push(tag);
        put_u16(self.into, delta);
        Some(())
    }

    fn full(&mut self, at: u16, locals: &[Type], stack: &[Type]) -> Option<()> {
        self.long(at, 255)?;
        for part in [locals, stack] {
            put_u16(self.into, u16::try_from(part.len()).ok()?);
            self.types(part)?;
        }
        Some(())
    }

    fn types(&mut self, types: &[Type]) -> Option<()> {
        types.iter().try_for_each(|of| of.put(self.into, self.positions))
    }
}

fn with_held(locals: &[Type], max_locals: u16, held: &[Type]) -> Option<Vec<Type>> {
    let used: usize = locals.iter().map(|local| local.size()).sum();
    let gap = usize::from(max_locals).checked_sub(used)?;
    let mut all = Vec::with_capacity(locals.len() + gap + held.len());
    all.extend_from_slice(locals);
    all.resize(locals.len() + gap, TOP);
    all.extend_from_slice(held);
    Some(all)
}

/// The locals at a method's entry: `this`, if it has one, and its parameters.
pub fn at_entry(descriptor: &[u8], this: Option<Type>, pool: &mut Pool<'_>) -> Option<Vec<Type>> {
    let mut locals: Vec<Type> = this.into_iter().collect();
    let end = descriptor.iter().position(|&byte| byte == b')')?;
    let mut rest = descriptor.get(1..end)?;
    while let Some(&first) = rest.first() {
        let length = length_of_type(rest)?;
        locals.push(match first {
            b'J' => Type::Plain(4),
            b'D' => Type::Plain(3),
            b'F' => Type::Plain(2),
            b'[' => Type::Object(pool.class(&rest[..length])),
            b'L' => Type::Object(pool.class(&rest[1..length - 1])),
            _ => Type::Plain(1),
        });
        rest = &rest[length..];
    }
    Some(locals)
}

fn length_of_type(descriptor: &[u8]) -> Option<usize> {
    let dimensions = descriptor.iter().take_while(|&&byte| byte == b'[').count();
    match descriptor.get(dimensions)? {
        b'L' => Some(descriptor.iter().position(|&byte| byte == b';')? + 1),
        _ => Some(dimensions + 1),
    }
}
