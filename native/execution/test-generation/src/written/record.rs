//! Compiles the generated tests and records what they cover.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use faultline_files::{limits, regular};
use faultline_jvm_process::agent::jar::AgentJar;
use faultline_jvm_process::agent::options::AgentOptions;
use faultline_jvm_process::process::group::{Group, how};
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::tools::entries::joined;
use faultline_jvm_process::tools::java::Java;
use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;
use faultline_recording_store::load::read_leniently;
use faultline_spectrum::{ClassName, InitialiserPolicy, Spectrum};

use crate::evosuite::process::log_name;
use crate::evosuite::search::Suite;
use crate::evosuite::tools::Tools;

use super::folder::{CLASS_PATH, COMPILED, Folder};

/// The class that runs the tests.
pub const RUNNER: &str = "org.junit.runner.JUnitCore";

/// The tests of a run, to compile and execute.
#[derive(Debug)]
pub struct Generated<'a> {
    /// The suites.
    pub suites: Vec<&'a Suite>,
    /// The Java that they need.
    pub java: &'a Java,
    /// EvoSuite, which is also their runtime, and our agent.
    pub tools: &'a Tools,
    /// The output folder.
    pub folder: &'a Folder,
    /// The recorded spectrum of the project.
    pub spectrum: &'a Spectrum,
    /// Timeout of all tests together.
    pub limit: Duration,
}

impl Generated<'_> {
    /// Compiles all tests against these classes, and keeps the class path for users. Errors: there is no
    /// compiler, or it reports an error.
    pub fn compile(&self, classes: &[PathBuf], wishes: &mut Wishes) -> Result<(), Failure> {
        let failed = |error: std::io::Error| Failure::failed(format!("compiling the tests failed: {error}"));
        // Classes of an earlier run would be executed, too.
        let compiled = self.folder.compiled().map_err(failed)?;
        let class_path = joined(&self.class_path(classes));
        let options = format!("-cp {}\n", quoted(&class_path));
        self.folder.owned().write(CLASS_PATH, options.as_bytes()).map_err(failed)?;
        let mut command = self.java.compiler()?;
        command
            .args(["-nowarn", "-proc:none", "-encoding", "UTF-8", "-cp", &class_path, "-d"])
            .arg(&compiled);
        command.arg("-sourcepath").arg(self.folder.tests());
        command.args(self.suites.iter().map(|suite| &suite.source));
        let log = self.folder.owned().fresh(log_name("javac")).map_err(failed)?;
        let status = self.wait(&mut command, &log, "compiling the tests", wishes)?;
        if status.success() {
            return Ok(());
        }
        let said = regular::first(&log, limits::SAID).unwrap_or_default();
        let said = String::from_utf8_lossy(&said);
        let first =
            said.lines().find(|line| line.contains("error")).map_or_else(|| how(status), str::to_owned);
        Err(Failure::failed(format!("the generated tests do not compile: {first} (see {})", log.display())))
    }

    /// Executes the compiled tests on these classes and returns their recording; `name` is the name of the
    /// log and the folder. EvoSuite's loader loads the classes, after changing them. Errors: the agent is
    /// missing, the JVM does not start or end, nothing was recorded.
    pub fn execute(&self, classes: &[PathBuf], name: &str, wishes: &mut Wishes) -> Result<Spectrum, Failure> {
        let jar = AgentJar::find()?;
        let failed =
            |error: std::io::Error| Failure::failed(format!("running the generated tests failed: {error}"));
        let records = self.folder.owned().empty_tree(Folder::scratch_of(name)).map_err(failed)?;
        let patterns = self.patterns();
        let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
        let options = AgentOptions {
            dir: &records,
            root: &self.folder.scratch(),
            include: &patterns,
            exclude: &[],
            elements: &[],
            fork: false,
            run: None,
            baseline: None,
            order: None,
        };
        let mut command = self.java.command();
        command.current_dir(self.folder.scratch());
        command.arg(format!("-javaagent:{}={options}", jar.path().display())).arg(self.tools.agent_option());
        command.args(["-ea", "-cp", &joined(&self.class_path(classes)), RUNNER]);
        command.args(self.suites.iter().map(|suite| &suite.class));
        let log = self.folder.owned().fresh(log_name(name)).map_err(failed)?;
        let status = self.wait(&mut command, &log, "running the generated tests", wishes)?;
        drop(jar);
        let (recordings, _) = read_leniently(&records);
        if recordings.iter().all(|recording| recording.tests.is_empty()) {
            return Err(Failure::failed(format!(
                "running the generated tests recorded nothing ({}; see {})",
                how(status),
                log.display()
            )));
        }
        Spectrum::merge(&recordings, InitialiserPolicy::All).map_err(|error| {
            Failure::failed(format!("what the generated tests recorded does not fit: {error}"))
        })
    }

    /// EvoSuite's jar comes last, since it contains old copies of libraries that a project may use.
    fn class_path(&self, classes: &[PathBuf]) -> Vec<PathBuf> {
        let mut path = vec![self.folder.root().join(COMPILED)];
        path.extend_from_slice(classes);
        path.push(self.tools.evosuite.clone());
        path
    }

    /// All recorded classes, as names of outermost classes.
    fn patterns(&self) -> BTreeSet<String> {
        self.spectrum.classes.iter().map(|class| ClassName(&class.name).outermost().to_owned()).collect()
    }

    fn wait(
        &self,
        command: &mut Command,
        log: &Path,
        doing: &str,
        wishes: &mut Wishes,
    ) -> Result<ExitStatus, Failure> {
        let failed = |error: std::io::Error| Failure::failed(format!("{doing} failed: {error}"));
        let _progress = Progress::start(doing);
        let started = Instant::now();
        let mut group = Group::start(command, log).map_err(failed)?;
        loop {
            if let Some(status) = group.poll().map_err(failed)? {
                return Ok(status);
            }
            if wishes.count() > 0 {
                return Err(Failure::failed(format!("{doing} was stopped")));
            }
            if started.elapsed() > self.limit {
                return Err(Failure::failed(format!(
                    "{doing} did not end within {} s and was ended (see {})",
                    self.limit.as_secs(),
                    log.display()
                )));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Quotes a word for an argument file of java and javac.
fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_files_of_arguments_are_quoted() {
        assert_eq!(quoted(r#"/a b:/c"d\e"#), r#""/a b:/c\"d\\e""#);
    }
}
