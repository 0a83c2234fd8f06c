//! Traces parts of files to the commits that changed them.

/* A part is a method or a range of lines. Commits are visited newest first, and each commit with parts is compared with its
parents, as `git log -L` does. A changed part is recorded and continues as its counterpart in the parent; an unchanged
part continues unrecorded. Files are followed through renames, methods by name (moving a method within its file is no
change), and lines as in `git blame`. Style changes do not count, see `plain`.

A merge hands a part on to a parent that has it unchanged, otherwise to all parents; the merge itself is recorded only for
lines that no parent has. Parents are compared in order, each only for parts that no earlier one has unchanged. Otherwise
a branch that goes on in another folder and is merged repeatedly would be searched for renames in each merge. */

use std::borrow::Borrow;
use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};
use std::ops::{Bound, Range};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use gix::bstr::{BStr, BString, ByteSlice};
use gix::{ObjectId, Repository};

use crate::deadline::Deadline;
use crate::mine::tip;
use crate::plain::{Comparison, Look, Plain, Reader};
use crate::renames::{Contents, Search};
use crate::tree::{self, Difference};
use crate::walk::{Listed, Walk};
use crate::{HistoryError, opened};

/// Size of the object cache. Units: bytes.
const AT_HAND: usize = 64 << 20;
/// Default time limit for reading a history: the longest known ones take a fifth of it.
const PATIENCE: Duration = Duration::from_mins(5);
/// Number of cached sources, apart from those of the followed files.
const PLAINS_AT_HAND: usize = 512;

/// A part of a file to trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The file's path in the repository.
    pub path: BString,
    /// Its lines, from 0.
    pub rows: Range<u32>,
    /// Its name, as in [`crate::UnitName`], if it is a method; otherwise the part is these lines.
    pub method: Option<String>,
    /// Lines whose last change is wanted, from 0; ascending.
    pub lines: Vec<u32>,
}

/// Options of tracing.
#[derive(Clone, Debug)]
pub struct Tracing {
    /// The revision whose history it is.
    pub revision: String,
    /// Content of the files that differ in the working tree from the revision, by path.
    pub uncommitted: HashMap<BString, Vec<u8>>,
    /// Whether commits that only change style are ignored.
    pub sees_through_style: bool,
    /// Time limit: a history may be arbitrarily long, or stored where each object takes seconds.
    pub patience: Duration,
}

impl Default for Tracing {
    fn default() -> Self {
        Self {
            revision: "HEAD".to_owned(),
            uncommitted: HashMap::new(),
            sees_through_style: true,
            patience: PATIENCE,
        }
    }
}

/// The origin of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// The change is not committed.
    Uncommitted,
    /// An index into [`Trace::commits`].
    Commit(usize),
}

/// A commit of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its hash in hexadecimal digits.
    pub id: String,
    /// Indices of its parents; the oldest commits of a shallow clone have none.
    pub parents: Vec<usize>,
    /// Committer time. Units: seconds since 1970.
    pub time: i64,
}

/// The traced changes of parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// All commits of the history, children before parents, otherwise newest first.
    pub commits: Vec<Node>,
    /// Origins of the changes of each part, newest first.
    pub changes: Vec<Vec<Origin>>,
    /// Origin of each requested line of each part; `None` if the available history ends first, or the line has no code.
    pub writers: Vec<Vec<Option<Origin>>>,
    /// Whether the history is incomplete: a shallow clone.
    pub is_cut: bool,
    /// Number of parts older than the available history.
    pub older: usize,
    /// Whether the time limit was reached: commits, and the older changes of parts, may be missing.
    pub is_late: bool,
}

/// Author, time and subject of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// Its author's name.
    pub author: String,
    /// When it was authored. Units: seconds since 1970.
    pub time: i64,
    /// The first line of its message.
    pub subject: String,
}

