//! `tests/projects/results.json`: the latest findings of each project, of runs on different days.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::found::Found;
use super::table::{Project, Table};

/// The latest findings by project name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Results(BTreeMap<String, Found>);

impl Results {
    /// Reads the file; without one there are no findings. Panics: the file is not what [`keep`](Self::keep) writes.
    pub fn read() -> Self {
        let file = file();
        let Ok(text) = fs::read_to_string(&file) else { return Self::default() };
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
    }

    /// Writes the file. Panics: it cannot be written.
    pub fn keep(&self) {
        let (file, text) = (file(), serde_json::to_string_pretty(self).expect("findings are JSON"));
        fs::write(&file, text + "\n").unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }

    /// Replaces the findings of a project.
    pub fn put(&mut self, project: &Project, found: Found) {
        self.0.insert(project.name.clone(), found);
    }

    /// Whether all checks of this project ran once.
    pub fn has(&self, project: &Project) -> bool {
        self.0.get(&project.name).is_some_and(|found| found.stopped.is_none())
    }

    /// The projects of the table that have findings, in its order, with the reasons that it has now.
    pub fn of<'a>(&self, table: &'a Table) -> Vec<(&'a Project, Found)> {
        let explained = |project: &'a Project| {
            let mut found = self.0.get(&project.name)?.clone();
            found.explain(project);
            Some((project, found))
        };
        table.project.iter().filter_map(explained).collect()
    }
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("projects/results.json")
}
