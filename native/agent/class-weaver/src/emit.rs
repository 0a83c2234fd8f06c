//! The code of probes: `SharedEmitter`, `ScopedEmitter`, `CellEmitter` and `ArrayEmitter` in Java.

use crate::bytes::put_u16;
use crate::pool::Pool;

const MAIN: &str = "java/lang/$Faultline";
const CELL: &[u8] = b"java/lang/$Faultline$Cell";

const ICONST_1: u8 = 4;
const SIPUSH: u8 = 17;
const ALOAD: u8 = 25;
const ALOAD_0: u8 = 42;
const ASTORE: u8 = 58;
const ASTORE_0: u8 = 75;
const BASTORE: u8 = 84;
const DUP: u8 = 89;
const GETSTATIC: u8 = 178;
const INVOKESTATIC: u8 = 184;
const ATHROW: u8 = 191;

/// Operands of a probe on top of those at the line's first instruction.
pub const OPERANDS: u16 = 3;
/// Bytes of a call of a bracket: its number and the call.
pub const BRACKET: usize = 6;

/// How a method's probes find the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetch {
    /// A static field.
    Shared,
    /// A call at each probe.
    Scoped,
    /// A call of the cell in this local at each probe.
    Cell(u8),
    /// A local after that of the cell.
    Array(u8),
}

impl Fetch {
    /// The number of locals after the method's own.
    pub fn locals(self) -> u16 {
        match self {
            Self::Shared | Self::Scoped => 0,
            Self::Cell(_) => 1,
            Self::Array(_) => 2,
        }
    }

    /// Bytes of a probe.
    pub fn probe_bytes(self) -> usize {
        5 + match self {
            Self::Shared | Self::Scoped => 3,
            Self::Cell(cell) => local_bytes(cell) + 3,
            Self::Array(cell) => local_bytes(cell + 1),
        }
    }

    /// Bytes of the code that fetches the array anew.
    pub fn again_bytes(self) -> usize {
        match self {
            Self::Array(cell) => local_bytes(cell) + 3 + local_bytes(cell + 1),
            _ => 0,
        }
    }

    /// Bytes of the code at the method's entry.
    pub fn prologue_bytes(self) -> usize {
        match self {
            Self::Shared | Self::Scoped => 0,
            Self::Cell(cell) | Self::Array(cell) => 3 + local_bytes(cell) + self.again_bytes(),
        }
    }
}

/// Bytes of a load or store of a local.
fn local_bytes(local: u8) -> usize {
    if local < 4 { 1 } else { 2 }
}

fn local(code: &mut Vec<u8>, general: u8, first: u8, local: u8) {
    if local < 4 {
        code.push(first + local);
    } else {
        code.extend_from_slice(&[general, local]);
    }
}

/// The constants that a class's probes name, added when the first probe needs them.
pub struct Constants {
    chunk: Vec<u8>,
    hits: Option<u16>,
    scoped: Option<u16>,
    at: Option<u16>,
    mine: Option<u16>,
    enter: Option<u16>,
    exit: Option<u16>,
    failed: Option<u16>,
}

impl Constants {
    pub fn of_chunk(chunk: u32) -> Self {
        Self {
            chunk: format!("{MAIN}$C{chunk}").into_bytes(),
            hits: None,
            scoped: None,
            at: None,
            mine: None,
            enter: None,
            exit: None,
            failed: None,
        }
    }

    /// The class of a cell.
    pub fn cell(pool: &mut Pool<'_>) -> u16 {
        pool.class(CELL)
    }

    /// The class of an array of hits.
    pub fn array(pool: &mut Pool<'_>) -> u16 {
        pool.class(b"[B")
    }

    /// Stores a 1 at an index of the array.
    pub fn probe(&mut self, code: &mut Vec<u8>, pool: &mut Pool<'_>, fetch: Fetch, index: u16) {
        let chunk = &self.chunk;
        match fetch {
            Fetch::Shared => {
                let hits = *self.hits.get_or_insert_with(|| pool.field(chunk, "hits", "[B"));
                code.push(GETSTATIC);
                put_u16(code, hits);
            }
            Fetch::Scoped => {
                let scoped = *self.scoped.get_or_insert_with(|| pool.call(chunk, "scoped", "()[B"));
                code.push(INVOKESTATIC);
                put_u16(code, scoped);
            }
            Fetch::Cell(cell) => self.now(code, pool, cell),
            Fetch::Array(cell) => local(code, ALOAD, ALOAD_0, cell + 1),
        }
        push(code, index);
        code.extend_from_slice(&[ICONST_1, BASTORE]);
    }

    /// Pushes the array that is now in the cell.
    fn now(&mut self, code: &mut Vec<u8>, pool: &mut Pool<'_>, cell: u8) {
        let chunk = &self.chunk;
        let at = *self.at.get_or_insert_with(|| pool.call(chunk, "at", "(Ljava/lang/$Faultline$Cell;)[B"));
        local(code, ALOAD, ALOAD_0, cell);
        code.push(INVOKESTATIC);
        put_u16(code, at);
    }

    /// Sets a method's locals.
    pub fn prologue(&mut self, code: &mut Vec<u8>, pool: &mut Pool<'_>, fetch: Fetch) {
        if let Fetch::Cell(cell) | Fetch::Array(cell) = fetch {
            let mine =
                *self.mine.get_or_insert_with(|| pool.call(CELL, "mine", "()Ljava/lang/$Faultline$Cell;"));
            code.push(INVOKESTATIC);
            put_u16(code, mine);
            local(code, ASTORE, ASTORE_0, cell);
        }
        self.again(code, pool, fetch);
    }

    /// Fetches the array anew, where a local holds it.
    pub fn again(&mut self, code: &mut Vec<u8>, pool: &mut Pool<'_>, fetch: Fetch) {
        if let Fetch::Array(cell) = fetch {
            self.now(code, pool, cell);
            local(code, ASTORE, ASTORE_0, cell + 1);
        }
    }

    /// The begin of a static initialiser.
    pub fn enter(&mut self, code: &mut Vec<u8>, pool: &mut Pool<'_>, class: u16) {
        let enter = *self.enter.get_or_insert_with(|| pool.call(MAIN.as_bytes(), "enter", "(I)V"));
        push(code, class);
        code.push(INVOKESTATIC);
        put_u16(code, enter);
    }

    /// The end of a static initialiser, before a return.
    pub fn exit(&mut self, code: &mut Vec<u8>, pool: &mut Pool<'_>, class: u16) {
        let exit = *self.exit.get_or_insert_with(|| pool.call(MAIN.as_bytes(), "exit", "(I)V"));
        push(code, class);
        code.push(INVOKESTATIC);
        put_u16(code, exit);
    }

    /// The handler of a static initialiser that fails: it reports the exception and throws it on.
    pub fn failed(&mut self, code: &mut Vec<u8>, pool: &mut Pool<'_>, class: u16) {
        let failed = *self
            .failed
            .get_or_insert_with(|| pool.call(MAIN.as_bytes(), "failed", "(Ljava/lang/Object;I)V"));
        code.push(DUP);
        push(code, class);
        code.push(INVOKESTATIC);
        put_u16(code, failed);
        code.push(ATHROW);
    }
}

fn push(code: &mut Vec<u8>, number: u16) {
    code.push(SIPUSH);
    put_u16(code, number);
}
