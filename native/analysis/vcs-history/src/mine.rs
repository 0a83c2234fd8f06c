//! Reads a repository's history.

use std::path::{Path, PathBuf};
use std::thread;

use gix::{ObjectId, Repository};

use crate::cache::Cache;
use crate::changed::{AtHand, Changed, all_changed, units_of};
use crate::walk::{Listed, Walk};
use crate::{Commit, History, HistoryError, opened, tree};

/// Options of reading a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mining {
    /// The revision whose history is read, by any name that git accepts.
    pub revision: String,
    /// Number of newest commits to read, merges included; `None` for all.
    pub commits: Option<usize>,
    /// Whether merges are compared with their parents; otherwise they have no changes.
    pub merges: bool,
    /// Whether classes and methods of `.java` files are tracked.
    pub units: bool,
    /// Whether the changed lines of `.java` files are counted.
    pub lines: bool,
    /// Files with this substring in their paths have no units and no lines; `None` excludes none.
    pub ignore: Option<String>,
    /// Number of threads that compare trees, at least 1.
    pub threads: usize,
    /// A file that caches changes between runs; processes may share it. A damaged or unwritable cache is ignored.
    pub cache: Option<PathBuf>,
}

impl Default for Mining {
    fn default() -> Self {
        let threads = thread::available_parallelism().map_or(1, Into::into);
        Self {
            revision: "HEAD".to_owned(),
            commits: None,
            merges: false,
            units: false,
            lines: false,
            ignore: Some("src/test".to_owned()),
            threads,
            cache: None,
        }
    }
}

/// Reads the history of the repository around a folder.
///
/// Commits come in the order of `git rev-list`, with the changes of `git log --raw -m -M --root`. Works in bare, shallow
/// and linked repositories; does not need the git program. Errors: there is no repository, commit or such revision, or an
/// object is missing or damaged. Cost: reads every commit, and the changed trees of the requested ones.
pub fn mine(folder: &Path, mining: &Mining) -> Result<History, HistoryError> {
    opened::reading(folder, |repository| mined(repository, folder, mining))
}

fn mined(repository: &Repository, folder: &Path, mining: &Mining) -> Result<History, HistoryError> {
    let tip = tip(repository, folder, &mining.revision)?;
    let mut walk = Walk::new(repository, tip)?;
    let (asked, authors) = walk.commits(repository, mining.commits.unwrap_or(usize::MAX))?;
    let tree = repository.find_commit(tip).and_then(|commit| commit.tree_id().map(gix::Id::detach));
    let tree = tree.map_err(|error| HistoryError::object(tip, error))?;
    let present = tree::files(repository, tree)?;
    // With replaced objects a commit's name no longer determines its changes.
    let cache = mining.cache.as_deref().filter(|_| !replaces(repository));
    let cache = cache.map(|path| Cache::new(path, mining));
    cache.as_ref().map_or(Ok(()), Cache::check).map_err(HistoryError::Cache)?;
    let known = cache.as_ref().map(Cache::read).unwrap_or_default();
    let repository = repository.clone().into_sync();
    // The time of the first commit is known only at the end of the walk.
    let end = || walk.end(&repository.to_thread_local());
    let at_hand = AtHand::default();
    let compare = || all_changed(&repository, &asked, mining, &known, &at_hand);
    let (begin, changed) = if mining.threads > 1 {
        thread::scope(|scope| {
            let end = scope.spawn(end);
            let changed = compare();
            (end.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), changed)
        })
    } else {
        (end(), compare())
    };
    let (begin, (changed, fresh)) = (begin?, changed?);
    if let Some(cache) = cache.filter(|_| !fresh.is_empty()) {
        cache.add(fresh);
    }
    let units = if mining.units {
        units_of(&repository.to_thread_local(), &present, mining, &at_hand)?
    } else {
        Vec::new()
    };
    let commit = |(commit, changed): (&Listed, Changed)| Commit {
        id: commit.id.to_string(),
        parents: commit.parents.len(),
        time: commit.time,
        author: commit.author,
        is_fix: commit.is_fix,
        merged_tag: commit.merged_tag,
        changes: changed.changes,
        units: changed.units,
        lines: changed.lines,
    };
    let commits = asked.iter().zip(changed).map(commit).collect();
    let files = Some(present.into_iter().map(|(path, _)| path).collect());
    Ok(History { begin, commits, authors, files, units })
}

pub(crate) fn tip(repository: &Repository, folder: &Path, revision: &str) -> Result<ObjectId, HistoryError> {
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

/// Whether the repository has replace refs.
fn replaces(repository: &Repository) -> bool {
    let any = |refs: gix::reference::iter::Platform<'_>| {
        refs.prefixed("refs/replace/").is_ok_and(|mut all| all.next().is_some())
    };
    repository.references().is_ok_and(any)
}
