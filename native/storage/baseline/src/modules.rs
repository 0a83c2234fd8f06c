//! The folders of a project and its modules, by the places on a class path.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files that say how a build compiles and runs tests.
const BUILD_FILES: [&str; 13] = [
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
    "gradle.properties",
    "gradle/libs.versions.toml",
    "gradle/wrapper/gradle-wrapper.properties",
    ".mvn/jvm.config",
    ".mvn/maven.config",
    ".mvn/extensions.xml",
    "build.xml",
    "build.sbt",
];

/// The project's folder, and those below it that have a build file and some place below them.
pub fn modules(places: &[PathBuf], root: &Path) -> BTreeSet<PathBuf> {
    let of_project = places.iter().filter(|place| place.starts_with(root));
    let folders: BTreeSet<&Path> = of_project.flat_map(|place| place.ancestors()).collect();
    let below = folders.into_iter().filter(|folder| folder.starts_with(root));
    let has_build_file = |folder: &&Path| BUILD_FILES.iter().any(|file| folder.join(file).is_file());
    below.filter(has_build_file).chain([root]).map(Path::to_owned).collect()
}

/// The build files of modules.
pub fn build_files(modules: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
    let files = modules.iter().flat_map(|folder| BUILD_FILES.iter().map(|file| folder.join(file)));
    files.filter(|file| file.is_file()).collect()
}
