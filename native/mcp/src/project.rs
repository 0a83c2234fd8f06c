//! The project that a server is about, and its recordings.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use faultline_recordings::find::{self, DEFAULT_FOLDER};
use faultline_recordings::load::{self, Loaded};
use faultline_recordings::project;
use faultline_recordings::sources::Sources;
use faultline_telling::failure::Failure;

/// A project's folder, with what was read of it last.
#[derive(Debug)]
pub struct Project {
    root: PathBuf,
    read: Mutex<Option<Read>>,
    ends: AtomicBool,
}

/// What was read, and from what.
#[derive(Debug)]
struct Read {
    from: Vec<(PathBuf, u64, Option<SystemTime>)>,
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
        Self { root, read: Mutex::default(), ends: AtomicBool::default() }
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
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) =
            read.as_ref().filter(|read| read.from == from && read.recording.inputs[0] == input)
        {
            return Ok(known.recording.clone());
        }
        *read = None; // so that two are never held at once
        let inputs = [input];
        let mut loaded = load::load(&inputs)?;
        loaded.base = base;
        let recording = Recording { loaded: Arc::new(loaded), inputs };
        *read = Some(Read { from, recording: recording.clone() });
        Ok(recording)
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
        Sources::new(&[], &loaded.base, loaded.recorded)
    }
}

fn stamped(file: PathBuf) -> (PathBuf, u64, Option<SystemTime>) {
    let data = fs::metadata(&file).ok();
    let modified = data.as_ref().and_then(|data| data.modified().ok());
    (file, data.map_or(0, |data| data.len()), modified)
}
