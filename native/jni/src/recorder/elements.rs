//! Outcomes of conditions, switches and calls: hits like those of lines, in ranges and records of their own.

use faultline_spectrum::{CoverageBuilder, ElementHits, ElementOwner, ElementTable, Site};

use super::Recorder;

impl Recorder {
    /// Adds the table of a class's outcomes, whose hits are from `base` on in a chunk, and writes its record.
    pub fn add_elements(&mut self, table: ElementTable, chunk: u32, base: usize) -> Result<(), String> {
        if self.recording.sealed {
            return Ok(());
        }
        let slots = table.sites.iter().map(Site::outcomes).sum();
        self.chunks.add_class(table.id, chunk, base, slots)?;
        self.tables.insert(table.id);
        let Self { journal, recording, .. } = self;
        let written = journal.write(&mut recording.origin, |writer| writer.elements(&table));
        recording.elements.tables.push(table);
        written
    }

    /// Takes the outcomes out of the row.
    pub(super) fn split_outcomes(&mut self) {
        self.outcomes.clear();
        if self.tables.is_empty() {
            return;
        }
        let both = self.row.to_coverage();
        self.row.clear();
        for (class, bits) in both.classes() {
            let table = self.tables.contains(&class);
            let into: &mut CoverageBuilder = if table { &mut self.outcomes } else { &mut self.row };
            into.class(class, bits);
        }
    }

    /// Takes the outcomes out of the row and writes them. They come before the record of their owner: a JVM that is killed
    /// leaves no test without its outcomes.
    pub(super) fn write_outcomes(&mut self, owner: ElementOwner) -> Result<(), String> {
        self.split_outcomes();
        if self.outcomes.words().is_empty() {
            return Ok(());
        }
        let Self { journal, recording, outcomes, .. } = self;
        let written = journal.write(&mut recording.origin, |writer| writer.outcomes(owner, outcomes.words()));
        recording.elements.hits.push(ElementHits { owner, coverage: outcomes.to_coverage() });
        written
    }
}
