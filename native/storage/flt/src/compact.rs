//! Payloads of the records in few bytes, which version 1.5 writes: numbers as [`varint`], names in [`texts`],
//! coverage in [`rows`].
//!
//! A payload with texts begins with a byte that says how many bytes of texts came before it (the lowest bits), the
//! length of its own as a number, and these, packed. Then come its numbers, in which a text is its length, and its
//! coverage, which ends it.

use faultline_spectrum::{
    Background, Charge, ClassDetails, ClassFile, ConditionPath, Coverage, ElementHits, ElementOwner,
    ElementTable, Frame, Moment, Outcome, RecordedClass, RecordedDetails, RecordedFixture, RecordedMethod,
    RecordedTest, Site, SiteKind, Thrown,
};

use crate::Key;
use crate::rows;
use crate::texts::{Texts, Unpacked};
use crate::varint::{self, Input};

/// Flags of a test behind the two bits of its outcome.
const OVERLAPPED: u8 = 1 << 2;
const FAILURE: u8 = 1 << 3;

/// What a record says but for its coverage, before it is put together.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    numbers: Vec<u8>,
    texts: Texts,
}

impl Draft {
    /// Appends what was drafted, and begins another record. Cost: no allocation but the buffers' growth.
    pub(crate) fn finish(&mut self, out: &mut Vec<u8>) {
        out.push(self.texts.mark());
        varint::put(out, self.texts.length() as u64);
        self.texts.pack(out);
        out.append(&mut self.numbers);
    }

    pub(crate) fn number(&mut self, value: impl Into<u64>) {
        varint::put(&mut self.numbers, value.into());
    }

    fn length(&mut self, length: usize) {
        self.number(length as u64);
    }

    fn signed(&mut self, value: impl Into<i64>) {
        varint::put_signed(&mut self.numbers, value.into());
    }

    /// How far `value` is from `last`.
    fn moved(&mut self, value: u32, last: u32) {
        self.signed(i64::from(value) - i64::from(last));
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        self.numbers.push(byte);
    }

    fn eight(&mut self, value: u64) {
        self.numbers.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.length(text.len());
        self.texts.add(text);
    }

    /// 0 for none, else one more than its length.
    pub(crate) fn optional(&mut self, text: Option<&str>) {
        self.length(text.map_or(0, |text| text.len() + 1));
        self.texts.add(text.unwrap_or_default());
    }

    pub(crate) fn frames(&mut self, frames: &[Frame]) {
        self.length(frames.len());
        for frame in frames {
            self.text(&frame.class);
            self.text(&frame.method);
            self.signed(frame.line);
        }
    }

    pub(crate) fn methods<'a>(&mut self, methods: impl ExactSizeIterator<Item = (&'a str, &'a str)>) {
        self.length(methods.len());
        for (name, descriptor) in methods {
            self.text(name);
            self.text(descriptor);
        }
    }

    /// Slots as stretches of one method, then the lines, each as seen from the one before.
    pub(crate) fn slots(&mut self, slots: &[(u32, u32)]) {
        let stretches = || slots.chunk_by(|one, next| one.0 == next.0);
        self.length(stretches().count());
        let mut last = 0;
        for stretch in stretches() {
            self.moved(stretch[0].0, last);
            self.length(stretch.len() - 1);
            last = stretch[0].0;
        }
        last = 0;
        for &(_, line) in slots {
            self.moved(line, last);
            last = line;
        }
    }

    pub(crate) fn class_head(
        &mut self,
        id: u32,
        name: &str,
        source: Option<&str>,
        hash: u64,
        location: &str,
    ) {
        self.number(id);
        self.text(name);
        self.optional(source);
        self.eight(hash);
        self.text(location);
    }

    pub(crate) fn details(&mut self, details: &RecordedDetails) {
        self.number(details.class);
        self.optional(details.superclass.as_deref());
        self.length(details.owners.len());
        details.owners.iter().for_each(|owner| self.text(owner));
        self.length(details.uses.len());
        let mut last = 0;
        for &(slot, owner) in &details.uses {
            self.moved(slot, last);
            self.number(owner);
            last = slot;
        }
        self.optional(details.debug.as_deref());
    }

    pub(crate) fn outcome(&mut self, outcome: Outcome, overlapped: bool, has_failure: bool) {
        let overlapped = if overlapped { OVERLAPPED } else { 0 };
        self.byte(outcome.code() | overlapped | if has_failure { FAILURE } else { 0 });
    }

    pub(crate) fn elements(&mut self, table: &ElementTable) {
        self.number(table.id);
        self.number(table.class);
        self.length(table.sites.len());
        let mut line = 0;
        for site in &table.sites {
            self.number(site.method);
            self.moved(site.line, line);
            line = site.line;
            self.byte(site.kind as u8);
            self.text(&site.name);
            self.length(site.cases.len());
            site.cases.iter().for_each(|&case| self.signed(case));
        }
    }
}

