//! What the methods of a class do, as hashes that survive another compilation of the same source.

use std::collections::HashMap;

use faultline_spectrum::Fnv;

use crate::bytes::Bytes;
use crate::constants::decode;
use crate::instruction::{Instruction, Operand, instructions};
use crate::pool::{Constant, Pool};

/* A compiler numbers constants, variables of lines, lambdas and accessors anew whenever something else in the
class changes. So constants count by their content, jumps by the instruction that they lead to, and a synthetic
method with a number in its name by its own code, in place of its name. Lines, local variable tables and stack
maps do not count. */

/// How deep constants may contain one another, and synthetic methods call one another.
const DEEP: usize = 16;

/// A class: what it is, and what its methods do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassCode {
    /// Binary name with dots.
    pub name: String,
    /// Binary name of its superclass; empty for `java.lang.Object`.
    pub superclass: String,
    /// Binary names of its interfaces.
    pub interfaces: Vec<String>,
    /// A hash of its flags, supertypes, fields with their constants, and annotations.
    pub shape: u64,
    /// All methods, in class-file order.
    pub methods: Vec<MethodCode>,
}

/// A method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodCode {
    /// Name, `<init>` and `<clinit>` included.
    pub name: String,
    /// JVM descriptor.
    pub descriptor: String,
    /// A hash of its flags, annotations and instructions.
    pub hash: u64,
    /// Its lines in the order of the code, each with a hash of its instructions; jump targets left out.
    pub lines: Vec<(u32, u16)>,
}

impl ClassCode {
    /// Reads a class file; `None` if it is damaged. Cost: O(bytes).
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut file = Bytes(bytes);
        let pool = Pool::read(&mut file)?;
        let mut shape = Sink::default();
        shape.u16(file.u16()?);
        let name = file.u16()?;
        let superclass = file.u16()?;
        let text = |index: u16| pool.named(index).map(dotted);
        let superclass = if superclass == 0 { String::new() } else { text(superclass)? };
        let mut interfaces = Vec::new();
        for _interface in 0..file.u16()? {
            interfaces.push(text(file.u16()?)?);
        }
        shape.text(superclass.as_bytes());
        for interface in &interfaces {
            shape.text(interface.as_bytes());
        }
        // Attributes of the class, which code refers to, stand behind its methods.
        let members = file.clone();
        skip_members(&mut file, &pool)?;
        skip_members(&mut file, &pool)?;
        let mut bootstraps = Vec::new();
        let mut annotations = Vec::new();
        each_attribute(&mut file, &pool, |kind, content| {
            match kind {
                b"BootstrapMethods" => bootstraps = read_bootstraps(content)?,
                b"RuntimeVisibleAnnotations" => annotations.push(content),
                _ => {}
            }
            Some(())
        })?;
        let own = pool.named(name)?;
        let reader = Reader { pool: &pool, bootstraps, own, synthetic: HashMap::new() };
        for content in annotations {
            reader.annotations(content, &mut shape)?;
        }
        let (shape, methods) = reader.members(members, shape)?;
        Some(Self { name: text(name)?, superclass, interfaces, shape, methods })
    }
}

/// The name of a method without the number at its end, if a compiler chose that number: `lambda$run$` of
/// `lambda$run$3`, `access$` of `access$100`.
pub fn stem(name: &str) -> Option<&str> {
    let stem = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let is_numbered = stem.len() < name.len() && stem.ends_with('$');
    (is_numbered && (stem.starts_with("lambda$") || stem == "access$" || stem.contains("$anonfun$")))
        .then_some(stem)
}

/// A bootstrap method with its arguments, as indices of constants.
type Bootstrap = (u16, Vec<u16>);

struct Reader<'p, 'a> {
    pool: &'p Pool<'a>,
    bootstraps: Vec<Bootstrap>,
    /// The internal name of the class.
    own: &'a [u8],
    /// The class's synthetic numbered methods, by name and descriptor.
    synthetic: HashMap<(&'a [u8], &'a [u8]), usize>,
}

