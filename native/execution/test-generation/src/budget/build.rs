//! Finds the class folders of a Maven or Gradle build from its sources, and the jars that it needs.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, printable};
use faultline_vcs_history::Source;

use faultline_jvm_process::tools::entries::{class_file, joined};
use faultline_jvm_process::tools::maven;

/// Build files, which mark a module, with the folder of its compiled classes.
const BUILDS: [(&str, &str); 3] = [
    ("pom.xml", "target/classes"),
    ("build.gradle", "build/classes/java/main"),
    ("build.gradle.kts", "build/classes/java/main"),
];

/// The modules of a build, with their classes and jars.
#[derive(Debug)]
pub struct Build {
    root: PathBuf,
    /// Module folders in path order, with their existing class folders.
    modules: BTreeMap<PathBuf, Vec<PathBuf>>,
    jars: Vec<PathBuf>,
    /// Notes, a sentence each.
    pub notes: Vec<String>,
}

impl Build {
    /// Finds the modules of sources, whose paths are relative to the root of the working tree. With `fetch`
    /// Maven first compiles the modules and names their jars. Errors: no module has been compiled.
    pub fn of<'s>(
        root: &Path,
        sources: impl Iterator<Item = &'s Path>,
        fetch: bool,
    ) -> Result<Self, Failure> {
        let mut seen = HashSet::new();
        let folders: Vec<&Path> =
            sources.filter_map(Path::parent).filter(|folder| seen.insert(*folder)).collect();
        let modules: BTreeSet<PathBuf> =
            folders.into_iter().filter_map(|folder| module_of(root, folder)).collect();
        let (jars, note) = if fetch { jars(root, &modules) } else { (Vec::new(), Some(unknown_jars())) };
        let with_classes = modules.into_iter().map(|module| {
            let classes = class_folders(&module);
            (module, classes)
        });
        let build = Self {
            root: root.to_owned(),
            modules: with_classes.collect(),
            jars,
            notes: note.into_iter().collect(),
        };
        if build.class_folders().next().is_none() {
            return Err(Failure::failed(format!(
                "there are no classes of a Maven or Gradle build below {}: build the project first, or name its \
                 class path with --project-cp",
                root.display()
            )));
        }
        Ok(build)
    }

    fn class_folders(&self) -> impl Iterator<Item = &PathBuf> {
        self.modules.values().flatten()
    }

    /// The sources whose classes are compiled, each class once.
    pub fn built(&mut self, sources: Vec<Source>) -> Vec<Source> {
        let all = sources.len();
        let mut seen = HashSet::new();
        let is_there = |source: &Source| {
            let file = class_file(&source.class);
            let module = module_of(&self.root, Path::new(&source.path.to_string()).parent()?)?;
            let folders = self.modules.get(&module)?;
            folders.iter().any(|folder| folder.join(&file).is_file()).then_some(())
        };
        let left: Vec<Source> = sources
            .into_iter()
            .filter(|source| is_there(source).is_some() && seen.insert(source.class.clone()))
            .collect();
        if left.len() < all {
            self.notes.push(format!(
                "{} of the repository {} not in the build, and left out",
                counted(all - left.len(), "class"),
                if all - left.len() == 1 { "is" } else { "are" }
            ));
        }
        left
    }

    /// The class path: class folders of all modules, and the known jars.
    pub fn class_path(&self) -> String {
        let mut entries: Vec<PathBuf> = self.class_folders().cloned().collect();
        let mut known: HashSet<PathBuf> = entries.iter().cloned().collect();
        entries.extend(self.jars.iter().filter(|jar| known.insert((*jar).clone())).cloned());
        joined(&entries)
    }
}

/// The jars of modules according to Maven, and a note on what is missing.
fn jars(root: &Path, modules: &BTreeSet<PathBuf>) -> (Vec<PathBuf>, Option<String>) {
    let by_maven: Vec<&Path> =
        modules.iter().map(PathBuf::as_path).filter(|module| module.join("pom.xml").is_file()).collect();
    let mut note = (by_maven.len() < modules.len())
        .then(|| "jars that a Gradle build needs are not known; name all with --project-cp".to_owned());
    // Ask the build once if it contains all modules, so that they resolve each other.
    let tops = if root.join("pom.xml").is_file() { vec![root] } else { outermost(&by_maven) };
    let mut jars = Vec::new();
    for top in tops {
        match maven::class_paths(top, by_maven.iter().copied()) {
            Ok(found) => jars.extend(found),
            Err(why) => {
                note = Some(format!(
                    "Maven does not report the class path of {} ({}), so only its own classes can be loaded; name \
                     all with --project-cp",
                    top.display(),
                    printable(&why)
                ));
            }
        }
    }
    (jars, note)
}

/// The folders that are not inside another one.
fn outermost<'m>(folders: &[&'m Path]) -> Vec<&'m Path> {
    let is_inside = |folder: &Path| folders.iter().any(|other| *other != folder && folder.starts_with(other));
    folders.iter().copied().filter(|folder| !is_inside(folder)).collect()
}

fn unknown_jars() -> String {
    "jars that the project needs are not known, so classes that need them cannot be tested; let Maven find them with --fetch, or name all with --project-cp"
        .to_owned()
}

/// The nearest folder with a build file at or above a folder, whose path is relative to the root.
fn module_of(root: &Path, folder: &Path) -> Option<PathBuf> {
    let folders = folder.ancestors().map(|folder| root.join(folder));
    folders.into_iter().find(|folder| BUILDS.iter().any(|(file, _)| folder.join(file).is_file()))
}

/// The existing class folders of a module.
fn class_folders(module: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = BUILDS
        .iter()
        .filter(|(file, _)| module.join(file).is_file())
        .map(|(_, classes)| module.join(classes))
        .filter(|folder| folder.is_dir())
        .collect();
    folders.dedup();
    folders
}
