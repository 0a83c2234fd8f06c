//! Downloads artifacts from Maven Central, by small projects for Maven.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::process::{self, Ended};
use super::turn::Turn;
use crate::BenchError;

/// The plugin that copies, unpacks and lists, in the version of the project's builds.
pub const DEPENDENCY_PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";
const LIMIT: Duration = Duration::from_mins(30);

/// An artifact that may be in Maven Central.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Artifact {
    /// `org.apache.commons`.
    pub group: String,
    /// `commons-lang3`.
    pub name: String,
    /// `3.4`.
    pub version: String,
    /// `tests`, `sources`; empty for the main jar.
    pub classifier: &'static str,
    /// `jar` or `pom`.
    pub kind: &'static str,
}

impl Artifact {
    /// A jar.
    pub fn jar(group: &str, name: &str, version: &str, classifier: &'static str) -> Self {
        let [group, name, version] = [group, name, version].map(str::to_owned);
        Self { group, name, version, classifier, kind: "jar" }
    }

    /// A pom.
    pub fn pom(group: &str, name: &str, version: &str) -> Self {
        Self { kind: "pom", ..Self::jar(group, name, version, "") }
    }

    /// The main jar at a path of a local repository; `None` for anything else.
    pub fn at(repository: &Path, jar: &Path) -> Option<Self> {
        let relative = jar.strip_prefix(repository).ok()?;
        let parts: Vec<&str> = relative.iter().map(|part| part.to_str()).collect::<Option<_>>()?;
        let [group @ .., name, version, file] = &parts[..] else { return None };
        (*file == format!("{name}-{version}.jar")).then(|| Self::jar(&group.join("."), name, version, ""))
    }

    /// Its path in a local repository.
    pub fn path(&self, repository: &Path) -> PathBuf {
        let tail = if self.classifier.is_empty() { String::new() } else { format!("-{}", self.classifier) };
        let Self { group, name, version, kind, .. } = self;
        let folder = repository.join(group.replace('.', "/")).join(name).join(version);
        folder.join(format!("{name}-{version}{tail}.{kind}"))
    }

    /// Whether Maven remembers that it is missing.
    fn is_known_to_be_missing(&self, repository: &Path) -> bool {
        let mut marker = self.path(repository).into_os_string();
        marker.push(".lastUpdated");
        Path::new(&marker).exists()
    }

    /// Renders its coordinates as a pom element, with more elements inside.
    pub fn xml(&self, tag: &str, more: &str) -> String {
        let Self { group, name, version, classifier, kind } = self;
        let mut xml = format!(
            "<{tag}><groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version>"
        );
        if !classifier.is_empty() {
            let _ = write!(xml, "<classifier>{classifier}</classifier>");
        }
        if *kind != "jar" {
            let _ = write!(xml, "<type>{kind}</type>");
        }
        let _ = write!(xml, "{more}</{tag}>");
        xml
    }
}

/// Runs Maven in a folder, with output in `maven.log` there. Errors: it does not start.
pub fn run(folder: &Path, arguments: &[&str]) -> Result<Ended, BenchError> {
    let mut maven = Command::new("mvn");
    maven.args(["-B", "-ntp"]).args(arguments).current_dir(folder);
    process::run(&mut maven, &folder.join("maven.log"), LIMIT)
}

/// Renders a pom with this name and body.
pub fn project(name: &str, body: &str) -> String {
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>\
         <groupId>faults</groupId><artifactId>{name}</artifactId><version>1</version>\
         <packaging>pom</packaging>{body}</project>\n"
    )
}

/// Downloads artifacts into the local repository; those missing in Maven Central stay absent. Errors: a file cannot be written, Maven does
/// not start.
pub fn fetch(repository: &Path, scratch: &Path, artifacts: &[Artifact]) -> Result<(), BenchError> {
    let _turn = Turn::take(&scratch.join("maven.lock"))?;
    let is_wanted = |a: &&Artifact| !a.path(repository).exists() && !a.is_known_to_be_missing(repository);
    let wanted: BTreeSet<&Artifact> = artifacts.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let modules: Vec<(String, String)> = wanted
        .iter()
        .enumerate()
        .map(|(number, artifact)| {
            let plugin = format!(
                "<build><plugins><plugin><artifactId>maven-dependency-plugin</artifactId>\
                 <version>3.8.1</version><executions><execution><phase>validate</phase>\
                 <goals><goal>copy</goal></goals><configuration><artifactItems>{}</artifactItems>\
                 <outputDirectory>${{project.basedir}}/out</outputDirectory></configuration>\
                 </execution></executions></plugin></plugins></build>",
                artifact.xml("artifactItem", "")
            );
            (number.to_string(), project(&format!("m{number}"), &plugin))
        })
        .collect();
    reactor(&scratch.join("fetch"), &modules, &["validate"])
}

