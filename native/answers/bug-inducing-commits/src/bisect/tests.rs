//! The sources of the failing tests in old commits.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use faultline_files::fresh;
use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_vcs_history::{HistoryError, Snapshot};

use crate::culprits::{Accused, Culprits};

use super::worktree::Worktree;

/// Endings of sources that tests are written in.
const ENDINGS: [&str; 4] = ["java", "kt", "groovy", "scala"];

/// The sources of the failing tests, put over those of each commit.
#[derive(Debug, Default)]
pub struct TestSources {
    files: Vec<TestSource>,
    /// Files that were put where the commit has none.
    put: Vec<PathBuf>,
}

#[derive(Debug)]
struct TestSource {
    /// Below a source root.
    below: String,
    /// In the repository.
    path: String,
    content: Vec<u8>,
}

impl TestSources {
    /// Those of a group's tests as they are now; none where each commit keeps its own. Errors: one cannot be read.
    pub fn of(culprits: &Culprits<'_>, accused: &Accused, as_committed: bool) -> Result<Self, Failure> {
        if as_committed {
            return Ok(Self::default());
        }
        let failed = |error: HistoryError| Failure::failed(error.to_string());
        let files = &culprits.files;
        let tests = accused.tests.iter().map(|test| &culprits.spectrum.tests[test.index()]);
        let classes: BTreeSet<&str> =
            tests.map(|test| test.class.split('$').next().unwrap_or_default()).collect();
        let mut found = Vec::new();
        for class in classes.into_iter().filter(|class| !class.is_empty()) {
            if let Some(source) = source(class, files).map_err(failed)? {
                found.push(source);
            }
        }
        Ok(Self { files: found, put: Vec::new() })
    }

    /// What is put where, in a sentence; `None` if nothing is.
    pub fn words(&self) -> Option<String> {
        let [first, rest @ ..] = &self.files[..] else { return None };
        let more =
            if rest.is_empty() { String::new() } else { format!(" and {}", counted(rest.len(), "other")) };
        Some(format!(
            "{}{more} as of now is put over each commit's; --tests-as-committed leaves it",
            first.path
        ))
    }

    /// Puts the sources into a tree. Errors: one cannot be written.
    pub fn put(&mut self, tree: &Worktree) -> Result<(), Failure> {
        for source in &self.files {
            // A commit may have had it in another folder.
            let known = tree.files(&source.below)?;
            let path = known.first().filter(|_| !known.contains(&source.path)).unwrap_or(&source.path);
            let file = tree.root().join(path);
            let failed = |error| Failure::failed(format!("{} cannot be written: {error}", file.display()));
            write(&tree.root(), &file, &source.content).map_err(failed)?;
            if known.is_empty() {
                self.put.push(file);
            }
        }
        Ok(())
    }

    /// Takes away what a commit did not have.
    pub fn take_back(&mut self) {
        for file in self.put.drain(..) {
            #[cfg_attr(
                not(test),
                expect(clippy::disallowed_methods, reason = "written here, into a temporary working tree")
            )]
            let _ = fs::remove_file(file);
        }
    }
}

/// Writes a file below a root. A commit may have links in its place and above it, which lead anywhere: they are not followed.
/// Errors: a folder above it is a link outward; the operating system's.
fn write(root: &Path, file: &Path, content: &[u8]) -> io::Result<()> {
    let folder = file.parent().unwrap_or(root);
    let there = folder.ancestors().find(|above| above.symlink_metadata().is_ok()).unwrap_or(root);
    if !there.canonicalize()?.starts_with(root.canonicalize()?) {
        return Err(io::Error::other(format!("{} is a link to another place", there.display())));
    }
    fs::create_dir_all(folder)?;
    fresh(file)?.write_all(content)
}

fn source(class: &str, files: &Snapshot) -> Result<Option<TestSource>, HistoryError> {
    for ending in ENDINGS {
        let below = format!("{}.{ending}", class.replace('.', "/"));
        for path in files.paths(&below) {
            let content = match files.uncommitted(&path)? {
                Some(content) => Some(content),
                None => files.committed(&path)?,
            };
            if let Some(content) = content {
                return Ok(Some(TestSource { below, path: path.to_string(), content }));
            }
        }
    }
    Ok(None)
}
