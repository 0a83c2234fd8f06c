//! Attaches the agent to JVMs, through the command line and environment variables.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::java_line::Environment;
use super::{archive_options, java_line};
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

impl Attachment {
    /// The command without an agent.
    pub fn none(command: &[OsString]) -> Self {
        Self { command: command.to_vec(), variables: Vec::new() }
    }

    /// Attaches the agent's `jar` with `options` to `command` (not empty), and options without which a JVM does
    /// not start beside an agent. `folder` is the working directory, `gradle` are further options of Gradle's own JVM.
    pub fn new(
        command: &[OsString],
        how: Attach,
        jar: &Path,
        options: &str,
        folder: &Path,
        gradle: &[OsString],
        environment: &Environment,
    ) -> Self {
        let mut agent = OsString::from("-javaagent:");
        agent.push(jar);
        agent.push("=");
        agent.push(options);
        let mut attachment = match how {
            _ if is_java(&command[0]) => {
                let Some(mut command) = java_line::prepared(command, environment) else {
                    return Self::none(command);
                };
                if how == Attach::Auto {
                    command.insert(1, agent.clone());
                }
                Self { command, variables: Vec::new() }
            }
            Attach::Auto => Self {
                command: command.to_vec(),
                variables: BUILD_TOOL_VARIABLES
                    .map(|name| {
                        let folder = folder_of_maven(command, folder);
                        (name, of_build_tool(name, &agent, &folder, gradle, environment))
                    })
                    .into(),
            },
            Attach::Env if gradle.is_empty() => Self::none(command),
            Attach::Env => Self {
                command: command.to_vec(),
                variables: vec![("GRADLE_OPTS", appended(environment, "GRADLE_OPTS", gradle))],
            },
        };
        if how == Attach::Env {
            let value = with_remedies(environment, ANY_JVM_VARIABLE, &[&agent], &[]);
            attachment.variables.push((ANY_JVM_VARIABLE, value));
        }
        // Nothing else wins over the options in this variable, which each JVM that reads it says.
        if !archive_options::remedies(&java_line::of_variable(environment, java_line::LAST)).is_empty() {
            let value = with_remedies(environment, java_line::LAST, &[], &[]);
            attachment.variables.push((java_line::LAST, value));
        }
        attachment
    }
}

/// The folder of the project that Maven's `-f` names, else the working directory.
fn folder_of_maven(command: &[OsString], folder: &Path) -> PathBuf {
    let named = command.windows(2).find(|pair| pair[0] == "-f" || pair[0] == "--file");
    let file = named.map_or_else(|| folder.to_owned(), |pair| folder.join(&pair[1]));
    if file.is_file() { file.parent().unwrap_or(folder).to_owned() } else { file }
}

/// The value of a build tool's variable with the agent. Maven's script reads a file of the project before it, and
/// Gradle's another variable.
fn of_build_tool(
    name: &str,
    agent: &OsStr,
    folder: &Path,
    gradle: &[OsString],
    environment: &Environment,
) -> OsString {
    match name {
        "MAVEN_OPTS" => with_remedies(environment, name, &[agent], &java_line::of_maven(folder)),
        "GRADLE_OPTS" => {
            let more = java_line::of_variable(environment, "JAVA_OPTS");
            let mut options = vec![agent, OsStr::new(NO_GRADLE_DAEMON)];
            options.extend(gradle.iter().map(OsString::as_os_str));
            with_remedies(environment, name, &options, &more)
        }
        _ => with_remedies(environment, name, &[agent], &[]),
    }
}

/// Appends options to the user's own value, and the remedies of what is set there, `before` it or for every JVM;
/// nothing where the JVM would not start with an agent.
fn with_remedies(environment: &Environment, name: &str, options: &[&OsStr], before: &[String]) -> OsString {
    let mut all: Vec<String> = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"]
        .iter()
        .flat_map(|of| java_line::of_variable(environment, of))
        .collect();
    all.extend_from_slice(before);
    all.extend(java_line::of_variable(environment, name));
    if java_line::own_loader(&all).is_some() {
        return environment(name).unwrap_or_default();
    }
    let remedies = archive_options::remedies(&all);
    let remedies = remedies.iter().map(OsStr::new);
    appended(environment, name, &options.iter().copied().chain(remedies).collect::<Vec<_>>())
}

/// Appends to the user's own value, so that its settings are kept.
fn appended(environment: &Environment, name: &str, options: &[impl AsRef<OsStr>]) -> OsString {
    let mut value = environment(name).unwrap_or_default();
    for option in options {
        if !value.is_empty() {
            value.push(" ");
        }
        value.push(option.as_ref());
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
        let (jar, folder) = (Path::new("/lib/a.jar"), Path::new("/none"));
        Attachment::new(&command, how, jar, "dir=/d,fork=true", folder, &["-Dmore=a".into()], &look_up)
    }

    #[test]
    fn options_that_no_agent_may_stand_beside_are_set_again_behind_them() {
        let auto = ("-XX:+AutoCreateSharedArchive", "-XX:-AutoCreateSharedArchive");
        let agent = "-javaagent:/lib/a.jar=dir=/d,fork=true";
        let java = attach(&["java", auto.0, "Main"], Attach::Auto, &[]);
        assert_eq!(java.command, ["java", agent, auto.0, auto.1, "Main"]);
        let maven = attach(&["mvn", "test"], Attach::Auto, &[("MAVEN_OPTS", auto.0)]);
        assert_eq!(maven.variables[0], ("MAVEN_OPTS", format!("{} {agent} {}", auto.0, auto.1).into()));
        let last = attach(&["mvn", "test"], Attach::Auto, &[("_JAVA_OPTIONS", auto.0)]);
        assert_eq!(last.variables[3], ("_JAVA_OPTIONS", format!("{} {}", auto.0, auto.1).into()));
        let env = attach(&["java", auto.0, "Main"], Attach::Env, &[]);
        assert_eq!(env.command, ["java", auto.0, auto.1, "Main"]);
        assert_eq!(attach(&["java", "-Xshare:dump"], Attach::Auto, &[]).command, ["java", "-Xshare:dump"]);
    }

    #[test]
    fn a_jvm_with_a_system_class_loader_of_its_own_is_left_alone() {
        let own = "-Djava.system.class.loader=a.Own";
        for how in [Attach::Auto, Attach::Env] {
            let java = attach(&["java", own, "Main"], how, &[]);
            assert_eq!((java.command.len(), java.variables.len()), (3, 0));
        }
        let maven = attach(&["mvn", "test"], Attach::Auto, &[("MAVEN_OPTS", own)]);
        assert_eq!(maven.variables[0], ("MAVEN_OPTS", own.into()));
        let every = attach(&["make", "test"], Attach::Env, &[("JAVA_TOOL_OPTIONS", own)]);
        assert_eq!(every.variables[1], ("JAVA_TOOL_OPTIONS", own.into()));
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
                ("GRADLE_OPTS", format!("{agent} -Dorg.gradle.daemon=false -Dmore=a").into()),
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
        let attachment = attach(&["./gradlew", "test"], Attach::Env, &[("JAVA_TOOL_OPTIONS", "-Xint")]);
        let gradle = ("GRADLE_OPTS", "-Dmore=a".into());
        assert_eq!(attachment.variables, [gradle, ("JAVA_TOOL_OPTIONS", value.into())]);
    }

    #[test]
    fn only_the_launcher_itself_is_java() {
        assert!(is_java(OsStr::new("java")) && is_java(OsStr::new("/usr/bin/java")));
        assert!(!is_java(OsStr::new("javac")) && !is_java(OsStr::new("/java/mvn")));
    }
}
