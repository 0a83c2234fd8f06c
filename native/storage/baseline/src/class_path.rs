//! What stands on the class paths of a run besides the recorded classes: the code of the tests, and what they
//! may read there or by path.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use faultline_class_file::{ClassCode, texts};
use faultline_files::{limits, regular};
use faultline_spectrum::{Fnv, Recording};

use crate::archive::Archive;
use crate::model::Input;
use crate::modules::{build_files, modules};
use crate::read_by_path;

/// The folders and archives on the class paths of the JVMs that ran tests, each once.
pub fn places(recordings: &[Recording]) -> Vec<PathBuf> {
    let mut seen = HashSet::new();
    let of_launch = recordings.iter().filter_map(|recording| recording.launch.as_ref());
    let of_launch = of_launch
        .flat_map(|launch| places_of(&launch.class_path, &launch.arguments, Path::new(&launch.folder)));
    let of_loaders =
        recordings.iter().flat_map(|recording| &recording.loaded).flat_map(|loaded| &loaded.places);
    let all = of_launch.chain(of_loaders.map(PathBuf::from));
    all.filter(|place| !place.as_os_str().is_empty() && seen.insert(place.clone())).collect()
}

/// The folders and archives of a JVM's class path and modules, below the folder in which it runs.
pub fn places_of(class_path: &str, arguments: &[String], folder: &Path) -> Vec<PathBuf> {
    let of_modules = arguments.iter().map(|argument| module_places(argument));
    [class_path].into_iter().chain(of_modules).flat_map(|places| split(places, folder)).collect()
}

/// The places in an argument that sets the module path or patches a module, in the form in which a JVM reports it.
fn module_places(argument: &str) -> &str {
    let patch = || argument.strip_prefix("--patch-module=")?.split_once('=').map(|(_, places)| places);
    argument.strip_prefix("--module-path=").or_else(patch).unwrap_or_default()
}

/// The folders and archives of a class path, below the folder in which its JVM runs.
fn split(class_path: &str, folder: &Path) -> Vec<PathBuf> {
    // An empty entry would be the working folder.
    let entries = std::env::split_paths(class_path).filter(|place| !place.as_os_str().is_empty());
    entries.map(|place| folder.join(place)).collect()
}

/// The code of tests that no coverage shows: a test's class, and what that refers to beside it.
#[derive(Debug)]
pub struct TestCode {
    /// Files of classes by internal name, without the recorded ones.
    files: HashMap<String, PathBuf>,
    /// What was read: the class, and the classes of `files` that it names.
    read: BTreeMap<String, Option<(ClassCode, Vec<String>)>>,
}

impl TestCode {
    /// The code beside some tests' classes. Recorded classes are left out, for coverage says which tests run them.
    pub fn beside(classes: &BTreeSet<&str>, places: &[PathBuf], recorded: &HashSet<&str>) -> Self {
        let folders: Vec<&PathBuf> = places.iter().filter(|place| place.is_dir()).collect();
        let file = |class: &str| format!("{}.class", class.replace('.', "/"));
        let home = |class: &&str| folders.iter().copied().find(|folder| folder.join(file(class)).is_file());
        let homes: BTreeSet<&PathBuf> = classes.iter().filter_map(home).collect();
        let mut files = HashMap::new();
        for home in homes {
            for path in limits::PROJECT.files_below(home).unwrap_or_default() {
                let name = path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
                let Some(name) = name.strip_suffix(".class") else { continue };
                if !recorded.contains(&*name.replace('/', ".")) {
                    files.entry(name.to_owned()).or_insert_with(|| home.join(&path));
                }
            }
        }
        Self { files, read: BTreeMap::new() }
    }

    /// The classes of a test's own code, by name. Cost: each class is read once.
    pub fn of(&mut self, class: &str) -> Vec<ClassCode> {
        let first = class.replace('.', "/");
        let mut seen = BTreeSet::from([first.clone()]);
        let mut next = vec![first];
        let mut code = Vec::new();
        while let Some(name) = next.pop() {
            let Some((class, names)) = self.read(&name) else { continue };
            code.push(class.clone());
            next.extend(names.iter().filter(|name| seen.insert((*name).clone())).cloned());
        }
        code
    }

