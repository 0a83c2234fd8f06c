//! Writes the recording of this JVM record by record: classes and tests here, [`fixtures`], [`initialisers`], and the
//! [`end`]; [`recorded`] is the state kept about written records.

mod elements;
mod end;
mod fixtures;
mod initialisers;
mod recorded;
#[cfg(test)]
mod samples;
mod sizes;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use faultline_flt::TestParts;
use faultline_spectrum::{
    CoverageBuilder, ElementOwner, Failure, Launch, LoadedTests, Outcome, PartlyRecorded, RecordedClass,
    RecordedDetails, Refusal, Thrown,
};

use crate::attribution::{Attribution, Ended, Thread};
use crate::capture::Block;
use crate::chunks::Chunks;
use crate::hits::{Hit, Hits};
use crate::journal::{self, Journal};
use crate::run::Run;

use sizes::Sizes;

pub use fixtures::{FixtureName, SHARED};
pub use initialisers::FailedClass;
pub use recorded::Recorded;

/// Converts captured blocks and events to the records of a file.
///
/// Every method that takes `blocks` gets the hits since the last capture. After [`Recorder::finish`] nothing is recorded.
/// Errors are sentences for the seal; the rest of the data is recorded nevertheless.
#[derive(Debug)]
pub struct Recorder {
    chunks: Chunks,
    who: Attribution,
    /// Numbers of the tables of outcomes.
    tables: BTreeSet<u32>,
    /// The outcomes of the next row.
    outcomes: CoverageBuilder,
    /// The conditions of the next test.
    path: Vec<(u32, u32)>,
    /// Hits of threads outside of tests, by thread name.
    background: BTreeMap<String, Hits>,
    recorded: Recorded,
    journal: Journal,
    sizes: Sizes,
    hits: Vec<Hit>,
    row: CoverageBuilder,
    bits: Vec<u64>,
    /// How the JVM was started, until it is written.
    launch: Option<Launch>,
    /// The original exception of the next failure.
    thrown: Option<Thrown>,
    /// Numbers for the seal, by name.
    counts: Vec<(String, u64)>,
    /// The display name of the next row; empty for none.
    display: String,
    /// The class whose failed initialisation caused the next test to fail.
    failed_by: Option<String>,
}

/// The result of a test, without its coverage.
#[derive(Debug)]
pub struct Finished {
    /// The framework's unique id.
    pub unique_id: String,
    /// Binary name of the test class; may be empty.
    pub class: String,
    /// Test method.
    pub method: String,
    /// Code of the outcome, as passed over JNI.
    pub outcome: i32,
    /// Wall time. Units: ns.
    pub duration_ns: u64,
    /// The failure of a failed or aborted test.
    pub failure: Option<Failure>,
}

impl Recorder {
    /// A recorder that writes to a folder. Errors: the folder cannot be used.
    pub fn new(directory: &Path, description: String) -> Result<Self, String> {
        Ok(Self {
            chunks: Chunks::default(),
            who: Attribution::default(),
            tables: BTreeSet::new(),
            outcomes: CoverageBuilder::default(),
            path: Vec::new(),
            background: BTreeMap::new(),
            recorded: Recorded::new(journal::origin(description)),
            journal: Journal::new(directory)?,
            sizes: Sizes::default(),
            hits: Vec::new(),
            row: CoverageBuilder::default(),
            bits: Vec::new(),
            launch: None,
            thrown: None,
            counts: Vec::new(),
            display: String::new(),
            failed_by: None,
        })
    }

    /// Makes no file once the run is over.
    pub fn during(&mut self, run: Arc<Run>) {
        self.journal.during(run);
    }

    /// Sets how the JVM was started; written once, without secrets, with the first test.
    pub fn launch(&mut self, mut launch: Launch) {
        if !self.recorded.launched {
            launch.hide_secrets();
            self.launch = Some(launch);
        }
    }

