//! The marker file, which identifies a folder as Faultline's and lists its files.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// The name of the file.
pub const MARKER: &str = ".faultline-folder";
/// Version of the marker; raised if readers of the previous version cannot read it.
const VERSION: u32 = 1;
/// Size limit; a marker with a million generated files is smaller. Units: bytes.
const MOST: u64 = 256 << 20;

/* The first line is `faultline KIND VERSION`. Each further line is `file NAME` or `tree NAME`, with the name
percent-encoded, so that a name with a line feed is one line. A partial last line is ignored. */

/// The kind of a listed name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A file.
    File,
    /// A folder with all of its content.
    Tree,
}

impl Entry {
    fn word(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Tree => "tree",
        }
    }
}

/// The marker of a folder.
#[derive(Debug)]
pub struct Marker {
    path: PathBuf,
}

impl Marker {
    /// The existing marker of a folder.
    pub fn in_folder(root: &Path) -> Self {
        Self { path: root.join(MARKER) }
    }

    /// Marks a folder atomically. Errors: the operating system's; another program marked it in the meantime.
    pub fn begin(root: &Path, kind: &str) -> io::Result<()> {
        let mut file = Builder::new().prefix(MARKER).suffix(".part").tempfile_in(root)?;
        file.write_all(first_line(kind).as_bytes())?;
        match file.persist_noclobber(root.join(MARKER)) {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists && is_of(root, kind) => Ok(()),
            Err(error) => Err(error.error),
        }
    }

    /// Removes temporary markers left by killed programs. Errors: the operating system's.
    pub fn clean(root: &Path, kind: &str) -> io::Result<()> {
        for entry in fs::read_dir(root)? {
            let path = entry?.path();
            if is_unfinished(&path, kind) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    /// The kind of a folder and its listed entries; `None` if it has no marker.
    /// Errors: the operating system's; a marker of a later version.
    pub fn read(root: &Path) -> io::Result<Option<(String, BTreeMap<PathBuf, Entry>)>> {
        let path = root.join(MARKER);
        match fs::symlink_metadata(&path) {
            Ok(data) if data.is_file() && data.len() <= MOST => {}
            Ok(_) => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        }
        parse(&fs::read_to_string(&path)?)
    }

    /// Adds a line. Errors: the operating system's.
    pub fn add(&mut self, name: &Path, entry: Entry) -> io::Result<()> {
        let mut file = OpenOptions::new().read(true).append(true).open(&self.path)?;
        if !ends_a_line(&mut file)? {
            // A killed program left a partial line. Completing it could name a file of the user's, so cut it
            // off.
            let text = fs::read(&self.path)?;
            let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            file.set_len(whole as u64)?;
        }
        file.write_all(line(name, entry)?.as_bytes())
    }

    /// Rewrites the list. Errors: the operating system's.
    pub fn rewrite(&mut self, kind: &str, entries: &BTreeMap<PathBuf, Entry>) -> io::Result<()> {
        let mut text = first_line(kind);
        for (name, entry) in entries {
            text += &line(name, *entry)?;
        }
        crate::replace(&self.path, |file| file.write_all(text.as_bytes())).map(drop)
    }
}

/// Whether a file is a temporary marker, by its name and content.
fn is_unfinished(path: &Path, kind: &str) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_named_so = name.starts_with(MARKER) && path.extension().is_some_and(|ending| ending == "part");
    let line = first_line(kind);
    let is_short =
        || fs::symlink_metadata(path).is_ok_and(|data| data.is_file() && data.len() <= line.len() as u64);
    is_named_so && is_short() && fs::read(path).is_ok_and(|text| line.as_bytes().starts_with(&text))
}

fn ends_a_line(file: &mut File) -> io::Result<bool> {
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

fn first_line(kind: &str) -> String {
    format!("faultline {kind} {VERSION}\n")
}

fn line(name: &Path, entry: Entry) -> io::Result<String> {
    let name = name.to_str().ok_or_else(|| {
        io::Error::new(io::ErrorKind::InvalidInput, format!("the name {} is not Unicode", name.display()))
    })?;
    // Windows separators are stored as `/`.
    let name = if cfg!(windows) { name.replace('\\', "/") } else { name.to_owned() };
    Ok(format!("{} {}\n", entry.word(), escaped(&name)))
}

fn escaped(name: &str) -> String {
    name.replace('%', "%25").replace('\n', "%0A").replace('\r', "%0D")
}

fn unescaped(name: &str) -> String {
    name.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
}

fn is_of(root: &Path, kind: &str) -> bool {
    Marker::read(root).is_ok_and(|marker| marker.is_some_and(|(name, _)| name == kind))
}

fn parse(text: &str) -> io::Result<Option<(String, BTreeMap<PathBuf, Entry>)>> {
    let mut lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let ["faultline", kind, version] = words[..] else { return Ok(None) };
    if version.parse() != Ok(VERSION) {
        return Err(io::Error::other(format!(
            "its {MARKER} is of version {version}, and this faultline knows version {VERSION}; use a newer faultline"
        )));
    }
    let entries = lines.filter_map(|line| {
        let (word, name) = line.split_once(' ')?;
        let entry = [Entry::File, Entry::Tree].into_iter().find(|entry| entry.word() == word)?;
        Some((PathBuf::from(unescaped(name)), entry))
    });
    Ok(Some((kind.to_owned(), entries.collect())))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_name_comes_back(name in "[a%0AD25\n\r /é]{1,20}") {
            let text = first_line("recordings") + &line(Path::new(&name), Entry::Tree).expect("Unicode");
            let (_, entries) = parse(&text).expect("readable").expect("a marker");
            prop_assert_eq!(entries.into_keys().collect::<Vec<_>>(), vec![PathBuf::from(name)]);
        }
    }

    #[test]
    fn a_line_behind_a_torn_one_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        Marker::begin(folder.path(), "mutants").expect("a new marker");
        let path = folder.path().join(MARKER);
        fs::write(&path, "faultline mutants 1\nfile a\nfile to").expect("a file");
        Marker::in_folder(folder.path()).add(Path::new("b"), Entry::File).expect("a line");
        let (_, entries) = Marker::read(folder.path()).expect("readable").expect("a marker");
        assert_eq!(entries.into_keys().collect::<Vec<_>>(), [Path::new("a"), Path::new("b")]);
    }

    #[test]
    fn a_torn_line_and_a_foreign_file_say_nothing() {
        let (kind, entries) =
            parse("faultline mutants 1\nfile a\ntree b\nfile c").expect("readable").expect("ours");
        assert_eq!((&kind[..], entries.len()), ("mutants", 2));
        assert!(parse("something else\n").expect("readable").is_none());
        assert!(parse("").expect("readable").is_none());
        assert!(parse("faultline mutants 2\n").is_err());
    }
}
