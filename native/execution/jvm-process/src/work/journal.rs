//! The journal of a job: its events, one a line, so that a killed job can be resumed.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use faultline_files::{Trust, limits, regular};
use faultline_messages::failure::Failure;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/* Each line is a checksum of eight digits, a blank, and JSON. The file is created with its first line by a rename; further
lines are appended with one write each. So after any end of the program the file is a prefix of the lines, with at most a
truncated last one, which is cut off. */

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal<R> {
    file: File,
    records: PhantomData<fn(R)>,
}

/// A line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line<R> {
    /// When it was written. Units: milliseconds since 1970.
    pub at: u64,
    /// The event.
    pub record: R,
}

impl<R: Serialize> Journal<R> {
    /// Creates a journal with its first record. Errors: the operating system's.
    pub fn begin(path: &Path, first: &R) -> io::Result<Self> {
        let first = encoded(first)?;
        faultline_files::replace_private(path, |file| {
            file.write_all(&first)?;
            file.sync_all()
        })?;
        Ok(Self { file: OpenOptions::new().append(true).open(path)?, records: PhantomData })
    }

    /// Reopens a journal whose first `sound` bytes are intact. Errors: the operating system's.
    pub fn go_on(path: &Path, sound: u64) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).open(path)?;
        #[cfg_attr(
            not(test),
            expect(clippy::disallowed_methods, reason = "a journal of ours, whose torn last line goes")
        )]
        file.set_len(sound)?;
        Ok(Self { file, records: PhantomData })
    }

    /// Appends a record, which is on disk when this returns. Errors: the operating system's.
    pub fn add(&mut self, record: &R) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::failed(format!("writing the run's journal failed: {error}"));
        let line = encoded(record).map_err(failed)?;
        self.file.write_all(&line).and_then(|()| self.file.sync_data()).map_err(failed)
    }
}

/// The contents of a journal.
#[derive(Debug)]
pub struct Past<R> {
    /// All complete lines.
    pub lines: Vec<Line<R>>,
    /// Length of the intact part. Units: bytes.
    pub sound: u64,
}

impl<R: DeserializeOwned> Past<R> {
    /// Reads a journal, which decides which commands run and which processes are killed. Errors: a clause:
    /// `trust` does not cover its possible writers, it is unreadable, or damaged elsewhere than at its end.
    pub fn read(path: &Path, trust: Trust) -> Result<Self, String> {
        trust.check(path, "says which commands to run").map_err(|distrust| distrust.to_string())?;
        let bytes = regular::read(path, limits::JOURNAL).map_err(|error| error.to_string())?;
        let mut lines = Vec::new();
        let mut sound = 0;
        let mut torn = None;
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            match (decoded(line), torn) {
                (Some(line), None) => lines.push(line),
                (Some(_), Some(torn)) => return Err(format!("its line {torn} is damaged")),
                (None, _) => torn = torn.or(Some(number)),
            }
            if torn.is_none() {
                sound += line.len() as u64;
            }
        }
        Ok(Self { lines, sound })
    }
}

fn encoded(record: &impl Serialize) -> io::Result<Vec<u8>> {
    let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
    let text = serde_json::to_string(&Line { at, record })?;
    Ok(format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes())).into_bytes())
}

fn decoded<R: DeserializeOwned>(line: &[u8]) -> Option<Line<R>> {
    let (sum, text) = line.strip_suffix(b"\n")?.split_at_checked(9)?;
    let sum = u32::from_str_radix(std::str::from_utf8(sum).ok()?.strip_suffix(' ')?, 16).ok()?;
    (sum == crc32fast::hash(text)).then(|| serde_json::from_slice(text).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Record {
        Plan(String),
        Session { jobs: usize },
        Ended { took: f64, coverage: Option<f64>, files: Vec<String> },
    }

    fn written(path: &Path) -> Vec<u8> {
        let mut journal = Journal::begin(path, &Record::Plan("org.x.Größe\n".to_owned())).unwrap();
        journal.add(&Record::Session { jobs: 2 }).unwrap();
        journal.add(&Record::Session { jobs: 3 }).unwrap();
        let (took, coverage) = (0.1 + 0.2, Some(1.0 / 3.0));
        journal.add(&Record::Ended { took, coverage, files: vec!["tests/a".to_owned()] }).unwrap();
        fs::read(path).unwrap()
    }

    #[test]
    fn wherever_a_journal_was_cut_its_beginning_is_read_and_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.journal");
        let whole = written(&path);
        let all = Past::<Record>::read(&path, Trust::Own).unwrap();
        assert_eq!((all.lines.len(), all.sound), (4, whole.len() as u64));
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let past = Past::<Record>::read(&path, Trust::Own).unwrap();
            let ends = whole[..length].split(|&byte| byte == b'\n').count() - 1;
            assert_eq!(past.lines, all.lines[..ends]);
            let mut journal = Journal::go_on(&path, past.sound).unwrap();
            journal.add(&Record::Session { jobs: 9 }).unwrap();
            let again = Past::<Record>::read(&path, Trust::Own).unwrap();
            assert_eq!(again.lines.len(), ends + 1);
            assert_eq!(again.lines.last().unwrap().record, Record::Session { jobs: 9 });
        }
    }

    #[test]
    fn damage_elsewhere_than_at_the_end_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.journal");
        let mut bytes = written(&path);
        let second = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 12;
        bytes[second] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert_eq!(Past::<Record>::read(&path, Trust::Own).unwrap_err(), "its line 2 is damaged");
    }

    #[test]
    #[cfg(unix)]
    fn a_journal_that_everybody_could_have_written_starts_nothing_without_trust() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.journal");
        written(&path);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
        let refused = Past::<Record>::read(&path, Trust::Own).unwrap_err();
        assert!(
            refused.contains("says which commands to run, and it can be written to by everybody"),
            "{refused}"
        );
        assert_eq!(Past::<Record>::read(&path, Trust::Anybody).unwrap().lines.len(), 4);
    }
}
