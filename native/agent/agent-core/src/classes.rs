//! Classes on their way into the file: those that stand in the file of another JVM already are left to it.

use std::io::{self, Write};
use std::path::Path;

use faultline_flt::{Key, Keys, Writer};
use faultline_spectrum::{RecordedClass, RecordedDetails};

/// So many classes that stand elsewhere are written at once: their frame's 16 bytes are then one of each.
const TOGETHER: usize = 16;

/// What is not in the file yet.
///
/// A class waits for its details, which come before it runs. One that stands elsewhere waits for others like it, or for the
/// next record of another kind, whichever is first: what a kill takes away are classes that no row names.
#[derive(Debug, Default)]
pub struct Classes {
    elsewhere: Option<Keys>,
    undescribed: Vec<RecordedClass>,
    referred: Vec<(u32, Key)>,
}

impl Classes {
    /// Looks at what stands beside a file that was made just now.
    pub fn look_beside(&mut self, file: &Path) {
        self.elsewhere = Some(Keys::beside(file));
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.undescribed.is_empty() && self.referred.is_empty()
    }

    /// A class, whose details may follow.
    pub fn add(&mut self, class: RecordedClass) {
        self.undescribed.push(class);
    }

    /// A class of that number that waits for its details.
    pub fn take(&mut self, number: u32) -> Option<RecordedClass> {
        let at = self.undescribed.iter().position(|class| class.id == number)?;
        Some(self.undescribed.swap_remove(at))
    }

    /// Writes a class in full, or refers to it.
    pub fn write<W: Write>(
        &mut self,
        writer: &mut Writer<W>,
        class: &RecordedClass,
        details: &RecordedDetails,
    ) -> io::Result<()> {
        let key = Key::of(class, details);
        if !self.elsewhere.as_mut().is_some_and(|elsewhere| elsewhere.take(key)) {
            return writer.described_class(key, class, details);
        }
        self.referred.push((class.id, key));
        if self.referred.len() < TOGETHER { Ok(()) } else { self.refer(writer) }
    }

    /// Writes all that waits.
    pub fn flush<W: Write>(&mut self, writer: &mut Writer<W>) -> io::Result<()> {
        self.undescribed.drain(..).try_for_each(|class| writer.class(&class))?;
        if self.referred.is_empty() { Ok(()) } else { self.refer(writer) }
    }

    fn refer<W: Write>(&mut self, writer: &mut Writer<W>) -> io::Result<()> {
        let written = writer.references(&self.referred);
        self.referred.clear();
        written
    }
}
