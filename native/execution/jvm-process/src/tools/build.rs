//! Detects the build tool of a project by its files.

use std::path::Path;

use crate::process::program;

/// Files that mark a folder as a module of a build.
const OF_MODULES: [&str; 4] = ["pom.xml", "build.gradle", "build.gradle.kts", "build.xml"];
/// Files that mark a folder as a Gradle build.
const OF_GRADLE: [&str; 4] = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];

/// A supported build tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildTool {
    /// Maven.
    Maven,
    /// Gradle.
    Gradle,
}

impl BuildTool {
    /// The build tool of a folder; `None` if it has no build file.
    pub fn of(folder: &Path) -> Option<Self> {
        if folder.join("pom.xml").is_file() {
            Some(Self::Maven)
        } else if OF_GRADLE.iter().any(|file| folder.join(file).is_file()) {
            Some(Self::Gradle)
        } else {
            None
        }
    }

    /// Its wrapper in a folder, as typed there, else the tool on the path.
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

/// The folder of the module that contains a folder of classes: the one with its build file.
pub fn module_of(classes: &Path) -> Option<&Path> {
    // target/classes, build/classes/java/main
    classes.ancestors().skip(1).take(4).find(|folder| is_module(folder))
}
