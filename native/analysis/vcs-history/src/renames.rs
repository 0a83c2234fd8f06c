//! Finds renames among the removed and added files of a commit.

use std::collections::{HashMap, HashSet, VecDeque};

use gix::bstr::{BStr, BString, ByteSlice};
use gix::objs::tree::EntryKind;
use gix::{ObjectId, Repository};

use crate::similarity::{LEAST, Pieces, SAME, may_be_renamed, similarity};
use crate::tree::{Difference, Entry};
use crate::{Change, HistoryError};

/* Follows `git log -M`, in three rounds; a paired file takes no part in later rounds:
1. equal contents; among several equal files, one of the same name in another folder first;
2. a file name left once on either side, if the two files are at least three quarters similar;
3. all remaining files with each other, most similar first, down to one half; skipped above a million pairs.
The third round keeps only the four best candidates of each added file. */

/// Least similarity for a rename of two files that share a unique name.
const LEAST_OF_ONE_NAME: u32 = LEAST + (SAME - LEAST) / 2;
/// Candidates kept for each added file.
const CANDIDATES: usize = 4;
/// Largest number of pairs compared in the last round.
const PAIRS: usize = 1000 * 1000;
/// Largest number of equal files considered for each added file.
const EQUALS: usize = 102;
/// Longer files are renames only if their contents are equal. Units: bytes.
const LONGEST: u64 = 64 << 20;
/// Number of cached file pieces, of eight bytes each, apart from those of the two files being compared.
const AT_HAND: usize = 4 << 20;

/// The contents before and after a change; `None` where there is no file.
pub(crate) type Versions = [Option<ObjectId>; 2];

/// Converts differences to changes, in order; a rename is listed at its new path.
pub(crate) fn changes(
    repository: &Repository,
    differences: &[Difference],
) -> Result<Vec<(Change, Versions)>, HistoryError> {
    let renames = Search::new(differences).all(&mut Contents::new(repository))?;
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

/// A removed or added file: its index among the differences, path and entry.
#[derive(Clone, Copy)]
struct File<'d> {
    place: usize,
    path: &'d BString,
    entry: Entry,
}

impl<'d> File<'d> {
    fn name(&self) -> &'d BStr {
        let start = self.path.rfind_byte(b'/').map_or(0, |slash| slash + 1);
        self.path[start..].as_bstr()
    }

    /// Content and kind; equal ones are a rename whatever the names. The executable bit does not count.
    fn content(&self) -> (ObjectId, EntryKind) {
        (self.entry.id, if self.entry.is_file() { EntryKind::Blob } else { self.entry.kind })
    }
}

/// A rename search among differences. Answers for single files cost only the rounds they need: usually the first, and a
/// comparison with the file of the same name. They equal the answers of a search for all files.
pub(crate) struct Search<'d> {
    differences: &'d [Difference],
    removed: Vec<File<'d>>,
    added: Vec<File<'d>>,
    /// Files whose names are left once on either side, as removed and added, until they are compared.
    lone: HashMap<&'d BStr, [File<'d>; 2]>,
    /// The removed file of each renamed one, by index.
    found: HashMap<usize, usize>,
    /// Removed files that were paired, by index.
    moved: HashSet<usize>,
    /// Whether all rounds are finished.
    is_over: bool,
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

impl<'d> Search<'d> {
    /// Runs the first round, which reads no contents.
    pub(crate) fn new(differences: &'d [Difference]) -> Self {
        let of = |entry: fn(&Difference) -> Option<Entry>, other: fn(&Difference) -> Option<Entry>| {
            let file = |(place, difference): (usize, &'d Difference)| {
                let entry = entry(difference).filter(|_| other(difference).is_none())?;
                Some(File { place, path: &difference.path, entry })
            };
            differences.iter().enumerate().filter_map(file).collect()
        };
        let (removed, added): (Vec<File<'d>>, Vec<File<'d>>) =
            (of(|d| d.old, |d| d.new), of(|d| d.new, |d| d.old));
        let mut search = Self {
            differences,
            is_over: removed.is_empty() || added.is_empty(),
            removed,
            added,
            lone: HashMap::new(),
            found: HashMap::new(),
            moved: HashSet::new(),
        };
        if !search.is_over {
            search.equal();
            search.lone = search.of_one_name();
        }
        search
    }

    /// Returns the index of the old file for the index of each renamed one.
    fn all(mut self, contents: &mut Contents<'_>) -> Result<HashMap<usize, usize>, HistoryError> {
        self.finish(contents)?;
        Ok(self.found)
    }

