//! A copy of a fixture, built for one version of its framework, and runs of its tests.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::expected::{ExpectedBuild, ExpectedRow};
use crate::{Dist, Finished, Fixture, Markers, Matrix, maven};

use super::cells::{Framework, Line, Runner};
use super::document::Outcome;
use super::jvms::Jvm;

/// A fixture built for one version of its framework.
#[derive(Clone, Debug)]
pub struct Project {
    /// The folder of its pom; sources shared by all fixtures are in `../src/main/java`.
    pub folder: PathBuf,
    framework: Framework,
    version: String,
    markers: Markers,
    rows: BTreeMap<String, ExpectedRow>,
    /// The expected rows if a build tool runs the framework on the JUnit Platform.
    on_platform: Option<BTreeMap<String, ExpectedRow>>,
}

impl Project {
    /// Copies the fixtures and compiles this one with its libraries beside it. Errors: Maven's last line.
    pub fn build(framework: &Framework, version: &str, scratch: &str) -> Result<Self, String> {
        Self::build_with(framework, version, scratch, &[])
    }

    /// As [`Project::build`], with more arguments for Maven.
    pub fn build_with(
        framework: &Framework,
        version: &str,
        scratch: &str,
        arguments: &[&str],
    ) -> Result<Self, String> {
        let copy = Fixture::copy_as("compatibility", scratch, &format!("{}-{version}", framework.folder));
        let rows = |file: &str| {
            let path = copy.folder.join(&framework.folder).join(file);
            let text = std::fs::read_to_string(&path).ok()?;
            Some(toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
        };
        let project = Self {
            folder: copy.folder.join(&framework.folder),
            framework: framework.clone(),
            version: version.to_owned(),
            markers: Markers::of_sources(&copy.folder),
            rows: rows("rows.toml").unwrap_or_else(|| panic!("{} has no rows.toml", framework.folder)),
            on_platform: rows("rows-platform.toml"),
        };
        let mut command = Command::new("mvn");
        command.args(["-B", "-ntp", "-q", "-Pconsole"]).args(project.properties()).args(arguments);
        command.args(["test-compile", "dependency:copy-dependencies"]);
        let finished = maven(&mut command, &project.folder);
        if finished.code == Some(0) { Ok(project) } else { Err(last_words(&finished)) }
    }

    fn properties(&self) -> Vec<String> {
        // The console's version matches that of the engines.
        let platform = match self.version.strip_prefix("5.") {
            Some(rest) => format!("1.{rest}"),
            None => self.version.clone(),
        };
        vec![
            format!("-Dframework.version={}", self.version),
            format!("-Dplatform.version={platform}"),
            format!("-Dmaven.compiler.release={}", self.framework.release),
        ]
    }

    /// Runs the tests of a row on a Java under `faultline run`, and compares rows and lines.
    pub fn run(&self, line: &Line<'_>, jvm: &Jvm, dist: &Dist) -> Outcome {
        let command: Vec<String> = match &line.runner {
            Runner::Plain => self.plain(&jvm.java),
            Runner::Surefire(version) => self.maven(jvm, &[&format!("-Dsurefire.version={version}"), "test"]),
            Runner::Failsafe(version) => self
                .maven(jvm, &[&format!("-Dsurefire.version={version}"), "-Dwithout.surefire=true", "verify"]),
        };
        let rows = self.on_platform.as_ref().filter(|_| line.runner.is_on_platform());
        self.compare(&command, rows.unwrap_or(&self.rows), dist)
    }

    /// The command of the framework's runner.
    pub fn plain(&self, java: &Path) -> Vec<String> {
        let path = "target/classes:target/test-classes:target/libraries/*";
        let start = [java.display().to_string(), "-cp".to_owned(), path.to_owned()];
        start.into_iter().chain(self.framework.plain.iter().cloned()).collect()
    }

    /// The Maven command, with the arguments of the build.
    pub fn maven(&self, jvm: &Jvm, arguments: &[&str]) -> Vec<String> {
        let start = ["mvn", "-B", "-ntp"].map(str::to_owned).into_iter().chain(self.properties());
        let jvm = format!("-Djvm={}", jvm.java.display());
        start.chain([jvm]).chain(arguments.iter().map(|&word| word.to_owned())).collect()
    }

    /// Records a command whose tests fail as expected, and compares rows and lines.
    pub fn check<S: AsRef<OsStr>>(&self, command: &[S], dist: &Dist) -> Outcome {
        self.compare(command, &self.rows, dist)
    }

    fn compare<S: AsRef<OsStr>>(
        &self,
        command: &[S],
        rows: &BTreeMap<String, ExpectedRow>,
        dist: &Dist,
    ) -> Outcome {
        let mut run = dist.command(&["run", "--"]);
        run.args(command);
        let finished = maven(&mut run, &self.folder);
        let recorded = self.folder.join(".faultline");
        if finished.code != Some(1) || !has_recordings(&recorded) {
            return Outcome::Differs(format!("exit code {:?}: {}", finished.code, last_words(&finished)));
        }
        let matrix = Matrix::read(&recorded);
        let expected = ExpectedBuild {
            prepare: Vec::new(),
            command: Vec::new(),
            options: Vec::new(),
            after: BTreeMap::new(),
            exit: 1,
            files: 1,
            flaky: None,
            rows: rows.clone(),
        };
        let differences = matrix.differences(&expected, &self.markers);
        if differences.is_empty() {
            let lines = matrix.rows.iter().map(|row| row.lines.len()).sum();
            Outcome::Agrees { rows: matrix.rows.len(), lines }
        } else {
            Outcome::Differs(differences.lines().next().unwrap_or_default().to_owned())
        }
    }
}

fn has_recordings(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| path.extension().is_some_and(|extension| extension == "flt"))
}

/// The last non-empty line of a program's output.
fn last_words(finished: &Finished) -> String {
    let lines = finished.stdout.lines().chain(finished.stderr.lines());
    let errors: Vec<_> =
        lines.filter(|line| line.starts_with("[ERROR]") || line.starts_with("faultline:")).collect();
    errors.first().copied().or_else(|| finished.stderr.lines().last()).unwrap_or("no output").to_owned()
}
