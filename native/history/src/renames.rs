//! Finds renames among the files that a commit removed and added.

use std::collections::{HashMap, HashSet, VecDeque};

use gix::bstr::{BStr, BString, ByteSlice};
use gix::objs::tree::EntryKind;
use gix::{ObjectId, Repository};

use crate::similarity::{LEAST, Pieces, SAME, may_be_renamed, similarity};
use crate::tree::{Difference, Entry};
use crate::{Change, HistoryError};

/* As `git log -M` does it, in three rounds; a file that found its other half is out of the
later ones:
1. equal contents; where several are equal, one of the same name in another folder first;
2. a file name that is left once on either side and at least three quarters similar;
3. all others with each other, most similar first, down to one half; not when there are more
   pairs than a million.
In the third round only the four best candidates of each added file are kept. */

/// Similarity from which two files of one name, the only ones of that name, are a rename.
const LEAST_OF_ONE_NAME: u32 = LEAST + (SAME - LEAST) / 2;
/// Candidates kept for each added file.
const CANDIDATES: usize = 4;
/// Pairs that are looked at in the last round, at most.
const PAIRS: usize = 1000 * 1000;
/// Equal files that are looked at for each added file, at most.
const EQUALS: usize = 102;
/// A longer file is a renamed one only when nothing else changed. Units: bytes.
const LONGEST: u64 = 64 << 20;

/// The contents before and after a change: `None` where there is no file.
pub(crate) type Versions = [Option<ObjectId>; 2];

/// The changes that differences stand for, in their order: a rename stands where the new path
/// does.
pub(crate) fn changes(
    repository: &Repository,
    differences: &[Difference],
) -> Result<Vec<(Change, Versions)>, HistoryError> {
    let has = |side: fn(&Difference) -> bool| differences.iter().any(side);
    let renames = if has(|d| d.old.is_none()) && has(|d| d.new.is_none()) {
        Search::new(repository, differences).run()?
    } else {
        HashMap::new()
    };
    let mut moved: Vec<bool> = vec![false; differences.len()];
    for &source in renames.values() {
        moved[source] = true;
    }
    let mut changes = Vec::with_capacity(differences.len());
    for (place, difference) in differences.iter().enumerate() {
        let path = || difference.path.clone();
        let mut old = difference.old;
        let change = match (difference.old, difference.new) {
            (None, _) => match renames.get(&place) {
                Some(&source) => {
                    old = differences[source].old;
                    Change::Renamed { from: differences[source].path.clone(), to: path() }
                }
                None => Change::Added(path()),
            },
            (Some(_), None) if moved[place] => continue,
            (Some(_), None) => Change::Deleted(path()),
            (Some(old), Some(new)) if old.is_file() && new.is_file() || old.kind == new.kind => {
                Change::Modified(path())
            }
            (Some(_), Some(_)) => Change::Retyped(path()),
        };
        let file = |entry: Option<Entry>| entry.filter(|entry| entry.is_file()).map(|entry| entry.id);
        changes.push((change, [file(old), file(difference.new)]));
    }
    Ok(changes)
}

/// A file that was removed or added: its place among the differences, path and entry.
#[derive(Clone, Copy)]
struct File<'d> {
    place: usize,
    path: &'d BString,
    entry: Entry,
}

impl File<'_> {
    fn name(&self) -> &BStr {
        let start = self.path.rfind_byte(b'/').map_or(0, |slash| slash + 1);
        self.path[start..].as_bstr()
    }

    /// What files have in common that are a rename whatever they are called: whether a file may be
    /// executed does not count.
    fn content(&self) -> (ObjectId, EntryKind) {
        (self.entry.id, if self.entry.is_file() { EntryKind::Blob } else { self.entry.kind })
    }
}

struct Search<'r, 'd> {
    contents: Contents<'r>,
    removed: Vec<File<'d>>,
    added: Vec<File<'d>>,
    /// The removed file of each added one, by their places.
    found: HashMap<usize, usize>,
}

/// A candidate of the last round.
#[derive(Clone, Copy)]
struct Candidate {
    similarity: u32,
    same_name: bool,
    removed: usize,
    added: usize,
}

impl Candidate {
    fn merit(&self) -> (u32, bool) {
        (self.similarity, self.same_name)
    }
}

impl<'r, 'd> Search<'r, 'd> {
    fn new(repository: &'r Repository, differences: &'d [Difference]) -> Self {
        let of = |entry: fn(&Difference) -> Option<Entry>, other: fn(&Difference) -> Option<Entry>| {
            let file = |(place, difference): (usize, &'d Difference)| {
                let entry = entry(difference).filter(|_| other(difference).is_none())?;
                Some(File { place, path: &difference.path, entry })
            };
            differences.iter().enumerate().filter_map(file).collect()
        };
        Self {
            contents: Contents { repository, lengths: HashMap::new(), pieces: HashMap::new() },
            removed: of(|d| d.old, |d| d.new),
            added: of(|d| d.new, |d| d.old),
            found: HashMap::new(),
        }
    }

    /// For the place of each renamed file the place of what it was before.
    fn run(mut self) -> Result<HashMap<usize, usize>, HistoryError> {
        self.equal();
        self.one_of_a_name()?;
        self.most_similar()?;
        Ok(self.found)
    }

