//! Why nothing was recorded, and what to do about it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::args::Attach;
use crate::words::counted;

use super::attach::is_java;
use super::summary::Summary;

/// What is known about a run besides its recordings.
#[derive(Debug)]
pub struct Circumstances<'a> {
    /// The command that ran.
    pub command: &'a [OsString],
    /// How the agent was attached.
    pub attach: Attach,
    /// The command's exit code.
    pub exit_code: u8,
    /// The project folder.
    pub root: &'a Path,
    /// Whether classes were chosen by `--include`.
    pub included: bool,
}

/// The program that a command starts, as far as its name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tool {
    Java,
    Maven,
    MavenDaemon,
    Gradle,
    Ant,
    Other,
}

impl Circumstances<'_> {
    /// Why the recordings are of no use, in one clause with what to do.
    /// `None` when there is a test and a class to ask questions of.
    pub fn why_nothing(&self, summary: &Summary) -> Option<String> {
        match (summary.tests(), summary.classes) {
            (0, 0) if summary.files == 0 => Some(format!("nothing was recorded: {}", self.why_no_file())),
            (0, 0) => Some(format!(
                "nothing was recorded: a JVM had the agent, but no test was seen and no class was in scope; {}",
                self.scope_advice(summary)
            )),
            (0, classes) => Some(format!(
                "no test was seen, though {} loaded; tests of JUnit 3, 4, 5, 6 and TestNG are seen, \
                 in the JVMs that the build starts: did the tests run?",
                if classes == 1 {
                    "1 class was".to_owned()
                } else {
                    format!("{} were", counted(classes, "class"))
                }
            )),
            (tests, 0) => Some(format!(
                "{} seen, but no class was in scope; {}",
                if tests == 1 { "1 test was".to_owned() } else { format!("{} were", counted(tests, "test")) },
                self.scope_advice(summary)
            )),
            _ => None,
        }
    }

    fn scope_advice(&self, summary: &Summary) -> String {
        if !summary.refused.is_empty() {
            return "the classes that were cannot be recorded; compile with line numbers (javac -g)"
                .to_owned();
        }
        if self.included {
            return "no class matches --include; names are like `org.example.*`".to_owned();
        }
        format!(
            "classes are taken from below {}; name others with --include 'org.example.*'",
            self.root.display()
        )
    }

    fn why_no_file(&self) -> String {
        let tool = tool(self.command);
        if let (Tool::Maven, Attach::Auto, Some(file)) = (tool, self.attach, maven_rc_that_sets_options()) {
            return format!(
                "{} sets MAVEN_OPTS and so drops the agent; run with MAVEN_SKIP_RC=1 or --attach env",
                file.display()
            );
        }
        let text = match tool {
            // 128+n: a signal, and no fault of the build's.
            _ if (129..=159).contains(&self.exit_code) => "the command was stopped before its tests started",
            Tool::MavenDaemon if self.attach == Attach::Auto => {
                "mvnd's daemon has no agent when it was running already; use mvn instead"
            }
            Tool::Java if self.exit_code != 0 => {
                "the program ended before a test or a class of the project; see its output"
            }
            Tool::Java => return self.java_advice(),
            Tool::Maven | Tool::MavenDaemon | Tool::Gradle | Tool::Ant if self.exit_code != 0 => {
                "the build failed before its tests started; see its output"
            }
            Tool::Maven | Tool::MavenDaemon => {
                "Maven started no test; does this phase run tests (mvn test), and is skipTests unset?"
            }
            Tool::Gradle => {
                "Gradle started no test; it skips tests that are up to date: add --rerun-tasks \
                 (and leave out --daemon)"
            }
            Tool::Ant => "Ant started no test; does this target run tests?",
            Tool::Other if self.attach == Attach::Env => {
                "no JVM had a test or a class of the project; did the command start java?"
            }
            Tool::Other => {
                "no JVM got the agent; for commands that start none through java, Maven, Gradle or \
                 Ant use faultline run --attach env -- ..."
            }
        };
        text.to_owned()
    }

    fn java_advice(&self) -> String {
        format!(
            "the program ran no test and loaded no class from below {}; name classes with --include 'org.example.*'",
            self.root.display()
        )
    }
}

