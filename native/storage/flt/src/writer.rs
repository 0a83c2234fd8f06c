//! Appends records to a file while tests run.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use faultline_files::private_file;
use faultline_spectrum::{
    ElementOwner, ElementTable, FailedInitialiser, Failure, Launch, Moment, MutatedClass, Mutation,
    MutationTest, Origin, Outcome, PairVerdict, PartlyRecorded, Probe, RecordedClass, RecordedDetails,
    RecordedFixture, RecordedTest, Recording, Stage, Thrown, Unusable,
};
use serde::Serialize;

use crate::compact::{self, Draft};
use crate::frame::{begin_frame, end_frame, put_file_header};
use crate::mutation::{LaunchRef, MutatedClassRef, MutationTestRef, ProbedClasses};
use crate::record::{self, Frames, OriginRef, SealRef, kind};
use crate::{Key, rows, varint};

/// Writes a recording record by record.
///
/// Each record is assembled in one buffer, which is kept, and leaves in one `write_all`: on a
/// file opened for appending that is one system call, so a killed JVM loses nothing finished
/// and no two writers mix. Wrap no `BufWriter` around it. After a write failed, part of a
/// record may be in the file, so every later call fails too and writes nothing.
/// Cost: O(bytes of the record); no allocation once the buffer has grown.
#[derive(Debug)]
pub struct Writer<W> {
    frames: FramesOut<W>,
    draft: Draft,
    classes: u64,
    tests: u64,
}

/// Where frames go, each in one write.
#[derive(Debug)]
struct FramesOut<W> {
    out: W,
    buffer: Vec<u8>,
    broken: bool,
}

/// A class to write, borrowed. Fields as in [`RecordedClass`].
#[derive(Clone, Copy, Debug)]
pub struct ClassParts<'a> {
    /// The number by which coverages name the class.
    pub id: u32,
    /// Binary name with dots.
    pub name: &'a str,
    /// `SourceFile` attribute.
    pub source_file: Option<&'a str>,
    /// Hash of the class file before instrumentation.
    pub hash: u64,
    /// Where it was loaded from; empty when unknown.
    pub location: &'a str,
    /// Name and descriptor of each method with code.
    pub methods: &'a [(&'a str, &'a str)],
    /// Method (index into `methods`) and line of each slot.
    pub slots: &'a [(u32, u32)],
}

/// A finished test to write, borrowed. Fields as in [`RecordedTest`].
#[derive(Clone, Copy, Debug)]
pub struct TestParts<'a> {
    /// Position among the tests of its JVM.
    pub sequence: u32,
    /// The framework's unique id.
    pub unique_id: &'a str,
    /// Binary name of the test class; may be empty.
    pub class: &'a str,
    /// Test method.
    pub method: &'a str,
    /// How it ended.
    pub outcome: Outcome,
    /// Wall time, nanoseconds.
    pub duration_ns: u64,
    /// Another test was running at the same time.
    pub overlapped: bool,
    /// For failed and aborted tests.
    pub failure: Option<&'a Failure>,
    /// What it covered, in the layout of [`faultline_spectrum::Coverage`].
    pub words: &'a [u64],
}

/// A fixture to write, borrowed. Fields as in [`RecordedFixture`].
#[derive(Clone, Copy, Debug)]
pub struct FixtureParts<'a> {
    /// Its number.
    pub id: u32,
    /// When it ran.
    pub moment: Moment,
    /// The framework's id.
    pub unique_id: &'a str,
    /// Binary name of the test class; may be empty.
    pub class: &'a str,
    /// The fixture's method; may be empty.
    pub method: &'a str,
    /// What it covered, in the layout of [`faultline_spectrum::Coverage`].
    pub words: &'a [u64],
}

/// What a recorder has to say when its JVM ends. Readers show counters that are not 0, and
/// all messages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seal<'a> {
    /// What was counted, and how often: `("internal errors", 0)`.
    pub counters: &'a [(&'a str, u64)],
    /// Sentences for people.
    pub messages: &'a [&'a str],
}

