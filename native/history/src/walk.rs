//! Lists commits as `git rev-list` does.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use gix::commitgraph::Graph;
use gix::objs::{CommitRef, CommitRefIter, Kind};
use gix::{ObjectId, Repository};

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
    /// Whether it has parents that the repository has not.
    pub(crate) is_cut: bool,
}

/// A walk over all commits that a commit descends from, itself first.
///
/// The next one is that of the latest committer time among those whose children were listed;
/// of equal times, the one met first. A shallow clone's last commits have no parents.
/// Cost: reads every commit once, beyond the asked ones only its parents and time, and those from
/// git's file of them (`git commit-graph`) where there is one.
pub(crate) struct Walk {
    boundary: HashSet<ObjectId>,
    open: BinaryHeap<(i64, Reverse<u64>, ObjectId)>,
    seen: HashSet<ObjectId>,
    /// Read when met, since its time says when a commit is listed.
    known: HashMap<ObjectId, Met>,
    /// Parents and times of commits, once nothing else is asked for.
    graph: Option<Graph>,
    last: i64,
}

impl Walk {
    pub(crate) fn new(repository: &Repository, tip: ObjectId) -> Result<Self, HistoryError> {
        let boundary = boundary(repository)?;
        let first = Met::read(repository, tip, &boundary)?;
        Ok(Self {
            boundary,
            last: first.time,
            open: BinaryHeap::from([(first.time, Reverse(0), tip)]),
            seen: HashSet::from([tip]),
            known: HashMap::from([(tip, first)]),
            graph: None,
        })
    }

    fn next(&mut self, repository: &Repository) -> Result<Option<(ObjectId, Met)>, HistoryError> {
        let Some((time, _, id)) = self.open.pop() else { return Ok(None) };
        let commit = self.known.remove(&id).expect("read when it was met");
        for &parent in &commit.parents {
            if self.seen.insert(parent) {
                let commit = match self.graph.as_ref().and_then(|graph| Met::look_up(graph, parent)) {
                    Some(commit) => commit,
                    None => Met::read(repository, parent, &self.boundary)?,
                };
                self.open.push((commit.time, Reverse(self.seen.len() as u64), parent));
                self.known.insert(parent, commit);
            }
        }
        self.last = time;
        Ok(Some((id, commit)))
    }

    /// The next commits, at most so many, and the authors that they number.
    pub(crate) fn commits(
        &mut self,
        repository: &Repository,
        most: usize,
    ) -> Result<(Vec<Listed>, Vec<String>), HistoryError> {
        let (mut authors, mut listed) = (Authors::default(), Vec::new());
        while listed.len() < most
            && let Some((id, commit)) = self.next(repository)?
        {
            listed.push(commit.listed(repository, id, &self.boundary, &mut authors)?);
        }
        Ok((listed, authors.names))
    }

    /// Walks to the end. Gives the committer time of the very last commit.
    pub(crate) fn end(mut self, repository: &Repository) -> Result<i64, HistoryError> {
        // As git, which leaves the file alone in shallow clones; one that is damaged is as good as
        // none.
        if self.boundary.is_empty() {
            self.graph = repository.commit_graph_if_enabled().ok().flatten();
        }
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

/// Commits whose parents a shallow clone left out.
fn boundary(repository: &Repository) -> Result<HashSet<ObjectId>, HistoryError> {
    let commits = repository
        .shallow_commits()
        .map_err(|error| HistoryError::Object { id: "shallow".to_owned(), reason: error.to_string() })?;
    Ok(commits.map_or_else(HashSet::new, |commits| commits.iter().copied().collect()))
}

/// A commit of which only that was looked at which says when it is listed.
#[derive(Debug)]
struct Met {
    data: Vec<u8>,
    parents: Vec<ObjectId>,
    time: i64,
}

impl Met {
    /// What git's file of parents and times says of a commit.
    fn look_up(graph: &Graph, id: ObjectId) -> Option<Self> {
        let commit = graph.commit_by_id(id)?;
        let parents = commit.iter_parents().map(|parent| Some(graph.id_at(parent.ok()?).to_owned()));
        let parents = parents.collect::<Option<_>>()?;
        Some(Self { data: Vec::new(), parents, time: commit.committer_timestamp().try_into().ok()? })
    }

    fn read(
        repository: &Repository,
        id: ObjectId,
        boundary: &HashSet<ObjectId>,
    ) -> Result<Self, HistoryError> {
        let object = repository.find_object(id).map_err(|error| HistoryError::object(id, error))?;
        if object.kind != Kind::Commit {
            return Err(HistoryError::object(id, "it is no commit"));
        }
        let data = object.detach().data;
        let iter = || CommitRefIter::from_bytes(&data, repository.object_hash());
        let time = iter().committer().map_err(|error| HistoryError::object(id, error))?.seconds();
        let parents = if boundary.contains(&id) { Vec::new() } else { iter().parent_ids().collect() };
        Ok(Self { data, parents, time })
    }

    fn listed(
        self,
        repository: &Repository,
        id: ObjectId,
        boundary: &HashSet<ObjectId>,
        authors: &mut Authors,
    ) -> Result<Listed, HistoryError> {
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
