//! The class folders of a Maven or Gradle build, found from its sources, and the jars it needs.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, printable};
use faultline_vcs_history::Source;

use faultline_jvm_process::tools::entries::{class_file, joined};
use faultline_jvm_process::tools::maven;

/// Files that make a folder a module, and where its build puts classes.
const BUILDS: [(&str, &str); 3] = [
    ("pom.xml", "target/classes"),
    ("build.gradle", "build/classes/java/main"),
    ("build.gradle.kts", "build/classes/java/main"),
];

/// What a build says of its modules.
#[derive(Debug)]
pub struct Build {
    root: PathBuf,
    /// Module folders in the order of their paths, with their class folders that are there.
    modules: BTreeMap<PathBuf, Vec<PathBuf>>,
    jars: Vec<PathBuf>,
    /// A sentence each.
    pub notes: Vec<String>,
}

impl Build {
    /// The modules that sources, seen from the root of the working tree, belong to; with `fetch`
    /// Maven compiles them first and says which jars they need. Errors: none of them was built.
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

    /// Those of the sources whose class was built, each class once.
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

    /// Class folders of all modules, and the jars that are known, as `-cp` takes them.
    pub fn class_path(&self) -> String {
        let mut entries: Vec<PathBuf> = self.class_folders().cloned().collect();
        let mut known: HashSet<PathBuf> = entries.iter().cloned().collect();
        entries.extend(self.jars.iter().filter(|jar| known.insert((*jar).clone())).cloned());
        joined(&entries)
    }
}

/// What Maven says that modules need, and what should be known of it.
fn jars(root: &Path, modules: &BTreeSet<PathBuf>) -> (Vec<PathBuf>, Option<String>) {
    let by_maven: Vec<&Path> =
        modules.iter().map(PathBuf::as_path).filter(|module| module.join("pom.xml").is_file()).collect();
    let mut note = (by_maven.len() < modules.len())
        .then(|| "jars that a Gradle build needs are not known; name all with --project-cp".to_owned());
    // Asked once where one build has all modules, so that they find each other.
    let tops = if root.join("pom.xml").is_file() { vec![root] } else { outermost(&by_maven) };
    let mut jars = Vec::new();
    for top in tops {
        match maven::class_paths(top, by_maven.iter().copied()) {
            Ok(found) => jars.extend(found),
            Err(why) => {
                note = Some(format!(
                    "Maven does not tell the class path of {} ({}), so only its own classes can be loaded; name \
                     all with --project-cp",
                    top.display(),
                    printable(&why)
                ));
            }
        }
    }
    (jars, note)
}

/// Those that are in no other.
fn outermost<'m>(folders: &[&'m Path]) -> Vec<&'m Path> {
    let is_inside = |folder: &Path| folders.iter().any(|other| *other != folder && folder.starts_with(other));
    folders.iter().copied().filter(|folder| !is_inside(folder)).collect()
}

fn unknown_jars() -> String {
    "jars that the project needs are not known: classes that need them cannot be tested; let Maven tell with \
     --fetch, or name all with --project-cp"
        .to_owned()
}

/// The nearest folder with a build file at or above a folder, which is seen from the root.
fn module_of(root: &Path, folder: &Path) -> Option<PathBuf> {
    let folders = folder.ancestors().map(|folder| root.join(folder));
    folders.into_iter().find(|folder| BUILDS.iter().any(|(file, _)| folder.join(file).is_file()))
}

/// Where a module's classes are, as far as they were built.
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