impl Writer<File> {
    /// Makes a new file that only its user can read, opened for appending, with its header and origin.
    /// Errors: the file exists already, or cannot be made.
    pub fn create(path: &Path, origin: &Origin) -> io::Result<Self> {
        let file = private_file().append(true).create_new(true).open(path)?;
        Self::new(file, origin)
    }
}

impl<W: Write> Writer<W> {
    /// Begins a file: the header and the origin leave in one write.
    pub fn new(out: W, origin: &Origin) -> io::Result<Self> {
        let mut frames = FramesOut { out, buffer: Vec::with_capacity(4096), broken: false };
        put_file_header(&mut frames.buffer);
        let origin = OriginRef {
            started_ns: origin.started_ns,
            nonce: origin.nonce,
            pid: origin.pid,
            description: &origin.description,
        };
        frames.append(kind::ORIGIN, |out| put(out, &origin))?;
        Ok(Self { frames, draft: Draft::default(), classes: 0, tests: 0 })
    }

    /// Writes a class, which must come before the first test that touches it.
    pub fn class(&mut self, class: &ClassParts<'_>) -> io::Result<()> {
        let draft = &mut self.draft;
        draft.class_head(class.id, class.name, class.source_file, class.hash, class.location);
        draft.methods(class.methods.iter().copied());
        draft.slots(class.slots);
        self.append_class()
    }

    /// Writes a class that is there as a whole.
    pub fn recorded_class(&mut self, class: &RecordedClass) -> io::Result<()> {
        let draft = &mut self.draft;
        draft.class_head(class.id, &class.name, class.source_file.as_deref(), class.hash, &class.location);
        draft.methods(class.methods.iter().map(|method| (&*method.name, &*method.descriptor)));
        draft.slots(&class.slots);
        self.append_class()
    }

    /// Writes a class and its details in one record, which other files may refer to by its key.
    pub fn described_class(
        &mut self,
        key: Key,
        class: &RecordedClass,
        details: &RecordedDetails,
    ) -> io::Result<()> {
        let draft = &mut self.draft;
        draft.class_head(class.id, &class.name, class.source_file.as_deref(), class.hash, &class.location);
        draft.methods(class.methods.iter().map(|method| (&*method.name, &*method.descriptor)));
        draft.slots(&class.slots);
        draft.details(details);
        self.append_behind(kind::DESCRIBED_CLASS, &key.to_bytes(), &[])?;
        self.classes += 1;
        Ok(())
    }

    /// Writes the numbers of classes that stand, with their details, in this file or in another one of its folder.
    pub fn references(&mut self, classes: &[(u32, Key)]) -> io::Result<()> {
        self.frames.append(kind::REFERENCES, |out| {
            varint::put(out, classes.len() as u64);
            for (class, key) in classes {
                varint::put(out, (*class).into());
                out.extend_from_slice(&key.to_bytes());
            }
            Ok(())
        })?;
        self.classes += classes.len() as u64;
        Ok(())
    }

    fn append_class(&mut self) -> io::Result<()> {
        self.append_draft(kind::COMPACT_CLASS, &[])?;
        self.classes += 1;
        Ok(())
    }

    /// Writes a finished test.
    pub fn test(&mut self, test: &TestParts<'_>) -> io::Result<()> {
        let draft = &mut self.draft;
        draft.number(test.sequence);
        draft.text(test.unique_id);
        draft.text(test.class);
        draft.text(test.method);
        draft.outcome(test.outcome, test.overlapped, test.failure.is_some());
        draft.number(test.duration_ns);
        if let Some(failure) = test.failure {
            draft.text(&failure.exception);
            draft.frames(&failure.frames);
        }
        self.append_draft(kind::COMPACT_TEST, test.words)?;
        self.tests += 1;
        Ok(())
    }

