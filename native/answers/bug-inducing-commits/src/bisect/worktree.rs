//! A temporary git worktree.

use std::path::{Path, PathBuf};
use std::time::Duration;

use faultline_jvm_process::process::output::{NoOutput, within};
use faultline_jvm_process::tools::git::{self, CHECKOUT, QUESTION};
use faultline_messages::failure::Failure;
use tempfile::TempDir;

/// A git worktree in a temporary folder. Dropping it removes both.
#[derive(Debug)]
pub struct Worktree {
    /// A folder of the repository.
    repository: PathBuf,
    /// The temporary folder: holds the worktree and files beside it.
    folder: TempDir,
    /// The working directory of commands, relative to the worktree's root.
    below: PathBuf,
}

impl Worktree {
    /// Checks out a commit in a new worktree. Errors: git is missing or fails.
    pub fn new(repository: &Path, commit: &str) -> Result<Self, Failure> {
        let below = below(repository)?;
        let folder = tempfile::Builder::new().prefix("faultline-bisect-").tempdir();
        let folder = folder.map_err(|error| {
            Failure::failed(format!("a temporary folder cannot be made: {error}; set TMPDIR"))
        })?;
        let tree = Self { repository: repository.to_owned(), folder, below };
        let root = tree.root();
        let root = root.to_string_lossy();
        let arguments = ["worktree", "add", "--quiet", "--detach", "--force", &root, commit];
        git(repository, CHECKOUT, &arguments)?;
        Ok(tree)
    }

    /// The worktree's root folder.
    pub fn root(&self) -> PathBuf {
        self.folder.path().join("tree")
    }

    /// The working directory of commands: the folder that corresponds to the repository's, or the root if the
    /// commit lacks it.
    pub fn place(&self) -> PathBuf {
        let place = self.root().join(&self.below);
        if place.is_dir() { place } else { self.root() }
    }

    /// A file beside the worktree.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Checks out a commit and discards changes of tracked files; untracked files stay. Errors: git fails.
    pub fn check_out(&self, commit: &str) -> Result<(), Failure> {
        let arguments = ["checkout", "--quiet", "--force", "--detach", commit];
        git(&self.root(), CHECKOUT, &arguments).map(drop)
    }

    /// Paths of committed files that end with `below`, relative to the worktree's root. Errors: git fails.
    pub fn files(&self, below: &str) -> Result<Vec<String>, Failure> {
        let literal: String = below.chars().fold(String::new(), |literal, c| match c {
            '*' | '?' | '[' | '\\' => literal + "\\" + &c.to_string(),
            c => literal + &c.to_string(),
        });
        let pattern = format!(":(top,glob)**/{literal}");
        let out = git(&self.root(), QUESTION, &["ls-files", "-z", "--", &pattern])?;
        Ok(out.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
    }
}

impl Drop for Worktree {
    fn drop(&mut self) {
        let root = self.root();
        // `--force` twice, because an interrupted git leaves the worktree locked.
        let arguments = ["worktree", "remove", "--force", "--force", &root.to_string_lossy()];
        let removed = git(&self.repository, CHECKOUT, &arguments);
        if removed.is_err() {
            // Git prunes the worktree's metadata once its folder is gone.
            #[cfg_attr(
                not(test),
                expect(clippy::disallowed_methods, reason = "the temporary working tree that new made")
            )]
            let _ = std::fs::remove_dir_all(&root);
            let _ = git(&self.repository, QUESTION, &["worktree", "unlock", &root.to_string_lossy()]);
            let _ = git(&self.repository, QUESTION, &["worktree", "prune"]);
        }
    }
}

/// Path of a folder below its worktree's root; empty for a bare repository. Errors: git is missing.
fn below(repository: &Path) -> Result<PathBuf, Failure> {
    let mut command = git::command(repository);
    let output = within(command.args(["rev-parse", "--show-prefix"]), QUESTION).map_err(no_git)?;
    let prefix = if output.status.success() { String::from_utf8_lossy(&output.stdout) } else { "".into() };
    Ok(prefix.trim_end_matches('\n').into())
}

/// A commit's full name. Errors: git is missing, or there is no such commit.
pub fn commit(repository: &Path, revision: &str) -> Result<String, Failure> {
    let arguments = git::commit_of(revision);
    let output = within(git::command(repository).args(arguments), QUESTION).map_err(no_git)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned());
    }
    Err(Failure::misuse(format!("--good {revision} is not a commit of this repository")))
}

fn no_git(why: NoOutput) -> Failure {
    why.failure(|error| {
        format!(
            "--bisect needs the program git for a working tree of its own, and it cannot be started: {error}; without \
             --bisect the commits are ranked without it"
        )
    })
}

/// Runs git and returns its output. Errors: git is missing, exceeds the time limit, or fails.
fn git(folder: &Path, limit: Duration, arguments: &[&str]) -> Result<String, Failure> {
    let output = within(git::command(folder).args(arguments), limit).map_err(no_git)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing").trim();
    Err(Failure::failed(format!("`git {}` failed: {said}", arguments.join(" "))))
}
