//! What a user asks.

use std::path::PathBuf;
use std::time::Duration;

use faultline_recordings::reading::Reading;
use faultline_running::work::shard::Shard;

use crate::choice::{Mutants, Tests};

/// What a user asks.
#[derive(Clone, Debug)]
pub struct Request {
    /// Recordings; none: the nearest.
    pub inputs: Vec<PathBuf>,
    /// How they are read.
    pub reading: Reading,
    /// Names of the failing tests to explain; none: all.
    pub failing: Vec<String>,
    /// How long JVMs may work.
    pub budget: Duration,
    /// Which passing tests run on mutants.
    pub tests: Tests,
    /// Which mutants are run.
    pub mutants: Mutants,
    /// How many JVMs at a time; `None`: as many as fit the machine.
    pub jobs: Option<usize>,
    /// Seed of what is left to chance.
    pub seed: u64,
    /// Go on with what the folder has.
    pub resume: bool,
    /// The part of the mutants that is this machine's.
    pub shard: Option<Shard>,
    /// Where results are written; `None`: beside the recordings.
    pub dir: Option<PathBuf>,
}
