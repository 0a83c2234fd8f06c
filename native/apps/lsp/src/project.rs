//! A folder of the workspace and its recording.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::SystemTime;

use faultline_files::{Bounds, real};
use faultline_jvm_process::tools::build::BuildTool;
use faultline_messages::failure::Failure;
use faultline_recording_store::find::DEFAULT_FOLDER;
use faultline_recording_store::{lock, mutants, project};

use crate::documents::{Documents, Shown};
use crate::index::Index;
use crate::placement::Placement;

/// Entries of a folder of recordings that are looked at.
const ENTRIES: Bounds = Bounds { entries: 10_000, depth: 1 };

/// A project: the folder that has the recording, or, without one, the folder of the workspace.
#[derive(Debug)]
pub struct Project {
    /// Its real path.
    pub root: PathBuf,
    /// The recording that the client named, relative to the root.
    named: Option<PathBuf>,
    /// What is known of the recording; `None` before the first look, or without a recording.
    pub index: Option<Arc<Index>>,
    placed: RefCell<HashMap<PathBuf, Rc<Placed>>>,
}

/// A file as it is shown, and where its lines were when the run saw it.
#[derive(Debug)]
pub struct Placed {
    /// The file.
    pub shown: Shown,
    /// The lines.
    pub placement: Placement,
}

/// The state of a recording on disk: its files with their lengths and times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    files: Vec<(PathBuf, u64, Option<SystemTime>)>,
    /// Whether a program writes to it.
    pub is_written: bool,
}

impl Project {
    /// The project of a folder of the workspace, given its real path.
    pub fn new(root: PathBuf, named: Option<PathBuf>) -> Self {
        Self { root, named, index: None, placed: RefCell::default() }
    }

    /// The recording and the folder of the project. Errors: there is none.
    pub fn place(&self) -> Result<(PathBuf, PathBuf), Failure> {
        place(&self.root, self.named.as_deref())
    }

    /// What `place` needs, for other threads.
    pub fn key(&self) -> (PathBuf, Option<PathBuf>) {
        (self.root.clone(), self.named.clone())
    }

    /// The folder for new recordings, and the folder in which they are made. Errors: the client named one file.
    pub fn folder(&self) -> Result<(PathBuf, PathBuf), Failure> {
        let (folder, base) = self.place().unwrap_or_else(|_| self.new_place());
        if folder.is_file() {
            let folder = folder.display();
            return Err(Failure::misuse(format!(
                "{folder} is a file; name a folder of recordings to record into"
            )));
        }
        Ok((folder, base))
    }

    /// Where a first recording is made.
    fn new_place(&self) -> (PathBuf, PathBuf) {
        let base = if self.named.is_some() { &*self.root } else { built(&self.root) };
        let named = self.named.as_deref().unwrap_or(Path::new(DEFAULT_FOLDER));
        (base.join(named), base.to_owned())
    }

    /// Takes a new index; `None` if there is no recording.
    pub fn take(&mut self, index: Option<Arc<Index>>) {
        self.index = index;
        self.placed.borrow_mut().clear();
    }

    /// A file with the places of its lines. `None` if the text that the run saw is not known.
    pub fn placed(&self, documents: &Documents, path: &Path) -> Option<Rc<Placed>> {
        let seen = self.index.as_ref()?.seen(path)?;
        let mut all = self.placed.borrow_mut();
        // A file that nobody has touched need not be read again.
        let on_disk = documents.on_disk(path);
        if let Some(known) = all.get(path).filter(|known| on_disk.is_some() && known.shown.on_disk == on_disk)
        {
            return Some(Rc::clone(known));
        }
        let shown = documents.shown(path)?;
        let known = all.get(path).filter(|known| known.shown.text == shown.text);
        if let Some(known) = known.filter(|known| known.shown.version == shown.version) {
            return Some(Rc::clone(known));
        }
        let place = || Placement::of(seen.lines(), shown.text.lines());
        let placement = known.map_or_else(place, |known| known.placement.clone());
        let placed = Rc::new(Placed { shown, placement });
        all.insert(path.to_owned(), Rc::clone(&placed));
        Some(placed)
    }
}

/// The nearest folder with a build, in a folder or above it in the project: editors may name a folder of sources. The folder
/// itself if there is none.
fn built(root: &Path) -> &Path {
    let project = project::root_of(root);
    let within = root.ancestors().take_while(|folder| folder.starts_with(&project));
    within.into_iter().find(|folder| BuildTool::of(folder).is_some()).unwrap_or(root)
}

/// The recording that a client named, or the nearest `.faultline` in the folder or above it, and the folder of the
/// project. Errors: there is none.
pub fn place(root: &Path, named: Option<&Path>) -> Result<(PathBuf, PathBuf), Failure> {
    if let Some(named) = named {
        let path = root.join(named);
        if !path.exists() {
            return Err(Failure::failed(format!("there is no recording {}", path.display())));
        }
        return Ok((path, root.to_owned()));
    }
    let base = project::search(root)?.ok_or_else(|| {
        Failure::failed(format!(
            "{}; record the tests first: faultline run -- mvn test, or the command faultline.record",
            project::nothing_found(root)
        ))
    })?;
    let base = real(&base);
    Ok((base.join(DEFAULT_FOLDER), base))
}

/// The state of a recording. Cost: lists two folders, or looks at one file.
pub fn stamp(recording: &Path) -> Stamp {
    let results = recording.join(mutants::FOLDER);
    let mut files: Vec<_> = [recording, &results].into_iter().flat_map(entries).collect();
    files.sort();
    let is_written = recording.is_dir() && (lock::is_taken(recording) || lock::is_taken(&results));
    Stamp { files, is_written }
}

fn entries(folder: &Path) -> Vec<(PathBuf, u64, Option<SystemTime>)> {
    if folder.is_file() {
        return stamped(folder.to_owned()).into_iter().collect();
    }
    let entries = ENTRIES.entries(folder).unwrap_or_default();
    let is_log = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "log");
    entries.into_iter().map(|entry| entry.path()).filter(|path| !is_log(path)).filter_map(stamped).collect()
}

/// A file with its length and time; `None` for a folder.
fn stamped(path: PathBuf) -> Option<(PathBuf, u64, Option<SystemTime>)> {
    let data = path.metadata().ok().filter(Metadata::is_file)?;
    Some((path, data.len(), data.modified().ok()))
}