/// Appends the steps of a path, each as seen from the one before.
pub(crate) fn put_steps(out: &mut Vec<u8>, steps: &[(u32, u32)]) {
    let mut last = (0, 0);
    for &(table, slot) in steps {
        varint::put_signed(out, i64::from(table) - i64::from(last.0));
        varint::put_signed(out, i64::from(slot) - i64::from(last.1));
        last = (table, slot);
    }
}

/// What records before the one at hand leave to it, and buffers.
#[derive(Debug, Default)]
pub(crate) struct Context {
    texts: Unpacked,
    words: Vec<u64>,
}

/// A payload with texts, past its texts.
struct Fields<'a> {
    numbers: Input<'a>,
    /// Those that were not taken yet.
    texts: &'a [u8],
    words: &'a mut Vec<u64>,
}

impl Context {
    fn fields<'a>(&'a mut self, payload: &'a [u8]) -> Result<Fields<'a>, String> {
        let mut numbers = Input::new(payload);
        if numbers.byte()? != self.texts.mark() {
            return Err("a record with texts before it is missing".into());
        }
        let length = usize::try_from(numbers.number()?).unwrap_or(usize::MAX);
        let texts = self.texts.record(&mut numbers, length)?;
        Ok(Fields { numbers, texts, words: &mut self.words })
    }

    /// Payload of [`kind::COMPACT_CLASS`](crate::record::kind).
    pub(crate) fn class(&mut self, payload: &[u8]) -> Result<RecordedClass, String> {
        let mut fields = self.fields(payload)?;
        let class = fields.class()?;
        fields.end()?;
        Ok(class)
    }

    /// Payload of `DESCRIBED_CLASS` behind its key.
    pub(crate) fn described_class(
        &mut self,
        payload: &[u8],
    ) -> Result<(RecordedClass, RecordedDetails), String> {
        let mut fields = self.fields(payload)?;
        let (class, details) = (fields.class()?, fields.details()?);
        fields.end()?;
        if class.id == details.class {
            Ok((class, details))
        } else {
            Err(format!("class number {} is described as number {}", class.id, details.class))
        }
    }

    /// Payload of `COMPACT_TEST`: the head, then whether it failed and how, then its coverage.
    pub(crate) fn test(&mut self, payload: &[u8]) -> Result<RecordedTest, String> {
        let mut fields = self.fields(payload)?;
        let sequence = fields.numbers.u32()?;
        let (unique_id, class, method) = (fields.text()?, fields.text()?, fields.text()?);
        let flags = fields.numbers.byte()?;
        if flags >= FAILURE << 1 {
            return Err(format!("a test has no flags {flags}"));
        }
        let code = flags % OVERLAPPED;
        let outcome =
            Outcome::from_code(code).ok_or_else(|| format!("there is no outcome with code {code}"))?;
        let duration_ns = fields.numbers.number()?;
        let failure = if flags & FAILURE == 0 {
            None
        } else {
            let (exception, frames) = (fields.text()?, fields.frames()?);
            Some(faultline_spectrum::Failure { exception, frames, thrown: None })
        };
        Ok(RecordedTest {
            sequence,
            unique_id,
            class,
            method,
            display: String::new(),
            outcome,
            duration_ns,
            overlapped: flags & OVERLAPPED != 0,
            failure,
            coverage: fields.coverage()?,
        })
    }

    /// Payload of `COMPACT_FIXTURE`.
    pub(crate) fn fixture(&mut self, payload: &[u8]) -> Result<RecordedFixture, String> {
        let mut fields = self.fields(payload)?;
        let (id, code) = (fields.numbers.u32()?, fields.numbers.byte()?);
        let moment = Moment::from_code(code).ok_or_else(|| format!("there is no moment with code {code}"))?;
        let (unique_id, class, method) = (fields.text()?, fields.text()?, fields.text()?);
        Ok(RecordedFixture { id, moment, unique_id, class, method, coverage: fields.coverage()? })
    }

