//! Assembles a recording from the records of a file.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::path::Path;

use faultline_spectrum::{
    ClassDetails, Launch, MutatedClass, Origin, RecordedClass, RecordedDetails, RecordedTest, Recording,
    Thrown,
};

use crate::compact::{self, Context};
use crate::frame::{FILE_HEADER, Frame, Frames, Header, MAJOR, MINOR, Stop};
use crate::left::{self, Place};
use crate::mutation::{self, Drift};
use crate::plain::{self, Sealed};
use crate::window::Window;
use crate::{Folders, FormatError, Key, MutationRecord, Note, NoteKind, kind};

/// Prefix of the seal's counters that count tests; they indicate no trouble and give no note.
const COUNTS: &str = "tests ";

/// Limit on notes from the content of a file: an empty message takes 8 bytes of file and 150 of memory, and
/// nobody reads thousands.
const MAX_NOTES: usize = 100;

/// A recording under construction.
pub(crate) struct Reader<'a> {
    path: &'a Path,
    minor: u16,
    recording: Recording,
    notes: Vec<Note>,
    begun: bool,
    /// Number of a class to its place in the recording.
    classes: HashMap<u32, usize>,
    /// The same for classes with mutants.
    mutated: HashMap<u32, usize>,
    /// Sequence number of a test to its last place in the recording, for the first `indexed` tests.
    tests: HashMap<u32, usize>,
    indexed: usize,
    drifts: Vec<Drift>,
    /// State that carries over between records.
    context: Context,
    unknown: BTreeMap<u16, u64>,
    /// Notes past [`MAX_NOTES`].
    more: u64,
    /// Class records so far, repeated ones and references included.
    class_records: u64,
    /// Classes that files may refer to: their places in the recording, and those of their details.
    keyed: Vec<(Key, usize, Option<usize>)>,
    /// Classes of this JVM in other files, each once.
    referred: Vec<(u32, Key)>,
    referred_keys: HashSet<Key>,
    /// Where the rows of the tests are that are left in the file; `None` if rows are read.
    left: Option<Vec<Place>>,
    /// The file, once it has been read.
    file: Option<File>,
}

impl<'a> Reader<'a> {
    fn new(path: &'a Path, minor: u16) -> Self {
        Self {
            path,
            minor,
            recording: Recording::default(),
            notes: Vec::new(),
            begun: false,
            classes: HashMap::new(),
            mutated: HashMap::new(),
            tests: HashMap::new(),
            indexed: 0,
            drifts: Vec::new(),
            context: Context::default(),
            unknown: BTreeMap::new(),
            more: 0,
            class_records: 0,
            keyed: Vec::new(),
            referred: Vec::new(),
            referred_keys: HashSet::new(),
            left: None,
            file: None,
        }
    }

    /// Starts with the header of a file; `None` if it is incomplete.
    pub(crate) fn begun(path: &'a Path, header: Header) -> Result<Option<Self>, FormatError> {
        match header {
            Header::Ours(minor) => Ok(Some(Self::new(path, minor))),
            Header::Torn => Ok(None),
            Header::Foreign => Err(FormatError::NotFaultline { path: path.to_owned() }),
            Header::Newer(major, minor) => {
                let version = format!("{major}.{minor}");
                Err(FormatError::NewerVersion { path: path.to_owned(), version })
            }
            Header::Older(minor) => {
                let version = format!("{MAJOR}.{minor}");
                Err(FormatError::OlderVersion { path: path.to_owned(), version })
            }
            Header::Damaged => Err(FormatError::corrupt(path, 0, "the checksum of the file header is wrong")),
        }
    }

    /// Leaves the rows of tests in the file, so that they are read when they are asked for.
    pub(crate) fn leaving_rows(&mut self) {
        self.left = Some(Vec::new());
    }

    /// Keeps the file for the rows that are left in it.
    pub(crate) fn keep(&mut self, file: File) {
        self.file = Some(file);
    }

    /// Consumes all frames; returns why there are no more.
    pub(crate) fn records(&mut self, frames: &mut Frames<'_>) -> Result<Stop, FormatError> {
        loop {
            match frames.next() {
                Ok(frame) => self.record(&frame)?,
                Err(stop) => return Ok(stop),
            }
        }
    }

