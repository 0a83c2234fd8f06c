//! The command of a JVM like a recorded one, tuned for short runs of many tests.

use std::path::Path;
use std::process::Command;

use faultline_spectrum::Launch;

use crate::jvm::modules;
use crate::tools::entries::SEPARATOR;

/// Arguments of a recorded JVM that are dropped: they would write the user's files, wait for a debugger, or
/// end the JVM when a test should fail.
const LEFT_OUT: [&str; 14] = [
    "-agentlib:jdwp",
    "-Xrunjdwp",
    "-Xdebug",
    "-XX:+HeapDumpOnOutOfMemoryError",
    "-XX:HeapDumpPath",
    "-XX:OnOutOfMemoryError",
    "-XX:OnError",
    "-XX:+ExitOnOutOfMemoryError",
    "-XX:+CrashOnOutOfMemoryError",
    "-XX:StartFlightRecording",
    "-XX:FlightRecorderOptions",
    "-Xloggc",
    "-Xlog:",
    "-XX:ErrorFile",
];
/// Names of agents that measure coverage or time into the user's files, or talk to an IDE that has gone.
const COUNTERS: [&str; 11] = [
    "asyncprofiler",
    "clover",
    "cobertura",
    "hprof",
    "idea_rt",
    "intellij-coverage",
    "jacoco",
    "jcov",
    "jprofiler",
    "kover",
    "yjpagent",
];
/// Beginnings of arguments that name an agent.
const AGENTS: [&str; 4] = ["-javaagent:", "-agentpath:", "-agentlib:", "-Xrun"];

/// Variables with JVM arguments, which are removed so that only recorded ones apply.
const VARIABLES: [&str; 4] = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"];

/// A JVM like a recorded one, with our additions.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The launch of the recorded JVM.
    pub launch: &'a Launch,
    /// Agents, as JVM arguments after the recorded ones.
    pub agents: &'a [String],
    /// Class path entries before and after the recorded ones; the former are also patched into the module of
    /// the tests.
    pub entries: (&'a [String], &'a [String]),
    /// The class whose `main` runs, with its arguments.
    pub main: &'a [String],
    /// The folder for crash logs.
    pub scratch: &'a Path,
}

