//! Finds source files of classes by convention.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use faultline_spectrum::Class;

/// Where sources lie in a module, in the order in which they are tried. The last but one is
/// where builds that test a released library unpack its sources.
const IN_A_MODULE: [&str; 8] = [
    "src/main/java",
    "src/main/kotlin",
    "src/main/groovy",
    "src/main/scala",
    "src/java",
    "src",
    "target/library/src/main/java",
    "",
];
/// Where build tools put classes, below the module.
const CLASS_FOLDERS: [&str; 4] = ["/target/", "/build/", "/out/", "/bin/"];
/// Folders that hold no module of the project.
const NOT_MODULES: [&str; 6] = ["target", "build", "out", "bin", "node_modules", "src"];
/// How deep modules are nested at most.
const DEPTH: usize = 4;
/// Folders that are looked at, at most: the search is for convenience, not for patience.
const MOST_FOLDERS: usize = 2_000;

/// A source file that was found.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its path, relative to the base folder where it lies below.
    pub path: PathBuf,
    /// Its lines.
    pub lines: Vec<String>,
    /// It was changed after the recording: lines may be off.
    pub changed: bool,
}

/// Looks up sources, each file once. Reading a file is all it does to the file system.
#[derive(Debug)]
pub struct Sources {
    base: PathBuf,
    given: Vec<PathBuf>,
    recorded: Option<SystemTime>,
    modules: Option<Vec<PathBuf>>,
    found: HashMap<(String, String), Option<SourceFile>>,
}

impl Sources {
    /// Sources below the folders `given`, then by convention in the module that a class was
    /// loaded from, in `base` and in the modules below `base`.
    pub fn new(given: &[PathBuf], base: &Path, recorded: Option<SystemTime>) -> Self {
        Self { base: base.to_owned(), given: given.to_vec(), recorded, modules: None, found: HashMap::new() }
    }

    /// The source of a class. `None` when it is nowhere.
    pub fn of(&mut self, class: &Class) -> Option<&SourceFile> {
        let path = class.source_path().unwrap_or_else(|| likely_path(&class.name));
        // The path comes from a file that may come from anywhere.
        if Path::new(&path).components().any(|part| !matches!(part, std::path::Component::Normal(_))) {
            return None;
        }
        let key = (path, class.location.clone());
        if !self.found.contains_key(&key) {
            let file = self.find(&key.0, &key.1).and_then(|file| self.read(&file));
            self.found.insert(key.clone(), file);
        }
        self.found.get(&key)?.as_ref()
    }

    fn find(&mut self, path: &str, location: &str) -> Option<PathBuf> {
        let given = self.given.iter().cloned();
        let own = module_of(location).into_iter().chain([self.base.clone()]);
        let near: Vec<PathBuf> = given.chain(own.flat_map(source_folders)).collect();
        near.iter().find_map(|folder| file_below(folder, path)).or_else(|| {
            let base = self.base.clone();
            let modules = self.modules.get_or_insert_with(|| modules_below(&base));
            modules.iter().cloned().flat_map(source_folders).find_map(|folder| file_below(&folder, path))
        })
    }

    fn read(&self, file: &Path) -> Option<SourceFile> {
        // Not all sources are UTF-8; a wrong letter in a comment is no reason to show none.
        let text = String::from_utf8_lossy(&fs::read(file).ok()?).into_owned();
        let changed = match (fs::metadata(file).and_then(|data| data.modified()), self.recorded) {
            (Ok(modified), Some(recorded)) => modified > recorded,
            _ => false,
        };
        let lines = text.lines().map(str::to_owned).collect();
        Some(SourceFile { path: self.shown(file), lines, changed })
    }

    /// Relative to the base folder, where people run the command.
    fn shown(&self, file: &Path) -> PathBuf {
        let real = |path: &Path| path.canonicalize().ok();
        match (real(file), real(&self.base)) {
            (Some(file), Some(base)) => match file.strip_prefix(&base) {
                Ok(below) if self.base == Path::new(".") => below.to_owned(),
                Ok(below) => self.base.join(below),
                Err(_) => file,
            },
            _ => file.to_owned(),
        }
    }
}

/// Where the source of a class would be if it were Java and named by its outermost class:
/// all there is to go by in a spectrum that was imported.
fn likely_path(class: &str) -> String {
    let start = class.rfind('.').map_or(0, |dot| dot + 1);
    // A `$` at the very start belongs to the name.
    let end = class[start..]
        .char_indices()
        .skip(1)
        .find(|&(_, c)| c == '$')
        .map_or(class.len(), |(at, _)| start + at);
    format!("{}.java", class[..end].replace('.', "/"))
}

fn source_folders(module: PathBuf) -> impl Iterator<Item = PathBuf> {
    IN_A_MODULE.into_iter().map(move |folder| module.join(folder))
}

