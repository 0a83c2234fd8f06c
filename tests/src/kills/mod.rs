//! `faultline mutate` killed at moments of real runs: what was there afterwards, what was lost, and whether a resumed run
//! finds what an undisturbed one does.

mod jvms;
mod round;

use std::fmt;

pub use jvms::kill_workers;
pub use round::{Round, Trial};

/// Who is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Victim {
    /// The program; its JVMs are left to themselves until the next run ends them.
    Program,
    /// The program, and at once all its JVMs.
    Everything,
    /// A JVM; the program goes on.
    Jvm,
}

impl Victim {
    /// All, in the order in which they take turns.
    pub const ALL: [Self; 3] = [Self::Program, Self::Everything, Self::Jvm];
}

impl fmt::Display for Victim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Program => "the program",
            Self::Everything => "the program and its JVMs",
            Self::Jvm => "a JVM",
        })
    }
}
