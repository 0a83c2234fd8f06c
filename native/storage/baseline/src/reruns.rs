//! How failing tests of a run ended when they were run again alone: the file `reruns.tsv` beside recordings.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use faultline_files::{limits, regular};
use faultline_flt::{fields, line};

/// Name of the file that keeps how failing tests ended when they were run again.
pub const NAME: &str = "reruns.tsv";

/// The first field of the file, and the version of its layout.
const HEAD: [&str; 2] = ["faultline-reruns", "1"];

/// How often a test passed and failed when it was run again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rerun {
    /// Times that it passed.
    pub passed: u32,
    /// Times that it failed.
    pub failed: u32,
}

impl Rerun {
    /// How often it was run.
    pub fn times(self) -> u32 {
        self.passed.saturating_add(self.failed)
    }
}

/// The tests of a run that were run again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reruns {
    /// When the run started, nanoseconds since the Unix epoch; it names the run.
    pub started_ns: u64,
    /// By unique id.
    pub tests: BTreeMap<String, Rerun>,
}

impl Reruns {
    /// The content of the file.
    /// Shape: a line with the head, the version and the start of the run; then a line per test with its id and both
    /// counts.
    pub fn text(&self) -> String {
        let mut text = line([HEAD[0], HEAD[1], &self.started_ns.to_string()]);
        for (id, rerun) in &self.tests {
            text.push_str(&line([id, &rerun.passed.to_string(), &rerun.failed.to_string()]));
        }
        text
    }

    /// Reads the file of a folder. `None` if there is none. Errors: it is damaged, or of another version; the operating
    /// system's.
    pub fn read(folder: &Path) -> io::Result<Option<Self>> {
        let path = folder.join(NAME);
        let text = match regular::read_to_string(&path, limits::RESULTS) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let damaged = || {
            let why = "is damaged or of another version of faultline; remove it, or record again";
            io::Error::new(io::ErrorKind::InvalidData, format!("{} {why}", path.display()))
        };
        Self::parse(&text).map(Some).ok_or_else(damaged)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let head = fields(lines.next()?);
        let [name, version, started] = head.as_slice() else { return None };
        if [name.as_str(), version.as_str()] != HEAD {
            return None;
        }
        let test = |line: &str| {
            let fields = fields(line);
            let [id, passed, failed] = fields.as_slice() else { return None };
            Some((id.clone(), Rerun { passed: passed.parse().ok()?, failed: failed.parse().ok()? }))
        };
        Some(Self { started_ns: started.parse().ok()?, tests: lines.map(test).collect::<Option<_>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Reruns {
        let tests = [("a.T#x\t1", 0, 3), ("a.T#y\n2", 2, 1)];
        let tests = tests.map(|(id, passed, failed)| (id.to_owned(), Rerun { passed, failed }));
        Reruns { started_ns: 17, tests: tests.into() }
    }

    #[test]
    fn what_is_written_reads_back_as_itself_whatever_ids_hold() {
        assert_eq!(Reruns::parse(&sample().text()), Some(sample()));
    }

    #[test]
    fn a_damaged_file_is_an_error_in_one_sentence_and_a_missing_one_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(Reruns::read(folder.path()).expect("no file is no error"), None);
        let whole = sample().text();
        for text in ["", "x\t1\t17\n", "faultline-reruns\t2\t17\n", &whole.replace("\t3\n", "\tthree\n")] {
            std::fs::write(folder.path().join(NAME), text).expect("a file");
            let error = Reruns::read(folder.path()).expect_err(text).to_string();
            assert!(error.contains("reruns.tsv is damaged") && !error.contains('\n'), "{error}");
        }
    }
}
