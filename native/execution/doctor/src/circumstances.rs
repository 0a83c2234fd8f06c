//! Facts about a run besides its recordings.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use faultline_files::{limits, regular};
use faultline_jvm_process::agent::attach::{Attach, is_java};
use faultline_jvm_process::process::program;

/// Facts about a run besides its recordings.
#[derive(Clone, Debug)]
pub struct Circumstances<'a> {
    /// The command that ran, or will run; empty if unknown.
    pub command: &'a [OsString],
    /// How the agent was attached.
    pub attach: Attach,
    /// The command's exit code, once it has run.
    pub exit_code: Option<u8>,
    /// The project folder.
    pub root: &'a Path,
    /// Patterns of `--include`; empty if unknown.
    pub included: &'a [&'a str],
    /// Patterns of `--exclude`; empty if unknown.
    pub excluded: &'a [&'a str],
    /// Whether the command ran a second time without the agent, with which its JVM did not start.
    pub without_agent: bool,
    /// Whether tests were left out for which nothing has changed since they passed; false without a baseline.
    pub affected: bool,
    /// When the command started; `None` if this program did not start it.
    pub started: Option<SystemTime>,
}

/// The program that a command starts, judged by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The launcher `java` itself.
    Java,
    /// `mvn`, or a wrapper of it.
    Maven,
    /// `mvnd`, whose JVM keeps running.
    MavenDaemon,
    /// `gradle`, or a wrapper of it.
    Gradle,
    /// `ant`.
    Ant,
    /// Anything else.
    Other,
}

impl Tool {
    /// The tool of the command; without a command, that of the build file in the project's folder.
    pub fn of(circumstances: &Circumstances) -> Self {
        let Some(program) = circumstances.command.first() else {
            return Self::of_project(circumstances.root);
        };
        if is_java(program) {
            return Self::Java;
        }
        match program::name(program).as_deref() {
            Some("mvn" | "mvnw" | "mvnDebug" | "mvndebug") => Self::Maven,
            Some("mvnd") => Self::MavenDaemon,
            Some("gradle" | "gradlew") => Self::Gradle,
            Some("ant") => Self::Ant,
            _ => Self::Other,
        }
    }

    fn of_project(root: &Path) -> Self {
        let holds = |file: &str| root.join(file).is_file();
        match () {
            () if holds("pom.xml") => Self::Maven,
            () if holds("build.gradle") || holds("build.gradle.kts") => Self::Gradle,
            () if holds("build.xml") => Self::Ant,
            () => Self::Other,
        }
    }
}

/// The file that Maven's script reads after our variable was set, if it assigns `MAVEN_OPTS`.
pub fn maven_rc_that_sets_options(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    if variable("MAVEN_SKIP_RC").is_some_and(|value| !value.is_empty()) {
        return None;
    }
    let home = variable("HOME").map(|home| PathBuf::from(home).join(".mavenrc"));
    [Some(PathBuf::from("/usr/local/etc/mavenrc")), Some(PathBuf::from("/etc/mavenrc")), home]
        .into_iter()
        .flatten()
        .find(|file| regular::read_to_string(file, limits::BUILD_FILE).is_ok_and(|text| sets_options(&text)))
}

/// Whether a script replaces `MAVEN_OPTS`; an assignment that keeps the old value
/// (`MAVEN_OPTS="$MAVEN_OPTS -X"`) does not.
fn sets_options(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| {
        let line = line.strip_prefix("export ").unwrap_or(line).trim_start();
        line.strip_prefix("MAVEN_OPTS=")
            .is_some_and(|value| !value.contains("$MAVEN_OPTS") && !value.contains("${MAVEN_OPTS"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_assignment_that_forgets_the_old_value_drops_the_agent() {
        assert!(sets_options("MAVEN_OPTS=-Xmx1g") && sets_options("  export MAVEN_OPTS=\"-Xmx1g\"\n"));
        assert!(!sets_options("# MAVEN_OPTS=-Xmx1g") && !sets_options("JAVA_HOME=/jdk"));
        assert!(
            !sets_options("MAVEN_OPTS=\"$MAVEN_OPTS -X\"") && !sets_options("MAVEN_OPTS=\"${MAVEN_OPTS:-}\"")
        );
    }
}