/// Traces parts of files to the commits that changed them.
///
/// Parts of a file that is neither in the revision nor uncommitted have no changes. Errors: those of [`crate::mine`].
/// Cost: at most the time limit of `tracing`, after which the result is partial. Reads every commit, the trees of commits
/// with followed parts, and the versions of their files. Reads other files only to find renames: where a commit added a
/// followed file, or a merge did and no earlier parent has its parts unchanged.
pub fn trace(folder: &Path, tracing: &Tracing, parts: &[Part]) -> Result<Trace, HistoryError> {
    opened::reading(folder, |repository| traced(repository, folder, tracing, parts))
}

fn traced(
    repository: &mut Repository,
    folder: &Path,
    tracing: &Tracing,
    parts: &[Part],
) -> Result<Trace, HistoryError> {
    repository.object_cache_size(AT_HAND);
    let tip = tip(repository, folder, &tracing.revision)?;
    let deadline = Deadline::after(tracing.patience);
    // The walk may take half of the time limit; the rest is for following parts.
    let of_walk = Deadline::after(tracing.patience / 2);
    let mut walk = Walk::new(repository, tip)?;
    let (listed, _) = walk.commits_until(repository, usize::MAX, of_walk)?;
    let (listed, parents) = children_first(listed);
    let mut tracer = Tracer::new(repository, tracing, parts);
    tracer.trace.is_cut = listed.iter().any(|commit| commit.is_cut);
    tracer.open.resize(listed.len(), Files::new());
    tracer.trace.is_late = !walk.is_over();
    tracer.begin(&listed[0], parts, tracing)?;
    for (at, parents) in parents.iter().enumerate() {
        if deadline.is_over() {
            tracer.trace.is_late = true;
            break;
        }
        let files = std::mem::take(&mut tracer.open[at]);
        if !files.is_empty() {
            tracer.commit(at, files, &listed, parents)?;
        }
    }
    let mut trace = tracer.trace;
    let node = |(commit, parents): (Listed, Vec<usize>)| Node {
        id: commit.id.to_string(),
        parents,
        time: commit.time,
    };
    trace.commits = listed.into_iter().zip(parents).map(node).collect();
    Ok(trace)
}

/// Reads author, time and subject of commits. Errors: one cannot be read.
pub fn signed<'i>(
    folder: &Path,
    ids: impl IntoIterator<Item = &'i str>,
) -> Result<Vec<Signed>, HistoryError> {
    opened::reading(folder, |repository| {
        let one = |id: &str| {
            let none = || HistoryError::NoRevision { revision: id.to_owned() };
            signature(repository, ObjectId::from_hex(id.as_bytes()).map_err(|_| none())?)
        };
        ids.into_iter().map(one).collect()
    })
}

/// Reads author, time and subject of a commit. Errors: it cannot be read.
pub(crate) fn signature(repository: &Repository, id: ObjectId) -> Result<Signed, HistoryError> {
    let commit = repository.find_commit(id).map_err(|error| HistoryError::object(id, error))?;
    let author = commit.author().map_err(|error| HistoryError::object(id, error))?;
    let message = commit.message_raw().map_err(|error| HistoryError::object(id, error))?;
    let subject = message.lines().find(|line| !line.trim_ascii().is_empty()).unwrap_or_default();
    Ok(Signed {
        author: author.name.to_str_lossy().into_owned(),
        time: author.seconds(),
        subject: subject.trim_ascii().to_str_lossy().into_owned(),
    })
}