/// A method whose synthetic callees are not yet part of its hash.
struct Draft<'a> {
    name: &'a [u8],
    descriptor: &'a [u8],
    hash: u64,
    /// Synthetic methods that it refers to.
    callees: Vec<usize>,
    lines: Vec<(u32, u16)>,
}

impl<'a> Reader<'_, 'a> {
    /// Fields, which belong to the shape, and methods.
    fn members(mut self, mut file: Bytes<'a>, mut shape: Sink) -> Option<(u64, Vec<MethodCode>)> {
        for _field in 0..file.u16()? {
            shape.u16(file.u16()?);
            shape.text(self.pool.raw(file.u16()?)?);
            shape.text(self.pool.raw(file.u16()?)?);
            each_attribute(&mut file, self.pool, |kind, mut content| {
                match kind {
                    b"ConstantValue" => self.constant(content.u16()?, &mut shape, &mut Vec::new(), 0)?,
                    b"RuntimeVisibleAnnotations" => self.annotations(content, &mut shape)?,
                    _ => {}
                }
                Some(())
            })?;
        }
        let mut methods = Vec::new();
        for at in 0..file.u16()? {
            let (flags, name, descriptor) = (file.u16()?, file.u16()?, file.u16()?);
            let (name, descriptor) = (self.pool.raw(name)?, self.pool.raw(descriptor)?);
            if str::from_utf8(name).is_ok_and(|name| stem(name).is_some()) {
                self.synthetic.insert((name, descriptor), usize::from(at));
            }
            let mut attributes = Vec::new();
            each_attribute(&mut file, self.pool, |kind, content| {
                attributes.push((kind.to_owned(), content));
                Some(())
            })?;
            methods.push((flags, name, descriptor, attributes));
        }
        let drafts = methods
            .into_iter()
            .map(|(flags, name, descriptor, attributes)| self.draft(flags, name, descriptor, attributes))
            .collect::<Option<Vec<_>>>()?;
        let methods = (0..drafts.len()).map(|at| finished(&drafts, at)).collect();
        Some((shape.finish(), methods))
    }

    fn draft(
        &self,
        flags: u16,
        name: &'a [u8],
        descriptor: &'a [u8],
        attributes: Vec<(Vec<u8>, Bytes<'a>)>,
    ) -> Option<Draft<'a>> {
        let mut hash = Sink::default();
        hash.u16(flags);
        let (mut callees, mut lines) = (Vec::new(), Vec::new());
        for (kind, mut content) in attributes {
            match &*kind {
                b"Code" => self.code(content, &mut hash, &mut callees, &mut lines)?,
                b"RuntimeVisibleAnnotations" => self.annotations(content, &mut hash)?,
                b"RuntimeVisibleParameterAnnotations" => {
                    for _parameter in 0..content.u8()? {
                        self.some_annotations(&mut content, &mut hash)?;
                    }
                }
                b"AnnotationDefault" => self.value(&mut content, &mut hash, 0)?,
                _ => {}
            }
        }
        Some(Draft { name, descriptor, hash: hash.finish(), callees, lines })
    }

    fn code(
        &self,
        mut content: Bytes<'a>,
        hash: &mut Sink,
        callees: &mut Vec<usize>,
        lines: &mut Vec<(u32, u16)>,
    ) -> Option<()> {
        // The sizes of stack and locals.
        content.skip_u16s(2)?;
        let length = content.u32()?;
        let code = content.take(usize::try_from(length).ok()?)?;
        let read = instructions(code)?;
        let number_of: HashMap<u32, u32> =
            (0_u32..).zip(&read).map(|(number, (at, _))| (*at, number)).collect();
        let end = u32::try_from(read.len()).ok()?;
        let number = |at: u32| if at == length { Some(end) } else { number_of.get(&at).copied() };
        // Of each instruction what it does, jump targets left out: lines are hashed from this.
        let mut alone = Vec::with_capacity(read.len());
        for (_, instruction) in &read {
            let mut own = Sink::default();
            self.instruction(instruction, &mut own, callees)?;
            let own = own.finish();
            hash.u64(own);
            if let Operand::Jumps { targets, .. } = &instruction.operand {
                targets.iter().try_for_each(|target| number(*target).map(|target| hash.u32(target)))?;
            }
            alone.push(own);
        }
        for _handler in 0..content.u16()? {
            for _place in 0..3 {
                hash.u32(number(content.u16()?.into())?);
            }
            let kind = content.u16()?;
            hash.text(if kind == 0 { b"" } else { self.pool.named(kind)? });
        }
        let mut starts = Vec::new();
        each_attribute(&mut content, self.pool, |kind, mut table| {
            if kind == b"LineNumberTable" {
                for _entry in 0..table.u16()? {
                    let (at, line) = (table.u16()?, table.u16()?);
                    if let Some(at) = number(at.into()) {
                        starts.push((at, u32::from(line)));
                    }
                }
            }
            Some(())
        })?;
        starts.sort_unstable();
        for (place, &(first, line)) in starts.iter().enumerate() {
            let next = starts.get(place + 1).map_or(end, |(next, _)| *next);
            let mut own = Sink::default();
            for instruction in &alone[first as usize..next as usize] {
                own.u64(*instruction);
            }
            if line > 0 {
                lines.push((line, (own.finish() >> 48) as u16));
            }
        }
        Some(())
    }

    fn instruction(
        &self,
        instruction: &Instruction,
        into: &mut Sink,
        callees: &mut Vec<usize>,
    ) -> Option<()> {
        into.u8(instruction.opcode);
        match &instruction.operand {
            Operand::Numbers(numbers) => {
                for number in numbers {
                    into.u32(*number);
                }
            }
            Operand::Constant(index, number) => {
                into.u8(*number);
                self.constant(*index, into, callees, 0)?;
            }
            Operand::Jumps { keys, .. } => {
                for key in keys {
                    into.u32(*key);
                }
            }
        }
        Some(())
    }

    /// Adds what a constant says.
    fn constant(&self, index: u16, into: &mut Sink, callees: &mut Vec<usize>, deep: usize) -> Option<()> {
        if deep > DEEP {
            return None;
        }
        match self.pool.get(index)? {
            Constant::None => return None,
            Constant::Text(text) => into.text(text),
            Constant::Number(kind, number) => {
                into.u8(kind);
                into.u64(number);
            }
            Constant::Named(kind, text) => {
                into.u8(kind);
                into.text(self.pool.raw(text)?);
            }
            Constant::Member(kind, class, member) => {
                into.u8(kind);
                let Constant::Signed(name, descriptor) = self.pool.get(member)? else { return None };
                let class = self.pool.named(class)?;
                let (name, descriptor) = (self.pool.raw(name)?, self.pool.raw(descriptor)?);
                into.text(class);
                let callee = self.synthetic.get(&(name, descriptor)).filter(|_| class == self.own);
                if let Some(callee) = callee {
                    callees.push(*callee);
                } else {
                    into.text(name);
                }
                into.text(descriptor);
            }
            Constant::Signed(name, descriptor) => {
                into.text(self.pool.raw(name)?);
                into.text(self.pool.raw(descriptor)?);
            }
            Constant::Handle(kind, member) => {
                into.u8(kind);
                self.constant(member, into, callees, deep + 1)?;
            }
            Constant::Dynamic(bootstrap, signed) => {
                let (method, arguments) = self.bootstraps.get(usize::from(bootstrap))?;
                self.constant(*method, into, callees, deep + 1)?;
                for argument in arguments {
                    self.constant(*argument, into, callees, deep + 1)?;
                }
                self.constant(signed, into, callees, deep + 1)?;
            }
        }
        Some(())
    }

    fn annotations(&self, mut content: Bytes<'a>, into: &mut Sink) -> Option<()> {
        self.some_annotations(&mut content, into)
    }

    fn some_annotations(&self, content: &mut Bytes<'a>, into: &mut Sink) -> Option<()> {
        for _annotation in 0..content.u16()? {
            self.annotation(content, into, 0)?;
        }
        Some(())
    }

    /// Source: JVMS 4.7.16.
    fn annotation(&self, content: &mut Bytes<'a>, into: &mut Sink, deep: usize) -> Option<()> {
        into.text(self.pool.raw(content.u16()?)?);
        for _pair in 0..content.u16()? {
            into.text(self.pool.raw(content.u16()?)?);
            self.value(content, into, deep + 1)?;
        }
        Some(())
    }

    fn value(&self, content: &mut Bytes<'a>, into: &mut Sink, deep: usize) -> Option<()> {
        if deep > DEEP {
            return None;
        }
        let kind = content.u8()?;
        into.u8(kind);
        match kind {
            b'e' => {
                into.text(self.pool.raw(content.u16()?)?);
                into.text(self.pool.raw(content.u16()?)?);
            }
            b'@' => self.annotation(content, into, deep + 1)?,
            b'[' => {
                for _value in 0..content.u16()? {
                    self.value(content, into, deep + 1)?;
                }
            }
            _ => self.constant(content.u16()?, into, &mut Vec::new(), 0)?,
        }
        Some(())
    }
}

