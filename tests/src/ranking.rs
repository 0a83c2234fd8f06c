//! Parses the output of `faultline rank --json`.

use serde::Deserialize;

use crate::{Dist, Fixture, run};

/// The output of `faultline rank --json`; see `docs/ci.md`.
#[derive(Clone, Debug, Deserialize)]
pub struct Report {
    /// One ranking per group of failing tests.
    pub groups: Vec<Group>,
}

/// A group of failing tests with its ranking.
#[derive(Clone, Debug, Deserialize)]
pub struct Group {
    /// The group's tests.
    pub failing: Vec<FailingTest>,
    /// Where its exception left the project's code.
    pub thrown_at: Option<ThrowSite>,
    /// Best first.
    pub suspects: Vec<Suspicion>,
}

/// A failing test.
#[derive(Clone, Debug, Deserialize)]
pub struct FailingTest {
    /// Binary name of its class.
    pub class: Option<String>,
    /// Its method.
    pub method: String,
}

/// Where an exception left the project's code.
#[derive(Clone, Debug, Deserialize)]
pub struct ThrowSite {
    /// Binary name of the class.
    pub class: String,
    /// Method name.
    pub method: String,
    /// Source line.
    pub line: Option<u32>,
}

/// A ranked method or line.
#[derive(Clone, Debug, Deserialize)]
pub struct Suspicion {
    /// First place of its tie.
    pub rank_min: f64,
    /// Last place of its tie.
    pub rank_max: f64,
    /// Binary name of the class.
    pub class: String,
    /// Method name.
    pub method: Option<String>,
    /// Source line.
    pub line: Option<u32>,
    /// The parts of its score.
    pub parts: Parts,
}

/// The parts of a score.
#[derive(Clone, Debug, Deserialize)]
pub struct Parts {
    /// Position in the stack trace, from 1, if the ranking uses it.
    pub frame: Option<u32>,
}

impl Report {
    /// The complete Ochiai ranking of a fixture's recording. Panics: `faultline rank` fails, or its output does not match the schema.
    #[track_caller]
    pub fn of(dist: &Dist, fixture: &Fixture, arguments: &[&str]) -> Self {
        Self::ranked(dist, fixture, "ochiai", arguments)
    }

    /// As [`Report::of`], by another ranking.
    #[track_caller]
    pub fn ranked(dist: &Dist, fixture: &Fixture, ranking: &str, arguments: &[&str]) -> Self {
        let mut command = dist.command(&["rank", "--json", "--ranking", ranking, "--top", "0"]);
        let finished = run(command.args(arguments), &fixture.folder);
        finished.expect_code(0);
        serde_json::from_str(&finished.stdout).unwrap_or_else(|e| panic!("{e}: {}", finished.stdout))
    }

    /// The only group. Panics: there are several.
    #[track_caller]
    pub fn only_group(&self) -> &Group {
        assert_eq!(self.groups.len(), 1, "one group of failing tests");
        &self.groups[0]
    }

    /// The group of a test (`Class#method`). Panics: there is none.
    #[track_caller]
    pub fn group_of(&self, test: &str) -> &Group {
        let is = |t: &FailingTest| format!("{}#{}", t.class.as_deref().unwrap_or_default(), t.method) == test;
        let group = self.groups.iter().find(|group| group.failing.iter().any(is));
        group.unwrap_or_else(|| panic!("{test} is in no group of {:#?}", self.groups))
    }
}
