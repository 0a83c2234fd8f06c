//! Appends records to a file while tests run.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use faultline_files::private_file;
use faultline_spectrum::{
    ElementOwner, ElementTable, FailedInitialiser, Launch, LoadedTests, MutatedClass, Mutation, MutationTest,
    Origin, PairVerdict, PartlyRecorded, Probe, RecordedClass, RecordedDetails, RecordedTest, Recording,
    Stage, Thrown, Unusable,
};

use crate::compact::{self, Draft};
use crate::frame::{begin_frame, end_frame, put_file_header};
use crate::plain::put;
use crate::{FixtureParts, Key, Seal, TestParts, kind, mutation, plain};

/// Writes a recording record by record.
///
/// Each record is assembled in one reused buffer and written by one `write_all`: on a file opened for
/// appending that is one system call, so a killed JVM loses no finished record and concurrent writers do not
/// interleave. Do not wrap a `BufWriter` around it. A failed write may leave part of a record in the file, so
/// every later call fails too and writes nothing.
/// Cost: O(bytes of the record); no allocation once the buffer has grown.
#[derive(Debug)]
pub struct Writer<W> {
    frames: FramesOut<W>,
    draft: Draft,
    classes: u64,
    tests: u64,
}

/// The destination of frames, each in one write.
#[derive(Debug)]
struct FramesOut<W> {
    out: W,
    buffer: Vec<u8>,
    broken: bool,
}

impl Writer<File> {
    /// Creates a file that only its user can read, opened for appending, with its header and origin.
    /// Errors: the file exists already, or cannot be created.
    pub fn create(path: &Path, origin: &Origin) -> io::Result<Self> {
        let file = private_file().append(true).create_new(true).open(path)?;
        Self::new(file, origin)
    }
}

impl<W: Write> Writer<W> {
    /// Starts a file: writes the header and the origin in one write.
    pub fn new(out: W, origin: &Origin) -> io::Result<Self> {
        let mut frames = FramesOut { out, buffer: Vec::with_capacity(4096), broken: false };
        put_file_header(&mut frames.buffer);
        frames.append(kind::ORIGIN, |out| plain::put_origin(out, origin))?;
        Ok(Self { frames, draft: Draft::default(), classes: 0, tests: 0 })
    }

    /// Writes a class, which must come before the first test that touches it.
    pub fn class(&mut self, class: &RecordedClass) -> io::Result<()> {
        self.draft.class(class);
        self.append_draft(kind::CLASS, &[])?;
        self.classes += 1;
        Ok(())
    }

    /// Writes a class and its details in one record, to which other files may refer by its key.
    pub fn described_class(
        &mut self,
        key: Key,
        class: &RecordedClass,
        details: &RecordedDetails,
    ) -> io::Result<()> {
        self.draft.class(class);
        self.draft.details(details);
        self.append_behind(kind::DESCRIBED_CLASS, &key.to_bytes(), &[])?;
        self.classes += 1;
        Ok(())
    }

    /// Writes references: the numbers of classes that, with their details, are in this file or in another one
    /// of its folder.
    pub fn references(&mut self, classes: &[(u32, Key)]) -> io::Result<()> {
        self.append(kind::REFERENCES, |out| compact::put_references(out, classes))?;
        self.classes += classes.len() as u64;
        Ok(())
    }

    /// Writes a finished test.
    pub fn test(&mut self, test: &TestParts<'_>) -> io::Result<()> {
        self.draft.test(test);
        self.append_draft(kind::TEST, test.words)?;
        self.tests += 1;
        Ok(())
    }

    /// Writes the original exception of an already written test.
    pub fn thrown(&mut self, test: u32, thrown: &Thrown) -> io::Result<()> {
        self.draft.thrown(test, thrown);
        self.append_draft(kind::THROWN, &[])
    }

    /// Writes the display name of an already written test.
    pub fn display(&mut self, test: u32, name: &str) -> io::Result<()> {
        self.draft.display(test, name);
        self.append_draft(kind::DISPLAY, &[])
    }

    /// Writes a complete [`RecordedTest`].
    pub fn recorded_test(&mut self, test: &RecordedTest) -> io::Result<()> {
        self.test(&test.into())?;
        let thrown = test.failure.as_ref().and_then(|failure| failure.thrown.as_ref());
        thrown.map_or(Ok(()), |thrown| self.thrown(test.sequence, thrown))?;
        if test.display.is_empty() { Ok(()) } else { self.display(test.sequence, &test.display) }
    }

    /// Writes the coverage of a class's static initialiser, in the layout of
    /// [`faultline_spectrum::Coverage`].
    pub fn initialiser(&mut self, class: u32, words: &[u64]) -> io::Result<()> {
        self.frames.append(kind::INITIALISER, |out| compact::put_initialiser(out, class, words))
    }

    /// Writes a fixture and its coverage.
    pub fn fixture(&mut self, fixture: &FixtureParts<'_>) -> io::Result<()> {
        self.draft.fixture(fixture);
        self.append_draft(kind::FIXTURE, fixture.words)
    }

