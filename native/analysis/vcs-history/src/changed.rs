//! Computes the files, and on demand the units, that commits changed.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use gix::bstr::{BString, ByteSlice};
use gix::{Object, ObjectId, Repository, ThreadSafeRepository};
use tree_sitter::Tree;

use crate::edits::{self, Hunk};
use crate::renames::{self, Versions};
use crate::tree::{self, Entry};
use crate::units::{Finder, Units, events};
use crate::walk::Listed;
use crate::{Change, HistoryError, Mining, UnitEvents, UnitName};

/// Size of each thread's object cache. Units: bytes.
const AT_HAND: usize = 64 << 20;
/// Number of files whose units are cached: the version after one commit is the version before another.
const FILES_AT_HAND: usize = 4096;
/// Total size of the sources whose syntax trees are cached; a tree takes about twenty times its source. Units: bytes.
const PARSED_AT_HAND: usize = 16 << 20;

/// What a commit changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) changes: Vec<Change>,
    /// One entry per change if units were requested.
    pub(crate) units: Vec<UnitEvents>,
    /// One entry per change if lines were requested.
    pub(crate) lines: Vec<u32>,
}

/// The changes of commits, by commit.
pub(crate) type Known = HashMap<ObjectId, Changed>;

/// The changes of some commits, by their indices in the list.
type Part = Result<Vec<(usize, Changed)>, HistoryError>;

/// Returns what each commit changed, and the newly computed changes that may be cached.
///
/// Each thread takes a run of consecutive commits, because a commit reads what the one before it read; then it helps the
/// other threads.
pub(crate) fn all_changed(
    repository: &ThreadSafeRepository,
    commits: &[Listed],
    mining: &Mining,
    known: &Known,
    at_hand: &AtHand,
) -> Result<(Vec<Changed>, Known), HistoryError> {
    let threads = mining.threads.max(1);
    let share = commits.len().div_ceil(threads).max(1);
    let next: Vec<AtomicUsize> = (0..threads).map(|thread| AtomicUsize::new(thread * share)).collect();
    let next_of = |thread: usize| {
        let end = commits.len().min((thread + 1) * share);
        let place = next[thread].fetch_add(1, Ordering::Relaxed);
        (place < end).then_some(place)
    };
    let trees: Trees = commits.iter().map(|commit| (commit.id, commit.tree)).collect();
    let taken = |commit: &Listed| commit.parents.len() < 2 || mining.merges;
    // A commit cut off from its parents has other changes than the full commit of that name.
    let known = |commit: &Listed| known.get(&commit.id).filter(|_| !commit.is_cut && taken(commit));
    let work = |own: usize| {
        let looker = Looker::new(repository.to_thread_local(), mining, at_hand, &trees);
        let mut done = Vec::new();
        for thread in (own..threads).chain(0..own) {
            while let Some(place) = next_of(thread) {
                let commit = &commits[place];
                if taken(commit) && known(commit).is_none() {
                    done.push((place, looker.changed(commit)?));
                }
            }
        }
        Ok(done)
    };
    let parts: Vec<Part> = thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (1..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        let mine = work(0);
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        std::iter::once(mine).chain(threads.into_iter().map(join)).collect()
    });
    let mut all: Vec<Changed> = commits.iter().map(|c| known(c).cloned().unwrap_or_default()).collect();
    let mut fresh = Known::new();
    for part in parts {
        for (place, changed) in part? {
            if mining.cache.is_some() && !commits[place].is_cut {
                fresh.insert(commits[place].id, changed.clone());
            }
            all[place] = changed;
        }
    }
    Ok((all, fresh))
}

/// Lists the units of files, by path.
pub(crate) fn units_of(
    repository: &Repository,
    files: &[(BString, Entry)],
    mining: &Mining,
    at_hand: &AtHand,
) -> Result<Vec<(BString, UnitName)>, HistoryError> {
    let trees = Trees::new();
    let looker = Looker::new(repository.clone(), mining, at_hand, &trees);
    let mut all = Vec::new();
    for (path, entry) in files.iter().filter(|(_, entry)| entry.is_file()) {
        if looker.has_units(path) {
            let units = looker.units(entry.id)?;
            all.extend(units.lines.keys().map(|name| (path.clone(), name.clone())));
        }
    }
    Ok(all)
}

/// A cache of parsed files, shared by all threads.
#[derive(Default)]
pub(crate) struct AtHand(Mutex<Kept>);

/// Cached data of files, by content.
#[derive(Default)]
struct Kept {
    units: HashMap<ObjectId, Arc<Units>>,
    /// Syntax trees of sources without errors, with the length of each source.
    parsed: HashMap<ObjectId, (Tree, usize)>,
    /// Sum of the lengths in `parsed`.
    length: usize,
}

impl AtHand {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn keep(&mut self, id: ObjectId, units: &Arc<Units>, tree: Option<Tree>, length: usize) {
        if self.units.len() >= FILES_AT_HAND {
            self.units.clear();
        }
        self.units.insert(id, Arc::clone(units));
        if self.length + length > PARSED_AT_HAND {
            self.parsed.clear();
            self.length = 0;
        }
        if let Some(tree) = tree
            && self.parsed.insert(id, (tree, length)).is_none()
        {
            self.length += length;
        }
    }

    /// Removes and returns the tree of a source: histories go from version to version, so each tree is used once.
    fn take(&mut self, id: ObjectId) -> Option<Tree> {
        let (tree, length) = self.parsed.remove(&id)?;
        self.length -= length;
        Some(tree)
    }
}