/// The file below a source folder. Kotlin's convention leaves out the packages that all
/// files share, so its files are also looked for without the first packages.
fn file_below(folder: &Path, path: &str) -> Option<PathBuf> {
    let mut rest = path;
    loop {
        let file = folder.join(rest);
        if file.is_file() {
            return Some(file);
        }
        if Path::new(path).extension().is_none_or(|extension| extension != "kt") {
            return None;
        }
        (_, rest) = rest.split_once('/')?;
    }
}

/// The module that classes at `location` (a path or file URL) were built in.
fn module_of(location: &str) -> Option<PathBuf> {
    let path = location.strip_prefix("file:").unwrap_or(location);
    let path = if path.starts_with("//") { path.trim_start_matches('/').to_owned() } else { path.to_owned() };
    let path = if path.starts_with('/') || path.is_empty() { path } else { format!("/{path}") };
    let cut = CLASS_FOLDERS.iter().filter_map(|folder| format!("{path}/").rfind(folder)).max()?;
    Some(PathBuf::from(&path[..cut]))
}

/// Folders below `base` that have a `src` of their own, nearest first.
fn modules_below(base: &Path) -> Vec<PathBuf> {
    let (mut modules, mut level, mut looked_at) = (Vec::new(), vec![base.to_owned()], 0);
    for _ in 0..DEPTH {
        let mut next = BTreeSet::new();
        for folder in &level {
            looked_at += 1;
            if looked_at > MOST_FOLDERS {
                return modules;
            }
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if is_folder && !name.starts_with('.') && !NOT_MODULES.contains(&&*name) {
                    next.insert(entry.path());
                }
            }
        }
        modules.extend(next.iter().filter(|folder| folder.join("src").is_dir()).cloned());
        level = next.into_iter().collect();
    }
    modules
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("faultline-source-test-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        fn file(&self, path: &str) -> &Self {
            let file = self.0.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, path).unwrap();
            self
        }

        fn find(&self, name: &str, file: &str, location: &str) -> Option<String> {
            let class = Class {
                name: name.to_owned(),
                source_file: Some(file.to_owned()),
                hash: 0,
                location: location.to_owned(),
            };
            Sources::new(&[], &self.0, None).of(&class).map(|source| source.lines[0].clone())
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn sources_are_found_by_convention() {
        let scratch = Scratch::new("convention");
        scratch
            .file("src/main/java/org/x/Foo.java")
            .file("target/library/src/main/java/org/x/Released.java")
            .file("src/main/kotlin/part/Short.kt")
            .file("Bare.java");
        assert_eq!(scratch.find("org.x.Foo$Bar", "Foo.java", "").unwrap(), "src/main/java/org/x/Foo.java");
        assert_eq!(
            scratch.find("org.x.Released", "Released.java", "").unwrap(),
            "target/library/src/main/java/org/x/Released.java"
        );
        assert_eq!(
            scratch.find("org.x.part.ShortKt", "Short.kt", "").unwrap(),
            "src/main/kotlin/part/Short.kt"
        );
        assert_eq!(scratch.find("Bare", "Bare.java", "").unwrap(), "Bare.java");
        assert_eq!(scratch.find("org.x.Nowhere", "Nowhere.java", ""), None);
    }

    #[test]
    fn the_module_that_a_class_was_loaded_from_comes_first() {
        let scratch = Scratch::new("modules");
        scratch.file("a/src/main/java/org/x/Foo.java").file("nested/b/src/main/java/org/x/Foo.java");
        let location = format!("file:{}/nested/b/target/classes/", scratch.0.display());
        assert_eq!(
            scratch.find("org.x.Foo", "Foo.java", &location).unwrap(),
            "nested/b/src/main/java/org/x/Foo.java"
        );
        assert_eq!(scratch.find("org.x.Foo", "Foo.java", "").unwrap(), "a/src/main/java/org/x/Foo.java");
    }

    #[test]
    fn a_path_that_leaves_the_source_folder_is_not_followed() {
        let scratch = Scratch::new("escape");
        scratch.file("secret.txt").file("src/x.java");
        assert_eq!(scratch.find("Foo", "../secret.txt", ""), None);
        assert_eq!(scratch.find("Foo", "/etc/passwd", ""), None);
    }

    #[test]
    fn without_a_source_file_the_outermost_class_names_it() {
        assert_eq!(likely_path("org.x.Outer$Inner$1"), "org/x/Outer.java");
        assert_eq!(likely_path("org.x.$Gen"), "org/x/$Gen.java");
        assert_eq!(likely_path("Bare"), "Bare.java");
        assert_eq!(likely_path(""), ".java");
    }

    #[test]
    fn locations_name_their_module() {
        let module = |location| module_of(location).map(|path| path.display().to_string());
        assert_eq!(module("file:/p/core/target/classes/").as_deref(), Some("/p/core"));
        assert_eq!(module("/p/core/build/classes/java/main").as_deref(), Some("/p/core"));
        assert_eq!(module("/build/p/out/production/p").as_deref(), Some("/build/p"));
        assert_eq!(module("/p/lib.jar"), None);
        assert_eq!(module(""), None);
    }
}
