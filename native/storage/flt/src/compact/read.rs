//! Decodes the payloads of [`compact`](crate::compact) records.

use faultline_spectrum::{
    Background, Charge, ClassDetails, ClassFile, ConditionPath, Coverage, ElementHits, ElementOwner,
    ElementTable, Failure, Frame, LineSizes, Moment, Outcome, RecordedClass, RecordedDetails,
    RecordedFixture, RecordedMethod, RecordedTest, Site, SiteKind, Thrown,
};

use super::{FAILURE, OVERLAPPED};
use crate::texts::Unpacked;
use crate::varint::Input;
use crate::{Key, rows};

/// State that carries over between records, and buffers.
#[derive(Debug, Default)]
pub(crate) struct Context {
    texts: Unpacked,
    words: Vec<u64>,
    sizes: rows::Sizes,
}

/// A payload with texts, after its texts.
struct Fields<'a> {
    numbers: Input<'a>,
    /// The texts not yet read.
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

    /// Reads a payload without coverage.
    fn whole<'a, T>(
        &'a mut self,
        payload: &'a [u8],
        read: impl FnOnce(&mut Fields<'a>) -> Result<T, String>,
    ) -> Result<T, String> {
        let mut fields = self.fields(payload)?;
        let said = read(&mut fields)?;
        fields.end()?;
        Ok(said)
    }

    pub(crate) fn class(&mut self, payload: &[u8]) -> Result<RecordedClass, String> {
        self.whole(payload, Fields::class)
    }

    pub(crate) fn details(&mut self, payload: &[u8]) -> Result<RecordedDetails, String> {
        self.whole(payload, Fields::details)
    }

    /// Reads a class and its details, which follow the key.
    pub(crate) fn described_class(
        &mut self,
        payload: &[u8],
    ) -> Result<(RecordedClass, RecordedDetails), String> {
        let (class, details) = self.whole(payload, |fields| Ok((fields.class()?, fields.details()?)))?;
        if class.id == details.class {
            Ok((class, details))
        } else {
            Err(format!("class number {} is described as number {}", class.id, details.class))
        }
    }

    /// Reads the head of a test, its failure, and its coverage.
    pub(crate) fn test(&mut self, payload: &[u8]) -> Result<RecordedTest, String> {
        let (test, fields) = self.head(payload)?;
        Ok(RecordedTest { coverage: fields.coverage()?, ..test })
    }

    /// Reads the head of a test and its failure, and returns where its coverage starts and approximately how many words it
    /// has.
    pub(crate) fn test_without_row(
        &mut self,
        payload: &[u8],
    ) -> Result<(RecordedTest, usize, usize), String> {
        let (test, fields) = self.head(payload)?;
        fields.end_of_texts()?;
        let row = fields.numbers.position();
        let words = self.sizes.of(&mut Input::new_at(payload, row))?;
        Ok((test, row, words))
    }

    /// Reads a test up to its coverage.
    fn head<'a>(&'a mut self, payload: &'a [u8]) -> Result<(RecordedTest, Fields<'a>), String> {
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
            Some(Failure { exception, frames, thrown: None })
        };
        let test = RecordedTest {
            sequence,
            unique_id,
            class,
            method,
            display: String::new(),
            outcome,
            duration_ns,
            overlapped: flags & OVERLAPPED != 0,
            failure,
            coverage: Coverage::default(),
        };
        Ok((test, fields))
    }

    pub(crate) fn fixture(&mut self, payload: &[u8]) -> Result<RecordedFixture, String> {
        let mut fields = self.fields(payload)?;
        let (id, code) = (fields.numbers.u32()?, fields.numbers.byte()?);
        let moment = Moment::from_code(code).ok_or_else(|| format!("there is no moment with code {code}"))?;
        let (unique_id, class, method) = (fields.text()?, fields.text()?, fields.text()?);
        Ok(RecordedFixture { id, moment, unique_id, class, method, coverage: fields.coverage()? })
    }

    pub(crate) fn background(&mut self, payload: &[u8]) -> Result<Background, String> {
        let mut fields = self.fields(payload)?;
        Ok(Background { thread: fields.text()?, coverage: fields.coverage()? })
    }

    /// Reads the test's sequence and the original exception.
    pub(crate) fn thrown(&mut self, payload: &[u8]) -> Result<(u32, Thrown), String> {
        self.whole(payload, |fields| {
            let (test, exception, frames) = (fields.numbers.u32()?, fields.text()?, fields.frames()?);
            Ok((test, Thrown { exception, frames, initialiser: None }))
        })
    }

    /// Reads the test's sequence and its display name.
    pub(crate) fn display(&mut self, payload: &[u8]) -> Result<(u32, String), String> {
        self.whole(payload, |fields| Ok((fields.numbers.u32()?, fields.text()?)))
    }

    pub(crate) fn elements(&mut self, payload: &[u8]) -> Result<ElementTable, String> {
        self.whole(payload, |fields| {
            let (id, class) = (fields.numbers.u32()?, fields.numbers.u32()?);
            Ok(ElementTable { id, class, sites: fields.sites()? })
        })
    }

    /// Reads the class and its coverage.
    pub(crate) fn initialiser(&mut self, payload: &[u8]) -> Result<(u32, Coverage), String> {
        let mut input = Input::new(payload);
        Ok((input.u32()?, rows::get(&mut input, &mut self.words)?))
    }

    /// Reads the owner, its number, and the coverage of tables.
    pub(crate) fn outcomes(&mut self, payload: &[u8]) -> Result<ElementHits, String> {
        let mut input = Input::new(payload);
        let (code, number) = (input.byte()?, input.u32()?);
        let owner = ElementOwner::from_code(code, number)
            .ok_or_else(|| format!("{code} is no kind of owner of outcomes"))?;
        Ok(ElementHits { owner, coverage: rows::get(&mut input, &mut self.words)? })
    }
}

