//! Finds the modules of a project by its folders.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_spectrum::{is_archive, module_of, outer_location};

use super::package;

/// Files that occur only in the folder of a module.
const BUILD_FILES: [&str; 6] =
    ["pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "build.xml"];
/// Folders that contain no module of the project.
const NOT_MODULES: [&str; 6] = ["target", "build", "out", "bin", "node_modules", "src"];
/// Folders of a module that contain none of its sources, except generated ones.
const NOT_SOURCES: [&str; 6] = ["target", "build", "out", "bin", "node_modules", "test"];
/// Where build tools generate sources.
const GENERATED: [&str; 4] =
    ["target/generated-sources", "build/generated", "build/generated-src", "build/generated-sources"];
/// Maximum nesting depth of modules.
const DEPTH: usize = 4;
/// Maximum number of folders searched; the search is a convenience and must stay fast.
const MOST_FOLDERS: usize = 2_000;

type FilesByName = HashMap<OsString, Vec<PathBuf>>;

/// The modules below a folder, searched on first use.
#[derive(Debug)]
pub struct Modules {
    base: PathBuf,
    below: Option<Vec<PathBuf>>,
    of: HashMap<String, Option<PathBuf>>,
    files: HashMap<PathBuf, FilesByName>,
}

impl Modules {
    /// The modules of the project in `base`.
    pub fn below(base: &Path) -> Self {
        Self { base: base.to_owned(), below: None, of: HashMap::new(), files: HashMap::new() }
    }

    /// Folders below the base that have a `src`, nearest first.
    pub fn all(&mut self) -> &[PathBuf] {
        self.below.get_or_insert_with(|| with_sources_below(&self.base))
    }

    /// The module in which classes loaded from `location` were built, if its folder exists. An archive
    /// elsewhere is matched by its name.
    pub fn of(&mut self, location: &str) -> Option<PathBuf> {
        if let Some(known) = self.of.get(location) {
            return known.clone();
        }
        let module = match module_of(location) {
            Some(module) => self.where_it_is_now(Path::new(module)),
            None if is_archive(location) => self.named_as(outer_location(location)),
            None => None,
        };
        self.of.insert(location.to_owned(), module.clone());
        module
    }

    /// The module's current folder: the recording may come from another copy of the project.
    fn where_it_is_now(&self, module: &Path) -> Option<PathBuf> {
        if module.is_dir() {
            return Some(dunce::canonicalize(module).unwrap_or_else(|_| module.to_owned()));
        }
        let parts: Vec<_> = module.components().skip(1).collect();
        let ends = (0..parts.len()).map(|from| self.base.join(parts[from..].iter().collect::<PathBuf>()));
        ends.into_iter().find(|folder| folder.join("src").is_dir() || is_module(folder))
    }

    /// The module whose folder or artifact name is in the archive's name; the longest match.
    fn named_as(&mut self, archive: &str) -> Option<PathBuf> {
        let file = Path::new(archive).file_name()?.to_string_lossy().into_owned();
        let fits = |name: &str| {
            let rest = file.strip_prefix(name);
            !name.is_empty() && rest.is_some_and(|rest| rest.starts_with(['-', '.']))
        };
        let named = self.all().iter().filter_map(|module| {
            let longest = names(module).into_iter().filter(|name| fits(name)).map(|name| name.len()).max()?;
            Some((longest, module))
        });
        let named: Vec<_> = named.collect();
        let longest = named.iter().map(|(length, _)| *length).max()?;
        let mut modules = named.into_iter().filter(|(length, _)| *length == longest);
        let (_, module) = modules.next()?;
        modules.next().is_none().then(|| module.clone())
    }

    /// The files of a path below any source root of a module, conventional or not; tests and nested modules
    /// are left out.
    pub fn files_in(&mut self, module: &Path, path: &str) -> Vec<PathBuf> {
        let files = self.files.entry(module.to_owned()).or_insert_with(|| files_below(module));
        let named = Path::new(path).file_name().and_then(|name| files.get(name));
        let named: Vec<&PathBuf> = named.into_iter().flatten().collect();
        let has_usual = named.iter().any(|file| file.ends_with(path));
        let may_be_elsewhere = |file: &Path| package::is_free(file) && !(has_usual && package::is_java(file));
        let is_it = |file: &&PathBuf| {
            file.ends_with(path) || may_be_elsewhere(file) && package::declares(file, package::of_path(path))
        };
        named.into_iter().filter(is_it).cloned().collect()
    }
}

/// Whether a folder of sources belongs to a module and not to a nested one.
pub fn belongs_to(folder: &Path, module: &Path) -> bool {
    folder.starts_with(module) && module.starts_with(owner(folder))
}

/// The folder of the module that probably contains a file or folder of sources: the deepest above it with a
/// build file, or with a `src` on the way.
pub fn owner(path: &Path) -> &Path {
    let has_build_file = path.ancestors().find(|folder| is_module(folder));
    let above_src = path.ancestors().find(|folder| folder.ends_with("src")).and_then(Path::parent);
    let depth = |folder: &&Path| folder.components().count();
    [has_build_file, above_src].into_iter().flatten().max_by_key(depth).unwrap_or(Path::new(""))
}

fn is_module(folder: &Path) -> bool {
    BUILD_FILES.iter().any(|file| folder.join(file).is_file())
}

/// Possible archive names of a module: its folder, and its Maven artifact.
fn names(module: &Path) -> Vec<String> {
    let folder = module.file_name().map(|name| name.to_string_lossy().into_owned());
    let artifact =
        regular::read_to_string(&module.join("pom.xml"), limits::BUILD_FILE).ok().and_then(|text| {
            let document = roxmltree::Document::parse(&text).ok()?;
            let mut children = document.root_element().children();
            Some(children.find(|node| node.tag_name().name() == "artifactId")?.text()?.trim().to_owned())
        });
    folder.into_iter().chain(artifact).collect()
}

fn with_sources_below(base: &Path) -> Vec<PathBuf> {
    let (mut modules, mut level, mut looked_at) = (Vec::new(), vec![base.to_owned()], 0);
    for _ in 0..DEPTH {
        let mut next = BTreeSet::new();
        for folder in &level {
            looked_at += 1;
            if looked_at > MOST_FOLDERS {
                return modules;
            }
            next.extend(folders_in(folder, &NOT_MODULES));
        }
        modules.extend(next.iter().filter(|folder| folder.join("src").is_dir()).cloned());
        level = next.into_iter().collect();
    }
    modules
}

fn files_below(module: &Path) -> FilesByName {
    let mut level: Vec<PathBuf> = GENERATED.iter().map(|folder| module.join(folder)).collect();
    level.extend(folders_in(module, &NOT_SOURCES));
    let (mut files, mut looked_at) = (FilesByName::new(), 0);
    while !level.is_empty() && looked_at < MOST_FOLDERS {
        level.retain(|folder| !is_module(folder));
        looked_at += level.len();
        for entry in level.iter().flat_map(|folder| limits::PROJECT.looked_at(folder)) {
            if entry.file_type().is_ok_and(|kind| kind.is_file()) {
                files.entry(entry.file_name()).or_default().push(entry.path());
            }
        }
        // Below the first level, a package may have the name of an output folder.
        level = level.iter().flat_map(|folder| folders_in(folder, &["test"])).collect();
    }
    for named in files.values_mut() {
        named.sort();
    }
    files
}

/// The folders in a folder, sorted, without hidden ones and those named in `without`.
fn folders_in(folder: &Path, without: &[&str]) -> BTreeSet<PathBuf> {
    let entries = limits::PROJECT.looked_at(folder).into_iter();
    let folders = entries.filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        is_folder && !name.starts_with('.') && !without.contains(&&*name)
    });
    folders.map(|entry| entry.path()).collect()
}
