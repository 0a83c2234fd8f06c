//! The last commit that touched parts of files.

/* As `trace`, but lazily: commits are read newest first, each only when something is followed there, and a part is
let go of as soon as somebody is found who changed it. What is close to the tip costs little, however long the history. */

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::path::Path;

use gix::{ObjectId, Repository};

use crate::HistoryError;
use crate::deadline::Deadline;
use crate::mine::tip;
use crate::trace::{Files, Origin, Part, Signed, Tracer, Tracing, signature};
use crate::walk::{Listed, boundary};

/// Objects that are kept at hand. Units: bytes.
const AT_HAND: usize = 64 << 20;

/// Who changed something last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastChange {
    /// Nobody committed it yet.
    Uncommitted,
    /// A commit.
    Commit {
        /// Its name in hexadecimal digits.
        id: String,
        /// Who made it, and what it says.
        signed: Signed,
    },
}

/// Who changed each part last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastChanges {
    /// Of each part; `None` where nobody can tell.
    pub changes: Vec<Option<LastChange>>,
    /// Whether time ran out before all were found.
    pub is_late: bool,
}

/// Finds who changed each part last: the first of its changes in [`crate::trace`], but that of several unmerged ones it is the one
/// of the latest committer time. `None` where the history does not go back so far: in a shallow clone, or where objects are missing.
///
/// Lines of parts are not looked at. Errors: there is no repository, no such revision, or the revision itself cannot be read.
/// Cost: at most the time of `tracing`. Reads the commits from the revision to the changes, the trees above the parts' files, and the versions of these.
pub fn last(folder: &Path, tracing: &Tracing, parts: &[Part]) -> Result<LastChanges, HistoryError> {
    let mut repository = gix::discover(folder)
        .map_err(|source| HistoryError::NoRepository { folder: folder.to_owned(), source })?;
    repository.object_cache_size(AT_HAND);
    let tip = tip(&repository, folder, &tracing.revision)?;
    let mut search = Search {
        met: Met {
            repository: &repository,
            boundary: boundary(&repository)?,
            listed: Vec::new(),
            places: HashMap::new(),
        },
        tracer: Tracer::new(&repository, tracing, parts),
        seen: HashSet::new(),
        queue: BinaryHeap::new(),
    };
    // Who wrote lines is not asked.
    let parts: Vec<Part> = parts.iter().map(|part| Part { lines: Vec::new(), ..part.clone() }).collect();
    search.meet(tip)?;
    search.tracer.begin(&search.met.listed[0], &parts, tracing)?;
    let is_late = search.run(Deadline::after(tracing.patience))?;
    let Search { met, tracer, .. } = search;
    let of = |changes: Vec<Origin>| match changes.first() {
        None => Ok(None),
        Some(Origin::Uncommitted) => Ok(Some(LastChange::Uncommitted)),
        Some(&Origin::Commit(at)) => {
            let id = met.listed[at].id;
            Ok(Some(LastChange::Commit { id: id.to_string(), signed: signature(&repository, id)? }))
        }
    };
    let changes = tracer.trace.changes.into_iter().map(of).collect::<Result<_, _>>()?;
    Ok(LastChanges { changes, is_late })
}

/// Commits that were met, by place.
struct Met<'r> {
    repository: &'r Repository,
    boundary: gix::hashtable::HashSet<ObjectId>,
    listed: Vec<Listed>,
    places: HashMap<ObjectId, usize>,
}

struct Search<'r> {
    met: Met<'r>,
    tracer: Tracer<'r>,
    /// Parts that were followed to a commit, by its place and the part's number: once is enough.
    seen: HashSet<(usize, usize)>,
    /// Committer times and places of commits at which something is followed; of equal times, the one met first.
    queue: BinaryHeap<(i64, Reverse<usize>)>,
}

impl Search<'_> {
    /// The place of a commit, which is read when it is met first.
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

    /// Goes back until all is found. Whether time ran out before.
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
                // A clone may lack what is old, or large; what is followed there remains without an answer.
                Ok(()) | Err(HistoryError::Object { .. }) => {}
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

    /// What is followed at a commit and nobody is known to have changed.
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
