//! The recording of this JVM: in memory, and record by record in its file.

use std::path::Path;

use faultline_format::{Seal, TestParts};
use faultline_spectrum::{
    Coverage, CoverageBuilder, Failure, Outcome, RecordedClass, RecordedTest, Recording, Refusal,
};

use crate::attribution::{Attribution, Ended, Thread};
use crate::capture::Block;
use crate::chunks::Chunks;
use crate::hits::{Hit, Hits};
use crate::journal::{self, Journal};
use crate::troubles::Summary;

/// Turns captured blocks and the events between them into a [`Recording`].
///
/// Every method that takes `blocks` gets what was hit since the last capture. After
/// [`Recorder::finish`] nothing is recorded any more. Errors are sentences for the seal; what
/// could be recorded nevertheless was.
#[derive(Debug)]
pub struct Recorder {
    chunks: Chunks,
    who: Attribution,
    recording: Recording,
    journal: Journal,
    hits: Vec<Hit>,
    row: CoverageBuilder,
    bits: Vec<u64>,
}

/// How a test ended, but for its coverage.
#[derive(Debug)]
pub struct Finished {
    /// The framework's unique id.
    pub unique_id: String,
    /// Binary name of the test class; may be empty.
    pub class: String,
    /// Test method.
    pub method: String,
    /// Code of the outcome, as it came over JNI.
    pub outcome: i32,
    /// Wall time, nanoseconds.
    pub duration_ns: u64,
    /// For failed and aborted tests.
    pub failure: Option<Failure>,
}

impl Recorder {
    /// A recorder whose file will be in that folder. Errors: the folder cannot be one.
    pub fn new(directory: &Path, description: String) -> Result<Self, String> {
        Ok(Self {
            chunks: Chunks::default(),
            who: Attribution::default(),
            recording: Recording { origin: journal::origin(description), ..Recording::default() },
            journal: Journal::new(directory)?,
            hits: Vec::new(),
            row: CoverageBuilder::default(),
            bits: Vec::new(),
        })
    }

    /// What was recorded so far.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Blocks to capture of each chunk, in the order the chunks were added.
    pub fn used_blocks(&self) -> impl Iterator<Item = usize> {
        self.chunks.used_blocks()
    }

    /// Adds a chunk of that many bytes.
    pub fn add_chunk(&mut self, number: u32, bytes: usize) -> Result<(), String> {
        self.chunks.add_chunk(number, bytes)
    }

    /// Adds a class whose hits are from `base` on in a chunk, and writes its record.
    pub fn add_class(&mut self, class: RecordedClass, chunk: u32, base: usize) -> Result<(), String> {
        if self.recording.sealed {
            return Ok(());
        }
        self.chunks.add_class(class.id, chunk, base, class.slots.len())?;
        let Self { journal, recording, .. } = self;
        let written = journal.write(&mut recording.origin, |writer| writer.recorded_class(&class));
        recording.classes.push(class);
        written
    }

    /// Records a class that was left as it was.
    pub fn refuse(&mut self, refusal: Refusal) -> Result<(), String> {
        if self.recording.sealed {
            return Ok(());
        }
        let Self { journal, recording, .. } = self;
        let written =
            journal.write(&mut recording.origin, |writer| writer.refusal(&refusal.class, &refusal.reason));
        recording.refusals.push(refusal);
        written
    }

    /// The static initialiser of a class begins.
    pub fn enter(&mut self, class: u32, thread: Thread, blocks: &[Block]) -> Result<(), String> {
        self.resolve(blocks);
        self.who.enter(class, thread, &self.hits);
        self.known(class)
    }

    /// The static initialiser of a class ended: its lines get a record.
    pub fn exit(&mut self, class: u32, thread: Thread, blocks: &[Block]) -> Result<(), String> {
        self.resolve(blocks);
        let Some(hits) = self.who.exit(class, thread, &self.hits) else {
            return Err(format!("the initialiser of class number {class} ended without having begun"));
        };
        self.charge(class, hits)
    }

    /// A test starts.
    pub fn start_test(&mut self, thread: Thread, blocks: &[Block]) {
        self.resolve(blocks);
        self.who.start(thread, &self.hits);
    }