    /// Writes which loader, made at run time, has loaded a class of tests. Errors: it could not be written.
    pub fn loaded(&mut self, loaded: &LoadedTests) -> Result<(), String> {
        let Self { journal, recorded, .. } = self;
        if recorded.sealed {
            return Ok(());
        }
        journal.write(&mut recorded.origin, |writer| writer.loaded(loaded))
    }

    /// Sets the original exception of the next test's failure.
    pub fn thrown_first(&mut self, thrown: Thrown) {
        self.thrown = Some(thrown);
    }

    /// Sets the display name of the next test that ends or is skipped.
    pub fn display(&mut self, name: String) {
        self.display = name;
    }

    /// The state kept about written records.
    pub fn recorded(&self) -> &Recorded {
        &self.recorded
    }

    /// Number of blocks to capture of each chunk, by position.
    pub fn used_blocks(&self) -> impl Iterator<Item = usize> {
        self.chunks.used_blocks()
    }

    /// Position of a chunk, and the number of its blocks to capture.
    pub fn chunk(&self, number: u32) -> Option<(u32, usize)> {
        self.chunks.chunk(number)
    }

    /// Adds a chunk of `bytes` bytes.
    pub fn add_chunk(&mut self, number: u32, bytes: usize) -> Result<(), String> {
        self.chunks.add_chunk(number, bytes)
    }

    /// Adds a class with hits from `base` on in a chunk. Its record is written with its details, or before any row.
    pub fn add_class(&mut self, class: &RecordedClass, chunk: u32, base: usize) -> Result<(), String> {
        if self.recorded.sealed {
            return Ok(());
        }
        self.chunks.add_class(class.id, chunk, base, class.slots.len())?;
        // A class without lines is counted among those that were not instrumented.
        if !class.slots.is_empty() {
            self.recorded.class(class.id, &class.name);
        }
        let sizes = self.sizes.take(chunk, base, class.slots.len());
        self.journal.class(class, sizes);
        Ok(())
    }

    /// Keeps the bytes of code of each line of a class that was just woven, until the class is added.
    pub fn line_sizes(&mut self, chunk: u32, base: usize, bytes: Vec<u32>) {
        self.sizes.keep(chunk, base, bytes);
    }

    /// Records a class that was not instrumented.
    pub fn refuse(&mut self, refusal: &Refusal) -> Result<(), String> {
        if self.recorded.sealed {
            return Ok(());
        }
        let Self { journal, recorded, .. } = self;
        recorded.refusals += 1;
        journal.write(&mut recorded.origin, |writer| writer.refusal(&refusal.class, &refusal.reason))
    }

    /// Tells threads apart from here on: see [`Attribution::tell_apart`].
    pub fn tell_apart(&mut self, blocks: &[Block]) {
        self.resolve(blocks);
        self.who.tell_apart(&self.hits);
    }

    /// Marks that the open tests may have hits of others: see [`Attribution::mark`].
    pub fn mark(&mut self) {
        self.who.mark();
    }

    /// Starts a test.
    pub fn start_test(&mut self, thread: Thread, blocks: &[Block]) {
        self.resolve(blocks);
        self.who.start(thread, &self.hits);
    }

    /// Captures the last hits of the running test.
    pub fn capture(&mut self, thread: Thread, blocks: &[Block]) {
        self.resolve(blocks);
        self.who.freeze(thread, &self.hits);
    }

    /// Ends a test and writes its row. Errors: among others an unknown outcome; then there is no row.
    pub fn end_test(&mut self, thread: Thread, blocks: &[Block], test: Finished) -> Result<(), String> {
        self.end_apart(thread, Some(blocks), &[], test)
    }

    /// Like [`Recorder::end_test`], for a test with separate arrays, with hits `own`; `shared` are the hits in the chunks,
    /// if these may contain its hits.
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

