//! Lays out a project's build in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::made;
use super::ran::{ended_well, within};
use super::table::{Build, Project};
use crate::Fixture;

/// The version of the plugin that fetches archives.
const DEPENDENCY_PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";

/// Lays out a project below `work`, replacing what an earlier run left. Returns the folder of its build.
/// Errors: it cannot be fetched or unpacked, with the last words of the program that failed.
pub fn prepare(project: &Project, work: &Path) -> Result<PathBuf, String> {
    let folder = work.join(&project.name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    match project.build {
        Build::Own => unpacked(project, &folder),
        Build::Made => made::lay_out(project, &folder).map(|()| folder),
        Build::Fixture => {
            let scratch = folder.display().to_string();
            Ok(Fixture::copy_as(&project.from, &scratch, "build").folder)
        }
    }
}

/// Fetches the archive with the project's sources and build, and unpacks it.
fn unpacked(project: &Project, folder: &Path) -> Result<PathBuf, String> {
    let [group, artifact, version] = project.coordinates();
    let standard = ["source-release".to_owned(), "zip".to_owned()];
    let [classifier, kind] = project.archive.as_ref().unwrap_or(&standard);
    let mut fetch = Command::new("mvn");
    fetch.args(["-B", "-ntp", "-q", &format!("{DEPENDENCY_PLUGIN}:copy")]);
    fetch.arg(format!("-Dartifact={group}:{artifact}:{version}:{kind}:{classifier}"));
    fetch.arg(format!("-DoutputDirectory={}", folder.display()));
    ended_well(&within(&mut fetch, folder)?)?;
    let archive = folder.join(format!("{artifact}-{version}-{classifier}.{kind}"));
    ended_well(&within(Command::new("jar").arg("xf").arg(&archive), folder)?)?;
    let topmost = only_folder(folder).ok_or_else(|| "the archive has no single topmost folder".to_owned())?;
    Ok(topmost.join(&project.folder))
}

fn only_folder(folder: &Path) -> Option<PathBuf> {
    let mut folders =
        fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).filter(|path| path.is_dir());
    folders.next().filter(|_| folders.next().is_none())
}
