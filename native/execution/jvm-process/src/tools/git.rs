//! The program git.
//!
//! Revisions and paths come from users and repositories: one that begins with a dash must not be taken for an
//! option.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Timeout of a query that git answers from its files.
pub const QUESTION: Duration = Duration::from_mins(1);
/// Timeout of writing or removing a worktree, including the repository's filters (large files from a server).
pub const CHECKOUT: Duration = Duration::from_mins(10);

/// A git command in a folder, without hooks and prompts, which are for people, and without the variables that
/// git sets for hooks.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .current_dir(folder)
        .args(["-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false"])
        // Nobody could answer: the process group is not the terminal's.
        .env("GIT_TERMINAL_PROMPT", "0");
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(variable);
    }
    command
}

/// Arguments to print the full hash of a revision's commit, safe for any revision name.
pub fn commit_of(revision: &str) -> [String; 5] {
    let spec = format!("{revision}^{{commit}}");
    ["rev-parse", "--verify", "--quiet", "--end-of-options", &spec].map(str::to_owned)
}