/// Sorts commits: children before parents, otherwise newest first. Also returns the indices of each commit's parents.
fn children_first(listed: Vec<Listed>) -> (Vec<Listed>, Vec<Vec<usize>>) {
    let places: HashMap<ObjectId, usize> = listed.iter().enumerate().map(|(at, c)| (c.id, at)).collect();
    let parents = |commit: &Listed| -> Vec<usize> {
        let mut of: Vec<usize> = commit.parents.iter().filter_map(|id| places.get(id).copied()).collect();
        let mut seen = HashSet::new();
        of.retain(|parent| seen.insert(*parent));
        of
    };
    let mut children = vec![0_u32; listed.len()];
    for parent in listed.iter().flat_map(parents) {
        children[parent] += 1;
    }
    let ready = |at: usize| (listed[at].time, Reverse(at));
    let mut heap: BinaryHeap<_> = (0..listed.len()).filter(|&at| children[at] == 0).map(ready).collect();
    let mut order = Vec::with_capacity(listed.len());
    while let Some((_, Reverse(at))) = heap.pop() {
        order.push(at);
        for parent in parents(&listed[at]) {
            children[parent] -= 1;
            if children[parent] == 0 {
                heap.push(ready(parent));
            }
        }
    }
    let mut new_places = vec![0; listed.len()];
    for (new, &old) in order.iter().enumerate() {
        new_places[old] = new;
    }
    let parents = order
        .iter()
        .map(|&old| parents(&listed[old]).into_iter().map(|parent| new_places[parent]).collect())
        .collect();
    let mut listed: Vec<Option<Listed>> = listed.into_iter().map(Some).collect();
    let listed = order.iter().map(|&old| listed[old].take().expect("each is met once")).collect();
    (listed, parents)
}

/// The parts and lines followed in one version of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Followed {
    /// Ranges of parts, by part number.
    pub(crate) parts: BTreeMap<usize, Range<u32>>,
    /// Names of the parts that are methods.
    names: BTreeMap<usize, String>,
    /// Positions of lines, by part and line number.
    lines: BTreeMap<(usize, usize), u32>,
}

impl Followed {
    pub(crate) fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.lines.is_empty()
    }

    /// Whether each part is unchanged in one of these versions, and each line present in one.
    fn is_in(&self, versions: &[Option<Version>]) -> bool {
        let mut parts = self.parts.iter();
        let mut lines = self.lines.values();
        let any = |has: &dyn Fn(&Version) -> bool| versions.iter().flatten().any(has);
        lines.all(|&line| any(&|version| version.compared.has(line)))
            && parts.all(|(part, range)| any(&|of| !of.step(range, self.names.get(part)).is_changed))
    }

    /// Merges what another child hands on. A part that both have becomes the range that encloses both.
    fn join(&mut self, other: Self) {
        for (part, range) in other.parts {
            let known = self.parts.entry(part).or_insert_with(|| range.clone());
            *known = known.start.min(range.start)..known.end.max(range.end);
        }
        self.names.extend(other.names);
        for (line, place) in other.lines {
            self.lines.entry(line).or_insert(place);
        }
    }
}

/// What is followed in each file, by path.
pub(crate) type Files = BTreeMap<BString, Followed>;

/// Follows parts from commit to commit.
pub(crate) struct Tracer<'r> {
    repository: &'r Repository,
    look: Look,
    reader: RefCell<Reader>,
    plains: RefCell<HashMap<ObjectId, Rc<Plain>>>,
    /// Files compared to find renames. Cached because merges of one side branch compare the same files again and again.
    contents: RefCell<Contents<'r>>,
    /// What is followed at each commit, by the commit's index.
    pub(crate) open: Vec<Files>,
    /// The result.
    pub(crate) trace: Trace,
}

impl<'r> Tracer<'r> {
    /// Creates a tracer of parts, before any commit.
    pub(crate) fn new(repository: &'r Repository, tracing: &Tracing, parts: &[Part]) -> Self {
        Self {
            repository,
            look: if tracing.sees_through_style { Look::Meaning } else { Look::Raw },
            reader: RefCell::new(Reader::new()),
            plains: RefCell::new(HashMap::new()),
            contents: RefCell::new(Contents::new(repository)),
            open: Vec::new(),
            trace: Trace {
                changes: vec![Vec::new(); parts.len()],
                writers: parts.iter().map(|part| vec![None; part.lines.len()]).collect(),
                ..Trace::default()
            },
        }
    }

    fn plain_of(&self, source: &[u8], path: &BString) -> Plain {
        self.reader.borrow_mut().read(source, path.ends_with(b".java"), self.look)
    }

