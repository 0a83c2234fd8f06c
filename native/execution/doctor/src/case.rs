//! Everything the doctor looks at, read once.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use faultline_flt::{Folders, Note, NoteKind};
use faultline_messages::progress::Progress;
use faultline_spectrum::{Outcome, RecordedTest, Recording};

use super::circumstances::Circumstances;
use super::reports::Reports;

/// A report is written when tests of its JVM have ended, so it is newer than that JVM's start but for
/// the tick in which the kernel stamps files. Where file systems tick slower, nothing is said.
const TICK: Duration = Duration::from_millis(20);

/// Of recordings that were made up, the start is nearer to 1970.
const MADE_UP: Duration = Duration::from_secs(2);

/// Recordings, the notes on them, and what lies around them.
#[derive(Debug)]
pub struct Case<'a> {
    /// What is known of the run.
    pub circumstances: Circumstances<'a>,
    /// Recordings that hold something.
    pub recordings: Vec<Recording>,
    /// What the reader of the files had to say.
    pub notes: Vec<Note>,
    /// Files that cannot be read, a sentence each.
    pub unreadable: Vec<String>,
    /// When the newest file was last written.
    pub recorded: Option<SystemTime>,
    /// When what was recorded began, or a little before; `None` when unknown.
    pub since: Option<SystemTime>,
    /// The reports of the same tests.
    pub reports: Reports,
}

impl<'a> Case<'a> {
    /// Reads the recordings and the reports beside them.
    pub fn read(files: &[PathBuf], circumstances: Circumstances<'a>) -> Self {
        let progress = Progress::start("reading what was recorded");
        let (mut recordings, mut notes, mut unreadable) = (Vec::new(), Vec::new(), Vec::new());
        let (mut recorded, mut folders) = (None, Folders::default());
        for file in files {
            match folders.read(file) {
                Ok((recording, of_file)) => {
                    if !of_file.iter().any(|note| note.kind == NoteKind::Empty) {
                        recordings.push(recording);
                    }
                    notes.extend(of_file);
                }
                Err(error) => unreadable.push(error.to_string()),
            }
            recorded = recorded.max(fs::metadata(file).and_then(|data| data.modified()).ok());
        }
        let since = circumstances.started.or_else(|| began(&recordings));
        progress.now("reading the build's reports");
        let since = since.map(|since| since - TICK);
        let reports = Reports::below(circumstances.root, since);
        Self { circumstances, recordings, notes, unreadable, recorded, since, reports }
    }

    /// All rows.
    pub fn tests(&self) -> impl Iterator<Item = &RecordedTest> {
        self.recordings.iter().flat_map(|recording| &recording.tests)
    }

    /// The rows of tests that ran to their end: one that an assumption ended is reported as skipped, or not at all.
    pub fn executed(&self) -> impl Iterator<Item = &RecordedTest> {
        self.tests().filter(|test| matches!(test.outcome, Outcome::Passed | Outcome::Failed))
    }

    /// Whether any class was recorded.
    pub fn has_classes(&self) -> bool {
        self.recordings.iter().any(|recording| !recording.classes.is_empty())
    }

    /// The project's folder.
    pub fn root(&self) -> &'a Path {
        self.circumstances.root
    }
}

/// When the first JVM of the recordings started. `None` without any, or when it was made up.
pub fn began(recordings: &[Recording]) -> Option<SystemTime> {
    let first = recordings.iter().map(|recording| recording.origin.started_ns).min()?;
    let began = UNIX_EPOCH + Duration::from_nanos(first);
    // An imported spectrum has no time of its own.
    (first > MADE_UP.as_nanos() as u64).then_some(began)
}
