//! Queues classes for the file. A class already in the file of another JVM is only referenced.

use std::io::{self, Write};
use std::path::Path;

use faultline_flt::{Key, Keys, Writer};
use faultline_spectrum::{RecordedClass, RecordedDetails};

/// Number of references written together, which spreads a frame's 16 bytes over them.
const TOGETHER: usize = 16;

/// Classes that are not in the file yet.
///
/// A class waits for its details, which arrive before it runs. A class known from another file waits for more such classes,
/// or for the next record of another kind. A kill therefore loses only classes that no row refers to.
#[derive(Debug, Default)]
pub struct Classes {
    elsewhere: Option<Keys>,
    undescribed: Vec<Waiting>,
    referred: Vec<(u32, Key)>,
}

/// A class that waits for its details.
#[derive(Debug)]
pub struct Waiting {
    /// The class.
    class: RecordedClass,
    /// Bytes of code of each slot's line; empty if unknown.
    sizes: Vec<u32>,
}

impl Classes {
    /// Reads the keys of classes in other files beside `file`, which was just created.
    pub fn look_beside(&mut self, file: &Path) {
        self.elsewhere = Some(Keys::beside(file));
    }

    /// Whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.undescribed.is_empty() && self.referred.is_empty()
    }

    /// Queues a class until its details arrive, with the bytes of code of each slot's line, if they are known.
    pub fn add(&mut self, class: RecordedClass, sizes: Vec<u32>) {
        self.undescribed.push(Waiting { class, sizes });
    }

    /// Removes the class that waits for its details.
    pub fn take(&mut self, number: u32) -> Option<Waiting> {
        let at = self.undescribed.iter().position(|waiting| waiting.class.id == number)?;
        Some(self.undescribed.swap_remove(at))
    }

    /// Writes a class in full, or queues a reference to it.
    pub fn write<W: Write>(
        &mut self,
        writer: &mut Writer<W>,
        waiting: &Waiting,
        details: &RecordedDetails,
    ) -> io::Result<()> {
        let Waiting { class, sizes } = waiting;
        let key = Key::of(class, details);
        if !self.elsewhere.as_mut().is_some_and(|elsewhere| elsewhere.take(key)) {
            writer.described_class(key, class, details)?;
            return put_sizes(writer, class, sizes);
        }
        self.referred.push((class.id, key));
        if self.referred.len() < TOGETHER { Ok(()) } else { self.refer(writer) }
    }

    /// Writes all queued classes.
    pub fn flush<W: Write>(&mut self, writer: &mut Writer<W>) -> io::Result<()> {
        self.undescribed.drain(..).try_for_each(|Waiting { class, sizes }| {
            writer.class(&class)?;
            put_sizes(writer, &class, &sizes)
        })?;
        if self.referred.is_empty() { Ok(()) } else { self.refer(writer) }
    }

    fn refer<W: Write>(&mut self, writer: &mut Writer<W>) -> io::Result<()> {
        let written = writer.references(&self.referred);
        self.referred.clear();
        written
    }
}

fn put_sizes<W: Write>(writer: &mut Writer<W>, class: &RecordedClass, sizes: &[u32]) -> io::Result<()> {
    if sizes.is_empty() { Ok(()) } else { writer.sizes(class.id, sizes) }
}
