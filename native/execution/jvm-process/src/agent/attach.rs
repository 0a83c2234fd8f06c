//! Attaches the agent to JVMs, through the command line and environment variables.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::process::program;

/// Variables with options for the JVM that a build tool itself runs in.
const BUILD_TOOL_VARIABLES: [&str; 3] = ["MAVEN_OPTS", "GRADLE_OPTS", "ANT_OPTS"];
/// A variable that every JVM reads.
const ANY_JVM_VARIABLE: &str = "JAVA_TOOL_OPTIONS";
/// A running Gradle daemon keeps the options that it was started with.
const NO_GRADLE_DAEMON: &str = "-Dorg.gradle.daemon=false";

/// The way to attach the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attach {
    /// As an argument of java, or through the build tools' variables.
    Auto,
    /// Through `JAVA_TOOL_OPTIONS`, which reaches every JVM, but makes each print a line.
    Env,
}

/// A command with the agent attached.
#[derive(Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// Variables to set; all others are inherited.
    pub variables: Vec<(&'static str, OsString)>,
}

/// Looks up a variable in the environment that a command inherits.
pub type Environment<'a> = dyn Fn(&str) -> Option<OsString> + 'a;

impl Attachment {
    /// The command without an agent.
    pub fn none(command: &[OsString]) -> Self {
        Self { command: command.to_vec(), variables: Vec::new() }
    }

    /// Attaches the agent's `jar` with `options` to `command` (not empty).
    pub fn new(
        command: &[OsString],
        how: Attach,
        jar: &Path,
        options: &str,
        environment: &Environment,
    ) -> Self {
        let mut agent = OsString::from("-javaagent:");
        agent.push(jar);
        agent.push("=");
        agent.push(options);
        match how {
            Attach::Env => {
                let value = appended(environment, ANY_JVM_VARIABLE, &[&agent]);
                Self { command: command.to_vec(), variables: vec![(ANY_JVM_VARIABLE, value)] }
            }
            Attach::Auto if is_java(&command[0]) => {
                let mut command = command.to_vec();
                command.insert(1, agent);
                Self { command, variables: Vec::new() }
            }
            Attach::Auto => Self {
                command: command.to_vec(),
                variables: BUILD_TOOL_VARIABLES
                    .map(|name| {
                        let mut options = vec![agent.as_os_str()];
                        if name == "GRADLE_OPTS" {
                            options.push(OsStr::new(NO_GRADLE_DAEMON));
                        }
                        (name, appended(environment, name, &options))
                    })
                    .into(),
            },
        }
    }
}

/// Appends to the user's own value, so that its settings are kept.
fn appended(environment: &Environment, name: &str, options: &[&OsStr]) -> OsString {
    let mut value = environment(name).unwrap_or_default();
    for option in options {
        if !value.is_empty() {
            value.push(" ");
        }
        value.push(option);
    }
    value
}

/// Whether a program is the `java` launcher, by its name.
pub fn is_java(program: &OsStr) -> bool {
    program::name(program).is_some_and(|name| name == "java")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attach(command: &[&str], how: Attach, environment: &[(&str, &str)]) -> Attachment {
        let command: Vec<OsString> = command.iter().map(OsString::from).collect();
        let look_up =
            |name: &str| environment.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into());
        Attachment::new(&command, how, Path::new("/lib/a.jar"), "dir=/d,fork=true", &look_up)
    }

    #[test]
    fn java_gets_the_agent_as_its_first_argument() {
        let attachment = attach(&["/jdk/bin/java", "-cp", "x y", "Main"], Attach::Auto, &[]);
        assert_eq!(
            attachment.command,
            ["/jdk/bin/java", "-javaagent:/lib/a.jar=dir=/d,fork=true", "-cp", "x y", "Main"]
        );
        assert!(attachment.variables.is_empty());
    }

    #[test]
    fn build_tools_get_it_after_what_the_user_has() {
        let environment = [("MAVEN_OPTS", "-Xmx1g -Da=b"), ("ANT_OPTS", "")];
        let attachment = attach(&["./mvnw", "test"], Attach::Auto, &environment);
        assert_eq!(attachment.command, ["./mvnw", "test"]);
        let agent = "-javaagent:/lib/a.jar=dir=/d,fork=true";
        assert_eq!(
            attachment.variables,
            [
                ("MAVEN_OPTS", format!("-Xmx1g -Da=b {agent}").into()),
                ("GRADLE_OPTS", format!("{agent} -Dorg.gradle.daemon=false").into()),
                ("ANT_OPTS", agent.into()),
            ]
        );
    }

    #[test]
    fn env_reaches_any_jvm_and_java_keeps_its_arguments() {
        let attachment = attach(&["java", "Main"], Attach::Env, &[("JAVA_TOOL_OPTIONS", "-Xint")]);
        assert_eq!(attachment.command, ["java", "Main"]);
        let value = "-Xint -javaagent:/lib/a.jar=dir=/d,fork=true";
        assert_eq!(attachment.variables, [("JAVA_TOOL_OPTIONS", value.into())]);
    }

    #[test]
    fn only_the_launcher_itself_is_java() {
        assert!(is_java(OsStr::new("java")) && is_java(OsStr::new("/usr/bin/java")));
        assert!(!is_java(OsStr::new("javac")) && !is_java(OsStr::new("/java/mvn")));
    }
}
