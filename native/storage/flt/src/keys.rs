//! Which classes stand in the files of a folder already.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};

use crate::frame::{FILE_HEADER, FRAME_HEADER, FrameHeader, Header, file_header};
use crate::{Key, kind, recordings_in};

/// Bytes that are read at once.
const PIECE: usize = 1 << 16;
/// After so many classes that were not there, another look is taken at what other JVMs have written since.
const BETWEEN_LOOKS: u32 = 64;

/// The classes that a JVM need not write, because they stand in a file of its folder.
///
/// Only whole records count, whose bytes the operating system has, so that killing the JVM that wrote one takes nothing away.
/// Memory: some 20 bytes for each class. Cost: a file is read once, headers and classes alone, and then what was appended.
#[derive(Debug)]
pub struct Keys {
    own: PathBuf,
    there: HashSet<Key>,
    /// Files that are still written, and how far they are known; `None` for those that have nothing more.
    files: HashMap<OsString, Option<u64>>,
    missed: u32,
}

impl Keys {
    /// Of the folder of a file, which is the one that is written here. What cannot be read has none.
    pub fn beside(own: &Path) -> Self {
        let mut keys = Self { own: own.to_owned(), there: HashSet::new(), files: HashMap::new(), missed: 0 };
        keys.look();
        keys
    }

    /// Whether a class stands in another file, so that this one can refer to it, which it may do once.
    pub fn take(&mut self, key: Key) -> bool {
        if self.there.remove(&key) {
            return true;
        }
        self.missed += 1;
        if self.missed < BETWEEN_LOOKS {
            return false;
        }
        self.look();
        self.there.remove(&key)
    }

    /// Looks at what is new in the folder.
    fn look(&mut self) {
        self.missed = 0;
        let files = self.own.parent().and_then(|folder| recordings_in(folder).ok()).unwrap_or_default();
        for file in files.iter().filter(|file| **file != self.own) {
            let Some(name) = file.file_name() else { continue };
            let Some(from) = self.files.get(name).copied().unwrap_or(Some(0)) else { continue };
            let to = keys_in(file, from, |key| {
                self.there.insert(key);
            });
            self.files.insert(name.to_owned(), to.unwrap_or_default());
        }
    }
}

/// The keys of the classes that stand in a file from a place on, 0 or one that this gave. How far its records are whole;
/// `None` when nothing that is appended can add to them. Errors: the operating system's.
pub(crate) fn keys_in(path: &Path, from: u64, mut found: impl FnMut(Key)) -> io::Result<Option<u64>> {
    let file = regular::open(path)?;
    let length = file.metadata()?.len();
    limits::RECORDING.check(length)?;
    let mut input = BufReader::with_capacity(PIECE, file);
    let mut at = from;
    if at == 0 {
        if length < FILE_HEADER as u64 {
            return Ok(Some(0));
        }
        let mut header = [0; FILE_HEADER];
        input.read_exact(&mut header)?;
        if !matches!(file_header(&header), Header::Ours(_)) {
            return Ok(None);
        }
        at = FILE_HEADER as u64;
    } else {
        input.seek(SeekFrom::Start(at))?;
    }
    let (mut header, mut payload) = ([0; FRAME_HEADER], Vec::new());
    while at + FRAME_HEADER as u64 <= length {
        input.read_exact(&mut header)?;
        let Ok(frame) = FrameHeader::of(&header) else { break };
        let end = at + FRAME_HEADER as u64 + u64::from(frame.length);
        if end > length {
            break;
        }
        match frame.kind {
            kind::SEAL => return Ok(None),
            kind::DESCRIBED_CLASS => {
                payload.clear();
                (&mut input).take(frame.length.into()).read_to_end(&mut payload)?;
                if !frame.holds(&payload) {
                    break;
                }
                if let Some(key) = payload.first_chunk() {
                    found(Key::from_bytes(*key));
                }
            }
            _ => input.seek_relative(frame.length.into())?,
        }
        at = end;
    }
    Ok(Some(at))
}
