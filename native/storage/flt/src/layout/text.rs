//! Text files with line numbers, and names that contain separators.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use faultline_files::{Kind, OwnedFolder, claims_nothing, limits, regular, replace};
use faultline_spectrum::{Spectrum, Test, TestId, TestName};

use crate::FormatError;

/// A text file in memory.
#[derive(Debug)]
pub(crate) struct TextFile {
    path: PathBuf,
    text: String,
}

impl TextFile {
    /// Reads a file. Errors: it cannot be read, is no regular file, is too large, or is not UTF-8.
    pub(crate) fn read(dir: &Path, name: &str) -> Result<Self, FormatError> {
        let path = dir.join(name);
        let bytes = regular::read(&path, limits::LAYOUT).map_err(|error| FormatError::io(&path, error))?;
        Self::from_bytes(path, bytes)
    }

    /// A file from bytes in memory; `path` is for messages. Errors: not UTF-8.
    pub(crate) fn from_bytes(path: PathBuf, bytes: Vec<u8>) -> Result<Self, FormatError> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { path, text }),
            Err(error) => {
                let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = 1 + before.split(|&b| b == b'\n').skip(1).count() as u64;
                Err(FormatError::Text { path, line, what: "this line is not UTF-8".into() })
            }
        }
    }

    /// A file that exists only in memory.
    #[cfg(test)]
    pub(crate) fn in_memory(name: &str, text: &str) -> Self {
        Self { path: name.into(), text: text.into() }
    }

    /// Reads an optional file.
    pub(crate) fn read_if_present(dir: &Path, name: &str) -> Result<Option<Self>, FormatError> {
        if dir.join(name).exists() { Self::read(dir, name).map(Some) } else { Ok(None) }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Its size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.text.len() as u64
    }

    /// Lines with their numbers, from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (u64, &str)> {
        (1..).zip(self.text.lines())
    }

    /// An error at a line.
    pub(crate) fn error(&self, line: u64, what: impl Into<String>) -> FormatError {
        FormatError::Text { path: self.path.clone(), line, what: what.into() }
    }

    /// Parses a number; `what` describes it in messages. Errors: it is no number or out of range.
    pub(crate) fn number<T: FromStr>(&self, line: u64, text: &str, what: &str) -> Result<T, FormatError> {
        text.parse()
            .map_err(|_| self.error(line, format!("{what} should be a number, not `{}`", shorten(text))))
    }
}

/// The start of a text, for a message.
pub(crate) fn shorten(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(60) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A folder of exported files for other programs.
const KIND: Kind =
    Kind { name: "export", option: "--out", is_private: false, claims: claims_nothing, adopts: false };

/// Writes a file of the export through a buffer and returns its path.
pub(crate) fn write_file(
    dir: &OwnedFolder,
    name: &str,
    fill: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> Result<PathBuf, FormatError> {
    let write = |path: &Path| {
        replace(path, |file| {
            let mut out = BufWriter::with_capacity(1 << 16, file);
            fill(&mut out)?;
            out.flush()
        })
    };
    let written = dir.file(name).and_then(|path| write(&path).map(|_| path));
    written.map_err(|error| FormatError::io(&dir.root().join(name), error))
}

/// Removes a file of an earlier export that this export does not replace.
pub(crate) fn remove_file(dir: &OwnedFolder, name: &str) -> Result<(), FormatError> {
    if !dir.is_ours(name) {
        return Ok(());
    }
    dir.remove(name).map_err(|error| FormatError::io(&dir.root().join(name), error))
}

/// Creates the folder of an export, or reuses that of an earlier one.
pub(crate) fn make_dir(dir: &Path) -> Result<OwnedFolder, FormatError> {
    OwnedFolder::take(dir, KIND).map_err(FormatError::Folder)
}

/// The rows that a layout with only two outcomes can represent.
pub(crate) fn counted(spectrum: &Spectrum) -> Vec<TestId> {
    (0..spectrum.tests.len())
        .map(TestId::new)
        .filter(|id| spectrum.tests[id.index()].outcome.is_counted())
        .collect()
}

/// Joins class, separator and the test's name in the class. Class and separator are omitted if [`split_name`]
/// reads the name back the same.
pub(crate) fn join_name(test: &Test, separator: &str) -> String {
    let in_class = TestName::from(test).in_class();
    if test.class.is_empty() && !in_class.contains(separator) {
        in_class.into_owned()
    } else {
        format!("{}{separator}{in_class}", test.class)
    }
}

/// Class and method of a name; the class is empty if there is no separator.
pub(crate) fn split_name<'a>(name: &'a str, separator: &str) -> (&'a str, &'a str) {
    name.split_once(separator).unwrap_or(("", name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use faultline_spectrum::Outcome;

    #[test]
    fn names_with_and_without_class_come_back() {
        for (class, method) in [("a.B", "c"), ("", "c"), ("", "c::d"), ("a.B", "c::d"), ("", "")] {
            let test = Test {
                unique_id: String::new(),
                class: class.into(),
                method: method.into(),
                outcome: Outcome::Passed,
                duration_ns: 0,
                display: String::new(),
                overlapped: false,
                failure: None,
            };
            assert_eq!(split_name(&join_name(&test, "::"), "::"), (class, method));
        }
    }
}
