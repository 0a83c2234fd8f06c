//! Tracks the classes already present in the files of a folder.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};

use crate::frame::{FILE_HEADER, FRAME_HEADER, FrameHeader, Header, file_header};
use crate::{Key, kind, recordings_in};

/// Size of a read, in bytes.
const PIECE: usize = 1 << 16;
/// After this many unknown classes, the folder is scanned again for what other JVMs have written.
const BETWEEN_LOOKS: u32 = 64;

/// The classes that a JVM need not write, because a file of its folder contains them.
///
/// Only complete records count. The operating system holds their bytes, so that killing the writing JVM does
/// not lose them. Memory: about 20 bytes per class. Cost: each file is read once, only headers and classes,
/// and later what was appended.
#[derive(Debug)]
pub struct Keys {
    own: PathBuf,
    there: HashSet<Key>,
    /// The position up to which each file is read; `None` for files that need no further reading.
    files: HashMap<OsString, Option<u64>>,
    missed: u32,
}

impl Keys {
    /// Reads the other files in the folder of `own`, which is the file being written. An unreadable folder
    /// counts as empty.
    pub fn beside(own: &Path) -> Self {
        let mut keys = Self { own: own.to_owned(), there: HashSet::new(), files: HashMap::new(), missed: 0 };
        keys.look();
        keys
    }

    /// Whether another file contains the class, so that this file can refer to it, which is allowed once.
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

    /// Reads new and appended data in the folder.
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

/// Reports the keys of the classes in a file from a position on, which is 0 or an earlier result. Returns the
/// end of its complete records; `None` if appended data cannot add any. Errors: the operating system's.
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
