//! The programs that grow tests and run them.

use std::path::PathBuf;

use faultline_jvm_process::agent::jar::AgentJar;
use faultline_jvm_process::tools::kotlin::Compiler;

/// Locations of our programs.
#[derive(Clone, Debug)]
pub struct Tools {
    /// Edits tests.
    pub grow: PathBuf,
    /// Runs variants.
    pub run: PathBuf,
    /// Records what they cover.
    pub agent: PathBuf,
    /// Compiles tests in Kotlin; `None`: the build's compiler.
    pub kotlin: Option<Compiler>,
}

impl Tools {
    /// The tools beside this program: the jar that grows tests with the one that runs them, and the recording
    /// agent.
    pub fn of(grower: &AgentJar, agent: &AgentJar, kotlin: Option<Compiler>) -> Self {
        Self {
            grow: grower.path().to_owned(),
            run: grower.beside("faultline-amplify-run.jar"),
            agent: agent.path().to_owned(),
            kotlin,
        }
    }
}