/// Another version of a file, and its differences from the requested version.
struct Near<'s> {
    id: ObjectId,
    source: &'s [u8],
    hunks: Vec<Hunk>,
}

/// The trees of commits already read.
type Trees = HashMap<ObjectId, ObjectId>;

/// One thread's reader of commits.
struct Looker<'w> {
    repository: Repository,
    mining: &'w Mining,
    finder: RefCell<Finder>,
    at_hand: &'w AtHand,
    trees: &'w Trees,
}

impl<'w> Looker<'w> {
    fn new(mut repository: Repository, mining: &'w Mining, at_hand: &'w AtHand, trees: &'w Trees) -> Self {
        repository.object_cache_size(AT_HAND);
        Self { repository, mining, finder: RefCell::new(Finder::new()), at_hand, trees }
    }

    /// What a commit changed against each of its parents.
    fn changed(&self, commit: &Listed) -> Result<Changed, HistoryError> {
        let mut all = Vec::new();
        if commit.parents.is_empty() {
            all = self.against(None, commit)?;
        }
        for &parent in &commit.parents {
            all.extend(self.against(Some(self.tree(parent)?), commit)?);
        }
        let mut units = Vec::new();
        if self.mining.units {
            for (change, versions) in &all {
                units.push(self.unit_events(change, *versions)?);
            }
        }
        let mut lines = Vec::new();
        if self.mining.lines {
            for (change, versions) in &all {
                lines.push(self.changed_lines(change, *versions)?);
            }
        }
        Ok(Changed { changes: all.into_iter().map(|(change, _)| change).collect(), units, lines })
    }

    fn tree(&self, commit: ObjectId) -> Result<ObjectId, HistoryError> {
        if let Some(&tree) = self.trees.get(&commit) {
            return Ok(tree);
        }
        let tree = self.repository.find_commit(commit);
        let tree = tree.and_then(|commit| commit.tree_id().map(gix::Id::detach));
        tree.map_err(|error| HistoryError::object(commit, error))
    }

    fn against(
        &self,
        parent: Option<ObjectId>,
        commit: &Listed,
    ) -> Result<Vec<(Change, Versions)>, HistoryError> {
        let differences = tree::differences(&self.repository, parent, Some(commit.tree))?;
        renames::changes(&self.repository, &differences)
    }

    fn unit_events(&self, change: &Change, [old, new]: Versions) -> Result<UnitEvents, HistoryError> {
        let (from, to) = match change {
            Change::Added(path) | Change::Modified(path) | Change::Retyped(path) => (path, path),
            Change::Renamed { from, to } => (from, to),
            // A deleted file has no units: all its units end with it.
            Change::Deleted(_) => return Ok(Vec::new()),
        };
        if !self.has_units(to) || old == new {
            return Ok(Vec::new());
        }
        let none = Units::default();
        let old = old.filter(|_| self.has_units(from));
        match (old, new) {
            (Some(old), Some(new)) => {
                let [before, after] = [self.source(old)?, self.source(new)?];
                let hunks = edits::hunks(&before.data, &after.data);
                let new_units = self.units_in(new, &after.data, None);
                let back = hunks.iter().map(|[old, new]| [new.clone(), old.clone()]).collect();
                let near = Near { id: new, source: &after.data, hunks: back };
                let old_units = self.units_in(old, &before.data, Some(&near));
                Ok(events([&old_units, &new_units], &hunks))
            }
            (Some(old), None) => Ok(events([&*self.units(old)?, &none], &[])),
            (None, Some(new)) => Ok(events([&none, &*self.units(new)?], &[])),
            (None, None) => Ok(Vec::new()),
        }
    }

    fn changed_lines(&self, change: &Change, [old, new]: Versions) -> Result<u32, HistoryError> {
        let (Change::Modified(path) | Change::Renamed { to: path, .. }) = change else { return Ok(0) };
        let (Some(old), Some(new)) = (old, new) else { return Ok(0) };
        if old == new || !self.has_units(path) {
            return Ok(0);
        }
        let (old, new) = (self.source(old)?, self.source(new)?);
        let hunks = edits::hunks(&old.data, &new.data);
        Ok(hunks.iter().flatten().map(|lines| lines.end - lines.start).sum())
    }

    fn has_units(&self, path: &BString) -> bool {
        let is_ignored = self.mining.ignore.as_ref().is_some_and(|part| path.contains_str(part));
        path.ends_with(b".java") && !is_ignored
    }

    fn source(&self, id: ObjectId) -> Result<Object<'_>, HistoryError> {
        self.repository.find_object(id).map_err(|error| HistoryError::object(id, error))
    }

    /// The units of a file.
    fn units(&self, id: ObjectId) -> Result<Arc<Units>, HistoryError> {
        Ok(self.units_in(id, &self.source(id)?.data, None))
    }

    fn units_in(&self, id: ObjectId, source: &[u8], near: Option<&Near<'_>>) -> Arc<Units> {
        if let Some(units) = self.at_hand.lock().units.get(&id) {
            return Arc::clone(units);
        }
        let tree = near.and_then(|near| {
            let tree = self.at_hand.lock().take(near.id)?;
            Some(edits::edited(&tree, [near.source, source], &near.hunks))
        });
        let (units, tree) = self.finder.borrow_mut().units(source, tree.as_ref());
        let units = Arc::new(units);
        self.at_hand.lock().keep(id, &units, tree, source.len());
        units
    }
}
