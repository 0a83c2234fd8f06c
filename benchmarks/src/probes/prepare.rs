//! Compiles the kernels, including JMH's generated code.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{BenchError, workspace};

/// Resolves JMH and JUnit (once; later runs need no network) and compiles the kernels. Returns a class path. Errors: Maven cannot resolve
/// them, or `javac` fails.
pub(super) fn class_path() -> Result<String, BenchError> {
    let jars = workspace::scratch().join("probes-jars");
    if !jars.is_dir() {
        resolve()?;
    }
    let libraries =
        files(&jars, "jar")?.iter().map(|jar| jar.display().to_string()).collect::<Vec<_>>().join(":");
    let classes = workspace::fresh("probes-classes")?;
    let java = workspace::root().join("benchmarks/probes/java");
    let sources = [files(&java.join("hot"), "java")?, files(&java.join("turns"), "java")?].concat();
    // JMH's annotation processor is on the class path.
    workspace::javac(&sources, &libraries, &classes)?;
    Ok(format!("{}:{libraries}", classes.display()))
}

fn resolve() -> Result<(), BenchError> {
    let mut maven = Command::new("mvn");
    maven.args(["-q", "-B", "-ntp", "dependency:copy-dependencies", "-f"]);
    maven.arg(workspace::root().join("benchmarks/probes/pom.xml"));
    maven.arg(format!("-Dbench.dir={}", workspace::scratch().display()));
    workspace::quietly("resolving JMH with Maven", &mut maven)
}

/// The files of a folder with this ending, sorted.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, BenchError> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(BenchError::io(folder))? {
        let path = entry.map_err(BenchError::io(folder))?.path();
        if path.extension().is_some_and(|found| found == ending) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
