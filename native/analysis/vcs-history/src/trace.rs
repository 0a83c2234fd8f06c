//! Which commits made parts of files what they are.

/* A part is a method, or some lines. Beginning with the newest, each commit that has parts is compared with
its parents, as `git log -L` does it: a part that was changed there is noted, and goes on as what stood for it before;
one that is as it was goes on unnoted. Files are followed through renames, methods by their names (a method that only moved
within its file was not changed), lines as `git blame` does it. What only changes style changes nothing, see `plain`.

A merge hands a part on to a parent that has it as it is, else to all of them; it is noted itself only for lines that no
parent has. Parents are asked in their order, and only for what no earlier one has: a branch that goes on in another folder
and is merged again and again would else be searched for renames in each of these merges. */

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

use crate::HistoryError;
use crate::deadline::Deadline;
use crate::mine::tip;
use crate::plain::{Comparison, Look, Plain, Reader};
use crate::renames::{Contents, Search};
use crate::tree::{self, Difference};
use crate::walk::{Listed, Walk};

/// Objects that are kept at hand. Units: bytes.
const AT_HAND: usize = 64 << 20;
/// How long a history may be read unless told otherwise: the longest ones known take a fifth.
const PATIENCE: Duration = Duration::from_mins(5);
/// Sources that are kept at hand, beyond those of the files that are followed.
const PLAINS_AT_HAND: usize = 512;

/// A part of a file whose commits are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The file's path in the repository.
    pub path: BString,
    /// Its lines, from 0.
    pub rows: Range<u32>,
    /// Its name where it is a method, as [`crate::UnitName`] has it; else it is these lines.
    pub method: Option<String>,
    /// Lines whose writers are wanted, from 0; ascending.
    pub lines: Vec<u32>,
}

/// What is read of a history to find commits.
#[derive(Clone, Debug)]
pub struct Tracing {
    /// The revision whose history it is.
    pub revision: String,
    /// Files as they lie in the working tree, where they are not as in the revision, by path.
    pub uncommitted: HashMap<BString, Vec<u8>>,
    /// Whether commits that only change style change nothing.
    pub sees_through_style: bool,
    /// How long may be read: a history may be as long as it likes, and lie where every object takes seconds.
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

/// Who changed something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// Nobody committed it yet.
    Uncommitted,
    /// A commit, an index into [`Trace::commits`].
    Commit(usize),
}

/// A commit of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name in hexadecimal digits.
    pub id: String,
    /// Its parents, as indices; a shallow clone ends in commits without.
    pub parents: Vec<usize>,
    /// Committer time. Units: seconds since 1970.
    pub time: i64,
}

/// The commits that changed parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// All commits of the history, children before parents, of others the newest first.
    pub commits: Vec<Node>,
    /// Of each part, who changed it, the last one first.
    pub changes: Vec<Vec<Origin>>,
    /// Of each part and each of its lines, who wrote it; `None` where the history does not go back so far, or
    /// nothing of the line counts.
    pub writers: Vec<Vec<Option<Origin>>>,
    /// Whether the history was cut off: in a shallow clone.
    pub is_cut: bool,
    /// Parts that are older than what there is of the history.
    pub older: usize,
    /// Whether time ran out: commits may be missing, and what changed parts before those that are there.
    pub is_late: bool,
}

/// Who made a commit, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// Its author's name.
    pub author: String,
    /// When it was written. Units: seconds since 1970.
    pub time: i64,
    /// The first line of its message.
    pub subject: String,
}

/// Finds the commits that changed parts of files.
///
/// Parts of a file that the revision has not, and that is not among the uncommitted ones, have none.
/// Errors: those of [`crate::mine`].
/// Cost: at most the time of `tracing`; what is found by then is given. Reads every commit, the trees of those that have parts still, and the versions of their files. Other files are read only
/// where a followed one came with a commit, or with a merge that no earlier parent answers for, from a file of another name.
pub fn trace(folder: &Path, tracing: &Tracing, parts: &[Part]) -> Result<Trace, HistoryError> {
    let mut repository = gix::discover(folder)
        .map_err(|source| HistoryError::NoRepository { folder: folder.to_owned(), source })?;
    repository.object_cache_size(AT_HAND);
    let tip = tip(&repository, folder, &tracing.revision)?;
    let deadline = Deadline::after(tracing.patience);
    // A walk takes a part of the time at most, so that something is left to follow parts in.
    let of_walk = Deadline::after(tracing.patience / 2);
    let mut walk = Walk::new(&repository, tip)?;
    let (listed, _) = walk.commits_until(&repository, usize::MAX, of_walk)?;
    let (listed, parents) = children_first(listed);
    let mut tracer = Tracer::new(&repository, tracing, parts);
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

/// Who made these commits, and what they say. Errors: one cannot be read.
pub fn signed<'i>(
    folder: &Path,
    ids: impl IntoIterator<Item = &'i str>,
) -> Result<Vec<Signed>, HistoryError> {
    let repository = gix::discover(folder)
        .map_err(|source| HistoryError::NoRepository { folder: folder.to_owned(), source })?;
    let one = |id: &str| {
        let none = || HistoryError::NoRevision { revision: id.to_owned() };
        signature(&repository, ObjectId::from_hex(id.as_bytes()).map_err(|_| none())?)
    };
    ids.into_iter().map(one).collect()
}

