//! The Java that EvoSuite runs on.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use faultline_files::{limits, regular};
use faultline_messages::failure::Failure;

use super::launcher;
use crate::process::program;

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
    /// That of `JAVA_HOME`, else the first `java` of the path.
    /// Errors: there is none, or it is too new for EvoSuite.
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

    /// A JDK of 11 or newer, whose compiler can be asked in its own JVM: the recorded Java where that is one, else that of
    /// `JAVA_HOME`, else that of the path. Errors: none of them is.
    pub fn with_compiler(recorded: &Path) -> Result<Self, Failure> {
        const FIRST: u32 = 11;
        let launcher = dunce::canonicalize(recorded).unwrap_or_else(|_| recorded.to_owned());
        let recorded = Self { launcher, home: None };
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

    /// The compiler beside the launcher. Errors: this is no JDK.
    pub fn compiler(&self) -> Result<Command, Failure> {
        let compiler = self.launcher.with_file_name(program::file("javac"));
        if compiler.is_file() {
            return Ok(self.prepared(&compiler));
        }
        Err(Failure::failed(format!(
            "{} is no JDK: it has no javac to compile the tests with; set JAVA_HOME to a JDK 17, 11 or 8",
            self.launcher.display()
        )))
    }

    fn prepared(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        match &self.home {
            Some(home) => command.env("JAVA_HOME", home),
            None => command.env_remove("JAVA_HOME"),
        };
        // They would reach the client and every JVM of a test, agents in them included.
        command.env_remove("JAVA_TOOL_OPTIONS").env_remove("_JAVA_OPTIONS");
        command
    }

    /// 8, 11, 17. Errors: it does not start, or says nothing of a version.
    fn release(&self) -> Result<u32, Failure> {
        if let Some(release) = release_beside(&self.launcher) {
            return Ok(release);
        }
        let failed = |why: String| {
            Failure::failed(format!(
                "{} does not say its version ({why}); set JAVA_HOME to a Java 17, 11 or 8",
                self.launcher.display()
            ))
        };
        let output = self
            .command()
            .arg("-version")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| failed(error.to_string()))?;
        let said = String::from_utf8_lossy(&output.stderr);
        version_in(&said, "version \"")
            .ok_or_else(|| failed(said.lines().next().unwrap_or("no output").to_owned()))
    }
}

/// 8, 11, 17, as the file `release` of a launcher's Java says; `None` where it has none. Starts nothing.
pub fn release_beside(launcher: &Path) -> Option<u32> {
    let launcher = dunce::canonicalize(launcher).ok()?;
    let file = launcher.parent()?.parent()?.join("release");
    version_in(&regular::read_to_string(&file, limits::BUILD_FILE).ok()?, "JAVA_VERSION=\"")
}

fn from_home(home: Option<OsString>) -> Option<Java> {
    let home = PathBuf::from(home.filter(|home| !home.is_empty())?);
    let launcher = home.join("bin").join(program::file("java"));
    launcher.is_file().then_some(Java { launcher, home: Some(home) })
}

fn on_path(path: Option<OsString>) -> Option<Java> {
    let launcher = std::env::split_paths(&path?)
        .map(|folder| folder.join(program::file("java")))
        .find(|java| java.is_file())?;
    // Usually a chain of links into the JDK, beside whose java stands its javac.
    let launcher = launcher::behind(dunce::canonicalize(&launcher).unwrap_or(launcher));
    Some(Java { launcher, home: None })
}

/// The release in what stands behind `mark`: 8 for `1.8.0_292`, 17 for `17.0.1`.
fn version_in(text: &str, mark: &str) -> Option<u32> {
    let version = &text[text.find(mark)? + mark.len()..];
    let mut numbers = version.split(|c: char| !c.is_ascii_digit()).map(str::parse);
    match numbers.next()?.ok()? {
        1 => numbers.next()?.ok(),
        release => Some(release),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_in_both_ways_of_counting() {
        assert_eq!(version_in("x\nJAVA_VERSION=\"17.0.15\"\n", "JAVA_VERSION=\""), Some(17));
        assert_eq!(version_in("openjdk version \"1.8.0_292\"", "version \""), Some(8));
        assert_eq!(version_in("openjdk version \"25\" 2025-09-16", "version \""), Some(25));
        assert_eq!(version_in("command not found", "version \""), None);
    }
}