    /// Drops the calling thread's test, which turned out not to be one, with its hits.
    pub fn drop_test(&mut self, thread: Thread, blocks: &[Block]) {
        self.resolve(blocks);
        if let Some(hits) = self.who.end_fixture(thread, &self.hits) {
            self.who.recycle(hits);
        }
    }

    /// Records the details of a class besides its lines. Errors: the class is unknown.
    pub fn describe_class(&mut self, details: &RecordedDetails) -> Result<(), String> {
        if self.recorded.sealed {
            return Ok(());
        }
        if !self.chunks.has_class(details.class) {
            return Err(format!("class number {} is unknown", details.class));
        }
        let Self { journal, recorded, .. } = self;
        journal.details(&mut recorded.origin, details)
    }

    /// Records a test that never started: a row without coverage.
    pub fn skip_test(&mut self, test: Finished) -> Result<(), String> {
        self.row.clear();
        self.add_row(test, false)
    }

    /// Records that some lines of a method have no probes. Errors: the class is unknown.
    pub fn partly_recorded(&mut self, partly: PartlyRecorded) -> Result<(), String> {
        if self.recorded.sealed {
            return Ok(());
        }
        if !self.chunks.has_class(partly.class) {
            return Err(format!("class number {} is unknown", partly.class));
        }
        let Self { journal, recorded, .. } = self;
        journal.about_class(&mut recorded.origin, |writer| writer.partly(&partly))
    }

    /// Converts blocks to hits of classes.
    fn resolve(&mut self, blocks: &[Block]) {
        let Self { hits, chunks, .. } = self;
        hits.clear();
        hits.extend(blocks.iter().filter_map(|block| chunks.resolve(block)));
    }

    /// Writes how the JVM was started, if it is known. Errors: it could not be written.
    fn write_launch(&mut self) -> Result<(), String> {
        let Some(launch) = self.launch.take() else { return Ok(()) };
        let Self { journal, recorded, .. } = self;
        recorded.launched = true;
        journal.write(&mut recorded.origin, |writer| writer.launch(&launch))
    }

    /// Records a test whose coverage is in `row`. Errors: it could not be written; the file then has no row.
    fn add_row(&mut self, test: Finished, overlapped: bool) -> Result<(), String> {
        if self.recorded.sealed {
            return Ok(());
        }
        let outcome = u8::try_from(test.outcome).ok().and_then(Outcome::from_code);
        let Some(outcome) = outcome else {
            return Err(format!("test {} ended with unknown outcome {}", test.unique_id, test.outcome));
        };
        let unwritten = self.write_launch();
        let failed_by = self.failed_by.take();
        let mut failure = test.failure.filter(|_| matches!(outcome, Outcome::Failed | Outcome::Aborted));
        if let Some(failure) = &mut failure {
            failure.thrown = self.thrown.take();
        }
        let display = std::mem::take(&mut self.display);
        let sequence = self.recorded.tests();
        let unwritten = unwritten.and(self.write_outcomes(ElementOwner::Test(sequence)));
        let unwritten = unwritten.and(self.write_path(sequence));
        let Self { journal, recorded, row, .. } = self;
        recorded.test(outcome);
        let written = journal.write(&mut recorded.origin, |writer| {
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
            // Separate writes: a kill in between loses only the cause or the display name.
            let thrown = failure.as_ref().and_then(|failure| failure.thrown.as_ref());
            thrown.map_or(Ok(()), |thrown| writer.thrown(sequence, thrown))?;
            failed_by.as_deref().map_or(Ok(()), |class| writer.failed_by(sequence, class))?;
            if display.is_empty() { Ok(()) } else { writer.display(sequence, &display) }
        });
        unwritten.and(written)
    }
}

#[cfg(test)]
mod tests {
    use faultline_flt::read_dir;
    use faultline_spectrum::{ClassDetails, Outcome, Recording};

    use super::samples::{MAIN, OTHER, block, recorder, slots, test, written};
    use super::*;
    use crate::testing::Folder;
    use crate::troubles::Summary;

