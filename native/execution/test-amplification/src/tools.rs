//! The programs that grow tests and run them.

use std::path::PathBuf;

use faultline_jvm_process::agent::jar::AgentJar;
use faultline_jvm_process::tools::kotlin::Compiler;

/// Where our programs lie.
#[derive(Clone, Debug)]
pub struct Tools {
    /// Edits tests.
    pub grow: PathBuf,
    /// Runs variants.
    pub run: PathBuf,
    /// Records what they cover.
    pub agent: PathBuf,
    /// Compiles tests in Kotlin; `None`: what their build has.
    pub kotlin: Option<Compiler>,
}

impl Tools {
    /// Those beside this program: the jar that grows tests with the one beside it, and the recording agent.
    pub fn of(grower: &AgentJar, agent: &AgentJar, kotlin: Option<Compiler>) -> Self {
        Self {
            grow: grower.path().to_owned(),
            run: grower.beside("faultline-amplify-run.jar"),
            agent: agent.path().to_owned(),
            kotlin,
        }
    }
}