    fn plain(&self, id: ObjectId, path: &BString) -> Result<Rc<Plain>, HistoryError> {
        if let Some(plain) = self.plains.borrow().get(&id) {
            return Ok(Rc::clone(plain));
        }
        let object = self.repository.find_object(id).map_err(|error| HistoryError::object(id, error))?;
        let plain = Rc::new(self.plain_of(&object.data, path));
        let mut plains = self.plains.borrow_mut();
        if plains.len() >= PLAINS_AT_HAND {
            plains.clear();
        }
        plains.insert(id, Rc::clone(&plain));
        Ok(plain)
    }

    /// Locates the parts in the working tree or, if unchanged there, in the newest commit.
    pub(crate) fn begin(
        &mut self,
        newest: &Listed,
        parts: &[Part],
        tracing: &Tracing,
    ) -> Result<(), HistoryError> {
        let mut by_path: BTreeMap<BString, Vec<usize>> = BTreeMap::new();
        for (number, part) in parts.iter().enumerate() {
            by_path.entry(part.path.clone()).or_default().push(number);
        }
        let leads_to = |folder: &BStr| leads_to(&by_path, folder);
        let committed: HashMap<BString, ObjectId> =
            tree::differences_in(self.repository, None, Some(newest.tree), &leads_to)?
                .into_iter()
                .filter(|of| by_path.contains_key(&of.path))
                .filter_map(|of| Some((of.path, of.new.filter(|entry| entry.is_file())?.id)))
                .collect();
        for (path, numbers) in &by_path {
            let committed = committed.get(path).map(|&id| self.plain(id, path)).transpose()?;
            let uncommitted =
                tracing.uncommitted.get(path).map(|source| Rc::new(self.plain_of(source, path)));
            let Some(plain) = uncommitted.clone().or_else(|| committed.clone()) else { continue };
            let mut followed = Followed::default();
            for &number in numbers {
                let part = &parts[number];
                followed.parts.insert(number, plain.places(&part.rows));
                followed.names.extend(part.method.clone().map(|name| (number, name)));
                for (at, &line) in part.lines.iter().enumerate() {
                    let place = plain.places(&(line..line + 1));
                    followed.lines.extend(place.map(|place| ((number, at), place)));
                }
            }
            followed.parts.retain(|_, range| range.start < range.end);
            if let Some(uncommitted) = &uncommitted {
                let version = committed.map(|old| Version::of(path.clone(), old, Rc::clone(uncommitted)));
                followed = self.through(Origin::Uncommitted, &followed, &[version]).remove(0);
            }
            if !followed.is_empty() {
                self.open[0].entry(path.clone()).or_default().join(followed);
            }
        }
        Ok(())
    }

    /// Records the changes that a commit made to the followed parts, and hands the rest on to its parents.
    pub(crate) fn commit(
        &mut self,
        at: usize,
        files: Files,
        listed: &[Listed],
        parents: &[usize],
    ) -> Result<(), HistoryError> {
        let commit = &listed[at];
        if commit.is_cut {
            self.trace.older += files.values().map(|followed| followed.parts.len()).sum::<usize>();
            return Ok(());
        }
        let trees: Vec<ObjectId> = parents.iter().map(|&parent| listed[parent].tree).collect();
        let Against { same, changed } = Against::of(self.repository, &trees, commit.tree, &files)?;
        let whole: Vec<OnceCell<Vec<Difference>>> = parents.iter().map(|_| OnceCell::new()).collect();
        let mut searches: Vec<Option<Search<'_>>> = parents.iter().map(|_| None).collect();
        for (path, followed) in files {
            // A parent with the unchanged file takes all its parts.
            if let Some(&same) = same.get(&path) {
                self.open[parents[same]].entry(path).or_default().join(followed);
                continue;
            }
            let mut versions = Vec::with_capacity(parents.len());
            for (parent, changed) in changed.iter().enumerate() {
                let changed = &changed[&path];
                let old = if let Some(old) = changed.old {
                    Some((path.clone(), old))
                } else {
                    let trees = [trees[parent], commit.tree];
                    self.before(&path, trees, &whole[parent], &mut searches[parent])?
                };
                versions.push(self.version(&path, changed.new, old)?);
                // Later parents are compared only if no earlier one has everything.
                if versions.len() < parents.len() && followed.is_in(&versions) {
                    break;
                }
            }
            let handed_on = self.through(Origin::Commit(at), &followed, &versions);
            for ((followed, version), &parent) in handed_on.into_iter().zip(versions).zip(parents) {
                if let Some(version) = version.filter(|_| !followed.is_empty()) {
                    self.open[parent].entry(version.path).or_default().join(followed);
                }
            }
        }
        Ok(())
    }

