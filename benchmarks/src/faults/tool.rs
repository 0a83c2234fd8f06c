//! The Java part: compiled by Maven, run in JVMs with the library's dependencies.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::process::{self, Ended};
use super::turn::Turn;
use crate::{BenchError, workspace};

/// Packages of the JDK that tests of old releases access.
const OPENED: [&str; 11] = [
    "lang",
    "lang.reflect",
    "util",
    "util.concurrent",
    "io",
    "net",
    "text",
    "time",
    "math",
    "nio",
    "nio.charset",
];

/// Arguments of every JVM with tests of the corpus.
pub fn jvm_arguments() -> Vec<String> {
    let opened = OPENED
        .iter()
        .flat_map(|package| ["--add-opens".into(), format!("java.base/java.{package}=ALL-UNNAMED")]);
    let others =
        ["-Djava.awt.headless=true", "-Dfile.encoding=UTF-8", "-Djava.security.manager=allow", "-Xmx1500m"];
    opened.chain(others.map(str::to_owned)).collect()
}

/// The compiled Java part.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Its classes and ASM.
    ours: Vec<PathBuf>,
    /// JUnit, after the library's dependencies.
    junit: Vec<PathBuf>,
    /// Maven's local repository.
    pub repository: PathBuf,
}

impl Tool {
    /// Compiles it if it is older than its sources, and finds its jars with Maven. Errors: Maven fails.
    pub fn prepare() -> Result<Self, BenchError> {
        let sources = workspace::root().join("benchmarks/faults/java");
        let home = workspace::scratch().join("faults-tool");
        let listing = home.join(format!("class-path-{:016x}", settings_of_maven()));
        fs::create_dir_all(&home).map_err(BenchError::io(&home))?;
        let _turn = Turn::take(&home.join("lock"))?;
        if !is_newer(&listing, &sources)? {
            let mut maven = Command::new("mvn");
            maven
                .args(["-B", "-ntp", "-q", "compile", "dependency:build-classpath"])
                .arg(format!("-Dbuild.dir={}", home.display()))
                .arg(format!("-Dmdep.outputFile={}", listing.display()))
                .current_dir(&sources);
            let built = process::run(&mut maven, &home.join("maven.log"), Duration::from_mins(10))?;
            built.success("compiling the Java part of the corpus")?;
        }
        let text = fs::read_to_string(&listing).map_err(BenchError::io(&listing))?;
        let jars: Vec<PathBuf> = text.trim().split(':').map(PathBuf::from).collect();
        let repository = repository(&jars).ok_or_else(|| BenchError::Program {
            what: "looking for Maven's local repository".to_owned(),
            detail: format!("{} names no jar of ASM", listing.display()),
        })?;
        let is_asm = |jar: &PathBuf| jar.to_string_lossy().contains("/org/ow2/asm/");
        let (asm, junit): (Vec<_>, Vec<_>) = jars.into_iter().partition(is_asm);
        let ours = [vec![home.join("classes")], asm].concat();
        Ok(Self { ours, junit, repository })
    }

    /// Runs one of its commands in a folder. Errors: it does not start.
    pub fn run(
        &self,
        dependencies: &[PathBuf],
        folder: &Path,
        limit: Duration,
        arguments: &[&str],
    ) -> Result<Ended, BenchError> {
        let path: Vec<String> = [&self.ours, dependencies, &self.junit]
            .into_iter()
            .flatten()
            .map(|entry| entry.to_string_lossy().into_owned())
            .collect();
        let mut java = Command::new("java");
        java.args(jvm_arguments())
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", &path.join(":")])
            .arg("io.faultline.faults.Main")
            .args(arguments)
            .current_dir(folder);
        process::run(&mut java, &folder.join("java.log"), limit)
    }
}

/// A hash of the settings that determine Maven's local repository: a listing from other settings names jars of another one.
fn settings_of_maven() -> u64 {
    let mut hasher = DefaultHasher::new();
    ["HOME", "MAVEN_OPTS", "MAVEN_ARGS"].map(std::env::var_os).hash(&mut hasher);
    hasher.finish()
}

/// The repository, the parent folder of `org/ow2/asm`.
fn repository(jars: &[PathBuf]) -> Option<PathBuf> {
    jars.iter().find_map(|jar| {
        let text = jar.to_str()?;
        Some(PathBuf::from(&text[..text.find("/org/ow2/asm/")?]))
    })
}

/// Whether a file exists and is newer than every file below a folder.
fn is_newer(file: &Path, folder: &Path) -> Result<bool, BenchError> {
    let Ok(made) = fs::metadata(file).and_then(|metadata| metadata.modified()) else { return Ok(false) };
    Ok(newest(folder)? < made)
}

fn newest(folder: &Path) -> Result<SystemTime, BenchError> {
    let mut newest = SystemTime::UNIX_EPOCH;
    for entry in fs::read_dir(folder).map_err(BenchError::io(folder))? {
        let path = entry.map_err(BenchError::io(folder))?.path();
        let of = if path.is_dir() {
            newest_unless_target(&path)?
        } else {
            fs::metadata(&path).and_then(|metadata| metadata.modified()).map_err(BenchError::io(&path))?
        };
        newest = newest.max(of);
    }
    Ok(newest)
}

fn newest_unless_target(folder: &Path) -> Result<SystemTime, BenchError> {
    if folder.ends_with("target") { Ok(SystemTime::UNIX_EPOCH) } else { newest(folder) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_local_repository_is_above_a_jar_that_is_there() {
        let jars = ["/m2/org/junit/a.jar", "/m2/org/ow2/asm/asm/9/asm-9.jar"].map(PathBuf::from);
        assert_eq!(repository(&jars), Some(PathBuf::from("/m2")));
        assert_eq!(repository(&jars[..1]), None);
    }
}
