//! Projects that are held back: nothing may be learned from them, so none of their faults is recorded.

use std::fs;
use std::path::Path;

use super::repository::Repository;
use crate::BenchError;

/// A list of projects, each `OWNER/NAME` on a line.
#[derive(Clone, Debug, Default)]
pub struct Held {
    projects: Vec<(String, String)>,
}

impl Held {
    /// Reads a list; lines that start with `#` are comments. Errors: it cannot be read, or a line is no `OWNER/NAME`.
    pub fn read(path: &Path) -> Result<Self, BenchError> {
        let text = fs::read_to_string(path).map_err(BenchError::io(path))?;
        Self::parse(&text).map_err(|detail| BenchError::Program { what: path.display().to_string(), detail })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let project = |line: &str| {
            let (owner, name) =
                line.split_once('/').ok_or_else(|| format!("a line is not OWNER/NAME: {line}"))?;
            Ok((owner.to_lowercase(), name.to_lowercase()))
        };
        Ok(Self { projects: lines.map(project).collect::<Result<_, String>>()? })
    }

    /// Refuses a repository that is held back, by its given name or by where it was cloned from. Errors: it is.
    pub fn admit(&self, name: &str, repository: &Repository) -> Result<(), BenchError> {
        let names = [vec![name.to_owned(), repository.name()], repository.remotes()].concat();
        match names.iter().find_map(|name| self.holds(name)) {
            None => Ok(()),
            Some(held) => Err(BenchError::Program {
                what: name.to_owned(),
                detail: format!(
                    "the project {held} is held back: it is measured on, so nothing may be learned from it"
                ),
            }),
        }
    }

    /// The project of a name `OWNER+NAME`, `OWNER/NAME`, an address, or just `NAME`: without an owner it could be any of that name.
    fn holds(&self, name: &str) -> Option<String> {
        let lower = name.to_lowercase();
        let parts: Vec<&str> = lower.trim_end_matches('/').split(['+', '/', ':']).collect();
        let last = parts.last().map(|last| last.strip_suffix(".git").unwrap_or(last))?;
        let owner = parts.len().checked_sub(2).map(|at| parts[at]);
        let is = |(o, n): &&(String, String)| n == last && owner.is_none_or(|owner| owner == o);
        self.projects.iter().find(is).map(|(owner, name)| format!("{owner}/{name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_project_is_known_in_every_spelling() {
        let held = Held::parse("# measured on\nOwner/Lib\n\nother/thing\n").unwrap();
        for name in ["owner+lib", "Owner/Lib", "https://host/Owner/Lib.git", "git@host:owner/lib", "lib"] {
            assert_eq!(held.holds(name).as_deref(), Some("owner/lib"), "{name}");
        }
        for name in ["fork+lib", "owner+lib2", "thing2"] {
            assert_eq!(held.holds(name), None, "{name}");
        }
        assert!(Held::parse("lib\n").unwrap_err().contains("OWNER/NAME"));
    }
}
