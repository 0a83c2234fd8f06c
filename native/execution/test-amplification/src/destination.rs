//! Destinations of tests written as source.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use faultline_files::{OutputFile, OwnedFolder, limits, regular};
use faultline_messages::failure::Failure;
use faultline_recording_store::generated::KIND;

/// Start of the last line of our sources among the user's; a checksum of the text before it follows.
const MARK: &str = "// Written by faultline amplify, which replaces this file as long as nobody changes it: ";

/// The destination of written tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// A folder of ours, or a new one.
    pub folder: PathBuf,
    /// The folder of sources inside it; empty: the folder itself, which may be the user's.
    pub below: PathBuf,
}

/// A folder for sources of tests.
#[derive(Debug)]
pub enum Sources {
    /// A folder inside a folder of ours.
    Ours(OwnedFolder, PathBuf),
    /// A folder that may contain the user's sources, such as `src/test/java`.
    Theirs(PathBuf),
}

impl Sources {
    /// Opens the destination. Errors: it should be a folder of ours, but contains foreign files; the
    /// operating system's.
    pub fn take(out: &Destination) -> Result<Self, Failure> {
        if out.below.as_os_str().is_empty() {
            return Ok(Self::Theirs(out.folder.clone()));
        }
        let folder = OwnedFolder::take(&out.folder, KIND);
        let folder = folder.map_err(|refusal| Failure::failed(refusal.to_string()))?;
        Ok(Self::Ours(folder, out.below.clone()))
    }

    /// Writes a source, replacing one that we wrote. Returns its path. Errors: a foreign file has its name;
    /// the operating system's.
    pub fn write(&self, name: &Path, text: &[u8]) -> Result<PathBuf, Failure> {
        match self {
            Self::Ours(folder, below) => {
                let name = below.join(name);
                folder.write(&name, text).map_err(|error| failed(folder.root(), &error))?;
                Ok(folder.root().join(name))
            }
            Self::Theirs(folder) => {
                fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
                let path = faultline_files::inside(folder, name).map_err(|error| failed(folder, &error))?;
                let file = OutputFile { path: &path, option: "--out", what: "a test" };
                let written = file.write(is_ours, &marked(text));
                written.map_err(|refusal| Failure::failed(refusal.to_string()))?;
                Ok(path)
            }
        }
    }

    /// Copies a source that a JVM wrote below the folder `staged`. Returns its path. Errors: as
    /// [`Sources::write`].
    pub fn take_in(&self, file: &Path, staged: &Path) -> Result<PathBuf, Failure> {
        let failed = |error: &io::Error| failed(staged, error);
        let name = file.strip_prefix(staged).map_err(|error| failed(&io::Error::other(error)))?;
        let text = regular::read(file, limits::SOURCE).map_err(|error| failed(&error))?;
        self.write(name, &text)
    }
}

fn failed(folder: &Path, error: &io::Error) -> Failure {
    Failure::failed(format!("tests cannot be written into {}: {error}; name another --out", folder.display()))
}

/// Appends the line that identifies our sources.
fn marked(text: &[u8]) -> Vec<u8> {
    let mut marked = text.to_vec();
    if !text.is_empty() && !text.ends_with(b"\n") {
        marked.push(b'\n');
    }
    let sum = crc32fast::hash(&marked);
    marked.extend(format!("{MARK}{sum:08x}\n").into_bytes());
    marked
}

/// Whether a source is unchanged since we wrote it.
fn is_ours(content: &[u8]) -> bool {
    let line = MARK.len() + 9;
    content
        .split_at_checked(content.len().saturating_sub(line))
        .is_some_and(|(text, last)| last == format!("{MARK}{:08x}\n", crc32fast::hash(text)).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_among_the_users_is_replaced_as_long_as_nobody_changed_it() {
        let scratch = tempfile::tempdir().expect("a folder");
        fs::write(scratch.path().join("FooTest.java"), "class FooTest {}").expect("a file");
        let out = Destination { folder: scratch.path().to_owned(), below: PathBuf::new() };
        let sources = Sources::take(&out).expect("it may hold what it likes");
        let name = Path::new("org/x/FooTestAmplified.java");
        let path = sources.write(name, b"class FooTestAmplified {}").expect("a new file");
        sources.write(name, b"class FooTestAmplified { int x; }\n").expect("one of ours");
        let text = fs::read_to_string(&path).expect("a file");
        assert!(text.starts_with("class FooTestAmplified { int x; }\n// Written by faultline"), "{text}");
        fs::write(&path, text.replace("int x", "int y")).expect("a file");
        let refused =
            sources.write(name, b"class FooTestAmplified {}").expect_err("it was changed").to_string();
        assert!(
            refused.contains("is not a test that faultline wrote; name another file with --out"),
            "{refused}"
        );
        assert!(
            sources.write(Path::new("FooTest.java"), b"").is_err()
                && sources.write(Path::new("../x"), b"").is_err()
        );
        assert!(is_ours(&marked(b"")) && !is_ours(b"") && !is_ours(b"class FooTest {}"));
    }
}