    fn read(&mut self, name: &str) -> Option<&(ClassCode, Vec<String>)> {
        if !self.read.contains_key(name) {
            let read = self.files.get(name).and_then(|file| {
                let bytes = regular::read(file, limits::CLASS).ok()?;
                Some((ClassCode::read(&bytes)?, self.named(&texts(&bytes)?)))
            });
            self.read.insert(name.to_owned(), read);
        }
        self.read.get(name)?.as_ref()
    }

    /// The classes of `files` that constants name: as such, in a descriptor or signature, or with dots.
    fn named(&self, texts: &[String]) -> Vec<String> {
        let mut named = BTreeSet::new();
        for text in texts {
            if self.files.contains_key(text) {
                named.insert(text.clone());
            } else if text.contains(';') {
                let parts = text.split(['L', ';', '<', '>', '(', ')', '[', '*', '+', '-', ':', '.']);
                named.extend(parts.filter(|part| self.files.contains_key(*part)).map(str::to_owned));
                // The name of a class may have an L in it.
                let whole = text.split(';').filter_map(|part| part.split_once('L').map(|(_, name)| name));
                named.extend(whole.filter(|name| self.files.contains_key(*name)).map(str::to_owned));
            } else if text.contains('.') {
                let name = text.replace('.', "/");
                if self.files.contains_key(&name) {
                    named.insert(name);
                }
            }
        }
        named.into_iter().collect()
    }
}

/// Libraries, resources, files beside the sources, build files and the Java of a run, by name. Archives of the project
/// count as folders do, and places of recorded classes are no libraries.
#[derive(Debug)]
pub struct Inputs {
    named: BTreeMap<String, u64>,
    /// Types whose methods have no code. Which of them count depends on what a run recorded.
    types: Vec<TypeWithoutCode>,
}

/// An interface or annotation whose methods have no code: no coverage shows that a test uses it.
#[derive(Debug)]
struct TypeWithoutCode {
    /// The place as inputs are named.
    place: String,
    name: String,
    /// What it declares.
    line: String,
}

impl Inputs {
    /// Reads what stands at these places. `skipped` are classes that every run recorded: they are not read.
    pub fn read(
        places: &[PathBuf],
        recorded: &HashSet<PathBuf>,
        root: &Path,
        javas: &[&str],
        skipped: impl Fn(&str) -> bool,
    ) -> Self {
        let mut inputs = Self { named: BTreeMap::new(), types: Vec::new() };
        for place in places {
            let of_project =
                Some(place).filter(|place| place.starts_with(root)).and_then(|place| Archive::read(place));
            if let Some(archive) = of_project {
                inputs.add_archive(&archive, &shown(place, root), &skipped);
            } else if place.is_dir() {
                inputs.add_folder(place, root, &skipped);
            } else if !recorded.contains(place)
                && let Some(hash) = library(place)
            {
                inputs.named.insert(shown(place, root), hash);
            }
        }
        let modules = modules(places, root);
        for path in build_files(&modules).into_iter().chain(read_by_path::files(&modules, places)) {
            if let Some(hash) = resource(&path) {
                inputs.named.insert(shown(&path, root), hash);
            }
        }
        for java in javas.iter().filter_map(|words| java_of(words)) {
            inputs.named.insert(java.to_owned(), 0);
        }
        inputs
    }

    fn add_folder(&mut self, place: &Path, root: &Path, skipped: &impl Fn(&str) -> bool) {
        for path in limits::PROJECT.files_below(place).unwrap_or_default() {
            let ending = path.extension().unwrap_or_default();
            if ending == "class" {
                let name = path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join(".");
                let Some(name) = name.strip_suffix(".class").filter(|name| !skipped(name)) else { continue };
                let code = regular::read(&place.join(&path), limits::CLASS).ok();
                let code = code.and_then(|bytes| ClassCode::read(&bytes));
                self.add_type(shown(place, root), name, code);
            } else if ending != "kotlin_module" {
                let path = place.join(path);
                if let Some(hash) = resource(&path) {
                    self.named.insert(shown(&path, root), hash);
                }
            }
        }
    }

