//! What builds a project, by the files in its folder.

use std::path::Path;

use crate::process::program;

/// Files that make a folder a module of a build.
const OF_MODULES: [&str; 4] = ["pom.xml", "build.gradle", "build.gradle.kts", "build.xml"];
/// Files that make a folder one that Gradle builds.
const OF_GRADLE: [&str; 4] = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];

/// A build tool that is run for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildTool {
    /// Maven.
    Maven,
    /// Gradle.
    Gradle,
}

impl BuildTool {
    /// What builds a folder. `None` where neither does.
    pub fn of(folder: &Path) -> Option<Self> {
        if folder.join("pom.xml").is_file() {
            Some(Self::Maven)
        } else if OF_GRADLE.iter().any(|file| folder.join(file).is_file()) {
            Some(Self::Gradle)
        } else {
            None
        }
    }

    /// Its wrapper in a folder, as one types it there, else the tool on the path.
    pub fn program(self, folder: &Path) -> String {
        let (script, tool) = match self {
            Self::Maven => ("mvnw", "mvn"),
            Self::Gradle => ("gradlew", "gradle"),
        };
        program::wrapper(folder, script).unwrap_or_else(|| tool.to_owned())
    }
}

/// Whether a folder has a build file.
pub fn is_module(folder: &Path) -> bool {
    OF_MODULES.iter().any(|file| folder.join(file).is_file())
}

/// The folder of the module that a folder of classes was built in: where its build file is.
pub fn module_of(classes: &Path) -> Option<&Path> {
    // target/classes, build/classes/java/main
    classes.ancestors().skip(1).take(4).find(|folder| is_module(folder))
}
