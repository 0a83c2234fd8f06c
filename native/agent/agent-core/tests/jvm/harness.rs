//! Builds the library and the fixtures once, and runs fixtures in JVMs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use faultline_flt::{NoteKind, read_dir};
use faultline_spectrum::Recording;

/// Shared artefacts of all tests, built once.
pub struct Setup {
    pub library: PathBuf,
    pub classes: PathBuf,
}

pub fn setup() -> &'static Setup {
    static SETUP: OnceLock<Setup> = OnceLock::new();
    SETUP.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let target = folder.join("library");
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut build = Command::new(env!("CARGO"));
        build.args([
            "build",
            "--locked",
            "--quiet",
            "--release",
            "--lib",
            "--features",
            "test-panic",
            "--manifest-path",
        ]);
        build.arg(crate_folder.join("Cargo.toml")).arg("--target-dir").arg(&target);
        assert!(build.status().expect("cargo").success(), "the library does not build");
        Setup { library: target.join("release/libfaultline.so"), classes: compile(crate_folder, folder) }
    })
}

fn compile(crate_folder: &Path, folder: &Path) -> PathBuf {
    let classes = folder.join("classes");
    let _ = fs::remove_dir_all(&classes);
    let bridge = "io/faultline/bridge";
    let sources = [
        crate_folder.join("../../../java-agent/agent/src/main/java").join(bridge),
        crate_folder.join("tests/java").join(bridge),
    ];
    let mut javac = jdk("javac");
    javac.args(["--release", "8", "-encoding", "UTF-8", "-Xlint:-options", "-d"]).arg(&classes);
    for source in sources {
        javac.args(fs::read_dir(source).expect("sources").map(|entry| entry.unwrap().path()));
    }
    assert!(javac.status().expect("javac").success(), "the fixtures do not compile");
    classes
}

pub fn jdk(program: &str) -> Command {
    match std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        Some(home) => Command::new(Path::new(&home).join("bin").join(program)),
        None => Command::new(program),
    }
}

/// A fresh folder for one test's files.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

pub fn java(main: &str, options: &[&str]) -> Command {
    let mut java = jdk("java");
    java.arg("-Xcheck:jni").args(options).arg("-cp").arg(&setup().classes);
    java.arg(format!("io.faultline.bridge.{main}"));
    java
}

/// Runs a fixture and returns its output; asserts that there is no warning, no crash and nothing on stderr.
pub fn run(command: &mut Command) -> String {
    let [stdout, stderr] = said(command);
    assert_eq!(stderr, "", "{stdout}");
    stdout
}

/// Runs a fixture and returns its stdout and stderr; asserts that there is no warning and no crash.
pub fn said(command: &mut Command) -> [String; 2] {
    let Output { status, stdout, stderr } = command.output().expect("java");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{status}\n{stdout}\n{stderr}");
    assert!(!stdout.contains("WARNING") && !stdout.contains("FATAL"), "{stdout}");
    [stdout.into_owned(), without_native_access_warning(&stderr)]
}

/// Removes the warning of JDK 24 and later about `System.load` in ordinary code, which most fixtures use; a separate test
/// covers the agent's way of loading. `-Xcheck:jni` warns on stdout.
fn without_native_access_warning(stderr: &str) -> String {
    let warned = stderr.contains("java.lang.System::load has been called by io.faultline.bridge");
    stderr.lines().filter(|line| !(warned && line.starts_with("WARNING: "))).collect()
}

pub fn with_library(main: &str, output: &Path, options: &[&str]) -> Command {
    let mut java = java(main, options);
    java.arg(&setup().library).arg(output);
    java
}

pub fn only_recording(output: &Path) -> (Recording, Vec<NoteKind>) {
    let (mut recordings, notes) = read_dir(output).unwrap();
    assert_eq!(recordings.len(), 1);
    (recordings.remove(0), notes.into_iter().map(|note| note.kind).collect())
}
