//! Finds faults in a folder and reads them.

use std::collections::HashMap;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_flt::{EXTENSION, Folders, Imported, Layout, NoteKind, TsvFiles, import_tsv};
use faultline_spectrum::{FlakyPolicy, Policies, Spectrum};
use rayon::prelude::*;

use crate::{EvaluationError, Fault, LeftOut, archive};

/// The list of faulty methods beside a spectrum.
const FAULTY_METHODS: &str = "faulty-methods.tsv";
/// The list of faulty lines beside it, if lines are known.
const FAULTY_LINES: &str = "faulty-lines.tsv";

/// Faults to evaluate, and faults that cannot be evaluated.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// Ordered by project, then by the numbers in their names.
    pub faults: Vec<Fault>,
    /// Spectra without a known cause or a failing test.
    pub left_out: Vec<LeftOut>,
    /// Remarks on the files, a sentence each.
    pub notes: Vec<String>,
}

/// The location of a fault's spectrum.
pub(crate) enum Source {
    Tsv(PathBuf),
    Recordings(PathBuf),
    Packed { place: PathBuf, files: TsvFiles },
}

/// A loaded fault, with its folder and remarks on its files.
pub(crate) struct Read {
    place: PathBuf,
    pub(crate) fault: Fault,
    pub(crate) notes: Vec<String>,
}

