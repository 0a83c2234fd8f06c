//! Events of files, collected commit by commit.

use std::collections::{HashMap, HashSet};

use gix::bstr::{BStr, BString};

use crate::{Change, Commit};

/// When something happened to a file. Units: committer times, in the order of replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Changes.
    pub revisions: Vec<i64>,
    /// Changes by commits that speak of a fix.
    pub fixes: Vec<i64>,
    /// Changes by somebody who had not changed it before.
    pub authors: Vec<i64>,
    /// Everyone who changed it.
    known: HashSet<u32>,
}

impl Events {
    pub(crate) fn add(&mut self, commit: &Commit) {
        self.revisions.push(commit.time);
        if commit.is_fix {
            self.fixes.push(commit.time);
        }
        if self.known.insert(commit.author) {
            self.authors.push(commit.time);
        }
    }
}

/// How the events of files come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Merges change nothing, and a file that comes back goes on where it was.
    Sound,
    /// A merge's differences to each parent are changes, and a file that is added starts anew.
    Published,
}

/// The events of every file.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    rules: Rules,
    files: HashMap<BString, Events>,
    /// Of deleted files, should they come back.
    deleted: HashMap<BString, Events>,
}

impl Table {
    pub(crate) fn new(rules: Rules) -> Self {
        Self { rules, files: HashMap::new(), deleted: HashMap::new() }
    }

    /// Takes in a commit; whether it changed a file that matters. `matters` is asked about paths.
    pub(crate) fn replay(&mut self, commit: &Commit, matters: &impl Fn(&BStr) -> bool) -> bool {
        let left_out = match self.rules {
            Rules::Sound => commit.is_merge(),
            Rules::Published => commit.merged_tag,
        };
        !left_out && commit.changes.iter().filter(|change| self.take(commit, change, matters)).count() > 0
    }

    fn take(&mut self, commit: &Commit, change: &Change, matters: &impl Fn(&BStr) -> bool) -> bool {
        let good = |path: &BString| matters(path.as_ref());
        match change {
            Change::Added(path) if good(path) => self.added(commit, path),
            Change::Modified(path) | Change::Retyped(path) if good(path) => self.changed(commit, path),
            Change::Deleted(path) if good(path) => self.deleted(path),
            Change::Renamed { from, to } => match (good(from), good(to)) {
                (true, true) => {
                    let events = self.files.remove(from).unwrap_or_default();
                    self.files.insert(to.clone(), events);
                    self.changed(commit, to);
                }
                (true, false) if self.rules == Rules::Sound => self.deleted(from),
                (false, false) => return false,
                _ => self.changed(commit, to),
            },
            _ => return false,
        }
        true
    }

    fn added(&mut self, commit: &Commit, path: &BString) {
        match self.rules {
            Rules::Sound => {
                if let Some(events) = self.deleted.remove(path) {
                    self.files.insert(path.clone(), events);
                }
            }
            Rules::Published => {
                self.files.remove(path);
            }
        }
        self.changed(commit, path);
    }

    fn changed(&mut self, commit: &Commit, path: &BString) {
        if !self.files.contains_key(path) {
            self.files.insert(path.clone(), Events::default());
        }
        self.files.get_mut(path).expect("it was put there").add(commit);
    }

    fn deleted(&mut self, path: &BString) {
        if let Some(events) = self.files.remove(path)
            && self.rules == Rules::Sound
        {
            self.deleted.insert(path.clone(), events);
        }
    }

    /// The files that are left, with their events.
    pub(crate) fn into_files(self) -> HashMap<BString, Events> {
        self.files
    }
}
