//! Lays out the build of a library whose own build is in no archive.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::ran::{ended_well, within};
use super::table::{Project, parts};
use crate::library_build::LibraryBuild;

/// Writes the pom and unpacks the released classes, their sources and the tests. Errors: Maven's first error.
pub fn lay_out(project: &Project, folder: &Path) -> Result<(), String> {
    let path = folder.join("pom.xml");
    fs::write(&path, pom(project)).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut maven = Command::new("mvn");
    maven.args(["-B", "-ntp", "-q", "process-resources"]);
    ended_well(&within(&mut maven, folder)?)
}

fn pom(project: &Project) -> String {
    let excludes = project.excludes.iter().map(|[pattern, why]| [pattern.as_str(), why.as_str()]);
    let build = LibraryBuild {
        library: project.coordinates(),
        dependencies: project.dependencies.iter().map(|dependency| parts(dependency)).collect(),
        excludes: excludes.collect(),
        folders: &["resources"],
    };
    build.pom()
}