fn tool(command: &[OsString]) -> Tool {
    let Some(program) = command.first() else { return Tool::Other };
    if is_java(program) {
        return Tool::Java;
    }
    let name = Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned());
    match name.as_deref() {
        Some("mvn" | "mvnw" | "mvnDebug") => Tool::Maven,
        Some("mvnd") => Tool::MavenDaemon,
        Some("gradle" | "gradlew") => Tool::Gradle,
        Some("ant") => Tool::Ant,
        _ => Tool::Other,
    }
}

/// The file that Maven's script reads after our variable was set, if it assigns it.
fn maven_rc_that_sets_options() -> Option<PathBuf> {
    if std::env::var_os("MAVEN_SKIP_RC").is_some_and(|value| !value.is_empty()) {
        return None;
    }
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".mavenrc"));
    [Some(PathBuf::from("/usr/local/etc/mavenrc")), Some(PathBuf::from("/etc/mavenrc")), home]
        .into_iter()
        .flatten()
        .find(|file| fs::read_to_string(file).is_ok_and(|text| text.contains("MAVEN_OPTS=")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn reason(command: &str, exit_code: u8, summary: &Summary) -> Option<String> {
        let command = [OsString::from(command)];
        Circumstances {
            command: &command,
            attach: Attach::Auto,
            exit_code,
            root: Path::new("/project"),
            included: false,
        }
        .why_nothing(summary)
    }

    fn nothing(command: &str, exit_code: u8) -> String {
        reason(command, exit_code, &Summary::default()).unwrap()
    }

    #[test]
    fn a_test_and_a_class_are_something() {
        let summary = Summary { files: 1, classes: 1, outcomes: [1, 0, 0, 0], ..Summary::default() };
        assert_eq!(reason("mvn", 0, &summary), None);
    }

    #[test]
    fn without_a_file_the_advice_depends_on_the_tool() {
        assert!(nothing("./gradlew", 0).contains("--rerun-tasks"));
        assert!(nothing("/opt/bin/gradle", 1).contains("before its tests"));
        assert!(
            nothing("mvn", 1).contains("before its tests") || nothing("mvn", 1).contains("MAVEN_SKIP_RC")
        );
        assert!(nothing("./build.sh", 130).contains("stopped before its tests"));
        assert!(nothing("mvnd", 0).contains("use mvn"));
        assert!(nothing("make", 0).contains("--attach env"));
        assert!(nothing("java", 0).contains("--include"));
    }

    #[test]
    fn tests_without_a_class_point_to_include() {
        let summary = Summary { files: 1, outcomes: [2, 0, 0, 0], ..Summary::default() };
        let reason = reason("mvn", 0, &summary).unwrap();
        assert!(reason.starts_with("2 tests were seen, but no class was in scope"), "{reason}");
        assert!(reason.contains("--include") && reason.contains("/project"), "{reason}");
    }

    #[test]
    fn classes_that_were_all_refused_point_to_the_compiler() {
        let refused = BTreeMap::from([("no line numbers".to_owned(), 3)]);
        let summary = Summary { files: 1, outcomes: [2, 0, 0, 0], refused, ..Summary::default() };
        assert!(reason("mvn", 0, &summary).unwrap().contains("javac -g"));
    }

    #[test]
    fn classes_without_a_test_ask_whether_tests_ran() {
        let summary = Summary { files: 1, classes: 3, ..Summary::default() };
        assert!(
            reason("mvn", 0, &summary).unwrap().starts_with("no test was seen, though 3 classes were loaded")
        );
    }
}
