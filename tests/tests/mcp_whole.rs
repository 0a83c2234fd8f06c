//! `faultline mcp` with a third-party client, the protocol's Python SDK, on real builds.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use faultline_tests::{Dist, Fixture, maven};

/// The pinned SDK with its dependencies and hashes.
const REQUIREMENTS: &str = "mcp/requirements.txt";

/// The SDK with its dependencies, fetched by pip once into a separate folder; `None` without pip, reported on standard error. Panics:
/// pip fails, with its last line.
fn sdk() -> Option<&'static Path> {
    static SDK_AT: OnceLock<PathBuf> = OnceLock::new();
    if Command::new("pip").arg("--version").output().is_err() {
        eprintln!("skipped: no pip on this machine (Debian's package python3-pip; .ci/run installs it)");
        return None;
    }
    Some(SDK_AT.get_or_init(|| {
        let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join(REQUIREMENTS);
        let listed = std::fs::read_to_string(&requirements).expect("the requirements");
        let sdk = listed.lines().find(|line| line.starts_with("mcp==")).expect("the SDK");
        let version = sdk.trim_start_matches("mcp==").trim_end_matches(" \\");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mcp-{version}-locked"));
        if !folder.join("mcp").is_dir() || !folder.join("jsonschema").is_dir() {
            let mut pip = Command::new("timeout");
            pip.args(["300", "pip", "install", "--quiet", "--require-hashes", "--target"]).arg(&folder);
            pip.arg("-r").arg(&requirements);
            let output = pip.output().expect("pip starts");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}", said.lines().last().unwrap_or("pip failed"));
        }
        folder
    }))
}

fn ask(scenario: &str, fixture: &Fixture) {
    let Some(sdk) = sdk() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("mcp/client.py");
    let mut client = Command::new("python3");
    client.arg(script).arg(scenario).arg(Dist::find().executable()).arg(&fixture.folder);
    // Outside the project, which must contain only what the server and the build write.
    let beside = fixture.folder.with_file_name(format!("{scenario}-client"));
    std::fs::create_dir_all(&beside).expect("a folder can be made");
    let done = maven(client.env("PYTHONPATH", sdk).env("PYTHONDONTWRITEBYTECODE", "1"), &beside);
    done.expect_code(0);
    assert_eq!(done.stdout, "ok\n");
}

#[test]
fn every_tool_answers_a_client_of_the_python_sdk_about_a_build_that_it_recorded() {
    ask("calls", &Fixture::copy_as("builds/junit4", env!("CARGO_TARGET_TMPDIR"), "mcp-junit4"));
}

#[test]
fn a_client_of_the_python_sdk_cancels_a_build_and_asks_about_the_test_that_hung() {
    ask("cancel", &Fixture::copy_as("hang", env!("CARGO_TARGET_TMPDIR"), "mcp-hang"));
}