    /// Writes what the failure of a test that was written began with.
    pub fn thrown(&mut self, test: u32, thrown: &Thrown) -> io::Result<()> {
        self.draft.number(test);
        self.draft.text(&thrown.exception);
        self.draft.frames(&thrown.frames);
        self.append_draft(kind::COMPACT_THROWN, &[])
    }

    /// Writes what people are shown of a test that was written.
    pub fn display(&mut self, test: u32, name: &str) -> io::Result<()> {
        self.draft.number(test);
        self.draft.text(name);
        self.append_draft(kind::COMPACT_DISPLAY, &[])
    }

    /// Writes a test that is there as a whole.
    pub fn recorded_test(&mut self, test: &RecordedTest) -> io::Result<()> {
        self.test(&TestParts {
            sequence: test.sequence,
            unique_id: &test.unique_id,
            class: &test.class,
            method: &test.method,
            outcome: test.outcome,
            duration_ns: test.duration_ns,
            overlapped: test.overlapped,
            failure: test.failure.as_ref(),
            words: test.coverage.words(),
        })?;
        let thrown = test.failure.as_ref().and_then(|failure| failure.thrown.as_ref());
        thrown.map_or(Ok(()), |thrown| self.thrown(test.sequence, thrown))?;
        if test.display.is_empty() { Ok(()) } else { self.display(test.sequence, &test.display) }
    }

    /// Writes what ran during the static initialiser of a class, in the layout of
    /// [`faultline_spectrum::Coverage`].
    pub fn initialiser(&mut self, class: u32, words: &[u64]) -> io::Result<()> {
        self.frames.append(kind::COMPACT_INITIALISER, |out| {
            let start = out.len();
            varint::put(out, class.into());
            put_row(out, start, words)
        })
    }

    /// Writes what ran for a fixture.
    pub fn fixture(&mut self, fixture: &FixtureParts<'_>) -> io::Result<()> {
        let draft = &mut self.draft;
        draft.number(fixture.id);
        draft.byte(fixture.moment.code());
        draft.text(fixture.unique_id);
        draft.text(fixture.class);
        draft.text(fixture.method);
        self.append_draft(kind::COMPACT_FIXTURE, fixture.words)
    }

    /// Writes a fixture that is there as a whole.
    pub fn recorded_fixture(&mut self, fixture: &RecordedFixture) -> io::Result<()> {
        self.fixture(&FixtureParts {
            id: fixture.id,
            moment: fixture.moment,
            unique_id: &fixture.unique_id,
            class: &fixture.class,
            method: &fixture.method,
            words: fixture.coverage.words(),
        })
    }

    /// Writes which fixtures a test had; they must come before.
    pub fn charge(&mut self, test: u32, fixtures: &[u32]) -> io::Result<()> {
        self.frames.append(kind::COMPACT_CHARGE, |out| {
            varint::put(out, test.into());
            varint::put(out, fixtures.len() as u64);
            for &fixture in fixtures {
                varint::put(out, fixture.into());
            }
            Ok(())
        })
    }

    /// Writes what is known of a class besides its lines.
    pub fn details(&mut self, details: &RecordedDetails) -> io::Result<()> {
        self.draft.details(details);
        self.append_draft(kind::COMPACT_DETAILS, &[])
    }

    /// Writes what threads of that name ran for no test, in the layout of
    /// [`faultline_spectrum::Coverage`].
    pub fn background(&mut self, thread: &str, words: &[u64]) -> io::Result<()> {
        self.draft.text(thread);
        self.append_draft(kind::COMPACT_BACKGROUND, words)
    }

    /// Writes that the static initialiser of a class failed.
    pub fn failed_initialiser(&mut self, failed: &FailedInitialiser) -> io::Result<()> {
        let record = (&failed.class, &failed.exception, Frames(&failed.frames), &failed.by);
        self.frames.append(kind::FAILED_INITIALISER, |out| put(out, &record))
    }

    /// Writes that a test failed because that class could not be initialised.
    pub fn failed_by(&mut self, test: u32, class: &str) -> io::Result<()> {
        self.frames.append(kind::FAILED_BY, |out| put(out, &(test, class)))
    }

