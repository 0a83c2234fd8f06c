//! Lists commits as `git rev-list` does.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use gix::objs::{CommitRef, Kind};
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

/// All commits that a commit descends from, itself first, and the authors that they number.
///
/// The next one is that of the latest committer time among those whose children were listed;
/// of equal times, the one met first. A shallow clone's last commits have no parents.
/// Cost: reads every commit once.
pub(crate) fn list(
    repository: &Repository,
    tip: ObjectId,
) -> Result<(Vec<Listed>, Vec<String>), HistoryError> {
    let boundary = boundary(repository)?;
    let mut authors = Authors::default();
    let (mut open, mut seen, mut listed) = (BinaryHeap::new(), HashSet::from([tip]), Vec::new());
    let mut met = 0_u64;
    let first = read(repository, tip, &boundary, &mut authors)?;
    // Read when met, since its time says when it is listed.
    let mut known = HashMap::from([(tip, first)]);
    open.push((known[&tip].time, Reverse(met), tip));
    while let Some((_, _, id)) = open.pop() {
        let commit = known.remove(&id).expect("read when it was met");
        for &parent in &commit.parents {
            if seen.insert(parent) {
                met += 1;
                let commit = read(repository, parent, &boundary, &mut authors)?;
                open.push((commit.time, Reverse(met), parent));
                known.insert(parent, commit);
            }
        }
        listed.push(commit);
    }
    Ok((listed, authors.names))
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

fn read(
    repository: &Repository,
    id: ObjectId,
    boundary: &HashSet<ObjectId>,
    authors: &mut Authors,
) -> Result<Listed, HistoryError> {
    let object = repository.find_object(id).map_err(|error| HistoryError::object(id, error))?;
    if object.kind != Kind::Commit {
        return Err(HistoryError::object(id, "it is no commit"));
    }
    let commit = CommitRef::from_bytes(&object.data, repository.object_hash())
        .map_err(|error| HistoryError::object(id, error))?;
    let author = commit.author().map_err(|error| HistoryError::object(id, error))?;
    let time = commit.committer().map_err(|error| HistoryError::object(id, error))?.seconds();
    let is_cut = boundary.contains(&id);
    Ok(Listed {
        id,
        is_cut,
        tree: commit.tree(),
        parents: if is_cut { Vec::new() } else { commit.parents().collect() },
        time,
        author: authors.number(author.email),
        is_fix: speaks_of_a_fix(commit.message),
        merged_tag: commit.extra_headers.iter().any(|(name, _)| *name == "mergetag"),
    })
}
