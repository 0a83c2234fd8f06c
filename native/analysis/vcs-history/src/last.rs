//! Finds the last commit that touched parts of files.

/* A lazy variant of `trace`: reads a commit only when a part is followed there, newest first, and drops a part at its first
change. Recent changes are cheap to find, however long the history. */

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::path::Path;

use gix::{ObjectId, Repository};

use crate::deadline::Deadline;
use crate::mine::tip;
use crate::trace::{Files, Origin, Part, Signed, Tracer, Tracing, signature};
use crate::walk::{Listed, boundary};
use crate::{HistoryError, opened};

/// Size of the object cache. Units: bytes.
const AT_HAND: usize = 64 << 20;

/// The last change of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastChange {
    /// The change is not committed.
    Uncommitted,
    /// A commit.
    Commit {
        /// Its hash in hexadecimal digits.
        id: String,
        /// Its author, time and subject.
        signed: Signed,
    },
}

/// The last changes of parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastChanges {
    /// The change of each part; `None` if unknown.
    pub changes: Vec<Option<LastChange>>,
    /// Whether the time limit was reached before all were found.
    pub is_late: bool,
    /// Whether some were not found because the clone is a partial one.
    pub is_partial: bool,
}

/// Finds the last change of each part: the first of its changes in [`crate::trace`]; among unmerged branches, the one with
/// the latest committer time. `None` if the available history ends first: in a shallow clone, or where objects are missing.
///
/// Ignores the lines of parts. Errors: there is no repository, no such revision, or the revision itself cannot be read.
/// Cost: at most the time of `tracing`. Reads the commits from the revision back to the changes, the trees above the parts'
/// files, and the versions of these files.
pub fn last(folder: &Path, tracing: &Tracing, parts: &[Part]) -> Result<LastChanges, HistoryError> {
    opened::reading(folder, |repository| searched(repository, folder, tracing, parts))
}

fn searched(
    repository: &mut Repository,
    folder: &Path,
    tracing: &Tracing,
    parts: &[Part],
) -> Result<LastChanges, HistoryError> {
    repository.object_cache_size(AT_HAND);
    let tip = tip(repository, folder, &tracing.revision)?;
    let mut search = Search {
        met: Met { repository, boundary: boundary(repository)?, listed: Vec::new(), places: HashMap::new() },
        tracer: Tracer::new(repository, tracing, parts),
        seen: HashSet::new(),
        queue: BinaryHeap::new(),
        lacks_objects: false,
    };
    // The authors of single lines are not needed.
    let parts: Vec<Part> = parts.iter().map(|part| Part { lines: Vec::new(), ..part.clone() }).collect();
    search.meet(tip)?;
    search.tracer.begin(&search.met.listed[0], &parts, tracing)?;
    let is_late = search.run(Deadline::after(tracing.patience))?;
    let is_partial = search.lacks_objects && opened::is_partial(search.met.repository);
    let Search { met, tracer, .. } = search;
    let of = |changes: Vec<Origin>| match changes.first() {
        None => Ok(None),
        Some(Origin::Uncommitted) => Ok(Some(LastChange::Uncommitted)),
        Some(&Origin::Commit(at)) => {
            let id = met.listed[at].id;
            Ok(Some(LastChange::Commit { id: id.to_string(), signed: signature(repository, id)? }))
        }
    };
    let changes = tracer.trace.changes.into_iter().map(of).collect::<Result<_, _>>()?;
    Ok(LastChanges { changes, is_late, is_partial })
}

/// The commits met so far.
struct Met<'r> {
    repository: &'r Repository,
    boundary: gix::hashtable::HashSet<ObjectId>,
    listed: Vec<Listed>,
    places: HashMap<ObjectId, usize>,
}

struct Search<'r> {
    met: Met<'r>,
    tracer: Tracer<'r>,
    /// Parts already followed to a commit, by the commit's index and the part's number.
    seen: HashSet<(usize, usize)>,
    /// Commits to visit, by committer time and index; among equal times, the one met first.
    queue: BinaryHeap<(i64, Reverse<usize>)>,
    /// Whether an object that was needed could not be read.
    lacks_objects: bool,
}

impl Search<'_> {
    /// Index of a commit; reads it when it is first met.
    fn meet(&mut self, id: ObjectId) -> Result<usize, HistoryError> {
        if let Some(&place) = self.met.places.get(&id) {
            return Ok(place);
        }
        let listed = Listed::one(self.met.repository, id, &self.met.boundary)?;
        let place = self.met.listed.len();
        self.met.listed.push(listed);
        self.met.places.insert(id, place);
        self.tracer.open.push(Files::new());
        Ok(place)
    }

    /// Walks back until all changes are found. Returns whether the time limit was reached.
    fn run(&mut self, deadline: Deadline) -> Result<bool, HistoryError> {
        self.enqueue(0);
        while let Some((_, Reverse(at))) = self.queue.pop() {
            let files = self.unknown(at);
            if files.is_empty() {
                continue;
            }
            if deadline.is_over() {
                return Ok(true);
            }
            match self.step(at, files) {
                // A clone may lack old or large objects; the parts followed there stay without an answer.
                Err(HistoryError::Object { .. }) => self.lacks_objects = true,
                Ok(()) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    fn enqueue(&mut self, at: usize) {
        if !self.tracer.open[at].is_empty() {
            self.queue.push((self.met.listed[at].time, Reverse(at)));
        }
    }

    /// Takes the parts followed at a commit whose change is still unknown.
    fn unknown(&mut self, at: usize) -> Files {
        let mut files = std::mem::take(&mut self.tracer.open[at]);
        for followed in files.values_mut() {
            followed.parts.retain(|&part, _| {
                self.tracer.trace.changes[part].is_empty() && self.seen.insert((at, part))
            });
        }
        files.retain(|_, followed| !followed.is_empty());
        files
    }

    fn step(&mut self, at: usize, files: Files) -> Result<(), HistoryError> {
        let mut parents = Vec::new();
        for id in self.met.listed[at].parents.clone() {
            let parent = self.meet(id)?;
            if !parents.contains(&parent) {
                parents.push(parent);
            }
        }
        self.tracer.commit(at, files, &self.met.listed, &parents)?;
        for parent in parents {
            self.enqueue(parent);
        }
        Ok(())
    }
}
