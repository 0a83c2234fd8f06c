//! Finds the commits that changed a file at given times.

use crate::commit::{Change, Commit, History};

impl History {
    /// Returns the commits of a file's revisions, oldest first. `path` is the file's last name. Units: seconds since 1970.
    ///
    /// Among several commits of the same second, picks one that changed the file under any of its names.
    pub fn commits_of(&self, path: &str, revisions: &[i64]) -> Vec<Option<&Commit>> {
        let mut names = vec![path.to_owned()];
        for commit in &self.commits {
            for change in &commit.changes {
                if let Change::Renamed { from, to } = change
                    && names.iter().any(|name| to == name.as_str())
                {
                    names.push(from.to_string());
                }
            }
        }
        let touches = |commit: &Commit| {
            let of = |change: &Change| match change {
                Change::Added(path)
                | Change::Modified(path)
                | Change::Deleted(path)
                | Change::Retyped(path)
                | Change::Renamed { to: path, .. } => names.iter().any(|name| path == name.as_str()),
            };
            commit.changes.iter().any(of)
        };
        let mut candidates: Vec<&Commit> =
            self.commits.iter().rev().filter(|commit| touches(commit)).collect();
        let mut found = Vec::new();
        for &time in revisions {
            let place = candidates.iter().position(|commit| commit.time == time);
            found.push(place.map(|place| {
                let commit = candidates[place];
                // A merge contributes one difference for each of its two parents.
                if !commit.is_merge() {
                    candidates.remove(place);
                }
                commit
            }));
        }
        found
    }
}
