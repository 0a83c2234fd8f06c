//! A red build that somebody once had: the fix commit's tests, its parent's main sources, everything else as the fix has it.

use std::fs;
use std::path::{Path, PathBuf};

use super::repository::{Repository, git};
use super::side::{self, Side, is_source};
use crate::BenchError;

/// The version of main sources in a checkout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The parent's.
    Faulty,
    /// The fix's.
    Fixed,
}

/// A working tree of its own, at the parent; tests and other files of the fix are uncommitted changes in it.
#[derive(Clone, Debug)]
pub struct Checkout {
    /// Its folder.
    pub home: PathBuf,
    /// The fix, as a full hash.
    pub fix: String,
    /// Its parent, as a full hash.
    pub parent: String,
    changed: Vec<Changed>,
}

#[derive(Clone, Debug)]
struct Changed {
    path: String,
    is_in_parent: bool,
    is_in_fix: bool,
}

impl Checkout {
    /// Checks out a commit into a folder, which is replaced; objects stay in the repository. Errors: git fails, or the commit has not
    /// exactly one parent.
    pub fn of(repository: &Repository, fix: &str, home: &Path) -> Result<Self, BenchError> {
        if home.exists() {
            fs::remove_dir_all(home).map_err(BenchError::io(home))?;
        }
        let full = |revision: &str| -> Result<String, BenchError> {
            let commit = format!("{revision}^{{commit}}");
            Ok(repository.git(&["rev-parse", "--verify", "--end-of-options", &commit])?.trim().to_owned())
        };
        let (fix, parent) = (full(fix)?, full(&format!("{fix}^"))?);
        let target = home.to_string_lossy();
        repository.git(&["clone", "--quiet", "--shared", "--no-checkout", ".", &target])?;
        check_out(home, &fix)?;
        git(home, &["reset", "--quiet", &parent])?;
        let status = git(home, &["diff", "--name-status", "--no-renames", &parent, &fix])?;
        let changed = status.lines().filter_map(|line| line.split_once('\t')).map(|(letter, path)| Changed {
            path: path.to_owned(),
            is_in_parent: letter != "A",
            is_in_fix: letter != "D",
        });
        Ok(Self { home: home.to_owned(), changed: changed.collect(), fix, parent })
    }

    /// Puts main sources of a version in place, and removes what was built of another. Errors: git fails, or a file cannot be removed.
    pub fn set(&self, version: Version) -> Result<(), BenchError> {
        let commit = if version == Version::Faulty { &self.parent } else { &self.fix };
        for file in self.changed.iter().filter(|file| Side::of(&file.path) == Side::Main) {
            let is_there = if version == Version::Faulty { file.is_in_parent } else { file.is_in_fix };
            let path = self.home.join(&file.path);
            if is_there {
                git(&self.home, &["checkout", "--quiet", commit, "--", &file.path])?;
            } else if path.exists() {
                fs::remove_file(&path).map_err(BenchError::io(&path))?;
            }
        }
        git(&self.home, &["reset", "--quiet", &self.parent])?;
        // A compiler that builds only what is newer would keep classes of the other version.
        for target in self.targets()? {
            fs::remove_dir_all(&target).map_err(BenchError::io(&target))?;
        }
        Ok(())
    }

    /// Package and class name of the test sources that the fix adds or changes.
    pub fn tests(&self) -> Vec<(String, &str)> {
        let is_test =
            |file: &&Changed| file.is_in_fix && Side::of(&file.path) == Side::Test && is_source(&file.path);
        self.changed.iter().filter(is_test).filter_map(|file| side::class(&file.path)).collect()
    }

    /// Copies the class files of all modules into one folder. Errors: there is none, or it cannot be copied.
    pub fn copy_classes(&self, into: &Path) -> Result<(), BenchError> {
        let mut copied = 0;
        for target in self.targets()? {
            let classes = target.join("classes");
            if classes.is_dir() {
                copied += copy(&classes, into)?;
            }
        }
        if copied > 0 {
            return Ok(());
        }
        let detail = "the build wrote no class files into target/classes".to_owned();
        Err(BenchError::Program { what: self.home.display().to_string(), detail })
    }

