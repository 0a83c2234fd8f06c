//! The code of a method. Source: JVMS 4.7.3.

use crate::annotations::{self, Place};
use crate::bytes::{Reader, put_u16, put_u32, u16_at};
use crate::emit::{BRACKET, Constants, Fetch, OPERANDS};
use crate::frames::{self, Frame, Type};
use crate::instructions::{self, LOOKUP_SWITCH, NEW, Switch, TABLE_SWITCH, is_jump};
use crate::order::{Method, Order, Placement, Probes};
use crate::places::{self, Steps};
use crate::pool::Pool;
use crate::positions::Positions;
use crate::{Output, tables};

/// In shorter code every jump reaches every place.
const LONGEST: usize = 32_767;
/// `HotSpot` does not compile longer methods by default (`DontCompileHugeMethods`).
const HUGE: usize = 8_000;
/// A larger number of the cell's local would lengthen probes; one more local may follow it.
const MAX_CELL: u16 = 254;
/// The longest probe with a cell.
const CELL_PROBE_BYTES: usize = 10;
/// The first version of class files with frames.
const WITH_FRAMES: u16 = 50;
/// An index that is pushed in three bytes.
const MAX_INDEX: usize = 0x7FFF;

/// What the methods of a class share.
pub struct Class<'a> {
    pub order: &'a Order<'a>,
    pub major: u16,
    pub this: u16,
}

/// What a method's declaration says.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    pub is_static: bool,
    pub is_constructor: bool,
    pub is_initialiser: bool,
    pub descriptor: u16,
}

/// A table beside the code.
enum Table<'a> {
    Lines(Vec<(u16, u16)>),
    Variables(&'a [u8]),
    Annotations(&'a [u8], Vec<Place>),
    Frames,
}

/// A method's code as it stands in the file.
pub struct Body<'a> {
    max_stack: u16,
    max_locals: u16,
    pub code: &'a [u8],
    /// Begin, end, handler and type of each exception table entry.
    pub handlers: Vec<[u16; 4]>,
    tables: Vec<(u16, Table<'a>)>,
    pub frames: Vec<Frame>,
    /// All lines, by offset; those of one offset in the order of their table.
    pub lines_in_order: Vec<(u16, u16)>,
    /// The ranges of variables: begin and length.
    pub ranges: Vec<(u16, u16)>,
    /// Offsets of `new` that frames may name.
    pub news: Vec<usize>,
}

/// Writes the `Code` attribute `content` with its probes, and adds the sizes of its lines.
pub fn weave<'a>(
    content: &'a [u8],
    out: &mut Output,
    pool: &mut Pool<'a>,
    constants: &mut Constants,
    class: &Class<'_>,
    method: &Method,
    signature: Signature,
) -> Option<()> {
    let body = Body::read(content, pool)?;
    body.add_sizes(class.order, method, &mut out.sizes);
    let into = &mut out.bytes;
    if class.major < WITH_FRAMES && !body.frames.is_empty() {
        return None;
    }
    let fetch = body.fetch(class, method, signature)?;
    let steps = places::steps(class, method, &body, pool)?;
    let writer = Woven { body: &body, class, method, fetch, steps: &steps };
    let positions = writer.positions()?;
    put_u16(into, body.max_stack.checked_add(OPERANDS)?);
    put_u16(into, body.max_locals.checked_add(fetch.locals())?);
    let ranges = writer.put_code(into, &positions, pool, constants)?;
    let beside = Beside { woven: &writer, positions: &positions, signature, ranges: &ranges };
    beside.put_handlers(into)?;
    beside.put_tables(into, pool)
}

impl<'a> Body<'a> {
    fn read(content: &'a [u8], pool: &Pool<'a>) -> Option<Self> {
        let mut reader = Reader::new(content);
        let (max_stack, max_locals, length) = (reader.u16()?, reader.u16()?, reader.u32()?);
        let code = reader.take(length as usize)?;
        let handlers = (0..reader.u16()?)
            .map(|_| Some([reader.u16()?, reader.u16()?, reader.u16()?, reader.u16()?]))
            .collect::<Option<Vec<_>>>()?;
        let mut body = Self {
            max_stack,
            max_locals,
            code,
            handlers,
            tables: Vec::new(),
            frames: Vec::new(),
            lines_in_order: Vec::new(),
            ranges: Vec::new(),
            news: Vec::new(),
        };
        for _ in 0..reader.u16()? {
            let (name, length) = (reader.u16()?, reader.u32()?);
            let table = reader.take(length as usize)?;
            let table = body.table(pool.utf8(name)?, table)?;
            body.tables.push((name, table));
        }
        body.lines_in_order.sort_by_key(|&(at, _)| at);
        (!code.is_empty() && code.len() <= LONGEST && reader.is_at_end()).then_some(body)
    }