    /// Consumes all frames of a file; returns why there are no more.
    pub(crate) fn window(&mut self, window: &mut Window) -> Result<Stop, FormatError> {
        let mut at = FILE_HEADER;
        loop {
            let mut frames = window.frames(at);
            let stop = self.records(&mut frames)?;
            at = frames.at();
            if window.is_last(&stop) {
                return Ok(stop);
            }
            window.more(at).map_err(|error| FormatError::io(self.path, error))?;
        }
    }

    fn record(&mut self, frame: &Frame<'_>) -> Result<(), FormatError> {
        self.apply(frame).map_err(|what| FormatError::corrupt(self.path, frame.offset, what))
    }

    fn apply(&mut self, frame: &Frame<'_>) -> Result<(), String> {
        if !self.begun && frame.kind != kind::ORIGIN {
            return Err("the first record is not an origin".into());
        }
        let Self { recording, context, .. } = self;
        let payload = frame.payload;
        match frame.kind {
            kind::ORIGIN => self.origin(plain::origin(payload)?)?,
            kind::CLASS => {
                let class = context.class(payload)?;
                self.class(class)?;
            }
            kind::DETAILS => recording.details.push(context.details(payload)?),
            kind::DESCRIBED_CLASS => self.described_class(payload)?,
            kind::REFERENCES => self.references(compact::references(payload)?)?,
            kind::PARTLY => recording.partly.push(plain::partly(payload)?),
            kind::SIZES => recording.sizes.push(compact::sizes(payload)?),
            kind::REFUSAL => recording.refusals.push(plain::refusal(payload)?),
            kind::TEST => match &mut self.left {
                None => recording.tests.push(context.test(payload)?),
                Some(left) => {
                    let (test, row, words) = context.test_without_row(payload)?;
                    recording.tests.push(test);
                    left.push(Place {
                        frame: frame.offset as u64,
                        length: payload.len() as u32,
                        checksum: frame.checksum,
                        row: row as u32,
                        words: words as u32,
                    });
                }
            },
            kind::THROWN => {
                let thrown = context.thrown(payload)?;
                self.thrown(thrown)?;
            }
            kind::DISPLAY => {
                let shown = context.display(payload)?;
                self.display(shown)?;
            }
            kind::FAILED_BY => recording.failed_by.push(plain::get(payload)?),
            kind::FIXTURE => recording.fixtures.push(context.fixture(payload)?),
            kind::CHARGE => recording.charges.push(compact::charge(payload)?),
            kind::INITIALISER => recording.initialisers.push(context.initialiser(payload)?),
            kind::FAILED_INITIALISER => {
                recording.failed_initialisers.push(plain::failed_initialiser(payload)?);
            }
            kind::BACKGROUND => recording.background.push(context.background(payload)?),
            kind::ELEMENTS => recording.elements.tables.push(context.elements(payload)?),
            kind::OUTCOMES => recording.elements.hits.push(context.outcomes(payload)?),
            kind::PATH => recording.elements.paths.push(compact::path(payload)?),
            kind::LAUNCH => self.launch(plain::launch(payload)?)?,
            kind::ENVIRONMENT => self.environment(plain::get(payload)?)?,
            kind::LOADED => recording.loaded.push(plain::loaded(payload)?),
            kind::SEAL => self.seal(plain::get(payload)?),
            other => match mutation::record(other, payload)? {
                Some(record) => self.of_mutants(record)?,
                None if self.minor > MINOR => *self.unknown.entry(other).or_default() += 1,
                None => return Err(format!("version {MAJOR}.{} has no records of kind {other}", self.minor)),
            },
        }
        Ok(())
    }

    fn of_mutants(&mut self, record: MutationRecord) -> Result<(), String> {
        let found = &mut self.recording.mutation;
        match record {
            MutationRecord::Class(class) => self.mutated(class)?,
            MutationRecord::Test(test) => found.tests.push(test),
            MutationRecord::Probe(probe) => found.probes.push(probe),
            MutationRecord::Verdict(verdict) => found.verdicts.push(verdict),
            MutationRecord::Unusable(unusable) => found.unusable.push(unusable),
            MutationRecord::Drift { test, voided } => {
                self.drifts.push(Drift { test, voided, before: found.verdicts.len() });
            }
            MutationRecord::Stage(stage) => found.stages.push(stage),
        }
        Ok(())
    }

