//! The recorded lines that a change touches.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

use faultline_files::real;
use faultline_messages::failure::Failure;
use faultline_recording_store::files::Files;
use faultline_recording_store::load::Loaded;
use faultline_recording_store::project::root_of;
use faultline_recording_store::sources::Sources;
use faultline_recording_store::sources::seen::{Seen, below};
use faultline_spectrum::{ClassId, ElementId};
use faultline_vcs_history::{Checkout, HistoryError, Snapshot, changed_lines};

/// What has changed in the sources of recorded classes since a revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The commit, hexadecimal digits.
    pub since: String,
    /// The files with a difference, by path.
    pub files: Vec<ChangedFile>,
}

/// A source that differs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedFile {
    /// Its path, as sources are shown.
    pub path: String,
    /// The columns of the spectrum of its changed lines. Of a place where lines were only removed or only added, the line
    /// before it and the line behind it.
    pub elements: Vec<ElementId>,
    /// The file was neither recorded as it is now nor as it was committed, so that lines may be off.
    pub is_off: bool,
}

/// Compares the sources of recorded classes in the working tree with a revision. A file that has changed since the run is
/// placed by its committed lines, if the run saw these. Errors: there is no repository, or no such revision; a committed file
/// cannot be read. Cost: reads and compares each source once.
pub fn change(loaded: &Loaded, sources: &mut Sources, revision: &str) -> Result<Change, Failure> {
    let revision = Revision::of(loaded, revision)?;
    let spectrum = &loaded.spectrum;
    let files = Files::of(&spectrum.classes);
    let mut by_path = BTreeMap::<String, Option<Lines>>::new();
    let mut paths = HashMap::<u32, String>::new();
    for class in (0..spectrum.classes.len()).map(ClassId::new) {
        let Some(source) = sources.of(&spectrum.classes[class.index()]) else { continue };
        let path = source.path.display().to_string();
        if !by_path.contains_key(&path) {
            let lines = revision.lines(&real(&loaded.base.join(&source.path)), source.changed)?;
            by_path.insert(path.clone(), lines);
        }
        paths.insert(files.number(class), path);
    }
    let mut changed: BTreeMap<String, (Lines, ChangedFile)> = by_path
        .into_iter()
        .filter_map(|(path, lines)| {
            let lines = lines?;
            let file = ChangedFile { path: path.clone(), is_off: lines.are_off, ..ChangedFile::default() };
            Some((path, (lines, file)))
        })
        .collect();
    for (at, element) in spectrum.elements.iter().enumerate() {
        let class = spectrum.methods[element.method.index()].class;
        let Some((lines, file)) = paths.get(&files.number(class)).and_then(|path| changed.get_mut(path))
        else {
            continue;
        };
        if lines.ranges.iter().any(|range| range.contains(&element.line)) {
            file.elements.push(ElementId::new(at));
        }
    }
    let files = changed.into_values().map(|(_, file)| file).collect();
    Ok(Change { since: revision.snapshot.commit(), files })
}

/// The lines of a source, as it was recorded, that a change touches.
struct Lines {
    ranges: Vec<RangeInclusive<u32>>,
    are_off: bool,
}

/// A revision beside the working tree.
struct Revision {
    checkout: Checkout,
    snapshot: Snapshot,
    /// What sources said when the tests ran.
    seen: Seen,
    /// The project's folder, to which paths of these are relative.
    project: PathBuf,
}

impl Revision {
    fn of(loaded: &Loaded, revision: &str) -> Result<Self, Failure> {
        let folder = real(&loaded.base);
        let checkout = Checkout::around(&folder).map_err(|error| failed(&error))?.ok_or_else(|| {
            let folder = folder.display();
            Failure::failed(format!(
                "{folder} lies in no git repository with a commit, so changes are not known"
            ))
        })?;
        let snapshot = Snapshot::of(&folder, revision, false).map_err(|error| failed(&error))?;
        Ok(Self { checkout, snapshot, seen: Seen::beside(&loaded.files), project: root_of(&folder) })
    }

    /// The lines of a file, as it was recorded, that differ; `None` if none does, or the file lies outside the repository.
    /// A file that the revision lacks differs in all lines.
    fn lines(&self, file: &Path, changed_since_run: bool) -> Result<Option<Lines>, Failure> {
        let (Some(path), Ok(now)) = (self.checkout.path_of(file), fs::read(file)) else { return Ok(None) };
        let Some(before) = self.snapshot.committed(&path).map_err(|error| failed(&error))? else {
            return Ok(Some(Lines { ranges: vec![0..=u32::MAX], are_off: false }));
        };
        let hunks = changed_lines(&before, &now);
        if hunks.is_empty() {
            return Ok(None);
        }
        let text: Vec<String> = String::from_utf8_lossy(&before).lines().map(str::to_owned).collect();
        let was_seen = || below(&self.project, file).is_some_and(|path| self.seen.had(&path, &text));
        let are_off = changed_since_run && !was_seen();
        let side = usize::from(!changed_since_run);
        Ok(Some(Lines { ranges: hunks.iter().map(|hunk| touched(&hunk[side])).collect(), are_off }))
    }
}

fn failed(error: &HistoryError) -> Failure {
    Failure::failed(error.to_string())
}

/// Line numbers from 1 of a range from 0; of an empty one those around it.
fn touched(range: &Range<u32>) -> RangeInclusive<u32> {
    if range.is_empty() { range.start..=range.start + 1 } else { range.start + 1..=range.end }
}
