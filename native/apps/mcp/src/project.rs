//! The project that a server is about, and its recordings.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use faultline_messages::failure::Failure;
use faultline_recording_store::find::{self, DEFAULT_FOLDER};
use faultline_recording_store::load::{self, Loaded};
use faultline_recording_store::project;
use faultline_recording_store::sources::Sources;

/// A project's folder, with what was read of it last.
#[derive(Debug)]
pub struct Project {
    root: PathBuf,
    shelf: Mutex<Shelf>,
    /// Told whenever somebody has read.
    has_read: Condvar,
    ends: AtomicBool,
}

/// How long a call waits for another one that reads recordings, so that both have them of one reading. Then it reads by
/// itself: the other one may wait for a file system that never answers.
const PATIENCE: Duration = Duration::from_secs(30);

/// What was read last, and whether somebody reads.
#[derive(Debug, Default)]
struct Shelf {
    read: Option<Read>,
    is_reading: bool,
}

/// What was read, and from what.
#[derive(Debug)]
struct Read {
    from: Vec<Stamped>,
    recording: Recording,
}

/// Recordings and where they lie.
#[derive(Clone, Debug)]
pub struct Recording {
    /// What they say together.
    pub loaded: Arc<Loaded>,
    /// What they were read from, one file or folder.
    pub inputs: [PathBuf; 1],
}

impl Project {
    /// The project of a folder, its real path.
    pub fn new(root: PathBuf) -> Self {
        Self { root, shelf: Mutex::default(), has_read: Condvar::new(), ends: AtomicBool::default() }
    }

    /// Its folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Nobody is there for results any more: builds that run are to end.
    pub fn end(&self) {
        self.ends.store(true, Ordering::SeqCst);
    }

    /// Whether [`Project::end`] was called.
    pub fn ends(&self) -> bool {
        self.ends.load(Ordering::SeqCst)
    }

    /// The recordings that a client names, seen from the project's folder; without a name those of the nearest `.faultline`,
    /// there or above. They are read again only where they changed. Errors: there is none, one cannot be read.
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

    /// What was read already of these files. Errors: nothing; then the caller is the one who reads, without the lock: a read
    /// that hangs hangs its own call alone.
    fn known(&self, inputs: &[PathBuf; 1], from: &[Stamped]) -> Result<Recording, Reading<'_>> {
        let is_reading = |shelf: &mut Shelf| shelf.is_reading;
        let waited = self.has_read.wait_timeout_while(self.shelf(), PATIENCE, is_reading);
        let (mut shelf, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let is_known = |read: &&Read| read.from == from && read.recording.inputs == *inputs;
        if let Some(known) = shelf.read.as_ref().filter(is_known) {
            return Ok(known.recording.clone());
        }
        shelf.read = None; // so that two are not held at once
        shelf.is_reading = true;
        Err(Reading(self))
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where recordings are, and the folder that sources are looked for in.
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

    /// A path that a client names, seen from the project's folder.
    pub fn path(&self, named: &str) -> PathBuf {
        self.root.join(named)
    }

    /// A path as a client names it: relative where it lies in the project.
    pub fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }

    /// The sources of what was recorded.
    pub fn sources(&self, loaded: &Loaded) -> Sources {
        Sources::of_loaded(&[], loaded)
    }
}

/// Somebody reads, as long as this lives.
struct Reading<'p>(&'p Project);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.shelf().is_reading = false;
        self.0.has_read.notify_all();
    }
}

/// A file, its length, and when it was changed.
type Stamped = (PathBuf, u64, Option<SystemTime>);

fn stamped(file: PathBuf) -> Stamped {
    let data = fs::metadata(&file).ok();
    let modified = data.as_ref().and_then(|data| data.modified().ok());
    (file, data.map_or(0, |data| data.len()), modified)
}
