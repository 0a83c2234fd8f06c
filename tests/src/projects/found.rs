//! The findings of a project's checks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::table::{Check, Project};

/// A difference that a check found.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct Difference {
    /// The check.
    pub check: Check,
    /// The test or class, and how it differs.
    pub what: String,
    /// The reason, if the table knows one.
    pub why: Option<String>,
}

impl Difference {
    /// A difference without a reason yet.
    pub fn new(check: Check, what: String) -> Self {
        Self { check, what, why: None }
    }
}

/// The results of a project.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
pub struct Found {
    /// The day of the run (ISO 8601).
    pub day: String,
    /// Number of reported tests without the agent.
    pub tests: usize,
    /// How many of them failed.
    pub failed: usize,
    /// How many differ between two runs without the agent, so that they are not compared.
    pub unsteady: usize,
    /// Number of rows.
    pub rows: usize,
    /// Number of classes among the elements.
    pub classes: usize,
    /// Number of tests that were also run alone.
    pub sampled: usize,
    /// Numbers of (test, line) pairs that differ alone, by the rule that explains them.
    pub by_rule: BTreeMap<String, usize>,
    /// The differences.
    pub differences: Vec<Difference>,
    /// Why the project could not be checked.
    pub stopped: Option<String>,
}

impl Found {
    /// Adds the reasons that the table knows.
    pub fn explain(&mut self, project: &Project) {
        for difference in &mut self.differences {
            difference.why = project.why(difference.check, &difference.what).map(|known| known.why.clone());
        }
    }

    /// Whether nothing remains to be explained.
    pub fn agrees(&self) -> bool {
        self.stopped.is_none() && self.differences.iter().all(|difference| difference.why.is_some())
    }
}
