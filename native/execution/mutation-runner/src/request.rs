//! The request of a run on mutants.

use std::path::PathBuf;
use std::time::Duration;

use faultline_files::Trust;
use faultline_jvm_process::work::shard::Shard;
use faultline_recording_store::reading::Reading;

use crate::choice::{Mutants, Tests};

/// The request of a run on mutants.
#[derive(Clone, Debug)]
pub struct Request {
    /// Recordings; empty: the nearest.
    pub inputs: Vec<PathBuf>,
    /// How the recordings are read.
    pub reading: Reading,
    /// Whose recordings are trusted to say how JVMs are started.
    pub trust: Trust,
    /// Names of the failing tests to explain; empty: all.
    pub failing: Vec<String>,
    /// Total time that JVMs may work.
    pub budget: Duration,
    /// Which passing tests run on mutants.
    pub tests: Tests,
    /// The mutants to run.
    pub mutants: Mutants,
    /// Maximum number of JVMs at a time; `None`: as many as fit the machine.
    pub jobs: Option<usize>,
    /// Random seed.
    pub seed: u64,
    /// Whether to continue with the results in the folder.
    pub resume: bool,
    /// This machine's part of the mutants.
    pub shard: Option<Shard>,
    /// Where results are written; `None`: beside the recordings.
    pub dir: Option<PathBuf>,
    /// Timeouts.
    pub limits: Limits,
}

/// Timeouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Of a pair, in addition to its test's duration; a shorter timeout could not tell a hanging pair from a
    /// busy machine.
    pub pair: Duration,
    /// Of a pair, whatever its test's duration, unless the test itself takes longer.
    pub longest_pair: Duration,
    /// Of a passing test without a mutant, in addition to ten times its recorded duration. If all tests are
    /// requested, [`Limits::longest_pair`] applies instead.
    pub plain: Duration,
    /// Extra time of a pair that its JVM has not ended, before the JVM counts as hung.
    pub beyond: Duration,
    /// Of a JVM that writes nothing outside tests, while it loads classes and runs fixtures.
    pub silence: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            pair: Duration::from_secs(1),
            longest_pair: Duration::from_secs(10),
            plain: Duration::from_secs(4),
            beyond: Duration::from_secs(3),
            silence: Duration::from_mins(1),
        }
    }
}
