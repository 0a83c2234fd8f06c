//! The input of all checks, read once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use faultline_build_reports::inner_builds::TestFolders;
use faultline_build_reports::reports::Reports;
use faultline_build_reports::start;
use faultline_flt::{Folders, Note, NoteKind};
use faultline_messages::progress::Progress;
use faultline_recording_store::programs;
use faultline_recording_store::unseen::take_out;
use faultline_recording_store::whose::{LeftOut, leave_out};
use faultline_spectrum::{Outcome, RecordedTest, Recording};

use super::circumstances::Circumstances;

/// Recordings with notes on them, and their surroundings.
#[derive(Debug)]
pub struct Case<'a> {
    /// Circumstances of the run.
    pub circumstances: Circumstances<'a>,
    /// Recordings with content, without rows that were carried over, classes that are not the project's and classes without lines.
    pub recordings: Vec<Recording>,
    /// The classes that were recorded and are not the project's.
    pub left_out: LeftOut,
    /// Numbers of the tests that are no rows because a task's own program ran them, by program.
    pub programs: BTreeMap<String, usize>,
    /// The files.
    pub files: Vec<PathBuf>,
    /// Notes of the file reader.
    pub notes: Vec<Note>,
    /// Unreadable files, a sentence each.
    pub unreadable: Vec<String>,
    /// When the newest file was last written.
    pub recorded: Option<SystemTime>,
    /// When the recorded run began, or slightly before; `None` if unknown.
    pub since: Option<SystemTime>,
    /// The build's reports of the same tests.
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
        // Rows of earlier runs were checked with those; this build has no reports of them.
        recordings.retain(|recording| !recording.is_carried());
        let programs = programs::leave_out(&mut recordings);
        let left_out = leave_out(&mut recordings, circumstances.root);
        take_out(&mut recordings, &left_out, circumstances.root, false);
        let since = circumstances.started.or_else(|| began(&recordings));
        progress.now("reading the build's reports");
        let since = since.map(start::least);
        let reports = Reports::below(circumstances.root, since, &TestFolders::of(&recordings));
        let files = files.to_vec();
        Self {
            circumstances,
            recordings,
            left_out,
            programs,
            files,
            notes,
            unreadable,
            recorded,
            since,
            reports,
        }
    }

    /// All rows.
    pub fn tests(&self) -> impl Iterator<Item = &RecordedTest> {
        self.recordings.iter().flat_map(|recording| &recording.tests)
    }

    /// The rows of tests that ran to their end. A test ended by an assumption is reported as skipped, or not
    /// at all.
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

/// When the first JVM of the recordings started; `None` without recordings, or if they are artificial.
pub fn began(recordings: &[Recording]) -> Option<SystemTime> {
    start::recorded(recordings.iter().map(|recording| recording.origin.started_ns).min()?)
}
