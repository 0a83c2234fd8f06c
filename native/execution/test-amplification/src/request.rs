//! What a user asks.

use std::path::PathBuf;
use std::time::Duration;

use faultline_files::Trust;
use faultline_jvm_process::tools::kotlin::Compiler;
use faultline_recording_store::reading::Reading;

use crate::choose::Choice;
use crate::destination::Destination;

/// What a user asks.
#[derive(Clone, Debug)]
pub struct Request {
    /// Recordings; none: the nearest.
    pub inputs: Vec<PathBuf>,
    /// How they are read.
    pub reading: Reading,
    /// Whose recordings may say how JVMs are started.
    pub trust: Trust,
    /// Names of the failing tests to grow from; none: some of each group of failures.
    pub failing: Vec<String>,
    /// How long all may take, but for building a revision.
    pub budget: Duration,
    /// What tells how variants should end.
    pub oracle: Oracle,
    /// Variants per failing test.
    pub variants: usize,
    /// Whether tests are also cut down to one assertion, or what threw, and what it depends on.
    pub slices: bool,
    /// Seed of what is left to chance.
    pub seed: u64,
    /// Where the chosen tests are written as source.
    pub write: Option<Destination>,
    /// What they are chosen by.
    pub choose: Choice,
    /// How many; `None`: all.
    pub most: Option<usize>,
    /// Whether outcomes of conditions are recorded, though the choice does not look at them.
    pub branches: bool,
    /// Folders of sources, besides those found by convention.
    pub source: Vec<PathBuf>,
    /// Compiles tests in Kotlin; `None`: what their build has.
    pub kotlin: Option<Compiler>,
    /// Where results are written; `None`: beside the recordings.
    pub dir: Option<PathBuf>,
}

impl Request {
    /// What is recorded of variants besides lines, as the agent takes it.
    pub fn elements(&self) -> &'static [&'static str] {
        if self.branches || self.choose.needs_paths() { &["branches"] } else { &[] }
    }

    /// The usual one: 300 variants of each test, the ten that tell most written into `tests` of a folder, no oracle.
    pub fn usual(inputs: &[PathBuf], failing: &[String], budget: Duration, out: PathBuf) -> Self {
        Self {
            inputs: inputs.to_vec(),
            reading: Reading::default(),
            trust: Trust::default(),
            failing: failing.to_vec(),
            budget,
            oracle: Oracle::None,
            variants: 300,
            slices: false,
            seed: 1,
            write: Some(Destination { folder: out, below: "tests".into() }),
            choose: Choice::default(),
            most: Some(10),
            branches: false,
            source: Vec::new(),
            kotlin: None,
            dir: None,
        }
    }
}

/// What tells how variants should end, besides the failing test itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Oracle {
    /// Nobody.
    #[default]
    None,
    /// Classes that are right: they take the place of the project's.
    ClassPath(Vec<PathBuf>),
    /// A revision that is right, built in a folder of its own.
    Revision(String),
}

impl Oracle {
    /// Whether anybody knows.
    pub fn is_there(&self) -> bool {
        *self != Self::None
    }
}
