//! Collects the events of files and units commit by commit.

use std::collections::{BTreeMap, HashMap, HashSet};

use gix::bstr::{BStr, BString};

use crate::{Change, Commit, UnitEvent};

/// The events of a file or a unit. Units: committer times, in the order of replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Changes.
    pub revisions: Vec<i64>,
    /// Changes by fixes.
    pub fixes: Vec<i64>,
    /// Changes by authors new to it.
    pub authors: Vec<i64>,
    /// The change of each revision: the index of its commit in the history, and its index in the commit.
    pub places: Vec<[usize; 2]>,
    /// All authors so far.
    known: HashSet<u32>,
}

impl Events {
    pub(crate) fn add(&mut self, commit: &Commit, place: [usize; 2]) {
        self.places.push(place);
        self.revisions.push(commit.time);
        if commit.is_fix {
            self.fixes.push(commit.time);
        }
        if self.known.insert(commit.author) {
            self.authors.push(commit.time);
        }
    }
}

/// Rules for collecting events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Merges change nothing, and a re-added file continues its history.
    Sound,
    /// A merge's differences from each parent are changes, and a re-added file starts anew.
    Published,
}

/// The granularity of events: files or units.
pub(crate) trait Level {
    /// Identifies what has events within a file.
    type Name: Clone + Ord;

    /// Returns the events in a file by one change of a commit, unless the file was deleted.
    fn events(&self, commit: &Commit, place: usize) -> Vec<(Self::Name, UnitEvent)>;
}

/// The events of every file, or of every unit.
pub(crate) struct Table<L: Level> {
    rules: Rules,
    level: L,
    files: HashMap<BString, Part<L>>,
    /// Events of deleted files, in case they are added again.
    deleted: HashMap<BString, Part<L>>,
}

/// A commit and its index in the history.
type Placed<'c> = (usize, &'c Commit);

/// The events in one file.
pub(crate) type Part<L> = BTreeMap<<L as Level>::Name, Events>;

impl<L: Level> Table<L> {
    pub(crate) fn new(rules: Rules, level: L) -> Self {
        Self { rules, level, files: HashMap::new(), deleted: HashMap::new() }
    }

    /// Adds a commit, given with its index in the history. Returns whether it changed a file for which `matters` is true.
    pub(crate) fn replay(
        &mut self,
        (at, commit): (usize, &Commit),
        matters: &impl Fn(&BStr) -> bool,
    ) -> bool {
        let left_out = match self.rules {
            Rules::Sound => commit.is_merge(),
            Rules::Published => commit.merged_tag,
        };
        let places = if left_out { 0..0 } else { 0..commit.changes.len() };
        places.filter(|&place| self.take((at, commit), place, matters)).count() > 0
    }

    fn take(&mut self, commit: Placed<'_>, place: usize, matters: &impl Fn(&BStr) -> bool) -> bool {
        let good = |path: &BString| matters(path.as_ref());
        match &commit.1.changes[place] {
            Change::Added(path) if good(path) => self.added(commit, place, path),
            Change::Modified(path) | Change::Retyped(path) if good(path) => {
                self.changed(commit, place, path);
            }
            Change::Deleted(path) if good(path) => self.deleted(path),
            Change::Renamed { from, to } => match (good(from), good(to)) {
                (true, true) => {
                    let part = self.files.remove(from).unwrap_or_default();
                    self.files.insert(to.clone(), part);
                    self.changed(commit, place, to);
                }
                (true, false) if self.rules == Rules::Sound => self.deleted(from),
                (false, false) => return false,
                _ => self.changed(commit, place, to),
            },
            _ => return false,
        }
        true
    }

    fn added(&mut self, commit: Placed<'_>, place: usize, path: &BString) {
        if self.rules == Rules::Published {
            self.files.remove(path);
        }
        for (name, _) in self.level.events(commit.1, place) {
            self.happened(commit, place, path, &name, UnitEvent::Added);
        }
    }

    fn changed(&mut self, commit: Placed<'_>, place: usize, path: &BString) {
        for (name, event) in self.level.events(commit.1, place) {
            self.happened(commit, place, path, &name, event);
        }
    }

    fn happened(
        &mut self,
        (at, commit): Placed<'_>,
        place: usize,
        path: &BString,
        name: &L::Name,
        event: UnitEvent,
    ) {
        let part = self.files.entry(path.clone()).or_default();
        match event {
            UnitEvent::Modified => {}
            UnitEvent::Added if self.rules == Rules::Published => drop(part.remove(name)),
            UnitEvent::Added => {
                let before = self.deleted.get_mut(path).and_then(|part| part.remove(name));
                if let Some(events) = before {
                    part.entry(name.clone()).or_insert(events);
                }
            }
            UnitEvent::Deleted => {
                if let Some(events) = part.remove(name).filter(|_| self.rules == Rules::Sound) {
                    self.deleted.entry(path.clone()).or_default().insert(name.clone(), events);
                }
                return;
            }
        }
        part.entry(name.clone()).or_default().add(commit, [at, place]);
    }

    fn deleted(&mut self, path: &BString) {
        if let Some(part) = self.files.remove(path)
            && self.rules == Rules::Sound
        {
            self.deleted.entry(path.clone()).or_default().extend(part);
        }
    }

    /// Returns the events of the files that still exist.
    pub(crate) fn into_files(self) -> HashMap<BString, Part<L>> {
        self.files
    }
}