    /// Sets versions that were never released to their releases, in all poms. Returns whether there was one. Errors: a file cannot be
    /// written.
    pub fn release(&self) -> Result<bool, BenchError> {
        let mut changed = false;
        for pom in self.find(|path| path.ends_with("pom.xml"))? {
            let Ok(text) = fs::read_to_string(&pom) else { continue };
            let released = released(&text);
            if released != text {
                fs::write(&pom, released).map_err(BenchError::io(&pom))?;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// The folders `target` beside a pom.
    pub fn targets(&self) -> Result<Vec<PathBuf>, BenchError> {
        let poms = self.find(|path| path.ends_with("pom.xml"))?;
        Ok(poms.iter().map(|pom| pom.with_file_name("target")).filter(|path| path.is_dir()).collect())
    }

    /// Files of the checkout, outside `.git`, `target` and sources.
    fn find(&self, is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, BenchError> {
        let (mut found, mut open) = (Vec::new(), vec![self.home.clone()]);
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).map_err(BenchError::io(&folder))? {
                let path = entry.map_err(BenchError::io(&folder))?.path();
                let is_inside = [".git", "target", "src"].iter().any(|name| path.ends_with(name));
                if path.is_dir() && !path.is_symlink() && !is_inside {
                    open.push(path);
                } else if is_wanted(&path) {
                    found.push(path);
                }
            }
        }
        Ok(found)
    }
}

/// Writes the files of a commit. A partial clone may lack large ones; a test that needs one fails on both versions and is left out.
/// Errors: git fails, or a source or build file is among those.
fn check_out(home: &Path, commit: &str) -> Result<(), BenchError> {
    let Err(error) = git(home, &["checkout", "--quiet", "--force", "--detach", commit]) else {
        return Ok(());
    };
    git(home, &["read-tree", "--reset", commit])?;
    // Unlike `checkout`, it goes on after a file that it cannot write, and then fails.
    let _ = git(home, &["checkout-index", "--all", "--force", "--quiet"]);
    let missing = git(home, &["ls-files", "--deleted"])?;
    let matters = |path: &str| is_source(path) || Side::of(path) == Side::Build;
    if missing.lines().any(matters) { Err(error) } else { Ok(()) }
}

/// `1.2` of `1.2-SNAPSHOT` and `1.2-rc1-SNAPSHOT`.
fn released(pom: &str) -> String {
    let mut parts = pom.split("-SNAPSHOT").peekable();
    let mut text = String::new();
    while let Some(part) = parts.next() {
        let candidate =
            part.rfind("-rc").filter(|at| part[at + 3..].bytes().all(|byte| byte.is_ascii_digit()));
        let end = candidate.filter(|_| parts.peek().is_some()).unwrap_or(part.len());
        text.push_str(&part[..end]);
    }
    text
}

/// Copies class files; returns how many there were.
fn copy(from: &Path, to: &Path) -> Result<usize, BenchError> {
    fs::create_dir_all(to).map_err(BenchError::io(to))?;
    let mut copied = 0;
    for entry in fs::read_dir(from).map_err(BenchError::io(from))? {
        let entry = entry.map_err(BenchError::io(from))?;
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copied += copy(&path, &place)?;
        } else if path.extension().is_some_and(|extension| extension == "class") {
            fs::copy(&path, &place).map_err(BenchError::io(&path))?;
            copied += 1;
        }
    }
    Ok(copied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreleased_versions_become_their_releases() {
        let pom = "<version>2.1-rc1-SNAPSHOT</version><a>x-rc</a><version>3-SNAPSHOT</version>-rc2";
        assert_eq!(released(pom), "<version>2.1</version><a>x-rc</a><version>3</version>-rc2");
        assert_eq!(released("<version>1</version>"), "<version>1</version>");
    }
}