    /// Sets the JVM's launch, of which there is only one.
    fn launch(&mut self, mut launch: Launch) -> Result<(), String> {
        let known = self.recording.launch.get_or_insert_with(|| launch.clone());
        launch.environment.clone_from(&known.environment);
        if *known == launch { Ok(()) } else { Err("it is a second launch, unlike the first".into()) }
    }

    /// Sets the environment of the JVM's launch, of which there is only one.
    fn environment(&mut self, environment: Vec<(String, Option<String>)>) -> Result<(), String> {
        let launch = self.recording.launch.as_mut().ok_or("the environment of no launch")?;
        if !launch.environment.is_empty() && launch.environment != environment {
            return Err("it is a second environment, unlike the first".into());
        }
        launch.environment = environment;
        Ok(())
    }

    fn mutated(&mut self, class: MutatedClass) -> Result<(), String> {
        let classes = &mut self.recording.mutation.classes;
        if let Some(&at) = self.mutated.get(&class.class) {
            let known = &classes[at];
            return if *known == class {
                Ok(())
            } else {
                let (number, name, earlier) = (class.class, class.name, &known.name);
                Err(format!("class with mutants number {number} is {name} and, earlier, {earlier}"))
            };
        }
        self.mutated.insert(class.class, classes.len());
        classes.push(class);
        Ok(())
    }

    /// Sets the origin. Repeating it is harmless; two different ones mean two JVMs in one file.
    fn origin(&mut self, origin: Origin) -> Result<(), String> {
        if self.begun && origin != self.recording.origin {
            return Err("it is a second origin, unlike the first".into());
        }
        self.recording.origin = origin;
        self.begun = true;
        Ok(())
    }

    fn class(&mut self, class: RecordedClass) -> Result<(), String> {
        self.class_records += 1;
        if let Some(&at) = self.classes.get(&class.id) {
            let known = &self.recording.classes[at];
            return if *known == class {
                Ok(())
            } else {
                Err(format!("class number {} is {} and, earlier, {}", class.id, class.name, known.name))
            };
        }
        self.classes.insert(class.id, self.recording.classes.len());
        self.recording.classes.push(class);
        Ok(())
    }

    fn described_class(&mut self, payload: &[u8]) -> Result<(), String> {
        let (key, rest) = payload.split_first_chunk().ok_or("it ends early")?;
        let (class, details) = self.context.described_class(rest)?;
        let id = class.id;
        self.class(class)?;
        if let Some(&at) = self.classes.get(&id) {
            let of_it = says_anything(&details).then_some(self.recording.details.len());
            self.keyed.push((Key::from_bytes(*key), at, of_it));
        }
        self.describe(details);
        Ok(())
    }

    /// Adds the details of a class, if there are any.
    fn describe(&mut self, details: RecordedDetails) {
        if says_anything(&details) {
            self.recording.details.push(details);
        }
    }

    fn references(&mut self, referred: Vec<(u32, Key)>) -> Result<(), String> {
        self.class_records += referred.len() as u64;
        // Otherwise a few bytes of file could expand to any number of classes.
        if referred.iter().any(|(_, key)| !self.referred_keys.insert(*key)) {
            return Err("it refers to a class for the second time".into());
        }
        self.referred.extend(referred);
        Ok(())
    }

    /// The classes that files may refer to.
    pub(crate) fn described(mut self) -> Vec<(Key, RecordedClass, RecordedDetails)> {
        let Recording { classes, details, .. } = &mut self.recording;
        let take = |(key, class, of_it): (Key, usize, Option<usize>)| {
            let details = of_it.map(|at| std::mem::take(&mut details[at])).unwrap_or_default();
            (key, classes[class].clone(), details)
        };
        self.keyed.into_iter().map(take).collect()
    }

    /// Makes classes share the descriptions of equal classes in other files.
    fn share(&mut self, folders: &mut Folders) {
        let Recording { classes, details, .. } = &mut self.recording;
        for (key, class, of_it) in std::mem::take(&mut self.keyed) {
            folders.share(key, &mut classes[class], of_it.map(|at| &mut details[at]));
        }
    }