    /// Writes that not all lines of a method are recorded.
    pub fn partly(&mut self, partly: &PartlyRecorded) -> io::Result<()> {
        self.frames.append(kind::PARTLY, |out| put(out, &(partly.class, partly.method, partly.lines)))
    }

    /// Writes how the JVM was started.
    pub fn launch(&mut self, launch: &Launch) -> io::Result<()> {
        self.frames.append(kind::LAUNCH, |out| put(out, &LaunchRef::from(launch)))
    }

    /// Writes a class with its mutants, before the first probe and verdict on it.
    pub fn mutated_class(&mut self, class: &MutatedClass) -> io::Result<()> {
        self.frames.append(kind::MUTATED_CLASS, |out| put(out, &MutatedClassRef::from(class)))
    }

    /// Writes a test that is repeated, before its first probe and verdict.
    pub fn mutation_test(&mut self, test: &MutationTest) -> io::Result<()> {
        self.frames.append(kind::MUTATION_TEST, |out| put(out, &MutationTestRef::from(test)))
    }

    /// Writes which mutants a test reaches and infects.
    pub fn probe(&mut self, probe: &Probe) -> io::Result<()> {
        self.frames.append(kind::PROBE, |out| put(out, &(probe.test, ProbedClasses(&probe.classes))))
    }

    /// Writes how a test ended on a mutant.
    pub fn verdict(&mut self, verdict: &PairVerdict) -> io::Result<()> {
        let PairVerdict { test, class, mutant, verdict, reason } = verdict;
        self.frames
            .append(kind::VERDICT, |out| put(out, &(test, class, mutant, verdict.code(), reason.code())))
    }

    /// Writes that a test or a class cannot be used.
    pub fn unusable(&mut self, unusable: &Unusable) -> io::Result<()> {
        self.frames.append(kind::UNUSABLE, |out| put(out, &(unusable.test, &unusable.reason)))
    }

    /// Writes that the last so many verdicts of a test are void.
    pub fn drift(&mut self, test: u32, voided: u32) -> io::Result<()> {
        self.frames.append(kind::DRIFT, |out| put(out, &(test, voided)))
    }

    /// Writes that a unit of work is done.
    pub fn stage(&mut self, stage: &Stage) -> io::Result<()> {
        self.frames.append(kind::STAGE, |out| put(out, &(stage.unit, stage.verdicts)))
    }

    /// Writes all that is said of mutants.
    pub fn mutation(&mut self, mutation: &Mutation) -> io::Result<()> {
        mutation.classes.iter().try_for_each(|class| self.mutated_class(class))?;
        mutation.tests.iter().try_for_each(|test| self.mutation_test(test))?;
        mutation.probes.iter().try_for_each(|probe| self.probe(probe))?;
        mutation.verdicts.iter().try_for_each(|verdict| self.verdict(verdict))?;
        mutation.unusable.iter().try_for_each(|unusable| self.unusable(unusable))?;
        mutation.stages.iter().try_for_each(|stage| self.stage(stage))
    }

    /// Writes what the outcomes of a class mean, which comes before the first of them.
    pub fn elements(&mut self, table: &ElementTable) -> io::Result<()> {
        self.draft.elements(table);
        self.append_draft(kind::COMPACT_ELEMENTS, &[])
    }

    /// Writes outcomes that ran for somebody, before the record of whom they are.
    pub fn outcomes(&mut self, owner: ElementOwner, words: &[u64]) -> io::Result<()> {
        self.frames.append(kind::COMPACT_OUTCOMES, |out| {
            let ((code, number), start) = (owner.code(), out.len());
            out.push(code);
            varint::put(out, number.into());
            put_row(out, start, words)
        })
    }

    /// Writes in which order a test first brought outcomes of conditions and switches about, before its record.
    pub fn path(&mut self, test: u32, steps: &[(u32, u32)]) -> io::Result<()> {
        self.frames.append(kind::COMPACT_PATH, |out| {
            varint::put(out, test.into());
            varint::put(out, steps.len() as u64);
            compact::put_steps(out, steps);
            Ok(())
        })
    }

