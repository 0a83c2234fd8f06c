//! `tests/projects/projects.toml`: the projects, and what is known of their differences.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// All projects.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The projects, in the document's order.
    pub project: Vec<Project>,
}

/// A project and how its tests are run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Project {
    /// The name in the document; also that of its folder.
    pub name: String,
    /// Where its build comes from.
    pub build: Build,
    /// `group:artifact:version` of what Maven Central has of it; for a fixture, its folder below `tests`.
    pub from: String,
    /// The classifier and the type of the archive with an own build, if not `source-release` and `zip`.
    pub archive: Option<[String; 2]>,
    /// The folder of the archive whose build runs, if not its topmost one.
    #[serde(default)]
    pub folder: String,
    /// The tool that runs its build.
    #[serde(default)]
    pub tool: Tool,
    /// The test frameworks and libraries for which it is here.
    pub frameworks: String,
    /// Arguments of the tool besides `test`.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The version of Surefire, if the build's own does not run on this Java.
    pub surefire: Option<String>,
    /// Dependencies of a made build, as `group:artifact:version`.
    #[serde(default)]
    pub dependencies: Vec<String>,
    /// Test classes that a made build leaves out, each with its reason.
    #[serde(default)]
    pub excludes: Vec<[String; 2]>,
    /// Known differences.
    #[serde(default)]
    pub explained: Vec<Explained>,
}

/// Where a build comes from.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Build {
    /// The project's own, in an archive with its sources.
    Own,
    /// Made by us around its released classes and tests.
    Made,
    /// A small project of ours, for a framework that no released project at hand uses.
    Fixture,
}

/// A tool that runs a build.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Tool {
    /// `mvn` of this machine.
    #[default]
    Maven,
    /// An Ant of jars from Maven Central, with Ivy.
    Ant,
    /// The Gradle that `gradle/fixture` assembles.
    Gradle,
}

/// The reason of a difference that is no fault.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explained {
    /// The check that differs.
    pub check: Check,
    /// A part of the difference's text that only such differences have.
    pub has: String,
    /// The reason, as a sentence.
    pub why: String,
}

/// What is checked of a project.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// Every test ends as it does without the agent.
    Outcomes,
    /// There are as many rows as reported tests.
    Rows,
    /// Every class among the elements is the project's and no test's.
    Classes,
    /// Every class of the project that the JVM loaded is among the elements, or it is said that it is not.
    Loaded,
    /// Every failed test has a row with lines or a reason.
    Failing,
    /// A sampled test covers the lines that it covers alone.
    Alone,
}

impl Check {
    /// Its name in the document.
    pub fn word(self) -> &'static str {
        match self {
            Self::Outcomes => "outcomes",
            Self::Rows => "rows",
            Self::Classes => "classes",
            Self::Loaded => "loaded",
            Self::Failing => "failing",
            Self::Alone => "alone",
        }
    }
}

impl Table {
    /// Reads the table. Panics: it is not as declared here.
    pub fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/projects.toml");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }
}

impl Tool {
    /// The file that describes a build.
    pub fn file(self) -> &'static str {
        match self {
            Self::Maven => "pom.xml",
            Self::Ant => "build.xml",
            Self::Gradle => "build.gradle",
        }
    }
}

impl Build {
    /// Its name in the document.
    pub fn word(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Made => "made",
            Self::Fixture => "fixture",
        }
    }
}

impl Project {
    /// The group, artifact and version. Panics: `from` has other parts.
    pub fn coordinates(&self) -> [&str; 3] {
        parts(&self.from)
    }

    /// The reason of a difference, if it is known.
    pub fn why(&self, check: Check, difference: &str) -> Option<&Explained> {
        self.explained.iter().find(|known| known.check == check && difference.contains(&known.has))
    }
}

/// The three parts of `group:artifact:version`. Panics: there are others.
pub fn parts(coordinates: &str) -> [&str; 3] {
    let parts: Vec<&str> = coordinates.split(':').collect();
    parts.try_into().unwrap_or_else(|_| panic!("{coordinates} is not group:artifact:version"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_table_can_be_read_and_names_each_project_once() {
        let table = Table::read();
        let names: BTreeSet<&str> = table.project.iter().map(|project| project.name.as_str()).collect();
        assert_eq!(names.len(), table.project.len());
        for project in &table.project {
            match project.build {
                Build::Fixture => {
                    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(&project.from);
                    let file = folder.join(project.tool.file());
                    assert!(file.is_file(), "{} is missing", file.display());
                }
                Build::Own | Build::Made => assert!(!project.coordinates().contains(&""), "{}", project.from),
            }
        }
    }
}
