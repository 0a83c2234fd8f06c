//! Reads a repository's history.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use gix::{ObjectId, Repository, ThreadSafeRepository};

use crate::cache::{Cache, Known};
use crate::walk::{Listed, list};
use crate::{Change, Commit, History, HistoryError, renames, tree};

/// What is read of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mining {
    /// The revision whose history it is, by any name that git knows.
    pub revision: String,
    /// How many of the newest commits, merges included; `None` for all.
    pub commits: Option<usize>,
    /// Whether merges are compared with their parents; otherwise they have no changes.
    pub merges: bool,
    /// Threads that compare trees, at least 1.
    pub threads: usize,
    /// A file that keeps changes from one mining to the next; processes may share it. One that
    /// is damaged, or cannot be written, is as good as none.
    pub cache: Option<PathBuf>,
}

impl Default for Mining {
    fn default() -> Self {
        let threads = thread::available_parallelism().map_or(1, Into::into);
        Self { revision: "HEAD".to_owned(), commits: None, merges: false, threads, cache: None }
    }
}

/// Objects that each thread keeps at hand. Units: bytes.
const AT_HAND: usize = 64 << 20;

/// Reads the history of the repository that a folder is in.
///
/// Commits come in the order of `git rev-list`, with the changes that
/// `git log --raw -m -M --root` lists. Works in bare, shallow and linked repositories; the
/// program git is not needed. Errors: there is no repository, it has no commit, there is no such
/// revision, or an object is missing or damaged.
/// Cost: reads every commit, and of the asked ones the trees that they changed.
pub fn mine(folder: &Path, mining: &Mining) -> Result<History, HistoryError> {
    let repository = gix::discover(folder)
        .map_err(|source| HistoryError::NoRepository { folder: folder.to_owned(), source })?;
    let tip = tip(&repository, folder, &mining.revision)?;
    let (listed, authors) = list(&repository, tip)?;
    let begin = listed.last().expect("the revision itself").time;
    let files = Some(tree::files(&repository, listed[0].tree)?);
    let asked = &listed[..listed.len().min(mining.commits.unwrap_or(usize::MAX))];
    // A replaced object would be mistaken for the one that its name stands for.
    let cache = mining.cache.as_deref().filter(|_| !replaces(&repository)).map(Cache::new);
    let known = cache.as_ref().map(Cache::read).unwrap_or_default();
    let (changes, fresh) = all_changes(&repository.into_sync(), asked, mining, &known)?;
    if let Some(cache) = cache.filter(|_| !fresh.is_empty()) {
        cache.add(fresh);
    }
    let commit = |(commit, changes): (&Listed, Vec<Change>)| Commit {
        id: commit.id.to_string(),
        parents: commit.parents.len(),
        time: commit.time,
        author: commit.author,
        is_fix: commit.is_fix,
        merged_tag: commit.merged_tag,
        changes,
    };
    Ok(History { begin, commits: asked.iter().zip(changes).map(commit).collect(), authors, files })
}

fn tip(repository: &Repository, folder: &Path, revision: &str) -> Result<ObjectId, HistoryError> {
    let head = repository
        .head()
        .map_err(|source| HistoryError::NoRepository { folder: folder.to_owned(), source })?;
    if revision == "HEAD" && head.is_unborn() {
        return Err(HistoryError::NoCommit { folder: folder.to_owned() });
    }
    let none = || HistoryError::NoRevision { revision: revision.to_owned() };
    let id = repository.rev_parse_single(revision).map_err(|_| none())?;
    let object = id.object().map_err(|error| HistoryError::object(id.detach(), error))?;
    Ok(object.peel_to_kind(gix::objs::Kind::Commit).map_err(|_| none())?.id)
}

/// Whether the repository has refs that replace objects by others.
fn replaces(repository: &Repository) -> bool {
    let any = |refs: gix::reference::iter::Platform<'_>| {
        refs.prefixed("refs/replace/").is_ok_and(|mut all| all.next().is_some())
    };
    repository.references().is_ok_and(any)
}

/// The changes of some commits, by their places in the list.
type Part = Result<Vec<(usize, Vec<Change>)>, HistoryError>;

/// The changes of each commit, and those that were not known but could be. Threads take the
/// next commit each time.
fn all_changes(
    repository: &ThreadSafeRepository,
    commits: &[Listed],
    mining: &Mining,
    known: &Known,
) -> Result<(Vec<Vec<Change>>, Known), HistoryError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut repository = repository.to_thread_local();
        repository.object_cache_size(AT_HAND);
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(commit) = commits.get(place) else { return Ok(done) };
            if (commit.parents.len() < 2 || mining.merges) && known_of(known, commit).is_none() {
                done.push((place, changes(&repository, commit)?));
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
    let taken = |commit: &Listed| commit.parents.len() < 2 || mining.merges;
    let of_known = |commit| known_of(known, commit).filter(|_| taken(commit)).cloned().unwrap_or_default();
    let mut all: Vec<Vec<Change>> = commits.iter().map(of_known).collect();
    let mut fresh = Known::new();
    for part in parts {
        for (place, changes) in part? {
            if mining.cache.is_some() && !commits[place].is_cut {
                fresh.insert(commits[place].id, changes.clone());
            }
            all[place] = changes;
        }
    }
    Ok((all, fresh))
}

/// A commit without its parents has other changes than the one that its name stands for.
fn known_of<'k>(known: &'k Known, commit: &Listed) -> Option<&'k Vec<Change>> {
    known.get(&commit.id).filter(|_| !commit.is_cut)
}

/// What a commit changed against each of its parents.
fn changes(repository: &Repository, commit: &Listed) -> Result<Vec<Change>, HistoryError> {
    let against = |parent: Option<ObjectId>| {
        renames::changes(repository, &tree::differences(repository, parent, Some(commit.tree))?)
    };
    if commit.parents.is_empty() {
        return against(None);
    }
    let mut all = Vec::new();
    for &parent in &commit.parents {
        let tree = repository.find_commit(parent).and_then(|parent| parent.tree_id().map(gix::Id::detach));
        all.extend(against(Some(tree.map_err(|error| HistoryError::object(parent, error))?))?);
    }
    Ok(all)
}
