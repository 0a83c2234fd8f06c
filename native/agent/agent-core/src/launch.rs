//! Describes how this JVM was started, as far as the process knows.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::path::{Path, is_separator};

use faultline_spectrum::Launch;

/// Program, arguments and folder; Java adds the rest. `told` are the arguments as the JVM parsed them, if it provides them.
/// Java 8 does not, but has no argument files either, so there the arguments of the process are the same.
pub fn launch(told: Option<Vec<String>>, agent: &str, home: &str) -> Launch {
    let folder = env::current_dir().unwrap_or_default();
    Launch {
        java: program(home),
        arguments: arguments(told, agent).collect(),
        folder: folder.to_string_lossy().into_owned(),
        ..Launch::default()
    }
}

/// Adds `-ea`, unless the arguments configure assertions: Surefire enables them in the running JVM instead.
pub fn check_assertions(arguments: &mut Vec<String>) {
    let says =
        |argument: &String| ["-ea", "-enableassertions"].iter().any(|option| argument.starts_with(option));
    if !arguments.iter().any(says) {
        arguments.push("-ea".to_owned());
    }
}

/// Whether the JVM was started with another agent, which may transform classes before ours. `told` and `agent` as for
/// [`launch`].
pub fn has_other_agents(told: Option<Vec<String>>, agent: &str) -> bool {
    arguments(told, agent).any(|argument| AGENTS.iter().any(|option| argument.starts_with(option)))
}

/// The JVM's arguments, without our agent.
fn arguments(told: Option<Vec<String>>, agent: &str) -> impl Iterator<Item = String> {
    let all = told.unwrap_or_else(|| of_jvm(&of_process()));
    all.into_iter().filter(move |argument| !is_ours(argument, agent))
}

/// The running program if it is `java`, otherwise `java` in `home`: programs that embed a JVM start differently.
fn program(home: &str) -> String {
    let name = format!("java{EXE_SUFFIX}");
    let running = env::current_exe().ok();
    let java = running.filter(|program| program.file_name().is_some_and(|file| *file == *name));
    java.unwrap_or_else(|| Path::new(home).join("bin").join(name)).to_string_lossy().into_owned()
}

/// The arguments of this process. Without `/proc`, taken from the standard library; on Linux its result depends on how the
/// process was started.
fn of_process() -> Vec<String> {
    let Ok(text) = fs::read("/proc/self/cmdline") else {
        return env::args_os().skip(1).map(|part| part.to_string_lossy().into_owned()).collect();
    };
    let parts = text.strip_suffix(b"\0").unwrap_or(&text).split(|&byte| byte == 0).skip(1);
    parts.map(|part| String::from_utf8_lossy(part).into_owned()).collect()
}

/// The JVM options of a command line: up to the main class or `-jar`, without the class path.
fn of_jvm(command: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = command.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "-cp" | "-classpath" | "--class-path" => drop(rest.next()),
            "-jar" => break,
            other if !other.starts_with('-') => break,
            other => kept.push(other.to_owned()),
        }
    }
    kept
}

/// Options that load an agent.
const AGENTS: [&str; 2] = ["-javaagent:", "-agentpath:"];
/// Prefixes of our library's name; the second is for Windows.
const LIBRARIES: [&str; 2] = ["libfaultline", "faultline.dll"];

/// Whether an argument loads our agent's jar or our library.
fn is_ours(argument: &str, agent: &str) -> bool {
    let value = AGENTS.iter().find_map(|option| argument.strip_prefix(option));
    let path = value.map(|value| value.split_once('=').map_or(value, |(path, _)| path));
    path.is_some_and(|path| {
        let name = path.rsplit(is_separator).next().unwrap_or(path);
        path == agent
            || name == "faultline-agent.jar"
            || LIBRARIES.iter().any(|library| name.starts_with(library))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn of_a_command_line_only_what_is_the_jvms_is_kept() {
        let command = ["-Xmx1g", "-cp", "a:b", "-ea", "-Dx=y z", "org.x.Main", "-v", "secret"];
        assert_eq!(of_jvm(&texts(&command)), ["-Xmx1g", "-ea", "-Dx=y z"]);
        assert_eq!(of_jvm(&texts(&["-Dk=v", "-jar", "a.jar", "-x"])), ["-Dk=v"]);
        assert_eq!(of_jvm(&texts(&["-classpath"])), Vec::<String>::new());
    }

    #[test]
    fn assertions_are_checked_as_the_arguments_say_or_everywhere() {
        let of = |given: &[&str]| {
            let mut arguments = texts(given);
            check_assertions(&mut arguments);
            arguments
        };
        assert_eq!(of(&["-Xmx1g"]), ["-Xmx1g", "-ea"]);
        assert_eq!(of(&["-ea:org.x..."]), ["-ea:org.x..."]);
        assert_eq!(of(&["-enableassertions"]), ["-enableassertions"]);
    }

    #[test]
    fn our_agents_are_left_out_and_others_stay() {
        let told = texts(&[
            "-javaagent:/p/my.jar=dir=/q",
            "-javaagent:/dist/lib/faultline-agent.jar=x",
            "-agentpath:/tmp/libfaultline.so",
            "-agentpath:/tmp/faultline.dll=throw-sites",
            "-javaagent:/r/jacoco.jar=destfile=x",
            "-ea",
        ]);
        assert!(has_other_agents(Some(told.clone()), "/p/my.jar"));
        assert!(!has_other_agents(Some(texts(&["-javaagent:/p/my.jar", "-ea"])), "/p/my.jar"));
        let launch = launch(Some(told), "/p/my.jar", "/jdk");
        assert_eq!(launch.arguments, ["-javaagent:/r/jacoco.jar=destfile=x", "-ea"]);
        assert!(!launch.folder.is_empty());
        assert_eq!(launch.java, "/jdk/bin/java", "this program is no java");
    }
}
