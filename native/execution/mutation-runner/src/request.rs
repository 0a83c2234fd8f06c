//! What a user asks.

use std::path::PathBuf;
use std::time::Duration;

use faultline_files::Trust;
use faultline_jvm_process::work::shard::Shard;
use faultline_recording_store::reading::Reading;

use crate::choice::{Mutants, Tests};

/// What a user asks.
#[derive(Clone, Debug)]
pub struct Request {
    /// Recordings; none: the nearest.
    pub inputs: Vec<PathBuf>,
    /// How they are read.
    pub reading: Reading,
    /// Whose recordings may say how JVMs are started.
    pub trust: Trust,
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
    /// How long things may take that may never end.
    pub limits: Limits,
}

/// How long things may take that may never end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A pair, beside what its test takes: one that waits for what never comes is not told sooner from one on a
    /// busy machine.
    pub pair: Duration,
    /// A pair, however long its test takes, unless the test itself does.
    pub longest_pair: Duration,
    /// A passing test without a mutant, beside ten times what it took when it was recorded; where all tests are asked for, as long
    /// as [`Limits::longest_pair`].
    pub plain: Duration,
    /// How much longer a pair takes before its JVM, which has not ended it, is said to hang.
    pub beyond: Duration,
    /// A JVM that says nothing outside tests: classes are loaded, fixtures run.
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