/// Reads the test's sequence, the number of steps, and the steps.
pub(crate) fn path(payload: &[u8]) -> Result<ConditionPath, String> {
    let mut input = Input::new(payload);
    let test = input.u32()?;
    let mut last = (0, 0);
    let steps = input.list(2, |input| {
        last = (input.moved(last.0)?, input.moved(last.1)?);
        Ok(last)
    })?;
    input.end()?;
    Ok(ConditionPath { test, steps })
}

/// Reads the number of classes, then each class's number in the JVM and its key.
pub(crate) fn references(payload: &[u8]) -> Result<Vec<(u32, Key)>, String> {
    let mut input = Input::new(payload);
    let classes = input.list(9, |input| Ok((input.u32()?, Key::from_bytes(input.eight()?))))?;
    input.end()?;
    Ok(classes)
}

/// Reads the test's sequence, the number of fixtures, and the fixtures.
pub(crate) fn charge(payload: &[u8]) -> Result<Charge, String> {
    numbers(payload).map(|(test, fixtures)| Charge { test, fixtures })
}

/// Reads the number of a class, the number of its slots, and the bytes of each.
pub(crate) fn sizes(payload: &[u8]) -> Result<LineSizes, String> {
    numbers(payload).map(|(class, bytes)| LineSizes { class, bytes })
}

fn numbers(payload: &[u8]) -> Result<(u32, Vec<u32>), String> {
    let mut input = Input::new(payload);
    let numbers = (input.u32()?, input.list(1, Input::u32)?);
    input.end()?;
    Ok(numbers)
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

    /// Reads a list whose elements have at least `least` bytes each.
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
        let (hash, location) = (u64::from_le_bytes(self.numbers.eight()?), self.text()?);
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

    fn sites(&mut self) -> Result<Vec<Site>, String> {
        let mut line = 0;
        self.list(5, |fields| {
            let method = fields.numbers.u32()?;
            line = fields.numbers.moved(line)?;
            let code = fields.numbers.byte()?;
            let kind = SiteKind::from_code(code).ok_or_else(|| format!("{code} is no kind of site"))?;
            let (name, cases) = (fields.text()?, fields.numbers.list(1, Input::i32)?);
            Ok(Site { method, line, kind, name, cases })
        })
    }

    fn frames(&mut self) -> Result<Vec<Frame>, String> {
        self.list(3, |fields| {
            let (class, method) = (fields.text()?, fields.text()?);
            Ok(Frame { class, method, line: fields.numbers.i32()? })
        })
    }

    /// Reads the coverage that ends the record.
    fn coverage(mut self) -> Result<Coverage, String> {
        let coverage = rows::get(&mut self.numbers, self.words)?;
        self.end()?;
        Ok(coverage)
    }

    fn end(&self) -> Result<(), String> {
        self.numbers.end()?;
        self.end_of_texts()
    }

    fn end_of_texts(&self) -> Result<(), String> {
        if self.texts.is_empty() { Ok(()) } else { Err("it has texts that it does not use".into()) }
    }
}

/// Reads the slots of a class with `methods` methods.
fn slots(input: &mut Input<'_>, methods: usize) -> Result<Vec<(u32, u32)>, String> {
    let stretches = input.count(2)?;
    let mut slots = Vec::new();
    // Reads the stretches twice: the first pass sums the lines, of at least a byte each, to allocate exactly.
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