    /// Payload of `COMPACT_DETAILS`.
    pub(crate) fn details(&mut self, payload: &[u8]) -> Result<RecordedDetails, String> {
        let mut fields = self.fields(payload)?;
        let details = fields.details()?;
        fields.end()?;
        Ok(details)
    }

    /// Payload of `COMPACT_BACKGROUND`.
    pub(crate) fn background(&mut self, payload: &[u8]) -> Result<Background, String> {
        let mut fields = self.fields(payload)?;
        Ok(Background { thread: fields.text()?, coverage: fields.coverage()? })
    }

    /// Payload of `COMPACT_THROWN`: the test's sequence, and what was thrown first.
    pub(crate) fn thrown(&mut self, payload: &[u8]) -> Result<(u32, Thrown), String> {
        let mut fields = self.fields(payload)?;
        let (test, exception, frames) = (fields.numbers.u32()?, fields.text()?, fields.frames()?);
        fields.end()?;
        Ok((test, Thrown { exception, frames, initialiser: None }))
    }

    /// Payload of `COMPACT_DISPLAY`: the test's sequence, and what the framework shows of it.
    pub(crate) fn display(&mut self, payload: &[u8]) -> Result<(u32, String), String> {
        let mut fields = self.fields(payload)?;
        let shown = (fields.numbers.u32()?, fields.text()?);
        fields.end()?;
        Ok(shown)
    }

    /// Payload of `COMPACT_ELEMENTS`.
    pub(crate) fn elements(&mut self, payload: &[u8]) -> Result<ElementTable, String> {
        let mut fields = self.fields(payload)?;
        let (id, class) = (fields.numbers.u32()?, fields.numbers.u32()?);
        let mut line = 0;
        let sites = fields.list(5, |fields| {
            let method = fields.numbers.u32()?;
            line = fields.numbers.moved(line)?;
            let code = fields.numbers.byte()?;
            let kind = SiteKind::from_code(code).ok_or_else(|| format!("{code} is no kind of site"))?;
            let name = fields.text()?;
            let cases = fields.list(1, |fields| narrow(fields.numbers.signed()?))?;
            Ok(Site { method, line, kind, name, cases })
        })?;
        fields.end()?;
        Ok(ElementTable { id, class, sites })
    }

    /// Payload of `COMPACT_INITIALISER`: the class, and its coverage.
    pub(crate) fn initialiser(&mut self, payload: &[u8]) -> Result<(u32, Coverage), String> {
        let mut input = Input::new(payload);
        Ok((input.u32()?, rows::get(&mut input, &mut self.words)?))
    }

    /// Payload of `COMPACT_OUTCOMES`: whose they are, and of which number, and the coverage of tables.
    pub(crate) fn outcomes(&mut self, payload: &[u8]) -> Result<ElementHits, String> {
        let mut input = Input::new(payload);
        let (code, number) = (input.byte()?, input.u32()?);
        let owner = ElementOwner::from_code(code, number)
            .ok_or_else(|| format!("{code} is no kind of owner of outcomes"))?;
        Ok(ElementHits { owner, coverage: rows::get(&mut input, &mut self.words)? })
    }
}

/// Payload of `COMPACT_PATH`: the test's sequence, the number of steps, and these.
pub(crate) fn path(payload: &[u8]) -> Result<ConditionPath, String> {
    let mut input = Input::new(payload);
    let (test, count) = (input.u32()?, input.count(2)?);
    let mut last = (0, 0);
    let mut step = || {
        last = (input.moved(last.0)?, input.moved(last.1)?);
        Ok::<_, String>(last)
    };
    let mut steps = Vec::with_capacity(count);
    for _ in 0..count {
        steps.push(step()?);
    }
    input.end()?;
    Ok(ConditionPath { test, steps })
}

/// Payload of `REFERENCES`: the number of classes, then of each its number in the JVM and its key.
pub(crate) fn references(payload: &[u8]) -> Result<Vec<(u32, Key)>, String> {
    let mut input = Input::new(payload);
    let count = input.count(9)?;
    let mut classes = Vec::with_capacity(count);
    for _ in 0..count {
        let class = input.u32()?;
        let key = input.take(8)?.first_chunk().copied().unwrap_or_default();
        classes.push((class, Key::from_bytes(key)));
    }
    input.end()?;
    Ok(classes)
}

/// Payload of `COMPACT_CHARGE`: the test's sequence, the number of fixtures, and these.
pub(crate) fn charge(payload: &[u8]) -> Result<Charge, String> {
    let mut input = Input::new(payload);
    let (test, count) = (input.u32()?, input.count(1)?);
    let mut fixtures = Vec::with_capacity(count);
    for _ in 0..count {
        fixtures.push(input.u32()?);
    }
    input.end()?;
    Ok(Charge { test, fixtures })
}

