//! The folders below which the sources of classes lie.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use faultline_files::limits;
use faultline_spectrum::{ClassFile, ClassName, outer_location};

use crate::sources::package;
use faultline_files::path_of;

/// Folders without sources of the project. Hidden ones are skipped as well.
const SKIPPED: [&str; 1] = ["node_modules"];
/// Links of Bazel's to what it wrote and fetched.
const SKIPPED_LINKS: &str = "bazel-";
/// Endings of sources.
const ENDINGS: [&str; 6] = ["java", "kt", "scala", "groovy", "aj", "clj"];
/// The maximum number of folders searched: a project with more is searched in part.
const MOST_FOLDERS: usize = 50_000;

/// The sources of a project, searched on first use.
#[derive(Debug)]
pub struct SourceRoots {
    project: PathBuf,
    sources: Option<Sources>,
    known: HashMap<(String, String), Option<Source>>,
}

/// A source, and the folder below which it lies in the folders of its package.
#[derive(Clone, Debug)]
struct Source {
    root: PathBuf,
    file: PathBuf,
}

impl SourceRoots {
    /// The sources below a project's folder.
    pub fn below(project: &Path) -> Self {
        let project = dunce::canonicalize(project).unwrap_or_else(|_| project.to_owned());
        Self { project, sources: None, known: HashMap::new() }
    }

    /// The project's folder.
    pub fn project(&self) -> &Path {
        &self.project
    }

    /// Whether a location is below the project.
    pub fn has_below(&self, location: &str) -> bool {
        let path = path_of(outer_location(location));
        path.starts_with(&self.project)
            || dunce::canonicalize(path).is_ok_and(|real| real.starts_with(&self.project))
    }

    /// The folder below which the source of a class lies in the folders of its package; `None` if there is no
    /// such source. Of several, the one nearest to the location of the class.
    pub fn of(&mut self, class: &ClassFile) -> Option<PathBuf> {
        self.source(class).map(|source| source.root)
    }

    /// The source of a class.
    pub fn file_of(&mut self, class: &ClassFile) -> Option<PathBuf> {
        self.source(class).map(|source| source.file)
    }

    /// The sources below a folder of the project, sorted.
    pub fn below_root(&mut self, root: &Path) -> Vec<PathBuf> {
        let project = &self.project;
        let sources = self.sources.get_or_insert_with(|| Sources::below(project));
        let mut files: Vec<PathBuf> =
            sources.0.values().flatten().filter(|file| file.starts_with(root)).cloned().collect();
        files.sort();
        files
    }

    /// Whether some source lies in the folders of a package or, in a folder of its last name, declares it.
    pub fn has_package(&mut self, package: &str) -> bool {
        let project = &self.project;
        let sources = self.sources.get_or_insert_with(|| Sources::below(project));
        let mut files = sources.0.values().flatten();
        files.any(|file| {
            let is_near = || file.parent().is_some_and(|folder| folders_of(folder, package) > 0);
            is_in_folders(file, package) || is_near() && package::declares(file, package)
        })
    }

    /// The sources with the name of a class's source that are of its package.
    pub fn candidates(&mut self, class: &ClassFile) -> Vec<PathBuf> {
        let project = &self.project;
        let sources = self.sources.get_or_insert_with(|| Sources::below(project));
        let package = super::package(&class.name);
        let files = sources.named(&file_name(class)).iter();
        files.filter(|file| root(file, package).is_some()).cloned().collect()
    }

    fn source(&mut self, class: &ClassFile) -> Option<Source> {
        let (file, package) = (file_name(class), super::package(&class.name));
        let key = (format!("{package}/{file}"), class.location.clone());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let project = &self.project;
        let sources = self.sources.get_or_insert_with(|| Sources::below(project));
        let named = sources.named(&file);
        // Reading each file of a name for each class of it would take too long.
        let has_usual = named.iter().any(|file| is_in_folders(file, package));
        let found =
            named.iter().filter(|file| !has_usual || !package::is_java(file) || is_in_folders(file, package));
        let found = found.filter_map(|file| Some(Source { root: root(file, package)?, file: file.clone() }));
        let location = path_of(&class.location);
        let nearest = found
            .max_by_key(|source| (shared(&source.root, &location), std::cmp::Reverse(source.root.clone())));
        self.known.insert(key, nearest.clone());
        nearest
    }
}