impl Start<'_> {
    /// The command.
    pub fn command(&self) -> Command {
        let launch = self.launch;
        let mut command = bare(launch);
        command.current_dir(&launch.folder);
        let kept: Vec<&String> = launch.arguments.iter().filter(|argument| is_kept(argument)).collect();
        let has = |start: &str| kept.iter().any(|argument| argument.starts_with(start));
        if !has("-Xmx") && !has("-XX:MaxHeapSize") && !has("-XX:MaxRAMPercentage") {
            command.arg("-Xmx512m");
        }
        // The optimising compiler and a parallel collector cost a short-lived JVM more than they save.
        if !kept.iter().any(|argument| argument.starts_with("-XX:+Use") && argument.ends_with("GC")) {
            command.arg("-XX:+UseSerialGC");
        }
        // A Java that does not know one of these options starts without it.
        command.args(["-XX:+IgnoreUnrecognizedVMOptions", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"]);
        command.args([
            "-XX:-CreateCoredumpOnCrash",
            &format!("-XX:ErrorFile={}", self.scratch.join("crash-%p.log").display()),
        ]);
        // Otherwise the JVM omits the stack traces of frequent exceptions, which modified tests and code
        // throw in unusual places.
        command.arg("-XX:-OmitStackTraceInFastThrow");
        command.args(modules::patched(kept, self.entries.0));
        command.args(self.agents);
        command.args(launch.properties.iter().map(|(name, value)| format!("-D{name}={value}")));
        let mut path: Vec<&str> = self.entries.0.iter().map(String::as_str).collect();
        path.push(&launch.class_path);
        path.extend(launch.launcher.iter().map(String::as_str));
        path.extend(self.entries.1.iter().map(String::as_str));
        path.retain(|entry| !entry.is_empty());
        command.args(["-cp", &path.join(SEPARATOR.encode_utf8(&mut [0; 4]))]).args(self.main);
        command
    }
}

/// A command of the recorded Java with the environment that the build gave it, but without JVM arguments from there.
fn bare(launch: &Launch) -> Command {
    let mut command = Command::new(&launch.java);
    let is_name = |name: &str| !name.is_empty() && !name.contains(['=', '\0']);
    for (name, value) in launch.environment.iter().filter(|(name, _)| is_name(name)) {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    command
}

fn is_kept(argument: &str) -> bool {
    let agent = AGENTS.iter().find_map(|start| argument.strip_prefix(start)).map(name_of_agent);
    let is_counter = agent.is_some_and(|agent| COUNTERS.iter().any(|name| agent.contains(name)));
    !is_counter && !LEFT_OUT.iter().any(|start| argument.starts_with(start))
}

/// The name of an agent's file, without its folder and its options: a folder's name says nothing of the agent.
fn name_of_agent(agent: &str) -> String {
    let path = agent.split('=').next().unwrap_or(agent);
    path.rsplit(['/', '\\']).next().unwrap_or(path).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    fn arguments(given: &[&str]) -> Vec<String> {
        let launch = Launch {
            java: "/j/bin/java".to_owned(),
            arguments: given.iter().map(|&argument| argument.to_owned()).collect(),
            folder: "/p".to_owned(),
            class_path: "/p/a b:/p/c.jar".to_owned(),
            launcher: vec!["/l.jar".to_owned()],
            properties: vec![("x".to_owned(), "a b".to_owned())],
            environment: Vec::new(),
        };
        let strings = |given: &[&str]| given.iter().map(|&one| one.to_owned()).collect::<Vec<_>>();
        let start = Start {
            launch: &launch,
            agents: &strings(&["-javaagent:/f/m.jar=/s/a%20b%3D1"]),
            entries: (&strings(&["/first"]), &strings(&["/last.jar"])),
            main: &strings(&["a.Main", "request"]),
            scratch: Path::new("/s"),
        };
        let command = start.command();
        assert_eq!(command.get_current_dir(), Some(Path::new("/p")));
        command.get_args().map(|argument| argument.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_jvm_is_started_as_the_recorded_one_was() {
        let all =
            arguments(&["-Dy=1", "--add-opens=java.base/java.lang=ALL-UNNAMED", "-javaagent:/mockito.jar"]);
        let end = [
            "-Dy=1",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-javaagent:/mockito.jar",
            "-javaagent:/f/m.jar=/s/a%20b%3D1",
            "-Dx=a b",
            "-cp",
            "/first:/p/a b:/p/c.jar:/l.jar:/last.jar",
            "a.Main",
            "request",
        ];
        assert!(all.ends_with(&end.map(str::to_owned)), "{all:?}");
        assert_eq!(&all[..2], ["-Xmx512m", "-XX:+UseSerialGC"]);
    }

    #[test]
    fn the_environment_is_ours_with_what_the_build_changed_and_without_options_of_jvms() {
        let variable = |name: &str, value: Option<&str>| (name.to_owned(), value.map(str::to_owned));
        let environment = vec![
            variable("MODE", Some("a=b")),
            variable("GONE", None),
            variable("JAVA_TOOL_OPTIONS", Some("-Dx=y")),
            variable("no=name", Some("")),
        ];
        let command = bare(&Launch { java: "/j/bin/java".to_owned(), environment, ..Launch::default() });
        let changed: Vec<_> = command.get_envs().map(|(name, value)| (name.to_str(), value)).collect();
        assert!(changed.contains(&(Some("MODE"), Some(OsStr::new("a=b")))), "{changed:?}");
        for gone in ["GONE", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"] {
            assert!(changed.contains(&(Some(gone), None)), "{gone}: {changed:?}");
        }
        assert_eq!(changed.len(), 6, "{changed:?}");
    }

    #[test]
    fn what_was_chosen_stays_and_what_would_write_wait_or_end_goes() {
        let all = arguments(&[
            "-Xmx2g",
            "-XX:+UseG1GC",
            "-agentlib:jdwp=suspend=y",
            "-XX:+HeapDumpOnOutOfMemoryError",
        ]);
        let has = |text: &str| all.iter().any(|argument| argument.contains(text));
        assert!(has("-Xmx2g") && !has("512m") && has("G1GC") && !has("SerialGC"), "{all:?}");
        assert!(!has("jdwp") && !has("HeapDump"), "{all:?}");
    }

    #[test]
    fn agents_that_count_into_files_are_left_out_by_their_own_names() {
        let kept = |agent: &str| arguments(&[agent]).iter().any(|argument| argument == agent);
        for counter in [
            "-javaagent:/m2/org/jacoco/org.jacoco.agent-0.8.12-runtime.jar=destfile=/p/target/jacoco.exec",
            "-javaagent:/p/kover-jvm-agent-0.9.1.jar=file:/p/kover.args",
            "-agentpath:/opt/libasyncProfiler.so=start,file=/p/out.jfr",
            "-agentlib:hprof=file=/p/java.hprof.txt",
        ] {
            assert!(!kept(counter), "{counter}");
        }
        for other in [
            "-javaagent:/opt/jacoco-demo/aspectjweaver-1.9.22.jar",
            "-javaagent:/m2/byte-buddy-agent.jar=out=/p/kover",
            "-agentpath:/opt/libmine.so",
        ] {
            assert!(kept(other), "{other}");
        }
    }
}