    /// Writes the fixtures of a test; the fixtures must be written first.
    pub fn charge(&mut self, test: u32, fixtures: &[u32]) -> io::Result<()> {
        self.append(kind::CHARGE, |out| compact::put_numbers(out, test, fixtures))
    }

    /// Writes the details of a class.
    pub fn details(&mut self, details: &RecordedDetails) -> io::Result<()> {
        self.draft.details(details);
        self.append_draft(kind::DETAILS, &[])
    }

    /// Writes the coverage outside tests of threads with that name, in the layout of
    /// [`faultline_spectrum::Coverage`].
    pub fn background(&mut self, thread: &str, words: &[u64]) -> io::Result<()> {
        self.draft.background(thread);
        self.append_draft(kind::BACKGROUND, words)
    }

    /// Writes that the static initialiser of a class failed.
    pub fn failed_initialiser(&mut self, failed: &FailedInitialiser) -> io::Result<()> {
        self.frames.append(kind::FAILED_INITIALISER, |out| plain::put_failed_initialiser(out, failed))
    }

    /// Writes that a test failed because that class could not be initialised.
    pub fn failed_by(&mut self, test: u32, class: &str) -> io::Result<()> {
        self.frames.append(kind::FAILED_BY, |out| put(out, &(test, class)))
    }

    /// Writes that not all lines of a method are recorded.
    pub fn partly(&mut self, partly: &PartlyRecorded) -> io::Result<()> {
        self.frames.append(kind::PARTLY, |out| plain::put_partly(out, partly))
    }

    /// Writes how many bytes of code stand in each line of a class.
    pub fn sizes(&mut self, class: u32, bytes: &[u32]) -> io::Result<()> {
        self.append(kind::SIZES, |out| compact::put_numbers(out, class, bytes))
    }

    /// Writes how the JVM was started, and what the build changed in its environment if it did.
    pub fn launch(&mut self, launch: &Launch) -> io::Result<()> {
        self.frames.append(kind::LAUNCH, |out| plain::put_launch(out, launch))?;
        if launch.environment.is_empty() {
            return Ok(());
        }
        self.frames.append(kind::ENVIRONMENT, |out| put(out, &launch.environment))
    }

    /// Writes which loader, made at run time, has loaded a class of tests.
    pub fn loaded(&mut self, loaded: &LoadedTests) -> io::Result<()> {
        self.frames.append(kind::LOADED, |out| plain::put_loaded(out, loaded))
    }

    /// Writes a class with its mutants, before the first probe and verdict on it.
    pub fn mutated_class(&mut self, class: &MutatedClass) -> io::Result<()> {
        self.frames.append(kind::MUTATED_CLASS, |out| mutation::put_mutated_class(out, class))
    }

    /// Writes a repeated test, before its first probe and verdict.
    pub fn mutation_test(&mut self, test: &MutationTest) -> io::Result<()> {
        self.frames.append(kind::MUTATION_TEST, |out| mutation::put_mutation_test(out, test))
    }

    /// Writes the mutants that a test reaches and infects.
    pub fn probe(&mut self, probe: &Probe) -> io::Result<()> {
        self.frames.append(kind::PROBE, |out| mutation::put_probe(out, probe))
    }

    /// Writes the result of a test on a mutant.
    pub fn verdict(&mut self, verdict: &PairVerdict) -> io::Result<()> {
        self.frames.append(kind::VERDICT, |out| mutation::put_verdict(out, verdict))
    }

    /// Writes that a test or a class cannot be used.
    pub fn unusable(&mut self, unusable: &Unusable) -> io::Result<()> {
        self.frames.append(kind::UNUSABLE, |out| put(out, &(unusable.test, &unusable.reason)))
    }

    /// Writes that the last `voided` verdicts of a test are invalid.
    pub fn drift(&mut self, test: u32, voided: u32) -> io::Result<()> {
        self.frames.append(kind::DRIFT, |out| put(out, &(test, voided)))
    }

    /// Writes that a unit of work is finished.
    pub fn stage(&mut self, stage: &Stage) -> io::Result<()> {
        self.frames.append(kind::STAGE, |out| put(out, &(stage.unit, stage.verdicts)))
    }

    /// Writes all results on mutants.
    pub fn mutation(&mut self, mutation: &Mutation) -> io::Result<()> {
        mutation.classes.iter().try_for_each(|class| self.mutated_class(class))?;
        mutation.tests.iter().try_for_each(|test| self.mutation_test(test))?;
        mutation.probes.iter().try_for_each(|probe| self.probe(probe))?;
        mutation.verdicts.iter().try_for_each(|verdict| self.verdict(verdict))?;
        mutation.unusable.iter().try_for_each(|unusable| self.unusable(unusable))?;
        mutation.stages.iter().try_for_each(|stage| self.stage(stage))
    }

    /// Writes the table of a class's outcomes, before the first of them.
    pub fn elements(&mut self, table: &ElementTable) -> io::Result<()> {
        self.draft.elements(table);
        self.append_draft(kind::ELEMENTS, &[])
    }