    /// Adds the bytes of code of each line to its slot.
    fn add_sizes(&self, order: &Order<'_>, method: &Method, sizes: &mut [u32]) {
        let ends = self.lines_in_order.iter().skip(1).map(|&(at, _)| usize::from(at));
        let ends = ends.chain(std::iter::once(self.code.len()));
        for (&(at, line), end) in self.lines_in_order.iter().zip(ends) {
            if let Ok(Some(slot)) = order.slot_of(method, line) {
                sizes[slot] += end.saturating_sub(usize::from(at)) as u32;
            }
        }
    }

    /// Reads an attribute of the code. Errors: `None` for one that is not known, or a second table of frames.
    fn table(&mut self, name: &[u8], table: &'a [u8]) -> Option<Table<'a>> {
        match name {
            b"LineNumberTable" => {
                let lines = tables::lines(table)?;
                self.lines_in_order.extend_from_slice(&lines);
                Some(Table::Lines(lines))
            }
            b"LocalVariableTable" => {
                self.ranges.extend(tables::variables(table)?);
                Some(Table::Variables(table))
            }
            b"LocalVariableTypeTable" => Some(Table::Variables(table)),
            b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
                let places = annotations::places(table)?;
                for place in &places {
                    if let &Place::Range(_, begin, length) = place {
                        self.ranges.push((begin, length));
                    }
                }
                Some(Table::Annotations(table, places))
            }
            b"StackMapTable" => {
                if !self.frames.is_empty() {
                    return None;
                }
                self.frames = frames::read(table)?;
                self.news = news(table, self.code);
                Some(Table::Frames)
            }
            _ => None,
        }
    }

    /// How the probes of this method find the array.
    fn fetch(&self, class: &Class<'_>, method: &Method, signature: Signature) -> Option<Fetch> {
        let Probes::Scoped { sees_tests } = class.order.probes else { return Some(Fetch::Shared) };
        let mut entries = 0;
        if method.placement == Some(Placement::Lines) {
            for &(_, line) in self.lines_in_order.iter().filter(|&&(_, line)| line != 0) {
                entries += usize::from(class.order.slot_of(method, line).ok()?.is_some());
            }
        }
        // From two probes on, in code that runs repeatedly, if nothing becomes too long. A line may have two probes.
        let is_worth_it = entries > 1
            && !signature.is_initialiser
            && self.max_locals <= MAX_CELL
            && self.code.len() + (2 * entries + 1) * CELL_PROBE_BYTES <= HUGE;
        Some(match u8::try_from(self.max_locals) {
            Ok(cell) if is_worth_it && sees_tests => Fetch::Cell(cell),
            Ok(cell) if is_worth_it => Fetch::Array(cell),
            _ => Fetch::Scoped,
        })
    }

    /// The line of the first instruction.
    fn line_at_start(&self) -> Option<u16> {
        let first = self.tables.iter().find_map(|(_, table)| match table {
            Table::Lines(lines) => lines.iter().find(|&&(at, line)| at == 0 && line != 0),
            _ => None,
        });
        first.map(|&(_, line)| line)
    }
}

/// Offsets of `new` that a table of frames may name, found as the Java library finds them: by every byte that could begin
/// the type of such an object.
fn news(table: &[u8], code: &[u8]) -> Vec<usize> {
    let end = table.len().saturating_sub(2);
    let named = (2..end).filter(|&at| table[at] == 8).filter_map(|at| u16_at(table, at + 1));
    named.map(usize::from).filter(|&at| code.get(at) == Some(&NEW)).collect()
}

/// A method's code with its probes.
struct Woven<'a> {
    body: &'a Body<'a>,
    class: &'a Class<'a>,
    method: &'a Method,
    fetch: Fetch,
    steps: &'a Steps,
}

