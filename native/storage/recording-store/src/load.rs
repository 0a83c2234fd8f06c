//! Loads recordings and merges them into one spectrum.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use faultline_flt::{Folders, Layout, record_spectrum};
use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;
use faultline_messages::words::counted;
use faultline_spectrum::{
    ClassFile, MergeError, Moment, Outcome, Outcomes, Recording, Reruns, Spectrum, TestId,
};

use crate::find::{files_of, locate, recordings_in};
use crate::outside;
use crate::partly;
use crate::programs;
use crate::reading::Reading;
use crate::recorded_root;
use crate::started;
use crate::unseen::{self, UnseenClass};
use crate::whose::{self, LeftOut};

/// A spectrum with information for its readers.
#[derive(Debug)]
pub struct Loaded {
    /// All recordings, merged.
    pub spectrum: Spectrum,
    /// Remarks on the files, a sentence each.
    pub notes: Vec<String>,
    /// The files, in reading order.
    pub files: Vec<PathBuf>,
    /// Last modification of the newest file: sources changed later may not match.
    pub recorded: Option<SystemTime>,
    /// When the first JVM started to record, nanoseconds since the Unix epoch; 0 without any. It names the run.
    pub started_ns: u64,
    /// When each JVM started to record, likewise. Recordings of several runs may be read together, as those of a build in
    /// which some tests were up to date.
    pub starts: BTreeSet<u64>,
    /// The folder to which paths are relative: the one that contains `.faultline`.
    pub base: PathBuf,
    /// A sentence on code that ran after tests and is charged to none.
    pub after: Option<String>,
    /// Code that threads ran outside tests, by thread name.
    pub background: Vec<Ran>,
    /// Whether the command line of some JVM is known, so that tests can be run again.
    pub is_repeatable: bool,
    /// Recorded classes that are not the project's; the spectrum is without them.
    pub left_out: LeftOut,
    /// Code of the project that ran, or may have run, and that the recordings cannot see.
    pub unseen: Vec<UnseenClass>,
}

/// The amount of code that threads with one name ran outside tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// The threads' name.
    pub thread: String,
    /// Number of (method, line) pairs, summed over the JVMs with such threads.
    pub lines: usize,
    /// Binary names of classes, and the lines of each, in JVMs of the build's own tests in which a test failed.
    pub places: BTreeSet<(String, u32)>,
}

/// Reads the recordings that `inputs` refer to (if empty: the nearest `.faultline`) and merges them. Errors:
/// there are none, one cannot be read, they contradict each other.
pub fn load(inputs: &[PathBuf]) -> Result<Loaded, Failure> {
    load_as(inputs, Reading::default())
}

/// As [`load`], with options on what is charged to tests.
pub fn load_as(inputs: &[PathBuf], reading: Reading) -> Result<Loaded, Failure> {
    load_parts(inputs, reading, Parts::leaving_rows()).map(|(loaded, _)| loaded)
}

/// As [`load_as`], and returns the recordings themselves, which also contain how each JVM was started.
pub fn load_with_recordings(
    inputs: &[PathBuf],
    reading: Reading,
) -> Result<(Loaded, Vec<Recording>), Failure> {
    load_parts(inputs, reading, Parts::default())
}

fn load_parts(
    inputs: &[PathBuf],
    reading: Reading,
    mut parts: Parts,
) -> Result<(Loaded, Vec<Recording>), Failure> {
    let (files, base) = locate(inputs)?;
    let progress = Progress::start("reading recordings");
    parts.read(&files, &progress)?;
    let base = recorded_root::at_least(base, &parts.recordings);
    let loaded = parts.loaded(reading, &progress, base)?;
    Ok((loaded, parts.recordings))
}

/// As [`load_as`], with outcomes of conditions, switches and calls if `wanted`.
/// Errors: as [`load`]; outcomes are wanted, and no recording has any.
pub fn load_with_outcomes(
    inputs: &[PathBuf],
    reading: Reading,
    wanted: bool,
) -> Result<(Loaded, Option<Outcomes>), Failure> {
    if !wanted {
        return Ok((load_as(inputs, reading)?, None));
    }
    let (loaded, recordings) = load_with_recordings(inputs, reading)?;
    let outcomes = Outcomes::merge(&recordings, reading.policies)
        .map_err(|error| Failure::failed(format!("the recordings do not belong together: {error}")))?;
    if outcomes.is_empty() {
        return Err(Failure::failed(
            "the recordings say which lines ran, and nothing of conditions and calls; record these as well: \
             faultline run --elements branches,returns -- mvn test",
        ));
    }
    Ok((loaded, Some(outcomes)))
}

