//! Encodes the payloads of [`compact`](crate::compact) records.

use std::io;

use faultline_spectrum::{ElementOwner, ElementTable, Frame, RecordedClass, RecordedDetails, Thrown};

use super::{FAILURE, OVERLAPPED};
use crate::texts::Texts;
use crate::{FixtureParts, Key, TestParts, rows, varint};

/// A record with texts under construction, without its coverage.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    numbers: Vec<u8>,
    texts: Texts,
}

impl Draft {
    /// Appends the draft and clears it for the next record. Cost: no allocation but the buffers' growth.
    pub(crate) fn finish(&mut self, out: &mut Vec<u8>) {
        out.push(self.texts.mark());
        varint::put(out, self.texts.length() as u64);
        self.texts.pack(out);
        out.append(&mut self.numbers);
    }

    pub(crate) fn class(&mut self, class: &RecordedClass) {
        self.number(class.id);
        self.text(&class.name);
        self.optional(class.source_file.as_deref());
        self.numbers.extend_from_slice(&class.hash.to_le_bytes());
        self.text(&class.location);
        self.length(class.methods.len());
        for method in &class.methods {
            self.text(&method.name);
            self.text(&method.descriptor);
        }
        self.slots(&class.slots);
    }

    /// Writes slots as stretches of one method, then the lines, each relative to the previous one.
    fn slots(&mut self, slots: &[(u32, u32)]) {
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

    pub(crate) fn test(&mut self, test: &TestParts<'_>) {
        self.number(test.sequence);
        self.text(test.unique_id);
        self.text(test.class);
        self.text(test.method);
        let overlapped = if test.overlapped { OVERLAPPED } else { 0 };
        let failure = if test.failure.is_some() { FAILURE } else { 0 };
        self.byte(test.outcome.code() | overlapped | failure);
        self.number(test.duration_ns);
        if let Some(failure) = test.failure {
            self.text(&failure.exception);
            self.frames(&failure.frames);
        }
    }

    pub(crate) fn thrown(&mut self, test: u32, thrown: &Thrown) {
        self.number(test);
        self.text(&thrown.exception);
        self.frames(&thrown.frames);
    }

    pub(crate) fn display(&mut self, test: u32, name: &str) {
        self.number(test);
        self.text(name);
    }

    pub(crate) fn fixture(&mut self, fixture: &FixtureParts<'_>) {
        self.number(fixture.id);
        self.byte(fixture.moment.code());
        self.text(fixture.unique_id);
        self.text(fixture.class);
        self.text(fixture.method);
    }

    pub(crate) fn background(&mut self, thread: &str) {
        self.text(thread);
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

    fn frames(&mut self, frames: &[Frame]) {
        self.length(frames.len());
        for frame in frames {
            self.text(&frame.class);
            self.text(&frame.method);
            self.signed(frame.line);
        }
    }

    fn byte(&mut self, byte: u8) {
        self.numbers.push(byte);
    }

    fn number(&mut self, value: impl Into<u64>) {
        varint::put(&mut self.numbers, value.into());
    }

    fn length(&mut self, length: usize) {
        self.number(length as u64);
    }

    fn signed(&mut self, value: impl Into<i64>) {
        varint::put_signed(&mut self.numbers, value.into());
    }

    /// Writes the difference of `value` from `last`.
    fn moved(&mut self, value: u32, last: u32) {
        varint::put_moved(&mut self.numbers, value, last);
    }

    fn text(&mut self, text: &str) {
        self.length(text.len());
        self.texts.add(text);
    }

    /// Writes 0 for none, otherwise the length plus one.
    fn optional(&mut self, text: Option<&str>) {
        self.length(text.map_or(0, |text| text.len() + 1));
        self.texts.add(text.unwrap_or_default());
    }
}

/// Appends the row of a record that starts at `start`. Errors: the words are no valid coverage.
pub(crate) fn put_row(out: &mut Vec<u8>, start: usize, words: &[u64]) -> io::Result<()> {
    rows::put(out, start, words).map_err(|what| io::Error::new(io::ErrorKind::InvalidInput, what))
}

pub(crate) fn put_initialiser(out: &mut Vec<u8>, class: u32, words: &[u64]) -> io::Result<()> {
    let start = out.len();
    varint::put(out, class.into());
    put_row(out, start, words)
}

pub(crate) fn put_outcomes(out: &mut Vec<u8>, owner: ElementOwner, words: &[u64]) -> io::Result<()> {
    let ((code, number), start) = (owner.code(), out.len());
    out.push(code);
    varint::put(out, number.into());
    put_row(out, start, words)
}

/// Writes the number of a test or class, and a list of numbers about it.
pub(crate) fn put_numbers(out: &mut Vec<u8>, of: u32, numbers: &[u32]) {
    varint::put(out, of.into());
    varint::put(out, numbers.len() as u64);
    for &number in numbers {
        varint::put(out, number.into());
    }
}

/// Writes a path; each step is relative to the previous one.
pub(crate) fn put_path(out: &mut Vec<u8>, test: u32, steps: &[(u32, u32)]) {
    varint::put(out, test.into());
    varint::put(out, steps.len() as u64);
    let mut last = (0, 0);
    for &(table, slot) in steps {
        varint::put_moved(out, table, last.0);
        varint::put_moved(out, slot, last.1);
        last = (table, slot);
    }
}

pub(crate) fn put_references(out: &mut Vec<u8>, classes: &[(u32, Key)]) {
    varint::put(out, classes.len() as u64);
    for (class, key) in classes {
        varint::put(out, (*class).into());
        out.extend_from_slice(&key.to_bytes());
    }
}