    /// Adds the classes in other files that this file refers to.
    fn look_up(&mut self, folders: &mut Folders) -> Result<(), FormatError> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let mut missing = 0;
        for (id, key) in std::mem::take(&mut self.referred) {
            let Some((class, details)) = folders.class(folder, key) else {
                missing += 1;
                continue;
            };
            self.class(RecordedClass { id, ..class })
                .map_err(|what| FormatError::corrupt(self.path, FILE_HEADER, what))?;
            self.describe(RecordedDetails { class: id, ..details });
        }
        if missing == 0 {
            return Ok(());
        }
        Err(FormatError::Apart { path: self.path.to_owned(), classes: missing })
    }

    /// Sets the original exception of an earlier failed test, usually the last one.
    fn thrown(&mut self, (sequence, thrown): (u32, Thrown)) -> Result<(), String> {
        let failure = self.test(sequence).and_then(|test| test.failure.as_mut());
        failure.ok_or_else(|| format!("no test number {sequence} has failed before"))?.thrown = Some(thrown);
        Ok(())
    }

    /// Sets the display name of an earlier test, usually the last one.
    fn display(&mut self, (sequence, name): (u32, String)) -> Result<(), String> {
        let test = self.test(sequence);
        test.ok_or_else(|| format!("there is no test number {sequence} before"))?.display = name;
        Ok(())
    }

    /// The last test with a sequence number. Cost: O(tests) for all calls together; searching from the end
    /// each time would be quadratic in a file that refers to its first test repeatedly.
    fn test(&mut self, sequence: u32) -> Option<&mut RecordedTest> {
        let tests = &mut self.recording.tests;
        if tests.last().is_some_and(|last| last.sequence == sequence) {
            return tests.last_mut();
        }
        for (at, test) in tests.iter().enumerate().skip(self.indexed) {
            self.tests.insert(test.sequence, at);
        }
        self.indexed = tests.len();
        tests.get_mut(*self.tests.get(&sequence)?)
    }

    fn seal(&mut self, seal: Sealed) {
        self.recording.sealed = true;
        let (sealed, found) =
            ((seal.classes, seal.tests), (self.class_records, self.recording.tests.len() as u64));
        if sealed != found {
            self.note(NoteKind::Incomplete { sealed, found });
        }
        let (counts, troubles): (Vec<_>, Vec<_>) =
            seal.counters.into_iter().partition(|(name, _)| name.starts_with(COUNTS));
        self.recording.counts.extend(counts.into_iter().take(MAX_NOTES));
        for (name, value) in troubles.into_iter().filter(|&(_, value)| value > 0) {
            self.note(NoteKind::Counter { name, value });
        }
        for message in seal.messages {
            self.note(NoteKind::Message(message));
        }
    }

    fn note(&mut self, kind: NoteKind) {
        if self.notes.len() < MAX_NOTES {
            self.notes.push(Note::new(self.path, kind));
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn finish(
        mut self,
        stop: &Stop,
        length: usize,
        folders: &mut Folders,
    ) -> Result<(Recording, Vec<Note>), FormatError> {
        let left = |offset: usize| (offset as u64, (length - offset) as u64);
        let tail = match *stop {
            Stop::End => None,
            Stop::Torn(at) => {
                let (offset, bytes) = left(at);
                Some(NoteKind::TornTail { offset, bytes })
            }
            Stop::Zeros(at) => {
                let (offset, bytes) = left(at);
                Some(NoteKind::ZeroTail { offset, bytes })
            }
            Stop::Corrupt(offset, what) => return Err(FormatError::corrupt(self.path, offset, what)),
        };
        self.share(folders);
        self.look_up(folders)?;
        if let Some((places, shared)) = self.left.take().zip(folders.left()) {
            left::leave(self.path, self.file.take(), &mut self.recording.tests, places, shared);
        }
        mutation::void(&mut self.recording.mutation.verdicts, &self.drifts);
        for (kind, count) in std::mem::take(&mut self.unknown) {
            self.note(NoteKind::UnknownRecords { kind, count });
        }
        let more = (self.more > 0).then_some(NoteKind::More { count: self.more });
        let empty = (!self.begun).then_some(NoteKind::Empty);
        let last = [more, tail, empty].into_iter().flatten();
        self.notes.extend(last.map(|kind| Note::new(self.path, kind)));
        Ok((self.recording, self.notes))
    }
}

/// Whether a class has details.
fn says_anything(details: &RecordedDetails) -> bool {
    *details.details != ClassDetails::default()
}
