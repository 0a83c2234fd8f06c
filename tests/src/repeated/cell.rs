//! A build on one Java.

use std::fmt;
use std::process::Command;

use serde_json::Value;

use crate::compatibility::Jvm;
use crate::{Dist, Finished, Fixture, maven, run as run_program};

/// The result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The build does not support that Java.
    NotTried,
    /// Tests ran on mutants.
    Ran {
        /// Number of pairs of a test and a mutant.
        pairs: u64,
        /// Number of tests with something to run.
        tests: u64,
        /// Unusable tests, with reasons.
        left_out: Vec<(String, String)>,
    },
    /// The reason why there is no result.
    Failed(String),
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTried => f.write_str("-"),
            Self::Ran { pairs, tests, left_out } if left_out.is_empty() => {
                write!(f, "{pairs} pairs, {tests} tests")
            }
            Self::Ran { pairs, tests, left_out } => {
                write!(f, "{pairs} pairs, {tests} tests, {} left out", left_out.len())
            }
            Self::Failed(why) => write!(f, "**fails**: {}", why.replace('|', "/")),
        }
    }
}

/// Records the tests of a build on that Java, and runs them on mutants there.
pub fn run(fixture: &Fixture, jvm: &Jvm, dist: &Dist) -> Cell {
    let java = format!("-Djvm={}", jvm.java.display());
    let mut record = dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]);
    let recorded = maven(record.arg(java), &fixture.folder);
    if recorded.code != Some(1) {
        return Cell::Failed(format!("recording ended with {:?}: {}", recorded.code, last(&recorded)));
    }
    match mutated(&mut dist.command(&["mutate", "--tests", "all", "--json"]), fixture) {
        Ok(report) => of(&report),
        Err(why) => Cell::Failed(why),
    }
}

fn mutated(command: &mut Command, fixture: &Fixture) -> Result<Value, String> {
    let finished = run_program(command, &fixture.folder);
    if finished.code != Some(0) {
        return Err(format!("exit code {:?}: {}", finished.code, last(&finished)));
    }
    serde_json::from_str(&finished.stdout).map_err(|why| format!("no JSON: {why}"))
}

fn of(report: &Value) -> Cell {
    if report["ended"] != "done" {
        return Cell::Failed(format!("it did not come to its end: {}", report["ended"]));
    }
    let number = |name: &str| report[name].as_u64().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let left_out = report["left_out"].as_array().into_iter().flatten();
    Cell::Ran {
        pairs: number("pairs"),
        tests: number("failing") + number("passing"),
        left_out: left_out.map(|left| (text(&left["name"]), text(&left["why"]))).collect(),
    }
}

fn last(finished: &Finished) -> String {
    finished.stderr.lines().last().unwrap_or("no output").to_owned()
}
