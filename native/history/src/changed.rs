//! What commits changed: files, and on demand their units.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use gix::bstr::{BString, ByteSlice};
use gix::{ObjectId, Repository, ThreadSafeRepository};
use imara_diff::{Algorithm, Diff, InternedInput};

use crate::cache::Known;
use crate::renames::{self, Versions};
use crate::tree::{self, Entry};
use crate::units::{Finder, Units, events};
use crate::walk::Listed;
use crate::{Change, HistoryError, Mining, UnitEvents, UnitName};

/// Objects that each thread keeps at hand. Units: bytes.
const AT_HAND: usize = 64 << 20;
/// Files whose units are kept at hand: the version after one commit is the one before another.
const FILES_AT_HAND: usize = 4096;

/// What a commit changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) changes: Vec<Change>,
    /// Of each change, where units were asked for.
    pub(crate) units: Vec<UnitEvents>,
    /// Of each change, where lines were asked for.
    pub(crate) lines: Vec<u32>,
}

/// The changes of some commits, by their places in the list.
type Part = Result<Vec<(usize, Changed)>, HistoryError>;

/// What each commit changed, and what of that was not known but may be kept. Threads take the
/// next commit each time.
pub(crate) fn all_changed(
    repository: &ThreadSafeRepository,
    commits: &[Listed],
    mining: &Mining,
    known: &Known,
) -> Result<(Vec<Changed>, Known), HistoryError> {
    let (next, at_hand) = (AtomicUsize::new(0), AtHand::default());
    let trees: Trees = commits.iter().map(|commit| (commit.id, commit.tree)).collect();
    let taken = |commit: &Listed| commit.parents.len() < 2 || mining.merges;
    // A commit without its parents has other changes than the one that its name stands for.
    let known = |commit: &Listed| known.get(&commit.id).filter(|_| !commit.is_cut && taken(commit));
    let work = || {
        let mut looker = Looker::new(repository.to_thread_local(), mining, &at_hand, &trees);
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(commit) = commits.get(place) else { return Ok(done) };
            if taken(commit) && known(commit).is_none() {
                done.push((place, looker.changed(commit)?));
            }
        }
    };
    let parts: Vec<Part> = thread::scope(|scope| {
        let threads: Vec<_> = (1..mining.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mine = work();
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

/// The units of files as they are, by path.
pub(crate) fn units_of(
    repository: &Repository,
    files: &[(BString, Entry)],
    mining: &Mining,
) -> Result<Vec<(BString, UnitName)>, HistoryError> {
    let at_hand = AtHand::default();
    let trees = Trees::new();
    let mut looker = Looker::new(repository.clone(), mining, &at_hand, &trees);
    let mut all = Vec::new();
    for (path, entry) in files.iter().filter(|(_, entry)| entry.is_file()) {
        if looker.has_units(path) {
            let (_, units) = looker.version(Some(entry.id))?;
            all.extend(units.lines.keys().map(|name| (path.clone(), name.clone())));
        }
    }
    Ok(all)
}

/// Units of files by what is in them, for all threads.
type AtHand = Mutex<HashMap<ObjectId, Arc<Units>>>;

/// The trees of commits that were read already.
type Trees = HashMap<ObjectId, ObjectId>;

/// One thread's means to look at commits.
struct Looker<'w> {
    repository: Repository,
    mining: &'w Mining,
    finder: Finder,
    at_hand: &'w AtHand,
    trees: &'w Trees,
}

impl<'w> Looker<'w> {
    fn new(mut repository: Repository, mining: &'w Mining, at_hand: &'w AtHand, trees: &'w Trees) -> Self {
        repository.object_cache_size(AT_HAND);
        Self { repository, mining, finder: Finder::new(), at_hand, trees }
    }

    /// What a commit changed against each of its parents.
    fn changed(&mut self, commit: &Listed) -> Result<Changed, HistoryError> {
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

    fn unit_events(&mut self, change: &Change, [old, new]: Versions) -> Result<UnitEvents, HistoryError> {
        let (from, to) = match change {
            Change::Added(path) | Change::Modified(path) | Change::Retyped(path) => (path, path),
            Change::Renamed { from, to } => (from, to),
            // The file's end is that of its units.
            Change::Deleted(_) => return Ok(Vec::new()),
        };
        if !self.has_units(to) || old == new {
            return Ok(Vec::new());
        }
        let (old, old_units) = self.version(old.filter(|_| self.has_units(from)))?;
        let (new, new_units) = self.version(new)?;
        Ok(events([(&old, &old_units), (&new, &new_units)]))
    }

    fn changed_lines(&self, change: &Change, [old, new]: Versions) -> Result<u32, HistoryError> {
        let (Change::Modified(path) | Change::Renamed { to: path, .. }) = change else { return Ok(0) };
        let (Some(old), Some(new)) = (old, new) else { return Ok(0) };
        if old == new || !self.has_units(path) {
            return Ok(0);
        }
        let blob = |id| self.repository.find_object(id).map_err(|error| HistoryError::object(id, error));
        let (old, new) = (blob(old)?, blob(new)?);
        let input = InternedInput::new(&old.data[..], &new.data[..]);
        let diff = Diff::compute(Algorithm::Histogram, &input);
        Ok(diff.count_additions() + diff.count_removals())
    }

    fn has_units(&self, path: &BString) -> bool {
        let is_ignored = self.mining.ignore.as_ref().is_some_and(|part| path.contains_str(part));
        path.ends_with(b".java") && !is_ignored
    }

    /// A file and its units; nothing for none.
    fn version(&mut self, id: Option<ObjectId>) -> Result<(Vec<u8>, Arc<Units>), HistoryError> {
        let Some(id) = id else { return Ok(Default::default()) };
        let blob = self.repository.find_object(id).map_err(|error| HistoryError::object(id, error))?;
        let source = blob.detach().data;
        let at_hand = || self.at_hand.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(units) = at_hand().get(&id) {
            return Ok((source, Arc::clone(units)));
        }
        let units = Arc::new(self.finder.units(&source));
        let mut all = at_hand();
        if all.len() >= FILES_AT_HAND {
            all.clear();
        }
        all.insert(id, Arc::clone(&units));
        Ok((source, units))
    }
}