    /// Returns the old path and content of a renamed file; `None` if it was not renamed.
    pub(crate) fn before(
        &mut self,
        path: &BString,
        contents: &mut Contents<'_>,
    ) -> Result<Option<(BString, ObjectId)>, HistoryError> {
        let place = self.differences.binary_search_by(|of| of.path.cmp(path));
        let Some(place) = place.ok().filter(|&place| self.differences[place].old.is_none()) else {
            return Ok(None);
        };
        if !self.found.contains_key(&place) && !self.is_over {
            self.look_for(place, contents)?;
        }
        let old = |&source: &usize| {
            let Difference { path, old, .. } = &self.differences[source];
            Some((path.clone(), old.filter(|entry| entry.is_file())?.id))
        };
        Ok(self.found.get(&place).and_then(old))
    }

    /// Runs the rounds as far as one added file needs.
    fn look_for(&mut self, place: usize, contents: &mut Contents<'_>) -> Result<(), HistoryError> {
        let Some(&added) = self.added.iter().find(|file| file.place == place) else { return Ok(()) };
        self.same_name(added.name(), contents)?;
        if !self.found.contains_key(&place) && (self.has_many_pairs() || self.is_like_any(added, contents)?) {
            self.finish(contents)?;
        }
        Ok(())
    }