    /// Finds the old path and content of a file that the parent lacks. Keeps the trees' differences and the rename search
    /// for the next file.
    fn before<'d>(
        &self,
        path: &BString,
        [parent, commit]: [ObjectId; 2],
        whole: &'d OnceCell<Vec<Difference>>,
        search: &mut Option<Search<'d>>,
    ) -> Result<Option<(BString, ObjectId)>, HistoryError> {
        let search = if let Some(search) = search {
            search
        } else {
            let differences = tree::differences(self.repository, Some(parent), Some(commit))?;
            search.insert(Search::new(whole.get_or_init(|| differences)))
        };
        search.before(path, &mut self.contents.borrow_mut())
    }

    /// Compares a file with an older version; `None` if there is none.
    fn version(
        &self,
        path: &BString,
        new: ObjectId,
        old: Option<(BString, ObjectId)>,
    ) -> Result<Option<Version>, HistoryError> {
        let Some((old_path, old)) = old else { return Ok(None) };
        let (new, old) = (self.plain(new, path)?, self.plain(old, &old_path)?);
        Ok(Some(Version::of(old_path, old, new)))
    }

    /// Records changes, and returns what is left to follow in each older version; nothing where that is `None`.
    fn through(
        &mut self,
        origin: Origin,
        followed: &Followed,
        versions: &[Option<Version>],
    ) -> Vec<Followed> {
        let mut handed_on = vec![Followed::default(); versions.len().max(1)];
        for (part, range) in &followed.parts {
            let name = followed.names.get(part);
            let steps: Vec<Step> = versions
                .iter()
                .map(|version| match version {
                    Some(version) => version.step(range, name),
                    None => Step { is_changed: true, before: None },
                })
                .collect();
            let same = steps.iter().position(|step| !step.is_changed);
            let is_own = || {
                let is_new = |line: u32| versions.iter().flatten().all(|version| !version.compared.has(line));
                versions.len() < 2 || range.clone().any(is_new)
            };
            if same.is_none() && is_own() {
                let changes = &mut self.trace.changes[*part];
                if changes.last() != Some(&origin) {
                    changes.push(origin);
                }
            }
            for (parent, step) in steps.into_iter().enumerate() {
                let Some(Before { range, name }) = step.before else { continue };
                if same.is_none_or(|same| same == parent) && !range.is_empty() {
                    handed_on[parent].parts.insert(*part, range);
                    handed_on[parent].names.extend(name.map(|name| (*part, name)));
                }
            }
        }
        for (&(part, number), &line) in &followed.lines {
            let has = |(parent, version): (usize, &Option<Version>)| {
                let compared = &version.as_ref()?.compared;
                compared.has(line).then(|| (parent, compared.before(&(line..line + 1))))
            };
            match versions.iter().enumerate().find_map(has) {
                Some((parent, before)) => {
                    handed_on[parent].lines.insert((part, number), before.start);
                }
                None => self.trace.writers[part][number] = Some(origin),
            }
        }
        handed_on
    }
}

/// A comparison of a file with an older version.
struct Version {
    /// Path of the older version.
    path: BString,
    old: Rc<Plain>,
    new: Rc<Plain>,
    compared: Comparison,
}

impl Version {
    fn of(path: BString, old: Rc<Plain>, new: Rc<Plain>) -> Self {
        let compared = Comparison::of(&old, &new);
        Self { path, old, new, compared }
    }