/// How many leading folders two paths share.
fn shared(one: &Path, other: &Path) -> usize {
    one.components().zip(other.components()).take_while(|(a, b)| a == b).count()
}

/// The name of a class's source, without its folder.
pub(super) fn file_name(class: &ClassFile) -> String {
    let named = || format!("{}.java", ClassName(ClassName(&class.name).outermost()).simple());
    class.source_file.clone().unwrap_or_else(named)
}

/// The folder above those of the package; `None` if the source is of another package. Of a Java source that lies
/// elsewhere, its own folder: the last of its package's names may be chance.
pub(super) fn root(source: &Path, package: &str) -> Option<PathBuf> {
    let folder = source.parent()?;
    let fit = folders_of(folder, package);
    if is_in_folders(source, package) {
        return folder.ancestors().nth(fit).map(Path::to_owned);
    }
    if !package::is_free(source) || !package::declares(source, package) {
        return None;
    }
    folder.ancestors().nth(if package::is_java(source) { 0 } else { fit }).map(Path::to_owned)
}

/// Whether a source lies in the folders of a package.
fn is_in_folders(source: &Path, package: &str) -> bool {
    source.parent().is_some_and(|folder| folders_of(folder, package) == names(package).count())
}

/// How many of the last names of a package are the last folders of a path.
fn folders_of(folder: &Path, package: &str) -> usize {
    let names: Vec<&str> = names(package).collect();
    let ends = folder.components().rev().zip(names.into_iter().rev());
    ends.take_while(|(folder, name)| *folder == Component::Normal(name.as_ref())).count()
}

fn names(package: &str) -> impl Iterator<Item = &str> {
    package.split('.').filter(|name| !name.is_empty())
}

/// The sources below a folder by their names.
#[derive(Debug)]
pub(super) struct Sources(HashMap<OsString, Vec<PathBuf>>);

impl Sources {
    /// Searches a folder. Links to folders are followed, also where they lead out: here only names count, and no source is
    /// shown. Each of them once, and the folder itself not again.
    pub(super) fn below(folder: &Path) -> Self {
        let mut linked: HashSet<PathBuf> = dunce::canonicalize(folder).into_iter().collect();
        let mut by_name = HashMap::<OsString, Vec<PathBuf>>::new();
        let (mut open, mut looked_at) = (vec![folder.to_owned()], 0);
        while let Some(folder) = open.pop() {
            looked_at += 1;
            if looked_at > MOST_FOLDERS {
                break;
            }
            for entry in limits::PROJECT.looked_at(&folder) {
                let (name, Ok(kind)) = (entry.file_name(), entry.file_type()) else { continue };
                let path = entry.path();
                let is_link = kind.is_symlink() && path.is_dir();
                if is_link
                    && (name.to_string_lossy().starts_with(SKIPPED_LINKS) || !is_new(&path, &mut linked))
                {
                    continue;
                }
                if kind.is_dir() || is_link {
                    let text = name.to_string_lossy();
                    if !text.starts_with('.') && !SKIPPED.contains(&&*text) {
                        open.push(path);
                    }
                } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
                {
                    by_name.entry(name).or_default().push(path);
                }
            }
        }
        for files in by_name.values_mut() {
            files.sort();
        }
        Self(by_name)
    }

    /// The paths of the sources with a name, sorted.
    pub(super) fn named(&self, file: &str) -> &[PathBuf] {
        self.0.get(Path::new(file).as_os_str()).map_or(&[], Vec::as_slice)
    }
}

/// Whether a link leads to a folder that is not above or below one that is searched anyway.
fn is_new(link: &Path, linked: &mut HashSet<PathBuf>) -> bool {
    let Ok(real) = dunce::canonicalize(link) else { return false };
    let is_known = linked.iter().any(|known| real.starts_with(known) || known.starts_with(&real));
    !is_known && linked.insert(real)
}
