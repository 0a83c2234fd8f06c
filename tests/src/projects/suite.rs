//! Runs of a project's own tests, with and without the agent.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::ran::{Ended, last_words, within};
use super::table::{Build, Project};
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

/// A laid out project.
#[derive(Clone, Copy, Debug)]
pub struct Suite<'a> {
    /// The project.
    pub project: &'a Project,
    /// The folder of its build.
    pub folder: &'a Path,
}

impl Suite<'_> {
    /// The reports of a run without the agent. Errors: no test was reported.
    pub fn plain(self) -> Result<Reports, String> {
        self.run(Command::new("mvn"))
    }

    /// The reports of a run with the agent, whose recordings lie in `.faultline`. Errors: no test was reported.
    pub fn recorded(self, dist: &Dist) -> Result<Reports, String> {
        self.run(dist.command(&["run", "--", "mvn"]))
    }

    fn run(self, mut command: Command) -> Result<Reports, String> {
        for folder in reports_below(self.folder) {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        command.args(["-B", "-ntp"]).args(self.goals()).args(WITHOUT).args(&self.project.arguments);
        let Ended { output, .. } = within(&mut command, self.folder)?;
        let reports = Reports::read(self.folder);
        if reports.cases.is_empty() {
            Err(format!("no test was reported: {}", last_words(&output)))
        } else {
            Ok(reports)
        }
    }
}

impl Suite<'_> {
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