/// Who made a commit, and what it says. Errors: it cannot be read.
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

/// Commits with children before their parents, of others the newest first; and the parents of each by place.
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

/// What is followed of a version of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Followed {
    /// Parts with their places, by number.
    pub(crate) parts: BTreeMap<usize, Range<u32>>,
    /// Names of those that are methods.
    names: BTreeMap<usize, String>,
    /// Places of lines, by part and number.
    lines: BTreeMap<(usize, usize), u32>,
}

impl Followed {
    pub(crate) fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.lines.is_empty()
    }

    /// Whether each part is unchanged in one of these versions, and each line there.
    fn is_in(&self, versions: &[Option<Version>]) -> bool {
        let mut parts = self.parts.iter();
        let mut lines = self.lines.values();
        let any = |has: &dyn Fn(&Version) -> bool| versions.iter().flatten().any(has);
        lines.all(|&line| any(&|version| version.compared.has(line)))
            && parts.all(|(part, range)| any(&|of| !of.step(range, self.names.get(part)).is_changed))
    }

    /// Takes in what comes from another child. Where both have a part, it is what encloses both.
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

/// What is followed, by path.
pub(crate) type Files = BTreeMap<BString, Followed>;

/// Follows parts from commit to commit.
pub(crate) struct Tracer<'r> {
    repository: &'r Repository,
    look: Look,
    reader: RefCell<Reader>,
    plains: RefCell<HashMap<ObjectId, Rc<Plain>>>,
    /// Of files that were compared to find renames: a side branch is merged again and again with the same ones.
    contents: RefCell<Contents<'r>>,
    /// What is followed at each commit.
    pub(crate) open: Vec<Files>,
    /// What was found.
    pub(crate) trace: Trace,
}

impl<'r> Tracer<'r> {
    /// Knows the parts, and no commit yet.
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

    /// Takes in the parts as they lie in the working tree, or in the newest commit.
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

    /// Notes what a commit changed of what is followed there, and hands the rest on to its parents.
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
            // The parent that has the file as it is takes all of it.
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
                // What an earlier parent has is nothing to later ones.
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

    /// What a new file was before, which may have been anywhere. The differences of both trees, and what is found among
    /// them, are kept for the next file.
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

    /// A version of a file beside an older one; `None` where there is no older one.
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

    /// What is left to follow in each older version of a file, `None` where there is none; the rest is noted.
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

/// A version of a file beside an older one.
struct Version {
    /// The older one's path.
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

    /// What became of a part, which may be a method of this name.
    fn step(&self, range: &Range<u32>, name: Option<&String>) -> Step {
        step(&self.old, &self.new, &self.compared, range, name)
    }
}

/// What became of a part on the way from one version to an older one.
struct Step {
    is_changed: bool,
    before: Option<Before>,
}

/// What stood for a part in an older version.
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
    // Of what stood there, the method of which most did, unless it is there still.
    let shared = |of: &Range<u32>| of.end.min(before.end).saturating_sub(of.start.max(before.start));
    let gone = old.methods.iter().filter(|(name, _)| !new.methods.contains_key(*name));
    let renamed = gone.filter(|(_, of)| shared(of) > 0).max_by_key(|(_, of)| shared(of));
    let before = renamed.map(|(name, of)| Before { range: of.clone(), name: Some(name.clone()) });
    Step { is_changed: true, before }
}

/// Whether a path begins with a folder's, which ends in a slash.
fn leads_to<P: Ord + Borrow<BStr>, V>(by_path: &BTreeMap<P, V>, folder: &BStr) -> bool {
    let from = by_path.range::<BStr, _>((Bound::Included(folder), Bound::Unbounded)).next();
    from.is_some_and(|(path, _)| path.borrow().starts_with(folder))
}

/// Files that are followed, as a commit has them, beside its parents.
struct Against {
    /// By path, the first parent that has the file as it is.
    same: HashMap<BString, usize>,
    /// By parent and path, what differs; of files that no parent has as they are, by all parents.
    changed: Vec<HashMap<BString, Changed>>,
}

struct Changed {
    new: ObjectId,
    /// Content in the parent; `None` where it has nothing at this path.
    old: Option<ObjectId>,
}

impl Against {
    /// Parents are asked in their order, each for the files that no earlier one has. Cost: reads the trees above these files
    /// that differ, and no file.
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
    /// By path; `None` where what differs is not the content of a file that the commit has.
    fn of(difference: Difference) -> Option<(BString, Self)> {
        let Difference { path, old, new } = difference;
        let new = new.filter(|entry| entry.is_file())?.id;
        let old = old.filter(|entry| entry.is_file()).map(|entry| entry.id);
        (old != Some(new)).then_some((path, Self { new, old }))
    }
}
