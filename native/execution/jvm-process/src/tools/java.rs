//! The Java that EvoSuite or our compilers run on.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use faultline_files::real;
use faultline_messages::failure::Failure;

use super::installation::{Installation, feature, launcher_on_path};
use crate::process::{output, program};

/// Timeout of asking a Java for its version; it takes a tenth of a second, and longer on a busy machine.
pub(crate) const ANSWER: Duration = Duration::from_secs(30);
/// The last release with a security manager that EvoSuite can install.
const LAST: u32 = 17;

/// A JDK or JRE.
#[derive(Clone, Debug)]
pub struct Java {
    /// The launcher.
    pub launcher: PathBuf,
    /// The value of `JAVA_HOME` for children; `None`: unset it, so that EvoSuite starts its
    /// client with the Java that it runs on itself.
    home: Option<PathBuf>,
}

impl Java {
    /// The Java of `JAVA_HOME`, else the first `java` on the path. Errors: there is none, or it is too new
    /// for EvoSuite.
    pub fn find() -> Result<Self, Failure> {
        let java = from_home(std::env::var_os("JAVA_HOME"))
            .or_else(|| on_path(std::env::var_os("PATH")))
            .ok_or_else(|| Failure::failed("no Java was found; set JAVA_HOME to a Java 17, 11 or 8"))?;
        let release = java.release()?;
        if release > LAST {
            return Err(Failure::failed(format!(
                "EvoSuite cannot run on Java {release} ({}); set JAVA_HOME to a Java 17, 11 or 8",
                java.launcher.display()
            )));
        }
        Ok(java)
    }

    /// A JDK of 11 or newer, whose compiler can run in its own JVM: the recorded Java, else that of
    /// `JAVA_HOME`, else that of the path. Errors: none of them is such a JDK.
    pub fn with_compiler(recorded: &Path) -> Result<Self, Failure> {
        const FIRST: u32 = 11;
        let recorded = Self { launcher: real(recorded), home: None };
        let others = [from_home(std::env::var_os("JAVA_HOME")), on_path(std::env::var_os("PATH"))];
        let is_one =
            |java: &Self| java.compiler().is_ok() && java.release().is_ok_and(|release| release >= FIRST);
        [Some(recorded)].into_iter().chain(others).flatten().find(is_one).ok_or_else(|| {
            Failure::failed(
                "growing tests needs the compiler of a JDK 11 or newer, and neither the recorded Java nor those of \
                 JAVA_HOME and PATH have it; set JAVA_HOME to such a JDK",
            )
        })
    }

    /// A command of this Java.
    pub fn command(&self) -> Command {
        self.prepared(&self.launcher)
    }

    /// The compiler beside the launcher. Errors: this is not a JDK.
    pub fn compiler(&self) -> Result<Command, Failure> {
        let compiler = self.launcher.with_file_name(program::file("javac"));
        if compiler.is_file() {
            return Ok(self.prepared(&compiler));
        }
        Err(Failure::failed(format!(
            "{} is not a JDK: it has no javac to compile the tests with; set JAVA_HOME to a JDK 17, 11 or 8",
            self.launcher.display()
        )))
    }

    fn prepared(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        match &self.home {
            Some(home) => command.env("JAVA_HOME", home),
            None => command.env_remove("JAVA_HOME"),
        };
        // These would affect the client and every JVM of a test, including agents.
        command.env_remove("JAVA_TOOL_OPTIONS").env_remove("_JAVA_OPTIONS");
        command
    }

    /// The feature release: 8, 11, 17. Errors: it does not start, or does not report a version.
    fn release(&self) -> Result<u32, Failure> {
        if let Some(release) = recorded_release(&self.launcher) {
            return Ok(release);
        }
        let failed = |why: String| {
            Failure::failed(format!(
                "{} does not say its version ({why}); set JAVA_HOME to a Java 17, 11 or 8",
                self.launcher.display()
            ))
        };
        let output = output::within(self.command().arg("-version"), ANSWER)
            .map_err(|error| failed(error.to_string()))?;
        let text = String::from_utf8_lossy(&output.stderr);
        let version = text.split_once("version \"").and_then(|(_, version)| feature(version));
        version.ok_or_else(|| failed(text.lines().next().unwrap_or("no output").to_owned()))
    }
}

/// The feature release of a launcher's Java from its `release` file; `None` without one. Starts nothing.
pub fn recorded_release(launcher: &Path) -> Option<u32> {
    feature(&Installation::of_launcher(launcher)?.version)
}

fn from_home(home: Option<OsString>) -> Option<Java> {
    let home = PathBuf::from(home.filter(|home| !home.is_empty())?);
    let launcher = home.join("bin").join(program::file("java"));
    launcher.is_file().then_some(Java { launcher, home: Some(home) })
}

fn on_path(path: Option<OsString>) -> Option<Java> {
    Some(Java { launcher: launcher_on_path(&path?)?, home: None })
}
