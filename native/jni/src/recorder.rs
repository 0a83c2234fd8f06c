//! The recording of this JVM: in memory, and record by record in its file.

use std::collections::BTreeMap;
use std::path::Path;

use faultline_format::{FixtureParts, Seal, TestParts};
use faultline_spectrum::{
    Background, Charge, Coverage, CoverageBuilder, Failure, Moment, Outcome, RecordedClass, RecordedDetails,
    RecordedFixture, RecordedTest, Recording, Refusal, Thrown,
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
    /// What threads ran for no test, by their names.
    background: BTreeMap<String, Hits>,
    recording: Recording,
    journal: Journal,
    hits: Vec<Hit>,
    row: CoverageBuilder,
    bits: Vec<u64>,
    /// Of the failure that is recorded next.
    thrown: Option<Thrown>,
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

/// What a fixture is called, and when it ran. Fields as in [`RecordedFixture`].
#[derive(Debug)]
pub struct FixtureName {
    /// When it ran.
    pub moment: Moment,
    /// The framework's id.
    pub unique_id: String,
    /// Binary name of the test class; may be empty.
    pub class: String,
    /// The fixture's method; may be empty.
    pub method: String,
}

impl Recorder {
    /// A recorder whose file will be in that folder. Errors: the folder cannot be one.
    pub fn new(directory: &Path, description: String) -> Result<Self, String> {
        Ok(Self {
            chunks: Chunks::default(),
            who: Attribution::default(),
            background: BTreeMap::new(),
            recording: Recording { origin: journal::origin(description), ..Recording::default() },
            journal: Journal::new(directory)?,
            hits: Vec::new(),
            row: CoverageBuilder::default(),
            bits: Vec::new(),
            thrown: None,
        })
    }

    /// What the failure of the test that ends next began with.
    pub fn thrown_first(&mut self, thrown: Thrown) {
        self.thrown = Some(thrown);
    }

    /// What was recorded so far.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Blocks to capture of each chunk, in the order the chunks were added.
    pub fn used_blocks(&self) -> impl Iterator<Item = usize> {
        self.chunks.used_blocks()
    }

    /// Position of a chunk and its blocks to capture.
    pub fn chunk(&self, number: u32) -> Option<(u32, usize)> {
        self.chunks.chunk(number)
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
    /// Errors: the class is unknown; what it hits is then its caller's.
    pub fn enter(&mut self, class: u32, thread: Thread, blocks: &[Block]) -> Result<(), String> {
        self.resolve(blocks);
        if self.chunks.has_class(class) {
            self.who.enter(class, thread, &self.hits);
            return Ok(());
        }
        self.who.distribute(&self.hits);
        Err(format!("class number {class} is unknown"))
    }

    /// The static initialiser of a class ended: its lines get a record.
    /// Errors: it never began.
    pub fn exit(&mut self, class: u32, thread: Thread, blocks: &[Block]) -> Result<(), String> {
        self.resolve(blocks);
        match self.who.exit(class, thread, &self.hits) {
            Some(hits) => {
                // Whoever caused the initialisation has touched the class, even when nothing else
                // of it runs: it only reads a constant, or the initialiser threw.
                self.who.distribute(&[Hit { class, word: 0, bits: 0 }]);
                self.add_initialiser(class, hits)
            }
            None => Err(not_begun(class)),
        }
    }

    /// The static initialiser of a class ended whose hits are in arrays of its own: `own`.
    /// Errors: it is said to have begun here, in which case `shared` is its, and did not.
    pub fn exit_apart(
        &mut self,
        class: u32,
        thread: Thread,
        shared: Option<&[Block]>,
        own: &[Block],
    ) -> Result<(), String> {
        let (mut hits, begun) = match shared {
            None => (Hits::default(), true),
            Some(blocks) => {
                self.resolve(blocks);
                let hits = self.who.exit(class, thread, &self.hits);
                let begun = hits.is_some();
                (hits.unwrap_or_default(), begun)
            }
        };
        self.resolve(own);
        hits.add(&self.hits);
        self.add_initialiser(class, hits)?;
        if begun { Ok(()) } else { Err(not_begun(class)) }
    }

    /// Threads are told apart from here on: see [`Attribution::tell_apart`].
    pub fn tell_apart(&mut self, blocks: &[Block]) {
        self.resolve(blocks);
        self.who.tell_apart(&self.hits);
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
        self.end_apart(thread, Some(blocks), &[], test)
    }

    /// As [`Recorder::end_test`], of a test with arrays of its own, which held `own`; `shared` is
    /// what the chunks hold, if they may hold something of it.
    pub fn end_apart(
        &mut self,
        thread: Thread,
        shared: Option<&[Block]>,
        own: &[Block],
        test: Finished,
    ) -> Result<(), String> {
        let Ended { mut hits, overlapped } = match shared {
            None => Ended::default(),
            Some(blocks) => {
                self.resolve(blocks);
                self.who.end(thread, &self.hits)
            }
        };
        self.resolve(own);
        hits.add(&self.hits);
        hits.write_to(&mut self.row, &mut self.bits);
        self.who.recycle(hits);
        self.add_row(test, overlapped)
    }

    /// What a thread of that name ran for no test; written when the JVM ends.
    pub fn background(&mut self, name: &str, blocks: &[Block]) {
        self.resolve(blocks);
        if !self.background.contains_key(name) {
            self.background.insert(name.to_owned(), Hits::default());
        }
        if let Some(hits) = self.background.get_mut(name) {
            hits.add(&self.hits);
        }
    }

    /// The calling thread's test turned out to be none: what it hit belongs to nobody.
    pub fn drop_test(&mut self, thread: Thread, blocks: &[Block]) {
        self.resolve(blocks);
        if let Some(hits) = self.who.end_fixture(thread, &self.hits) {
            self.who.recycle(hits);
        }
    }

    /// A fixture ended, started as a test is: gives its number; `None` when nothing was hit.
    /// `shared` and `own` are as for [`Recorder::end_apart`].
    pub fn end_fixture(
        &mut self,
        thread: Thread,
        shared: Option<&[Block]>,
        own: &[Block],
        fixture: FixtureName,
    ) -> Result<Option<u32>, String> {
        let in_core = shared.and_then(|blocks| {
            self.resolve(blocks);
            self.who.end_fixture(thread, &self.hits)
        });
        let mut hits = in_core.unwrap_or_default();
        self.resolve(own);
        hits.add(&self.hits);
        let empty = hits.is_empty();
        hits.write_to(&mut self.row, &mut self.bits);
        self.who.recycle(hits);
        if empty || self.recording.sealed {
            return Ok(None);
        }
        let FixtureName { moment, unique_id, class, method } = fixture;
        let Self { journal, recording, row, .. } = self;
        let id = recording.fixtures.len() as u32;
        let coverage = row.to_coverage();
        let words = coverage.words();
        let parts = FixtureParts { id, moment, unique_id: &unique_id, class: &class, method: &method, words };
        let written = journal.write(&mut recording.origin, |writer| writer.fixture(&parts));
        recording.fixtures.push(RecordedFixture { id, moment, unique_id, class, method, coverage });
        written.map(|()| Some(id))
    }

    /// A test had these fixtures; it may be recorded later.
    pub fn charge(&mut self, test: u32, fixtures: Vec<u32>) -> Result<(), String> {
        if self.recording.sealed {
            return Ok(());
        }
        let count = self.recording.fixtures.len();
        if let Some(unknown) = fixtures.iter().find(|&&fixture| fixture as usize >= count) {
            return Err(format!("test number {test} is to have fixture {unknown}, which is unknown"));
        }
        let Self { journal, recording, .. } = self;
        let written = journal.write(&mut recording.origin, |writer| writer.charge(test, &fixtures));
        recording.charges.push(Charge { test, fixtures });
        written
    }

    /// Adds what is known of a class besides its lines. Errors: the class is unknown.
    pub fn describe_class(&mut self, details: RecordedDetails) -> Result<(), String> {
        if self.recording.sealed {
            return Ok(());
        }
        if !self.chunks.has_class(details.class) {
            return Err(format!("class number {} is unknown", details.class));
        }
        let Self { journal, recording, .. } = self;
        let written = journal.write(&mut recording.origin, |writer| writer.details(&details));
        recording.details.push(details);
        written
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
        let written = left.into_iter().try_for_each(|(class, hits)| self.add_initialiser(class, hits));
        if self.recording.tests.is_empty() && self.recording.fixtures.is_empty() {
            // A server that tests started, say: nobody told its threads apart.
            let name = program_threads(self.recording.origin.words());
            self.background.entry(name).or_insert_with(|| self.who.take_between());
        }
        let written = written.and(self.add_background());
        let mut summary = troubles();
        if let Err(error) = &written {
            summary.add(error.clone());
        }
        let messages: Vec<&str> = summary.messages.iter().map(String::as_str).collect();
        self.journal.seal(&Seal { counters: &[("internal errors", summary.count)], messages: &messages });
        self.recording.sealed = true;
        written
    }

    /// Records what threads ran for no test.
    fn add_background(&mut self) -> Result<(), String> {
        for (thread, mut hits) in std::mem::take(&mut self.background) {
            hits.write_to(&mut self.row, &mut self.bits);
            let coverage = self.row.to_coverage();
            if coverage.slots().next().is_none() {
                continue;
            }
            let Self { journal, recording, .. } = self;
            journal.write(&mut recording.origin, |writer| writer.background(&thread, coverage.words()))?;
            recording.background.push(Background { thread, coverage });
        }
        Ok(())
    }

    /// Turns blocks into hits of classes.
    fn resolve(&mut self, blocks: &[Block]) {
        let Self { hits, chunks, .. } = self;
        hits.clear();
        hits.extend(blocks.iter().filter_map(|block| chunks.resolve(block)));
    }

    /// Records the lines of a class's initialiser, if there are any.
    fn add_initialiser(&mut self, class: u32, mut hits: Hits) -> Result<(), String> {
        let empty = hits.is_empty();
        hits.write_to(&mut self.row, &mut self.bits);
        self.who.recycle(hits);
        if empty || self.recording.sealed {
            return Ok(());
        }
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
        let mut failure = test.failure.filter(|_| matches!(outcome, Outcome::Failed | Outcome::Aborted));
        if let Some(failure) = &mut failure {
            failure.thrown = self.thrown.take();
        }
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
            })?;
            // Two writes: what a kill between them takes away is only the cause.
            let thrown = failure.as_ref().and_then(|failure| failure.thrown.as_ref());
            thrown.map_or(Ok(()), |thrown| writer.thrown(sequence, thrown))
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

fn not_begun(class: u32) -> String {
    format!("the initialiser of class number {class} ended without having begun")
}

/// What the threads of a JVM without tests are called together; its words end with its program.
fn program_threads(words: &str) -> String {
    match words.rsplit_once(", ") {
        Some((_, program)) if !program.is_empty() => format!("all threads of {program}"),
        _ => "all threads".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use faultline_format::read_dir;
    use faultline_spectrum::RecordedMethod;

    use super::*;
    use crate::testing::Folder;

    const MAIN: Thread = 1;
    const OTHER: Thread = 2;

    fn class(id: u32, slots: u32) -> RecordedClass {
        RecordedClass {
            id,
            name: format!("a.C{id}"),
            source_file: Some("C.java".into()),
            hash: u64::from(id),
            location: String::new(),
            methods: vec![RecordedMethod { name: "m".into(), descriptor: "()V".into() }],
            slots: (0..slots).map(|slot| (0, slot + 1)).collect(),
        }
    }

    /// A recorder with classes 1 (block 0 of chunk 0, 10 slots), 5 (from block 1 on, 100
    /// slots) and 3 (block 0 of chunk 1, 10 slots).
    fn recorder(folder: &Folder) -> Recorder {
        let mut recorder = Recorder::new(folder.path(), "a test".into()).unwrap();
        recorder.add_chunk(0, 1024).unwrap();
        recorder.add_chunk(1, 1024).unwrap();
        recorder.add_class(class(1, 10), 0, 0).unwrap();
        recorder.add_class(class(5, 100), 0, 64).unwrap();
        recorder.add_class(class(3, 10), 1, 0).unwrap();
        recorder
    }

    fn block(chunk: u32, index: u32, bits: u64) -> Block {
        Block { chunk, index, bits }
    }

    fn test(id: &str, outcome: i32) -> Finished {
        let failure = Some(Failure { exception: "a.Boom".into(), ..Failure::default() });
        Finished {
            unique_id: id.into(),
            class: "a.Test".into(),
            method: id.into(),
            outcome,
            duration_ns: 1,
            failure,
        }
    }

    fn slots(coverage: &Coverage) -> Vec<(u32, u32)> {
        coverage.slots().collect()
    }

    #[test]
    fn a_row_has_its_classes_by_number_whichever_chunk_they_are_in() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[block(0, 0, 0b1000)]);
        let hits = [block(0, 0, 1), block(0, 2, 0b10), block(1, 0, 0b100)];
        recorder.end_test(MAIN, &hits, test("one", 0)).unwrap();
        let row = &recorder.recording().tests[0];
        assert_eq!(slots(&row.coverage), [(1, 0), (3, 2), (5, 65)]);
        assert_eq!((row.sequence, row.outcome, row.overlapped), (0, Outcome::Passed, false));
        assert_eq!(row.failure, None, "a passed test has no failure");
    }

    #[test]
    fn a_class_that_was_only_touched_is_in_the_row_without_lines() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.end_test(MAIN, &[block(0, 0, 1 << 10), block(0, 2, 1 << 36)], test("one", 0)).unwrap();
        let classes: Vec<(u32, usize)> =
            recorder.recording().tests[0].coverage.classes().map(|(id, words)| (id, words.len())).collect();
        assert_eq!(classes, [(1, 0), (5, 0)]);
    }

    #[test]
    fn what_is_in_memory_is_what_is_in_the_file_at_every_moment() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        let check = |recorder: &Recorder| {
            let (recordings, notes) = read_dir(folder.path()).unwrap();
            assert_eq!(recordings, [recorder.recording().clone()]);
            assert!(notes.is_empty(), "{notes:?}");
        };
        check(&recorder);
        recorder.refuse(Refusal { class: "a.R".into(), reason: "why".into() }).unwrap();
        recorder.start_test(MAIN, &[]);
        recorder.enter(5, MAIN, &[block(0, 0, 1)]).unwrap();
        recorder.exit(5, MAIN, &[block(0, 1, 2)]).unwrap();
        check(&recorder);
        recorder.end_test(MAIN, &[block(1, 0, 4)], test("one", 1)).unwrap();
        check(&recorder);
        recorder.start_test(MAIN, &[]);
        recorder.start_test(OTHER, &[]);
        recorder.end_test(OTHER, &[block(1, 0, 4)], test("two", 2)).unwrap();
        recorder.skip_test(test("three", 3)).unwrap();
        check(&recorder);
        recorder.enter(3, MAIN, &[]).unwrap();
        recorder.finish(&[block(1, 0, 1)], Summary::new).unwrap();
        check(&recorder);
        let recording = recorder.recording();
        assert!(recording.sealed && recording.tests[1].overlapped && !recording.tests[2].overlapped);
        let initialisers: Vec<_> = recording.initialisers.iter().map(|(id, row)| (*id, slots(row))).collect();
        assert_eq!(initialisers, [(5, vec![(5, 1)]), (3, vec![(3, 0)])]);
    }

    #[test]
    fn an_initialiser_in_which_nothing_was_hit_leaves_no_record() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.enter(5, MAIN, &[]).unwrap();
        recorder.exit(5, MAIN, &[]).unwrap();
        assert_eq!(recorder.recording().initialisers, []);
    }

    fn fixture(id: &str, moment: Moment) -> FixtureName {
        FixtureName { moment, unique_id: id.into(), class: "a.Test".into(), method: String::new() }
    }

    #[test]
    fn a_fixture_is_kept_apart_from_the_tests_that_are_charged_with_it() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        let before =
            recorder.end_fixture(MAIN, Some(&[block(0, 0, 1)]), &[], fixture("C", Moment::Before)).unwrap();
        assert_eq!(before, Some(0));
        recorder.start_test(MAIN, &[]);
        recorder.charge(0, vec![0]).unwrap();
        recorder.end_test(MAIN, &[block(0, 0, 2)], test("one", 0)).unwrap();
        let after =
            recorder.end_fixture(MAIN, Some(&[block(0, 0, 4)]), &[], fixture("C", Moment::After)).unwrap();
        assert_eq!(after, Some(1));
        let recording = recorder.recording();
        assert_eq!(slots(&recording.tests[0].coverage), [(1, 1)]);
        assert_eq!(slots(&recording.fixtures[0].coverage), [(1, 0)]);
        assert_eq!(slots(&recording.fixtures[1].coverage), [(1, 2)]);
        assert_eq!(recording.charges, [Charge { test: 0, fixtures: vec![0] }]);
        assert_eq!(read_dir(folder.path()).unwrap().0, std::slice::from_ref(recording));
    }

    #[test]
    fn a_fixture_in_which_nothing_was_hit_has_no_number_and_cannot_be_charged() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        assert_eq!(recorder.end_fixture(MAIN, Some(&[]), &[], fixture("C", Moment::Before)), Ok(None));
        assert!(recorder.charge(0, vec![0]).is_err());
        assert_eq!(recorder.recording().charges, []);
    }

    #[test]
    fn what_a_dropped_test_hit_is_in_no_row() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.drop_test(MAIN, &[block(0, 0, 1)]);
        recorder.start_test(MAIN, &[]);
        recorder.end_test(MAIN, &[block(0, 0, 2)], test("one", 0)).unwrap();
        assert_eq!(recorder.recording().tests.len(), 1);
        assert_eq!(slots(&recorder.recording().tests[0].coverage), [(1, 1)]);
    }

    #[test]
    fn details_of_an_unknown_class_are_refused() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        let details = |class| RecordedDetails { class, ..RecordedDetails::default() };
        assert!(recorder.describe_class(details(77)).is_err());
        recorder.describe_class(details(5)).unwrap();
        assert_eq!(read_dir(folder.path()).unwrap().0[0].details, [details(5)]);
    }

    #[test]
    fn who_causes_an_initialisation_has_touched_the_class() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.enter(5, MAIN, &[]).unwrap();
        recorder.enter(3, MAIN, &[block(0, 1, 1)]).unwrap();
        recorder.exit(3, MAIN, &[block(1, 0, 1)]).unwrap();
        recorder.exit(5, MAIN, &[]).unwrap();
        recorder.end_test(MAIN, &[], test("one", 1)).unwrap();
        let recording = recorder.recording();
        let classes = |row: &Coverage| row.classes().map(|(class, _)| class).collect::<Vec<_>>();
        assert_eq!(classes(&recording.tests[0].coverage), [5]);
        let of_5 = recording.initialisers.iter().find(|(class, _)| *class == 5).unwrap();
        assert_eq!(classes(&of_5.1), [3, 5], "5 began 3 inside its own initialiser");
    }

    #[test]
    fn the_initialiser_of_an_unknown_class_leaves_its_lines_to_the_test() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        assert!(recorder.enter(77, MAIN, &[block(0, 0, 1)]).is_err());
        assert!(recorder.exit(77, MAIN, &[block(0, 0, 2)]).is_err());
        recorder.end_test(MAIN, &[], test("one", 0)).unwrap();
        assert_eq!(slots(&recorder.recording().tests[0].coverage), [(1, 0), (1, 1)]);
    }

    #[test]
    fn a_test_with_arrays_of_its_own_has_nothing_of_the_chunks() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.tell_apart(&[block(0, 0, 1)]);
        recorder.end_apart(OTHER, None, &[block(0, 1, 1)], test("apart", 0)).unwrap();
        recorder.end_apart(MAIN, Some(&[block(0, 0, 2)]), &[block(1, 0, 4)], test("both", 0)).unwrap();
        let rows: Vec<_> = recorder.recording().tests.iter().map(|row| slots(&row.coverage)).collect();
        assert_eq!(rows, [vec![(5, 0)], vec![(1, 0), (1, 1), (3, 2)]]);
        assert!(recorder.recording().tests.iter().all(|row| !row.overlapped));
    }

    #[test]
    fn an_initialiser_with_arrays_of_its_own_may_have_begun_without() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.enter(5, MAIN, &[]).unwrap();
        recorder.tell_apart(&[block(0, 1, 1)]);
        recorder.exit_apart(5, MAIN, Some(&[block(0, 1, 2)]), &[block(0, 1, 4)]).unwrap();
        recorder.exit_apart(3, MAIN, None, &[block(1, 0, 1)]).unwrap();
        assert!(recorder.exit_apart(1, MAIN, Some(&[]), &[block(0, 0, 1)]).is_err());
        let charged = recorder.recording().initialisers.iter().map(|(class, row)| (*class, slots(row)));
        let expected = [(5, vec![(5, 0), (5, 1), (5, 2)]), (3, vec![(3, 0)]), (1, vec![(1, 0)])];
        assert_eq!(charged.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_threads_ran_for_no_test_is_written_by_their_names_when_the_jvm_ends() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.background("left", &[block(0, 0, 1)]);
        recorder.background("idle", &[]);
        recorder.background("left", &[block(1, 0, 2)]);
        recorder.finish(&[], Summary::new).unwrap();
        let (recordings, _) = read_dir(folder.path()).unwrap();
        let background =
            recordings[0].background.iter().map(|ran| (ran.thread.as_str(), slots(&ran.coverage)));
        assert_eq!(background.collect::<Vec<_>>(), [("left", vec![(1, 0), (3, 1)])]);
    }

    #[test]
    fn what_a_jvm_without_tests_ran_is_recorded_by_its_program() {
        let folder = Folder::new();
        let mut server = recorder(&folder);
        server.recording.origin.description = "a VM 17, org.example.Server\tserver".into();
        server.enter(3, MAIN, &[block(0, 0, 0b1)]).unwrap();
        server.exit(3, MAIN, &[block(1, 0, 0b10)]).unwrap();
        server.finish(&[block(0, 0, 0b100)], Summary::new).unwrap();
        let (recordings, _) = read_dir(folder.path()).unwrap();
        for background in [&recordings[0].background, &server.recording().background] {
            let ran: Vec<_> = background.iter().map(|ran| (&*ran.thread, slots(&ran.coverage))).collect();
            assert_eq!(ran, [("all threads of org.example.Server", vec![(1, 0), (1, 2)])]);
        }
    }

    #[test]
    fn what_runs_after_the_last_test_is_not_background() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.end_test(MAIN, &[block(0, 0, 1)], test("one", 0)).unwrap();
        recorder.finish(&[block(0, 0, 2)], Summary::new).unwrap();
        assert_eq!(recorder.recording().background, []);
    }

    #[test]
    fn what_was_thrown_first_belongs_to_the_next_failure() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        let root = Thrown { exception: "a.Root".into(), frames: Vec::new() };
        recorder.thrown_first(root.clone());
        for (name, outcome) in [("passes", 0), ("fails", 1), ("fails too", 1)] {
            recorder.start_test(MAIN, &[]);
            recorder.end_test(MAIN, &[], test(name, outcome)).unwrap();
        }
        recorder.finish(&[], Summary::new).unwrap();
        let (recordings, _) = read_dir(folder.path()).unwrap();
        for tests in [&recordings[0].tests, &recorder.recording().tests] {
            assert_eq!(tests[0].failure, None);
            assert_eq!(tests[1].failure.as_ref().unwrap().thrown.as_ref(), Some(&root));
            assert_eq!(tests[2].failure.as_ref().unwrap().thrown, None);
        }
    }

    #[test]
    fn an_unknown_outcome_makes_no_row_but_ends_the_test() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        assert!(recorder.end_test(MAIN, &[], test("one", 4)).is_err());
        recorder.start_test(MAIN, &[]);
        recorder.end_test(MAIN, &[], test("two", 0)).unwrap();
        assert_eq!(recorder.recording().tests.len(), 1);
        assert!(!recorder.recording().tests[0].overlapped);
    }

    #[test]
    fn a_finished_recorder_records_nothing_more() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.finish(&[], Summary::new).unwrap();
        recorder.add_class(class(8, 1), 1, 64).unwrap();
        recorder.start_test(MAIN, &[]);
        recorder.end_test(MAIN, &[block(0, 0, 1)], test("late", 0)).unwrap();
        recorder.finish(&[], Summary::new).unwrap();
        let (recordings, notes) = read_dir(folder.path()).unwrap();
        assert_eq!((recordings[0].tests.len(), recordings[0].classes.len()), (0, 3));
        assert!(notes.is_empty(), "{notes:?}");
    }
}