    #[test]
    fn a_row_has_its_classes_by_number_whichever_chunk_they_are_in() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[block(0, 0, 0b1000)]);
        let hits = [block(0, 0, 1), block(0, 2, 0b10), block(1, 0, 0b100)];
        recorder.end_test(MAIN, &hits, test("one", 0)).unwrap();
        let row = written(&folder).tests.remove(0);
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
        let row = written(&folder).tests.remove(0);
        let classes: Vec<(u32, usize)> =
            row.coverage.classes().map(|(id, words)| (id, words.len())).collect();
        assert_eq!(classes, [(1, 0), (5, 0)]);
    }

    #[test]
    fn a_class_without_lines_is_in_the_rows_and_does_not_count_as_recorded() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        let before = recorder.recorded().totals();
        recorder.add_class(&samples::class(7, 0), 1, 64).unwrap();
        assert_eq!(recorder.recorded().totals(), before);
        recorder.start_test(MAIN, &[]);
        recorder.end_test(MAIN, &[block(1, 1, 1)], test("one", 0)).unwrap();
        let recording = written(&folder);
        let row = recording.tests[0].coverage.classes().map(|(id, words)| (id, words.len()));
        assert_eq!(row.collect::<Vec<_>>(), [(7, 0)]);
        assert_eq!(recording.classes.iter().filter(|class| class.slots.is_empty()).count(), 1);
    }

    #[test]
    fn what_was_recorded_is_in_the_file_at_every_moment() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        let check = |recorder: &Recorder| {
            let (recordings, notes) = read_dir(folder.path()).unwrap();
            assert!(notes.is_empty(), "{notes:?}");
            let Recording { tests, classes, refusals, .. } = &recordings[0];
            let of = |outcome: Outcome| tests.iter().filter(|test| test.outcome == outcome).count();
            let [passed, failed] = [Outcome::Passed, Outcome::Failed].map(of);
            let [aborted, skipped] = [Outcome::Aborted, Outcome::Skipped].map(of);
            let counts = [passed, failed, aborted, skipped, classes.len(), refusals.len()];
            assert_eq!(recorder.recorded().totals(), counts.map(|count| i64::try_from(count).unwrap()));
            assert_eq!(recorder.recorded().tests() as usize, tests.len());
        };
        // A class is described before it runs, and that makes it available.
        for class in [1, 5, 3] {
            recorder.describe_class(&RecordedDetails::new(class, ClassDetails::default())).unwrap();
        }
        check(&recorder);
        recorder.refuse(&Refusal { class: "a.R".into(), reason: "why".into() }).unwrap();
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
        let recording = written(&folder);
        assert!(recording.sealed && recording.tests[1].overlapped && !recording.tests[2].overlapped);
        let initialisers: Vec<_> = recording.initialisers.iter().map(|(id, row)| (*id, slots(row))).collect();
        assert_eq!(initialisers, [(5, vec![(5, 1)]), (3, vec![(3, 0)])]);
    }

    #[test]
    fn a_fork_refers_to_classes_of_another_and_writes_them_before_a_row_that_has_them() {
        let folder = Folder::new();
        let described = || {
            let mut recorder = recorder(&folder);
            for class in [1, 5, 3] {
                recorder.describe_class(&RecordedDetails::new(class, ClassDetails::default())).unwrap();
            }
            recorder.start_test(MAIN, &[]);
            recorder.end_test(MAIN, &[block(0, 0, 1)], test("one", 0)).unwrap();
            recorder
        };
        // None of them is finished, as if killed.
        let forks = [(); 3].map(|()| described());
        let (recordings, notes) = read_dir(folder.path()).unwrap();
        assert!(notes.is_empty() && recordings.len() == 3, "{notes:?}");
        for recording in &recordings {
            let classes: Vec<_> = recording.classes.iter().map(|class| class.id).collect();
            assert_eq!((classes, recording.details.len()), (vec![1, 5, 3], 0));
            assert_eq!((slots(&recording.tests[0].coverage), recording.sealed), (vec![(1, 0)], false));
        }
        let mut lengths: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|file| file.unwrap().metadata().unwrap().len())
            .collect();
        lengths.sort_unstable();
        assert!(lengths[1] + 100 < lengths[2] && lengths[0] == lengths[1], "{lengths:?}");
        drop(forks);
    }

    #[test]
    fn what_a_dropped_test_hit_is_in_no_row() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.drop_test(MAIN, &[block(0, 0, 1)]);
        recorder.start_test(MAIN, &[]);
        recorder.end_test(MAIN, &[block(0, 0, 2)], test("one", 0)).unwrap();
        assert_eq!(written(&folder).tests.len(), 1);
        assert_eq!(slots(&written(&folder).tests[0].coverage), [(1, 1)]);
    }

    #[test]
    fn details_of_an_unknown_class_are_refused() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        let superclass = Some("a.Base".to_owned());
        let details = |class| {
            RecordedDetails::new(
                class,
                ClassDetails { superclass: superclass.clone(), ..ClassDetails::default() },
            )
        };
        assert!(recorder.describe_class(&details(77)).is_err());
        recorder.describe_class(&details(5)).unwrap();
        assert_eq!(read_dir(folder.path()).unwrap().0[0].details, [details(5)]);
    }

    #[test]
    fn a_test_with_arrays_of_its_own_has_nothing_of_the_chunks() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.tell_apart(&[block(0, 0, 1)]);
        recorder.end_apart(OTHER, None, &[block(0, 1, 1)], test("apart", 0)).unwrap();
        recorder.end_apart(MAIN, Some(&[block(0, 0, 2)]), &[block(1, 0, 4)], test("both", 0)).unwrap();
        let rows: Vec<_> = written(&folder).tests.iter().map(|row| slots(&row.coverage)).collect();
        assert_eq!(rows, [vec![(5, 0)], vec![(1, 0), (1, 1), (3, 2)]]);
        assert!(written(&folder).tests.iter().all(|row| !row.overlapped));
    }

    #[test]
    fn a_test_that_may_hold_hits_of_others_is_marked() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        recorder.tell_apart(&[]);
        recorder.mark();
        recorder.end_apart(MAIN, Some(&[]), &[], test("marked", 0)).unwrap();
        recorder.end_apart(MAIN, None, &[], test("not", 0)).unwrap();
        let marks: Vec<_> = written(&folder).tests.iter().map(|row| row.overlapped).collect();
        assert_eq!(marks, [true, false]);
    }

    #[test]
    fn what_was_thrown_first_belongs_to_the_next_failure() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        let root = Thrown { exception: "a.Root".into(), ..Thrown::default() };
        recorder.thrown_first(root.clone());
        for (name, outcome) in [("passes", 0), ("fails", 1), ("fails too", 1)] {
            recorder.start_test(MAIN, &[]);
            recorder.end_test(MAIN, &[], test(name, outcome)).unwrap();
        }
        recorder.finish(&[], Summary::new).unwrap();
        let tests = written(&folder).tests;
        assert_eq!(tests[0].failure, None);
        assert_eq!(tests[1].failure.as_ref().unwrap().thrown.as_ref(), Some(&root));
        assert_eq!(tests[2].failure.as_ref().unwrap().thrown, None);
    }

    #[test]
    fn an_unknown_outcome_makes_no_row_but_ends_the_test() {
        let folder = Folder::new();
        let mut recorder = recorder(&folder);
        recorder.start_test(MAIN, &[]);
        assert!(recorder.end_test(MAIN, &[], test("one", 4)).is_err());
        recorder.start_test(MAIN, &[]);
        recorder.end_test(MAIN, &[], test("two", 0)).unwrap();
        assert_eq!(written(&folder).tests.len(), 1);
        assert!(!written(&folder).tests[0].overlapped);
    }
}
