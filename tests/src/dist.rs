//! The distribution under test.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The assembled distribution: `bin/faultline` and `lib/faultline-agent.jar`.
#[derive(Clone, Debug)]
pub struct Dist {
    root: PathBuf,
}

impl Dist {
    /// The distribution in `FAULTLINE_DIST`, by default `dist` of this checkout. Panics: it is missing; the message says what to run.
    pub fn find() -> Self {
        let root = std::env::var_os("FAULTLINE_DIST")
            .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../dist"), PathBuf::from);
        let dist = Self { root };
        for file in [dist.executable(), dist.agent()] {
            assert!(
                file.is_file(),
                "{} is missing: run `make dist` first, or set FAULTLINE_DIST",
                file.display()
            );
        }
        Self { root: dist.root.canonicalize().expect("a folder that exists has a path") }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.root
    }

    /// The command line.
    pub fn executable(&self) -> PathBuf {
        self.root.join("bin/faultline")
    }

    /// Path of the agent's jar.
    pub fn agent(&self) -> PathBuf {
        self.root.join("lib/faultline-agent.jar")
    }

    /// Path of the jar for EvoSuite. Panics: it is missing.
    pub fn evosuite_agent(&self) -> PathBuf {
        let jar = self.root.join("lib/faultline-evosuite.jar");
        assert!(jar.is_file(), "{} is missing: run `make dist` first", jar.display());
        jar
    }

    /// `faultline ARGUMENTS...`, as outside of a build server, on which `run` ranks.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.executable());
        command.args(arguments).env_remove("CI");
        command
    }
}
