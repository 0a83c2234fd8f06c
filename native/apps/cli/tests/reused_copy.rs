//! A copy of a folder, used again while the programs that run in it leave it as it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use crate::support::{Done, Scratch};

/// When each file and folder changed last, and the size of files.
type State = BTreeMap<PathBuf, (SystemTime, Option<u64>)>;

/// The files that a program changed, made or deleted, with their content; `None` if deleted.
pub type Changes = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// The copy, always at the same path.
pub struct ReusedCopy<'p> {
    project: &'p Scratch,
    copy: PathBuf,
    /// Of the untouched copy; `None` if it has to be made.
    state: Option<State>,
}

impl<'p> ReusedCopy<'p> {
    /// Copies with different names do not share a folder.
    pub fn new(project: &'p Scratch, name: &str) -> Self {
        Self { project, copy: project.0.with_extension(name), state: None }
    }

    /// Runs the program in the copy; returns what it said and changed. What `clean` takes out of files is no change.
    pub fn run(&mut self, words: &[&str], clean: fn(Vec<u8>) -> Vec<u8>) -> (Done, Changes) {
        let before = self.state.take().unwrap_or_else(|| self.made());
        let mut command = self.project.faultline(words);
        command.current_dir(&self.copy).env("FAULTLINE_AGENT", self.copy.join("agent.jar"));
        let done = Done::of(&command.stdin(Stdio::null()).output().unwrap());
        let after = self.now();
        let changes = self.changes(&before, &after, clean);
        // Only what is as it was can be used again.
        self.state = (before == after).then_some(before);
        (done, changes)
    }

    fn made(&self) -> State {
        let _ = fs::remove_dir_all(&self.copy);
        let copied = Command::new("cp").arg("-a").args([&self.project.0, &self.copy]).status().unwrap();
        assert!(copied.success());
        self.now()
    }

    fn now(&self) -> State {
        let mut state = State::new();
        walk(&self.copy, &mut state);
        state
    }

    fn changes(&self, before: &State, after: &State, clean: fn(Vec<u8>) -> Vec<u8>) -> Changes {
        // Git's own files change by themselves.
        let counts = |path: &Path| path.components().all(|part| part.as_os_str() != ".git");
        let files = |state: &'_ State| -> Vec<PathBuf> {
            let files = state.iter().filter(|(path, (_, size))| size.is_some() && counts(path));
            files.map(|(path, _)| path.clone()).collect()
        };
        let mut changes = Changes::new();
        for path in files(before).into_iter().filter(|path| !after.contains_key(path)) {
            changes.insert(path, None);
        }
        for path in files(after).into_iter().filter(|path| before.get(path) != after.get(path)) {
            let content = clean(fs::read(&path).unwrap());
            let original = self.project.0.join(path.strip_prefix(&self.copy).unwrap());
            if fs::read(original).ok().map(clean).as_ref() != Some(&content) {
                changes.insert(path, Some(content));
            }
        }
        changes
    }
}

impl Drop for ReusedCopy<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.copy);
    }
}

fn walk(folder: &Path, state: &mut State) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::symlink_metadata(&path).unwrap();
        let size = metadata.is_file().then_some(metadata.len());
        if metadata.is_dir() {
            walk(&path, state);
        }
        state.insert(path, (metadata.modified().unwrap(), size));
    }
}
