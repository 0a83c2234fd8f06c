//! Paths: the agent, the jars of the suite, the scratch folder.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::BenchError;

/// Root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("benchmarks lies below the root")
}

/// The scratch folder: `FAULTLINE_BENCH`, by default `target/bench` below the root.
pub fn scratch() -> PathBuf {
    env::var_os("FAULTLINE_BENCH").map_or_else(|| root().join("target/bench"), PathBuf::from)
}

/// The agent's jar: `FAULTLINE_AGENT`, or the one below `FAULTLINE_DIST` or `dist`. Errors: there is none.
pub fn agent() -> Result<PathBuf, BenchError> {
    let dist = || env::var_os("FAULTLINE_DIST").map_or_else(|| root().join("dist"), PathBuf::from);
    let path =
        env::var_os("FAULTLINE_AGENT").map_or_else(|| dist().join("lib/faultline-agent.jar"), PathBuf::from);
    if path.is_file() { Ok(path) } else { Err(BenchError::NoAgent { path }) }
}

/// The program: `FAULTLINE_PROGRAM`, or the one below `FAULTLINE_DIST` or `dist`. Errors: there is none.
pub fn program() -> Result<PathBuf, BenchError> {
    let dist = || env::var_os("FAULTLINE_DIST").map_or_else(|| root().join("dist"), PathBuf::from);
    let path = env::var_os("FAULTLINE_PROGRAM").map_or_else(|| dist().join("bin/faultline"), PathBuf::from);
    if path.is_file() { Ok(path) } else { Err(BenchError::NoProgram { path }) }
}

/// Creates an empty folder of this name in the scratch folder.
pub fn fresh(name: &str) -> Result<PathBuf, BenchError> {
    let dir = scratch().join(name);
    if dir.exists() {
        fs::remove_dir_all(&dir).map_err(BenchError::io(&dir))?;
    }
    fs::create_dir_all(&dir).map_err(BenchError::io(&dir))?;
    Ok(dir)
}

/// Runs a program and discards its output. Errors: it does not start or its exit code is not 0, with its output.
pub fn quietly(what: &str, command: &mut Command) -> Result<(), BenchError> {
    let failed = |detail: String| BenchError::Program { what: what.to_owned(), detail };
    let output = command.output().map_err(|e| failed(e.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    Err(failed(format!("{}\n{}", output.status, String::from_utf8_lossy(&text))))
}

/// Compiles Java sources into a folder.
pub fn javac(sources: &[PathBuf], class_path: &str, into: &Path) -> Result<(), BenchError> {
    let mut command = Command::new("javac");
    command
        .args(["--release", "8", "-Xlint:-options", "-g", "-cp", class_path, "-d"])
        .arg(into)
        .args(sources);
    quietly("compiling the benchmark's Java", &mut command)
}
