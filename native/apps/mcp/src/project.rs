//! The project that a server serves, and its recordings.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use faultline_messages::failure::Failure;
use faultline_recording_store::NamedBaseline;
use faultline_recording_store::find::{self, DEFAULT_FOLDER};
use faultline_recording_store::load::{self, Loaded};
use faultline_recording_store::project;
use faultline_recording_store::sources::Sources;

/// A project's folder, with the last loaded recording cached.
#[derive(Debug)]
pub struct Project {
    root: PathBuf,
    shelf: Mutex<Shelf>,
    /// Notified whenever a read ends.
    has_read: Condvar,
    ends: AtomicBool,
}

/// How long a call waits for another call's read, to share its result. After this timeout it reads by itself,
/// because the other may hang on a file system that never answers.
const PATIENCE: Duration = Duration::from_secs(30);

/// The last loaded recording, and whether a read is in progress.
#[derive(Debug, Default)]
struct Shelf {
    read: Option<Read>,
    is_reading: bool,
}

/// A loaded recording, and the files it was loaded from.
#[derive(Debug)]
struct Read {
    from: Vec<Stamped>,
    recording: Recording,
}

/// A recording and its location.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The loaded data.
    pub loaded: Arc<Loaded>,
    /// The path it was loaded from: one file or folder.
    pub inputs: [PathBuf; 1],
}

impl Project {
    /// Creates the project of a folder, given its real path.
    pub fn new(root: PathBuf) -> Self {
        Self { root, shelf: Mutex::default(), has_read: Condvar::new(), ends: AtomicBool::default() }
    }

    /// The project's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Signals that the client is gone, so that running builds stop.
    pub fn end(&self) {
        self.ends.store(true, Ordering::SeqCst);
    }

    /// Whether [`Project::end`] was called.
    pub fn ends(&self) -> bool {
        self.ends.load(Ordering::SeqCst)
    }

    /// Loads the recording at a path, relative to the project's folder; without a path, the one in the
    /// nearest `.faultline` in that folder or above. It is reloaded only if its files changed. Errors: none
    /// is found, or it cannot be read.
    pub fn recording(&self, named: Option<&str>) -> Result<Recording, Failure> {
        let (input, base) = self.place(named)?;
        let (files, _) = find::locate(std::slice::from_ref(&input))?;
        let from: Vec<_> = files.into_iter().map(stamped).collect();
        let inputs = [input];
        let reading = match self.known(&inputs, &from) {
            Ok(known) => return Ok(known),
            Err(reading) => reading,
        };
        let mut loaded = load::load(&inputs)?;
        loaded.base = base;
        let recording = Recording { loaded: Arc::new(loaded), inputs };
        reading.0.shelf().read = Some(Read { from, recording: recording.clone() });
        Ok(recording)
    }

    /// The cached recording, if it is of these files. Errors: a guard, with which the caller reads without
    /// holding the lock, so that a hanging read blocks only its own call.
    fn known(&self, inputs: &[PathBuf; 1], from: &[Stamped]) -> Result<Recording, Reading<'_>> {
        let is_reading = |shelf: &mut Shelf| shelf.is_reading;
        let waited = self.has_read.wait_timeout_while(self.shelf(), PATIENCE, is_reading);
        let (mut shelf, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let is_known = |read: &&Read| read.from == from && read.recording.inputs == *inputs;
        if let Some(known) = shelf.read.as_ref().filter(is_known) {
            return Ok(known.recording.clone());
        }
        shelf.read = None; // frees memory before the next read
        shelf.is_reading = true;
        Err(Reading(self))
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The path of the recordings, and the folder in which sources are searched.
    fn place(&self, named: Option<&str>) -> Result<(PathBuf, PathBuf), Failure> {
        if let Some(named) = named.map(str::trim).filter(|named| !named.is_empty()) {
            return Ok((self.path(named), self.root.clone()));
        }
        let base = project::search(&self.root)?.ok_or_else(|| {
            Failure::failed(format!(
                "{}; record the tests first with the tool record",
                project::nothing_found(&self.root)
            ))
        })?;
        Ok((base.join(DEFAULT_FOLDER), base))
    }

    /// The baseline at a path, relative to the project's folder; `None` without a path. Errors: there is none, or it
    /// cannot be read.
    pub fn baseline(&self, named: Option<&str>) -> Result<Option<NamedBaseline>, Failure> {
        let named = named.map(str::trim).filter(|named| !named.is_empty());
        let read = named.map(|named| NamedBaseline::read(&self.path(named)));
        read.transpose().map_err(|error| Failure::failed(error.to_string()))
    }

    /// Resolves a client's path, relative to the project's folder.
    pub fn path(&self, named: &str) -> PathBuf {
        self.root.join(named)
    }

    /// A path as shown to a client: relative if it lies in the project.
    pub fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }

    /// The sources of a recording.
    pub fn sources(&self, loaded: &Loaded) -> Sources {
        Sources::of_loaded(&[], loaded)
    }
}

/// Marks a read in progress until dropped.
struct Reading<'p>(&'p Project);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.shelf().is_reading = false;
        self.0.has_read.notify_all();
    }
}

/// A file with its length and modification time.
type Stamped = (PathBuf, u64, Option<SystemTime>);

fn stamped(file: PathBuf) -> Stamped {
    let data = fs::metadata(&file).ok();
    let modified = data.as_ref().and_then(|data| data.modified().ok());
    (file, data.map_or(0, |data| data.len()), modified)
}
