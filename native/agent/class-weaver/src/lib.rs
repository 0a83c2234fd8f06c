//! Puts probes into class files.
//!
//! The agent plans a class in Java (`io.faultline.instrument`): its methods, lines and slots. [`weave`] then writes the
//! probes, without the start-up cost of a Java library for bytecode: a JVM interprets and compiles such a library while it
//! loads its first thousand classes.
//!
//! The places of probes, and the code of each, are those of `ProbeInserter` and its emitters in Java, which remain for what
//! is not woven here: outcomes of conditions and calls, methods near 32 KB, wide jumps, files that another agent has
//! changed. [`weave`] answers `None` for any file that it does not understand to the last byte. A test
//! of the agent compares both on every class of the JDK.
//!
//! Bytes that need no change stay as they are, and constants are only appended. Source: JVMS 4 and 6.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod annotations;
mod bytes;
mod code;
mod emit;
mod frames;
mod instructions;
mod order;
mod places;
mod pool;
mod positions;
mod tables;

pub use order::{Method, Order, Placement, Probes};

use bytes::{Reader, put_u16, put_u32};
use emit::Constants;
use pool::Pool;

const MAGIC: u32 = 0xCAFE_BABE;

/// A class file with probes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Woven {
    /// The new class file.
    pub class_file: Vec<u8>,
    /// Bytes of code of each slot's line before. Shape: as [`Order::lines`].
    pub sizes: Vec<u32>,
}

/// What is made of a class so far.
struct Output {
    /// The file from the class's own flags on.
    bytes: Vec<u8>,
    /// Bytes of code of each slot's line before.
    sizes: Vec<u32>,
}

/// Returns `class_file` with the probes of `order`; `None` if it has anything that this crate does not rewrite. Cost:
/// O(bytes), one copy.
pub fn weave(class_file: &[u8], order: &Order<'_>) -> Option<Woven> {
    let mut reader = Reader::new(class_file);
    if reader.u32()? != MAGIC {
        return None;
    }
    let (minor, major) = (reader.u16()?, reader.u16()?);
    let mut pool = Pool::read(&mut reader)?;
    let mut body = Vec::with_capacity(class_file.len() * 2);
    let this = head(&mut reader, &mut body)?;
    if places::are_unknown(&pool) {
        return None;
    }
    let class = code::Class { order, major, this };
    let mut constants = Constants::of_chunk(order.chunk);
    let methods = reader.u16()?;
    if usize::from(methods) != order.methods.len() {
        return None;
    }
    put_u16(&mut body, methods);
    let mut out = Output { bytes: body, sizes: vec![0; order.lines.len()] };
    for method in order.methods {
        copy_method(&mut reader, &mut out, &mut pool, &mut constants, &class, method)?;
    }
    copy_attributes(&mut reader, &mut out.bytes)?;
    if !reader.is_at_end() {
        return None;
    }
    let mut woven = Vec::with_capacity(pool.len() + out.bytes.len() + 10);
    put_u32(&mut woven, MAGIC);
    put_u16(&mut woven, minor);
    put_u16(&mut woven, major);
    pool.write(&mut woven)?;
    woven.extend_from_slice(&out.bytes);
    Some(Woven { class_file: woven, sizes: out.sizes })
}

/// Copies what stands between the constants and the methods. Returns the constant of the class itself.
fn head(reader: &mut Reader<'_>, body: &mut Vec<u8>) -> Option<u16> {
    let from = reader.position();
    reader.u16()?;
    let this_class = reader.u16()?;
    reader.u16()?;
    let interfaces = reader.u16()?;
    reader.skip(2 * usize::from(interfaces))?;
    for _ in 0..reader.u16()? {
        reader.skip(6)?;
        skip_attributes(reader)?;
    }
    body.extend_from_slice(reader.since(from));
    Some(this_class)
}

fn skip_attributes(reader: &mut Reader<'_>) -> Option<()> {
    for _ in 0..reader.u16()? {
        reader.u16()?;
        let length = reader.u32()?;
        reader.skip(length as usize)?;
    }
    Some(())
}

fn copy_attributes(reader: &mut Reader<'_>, body: &mut Vec<u8>) -> Option<()> {
    let from = reader.position();
    skip_attributes(reader)?;
    body.extend_from_slice(reader.since(from));
    Some(())
}

fn copy_method<'a>(
    reader: &mut Reader<'a>,
    out: &mut Output,
    pool: &mut Pool<'a>,
    constants: &mut Constants,
    class: &code::Class<'_>,
    method: &Method,
) -> Option<()> {
    let from = reader.position();
    let (access, name, descriptor) = (reader.u16()?, reader.u16()?, reader.u16()?);
    let attributes = reader.u16()?;
    out.bytes.extend_from_slice(reader.since(from));
    for _ in 0..attributes {
        let from = reader.position();
        let (kind, length) = (reader.u16()?, reader.u32()?);
        let content = reader.take(length as usize)?;
        if method.placement.is_none() || pool.utf8(kind)? != b"Code" {
            out.bytes.extend_from_slice(reader.since(from));
            continue;
        }
        let signature = code::Signature {
            is_static: access & 0x0008 != 0,
            is_constructor: pool.utf8(name)? == b"<init>",
            is_initialiser: pool.utf8(name)? == b"<clinit>",
            descriptor,
        };
        put_u16(&mut out.bytes, kind);
        let at = out.bytes.len();
        put_u32(&mut out.bytes, 0);
        code::weave(content, out, pool, constants, class, method, signature)?;
        let length = u32::try_from(out.bytes.len() - at - 4).ok()?;
        out.bytes[at..at + 4].copy_from_slice(&length.to_be_bytes());
    }
    Some(())
}
