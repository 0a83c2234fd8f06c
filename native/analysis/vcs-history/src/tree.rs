//! Compares two trees.

use std::cmp::Ordering;

use gix::bstr::{BStr, BString, ByteSlice};
use gix::objs::TreeRefIter;
use gix::objs::tree::{EntryKind, name_order};
use gix::{Object, ObjectId, Repository};

use crate::HistoryError;

/// A tree entry other than a subtree.
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

/// A path at which two trees differ; one side may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) path: BString,
    pub(crate) old: Option<Entry>,
    pub(crate) new: Option<Entry>,
}

/// Returns the differences of two trees, ordered by path. `None` is an empty tree.
pub(crate) fn differences(
    repository: &Repository,
    old: Option<ObjectId>,
    new: Option<ObjectId>,
) -> Result<Vec<Difference>, HistoryError> {
    differences_in(repository, old, new, &|_| true)
}

/// Like [`differences`], but enters only the folders that satisfy `enters`, given as paths with a final slash. Cost: reads
/// the differing trees of the entered folders.
pub(crate) fn differences_in(
    repository: &Repository,
    old: Option<ObjectId>,
    new: Option<ObjectId>,
    enters: &dyn Fn(&BStr) -> bool,
) -> Result<Vec<Difference>, HistoryError> {
    let mut found = Vec::new();
    if old != new {
        compare(repository, [old, new], &mut BString::default(), enters, &mut found)?;
    }
    Ok(found)
}

/// Returns all entries of a tree and its subtrees, ordered by path.
pub(crate) fn files(repository: &Repository, tree: ObjectId) -> Result<Vec<(BString, Entry)>, HistoryError> {
    let all = differences(repository, None, Some(tree))?;
    Ok(all.into_iter().filter_map(|difference| Some((difference.path, difference.new?))).collect())
}

/// Reads a tree; `None` is an empty one.
fn read(repository: &Repository, tree: Option<ObjectId>) -> Result<Option<Object<'_>>, HistoryError> {
    let Some(id) = tree else { return Ok(None) };
    let tree = repository.find_object(id).map_err(|error| HistoryError::object(id, error))?;
    if tree.kind != gix::objs::Kind::Tree {
        return Err(HistoryError::object(id, "it is not a tree"));
    }
    Ok(Some(tree))
}

/// The unread rest of a tree's entries.
#[derive(Clone, Copy)]
struct Side<'t> {
    tree: Option<&'t Object<'t>>,
    rest: &'t [u8],
}

/// The first of the remaining entries, with its encoded length.
type First<'t> = Option<(&'t BStr, Entry, usize)>;

impl<'t> Side<'t> {
    fn new(tree: Option<&'t Object<'t>>) -> Self {
        Self { tree, rest: tree.map_or(&[], |tree| &tree.data) }
    }

    fn first(&self, hash: gix::hash::Kind) -> Result<First<'t>, HistoryError> {
        let mut entries = TreeRefIter::from_bytes(self.rest, hash);
        let entry = entries.next().transpose().map_err(|error| {
            let id = self.tree.map_or_else(String::new, |tree| tree.id.to_string());
            HistoryError::Object { id, reason: error.to_string() }
        })?;
        let length = entries.offset_to_next_entry(self.rest);
        Ok(entry.map(|e| (e.filename, Entry { kind: e.mode.kind(), id: e.oid.to_owned() }, length)))
    }
}

fn compare(
    repository: &Repository,
    [old, new]: [Option<ObjectId>; 2],
    path: &mut BString,
    enters: &dyn Fn(&BStr) -> bool,
    found: &mut Vec<Difference>,
) -> Result<(), HistoryError> {
    let (old, new) = (read(repository, old)?, read(repository, new)?);
    let hash = repository.object_hash();
    let (mut olds, mut news) = (Side::new(old.as_ref()), Side::new(new.as_ref()));
    loop {
        let same = same_entries(olds.rest, news.rest, hash.len_in_bytes());
        (olds.rest, news.rest) = (&olds.rest[same..], &news.rest[same..]);
        let (old, new) = (olds.first(hash)?, news.first(hash)?);
        let (order, name) = match (old, new) {
            (None, None) => return Ok(()),
            (Some((name, ..)), None) => (Ordering::Less, name),
            (None, Some((name, ..))) => (Ordering::Greater, name),
            (Some((a, x, _)), Some((b, y, _))) => {
                let order = name_order(a, is_tree(x), b, is_tree(y));
                (order, if order.is_gt() { b } else { a })
            }
        };
        let take = |side: &mut Side<'_>, first: First<'_>| {
            first.map(|(_, entry, length)| {
                side.rest = &side.rest[length..];
                entry
            })
        };
        let before = if order.is_le() { take(&mut olds, old) } else { None };
        let after = if order.is_ge() { take(&mut news, new) } else { None };
        if before == after {
            continue;
        }
        let length = path.len();
        path.extend_from_slice(name);
        if before.or(after).is_some_and(is_tree) {
            path.push(b'/');
            if enters(path.as_bstr()) {
                compare(repository, [before, after].map(|of| of.map(|e| e.id)), path, enters, found)?;
            }
        } else {
            found.push(Difference { path: path.clone(), old: before, new: after });
        }
        path.truncate(length);
    }
}

/// Length of the common prefix of two lists, in whole entries. Units: bytes.
fn same_entries(old: &[u8], new: &[u8], hash_length: usize) -> usize {
    let same = same_bytes(old, new);
    let mut length = 0;
    // Mode, name, 0, hash.
    while let Some(name) = old[length..same].find_byte(0)
        && length + name + 1 + hash_length <= same
    {
        length += name + 1 + hash_length;
    }
    length
}

/// Length of the common prefix. Units: bytes.
fn same_bytes(a: &[u8], b: &[u8]) -> usize {
    const AT_ONCE: usize = 32;
    let chunks = a.as_chunks::<AT_ONCE>().0.iter().zip(b.as_chunks::<AT_ONCE>().0);
    let start = AT_ONCE * chunks.take_while(|(a, b)| a == b).count();
    start + a[start..].iter().zip(&b[start..]).take_while(|(a, b)| a == b).count()
}

fn is_tree(entry: Entry) -> bool {
    entry.kind == EntryKind::Tree
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tree(entries: &[(u8, u8)]) -> Vec<u8> {
        let entry = |(name, hash): &(u8, u8)| {
            // Hashes that contain zeros and newlines.
            [format!("100644 name{name}\0").as_bytes(), &[*hash; 3], &[0; 17]].concat()
        };
        entries.iter().flat_map(entry).collect()
    }

    proptest! {
        #[test]
        fn trees_begin_with_the_same_entries_as_far_as_these_are_equal(
            start in prop::collection::vec((0..200_u8, 0..9_u8), 0..9),
            ends in prop::array::uniform2(prop::collection::vec((0..200_u8, 0..3_u8), 0..4)),
        ) {
            let [a, b] = ends.map(|end| [&start[..], &end].concat());
            let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
            let expected = tree(&a[..same]).len();
            prop_assert_eq!(same_entries(&tree(&a), &tree(&b), 20), expected);
        }
    }
}
