//! `/usr/bin/java` starts the Java that `java_home` names.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::output;
use crate::tools::java::ANSWER;

pub fn behind(launcher: PathBuf) -> PathBuf {
    if !launcher.starts_with("/usr/bin") {
        return launcher;
    }
    home().map(|home| Path::new(&home).join("bin/java")).filter(|java| java.is_file()).unwrap_or(launcher)
}

/// `None` if no Java is installed.
fn home() -> Option<String> {
    let output = output::within(&mut Command::new("/usr/libexec/java_home"), ANSWER).ok()?;
    if !output.status.success() {
        return None;
    }
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