/// Reads every fault in `path`: a fault's folder, a folder of such at any depth, an archive (`.tar.xz`) of
/// them, or folders that contain archives.
///
/// A fault's folder has the tsv layout, or recordings (`.flt`) with `faulty-methods.tsv`. `progress` receives
/// the number of faults read and their total. Errors: a file cannot be read, a fault occurs twice, or there
/// is none. Threads: rayon's.
pub fn load(path: &Path, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Faults, EvaluationError> {
    load_all(&[path.to_owned()], (Policies::default(), FlakyPolicy::default()), progress)
}

/// As [`load`], from several places; the policies decide what is charged to the tests of recordings.
pub fn load_all(
    places: &[PathBuf],
    reading: (Policies, FlakyPolicy),
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Faults, EvaluationError> {
    let (mut sources, mut archives) = (Vec::new(), Vec::new());
    for place in places {
        if place.is_dir() {
            search(place, &mut sources, &mut archives)?;
        } else {
            fs::metadata(place).map_err(|error| EvaluationError::io(place, error))?;
            archives.push(place.clone());
        }
    }
    let unpacked: Vec<Vec<Source>> = archives
        .par_iter()
        .map(|archive| {
            let packed = |(folder, files)| Source::Packed { place: archive.join(folder), files };
            Ok(archive::folders(archive)?.into_iter().map(packed).collect())
        })
        .collect::<Result<_, EvaluationError>>()?;
    sources.extend(unpacked.into_iter().flatten());
    let (total, done) = (sources.len(), std::sync::atomic::AtomicUsize::new(0));
    let read: Vec<Read> = sources
        .into_par_iter()
        .map(|source| {
            let read = source.read(reading);
            progress(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1, total);
            read
        })
        .collect::<Result<_, EvaluationError>>()?;
    sort_out(places, read)
}

/// Sorts the faults, and separates those that cannot be evaluated.
fn sort_out(places: &[PathBuf], mut read: Vec<Read>) -> Result<Faults, EvaluationError> {
    read.sort_by(|a, b| a.fault.order(&b.fault).then_with(|| a.place.cmp(&b.place)));
    let mut seen: HashMap<(String, String), PathBuf> = HashMap::new();
    let mut found = Faults::default();
    for Read { place, fault, notes } in read {
        let key = (fault.project.clone(), fault.name.clone());
        if let Some(first) = seen.insert(key, place.clone()) {
            return Err(EvaluationError::Twice { fault: fault.name, places: [first, place] });
        }
        found.notes.extend(notes);
        match fault.obstacle() {
            Some(reason) => found.left_out.push(LeftOut { fault: fault.name, reason }),
            None => found.faults.push(fault),
        }
    }
    if found.faults.is_empty() {
        return Err(EvaluationError::NoFault { places: places.to_vec(), left_out: found.left_out.len() });
    }
    Ok(found)
}

/// Finds fault folders and archives below a folder. A fault's folder is not searched further. Links to
/// folders are not followed, because they could form cycles. Errors: a folder cannot be listed, has too many
/// entries, or is nested too deeply.
pub(crate) fn search(
    dir: &Path,
    sources: &mut Vec<Source>,
    archives: &mut Vec<PathBuf>,
) -> Result<(), EvaluationError> {
    let mut folders = vec![(dir.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        limits::FOLDER.check_depth(depth).map_err(|error| EvaluationError::io(&folder, error))?;
        let below = search_one(&folder, sources, archives)?;
        folders.extend(below.into_iter().map(|folder| (folder, depth + 1)));
    }
    Ok(())
}

/// Adds the sources of a single folder; returns the subfolders to search.
fn search_one(
    dir: &Path,
    sources: &mut Vec<Source>,
    archives: &mut Vec<PathBuf>,
) -> Result<Vec<PathBuf>, EvaluationError> {
    let failed = |error| EvaluationError::io(dir, error);
    let has = |name: &str| dir.join(name).is_file();
    if has("elements.tsv") && has("tests.tsv") {
        sources.push(Source::Tsv(dir.to_owned()));
        return Ok(Vec::new());
    }
    let mut folders = Vec::new();
    for entry in limits::FOLDER.entries(dir).map_err(failed)? {
        let path = entry.path();
        if entry.file_type().map_err(failed)?.is_dir() {
            folders.push(path);
        } else if is_recording(&path) {
            sources.push(Source::Recordings(dir.to_owned()));
            return Ok(Vec::new());
        } else if path.to_str().is_some_and(|name| name.ends_with(archive::ENDING)) {
            archives.push(path);
        }
    }
    Ok(folders)
}

fn is_recording(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

impl Source {
    /// Its location.
    pub(crate) fn folder(&self) -> &Path {
        match self {
            Self::Tsv(folder) | Self::Recordings(folder) | Self::Packed { place: folder, .. } => folder,
        }
    }

    pub(crate) fn read(self, reading: (Policies, FlakyPolicy)) -> Result<Read, EvaluationError> {
        let (place, imported, lines) = match self {
            Self::Tsv(dir) => {
                let imported = Layout::Tsv.import(&dir)?;
                let lines = rows(&dir.join(FAULTY_LINES))?;
                (absolute(dir), imported, lines)
            }
            Self::Recordings(dir) => {
                let imported = recordings(&dir, reading)?;
                let lines = rows(&dir.join(FAULTY_LINES))?;
                (absolute(dir), imported, lines)
            }
            Self::Packed { place, files } => {
                let imported = import_tsv(&place, files)?;
                (place, imported, Vec::new())
            }
        };
        let (project, name) = names(&place);
        let notes = imported.notes.iter().map(ToString::to_string).collect();
        let fault = Fault::new(project, name, imported.spectrum, &imported.faulty_methods).with_lines(&lines);
        Ok(Read { place, fault, notes })
    }
}

/// Merges the recordings of one folder into a spectrum.
fn recordings(dir: &Path, (policies, flaky): (Policies, FlakyPolicy)) -> Result<Imported, EvaluationError> {
    let failed = |error| EvaluationError::io(dir, error);
    let entries = limits::FOLDER.entries(dir).map_err(failed)?;
    let files = entries.iter().map(DirEntry::path).filter(|path| is_recording(path));
    let (mut recordings, mut notes, mut folders) = (Vec::new(), Vec::new(), Folders::default());
    for file in files {
        let (recording, of_file) = folders.read(&file)?;
        if !of_file.iter().any(|note| note.kind == NoteKind::Empty) {
            recordings.push(recording);
        }
        notes.extend(of_file);
    }
    flaky.apply(&mut recordings);
    let spectrum = Spectrum::merge(&recordings, policies)
        .map_err(|source| EvaluationError::Merge { path: dir.to_owned(), source })?;
    Ok(Imported { spectrum, faulty_methods: rows(&dir.join(FAULTY_METHODS))?, notes })
}

/// The rows of a list; empty if it is missing.
fn rows(list: &Path) -> Result<Vec<String>, EvaluationError> {
    if !list.exists() {
        return Ok(Vec::new());
    }
    let text =
        regular::read_to_string(list, limits::LIST).map_err(|error| EvaluationError::io(list, error))?;
    Ok(text.lines().map(str::to_owned).collect())
}

fn absolute(dir: PathBuf) -> PathBuf {
    dunce::canonicalize(&dir).unwrap_or(dir)
}

/// Project and name of a fault: the last two names of its path.
fn names(place: &Path) -> (String, String) {
    let mut names = place
        .components()
        .rev()
        .filter_map(|part| match part {
            std::path::Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        })
        .map(|name| name.strip_suffix(archive::ENDING).map(str::to_owned).unwrap_or(name));
    let name = names.next().unwrap_or_default();
    (names.next().unwrap_or_default(), name)
}