impl Woven<'_> {
    fn prologue_bytes(&self) -> usize {
        let entry = self.method.placement == Some(Placement::Entry);
        self.fetch.prologue_bytes()
            + if self.method.brackets { BRACKET } else { 0 }
            + if entry { self.fetch.probe_bytes() } else { 0 }
    }

    /// Where everything goes. Errors: the code becomes too long.
    fn positions(&self) -> Option<Positions> {
        let code = self.body.code;
        let prologue = self.prologue_bytes();
        let mut positions = Positions::new(code.len(), u16::try_from(prologue).ok()?);
        let mut now = prologue;
        for step in &self.steps.steps {
            let label = now;
            now += step.probes * self.fetch.probe_bytes();
            now += self.fetch.again_bytes() * (usize::from(step.waited) + usize::from(step.backwards));
            now += if step.returns { BRACKET } else { 0 };
            if now > LONGEST {
                return None;
            }
            positions.set(step.at, u16::try_from(label).ok()?, u16::try_from(now).ok()?);
            now += match code[step.at] {
                TABLE_SWITCH | LOOKUP_SWITCH => {
                    1 + instructions::padding(now) + Switch::read(code, step.at)?.content(code)?.len()
                }
                _ => step.length,
            };
        }
        let end = u16::try_from(now).ok()?;
        positions.set(code.len(), end, end);
        // Behind the code stands the handler of a bracket.
        (now + 2 * BRACKET <= LONGEST).then_some(positions)
    }

    fn index(&self, slot: usize) -> Option<u16> {
        let index = usize::from(self.class.order.base) + slot;
        u16::try_from(index).ok().filter(|_| index <= MAX_INDEX)
    }

    /// Writes the code with its length. Returns the ranges that a bracket protects.
    fn put_code(
        &self,
        into: &mut Vec<u8>,
        positions: &Positions,
        pool: &mut Pool<'_>,
        constants: &mut Constants,
    ) -> Option<Vec<[u16; 2]>> {
        let length = into.len();
        put_u32(into, 0);
        let from = into.len();
        let number = self.class.order.class;
        if usize::from(number) > MAX_INDEX {
            return None;
        }
        if self.method.brackets {
            constants.enter(into, pool, number);
        }
        if self.method.placement == Some(Placement::Entry) {
            let index = self.index(self.class.order.entry_slot(self.method))?;
            constants.probe(into, pool, self.fetch, index);
        }
        constants.prologue(into, pool, self.fetch);
        let mut ranges = Vec::new();
        let mut open = None;
        let mut slots = self.steps.slots.iter();
        for step in &self.steps.steps {
            let label = positions.label(step.at)?;
            if self.method.brackets {
                if !step.returns {
                    open.get_or_insert(label);
                } else if let Some(begin) = open.take() {
                    ranges.push([begin, label]);
                }
            }
            if step.waited {
                constants.again(into, pool, self.fetch);
            }
            for &slot in slots.by_ref().take(step.probes) {
                constants.probe(into, pool, self.fetch, self.index(slot)?);
            }
            if step.returns {
                constants.exit(into, pool, number);
            }
            if step.backwards {
                constants.again(into, pool, self.fetch);
            }
            debug_assert_eq!(positions.instruction(step.at).map(usize::from), Some(into.len() - from));
            self.put_instruction(into, from, step.at, step.length, positions)?;
        }
        let end = positions.label(self.body.code.len())?;
        ranges.extend(open.map(|begin| [begin, end]));
        if !ranges.is_empty() {
            constants.failed(into, pool, number);
        }
        let written = u32::try_from(into.len() - from).ok()?;
        into[length..from].copy_from_slice(&written.to_be_bytes());
        Some(ranges)
    }

    /// Copies an instruction, with its jumps moved. `from` is where the code begins.
    fn put_instruction(
        &self,
        into: &mut Vec<u8>,
        from: usize,
        at: usize,
        length: usize,
        positions: &Positions,
    ) -> Option<()> {
        let code = self.body.code;
        let opcode = code[at];
        let own = i32::try_from(into.len() - from).ok()?;
        let offset = |target: usize| Some(i32::from(positions.label(target)?) - own);
        match opcode {
            TABLE_SWITCH | LOOKUP_SWITCH => {
                let switch = Switch::read(code, at)?;
                into.push(opcode);
                into.resize(into.len() + instructions::padding(own as usize), 0);
                let begin = into.len();
                into.extend_from_slice(switch.content(code)?);
                for place in switch.offsets() {
                    let moved = offset(switch.target(code, at, place)?)?;
                    into.get_mut(begin + place..begin + place + 4)?.copy_from_slice(&moved.to_be_bytes());
                }
            }
            _ if is_jump(opcode) => {
                let moved = i16::try_from(offset(instructions::target(code, at)?)?).ok()?;
                into.push(opcode);
                put_u16(into, moved.cast_unsigned());
            }
            _ => into.extend_from_slice(&code[at..at + length]),
        }
        Some(())
    }
}