/// As [`load`], and also merges the recordings of a pool of candidate tests. Returns the rows of these tests,
/// ascending. Errors: as [`load`]; a test is in both.
pub fn load_with_pool(
    inputs: &[PathBuf],
    pool: &Path,
    reading: Reading,
) -> Result<(Loaded, Vec<TestId>), Failure> {
    let (files, base) = locate(inputs)?;
    let of_pool = files_of(pool)?;
    let progress = Progress::start("reading recordings");
    let mut parts = Parts::leaving_rows();
    parts.read(&files, &progress)?;
    let (recorded, before_pool) = (parts.recorded, parts.recordings.len());
    let base = recorded_root::at_least(base, &parts.recordings);
    parts.read(&of_pool, &progress)?;
    let loaded = Loaded { recorded, ..parts.loaded(reading, &progress, base)? };
    let rows = rows_of(&parts.recordings, before_pool).map_err(|both| {
        Failure::failed(format!(
            "{} of {} {} also in the recordings to choose for; leave the pool out to choose from these",
            counted(both, "test"),
            pool.display(),
            if both == 1 { "is" } else { "are" }
        ))
    })?;
    Ok((loaded, rows))
}

/// The content of the files before merging.
#[derive(Default)]
struct Parts {
    recordings: Vec<Recording>,
    notes: Vec<String>,
    files: Vec<PathBuf>,
    recorded: Option<SystemTime>,
    folders: Folders,
}

impl Parts {
    /// Leaves the rows of tests in their files until they are merged.
    fn leaving_rows() -> Self {
        Self { folders: Folders::leaving_rows(), ..Self::default() }
    }

    /// Merges the recordings and collects the information for readers. The recordings are kept.
    fn loaded(&mut self, reading: Reading, progress: &Progress, base: PathBuf) -> Result<Loaded, Failure> {
        if reading.without_carried {
            self.recordings.retain(|recording| !recording.is_carried());
        }
        if !reading.with_programs {
            programs::leave_out(&mut self.recordings);
        }
        self.leave_out_reruns(reading);
        let left_out = whose::leave_out(&mut self.recordings, &base);
        let unseen = unseen::take_out(&mut self.recordings, &left_out, &base, reading.with_started);
        self.notes.extend(partly::note(&self.recordings));
        self.notes.extend(outside::note(&self.recordings, &base));
        if reading.with_started {
            started::charge(&mut self.recordings);
        }
        self.notes.extend(self.carried());
        let starts = self.starts();
        let spectrum = self.merge(reading, progress)?;
        self.notes.extend(reading.memory.note(&spectrum.coverage));
        Ok(Loaded {
            started_ns: starts.first().copied().unwrap_or_default(),
            starts,
            spectrum,
            notes: std::mem::take(&mut self.notes),
            files: std::mem::take(&mut self.files),
            recorded: self.recorded,
            base,
            after: self.after(),
            background: self.background(),
            is_repeatable: self.is_repeatable(),
            left_out,
            unseen,
        })
    }

    /// When the JVMs of the run started; rows that were carried over are of earlier runs.
    fn starts(&self) -> BTreeSet<u64> {
        let starts = |all: bool| -> BTreeSet<u64> {
            let recordings = self.recordings.iter().filter(|recording| all || !recording.is_carried());
            recordings.map(|recording| recording.origin.started_ns).collect()
        };
        let own = starts(false);
        if own.is_empty() { starts(true) } else { own }
    }

    /// A note on rows of earlier runs.
    fn carried(&self) -> Option<String> {
        let carried = self.recordings.iter().filter(|recording| recording.is_carried());
        let tests: usize = carried.map(|recording| recording.tests.len()).sum();
        let is = if tests == 1 { "was" } else { "were" };
        (tests > 0).then(|| {
            format!(
                "{} {is} left out of the run, since nothing has changed for {}: the rows are of an earlier run",
                counted(tests, "test"),
                if tests == 1 { "it" } else { "them" }
            )
        })
    }

    fn is_repeatable(&self) -> bool {
        self.recordings.iter().any(|recording| recording.launch.is_some() && !recording.tests.is_empty())
    }

    fn read(&mut self, files: &[PathBuf], progress: &Progress) -> Result<(), Failure> {
        files.iter().try_for_each(|file| self.read_one(file, progress))
    }

    /// Reads a recording, or a folder in a layout of other tools.
    fn read_one(&mut self, file: &Path, progress: &Progress) -> Result<(), Failure> {
        progress.now(format!("reading {}", file.display()));
        let failed = |error: faultline_flt::FormatError| Failure::failed(error.to_string());
        if let Some(layout) = Layout::in_folder(file) {
            let imported = layout.import(file).map_err(failed)?;
            let description = format!("imported from {}", layout.name());
            self.recordings.push(record_spectrum(&imported.spectrum, &description));
            self.notes.extend(imported.notes.iter().map(ToString::to_string));
        } else {
            let (recording, of_file) = self.folders.recording(file).map_err(failed)?;
            self.recordings.extend(recording);
            self.notes.extend(of_file.iter().map(ToString::to_string));
        }
        self.recorded = self.recorded.max(fs::metadata(file).and_then(|data| data.modified()).ok());
        self.files.push(file.to_owned());
        Ok(())
    }