    fn pair(&mut self, removed: File<'d>, added: File<'d>) {
        self.found.insert(added.place, removed.place);
    }

    /// Ends a round: what found its other half is out of the next ones. Once per round, not once per
    /// pair, because whole source trees move.
    fn leave_out_pairs(&mut self) {
        let moved: HashSet<usize> = self.found.values().copied().collect();
        self.removed.retain(|file| !moved.contains(&file.place));
        self.added.retain(|file| !self.found.contains_key(&file.place));
    }

    fn equal(&mut self) {
        let mut equals: HashMap<(ObjectId, EntryKind), VecDeque<File<'d>>> = HashMap::new();
        for &file in &self.removed {
            equals.entry(file.content()).or_default().push_back(file);
        }
        for added in self.added.clone() {
            let Some(equals) = equals.get_mut(&added.content()) else { continue };
            let of_its_name = equals.iter().take(EQUALS).position(|file| file.name() == added.name());
            if let Some(removed) = equals.remove(of_its_name.unwrap_or(0)) {
                self.pair(removed, added);
            }
        }
        self.leave_out_pairs();
    }

    fn one_of_a_name(&mut self) -> Result<(), HistoryError> {
        let alone = |files: &[File<'d>]| {
            let mut names: HashMap<&'d [u8], Option<File<'d>>> = HashMap::new();
            for &file in files {
                let start = file.path.rfind_byte(b'/').map_or(0, |slash| slash + 1);
                names.entry(&file.path[start..]).and_modify(|known| *known = None).or_insert(Some(file));
            }
            names
        };
        let (removed, added) = (alone(&self.removed), alone(&self.added));
        for (name, removed) in removed {
            if let (Some(removed), Some(Some(added))) = (removed, added.get(name))
                && self.contents.similarity(removed, *added)? >= LEAST_OF_ONE_NAME
            {
                self.pair(removed, *added);
            }
        }
        self.leave_out_pairs();
        Ok(())
    }

    fn most_similar(&mut self) -> Result<(), HistoryError> {
        if self.removed.len().saturating_mul(self.added.len()) > PAIRS {
            return Ok(());
        }
        let mut candidates = Vec::new();
        for (added, file) in self.added.iter().enumerate() {
            let mut best: Vec<Candidate> = Vec::with_capacity(CANDIDATES);
            for (removed, other) in self.removed.iter().enumerate() {
                let similarity = self.contents.similarity(*other, *file)?;
                let same_name = other.name() == file.name();
                keep(&mut best, Candidate { similarity, same_name, removed, added });
            }
            candidates.extend(best);
        }
        // Stable: of equal ones the first kept comes first.
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.merit()));
        let mut used = [vec![false; self.removed.len()], vec![false; self.added.len()]];
        for Candidate { removed, added, .. } in candidates.into_iter().take_while(|c| c.similarity >= LEAST) {
            if !used[0][removed] && !used[1][added] {
                (used[0][removed], used[1][added]) = (true, true);
                self.found.insert(self.added[added].place, self.removed[removed].place);
            }
        }
        Ok(())
    }
}

/// Keeps a candidate when it is better than the worst of four; the first of the worst goes.
fn keep(best: &mut Vec<Candidate>, candidate: Candidate) {
    if best.len() < CANDIDATES {
        best.push(candidate);
        return;
    }
    let worse = |worst: usize, at: usize| if best[at].merit() < best[worst].merit() { at } else { worst };
    let worst = (0..CANDIDATES).reduce(worse).expect("there are four");
    if candidate.merit() > best[worst].merit() {
        best[worst] = candidate;
    }
}

/// What is known of the files that were looked at.
struct Contents<'r> {
    repository: &'r Repository,
    lengths: HashMap<ObjectId, u64>,
    pieces: HashMap<ObjectId, Pieces>,
}

impl Contents<'_> {
    fn similarity(&mut self, removed: File<'_>, added: File<'_>) -> Result<u32, HistoryError> {
        if !removed.entry.is_file() || !added.entry.is_file() {
            return Ok(0);
        }
        let ids = [removed.entry.id, added.entry.id];
        let lengths = [self.length(ids[0])?, self.length(ids[1])?];
        if !may_be_renamed(lengths) || lengths[0].max(lengths[1]) > LONGEST {
            return Ok(0);
        }
        ids.iter().try_for_each(|&id| self.look(id))?;
        Ok(similarity([(&self.pieces[&ids[0]], lengths[0]), (&self.pieces[&ids[1]], lengths[1])]))
    }

    fn length(&mut self, id: ObjectId) -> Result<u64, HistoryError> {
        if let Some(&length) = self.lengths.get(&id) {
            return Ok(length);
        }
        let header = self.repository.find_header(id).map_err(|error| HistoryError::object(id, error))?;
        self.lengths.insert(id, header.size());
        Ok(header.size())
    }

    fn look(&mut self, id: ObjectId) -> Result<(), HistoryError> {
        if !self.pieces.contains_key(&id) {
            let blob = self.repository.find_object(id).map_err(|error| HistoryError::object(id, error))?;
            self.pieces.insert(id, Pieces::of(&blob.data));
        }
        Ok(())
    }
}