/// What stands beside a method's code with its probes: handlers and tables.
struct Beside<'a> {
    woven: &'a Woven<'a>,
    positions: &'a Positions,
    signature: Signature,
    /// The ranges that a bracket protects.
    ranges: &'a [[u16; 2]],
}

impl Beside<'_> {
    fn put_handlers(&self, into: &mut Vec<u8>) -> Option<()> {
        let (body, positions, ranges) = (self.woven.body, self.positions, self.ranges);
        put_u16(into, u16::try_from(body.handlers.len() + ranges.len()).ok()?);
        for &[begin, end, handler, kind] in &body.handlers {
            for at in [begin, end, handler] {
                put_u16(into, positions.label(usize::from(at))?);
            }
            put_u16(into, kind);
        }
        let handler = positions.label(body.code.len())?;
        for &[begin, end] in ranges {
            for number in [begin, end, handler, 0] {
                put_u16(into, number);
            }
        }
        Some(())
    }

    fn put_tables(&self, into: &mut Vec<u8>, pool: &mut Pool<'_>) -> Option<()> {
        let (body, positions) = (self.woven.body, self.positions);
        let has_frames = body.tables.iter().any(|(_, table)| matches!(table, Table::Frames));
        let adds_frames = !self.ranges.is_empty() && !has_frames && self.woven.class.major >= WITH_FRAMES;
        put_u16(into, u16::try_from(body.tables.len() + usize::from(adds_frames)).ok()?);
        let at_start = body.line_at_start();
        for (name, table) in &body.tables {
            attribute(into, *name, |into| match table {
                Table::Lines(lines) => tables::put_lines(into, lines, positions, at_start),
                Table::Variables(table) => tables::put_variables(into, table, positions),
                Table::Annotations(table, places) => annotations::put(into, table, places, positions),
                Table::Frames => self.put_frames(into, pool),
            })?;
        }
        if adds_frames {
            let name = pool.text(b"StackMapTable");
            attribute(into, name, |into| self.put_frames(into, pool))?;
        }
        Some(())
    }

    fn put_frames(&self, into: &mut Vec<u8>, pool: &mut Pool<'_>) -> Option<()> {
        let (body, positions, fetch) = (self.woven.body, self.positions, self.woven.fetch);
        let held: Vec<Type> = match fetch {
            Fetch::Shared | Fetch::Scoped => Vec::new(),
            Fetch::Cell(_) => vec![Type::Object(Constants::cell(pool))],
            Fetch::Array(_) => {
                vec![Type::Object(Constants::cell(pool)), Type::Object(Constants::array(pool))]
            }
        };
        let throwable = (!self.ranges.is_empty()).then(|| Type::Object(pool.class(b"java/lang/Throwable")));
        let locals = if held.is_empty() { Vec::new() } else { self.locals_at_entry(pool)? };
        let mut writer = frames::Writer::new(into, positions);
        if held.is_empty() {
            writer.moved(&body.frames)?;
        } else {
            writer.with_locals(&body.frames, locals, body.max_locals, &held)?;
        }
        if let Some(throwable) = throwable {
            writer.handler(positions.label(body.code.len())?, throwable)?;
        }
        writer.end()
    }

    fn locals_at_entry(&self, pool: &mut Pool<'_>) -> Option<Vec<Type>> {
        const UNINITIALISED_THIS: Type = Type::Plain(6);
        let signature = self.signature;
        let this = if signature.is_static {
            None
        } else if signature.is_constructor {
            Some(UNINITIALISED_THIS)
        } else {
            Some(Type::Object(self.woven.class.this))
        };
        let descriptor = pool.utf8(signature.descriptor)?;
        frames::at_entry(descriptor, this, pool)
    }
}

/// Writes an attribute with its length.
fn attribute(into: &mut Vec<u8>, name: u16, content: impl FnOnce(&mut Vec<u8>) -> Option<()>) -> Option<()> {
    put_u16(into, name);
    let at = into.len();
    put_u32(into, 0);
    content(into)?;
    let length = u32::try_from(into.len() - at - 4).ok()?;
    into[at..at + 4].copy_from_slice(&length.to_be_bytes());
    Some(())
}