    /// Whether an added file is similar enough to a removed one that is still unpaired. Only then can the last round pair
    /// it, which requires comparing all other files.
    fn is_like_any(&mut self, added: File<'d>, contents: &mut Contents<'_>) -> Result<bool, HistoryError> {
        for removed in self.removed.clone() {
            if !self.moved.contains(&removed.place) && contents.similarity(removed, added)? >= LEAST {
                self.same_name(removed.name(), contents)?;
                if !self.moved.contains(&removed.place) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Runs the remaining rounds for all files.
    fn finish(&mut self, contents: &mut Contents<'_>) -> Result<(), HistoryError> {
        if self.is_over {
            return Ok(());
        }
        for name in self.lone.keys().copied().collect::<Vec<_>>() {
            self.same_name(name, contents)?;
        }
        self.leave_out_pairs();
        self.most_similar(contents)?;
        self.is_over = true;
        Ok(())
    }

    fn pair(&mut self, removed: File<'d>, added: File<'d>) {
        self.found.insert(added.place, removed.place);
        self.moved.insert(removed.place);
    }

    /// Ends a round: excludes paired files from later ones. Runs once per round, not per pair, because whole source trees
    /// move.
    fn leave_out_pairs(&mut self) {
        self.removed.retain(|file| !self.moved.contains(&file.place));
        self.added.retain(|file| !self.found.contains_key(&file.place));
    }

    fn has_many_pairs(&self) -> bool {
        self.removed.len().saturating_mul(self.added.len()) > PAIRS
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

    /// The files of each name that is left once on either side.
    fn of_one_name(&self) -> HashMap<&'d BStr, [File<'d>; 2]> {
        let alone = |files: &[File<'d>]| {
            let mut names: HashMap<&'d BStr, Option<File<'d>>> = HashMap::new();
            for &file in files {
                names.entry(file.name()).and_modify(|known| *known = None).or_insert(Some(file));
            }
            names
        };
        let (removed, added) = (alone(&self.removed), alone(&self.added));
        let both = |(name, removed): (&'d BStr, Option<File<'d>>)| {
            Some((name, [removed?, added.get(name).copied().flatten()?]))
        };
        removed.into_iter().filter_map(both).collect()
    }

    /// Runs the second round for one name. Names are independent, so their order makes no difference.
    fn same_name(&mut self, name: &BStr, contents: &mut Contents<'_>) -> Result<(), HistoryError> {
        if let Some([removed, added]) = self.lone.remove(name)
            && contents.similarity(removed, added)? >= LEAST_OF_ONE_NAME
        {
            self.pair(removed, added);
        }
        Ok(())
    }

    fn most_similar(&mut self, contents: &mut Contents<'_>) -> Result<(), HistoryError> {
        if self.has_many_pairs() {
            return Ok(());
        }
        let mut candidates = Vec::new();
        for (added, file) in self.added.iter().enumerate() {
            let mut best: Vec<Candidate> = Vec::with_capacity(CANDIDATES);
            for (removed, other) in self.removed.iter().enumerate() {
                let similarity = contents.similarity(*other, *file)?;
                let same_name = other.name() == file.name();
                keep(&mut best, Candidate { similarity, same_name, removed, added });
            }
            candidates.extend(best);
        }
        // A stable sort keeps the first of equal candidates first.
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

/// Keeps a candidate if it is better than the worst of the best four, whose first worst is replaced.
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

/// A cache of compared file contents, for one commit or many.
pub(crate) struct Contents<'r> {
    repository: &'r Repository,
    lengths: HashMap<ObjectId, u64>,
    pieces: HashMap<ObjectId, Pieces>,
    /// Total number of cached pieces.
    held: usize,
}

impl<'r> Contents<'r> {
    pub(crate) fn new(repository: &'r Repository) -> Self {
        Self { repository, lengths: HashMap::new(), pieces: HashMap::new(), held: 0 }
    }

    fn similarity(&mut self, removed: File<'_>, added: File<'_>) -> Result<u32, HistoryError> {
        if !removed.entry.is_file() || !added.entry.is_file() {
            return Ok(0);
        }
        let ids = [removed.entry.id, added.entry.id];
        let lengths = [self.length(ids[0])?, self.length(ids[1])?];
        if !may_be_renamed(lengths) || lengths[0].max(lengths[1]) > LONGEST {
            return Ok(0);
        }
        if self.held > AT_HAND {
            self.pieces.clear();
            self.held = 0;
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
            let pieces = Pieces::of(&blob.data);
            self.held += pieces.len();
            self.pieces.insert(id, pieces);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A temporary repository, removed on drop.
    struct Place(Repository);

    impl Place {
        fn new(name: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("faultline-renames-{}-{name}", std::process::id()));
            Self(gix::init_bare(folder).unwrap())
        }

        /// Differences of a commit that removes and adds the given files.
        fn differences(&self, files: &[(bool, u8, u8, u8)]) -> Vec<Difference> {
            let mut all: Vec<Difference> = Vec::new();
            for &(is_new, folder, name, lines) in files {
                let path =
                    BString::from(format!("{}{folder}/{name}.java", if is_new { "new" } else { "old" }));
                let line = |bit: u8| format!("line {}\n", if lines >> bit & 1 == 1 { bit } else { bit + 8 });
                let content: String = (0..6).map(line).collect();
                let id = self.0.write_blob(content).unwrap().detach();
                let entry = Some(Entry { kind: EntryKind::Blob, id });
                let (old, new) = if is_new { (None, entry) } else { (entry, None) };
                all.push(Difference { path, old, new });
            }
            all.sort_by(|a, b| a.path.cmp(&b.path));
            all.dedup_by(|a, b| a.path == b.path);
            all
        }

        /// The answer for each path from a separate search.
        fn each(&self, all: &[Difference]) -> Vec<Option<BString>> {
            let one =
                |of: &Difference| Search::new(all).before(&of.path, &mut Contents::new(&self.0)).unwrap();
            all.iter().map(|of| Some(one(of)?.0)).collect()
        }

        /// The answer for each path from one shared search.
        fn in_turn(&self, all: &[Difference]) -> Vec<Option<BString>> {
            let (mut search, mut contents) = (Search::new(all), Contents::new(&self.0));
            all.iter().map(|of| Some(search.before(&of.path, &mut contents).unwrap()?.0)).collect()
        }

        /// The old path of each path according to the changes of all.
        fn together(&self, all: &[Difference]) -> Vec<Option<BString>> {
            let changes = changes(&self.0, all).unwrap();
            let before = |path: &BString| {
                changes.iter().find_map(|(change, _)| match change {
                    Change::Renamed { from, to } if to == path => Some(from.clone()),
                    _ => None,
                })
            };
            all.iter().map(|of| before(&of.path)).collect()
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(self.0.git_dir());
        }
    }

    #[test]
    fn a_file_is_the_one_of_its_name_without_a_look_at_others() {
        let place = Place::new("name");
        // Each lost one line of six, and folder names do not help.
        let files: Vec<_> = (0..20).flat_map(|name| [(false, 0, name, 0), (true, 1, name, 1)]).collect();
        let all = place.differences(&files);
        let (mut search, mut contents) = (Search::new(&all), Contents::new(&place.0));
        for number in 3..5 {
            let before = search.before(&format!("new1/{number}.java").into(), &mut contents).unwrap();
            assert_eq!(before.unwrap().0, format!("old0/{number}.java"));
        }
        assert_eq!((contents.pieces.len(), search.lone.len()), (2, 18));
    }

    #[test]
    fn a_file_like_no_other_ends_the_search_for_it() {
        let place = Place::new("new");
        let mut files: Vec<_> = (0..20).flat_map(|name| [(false, 0, name, 0), (true, 1, name, 1)]).collect();
        files.push((true, 1, 99, 0b111_110));
        let all = place.differences(&files);
        let mut search = Search::new(&all);
        assert_eq!(search.before(&"new1/99.java".into(), &mut Contents::new(&place.0)).unwrap(), None);
        assert_eq!((search.is_over, search.lone.len()), (false, 20));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn single_files_were_what_the_search_for_all_says(
            files in prop::collection::vec((any::<bool>(), 0..3_u8, 0..6_u8, 0..64_u8), 0..24)
        ) {
            let place = Place::new("all");
            let all = place.differences(&files);
            let expected = place.together(&all);
            prop_assert_eq!(&place.each(&all), &expected);
            prop_assert_eq!(&place.in_turn(&all), &expected);
        }
    }
}