/// Jars needed by the tests of releases, according to their poms; empty where Maven fails. Cached in `scratch/class-paths`. Errors: a file
/// cannot be read or written, Maven does not start.
pub fn class_paths(
    repository: &Path,
    scratch: &Path,
    (group, name): (&str, &str),
    releases: &[&str],
) -> Result<Vec<Option<Vec<PathBuf>>>, BenchError> {
    let kept = scratch.join("class-paths");
    fs::create_dir_all(&kept).map_err(BenchError::io(&kept))?;
    let listing = |release: &str| kept.join(format!("{name}-{release}"));
    let missing: Vec<&str> = releases.iter().copied().filter(|release| !listing(release).exists()).collect();
    let poms: Vec<Artifact> = missing.iter().map(|release| Artifact::pom(group, name, release)).collect();
    fetch(repository, scratch, &poms)?;
    let mut modules = Vec::new();
    for pom in &poms {
        if let Ok(text) = fs::read_to_string(pom.path(repository)) {
            modules.push((pom.version.clone(), text));
        }
    }
    let root = scratch.join("resolve");
    let _turn = Turn::take(&scratch.join("maven.lock"))?;
    if !modules.is_empty() {
        let goal = format!("{DEPENDENCY_PLUGIN}:build-classpath");
        let options = ["-Dmdep.outputFile=class-path", "-Dmdep.includeScope=test", "-Dmdep.skip=false"];
        reactor(&root, &modules, &[&[&*goal], &options[..]].concat())?;
        for (release, _) in &modules {
            let made = root.join(release).join("class-path");
            if made.exists() {
                fs::copy(&made, listing(release)).map_err(BenchError::io(&made))?;
            }
        }
    }
    let read = |release: &&str| {
        let text = fs::read_to_string(listing(release)).ok()?;
        let jars = text.trim().split(':').filter(|jar| !jar.is_empty()).map(PathBuf::from);
        Some(jars.filter(|jar| jar.exists() && !is_replaced(repository, jar, (group, name))).collect())
    };
    Ok(releases.iter().map(read).collect())
}

/// Whether a jar is replaced: JUnit has the corpus's version, and the library itself comes from the pair.
fn is_replaced(repository: &Path, jar: &Path, library: (&str, &str)) -> bool {
    let Some(artifact) = Artifact::at(repository, jar) else { return true };
    artifact.group.starts_with("org.junit")
        || ["junit", "junit-dep", "opentest4j", "apiguardian-api"].contains(&&*artifact.name)
        || (&*artifact.group, &*artifact.name) == library
}

/// Runs goals on many small projects in one Maven, continuing after failures.
fn reactor(root: &Path, modules: &[(String, String)], goals: &[&str]) -> Result<(), BenchError> {
    if root.exists() {
        fs::remove_dir_all(root).map_err(BenchError::io(root))?;
    }
    let write = |path: PathBuf, text: &str| fs::write(&path, text).map_err(BenchError::io(&path));
    let mut listed = String::new();
    for (name, pom) in modules {
        let folder = root.join(name);
        fs::create_dir_all(&folder).map_err(BenchError::io(&folder))?;
        write(folder.join("pom.xml"), pom)?;
        let _ = write!(listed, "<module>{name}</module>");
    }
    // The goals are only for the modules.
    let body = format!("<properties><mdep.skip>true</mdep.skip></properties><modules>{listed}</modules>");
    write(root.join("pom.xml"), &project("all", &body))?;
    run(root, &[&["-fn"], goals].concat()).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_artifact_is_known_by_its_place_in_a_repository() {
        let repository = Path::new("/repository");
        let artifact = Artifact::jar("org.x.y", "lib-z", "1.2-3", "");
        let path = artifact.path(repository);
        assert_eq!(path, Path::new("/repository/org/x/y/lib-z/1.2-3/lib-z-1.2-3.jar"));
        assert_eq!(Artifact::at(repository, &path), Some(artifact.clone()));
        let tests = Artifact { classifier: "tests", ..artifact };
        assert_eq!(Artifact::at(repository, &tests.path(repository)), None);
        assert_eq!(Artifact::at(repository, Path::new("/elsewhere/a.jar")), None);
    }

    #[test]
    fn coordinates_are_written_as_a_pom_has_them() {
        let tests = Artifact::jar("g", "a", "1", "tests");
        assert_eq!(
            tests.xml("dependency", "<scope>test</scope>"),
            "<dependency><groupId>g</groupId><artifactId>a</artifactId><version>1</version>\
             <classifier>tests</classifier><scope>test</scope></dependency>"
        );
        assert!(Artifact::pom("g", "a", "1").xml("x", "").contains("<type>pom</type>"));
    }
}
