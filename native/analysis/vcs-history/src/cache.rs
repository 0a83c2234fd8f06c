//! The cache of mined changes.

use std::path::{Path, PathBuf};

use faultline_files::{OutputFile, OutputRefusal, limits, regular};
use gix::ObjectId;
use gix::bstr::BString;

use crate::changed::{Changed, Known};
use crate::{Change, Mining, UnitEvent, UnitEvents, UnitKind};

/* The changes of a commit never change, so the commit's name is the key. The file is read and written as a whole: a heading, a
CRC-32 of the rest, and the rest. Minings without units or lines use separate files whose headings name what is omitted. A
writer writes a temporary file and renames it, so a reader sees either the old content or the new. A later writer adds to
what an earlier one wrote; of two simultaneous writers one wins, and the lost entries are mined again. */

/// Identifies the format. Files with another heading are discarded and mined again.
const HEADING: &[u8; 20] = b"faultline history 4\n";
/// Common prefix of the headings of all versions.
const ANY_HEADING: &[u8] = b"faultline history ";

/// A cache file.
pub(crate) struct Cache {
    path: PathBuf,
    heading: Vec<u8>,
}

impl Cache {
    /// Locates the cache at `path`; minings with units or lines use a file beside it.
    pub(crate) fn new(path: &Path, mining: &Mining) -> Self {
        let (mut path, mut heading) = (path.as_os_str().to_owned(), HEADING.to_vec());
        if mining.units {
            path.push(".units");
            heading.extend_from_slice(format!("units but for {:?}\n", mining.ignore).as_bytes());
        }
        if mining.lines {
            path.push(".lines");
            heading.extend_from_slice(format!("lines but for {:?}\n", mining.ignore).as_bytes());
        }
        Self { path: path.into(), heading }
    }

    /// Reads the cached changes: none if the file is missing, damaged or of another version.
    pub(crate) fn read(&self) -> Known {
        regular::read(&self.path, limits::HISTORY)
            .ok()
            .and_then(|bytes| decode(&self.heading, &bytes))
            .unwrap_or_default()
    }

    /// Checks that the path may be overwritten. Errors: the path names a file that is not a cache.
    pub(crate) fn check(&self) -> Result<(), OutputRefusal> {
        // Caching is optional, so I/O errors are ignored.
        self.file()
            .look(is_cache)
            .or_else(|refused| if refused.is_of_system() { Ok(()) } else { Err(refused) })
    }

    fn file(&self) -> OutputFile<'_> {
        OutputFile { path: &self.path, option: "--cache", what: "a cache of a history" }
    }

    /// Adds changes to the file. Caching is optional, so failures are ignored.
    pub(crate) fn add(&self, fresh: Known) {
        let mut all = self.read();
        all.extend(fresh);
        let _ = self.file().write(is_cache, &encode(&self.heading, &all));
    }
}

/// Whether a file is a cache, of any version, even a damaged one.
fn is_cache(content: &[u8]) -> bool {
    content.starts_with(ANY_HEADING)
}

/// Decodes a cache file and encodes it again; `None` if the bytes are not a valid cache. For fuzz tests: performs no I/O.
pub fn rewritten(file: &[u8]) -> Option<Vec<u8>> {
    decode(HEADING, file).map(|all| encode(HEADING, &all))
}

fn encode(heading: &[u8], all: &Known) -> Vec<u8> {
    let mut bytes = [heading, &[0; 4]].concat();
    let mut ids: Vec<&ObjectId> = all.keys().collect();
    ids.sort_unstable();
    for id in ids {
        let Changed { changes, units, lines } = &all[id];
        bytes.push(id.as_slice().len() as u8);
        bytes.extend_from_slice(id.as_slice());
        put_number(&mut bytes, changes.len());
        for change in changes {
            bytes.push(change.letter() as u8);
            for path in paths(change).into_iter().flatten() {
                put_text(&mut bytes, path);
            }
        }
        put_number(&mut bytes, units.len());
        for events in units {
            put_number(&mut bytes, events.len());
            for ((kind, name), event) in events {
                bytes.extend_from_slice(&[*kind as u8, *event as u8]);
                put_text(&mut bytes, name.as_bytes());
            }
        }
        put_number(&mut bytes, lines.len());
        for &of_change in lines {
            put_number(&mut bytes, of_change as usize);
        }
    }
    let sum = crc32fast::hash(&bytes[heading.len() + 4..]);
    bytes[heading.len()..][..4].copy_from_slice(&sum.to_le_bytes());
    bytes
}

