//! The request of an amplification.

use std::path::PathBuf;
use std::time::Duration;

use faultline_files::Trust;
use faultline_jvm_process::tools::kotlin::Compiler;
use faultline_recording_store::reading::Reading;

use crate::choose::Choice;
use crate::destination::Destination;

/// The request of an amplification.
#[derive(Clone, Debug)]
pub struct Request {
    /// Recordings; empty: the nearest.
    pub inputs: Vec<PathBuf>,
    /// How the recordings are read.
    pub reading: Reading,
    /// Whose recordings are trusted to say how JVMs are started.
    pub trust: Trust,
    /// Names of the failing tests to grow from; empty: some of each group of failures.
    pub failing: Vec<String>,
    /// Total time, except for building a revision.
    pub budget: Duration,
    /// The source of correct results.
    pub oracle: Oracle,
    /// Number of variants per failing test.
    pub variants: usize,
    /// Whether tests are also sliced to one assertion, or to the throwing statement, with its dependencies.
    pub slices: bool,
    /// Random seed.
    pub seed: u64,
    /// The destination of the chosen tests as source.
    pub write: Option<Destination>,
    /// The criterion of the choice.
    pub choose: Choice,
    /// Maximum number of chosen tests; `None`: all.
    pub most: Option<usize>,
    /// Whether outcomes of conditions are recorded even if the choice does not use them.
    pub branches: bool,
    /// Folders of sources, in addition to the conventional ones.
    pub source: Vec<PathBuf>,
    /// The compiler of tests in Kotlin; `None`: the build's.
    pub kotlin: Option<Compiler>,
    /// The folder of results; `None`: beside the recordings.
    pub dir: Option<PathBuf>,
}

impl Request {
    /// Kinds of elements recorded besides lines, as named in the agent's options.
    pub fn elements(&self) -> &'static [&'static str] {
        if self.branches || self.choose.needs_paths() { &["branches"] } else { &[] }
    }

    /// The default request: 300 variants of each test, the ten most informative written into `tests` of a
    /// folder, no oracle.
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

/// The source of correct results, besides the failing test itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Oracle {
    /// None.
    #[default]
    None,
    /// Correct classes, which replace the project's.
    ClassPath(Vec<PathBuf>),
    /// A correct revision, built in a folder of its own.
    Revision(String),
}

impl Oracle {
    /// Whether there is an oracle.
    pub fn is_there(&self) -> bool {
        *self != Self::None
    }
}