    /// Writes that a class in scope was left as it was, and why.
    pub fn refusal(&mut self, class: &str, reason: &str) -> io::Result<()> {
        self.frames.append(kind::REFUSAL, |out| put(out, &(class, reason)))
    }

    /// Writes that the JVM came to its end; what follows nevertheless is read as well.
    pub fn seal(&mut self, seal: &Seal<'_>) -> io::Result<()> {
        let (classes, tests) = (self.classes, self.tests);
        let seal = SealRef { classes, tests, counters: seal.counters, messages: seal.messages };
        self.frames.append(kind::SEAL, |out| put(out, &seal))
    }

    /// Writes all of a recording but its origin, which [`Writer::new`] has written.
    pub fn recording(&mut self, recording: &Recording) -> io::Result<()> {
        recording.classes.iter().try_for_each(|class| self.recorded_class(class))?;
        recording.elements.tables.iter().try_for_each(|table| self.elements(table))?;
        let mut outcomes = recording.elements.hits.iter();
        outcomes.try_for_each(|hits| self.outcomes(hits.owner, hits.coverage.words()))?;
        recording.elements.paths.iter().try_for_each(|path| self.path(path.test, &path.steps))?;
        recording.details.iter().try_for_each(|details| self.details(details))?;
        recording.initialisers.iter().try_for_each(|(class, row)| self.initialiser(*class, row.words()))?;
        recording.fixtures.iter().try_for_each(|fixture| self.recorded_fixture(fixture))?;
        recording.charges.iter().try_for_each(|charge| self.charge(charge.test, &charge.fixtures))?;
        recording.tests.iter().try_for_each(|test| self.recorded_test(test))?;
        recording.refusals.iter().try_for_each(|refusal| self.refusal(&refusal.class, &refusal.reason))?;
        recording.failed_initialisers.iter().try_for_each(|failed| self.failed_initialiser(failed))?;
        recording.failed_by.iter().try_for_each(|(test, class)| self.failed_by(*test, class))?;
        recording.partly.iter().try_for_each(|partly| self.partly(partly))?;
        let mut background = recording.background.iter();
        background.try_for_each(|ran| self.background(&ran.thread, ran.coverage.words()))?;
        recording.launch.iter().try_for_each(|launch| self.launch(launch))?;
        self.mutation(&recording.mutation)?;
        let counters: Vec<_> = recording.counts.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        if recording.sealed { self.seal(&Seal { counters: &counters, messages: &[] }) } else { Ok(()) }
    }

    /// What is written to.
    pub fn get_ref(&self) -> &W {
        &self.frames.out
    }

    /// Adds a frame of what was drafted, and a row behind it.
    fn append_draft(&mut self, kind: u16, words: &[u64]) -> io::Result<()> {
        self.append_behind(kind, &[], words)
    }

    /// The same, with something in front of it.
    fn append_behind(&mut self, kind: u16, front: &[u8], words: &[u64]) -> io::Result<()> {
        let Self { frames, draft, .. } = self;
        let appended = frames.append(kind, |out| {
            let start = out.len();
            out.extend_from_slice(front);
            draft.finish(out);
            put_row(out, start, words)
        });
        if appended.is_err() {
            // Readers know texts by what was written before them, so nothing can follow.
            frames.broken = true;
            *draft = Draft::default();
        }
        appended
    }
}

impl<W: Write> FramesOut<W> {
    /// Adds a frame to what the buffer holds and writes the buffer out.
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

/// A row of a record that began at `start`.
fn put_row(out: &mut Vec<u8>, start: usize, words: &[u64]) -> io::Result<()> {
    rows::put(out, start, words).map_err(|what| io::Error::new(io::ErrorKind::InvalidInput, what))
}

fn put<T: Serialize>(out: &mut Vec<u8>, value: &T) -> io::Result<()> {
    record::put(out, value).map_err(io::Error::other)
}
