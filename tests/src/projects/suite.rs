//! Runs of a project's own tests, with and without the agent.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::loaded::Logs;
use super::ran::{last_words, within};
use super::table::{Build, Project, Tool};
use crate::{Dist, Reports};

/// Checks of other kinds, which have nothing to do with the tests and need more than an archive holds.
const WITHOUT: [&str; 9] = [
    "-Drat.skip",
    "-Dcheckstyle.skip",
    "-Denforcer.skip",
    "-Djacoco.skip",
    "-Danimal.sniffer.skip",
    "-Dspotless.check.skip",
    "-Dbaseline.skip",
    "-Dremoteresources.skip",
    "-Dmaven.test.failure.ignore=true",
];

/// The folder of all that a build of Ant or Gradle writes.
const OUTPUT: &str = "build";

/// A laid out project.
#[derive(Clone, Copy, Debug)]
pub struct Suite<'a> {
    /// The project.
    pub project: &'a Project,
    /// The folder of its build.
    pub folder: &'a Path,
    /// The program of its build tool.
    pub tool: &'a Path,
}

impl Suite<'_> {
    /// The reports of a run without the agent, whose JVMs may log the classes that they load. Errors: no test was reported.
    pub fn plain(self, logs: Option<&Logs>) -> Result<Reports, String> {
        let mut command = Command::new(self.tool);
        if let Some(logs) = logs {
            command.env("JAVA_TOOL_OPTIONS", logs.options());
        }
        self.run(command)
    }

    /// The reports of a run with the agent, whose recordings lie in `.faultline`. Errors: no test was reported.
    pub fn recorded(self, dist: &Dist) -> Result<Reports, String> {
        let mut command = dist.command(&["run", "--"]);
        command.arg(self.tool);
        self.run(command)
    }

    fn run(self, mut command: Command) -> Result<Reports, String> {
        let output = self.folder.join(OUTPUT);
        let stale = if self.is_maven() { reports_below(self.folder) } else { vec![output.clone()] };
        for folder in stale.into_iter().filter(|folder| folder.exists()) {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        if self.is_maven() {
            command.args(["-B", "-ntp"]).args(self.goals()).args(WITHOUT);
        } else {
            command.arg("test");
        }
        command.args(&self.project.arguments);
        let ended = within(&mut command, self.folder)?;
        let reports = if self.is_maven() { Reports::read(self.folder) } else { Reports::below(&output) };
        if reports.cases.is_empty() {
            Err(format!("no test was reported: {}", last_words(&ended.output)))
        } else {
            Ok(reports)
        }
    }

    fn is_maven(self) -> bool {
        self.project.tool == Tool::Maven
    }

    /// The goals of Maven.
    fn goals(self) -> Vec<String> {
        match &self.project.surefire {
            // What a made build unpacked stays.
            None if self.project.build == Build::Made => vec!["surefire:test".to_owned()],
            None => vec!["test".to_owned()],
            Some(version) => {
                let goal = format!("org.apache.maven.plugins:maven-surefire-plugin:{version}:test");
                vec!["test-compile".to_owned(), goal]
            }
        }
    }
}

/// The folders of reports in `target` folders of a project and its modules.
fn reports_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for path in fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.ends_with("target") {
                found.extend(Some(path.join("surefire-reports")).filter(|reports| reports.is_dir()));
            } else if path.is_dir() && !path.is_symlink() {
                waiting.push(path);
            }
        }
    }
    found
}
