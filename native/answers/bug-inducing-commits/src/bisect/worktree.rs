//! A working tree of its own, by the program git.

use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_jvm_process::tools::git;
use faultline_messages::failure::Failure;
use tempfile::TempDir;

/// A working tree in a temporary folder; both are gone at the end.
#[derive(Debug)]
pub struct Worktree {
    /// A folder of the repository.
    repository: PathBuf,
    /// Holds the tree, and what is written beside it.
    folder: TempDir,
    /// The folder in the tree that commands run in, below its root.
    below: PathBuf,
}

impl Worktree {
    /// A tree of a commit. Errors: there is no program git, or it says no.
    pub fn new(repository: &Path, commit: &str) -> Result<Self, Failure> {
        let below = git(repository, &["rev-parse", "--show-prefix"]).unwrap_or_default();
        let folder = tempfile::Builder::new().prefix("faultline-bisect-").tempdir();
        let folder = folder.map_err(|error| {
            Failure::failed(format!("a temporary folder cannot be made: {error}; set TMPDIR"))
        })?;
        let tree =
            Self { repository: repository.to_owned(), folder, below: below.trim_end_matches('\n').into() };
        let root = tree.root();
        let root = root.to_string_lossy();
        git(repository, &["worktree", "add", "--quiet", "--detach", "--force", &root, commit])?;
        Ok(tree)
    }

    /// The tree's folder.
    pub fn root(&self) -> PathBuf {
        self.folder.path().join("tree")
    }

    /// The folder that commands run in: the one that stands for the repository's, where the commit has it.
    pub fn place(&self) -> PathBuf {
        let place = self.root().join(&self.below);
        if place.is_dir() { place } else { self.root() }
    }

    /// A file beside the tree.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Makes the tree that of a commit, whatever was changed in it; files that git does not know stay. Errors: git says no.
    pub fn check_out(&self, commit: &str) -> Result<(), Failure> {
        git(&self.root(), &["checkout", "--quiet", "--force", "--detach", commit]).map(drop)
    }

    /// The paths of committed files that end with one, seen from the tree's folder. Errors: git says no.
    pub fn files(&self, below: &str) -> Result<Vec<String>, Failure> {
        let literal: String = below.chars().fold(String::new(), |literal, c| match c {
            '*' | '?' | '[' | '\\' => literal + "\\" + &c.to_string(),
            c => literal + &c.to_string(),
        });
        let pattern = format!(":(top,glob)**/{literal}");
        let out = git(&self.root(), &["ls-files", "-z", "--", &pattern])?;
        Ok(out.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
    }
}

impl Drop for Worktree {
    fn drop(&mut self) {
        let root = self.root();
        let removed = git(&self.repository, &["worktree", "remove", "--force", &root.to_string_lossy()]);
        if removed.is_err() {
            // What git knows of a tree goes once its folder is gone.
            #[cfg_attr(
                not(test),
                expect(clippy::disallowed_methods, reason = "the temporary working tree that new made")
            )]
            let _ = std::fs::remove_dir_all(&root);
            let _ = git(&self.repository, &["worktree", "prune"]);
        }
    }
}

/// A commit's name in full. Errors: there is no program git, or no such commit.
pub fn commit(repository: &Path, revision: &str) -> Result<String, Failure> {
    let arguments = git::commit_of(revision);
    match git(repository, &arguments.each_ref().map(String::as_str)) {
        Ok(out) => Ok(out.trim_end().to_owned()),
        Err(error) if is_there() => {
            drop(error);
            Err(Failure::misuse(format!("--good {revision} names no commit of this repository")))
        }
        Err(error) => Err(error),
    }
}

fn is_there() -> bool {
    Command::new("git").arg("--version").output().is_ok()
}

/// What git prints. Errors: it is not there, or says no.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let output = git::command(folder).args(arguments).output();
    let output = output.map_err(|error| {
        Failure::failed(format!(
            "--bisect needs the program git for a working tree of its own, and it cannot be started: {error}; without \
             --bisect the commits are ranked without it"
        ))
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing").trim();
    Err(Failure::failed(format!("`git {}` failed: {said}", arguments.join(" "))))
}
