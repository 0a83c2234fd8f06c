//! Maven's local repository, and runs of Maven.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use faultline_files::{limits, regular};
use faultline_messages::failure::Failure;

use super::entries::split;
use crate::process::output::{NoOutput, beginning_within};
use crate::process::program;

/// Timeout of fetching, including the resolution of dependencies.
const FETCHING: Duration = Duration::from_mins(10);
/// Additional timeout of compiling a whole build. A slower build has to be compiled beforehand; Maven then
/// continues from there.
const COMPILING: Duration = Duration::from_hours(1);
/// Pinned for reproducible behaviour.
const DEPENDENCY_PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";

/// The coordinates of an artifact: `org.x:name:1.0`.
#[derive(Clone, Copy, Debug)]
pub struct Artifact {
    /// Group.
    pub group: &'static str,
    /// Name.
    pub name: &'static str,
    /// Version.
    pub version: &'static str,
}

impl Artifact {
    /// The path of its jar in the local repository, whether or not it exists.
    pub fn jar(&self, repository: &Path) -> PathBuf {
        let Self { group, name, version } = self;
        repository
            .join(group.replace('.', "/"))
            .join(name)
            .join(version)
            .join(format!("{name}-{version}.jar"))
    }

    fn coordinates(&self) -> String {
        format!("{}:{}:{}", self.group, self.name, self.version)
    }
}

/// The local repository: `-Dmaven.repo.local` in `MAVEN_OPTS` or `MAVEN_ARGS`, else that of the user's
/// settings, else `~/.m2/repository`. `None` without a home folder.
pub fn local_repository() -> Option<PathBuf> {
    for variable in ["MAVEN_ARGS", "MAVEN_OPTS"] {
        let value = std::env::var(variable).unwrap_or_default();
        if let Some(path) = value.split_whitespace().find_map(|word| word.strip_prefix("-Dmaven.repo.local="))
        {
            return Some(PathBuf::from(path));
        }
    }
    let home = std::env::home_dir()?;
    let settings =
        regular::read_to_string(&home.join(".m2/settings.xml"), limits::BUILD_FILE).unwrap_or_default();
    Some(configured(&settings, &home).unwrap_or_else(|| home.join(".m2/repository")))
}

/// `<localRepository>` of a settings file; `None` if it is missing or commented out, as by default, and if
/// the file is not XML, which Maven rejects.
fn configured(settings: &str, home: &Path) -> Option<PathBuf> {
    let document = roxmltree::Document::parse(settings).ok()?;
    let value = document.descendants().find(|node| node.has_tag_name("localRepository"))?.text()?.trim();
    let home = home.to_string_lossy();
    let path = value.replace("${user.home}", &home).replace("${env.HOME}", &home);
    (!path.is_empty()).then(|| PathBuf::from(path))
}

/// Fetches an artifact into this local repository. The repository is passed explicitly, since Maven uses the
/// account's home folder even if `HOME` differs. Errors: Maven's.
pub fn fetch(artifact: &Artifact, repository: &Path) -> Result<(), Failure> {
    let goal = format!("{DEPENDENCY_PLUGIN}:get");
    let what = format!("-Dartifact={}", artifact.coordinates());
    let to = format!("-Dmaven.repo.local={}", repository.display());
    run(&[goal.as_ref(), what.as_ref(), to.as_ref()], None, FETCHING)
        .map_err(|why| Failure::failed(format!("Maven did not fetch {}: {why}", artifact.coordinates())))
}

/// The class path to compile a module, as Maven resolves it. Errors: Maven's.
pub fn class_path(module: &Path, scratch: &Path) -> Result<String, String> {
    let output = scratch.join("class-path.txt");
    let goal = format!("{DEPENDENCY_PLUGIN}:build-classpath");
    let to = format!("-Dmdep.outputFile={}", output.display());
    run(&[goal.as_ref(), to.as_ref(), "-DincludeScope=compile".as_ref()], Some(module), FETCHING)?;
    let text = regular::read_to_string(&output, limits::LIST).map_err(|error| error.to_string())?;
    Ok(text.trim().to_owned())
}

/// Compiles a build, so that its modules find each other's classes. Returns the folders and jars that these
/// modules need, each module's in Maven's order. Errors: Maven's.
pub fn class_paths<'m>(root: &Path, modules: impl Iterator<Item = &'m Path>) -> Result<Vec<PathBuf>, String> {
    // A relative name refers to each module's own folder.
    let relative = format!("target/faultline-class-path-{}.txt", std::process::id());
    let goal = format!("{DEPENDENCY_PLUGIN}:build-classpath");
    let to = format!("-Dmdep.outputFile={relative}");
    let compile = "process-classes".as_ref();
    let arguments = [compile, goal.as_ref(), to.as_ref(), "-DincludeScope=compile".as_ref()];
    run(&arguments, Some(root), FETCHING + COMPILING)?;
    let mut found = Vec::new();
    for module in modules {
        let file = module.join(&relative);
        if let Ok(text) = regular::read_to_string(&file, limits::LIST) {
            found.extend(split(text.trim()).map(PathBuf::from));
            // The file was only written for this program.
            #[cfg_attr(
                not(test),
                expect(
                    clippy::disallowed_methods,
                    reason = "Maven wrote it for this process, under its number"
                )
            )]
            let _ = fs::remove_file(file);
        }
    }
    Ok(found)
}

fn run(arguments: &[&OsStr], folder: Option<&Path>, limit: Duration) -> Result<(), String> {
    let mut command = program::command("mvn");
    command.args(["-B", "-ntp", "-q"]).args(arguments);
    if let Some(folder) = folder {
        command.arg("-f").arg(folder.join("pom.xml"));
    }
    let output = beginning_within(&mut command, limit).map_err(|why| match why {
        NoOutput::NotStarted(error) => format!("mvn cannot be started ({error})"),
        NoOutput::Ended(sentence) => sentence,
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let reason = said.lines().find_map(|line| line.strip_prefix("[ERROR] ")).unwrap_or("it says nothing");
    Err(reason.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_jar_of_an_artifact_lies_below_its_group_name_and_version() {
        let artifact = Artifact { group: "org.x.y", name: "tool", version: "1.2" };
        assert_eq!(artifact.jar(Path::new("/r")), Path::new("/r/org/x/y/tool/1.2/tool-1.2.jar"));
    }

    #[test]
    fn the_repository_of_the_settings_counts_unless_it_is_commented_out() {
        let home = Path::new("/home/jo");
        let of = |settings: &str| configured(settings, home);
        assert_eq!(of("<settings><localRepository>/r</localRepository></settings>"), Some("/r".into()));
        assert_eq!(
            of(
                "<!-- <localRepository>/a</localRepository> --><localRepository>${user.home}/b</localRepository>"
            ),
            Some("/home/jo/b".into())
        );
        assert_eq!(of("<!-- <localRepository>/a</localRepository> -->"), None);
        assert_eq!(of(""), None);
        let named = "<settings xmlns='http://maven.apache.org/SETTINGS/1.2.0'><localRepository>/a&amp;b\n</localRepository></settings>";
        assert_eq!(of(named), Some("/a&b".into()));
    }
}