/// A method whose hash has the code of the synthetic methods that it refers to.
fn finished(drafts: &[Draft], at: usize) -> MethodCode {
    let draft = &drafts[at];
    MethodCode {
        name: decode(draft.name),
        descriptor: decode(draft.descriptor),
        hash: with_callees(drafts, at, 0),
        lines: draft.lines.clone(),
    }
}

fn with_callees(drafts: &[Draft], at: usize, deep: usize) -> u64 {
    let draft = &drafts[at];
    // A lambda may call itself, by way of a field.
    if draft.callees.is_empty() || deep > 3 {
        return draft.hash;
    }
    let mut hash = Sink::default();
    hash.u64(draft.hash);
    for callee in &draft.callees {
        hash.u64(with_callees(drafts, *callee, deep + 1));
    }
    hash.finish()
}

/// Source: JVMS 4.7.23.
fn read_bootstraps(mut content: Bytes) -> Option<Vec<Bootstrap>> {
    let mut read = Vec::new();
    for _method in 0..content.u16()? {
        let method = content.u16()?;
        let count = content.u16()?;
        read.push((method, (0..count).map(|_| content.u16()).collect::<Option<_>>()?));
    }
    Some(read)
}

fn skip_members(file: &mut Bytes, pool: &Pool) -> Option<()> {
    for _member in 0..file.u16()? {
        file.skip_u16s(3)?;
        each_attribute(file, pool, |_, _| Some(()))?;
    }
    Some(())
}

fn each_attribute<'a>(
    file: &mut Bytes<'a>,
    pool: &Pool,
    mut take: impl FnMut(&[u8], Bytes<'a>) -> Option<()>,
) -> Option<()> {
    for _attribute in 0..file.u16()? {
        let name = pool.raw(file.u16()?)?;
        let length = file.u32()?;
        let content = file.take(usize::try_from(length).ok()?)?;
        take(name, Bytes(content))?;
    }
    Some(())
}

fn dotted(internal: &[u8]) -> String {
    decode(internal).replace('/', ".")
}

/// A hash under construction; texts are told apart from their neighbours.
#[derive(Default)]
struct Sink(Fnv);

impl Sink {
    fn u8(&mut self, number: u8) {
        self.0.bytes(&[number]);
    }

    fn u16(&mut self, number: u16) {
        self.0.bytes(&number.to_le_bytes());
    }

    fn u32(&mut self, number: u32) {
        self.0.bytes(&number.to_le_bytes());
    }

    fn u64(&mut self, number: u64) {
        self.0.bytes(&number.to_le_bytes());
    }

    fn text(&mut self, text: &[u8]) {
        self.u32(text.len() as u32);
        self.0.bytes(text);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}
