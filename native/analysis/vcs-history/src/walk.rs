//! Lists commits as `git rev-list` does.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use gix::bstr::ByteSlice;
use gix::commitgraph::Graph;
use gix::hashtable::HashSet;
use gix::objs::commit::ref_iter::Token;
use gix::objs::{CommitRef, CommitRefIter, Kind};
use gix::{ObjectId, Repository};

use crate::deadline::Deadline;
use crate::{HistoryError, speaks_of_a_fix};

/// A commit without its changes.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) id: ObjectId,
    pub(crate) tree: ObjectId,
    pub(crate) parents: Vec<ObjectId>,
    pub(crate) time: i64,
    pub(crate) author: u32,
    pub(crate) is_fix: bool,
    pub(crate) merged_tag: bool,
    /// Whether the repository lacks its parents.
    pub(crate) is_cut: bool,
}

impl Listed {
    /// Reads one commit. Its author is not numbered. Errors: it cannot be read.
    pub(crate) fn one(
        repository: &Repository,
        id: ObjectId,
        boundary: &HashSet<ObjectId>,
    ) -> Result<Self, HistoryError> {
        let mut commit = Met::read(repository, id, true)?;
        if boundary.contains(&id) {
            commit.parents.clear();
        }
        commit.listed(repository, boundary, &mut Authors::default())
    }
}

/// A walk over a commit and all its ancestors.
///
/// Lists next the commit with the latest committer time among those whose children are listed; among equal times, the one
/// met first. The oldest commits of a shallow clone have no parents. Cost: reads every commit; after the requested ones only
/// parents and times, from git's commit-graph file if there is one.
pub(crate) struct Walk {
    boundary: HashSet<ObjectId>,
    /// Committer times and indices of commits that are not listed yet.
    open: BinaryHeap<(i64, Reverse<usize>)>,
    /// Commits that were met, which are read at once because the order needs their times; `None` once listed.
    met: Vec<Option<Met>>,
    seen: HashSet<ObjectId>,
    /// Git's commit-graph file.
    graph: Option<Graph>,
    /// Whether only parents and times are needed from here on.
    is_brief: bool,
    last: i64,
}

impl Walk {
    pub(crate) fn new(repository: &Repository, tip: ObjectId) -> Result<Self, HistoryError> {
        let mut walk = Self {
            boundary: boundary(repository)?,
            open: BinaryHeap::new(),
            met: Vec::new(),
            seen: HashSet::default(),
            graph: None,
            is_brief: false,
            last: 0,
        };
        walk.meet(repository, tip)?;
        Ok(walk)
    }

    fn next(&mut self, repository: &Repository) -> Result<Option<Met>, HistoryError> {
        let Some((time, Reverse(place))) = self.open.pop() else { return Ok(None) };
        let commit = self.met[place].take().expect("listed once");
        for &parent in &commit.parents {
            self.meet(repository, parent)?;
        }
        self.last = time;
        Ok(Some(commit))
    }

    /// Adds a commit, unless it was met before.
    fn meet(&mut self, repository: &Repository, id: ObjectId) -> Result<(), HistoryError> {
        if !self.seen.insert(id) {
            return Ok(());
        }
        let known = self.graph.as_ref().and_then(|graph| Met::look_up(graph, id));
        let mut commit = known.map_or_else(|| Met::read(repository, id, !self.is_brief), Ok)?;
        if self.boundary.contains(&id) {
            commit.parents.clear();
        }
        self.open.push((commit.time, Reverse(self.met.len())));
        self.met.push(Some(commit));
        Ok(())
    }

    /// Lists up to `count` next commits, and numbers their authors.
    pub(crate) fn commits(
        &mut self,
        repository: &Repository,
        most: usize,
    ) -> Result<(Vec<Listed>, Vec<String>), HistoryError> {
        self.commits_until(repository, most, Deadline::NEVER)
    }

    /// Whether all commits are listed.
    pub(crate) fn is_over(&self) -> bool {
        self.open.is_empty()
    }

    /// Like [`Walk::commits`], but stops at the deadline, after at least one commit.
    pub(crate) fn commits_until(
        &mut self,
        repository: &Repository,
        most: usize,
        deadline: Deadline,
    ) -> Result<(Vec<Listed>, Vec<String>), HistoryError> {
        let (mut authors, mut listed) = (Authors::default(), Vec::new());
        while listed.len() < most
            && (listed.is_empty() || !deadline.is_over())
            && let Some(commit) = self.next(repository)?
        {
            listed.push(commit.listed(repository, &self.boundary, &mut authors)?);
        }
        Ok((listed, authors.names))
    }

    /// Walks to the end. Returns the committer time of the last commit.
    pub(crate) fn end(mut self, repository: &Repository) -> Result<i64, HistoryError> {
        // Like git, ignores the commit-graph file in shallow clones. A damaged file is ignored too.
        if self.boundary.is_empty() {
            self.graph = repository.commit_graph_if_enabled().ok().flatten();
        }
        self.is_brief = true;
        while self.next(repository)?.is_some() {}
        Ok(self.last)
    }
}

#[derive(Default)]
struct Authors {
    names: Vec<String>,
    numbers: HashMap<Vec<u8>, u32>,
}

impl Authors {
    fn number(&mut self, name: &[u8]) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.names.push(String::from_utf8_lossy(name).into_owned());
        number
    }
}

/// The commits at which a shallow clone ends.
pub(crate) fn boundary(repository: &Repository) -> Result<HashSet<ObjectId>, HistoryError> {
    let commits = repository
        .shallow_commits()
        .map_err(|error| HistoryError::Object { id: "shallow".to_owned(), reason: error.to_string() })?;
    Ok(commits.map_or_else(HashSet::default, |commits| commits.iter().copied().collect()))
}

