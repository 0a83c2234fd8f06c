//! Kills real runs of `faultline mutate`, and checks what is readable, what is lost, and whether a resumed run finds the same as an
//! undisturbed one.

mod jvms;
mod round;

use std::fmt;

pub use jvms::kill_workers;
pub use round::{Round, Trial};

/// The victim of a kill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Victim {
    /// The program; its JVMs run until the next run ends them.
    Program,
    /// The program and all its JVMs at the same time.
    Everything,
    /// A JVM; the program continues.
    Jvm,
}

impl Victim {
    /// All victims, in turn.
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