    fn merge(&self, reading: Reading, progress: &Progress) -> Result<Spectrum, Failure> {
        progress.now(format!("merging {}", counted(self.recordings.len(), "recording")));
        let room = reading.memory.room();
        let merged = Spectrum::merge_within(&self.recordings, reading.policies, Some(room));
        // A row that could not be read is the reason for whatever else is wrong.
        if let Some(error) = self.folders.failure() {
            return Err(Failure::failed(error.to_string()));
        }
        merged.map_err(|error| match error {
            MergeError::NoRoom { .. } => Failure::failed(format!(
                "{error}; name a folder with room by TMPDIR, or allow more memory (--memory)"
            )),
            _ => Failure::failed(format!("the recordings do not belong together: {error}")),
        })
    }

    /// Removes the executions that are no rows, and adds a note on flaky tests.
    fn leave_out_reruns(&mut self, reading: Reading) {
        let Reruns { flaky, left_out } = reading.executions.apply(&mut self.recordings);
        let Some(first) = flaky.first() else { return };
        let others = match flaky.len() - 1 {
            0 => String::new(),
            others => format!(" and {} more", counted(others, "test")),
        };
        let left_out = match left_out {
            0 => "every execution counts (--flaky last or exclude)".to_owned(),
            left_out => format!("{} left out", counted(left_out, "execution")),
        };
        self.notes.push(format!("{first}{others} failed and passed; {left_out}"));
    }

    /// Threads that ran code outside tests, those with the most lines first.
    fn background(&self) -> Vec<Ran> {
        let mut threads = BTreeMap::<&str, Ran>::new();
        for recording in self.recordings.iter().filter(|recording| !recording.background.is_empty()) {
            let has_failed = recording.tests.iter().any(|test| test.outcome == Outcome::Failed);
            let may_matter = has_failed && recording.origin.started_by().is_none();
            let classes: BTreeMap<u32, &ClassFile> = recording
                .classes
                .iter()
                .filter(|_| may_matter)
                .map(|class| (class.id, &*class.file))
                .collect();
            for ran in &recording.background {
                let of = threads.entry(&ran.thread).or_insert_with(|| Ran {
                    thread: ran.thread.clone(),
                    lines: 0,
                    places: BTreeSet::new(),
                });
                for (class, slot) in ran.coverage.slots() {
                    of.lines += 1;
                    let file = classes.get(&class);
                    let at =
                        file.and_then(|file| Some((file.name.clone(), file.slots.get(slot as usize)?.1)));
                    of.places.extend(at);
                }
            }
        }
        let mut ran: Vec<Ran> = threads.into_values().collect();
        ran.sort_by_key(|ran| std::cmp::Reverse(ran.lines));
        ran
    }

    /// A sentence on the amount of code that ran after tests.
    fn after(&self) -> Option<String> {
        let fixtures = self.recordings.iter().flat_map(|recording| &recording.fixtures);
        let after = fixtures.filter(|fixture| fixture.moment == Moment::After);
        let (count, lines) = after
            .fold((0, 0), |(count, lines), fixture| (count + 1, lines + fixture.coverage.slots().count()));
        (count > 0).then(|| {
            format!(
                "{} ran {} after their tests (@AfterAll and the like), which belong to no test",
                counted(count, "container"),
                counted(lines, "line")
            )
        })
    }
}

/// The rows, in the merged spectrum, of the tests of `recordings[first..]`. Rows are in the order of (start
/// of their JVM, its nonce, its pid, sequence), each execution once.
/// Errors: the number of these tests that earlier recordings also contain.
fn rows_of(recordings: &[Recording], first: usize) -> Result<Vec<TestId>, usize> {
    let mut rows = std::collections::BTreeMap::<_, (bool, bool)>::new();
    for (at, recording) in recordings.iter().enumerate() {
        for test in &recording.tests {
            let (before, after) = rows.entry((recording.origin.jvm(), test.sequence)).or_default();
            *(if at < first { before } else { after }) = true;
        }
    }
    let both = rows.values().filter(|(before, after)| *before && *after).count();
    if both > 0 {
        return Err(both);
    }
    let rows = rows.into_values().enumerate().filter(|(_, (_, after))| *after);
    Ok(rows.map(|(row, _)| TestId::new(row)).collect())
}

/// The recordings of a folder, and notes; unreadable files give notes too.
pub fn read_leniently(folder: &Path) -> (Vec<Recording>, Vec<String>) {
    let (mut recordings, mut notes) = (Vec::new(), Vec::new());
    let files = match recordings_in(folder) {
        Ok(files) => files,
        Err(failure) => return (recordings, vec![failure.to_string()]),
    };
    let progress = Progress::start("reading what was recorded");
    let mut folders = Folders::default();
    for file in files {
        match folders.recording(&file) {
            Ok((recording, of_file)) => {
                recordings.extend(recording);
                notes.extend(of_file.iter().map(ToString::to_string));
            }
            Err(error) => notes.push(error.to_string()),
        }
    }
    drop(progress);
    (recordings, notes)
}
