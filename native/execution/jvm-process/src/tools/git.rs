//! The program git.
//!
//! Revisions and paths are named by people and by repositories: one that begins with a dash must not be taken for an option.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long a question may take that git answers from its files.
pub const QUESTION: Duration = Duration::from_mins(1);
/// How long writing or removing a working tree may take, filters of the repository (large files from a server) included.
pub const CHECKOUT: Duration = Duration::from_mins(10);

/// Git in a folder, for one of its commands: without hooks and questions, which are for people, and without the variables by
/// which git tells a hook that we were started from where it is.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .current_dir(folder)
        .args(["-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false"])
        // Nobody could answer: the process group is not that of the terminal.
        .env("GIT_TERMINAL_PROMPT", "0");
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