fn put_number(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend_from_slice(&(number as u32).to_le_bytes());
}

fn put_text(bytes: &mut Vec<u8>, text: &[u8]) {
    put_number(bytes, text.len());
    bytes.extend_from_slice(text);
}

fn paths(change: &Change) -> [Option<&BString>; 2] {
    match change {
        Change::Added(path) | Change::Modified(path) | Change::Deleted(path) | Change::Retyped(path) => {
            [Some(path), None]
        }
        Change::Renamed { from, to } => [Some(from), Some(to)],
    }
}

/// Decodes the body of a cache; `None` if it is invalid.
fn decode(heading: &[u8], bytes: &[u8]) -> Option<Known> {
    let rest = bytes.strip_prefix(heading)?;
    let (sum, mut rest) = rest.split_at_checked(4)?;
    if crc32fast::hash(rest).to_le_bytes() != sum {
        return None;
    }
    let mut all = Known::new();
    while !rest.is_empty() {
        let length = take(&mut rest, 1)?[0];
        let id = ObjectId::try_from(take(&mut rest, length.into())?).ok()?;
        let changes = (0..number(&mut rest)?).map(|_| change(&mut rest)).collect::<Option<_>>()?;
        let units = (0..number(&mut rest)?).map(|_| unit_events(&mut rest)).collect::<Option<_>>()?;
        let lines =
            (0..number(&mut rest)?).map(|_| Some(number(&mut rest)? as u32)).collect::<Option<_>>()?;
        all.insert(id, Changed { changes, units, lines });
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

fn text<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = number(rest)?;
    take(rest, length)
}

fn unit_events(rest: &mut &[u8]) -> Option<UnitEvents> {
    let one = |rest: &mut &[u8]| {
        let kind = [UnitKind::Class, UnitKind::Method].into_iter().find(|kind| *kind as u8 == rest[0]);
        let events = [UnitEvent::Added, UnitEvent::Modified, UnitEvent::Deleted];
        let event = events.into_iter().find(|event| *event as u8 == rest[1]);
        take(rest, 2)?;
        let name = String::from_utf8(text(rest)?.to_owned()).ok()?;
        Some(((kind?, name), event?))
    };
    (0..number(rest)?).map(|_| if rest.len() < 2 { None } else { one(rest) }).collect()
}

fn change(rest: &mut &[u8]) -> Option<Change> {
    let letter = take(rest, 1)?[0];
    let mut path = || text(rest).map(BString::from);
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
            let unit = |kind, event| ((kind, format!("A.m{n}")), event);
            let units = [
                vec![unit(UnitKind::Class, UnitEvent::Added), unit(UnitKind::Method, UnitEvent::Modified)],
                Vec::new(),
                vec![unit(UnitKind::Method, UnitEvent::Deleted)],
            ];
            (
                ObjectId::from(id),
                Changed {
                    changes: changes[..n % 6].to_vec(),
                    units: units[..n % 4].to_vec(),
                    lines: [n as u32, 0, u32::MAX][..n % 4].to_vec(),
                },
            )
        });
        all.collect()
    }

    proptest! {
        #[test]
        fn what_was_kept_is_found_again(paths in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..9), 0..30)) {
            let known = known(&paths);
            prop_assert_eq!(decode(HEADING, &encode(HEADING, &known)), Some(known));
        }

        #[test]
        fn damaged_files_hold_nothing(at in 0..200_usize, bit in 0..8_u8, cut in 0..200_usize) {
            let bytes = encode(HEADING, &known(&vec![b"some/path".to_vec(); 9]));
            let mut damaged = bytes.clone();
            damaged[at % bytes.len()] ^= 1 << bit;
            prop_assert_eq!(decode(HEADING, &damaged), None);
            prop_assert_eq!(decode(HEADING, &bytes[..cut % bytes.len()]), None);
        }
    }
}