impl Fields<'_> {
    fn text(&mut self) -> Result<String, String> {
        let length = self.numbers.number()?;
        self.text_of(length)
    }

    fn optional(&mut self) -> Result<Option<String>, String> {
        match self.numbers.number()? {
            0 => Ok(None),
            more => self.text_of(more - 1).map(Some),
        }
    }

    fn text_of(&mut self, length: u64) -> Result<String, String> {
        let split = usize::try_from(length).ok().and_then(|length| self.texts.split_at_checked(length));
        let (text, rest) = split.ok_or("its texts end early")?;
        self.texts = rest;
        std::str::from_utf8(text).map(str::to_owned).map_err(|_| "a text is not UTF-8".into())
    }

    fn eight(&mut self) -> Result<u64, String> {
        let bytes = self.numbers.take(8)?;
        Ok(bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    }

    /// A list, each of whose elements has at least `least` bytes.
    fn list<T>(
        &mut self,
        least: usize,
        mut element: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let count = self.numbers.count(least)?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(element(self)?);
        }
        Ok(list)
    }

    fn class(&mut self) -> Result<RecordedClass, String> {
        let (id, name, source_file) = (self.numbers.u32()?, self.text()?, self.optional()?);
        let (hash, location) = (self.eight()?, self.text()?);
        let methods =
            self.list(2, |fields| Ok(RecordedMethod { name: fields.text()?, descriptor: fields.text()? }))?;
        let slots =
            slots(&mut self.numbers, methods.len()).map_err(|what| format!("of class {name}, {what}"))?;
        Ok(RecordedClass::new(id, ClassFile { name, source_file, hash, location, methods, slots }))
    }

    fn details(&mut self) -> Result<RecordedDetails, String> {
        let (class, superclass) = (self.numbers.u32()?, self.optional()?);
        let owners = self.list(1, Self::text)?;
        let mut last = 0;
        let uses = self.list(2, |fields| {
            last = fields.numbers.moved(last)?;
            Ok((last, fields.numbers.u32()?))
        })?;
        if uses.iter().any(|&(_, owner)| owner as usize >= owners.len()) {
            return Err(format!("class number {class} uses a field of a class that is not named"));
        }
        let debug = self.optional()?;
        Ok(RecordedDetails::new(class, ClassDetails { superclass, owners, uses, debug }))
    }

    fn frames(&mut self) -> Result<Vec<Frame>, String> {
        self.list(3, |fields| {
            let (class, method) = (fields.text()?, fields.text()?);
            Ok(Frame { class, method, line: narrow(fields.numbers.signed()?)? })
        })
    }

    /// The coverage that ends the record.
    fn coverage(mut self) -> Result<Coverage, String> {
        let coverage = rows::get(&mut self.numbers, self.words)?;
        self.end()?;
        Ok(coverage)
    }

    fn end(&self) -> Result<(), String> {
        self.numbers.end()?;
        if self.texts.is_empty() { Ok(()) } else { Err("it has texts that it does not use".into()) }
    }
}

/// A number of 32 bits.
fn narrow(value: i64) -> Result<i32, String> {
    i32::try_from(value).map_err(|_| "a number has more than 32 bits".into())
}

/// The slots of a class with so many methods.
fn slots(input: &mut Input<'_>, methods: usize) -> Result<Vec<(u32, u32)>, String> {
    let stretches = input.count(2)?;
    let mut slots = Vec::new();
    // The stretches are read twice, so that the lines, a byte each at least, say how much room they need.
    let mut ahead = Input::new(input.rest());
    let mut count = 0_u64;
    for _ in 0..stretches {
        ahead.signed()?;
        count = count.saturating_add(ahead.number()?).saturating_add(1);
    }
    let count = usize::try_from(count).ok().filter(|&count| count <= ahead.rest().len());
    slots.reserve_exact(count.ok_or("a line is missing")?);
    let mut method = 0;
    for _ in 0..stretches {
        method = input.moved(method)?;
        if method as usize >= methods {
            return Err("a line belongs to a method that the class does not have".into());
        }
        let length = input.number()? + 1;
        slots.extend((0..length).map(|_| (method, 0)));
    }
    let mut line = 0;
    for slot in &mut slots {
        line = input.moved(line)?;
        slot.1 = line;
    }
    Ok(slots)
}
