//! The program git.
//!
//! Revisions and paths are named by people and by repositories: one that begins with a dash must not be taken for an option.

use std::path::Path;
use std::process::{Command, Stdio};

/// Git in a folder, for one of its commands: without hooks, which are for people, and without the variables by which git tells
/// a hook that we were started from where it is.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .current_dir(folder)
        .args(["-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false"])
        .stdin(Stdio::null());
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(variable);
    }
    command
}

/// Arguments by which git prints the full name of a revision's commit, whatever the revision is called.
pub fn commit_of(revision: &str) -> [String; 5] {
    let spec = format!("{revision}^{{commit}}");
    ["rev-parse", "--verify", "--quiet", "--end-of-options", &spec].map(str::to_owned)
}