    /// Writes the outcomes that an owner covered, before the owner's record.
    pub fn outcomes(&mut self, owner: ElementOwner, words: &[u64]) -> io::Result<()> {
        self.frames.append(kind::OUTCOMES, |out| compact::put_outcomes(out, owner, words))
    }

    /// Writes the condition path of a test, before its record: the order in which outcomes of conditions and
    /// switches first occurred.
    pub fn path(&mut self, test: u32, steps: &[(u32, u32)]) -> io::Result<()> {
        self.append(kind::PATH, |out| compact::put_path(out, test, steps))
    }

    /// Writes that a class in scope was not instrumented, and why.
    pub fn refusal(&mut self, class: &str, reason: &str) -> io::Result<()> {
        self.frames.append(kind::REFUSAL, |out| put(out, &(class, reason)))
    }

    /// Writes that the JVM has ended; later records are still read.
    pub fn seal(&mut self, seal: &Seal<'_>) -> io::Result<()> {
        let record = (self.classes, self.tests, seal.counters, seal.messages);
        self.frames.append(kind::SEAL, |out| put(out, &record))
    }

    /// Writes a recording except its origin, which [`Writer::new`] has written.
    pub fn recording(&mut self, recording: &Recording) -> io::Result<()> {
        recording.classes.iter().try_for_each(|class| self.class(class))?;
        recording.elements.tables.iter().try_for_each(|table| self.elements(table))?;
        let mut outcomes = recording.elements.hits.iter();
        outcomes.try_for_each(|hits| self.outcomes(hits.owner, hits.coverage.words()))?;
        recording.elements.paths.iter().try_for_each(|path| self.path(path.test, &path.steps))?;
        recording.details.iter().try_for_each(|details| self.details(details))?;
        recording.initialisers.iter().try_for_each(|(class, row)| self.initialiser(*class, row.words()))?;
        recording.fixtures.iter().try_for_each(|fixture| self.fixture(&fixture.into()))?;
        recording.charges.iter().try_for_each(|charge| self.charge(charge.test, &charge.fixtures))?;
        recording.tests.iter().try_for_each(|test| self.recorded_test(test))?;
        recording.refusals.iter().try_for_each(|refusal| self.refusal(&refusal.class, &refusal.reason))?;
        recording.failed_initialisers.iter().try_for_each(|failed| self.failed_initialiser(failed))?;
        recording.failed_by.iter().try_for_each(|(test, class)| self.failed_by(*test, class))?;
        recording.partly.iter().try_for_each(|partly| self.partly(partly))?;
        recording.sizes.iter().try_for_each(|sizes| self.sizes(sizes.class, &sizes.bytes))?;
        let mut background = recording.background.iter();
        background.try_for_each(|ran| self.background(&ran.thread, ran.coverage.words()))?;
        recording.launch.iter().try_for_each(|launch| self.launch(launch))?;
        recording.loaded.iter().try_for_each(|loaded| self.loaded(loaded))?;
        self.mutation(&recording.mutation)?;
        let counters: Vec<_> = recording.counts.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        if recording.sealed { self.seal(&Seal { counters: &counters, messages: &[] }) } else { Ok(()) }
    }

    /// The destination.
    pub fn get_ref(&self) -> &W {
        &self.frames.out
    }

    /// Adds a frame whose payload cannot fail.
    fn append(&mut self, kind: u16, fill: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        self.frames.append(kind, |out| {
            fill(out);
            Ok(())
        })
    }

    /// Adds a frame with the draft, followed by a row.
    fn append_draft(&mut self, kind: u16, words: &[u64]) -> io::Result<()> {
        self.append_behind(kind, &[], words)
    }

    /// The same, with `front` before the draft.
    fn append_behind(&mut self, kind: u16, front: &[u8], words: &[u64]) -> io::Result<()> {
        let Self { frames, draft, .. } = self;
        let appended = frames.append(kind, |out| {
            let start = out.len();
            out.extend_from_slice(front);
            draft.finish(out);
            compact::put_row(out, start, words)
        });
        if appended.is_err() {
            // Readers decode texts by the preceding ones, so no record can follow.
            frames.broken = true;
            *draft = Draft::default();
        }
        appended
    }
}

impl<W: Write> FramesOut<W> {
    /// Adds a frame to the buffer and writes the buffer.
    fn append(&mut self, kind: u16, fill: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<()> {
        if self.broken {
            return Err(io::Error::other("an earlier write to this file failed"));
        }
        let start = begin_frame(&mut self.buffer);
        let framed = fill(&mut self.buffer).and_then(|()| {
            end_frame(&mut self.buffer, start, kind).map_err(|_| {
                io::Error::new(io::ErrorKind::InvalidInput, "a record of 4 GiB or more cannot be written")
            })
        });
        let result =
            framed.and_then(|()| self.out.write_all(&self.buffer).inspect_err(|_| self.broken = true));
        self.buffer.clear();
        result
    }
}
