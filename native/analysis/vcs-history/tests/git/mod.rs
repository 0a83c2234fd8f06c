//! Output of the git program, and repositories created with it.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses its part")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use faultline_vcs_history::{Change, History};

/// Runs git in a folder, ignoring the user's configuration. Returns its output.
pub fn git(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    fed(folder, arguments, b"")
}

/// Like [`git`], with standard input.
pub fn fed(folder: &Path, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child = Command::new("git")
        .current_dir(folder)
        .args(["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"])
        .args(arguments)
        .envs([("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_SYSTEM", "/dev/null")])
        .envs([("GIT_AUTHOR_NAME", "a"), ("GIT_AUTHOR_EMAIL", "a@b"), ("GIT_AUTHOR_DATE", "@1000 +0000")])
        .envs([("GIT_COMMITTER_NAME", "c"), ("GIT_COMMITTER_EMAIL", "c@d")])
        .env("GIT_COMMITTER_DATE", "@1000 +0000")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("these tests compare with git, which is not installed");
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

pub fn rev_list(folder: &Path, revision: &str) -> Vec<String> {
    let output = String::from_utf8(git(folder, &["rev-list", revision])).unwrap();
    output.lines().map(str::to_owned).collect()
}

/// Commits with their changes against each parent in turn, as `git log` lists them.
pub fn log(folder: &Path, revision: &str) -> Vec<(String, Vec<Change>)> {
    let format = "--format=%x01%H";
    let output = git(folder, &["log", "-z", "--raw", "-m", "-M", "--root", format, revision]);
    let mut commits: Vec<(String, Vec<Change>)> = Vec::new();
    let mut tokens = output.split(|&byte| byte == 0);
    while let Some(token) = tokens.next() {
        let token = token.strip_prefix(b"\n").unwrap_or(token);
        if let Some(id) = token.strip_prefix(b"\x01") {
            let id = String::from_utf8(id.to_owned()).unwrap();
            if commits.last().is_none_or(|(last, _)| *last != id) {
                commits.push((id, Vec::new()));
            }
        } else if token.starts_with(b":") {
            let status = token.rsplit(|&byte| byte == b' ').next().unwrap()[0];
            let mut path = || tokens.next().unwrap().into();
            let change = match status {
                b'A' => Change::Added(path()),
                b'M' => Change::Modified(path()),
                b'D' => Change::Deleted(path()),
                b'T' => Change::Retyped(path()),
                b'R' => Change::Renamed { from: path(), to: path() },
                other => panic!("git says {}", char::from(other)),
            };
            commits.last_mut().unwrap().1.push(change);
        }
    }
    commits
}

/// Returns the commits whose mined changes differ from git's, with both lists.
pub fn differences(history: &History, folder: &Path, revision: &str) -> Vec<String> {
    let ids: Vec<&String> = history.commits.iter().map(|commit| &commit.id).collect();
    let listed = rev_list(folder, revision);
    assert_eq!(ids, listed.iter().collect::<Vec<_>>(), "the order of commits");
    // git logs a merge without changes once, not once per parent.
    let mut logged: std::collections::HashMap<String, Vec<Change>> = std::collections::HashMap::new();
    for (id, changes) in log(folder, revision) {
        logged.entry(id).or_default().extend(changes);
    }
    let mut found = Vec::new();
    for commit in &history.commits {
        let expected = logged.remove(&commit.id).unwrap_or_default();
        if commit.changes != expected {
            found.push(format!("{}\n  git: {expected:?}\n  mined: {:?}", commit.id, commit.changes));
        }
    }
    found
}

/// A temporary folder, removed on drop.
pub struct Folder(PathBuf);

static NEXT: AtomicU32 = AtomicU32::new(0);

impl Folder {
    pub fn new() -> Self {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("faultline-history-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Creates a repository from the input of `git fast-import`.
    pub fn imported(stream: &[u8]) -> Self {
        let folder = Self::new();
        git(&folder.0, &["init", "-q"]);
        fed(&folder.0, &["fast-import", "--quiet"], stream);
        folder
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Unpacks all objects, so that single ones can be removed.
    pub fn unpack(&self) {
        git(&self.0, &["config", "gc.auto", "0"]);
        for entry in fs::read_dir(self.0.join(".git/objects/pack")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "pack") {
                let bytes = fs::read(&path).unwrap();
                fs::remove_file(&path).unwrap();
                fs::remove_file(path.with_extension("idx")).unwrap();
                fed(&self.0, &["unpack-objects", "-q"], &bytes);
            }
        }
    }

    /// Removes a loose object.
    pub fn lose(&self, id: &str) {
        fs::remove_file(self.0.join(".git/objects").join(&id[..2]).join(&id[2..])).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Input for `git fast-import`; commits go to `main` by default.
#[derive(Default)]
pub struct Stream {
    pub bytes: Vec<u8>,
    marks: usize,
}

impl Stream {
    /// Begins a commit and returns its mark. Parents are marks; no parents make a root.
    pub fn commit(&mut self, time: i64, author: &str, message: &str, parents: &[usize]) -> usize {
        self.marks += 1;
        let mark = self.marks;
        // A reset branch has only the given parents.
        let text = format!(
            "reset refs/heads/main\ncommit refs/heads/main\nmark :{mark}\nauthor A <{author}> 7 +0000\n\
             committer C <c@d> {time} +0000\ndata {}\n{message}\n",
            message.len()
        );
        self.bytes.extend_from_slice(text.as_bytes());
        for (number, parent) in parents.iter().enumerate() {
            let word = if number == 0 { "from" } else { "merge" };
            self.bytes.extend_from_slice(format!("{word} :{parent}\n").as_bytes());
        }
        mark
    }

    /// Adds a file to the current commit; modes as in git.
    pub fn file(&mut self, mode: &str, path: &[u8], content: &[u8]) {
        self.bytes.extend_from_slice(format!("M {mode} inline ").as_bytes());
        self.path(path);
        self.bytes.extend_from_slice(format!("\ndata {}\n", content.len()).as_bytes());
        self.bytes.extend_from_slice(content);
        self.bytes.push(b'\n');
    }

    pub fn submodule(&mut self, path: &[u8], digit: char) {
        let id: String = std::iter::repeat_n(digit, 40).collect();
        self.bytes.extend_from_slice(format!("M 160000 {id} ").as_bytes());
        self.path(path);
        self.bytes.push(b'\n');
    }

    pub fn delete(&mut self, path: &[u8]) {
        self.bytes.extend_from_slice(b"D ");
        self.path(path);
        self.bytes.push(b'\n');
    }

    pub fn rename(&mut self, from: &[u8], to: &[u8]) {
        self.bytes.extend_from_slice(b"R ");
        self.path(from);
        self.bytes.push(b' ');
        self.path(to);
        self.bytes.push(b'\n');
    }

    fn path(&mut self, path: &[u8]) {
        self.bytes.push(b'"');
        for &byte in path {
            match byte {
                b'"' | b'\\' => self.bytes.extend_from_slice(&[b'\\', byte]),
                b'\n' => self.bytes.extend_from_slice(b"\\n"),
                _ => self.bytes.push(byte),
            }
        }
        self.bytes.push(b'"');
    }
}
