//! Changes kept from one mining to the next.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, process};

use gix::ObjectId;
use gix::bstr::BString;

use crate::Change;

/* What a commit changed never changes, so it is looked up by the commit's name. The file is read
and written as a whole: a heading, a CRC-32 of the rest, and the rest. Writers make a file of
their own and put it in place at once, so that a reader finds the old one or the new one. Of
two that write at the same time the later one adds to what the earlier one wrote, or, when they
meet, takes its place: what is lost is found again by mining. */

/// Another heading, another format: what is there is mined again.
const HEADING: &[u8; 20] = b"faultline history 1\n";

/// The changes of commits, by commit.
pub(crate) type Known = HashMap<ObjectId, Vec<Change>>;

/// A file of changes.
pub(crate) struct Cache<'p> {
    path: &'p Path,
}

impl<'p> Cache<'p> {
    pub(crate) fn new(path: &'p Path) -> Self {
        Self { path }
    }

    /// What the file holds: nothing when it is not there, damaged, or of another version.
    pub(crate) fn read(&self) -> Known {
        fs::read(self.path).ok().and_then(|bytes| decode(&bytes)).unwrap_or_default()
    }

    /// Adds changes to the file. Keeping them is a convenience, so that nobody hears of failures.
    pub(crate) fn add(&self, fresh: Known) {
        let mut all = self.read();
        all.extend(fresh);
        let _ = self.replace(&encode(&all));
    }

    fn replace(&self, bytes: &[u8]) -> std::io::Result<()> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut own = self.path.as_os_str().to_owned();
        own.push(format!(".{}.{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
        let own = PathBuf::from(own);
        let done = fs::write(&own, bytes).and_then(|()| fs::rename(&own, self.path));
        if done.is_err() {
            let _ = fs::remove_file(&own);
        }
        done
    }
}

fn encode(all: &Known) -> Vec<u8> {
    let mut bytes = [&HEADING[..], &[0; 4]].concat();
    let mut ids: Vec<&ObjectId> = all.keys().collect();
    ids.sort_unstable();
    for id in ids {
        let changes = &all[id];
        bytes.push(id.as_slice().len() as u8);
        bytes.extend_from_slice(id.as_slice());
        bytes.extend_from_slice(&(changes.len() as u32).to_le_bytes());
        for change in changes {
            bytes.push(change.letter() as u8);
            for path in paths(change).into_iter().flatten() {
                bytes.extend_from_slice(&(path.len() as u32).to_le_bytes());
                bytes.extend_from_slice(path);
            }
        }
    }
    let sum = crc32fast::hash(&bytes[HEADING.len() + 4..]);
    bytes[HEADING.len()..][..4].copy_from_slice(&sum.to_le_bytes());
    bytes
}

fn paths(change: &Change) -> [Option<&BString>; 2] {
    match change {
        Change::Added(path) | Change::Modified(path) | Change::Deleted(path) | Change::Retyped(path) => {
            [Some(path), None]
        }
        Change::Renamed { from, to } => [Some(from), Some(to)],
    }
}

/// `None` for bytes that are no cache.
fn decode(bytes: &[u8]) -> Option<Known> {
    let rest = bytes.strip_prefix(HEADING)?;
    let (sum, mut rest) = rest.split_at_checked(4)?;
    if crc32fast::hash(rest).to_le_bytes() != sum {
        return None;
    }
    let mut all = Known::new();
    while !rest.is_empty() {
        let length = take(&mut rest, 1)?[0];
        let id = ObjectId::try_from(take(&mut rest, length.into())?).ok()?;
        let number = number(&mut rest)?;
        let changes = (0..number).map(|_| change(&mut rest)).collect::<Option<_>>()?;
        all.insert(id, changes);
    }
    Some(all)
}

fn take<'b>(rest: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(taken)
}

fn number(rest: &mut &[u8]) -> Option<usize> {
    Some(u32::from_le_bytes(take(rest, 4)?.try_into().ok()?) as usize)
}

fn change(rest: &mut &[u8]) -> Option<Change> {
    let letter = take(rest, 1)?[0];
    let mut path = || {
        let length = number(rest)?;
        take(rest, length).map(BString::from)
    };
    Some(match letter {
        b'A' => Change::Added(path()?),
        b'M' => Change::Modified(path()?),
        b'D' => Change::Deleted(path()?),
        b'T' => Change::Retyped(path()?),
        b'R' => Change::Renamed { from: path()?, to: path()? },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn known(paths: &[Vec<u8>]) -> Known {
        let all = paths.iter().enumerate().map(|(n, path)| {
            let mut id = [0; 20];
            id[n % 20] = 1 + n as u8;
            let path = || BString::from(&path[..]);
            let changes = [
                Change::Added(path()),
                Change::Renamed { from: path(), to: "x".into() },
                Change::Deleted(path()),
                Change::Modified(path()),
                Change::Retyped(path()),
            ];
            (ObjectId::from(id), changes[..n % 6].to_vec())
        });
        all.collect()
    }

    proptest! {
        #[test]
        fn what_was_kept_is_found_again(paths in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..9), 0..30)) {
            let known = known(&paths);
            prop_assert_eq!(decode(&encode(&known)), Some(known));
        }

        #[test]
        fn damaged_files_hold_nothing(at in 0..200_usize, bit in 0..8_u8, cut in 0..200_usize) {
            let bytes = encode(&known(&vec![b"some/path".to_vec(); 9]));
            let mut damaged = bytes.clone();
            damaged[at % bytes.len()] ^= 1 << bit;
            prop_assert_eq!(decode(&damaged), None);
            prop_assert_eq!(decode(&bytes[..cut % bytes.len()]), None);
        }
    }
}