    /// The running test has all the hits it will get.
    pub fn capture(&mut self, thread: Thread, blocks: &[Block]) {
        self.resolve(blocks);
        self.who.freeze(thread, &self.hits);
    }

    /// A test ended: its row is in the file when this returns.
    /// Errors: also an unknown outcome, in which case there is no row.
    pub fn end_test(&mut self, thread: Thread, blocks: &[Block], test: Finished) -> Result<(), String> {
        self.resolve(blocks);
        let Ended { mut hits, overlapped } = self.who.end(thread, &self.hits);
        hits.write_to(&mut self.row, &mut self.bits);
        self.who.recycle(hits);
        self.add_row(test, overlapped)
    }

    /// A test that never started: a row without coverage.
    pub fn skip_test(&mut self, test: Finished) -> Result<(), String> {
        self.row.clear();
        self.add_row(test, false)
    }

    /// The JVM ends: running initialisers get their records, the file its seal.
    pub fn finish(&mut self, blocks: &[Block], troubles: impl FnOnce() -> Summary) -> Result<(), String> {
        if self.recording.sealed {
            return Ok(());
        }
        self.resolve(blocks);
        let left = self.who.abandon(&self.hits);
        let written = left.into_iter().try_for_each(|(class, hits)| self.charge(class, hits));
        let mut summary = troubles();
        if let Err(error) = &written {
            summary.add(error.clone());
        }
        let messages: Vec<&str> = summary.messages.iter().map(String::as_str).collect();
        self.journal.seal(&Seal { counters: &[("internal errors", summary.count)], messages: &messages });
        self.recording.sealed = true;
        written
    }

    /// Turns blocks into hits of classes.
    fn resolve(&mut self, blocks: &[Block]) {
        let Self { hits, chunks, .. } = self;
        hits.clear();
        hits.extend(blocks.iter().filter_map(|block| chunks.resolve(block)));
    }

    fn known(&self, class: u32) -> Result<(), String> {
        if self.chunks.has_class(class) { Ok(()) } else { Err(format!("class number {class} is unknown")) }
    }

    /// Records the lines of a class's initialiser, if there are any.
    fn charge(&mut self, class: u32, mut hits: Hits) -> Result<(), String> {
        let empty = hits.is_empty();
        hits.write_to(&mut self.row, &mut self.bits);
        self.who.recycle(hits);
        if empty || self.recording.sealed {
            return Ok(());
        }
        // A record about a class that no reader knows would make the file useless.
        self.known(class)?;
        let Self { journal, recording, row, .. } = self;
        recording.initialisers.push((class, row.to_coverage()));
        journal.write(&mut recording.origin, |writer| writer.initialiser(class, row.words()))
    }

    /// Records a test whose coverage is in `row`.
    fn add_row(&mut self, test: Finished, overlapped: bool) -> Result<(), String> {
        if self.recording.sealed {
            return Ok(());
        }
        let outcome = u8::try_from(test.outcome).ok().and_then(Outcome::from_code);
        let Some(outcome) = outcome else {
            return Err(format!("test {} ended with unknown outcome {}", test.unique_id, test.outcome));
        };
        let failure = test.failure.filter(|_| matches!(outcome, Outcome::Failed | Outcome::Aborted));
        let Self { journal, recording, row, .. } = self;
        let sequence = recording.tests.len() as u32;
        let written = journal.write(&mut recording.origin, |writer| {
            writer.test(&TestParts {
                sequence,
                unique_id: &test.unique_id,
                class: &test.class,
                method: &test.method,
                outcome,
                duration_ns: test.duration_ns,
                overlapped,
                failure: failure.as_ref(),
                words: row.words(),
            })
        });
        recording.tests.push(RecordedTest {
            sequence,
            unique_id: test.unique_id,
            class: test.class,
            method: test.method,
            outcome,
            duration_ns: test.duration_ns,
            overlapped,
            failure,
            coverage: if row.words().is_empty() { Coverage::default() } else { row.to_coverage() },
        });
        written
    }
}
