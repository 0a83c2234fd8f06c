//! The journal of a run: what happened, line by line, so that a run that was killed goes on.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::failure::Failure;

use super::record::{Line, Order, Record};

/* Each line is eight digits of a checksum, a blank, and JSON. The first one comes into being with
the file, which is renamed into its place; the others are appended by one write each. So whatever
ends the program leaves a beginning of the lines, at most with a torn last one, which is cut off. */

/// A journal that is written to.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Begins a journal. Errors: the operating system's.
    pub fn begin(path: &Path, order: Order) -> std::io::Result<Self> {
        let first = encoded(Record::Plan(Box::new(order)))?;
        faultline_format::replace(path, |file| {
            file.write_all(&first)?;
            file.sync_all()
        })?;
        Ok(Self { file: OpenOptions::new().append(true).open(path)? })
    }

    /// Goes on with a journal, of which this many bytes are sound.
    /// Errors: the operating system's.
    pub fn go_on(path: &Path, sound: u64) -> std::io::Result<Self> {
        let file = OpenOptions::new().append(true).open(path)?;
        file.set_len(sound)?;
        Ok(Self { file })
    }

    /// Adds a record, which is on the disk when this returns. Errors: the operating system's.
    pub fn add(&mut self, record: Record) -> Result<(), Failure> {
        let failed =
            |error: std::io::Error| Failure::failed(format!("writing the run's journal failed: {error}"));
        let line = encoded(record).map_err(failed)?;
        self.file.write_all(&line).and_then(|()| self.file.sync_data()).map_err(failed)
    }
}

/// What a journal says.
#[derive(Debug)]
pub struct Past {
    pub order: Order,
    pub lines: Vec<Line>,
    /// Length of what is sound. Units: bytes.
    pub sound: u64,
}

impl Past {
    /// Reads a journal. Errors: a clause: it cannot be read, has no whole first line, or is
    /// damaged elsewhere than at its end.
    pub fn read(path: &Path) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
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
        let mut lines = lines.into_iter();
        match lines.next().map(|line| line.record) {
            Some(Record::Plan(order)) => Ok(Self { order: *order, lines: lines.collect(), sound }),
            _ => Err("it does not begin with a plan".to_owned()),
        }
    }
}

fn encoded(record: Record) -> std::io::Result<Vec<u8>> {
    let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
    let text = serde_json::to_string(&Line { at, record })?;
    Ok(format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes())).into_bytes())
}

fn decoded(line: &[u8]) -> Option<Line> {
    let (sum, text) = line.strip_suffix(b"\n")?.split_at_checked(9)?;
    let sum = u32::from_str_radix(std::str::from_utf8(sum).ok()?.strip_suffix(' ')?, 16).ok()?;
    (sum == crc32fast::hash(text)).then(|| serde_json::from_slice(text).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::super::plan::Whole;
    use super::super::record::{Ended, Outcome, Planned};
    use super::super::settings::{Places, Settings};
    use super::*;

    fn order() -> Order {
        let settings = Settings {
            total: 60,
            min: 3,
            predictor: "size".to_owned(),
            metric: None,
            command: Some("true".to_owned()),
            arguments: Vec::new(),
            seed: 1,
            memory: 1_000,
            grace: 5,
        };
        let places =
            Places { repository: PathBuf::from("/r"), project_cp: None, evosuite: None, fetch: false };
        let class = "org.x.Größe\n".to_owned();
        Order {
            settings,
            places,
            shard: None,
            whole: Whole { classes: 1, digest: "0".to_owned() },
            mark: "m".to_owned(),
            failing: Vec::new(),
            notes: Vec::new(),
            classes: vec![Planned { rank: 1, class, path: "p".to_owned(), seconds: 60 }],
        }
    }

    fn written(path: &Path) -> Vec<u8> {
        let mut journal = Journal::begin(path, order()).unwrap();
        journal.add(Record::Session { jobs: 2 }).unwrap();
        journal.add(Record::Began { class: 0, granted: 60 }).unwrap();
        let ended = Ended {
            class: 0,
            granted: 60,
            used: 7,
            took: 0.1 + 0.2,
            outcome: Outcome::Late,
            tests: 3,
            coverage: Some(1.0 / 3.0),
            files: vec!["tests/a".to_owned()],
            trouble: None,
        };
        journal.add(Record::Ended(ended)).unwrap();
        fs::read(path).unwrap()
    }

    #[test]
    fn wherever_a_journal_was_cut_its_beginning_is_read_and_gone_on_with() {
        let path = std::env::temp_dir().join(format!("faultline-journal-test-{}", std::process::id()));
        let whole = written(&path);
        let all = Past::read(&path).unwrap();
        assert_eq!((&all.order, all.lines.len(), all.sound), (&order(), 3, whole.len() as u64));
        let first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let Ok(past) = Past::read(&path) else {
                assert!(length < first, "{length}");
                continue;
            };
            let ends = whole[..length].split(|&byte| byte == b'\n').count() - 1;
            assert_eq!(past.lines, all.lines[..ends - 1]);
            let mut journal = Journal::go_on(&path, past.sound).unwrap();
            journal.add(Record::Session { jobs: 9 }).unwrap();
            let again = Past::read(&path).unwrap();
            assert_eq!(again.lines.len(), ends);
            assert_eq!(again.lines.last().unwrap().record, Record::Session { jobs: 9 });
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn damage_elsewhere_than_at_the_end_is_said() {
        let path = std::env::temp_dir().join(format!("faultline-journal-damage-{}", std::process::id()));
        let mut bytes = written(&path);
        let second = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 12;
        bytes[second] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert_eq!(Past::read(&path).unwrap_err(), "its line 2 is damaged");
        fs::write(&path, "").unwrap();
        assert_eq!(Past::read(&path).unwrap_err(), "it does not begin with a plan");
        fs::remove_file(path).unwrap();
    }
}