/// A commit whose parents and time were read.
#[derive(Debug)]
struct Met {
    id: ObjectId,
    /// The raw commit; empty if it is not needed.
    data: Vec<u8>,
    parents: Vec<ObjectId>,
    time: i64,
}

impl Met {
    /// Reads a commit from git's commit-graph file.
    fn look_up(graph: &Graph, id: ObjectId) -> Option<Self> {
        let commit = graph.commit_by_id(id)?;
        let parents = commit.iter_parents().map(|parent| Some(graph.id_at(parent.ok()?).to_owned()));
        let parents = parents.collect::<Option<_>>()?;
        Some(Self { id, data: Vec::new(), parents, time: commit.committer_timestamp().try_into().ok()? })
    }

    fn read(repository: &Repository, id: ObjectId, keeps_data: bool) -> Result<Self, HistoryError> {
        let object = repository.find_object(id).map_err(|error| HistoryError::object(id, error))?;
        if object.kind != Kind::Commit {
            return Err(HistoryError::object(id, "it is not a commit"));
        }
        let (parents, time) = parents_and_time(&object.data, repository.object_hash())
            .map_err(|error| HistoryError::object(id, error))?;
        // Otherwise the buffer is reused for the next object.
        let data = if keeps_data { object.detach().data } else { Vec::new() };
        Ok(Self { id, data, parents, time })
    }

    fn listed(
        self,
        repository: &Repository,
        boundary: &HashSet<ObjectId>,
        authors: &mut Authors,
    ) -> Result<Listed, HistoryError> {
        let id = self.id;
        let commit = CommitRef::from_bytes(&self.data, repository.object_hash())
            .map_err(|error| HistoryError::object(id, error))?;
        let author = commit.author().map_err(|error| HistoryError::object(id, error))?;
        Ok(Listed {
            id,
            is_cut: boundary.contains(&id),
            tree: commit.tree(),
            parents: self.parents,
            time: self.time,
            author: authors.number(author.email),
            is_fix: speaks_of_a_fix(commit.message),
            merged_tag: commit.extra_headers.iter().any(|(name, _)| *name == "mergetag"),
        })
    }
}

fn parents_and_time(commit: &[u8], hash: gix::hash::Kind) -> gix::Result<(Vec<ObjectId>, i64)> {
    if let Some(found) = usual_parents_and_time(commit) {
        return Ok(found);
    }
    let mut parents = Vec::new();
    for token in CommitRefIter::from_bytes(commit, hash) {
        match token? {
            Token::Parent { id } => parents.push(id),
            Token::Committer { signature } => return Ok((parents, signature.seconds())),
            _ => {}
        }
    }
    Err(gix::error::message("it has no committer").into())
}

/// Parses a commit in git's usual layout, in a tenth of the time of a full parse.
fn usual_parents_and_time(commit: &[u8]) -> Option<(Vec<ObjectId>, i64)> {
    let (mut parents, mut rest) = (Vec::new(), commit);
    loop {
        let (line, after) = rest.split_once_str(b"\n")?;
        match line.split_once_str(b" ")? {
            (b"parent", id) => parents.push(ObjectId::from_hex(id).ok()?),
            (b"tree" | b"author", _) => {}
            (b"committer", who) => {
                let (_, time) = who.rsplit_once_str(b"> ")?;
                let (seconds, _) = time.split_once_str(b" ")?;
                return Some((parents, seconds.to_str().ok()?.parse().ok()?));
            }
            _ => return None,
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n";
    const PARENT: &str = "parent 0123456789abcdef0123456789abcdef01234567\n";

    fn in_full(commit: &[u8]) -> Option<(Vec<ObjectId>, i64)> {
        let iter = || CommitRefIter::from_bytes(commit, gix::hash::Kind::Sha1);
        Some((iter().parent_ids().collect(), iter().committer().ok()?.seconds()))
    }

    #[test]
    fn what_is_seen_at_a_glance_is_what_is_seen_in_full() {
        let who = ["A <a@b> 1 +0000", "A > B <a@b> -7 -0130", " <> 1700000000 +0000", "A <a <b@c> 5 +0000"];
        for parents in ["", PARENT, &PARENT.repeat(3)] {
            for (author, committer) in who.iter().flat_map(|a| who.iter().map(move |c| (a, c))) {
                let commit =
                    format!("{TREE}{parents}author {author}\ncommitter {committer}\n\nparent of all\n");
                let seen = usual_parents_and_time(commit.as_bytes());
                assert!(seen.is_some(), "{commit}");
                assert_eq!(seen, in_full(commit.as_bytes()), "{commit}");
            }
        }
    }

    #[test]
    fn commits_that_git_would_not_write_are_looked_at_in_full() {
        let end = "\n\nmessage\n";
        for time in ["", " ", " 1", " x +0000", " 99999999999999999999 +0000", "  1 +0000"] {
            let commit = format!("{TREE}{PARENT}author A <a@b> 1 +0000\ncommitter A <a@b>{time}{end}");
            assert_eq!(usual_parents_and_time(commit.as_bytes()), None, "{commit}");
            let seen = parents_and_time(commit.as_bytes(), gix::hash::Kind::Sha1).ok();
            assert_eq!(seen, in_full(commit.as_bytes()), "{commit}");
        }
        for broken in ["", TREE, "tree 4b\n", "parent x\n"] {
            assert!(parents_and_time(broken.as_bytes(), gix::hash::Kind::Sha1).is_err(), "{broken}");
        }
    }
}
