//! Options for reading recordings: what is charged to a test besides the code between its start and end, and
//! which executions of a test are rows.

use faultline_spectrum::{FlakyPolicy, Policies};

use crate::memory::Memory;

/// Options for reading recordings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// What is charged to tests.
    pub policies: Policies,
    /// Which executions are rows.
    pub executions: FlakyPolicy,
    /// Whether a test has the lines of the JVMs that it started.
    pub with_started: bool,
    /// Whether tests of programs that tasks start are rows beside those of the build's test JVMs.
    pub with_programs: bool,
    /// Whether rows that were carried over from earlier runs are left out.
    pub without_carried: bool,
    /// The memory that it may take.
    pub memory: Memory,
}
