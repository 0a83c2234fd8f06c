//! Differences of two trees.

use std::cmp::Ordering;

use gix::bstr::{BStr, BString};
use gix::objs::TreeRefIter;
use gix::objs::tree::{EntryKind, name_order};
use gix::{ObjectId, Repository};

use crate::HistoryError;

/// What a tree has at a path: never a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) kind: EntryKind,
    pub(crate) id: ObjectId,
}

impl Entry {
    /// Whether it is a file, not a link or a submodule.
    pub(crate) fn is_file(self) -> bool {
        matches!(self.kind, EntryKind::Blob | EntryKind::BlobExecutable)
    }
}

/// A path at which two trees differ; one of the two may have nothing there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) path: BString,
    pub(crate) old: Option<Entry>,
    pub(crate) new: Option<Entry>,
}

/// The differences of two trees, in the order of paths. `None` is an empty tree.
pub(crate) fn differences(
    repository: &Repository,
    old: Option<ObjectId>,
    new: Option<ObjectId>,
) -> Result<Vec<Difference>, HistoryError> {
    let mut found = Vec::new();
    if old != new {
        compare(repository, old, new, &mut BString::default(), &mut found)?;
    }
    Ok(found)
}

/// All that a tree has, in the order of paths.
pub(crate) fn files(repository: &Repository, tree: ObjectId) -> Result<Vec<(BString, Entry)>, HistoryError> {
    let all = differences(repository, None, Some(tree))?;
    Ok(all.into_iter().filter_map(|difference| Some((difference.path, difference.new?))).collect())
}

fn data(repository: &Repository, tree: Option<ObjectId>) -> Result<Vec<u8>, HistoryError> {
    let Some(id) = tree else { return Ok(Vec::new()) };
    let tree = repository.find_object(id).map_err(|error| HistoryError::object(id, error))?;
    if tree.kind != gix::objs::Kind::Tree {
        return Err(HistoryError::object(id, "it is no tree"));
    }
    Ok(tree.detach().data)
}

/// The next entry of a tree, or none.
struct Side<'t> {
    entries: TreeRefIter<'t>,
    tree: Option<ObjectId>,
    next: Option<(&'t BStr, Entry)>,
}

impl<'t> Side<'t> {
    fn new(data: &'t [u8], tree: Option<ObjectId>, hash: gix::hash::Kind) -> Result<Self, HistoryError> {
        let mut side = Self { entries: TreeRefIter::from_bytes(data, hash), tree, next: None };
        side.advance()?;
        Ok(side)
    }

    /// Moves on, and returns what was next.
    fn advance(&mut self) -> Result<Option<Entry>, HistoryError> {
        let after = self.entries.next().transpose();
        let after = after.map_err(|error| {
            let id = self.tree.map_or_else(String::new, |id| id.to_string());
            HistoryError::Object { id, reason: error.to_string() }
        })?;
        let after = after.map(|e| (e.filename, Entry { kind: e.mode.kind(), id: e.oid.to_owned() }));
        Ok(std::mem::replace(&mut self.next, after).map(|(_, entry)| entry))
    }
}

fn compare(
    repository: &Repository,
    old: Option<ObjectId>,
    new: Option<ObjectId>,
    path: &mut BString,
    found: &mut Vec<Difference>,
) -> Result<(), HistoryError> {
    let (old_data, new_data) = (data(repository, old)?, data(repository, new)?);
    let hash = repository.object_hash();
    let (mut olds, mut news) = (Side::new(&old_data, old, hash)?, Side::new(&new_data, new, hash)?);
    loop {
        let order = match (&olds.next, &news.next) {
            (None, None) => return Ok(()),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((a, x)), Some((b, y))) => name_order(a, is_tree(*x), b, is_tree(*y)),
        };
        let name = if order.is_gt() { &news.next } else { &olds.next }
            .map_or_else(BString::default, |(n, _)| n.to_owned());
        let before = if order.is_le() { olds.advance()? } else { None };
        let after = if order.is_ge() { news.advance()? } else { None };
        if before == after {
            continue;
        }
        let length = path.len();
        path.extend_from_slice(&name);
        if before.or(after).is_some_and(is_tree) {
            path.push(b'/');
            compare(repository, before.map(|e| e.id), after.map(|e| e.id), path, found)?;
        } else {
            found.push(Difference { path: path.clone(), old: before, new: after });
        }
        path.truncate(length);
    }
}

fn is_tree(entry: Entry) -> bool {
    entry.kind == EntryKind::Tree
}