    /// Follows a part into the older version. `name` is its name if it is a method.
    fn step(&self, range: &Range<u32>, name: Option<&String>) -> Step {
        step(&self.old, &self.new, &self.compared, range, name)
    }
}

/// The outcome of following a part into an older version.
struct Step {
    is_changed: bool,
    before: Option<Before>,
}

/// The counterpart of a part in an older version.
struct Before {
    range: Range<u32>,
    name: Option<String>,
}

fn step(old: &Plain, new: &Plain, compared: &Comparison, range: &Range<u32>, name: Option<&String>) -> Step {
    let before = compared.before(range);
    if !compared.touches(range) {
        return Step { is_changed: false, before: Some(Before { range: before, name: name.cloned() }) };
    }
    let Some(name) = name else {
        return Step { is_changed: true, before: Some(Before { range: before, name: None }) };
    };
    if let Some(known) = old.methods.get(name) {
        let is_changed = old.text(known) != new.text(range);
        let before = Before { range: known.clone(), name: Some(name.clone()) };
        return Step { is_changed, before: Some(before) };
    }
    // A renamed method: among the methods that are gone, the one with the largest overlap.
    let shared = |of: &Range<u32>| of.end.min(before.end).saturating_sub(of.start.max(before.start));
    let gone = old.methods.iter().filter(|(name, _)| !new.methods.contains_key(*name));
    let renamed = gone.filter(|(_, of)| shared(of) > 0).max_by_key(|(_, of)| shared(of));
    let before = renamed.map(|(name, of)| Before { range: of.clone(), name: Some(name.clone()) });
    Step { is_changed: true, before }
}

/// Whether a path begins with a folder, given with its final slash.
fn leads_to<P: Ord + Borrow<BStr>, V>(by_path: &BTreeMap<P, V>, folder: &BStr) -> bool {
    let from = by_path.range::<BStr, _>((Bound::Included(folder), Bound::Unbounded)).next();
    from.is_some_and(|(path, _)| path.borrow().starts_with(folder))
}

/// Followed files of a commit compared with its parents.
struct Against {
    /// The first parent that has the file unchanged, by path.
    same: HashMap<BString, usize>,
    /// What differs, by parent and path. Complete for files that every parent has changed.
    changed: Vec<HashMap<BString, Changed>>,
}

struct Changed {
    new: ObjectId,
    /// Content in the parent; `None` if the path has no file there.
    old: Option<ObjectId>,
}

impl Against {
    /// Compares parents in order, each only for files that no earlier parent has unchanged. Cost: reads the differing trees
    /// above these files, and no file.
    fn of(
        repository: &Repository,
        parents: &[ObjectId],
        commit: ObjectId,
        files: &Files,
    ) -> Result<Self, HistoryError> {
        let mut against = Self { same: HashMap::new(), changed: Vec::with_capacity(parents.len()) };
        let mut left: BTreeMap<&BStr, &Followed> =
            files.iter().map(|(path, followed)| (path.as_bstr(), followed)).collect();
        for (number, &parent) in parents.iter().enumerate() {
            if left.is_empty() {
                break;
            }
            let leads_to = |folder: &BStr| leads_to(&left, folder);
            let differences = tree::differences_in(repository, Some(parent), Some(commit), &leads_to)?;
            let is_left = |of: &Difference| left.contains_key(of.path.as_bstr());
            let changed: HashMap<BString, Changed> =
                differences.into_iter().filter(is_left).filter_map(Changed::of).collect();
            left.retain(|&path, _| {
                let differs = changed.contains_key(path);
                if !differs {
                    against.same.insert(path.to_owned(), number);
                }
                differs
            });
            against.changed.push(changed);
        }
        Ok(against)
    }
}

impl Changed {
    /// Path and contents; `None` if the commit has no file there or its content is unchanged.
    fn of(difference: Difference) -> Option<(BString, Self)> {
        let Difference { path, old, new } = difference;
        let new = new.filter(|entry| entry.is_file())?.id;
        let old = old.filter(|entry| entry.is_file()).map(|entry| entry.id);
        (old != Some(new)).then_some((path, Self { new, old }))
    }
}
