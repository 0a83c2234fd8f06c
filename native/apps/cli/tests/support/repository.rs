//! Creates git repositories for tests; needs the program git.
#![allow(dead_code, missing_docs, reason = "a test's own tools, each file with its part")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Commits on one branch, for `git fast-import`.
#[derive(Default)]
pub struct Commits(String);

impl Commits {
    /// Starts a commit. Units: the time is in seconds since 1970.
    pub fn commit(mut self, time: i64, author: &str, message: &str) -> Self {
        let length = message.len();
        write!(
            self.0,
            "commit refs/heads/main\nauthor A <{author}> {time} +0000\ncommitter C <c@d> {time} +0000\n\
             data {length}\n{message}\n"
        )
        .unwrap();
        self
    }

    /// Sets the content of a file in the current commit.
    pub fn file(mut self, path: &str, content: &str) -> Self {
        write!(self.0, "M 644 inline {path}\ndata {}\n{content}\n", content.len()).unwrap();
        self
    }

    pub fn renamed(mut self, from: &str, to: &str) -> Self {
        writeln!(self.0, "R {from} {to}").unwrap();
        self
    }

    /// Creates a repository with these commits in a folder.
    pub fn import(&self, folder: &Path) {
        git(folder, &["init", "-q"], "");
        git(folder, &["symbolic-ref", "HEAD", "refs/heads/main"], "");
        if !self.0.is_empty() {
            git(folder, &["fast-import", "--quiet"], &self.0);
        }
    }
}

/// Runs git in a folder, with standard input.
pub fn git(folder: &Path, arguments: &[&str], input: &str) {
    let mut child = Command::new("git")
        .current_dir(folder)
        .args(arguments)
        .envs([("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_SYSTEM", "/dev/null")])
        .stdin(Stdio::piped())
        .spawn()
        .expect("these tests make repositories with git, which is not installed");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success(), "git {arguments:?}");
}