    /// Adds what an archive of the project has besides classes with code.
    fn add_archive(&mut self, archive: &Archive, place: &str, skipped: &impl Fn(&str) -> bool) {
        self.named.extend(archive.resources().map(|hash| (format!("{place}: resources"), hash)));
        for class in archive.classes().filter(|class| !skipped(class)) {
            self.add_type(place.to_owned(), class, archive.code(class));
        }
    }

    fn add_type(&mut self, place: String, name: &str, code: Option<ClassCode>) {
        let line = code.and_then(|code| without_code(name, &code));
        self.types.extend(line.map(|line| TypeWithoutCode { place, name: name.to_owned(), line }));
    }

    /// The inputs of a run that knows some classes by coverage.
    pub fn of_run(&self, is_known: impl Fn(&str) -> bool) -> Vec<Input> {
        let mut inputs = self.named.clone();
        let mut lines = BTreeMap::<&str, Vec<&str>>::new();
        for of in self.types.iter().filter(|of| !is_known(&of.name)) {
            lines.entry(&of.place).or_default().push(&of.line);
        }
        for (place, mut lines) in lines {
            lines.sort_unstable();
            let hash = Fnv::of(lines.join("\n").as_bytes());
            inputs.insert(format!("{place}: types without code"), hash);
        }
        inputs.into_iter().map(|(name, hash)| Input { name, hash }).collect()
    }
}

/// A line on an interface or annotation whose methods have no code; `None` for other classes.
fn without_code(name: &str, class: &ClassCode) -> Option<String> {
    let mut line = format!("{name}.class {:x}", class.shape);
    for method in &class.methods {
        if !method.lines.is_empty() {
            return None;
        }
        let _ = write!(line, " {}{} {:x}", method.name, method.descriptor, method.hash);
    }
    Some(line)
}

/// The virtual machine and its version, without the main class.
fn java_of(words: &str) -> Option<&str> {
    words.split(',').next().map(str::trim).filter(|java| !java.is_empty())
}

/// A path as inputs are named.
pub fn shown(path: &Path, root: &Path) -> String {
    match path.strip_prefix(root) {
        Ok(below) => below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/"),
        Err(_) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
    }
}

/// The hash of a resource; of one larger than a source may be, of its length.
fn resource(path: &Path) -> Option<u64> {
    match regular::read(path, limits::SOURCE) {
        Ok(content) => Some(Fnv::of(&content)),
        Err(_) => fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|data| data.len()),
    }
}

/// A hash of an archive's content; of a file with no directory that is understood, of its length.
fn library(path: &Path) -> Option<u64> {
    let length = || fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|data| data.len());
    match Archive::read(path) {
        Some(archive) => Some(archive.hash()),
        None => length().map(|length| Fnv::of(&length.to_le_bytes())),
    }
}

/// Hashes of the checksums of classes in an archive, by binary name. Empty if it is no archive. Cost: reads the directory
/// at its end alone.
pub fn classes_in(path: &Path) -> HashMap<String, u64> {
    let archive = Archive::read(path);
    let hashes = archive.iter().flat_map(|archive| {
        archive.classes().filter_map(|class| Some((class.to_owned(), archive.class_hash(class)?)))
    });
    hashes.collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn classes_are_on_the_class_path_on_the_module_path_and_in_patches() {
        let arguments =
            ["-ea", "--module-path=main:/lib/a.jar", "--patch-module=shop=tests", "-Dx=--module-path=/no"];
        let arguments = arguments.map(str::to_owned);
        let places = places_of("lib.jar:", &arguments, Path::new("/project"));
        let wanted = ["/project/lib.jar", "/project/main", "/lib/a.jar", "/project/tests"];
        assert_eq!(places, wanted.map(PathBuf::from));
    }
}
