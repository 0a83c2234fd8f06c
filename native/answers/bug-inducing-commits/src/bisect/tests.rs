//! Copies the failing tests' current sources into old commits.

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

/// File extensions of test sources.
const ENDINGS: [&str; 4] = ["java", "kt", "groovy", "scala"];

/// The sources of the failing tests, written over those of each commit.
#[derive(Debug, Default)]
pub struct TestSources {
    files: Vec<TestSource>,
    /// Files written where the commit has none.
    put: Vec<PathBuf>,
}

#[derive(Debug)]
struct TestSource {
    /// Path below a source root.
    below: String,
    /// Path in the repository.
    path: String,
    content: Vec<u8>,
}

impl TestSources {
    /// The current sources of a group's tests; empty if each commit keeps its own. Errors: a source cannot be
    /// read.
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

    /// Describes which sources replace which, in a sentence; `None` if there are none.
    pub fn words(&self) -> Option<String> {
        let [first, rest @ ..] = &self.files[..] else { return None };
        let more =
            if rest.is_empty() { String::new() } else { format!(" and {}", counted(rest.len(), "other")) };
        Some(format!(
            "each commit is tested with the present {}{more}; --tests-as-committed keeps the commit's",
            first.path
        ))
    }

    /// Writes the sources into a tree. Errors: a source cannot be written.
    pub fn put(&mut self, tree: &Worktree) -> Result<(), Failure> {
        for source in &self.files {
            // The commit may have the source in another folder.
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

    /// Removes the files that the commit does not have.
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

/// Writes a file below a root. A commit may contain links at the file's path or above it that lead outside;
/// they are not followed.
/// Errors: a folder above the file is a link that leads outside; the operating system's.
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
