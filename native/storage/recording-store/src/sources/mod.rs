//! Finds source files of classes by convention.

pub(crate) mod fit;
mod modules;
pub mod nearest;
pub mod of_tests;
pub(crate) mod package;
mod roots;
pub mod seen;
pub(crate) mod text;
mod versions;
mod web_roots;

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use faultline_files::{limits, regular};
use faultline_spectrum::{Class, ClassFile, ClassName};

use crate::load::Loaded;
use crate::project::root_of;
use crate::whose::SourceRoots;

use self::fit::{Shape, Shapes};
use self::modules::{Modules, belongs_to, owner};
use self::seen::Seen;
use self::versions::Versions;

pub use self::roots::Roots;

/// Source folders of a module, in the order in which they are tried. The last but one is where builds that
/// test a released library unpack its sources.
const IN_A_MODULE: [&str; 11] = [
    "src/main/java",
    "src/main/kotlin",
    "src/main/groovy",
    "src/main/scala",
    "src/main/webapp",
    "src/main/resources/META-INF/resources",
    "src/java",
    "src",
    "WebContent",
    "target/library/src/main/java",
    "",
];
/// Endings of sources of tests.
const LANGUAGES_OF_TESTS: [&str; 4] = ["java", "kt", "groovy", "scala"];
/// Folders with sources of tests in other languages than Java.
const OF_OTHER_TESTS: [&str; 3] = ["src/test/kotlin", "src/test/groovy", "src/test/scala"];
/// Why a file may be the wrong one.
const SEVERAL: &str = "perhaps: several files have this path";
const ELSEWHERE: &str = "perhaps: it lies in another module";
const OTHER_LINES: &str = "perhaps: its lines are not those of the class";
/// The largest share of a class's lines that its file may lack: processors add members.
pub(crate) const MISFIT: f64 = 0.2;

/// A source file that was found.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its path, relative to the base folder if it is inside it.
    pub path: PathBuf,
    /// Its lines.
    pub lines: Vec<String>,
    /// Whether it was changed after the recording, so that lines may be off: it is newer, and not known to be
    /// the same.
    pub changed: bool,
    /// Why it may belong to another class.
    pub doubt: Option<&'static str>,
}

/// Finds sources; each file is looked up once. Its only file system access is reading.
#[derive(Debug)]
pub struct Sources {
    base: PathBuf,
    given: Vec<PathBuf>,
    roots: Roots,
    recorded: Option<SystemTime>,
    /// The project's folder.
    project: PathBuf,
    seen: Seen,
    modules: Modules,
    shapes: Shapes,
    versions: Versions,
    found: HashMap<(String, String, u64), Option<SourceFile>>,
    of_tests: HashMap<String, Option<SourceFile>>,
    /// All sources, those of tests among them, searched for the first test that is nowhere else.
    all: SourceRoots,
}

impl Sources {
    /// Searches the folders `given`, then by convention the module from which a class was loaded, `base`, and
    /// the modules below `base`. Files in the class's own module come first, also from `given`: another
    /// module may have a file of the same path.
    pub fn new(given: &[PathBuf], base: &Path, recorded: Option<SystemTime>) -> Self {
        Self::within(Roots::new(base, &[], given), given, base, recorded)
    }

    /// As [`Sources::new`], for the classes of recordings.
    pub fn of_loaded(given: &[PathBuf], loaded: &Loaded) -> Self {
        let roots = Roots::new(&loaded.base, &loaded.files, given);
        let shapes = Shapes::of(&loaded.spectrum);
        let sources = Self::within(roots, given, &loaded.base, loaded.recorded);
        Self { shapes, ..sources.seen_beside(&loaded.files) }
    }

    /// The same, with what runs have kept of sources beside their recordings.
    #[must_use]
    pub fn seen_beside(self, recordings: &[PathBuf]) -> Self {
        Self { seen: Seen::beside(recordings), ..self }
    }

    /// As [`Sources::new`], but reads only files below `roots`.
    pub fn within(roots: Roots, given: &[PathBuf], base: &Path, recorded: Option<SystemTime>) -> Self {
        let given = given.iter().map(|folder| dunce::canonicalize(folder).unwrap_or_else(|_| folder.clone()));
        Self {
            base: base.to_owned(),
            given: given.collect(),
            recorded,
            project: root_of(base),
            seen: Seen::default(),
            modules: Modules::below(base),
            roots,
            shapes: Shapes::default(),
            versions: Versions::default(),
            found: HashMap::new(),
            of_tests: HashMap::new(),
            all: SourceRoots::below(base),
        }
    }

    /// The source of a class; `None` if it is not found.
    pub fn of(&mut self, class: &Class) -> Option<&SourceFile> {
        let path = class.likely_source_path();
        // The path comes from a recording, which is untrusted.
        if Path::new(&path).components().any(|part| !matches!(part, std::path::Component::Normal(_))) {
            return None;
        }
        let key = (path, class.location.clone(), class.hash);
        if !self.found.contains_key(&key) {
            let shape = self.shapes.get(class).cloned();
            let version = self.versions.of(class, &self.roots).filter(|version| !version.is_empty());
            let of_version =
                version.and_then(|version| self.of_version(&key.0, &key.1, &version, shape.as_ref()));
            let file = of_version.or_else(|| self.find(&key.0, &key.1, shape.as_ref()));
            self.found.insert(key.clone(), file);
        }
        self.found.get(&key)?.as_ref()
    }

    /// The source of a test's class, of which recordings have only the name: a file named after the outermost class, in
    /// one of the languages of tests. `None` if it is not found.
    pub fn of_test(&mut self, class: &str) -> Option<&SourceFile> {
        let class = ClassName(class).outermost();
        if !self.of_tests.contains_key(class) {
            let file = self.find_test(class);
            self.of_tests.insert(class.to_owned(), file);
        }
        self.of_tests.get(class)?.as_ref()
    }

    fn find_test(&mut self, class: &str) -> Option<SourceFile> {
        let paths = LANGUAGES_OF_TESTS.map(|ending| format!("{}.{ending}", class.replace('.', "/")));
        // The name comes from a recording, which is untrusted.
        if Path::new(&paths[0]).components().any(|part| !matches!(part, Component::Normal(_))) {
            return None;
        }
        let modules = [self.base.clone()].into_iter().chain(self.modules.all().iter().cloned());
        let roots = || of_tests::OF_TESTS.into_iter().chain(OF_OTHER_TESTS);
        let by_convention = modules.flat_map(|module| roots().map(move |root| module.join(root)));
        let folders: Vec<PathBuf> = self.given.iter().cloned().chain(by_convention).collect();
        let below = |folder: &PathBuf| paths.iter().map(|path| folder.join(path)).collect::<Vec<_>>();
        let mut found: BTreeSet<PathBuf> = BTreeSet::new();
        let known = folders.iter().flat_map(below).filter(|file| self.roots.admit(file));
        found.extend(known.map(|file| dunce::canonicalize(&file).unwrap_or(file)));
        if found.is_empty() {
            let anywhere = |path: &String| Some(of_tests::anywhere(&self.base, path)?.join(path));
            found.extend(paths.iter().filter_map(anywhere).find(|file| self.roots.admit(file)));
        }
        // Sources need not lie in the folders of their package, as Kotlin's without the common first names.
        for path in &paths {
            let source_file = path.rsplit('/').next().map(str::to_owned);
            let class = ClassFile { name: class.to_owned(), source_file, ..ClassFile::default() };
            if found.is_empty() {
                found.extend(self.all.file_of(&class).filter(|file| self.roots.admit(file)));
            }
        }
        let doubt = (found.len() > 1).then_some(SEVERAL);
        Some(SourceFile { doubt, ..self.read(found.first()?)? })
    }

    /// The file of a class that was compiled for a version of Java which has sources of its own.
    fn of_version(
        &mut self,
        path: &str,
        location: &str,
        version: &str,
        shape: Option<&Shape>,
    ) -> Option<SourceFile> {
        let module = self.modules.of(location).filter(|module| self.roots.hold(module));
        let module = module.unwrap_or_else(|| self.base.clone());
        let mut named = self.files_in(&module, path);
        named.retain(|file| versions::is_named(file, &module, version));
        self.fitting(&named, shape)
    }

    fn find(&mut self, path: &str, location: &str, shape: Option<&Shape>) -> Option<SourceFile> {
        let module = self.modules.of(location);
        let own = module.as_ref().map(|module| self.in_module(module, path, location)).unwrap_or_default();
        if let Some(file) = self.fitting(&own, shape) {
            return Some(file);
        }
        // Other places than the usual ones need a search, so they come last.
        if let Some(module) = &module
            && self.roots.hold(module)
        {
            let mut all = own;
            all.extend(self.files_in(&module.clone(), path));
            if let Some(file) = self.best_of_module(&all, module, location, shape) {
                return Some(file);
            }
        }
        let mut anywhere = self.anywhere(path);
        if anywhere.is_empty() {
            anywhere = self.files_in(&self.base.clone(), path);
        }
        let mut file = self.best(&anywhere, shape)?;
        if file.doubt.is_none() {
            file.doubt = self.doubt_of(&file, &anywhere, module.as_deref(), shape);
        }
        Some(file)
    }

    /// The files of a path below any source root of a module.
    fn files_in(&mut self, module: &Path, path: &str) -> Vec<PathBuf> {
        let files = self.modules.files_in(module, path).into_iter();
        files.filter(|file| self.roots.admit(file) && web_roots::may_hold(file, path)).collect()
    }

    /// Why the best of several files from anywhere may be the wrong one.
    fn doubt_of(
        &self,
        file: &SourceFile,
        anywhere: &[PathBuf],
        module: Option<&Path>,
        shape: Option<&Shape>,
    ) -> Option<&'static str> {
        let fits = |other: &&PathBuf| self.read(other).is_some_and(|other| misfit(&other, shape) <= 0.0);
        if anywhere.len() > 1 && anywhere.iter().filter(fits).count() != 1 {
            return Some(SEVERAL);
        }
        let module = module.filter(|_| anywhere.len() == 1)?;
        let path = dunce::canonicalize(&file.path).unwrap_or_else(|_| self.base.join(&file.path));
        (!module.starts_with(owner(&path)) && !path.starts_with(module)).then_some(ELSEWHERE)
    }

    /// The first file that lacks nothing of the class; without a shape, the first.
    fn fitting(&self, files: &[PathBuf], shape: Option<&Shape>) -> Option<SourceFile> {
        let files = files.iter().filter_map(|file| self.read(file));
        files.filter(|file| misfit(file, shape) <= 0.0).min_by_key(|file| rank(file, shape).1)
    }

    /// The best of several files of the module of the class. Sources of variants (flavours, platforms) may be equal
    /// but for a word: then the folder of classes is named as that of the sources, `paidDebug` as `src/paid`.
    fn best_of_module(
        &self,
        files: &[PathBuf],
        module: &Path,
        location: &str,
        shape: Option<&Shape>,
    ) -> Option<SourceFile> {
        let best = self.best(files, shape)?;
        let rank = rank(&best, shape);
        let is_equal = |path: &&PathBuf| self.read(path).is_some_and(|file| self::rank(&file, shape) == rank);
        let equal: Vec<&PathBuf> = files.iter().filter(is_equal).collect();
        let output = location.strip_prefix(&*module.to_string_lossy()).unwrap_or(location);
        let named = |path: &Path| names_in(output, path.strip_prefix(module).unwrap_or(path));
        let most = equal.iter().map(|path| named(path)).max().unwrap_or(0);
        let mut chosen =
            equal.into_iter().filter(|path| named(path) == most).filter_map(|path| self.read(path));
        let first = chosen.next()?;
        let is_other = chosen.any(|other| other.lines != first.lines);
        let doubt = best.doubt.or(is_other.then_some(SEVERAL));
        Some(SourceFile { doubt, ..first })
    }

    /// The file that lacks least of the class; of equal ones, the first.
    fn best(&self, files: &[PathBuf], shape: Option<&Shape>) -> Option<SourceFile> {
        let files = files.iter().filter_map(|file| self.read(file)).map(|file| (rank(&file, shape), file));
        let ((misfit, _), file) =
            files.min_by(|(one, _), (other, _)| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)))?;
        // A file that was changed since need not fit.
        let doubt = (misfit > MISFIT && !file.changed).then_some(OTHER_LINES);
        Some(SourceFile { doubt, ..file })
    }

    /// Files in the usual places of the module in which the class was built.
    fn in_module(&self, module: &Path, path: &str, location: &str) -> Vec<PathBuf> {
        let given = self.given.iter().filter(|folder| belongs_to(folder, module)).cloned();
        let by_convention = source_set(module, location).into_iter().chain(source_folders(module.to_owned()));
        // For a module outside the roots, only the given folders are searched.
        let is_inside = self.roots.hold(module);
        let known = given.chain(by_convention.filter(|_| is_inside));
        let mut files: Vec<PathBuf> = Vec::new();
        for file in known.filter_map(|folder| self.file_below(&folder, path)) {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        files
    }

    /// All files of a path in all search folders, each once.
    fn anywhere(&mut self, path: &str) -> Vec<PathBuf> {
        let near: Vec<PathBuf> =
            self.given.iter().cloned().chain(source_folders(self.base.clone())).collect();
        let modules: Vec<PathBuf> = self.modules.all().iter().cloned().flat_map(source_folders).collect();
        let files = near.into_iter().chain(modules).filter_map(|folder| self.file_below(&folder, path));
        let files = files.map(|file| dunce::canonicalize(&file).unwrap_or(file));
        let mut seen = BTreeSet::new();
        files.filter(|file| seen.insert(file.clone())).collect()
    }

    /// The file below a source folder. Kotlin's convention omits packages that all files share, so leading
    /// packages are also skipped, where the file says that it is of the whole package.
    fn file_below(&self, folder: &Path, path: &str) -> Option<PathBuf> {
        let mut rest = path;
        loop {
            let file = folder.join(rest);
            if self.roots.admit(&file) && (rest == path || package::declares(&file, package::of_path(path))) {
                return Some(file);
            }
            if !package::is_free(Path::new(path)) {
                return None;
            }
            (_, rest) = rest.split_once('/')?;
        }
    }

    fn read(&self, file: &Path) -> Option<SourceFile> {
        let text = text::decode(regular::read(file, limits::SOURCE).ok()?);
        let is_newer = match (fs::metadata(file).and_then(|data| data.modified()), self.recorded) {
            (Ok(modified), Some(recorded)) => modified > recorded,
            _ => false,
        };
        let lines = text::lines(&text);
        let is_same = || seen::below(&self.project, file).is_some_and(|path| self.seen.had(&path, &lines));
        let changed = is_newer && !is_same();
        Some(SourceFile { path: self.shown(file), lines, changed, doubt: None })
    }

    /// The path relative to the base folder, or to the current one, where the base folder is given by a relative path.
    fn shown(&self, file: &Path) -> PathBuf {
        let real = |path: &Path| dunce::canonicalize(path).ok();
        let below_here = |file: &Path| {
            let here = real(Path::new(".")).filter(|_| self.base.is_relative())?;
            file.strip_prefix(here).ok().map(Path::to_owned)
        };
        match (real(file), real(&self.base)) {
            (Some(file), Some(base)) => match file.strip_prefix(&base) {
                Ok(below) if self.base == Path::new(".") => below.to_owned(),
                Ok(_) if let Some(below) = below_here(&file) => below,
                Ok(below) => self.base.join(below),
                Err(_) => file,
            },
            _ => file.to_owned(),
        }
    }
}

/// How ill a file fits a class: how much it lacks, and how many lines with code hold no word, as lone braces.
fn rank(file: &SourceFile, shape: Option<&Shape>) -> (f64, usize) {
    let is_java = file.path.extension().is_some_and(|ending| ending == "java");
    let wordless = shape.filter(|_| is_java).map_or(0, |shape| shape.wordless(&file.lines));
    (misfit(file, shape), wordless)
}

/// How many folders of a source are named in the folder of a class's output.
fn names_in(location: &str, source: &Path) -> usize {
    let location = location.to_lowercase();
    let folders = source.parent().into_iter().flat_map(Path::components);
    let folders = folders.map(|folder| folder.as_os_str().to_string_lossy().to_lowercase());
    // A copy among the outputs is not named after them.
    let own = folders.filter(|folder| !["target", "build", "out", "bin", "src"].contains(&&**folder));
    own.filter(|folder| location.contains(&**folder)).count()
}

/// How much of a class a file lacks, from 0 to 1. In other languages than Java, compilers inline code and make
/// methods, so every file may be the one, except that pages have all lines that were translated from them.
fn misfit(file: &SourceFile, shape: Option<&Shape>) -> f64 {
    let Some(shape) = shape else { return 0.0 };
    match file.path.extension().and_then(|ending| ending.to_str()) {
        Some("java") => shape.misfit(&file.lines),
        Some(ending) if web_roots::is_page(ending) => shape.past_the_end(&file.lines),
        _ => 0.0,
    }
}

fn source_folders(module: PathBuf) -> impl Iterator<Item = PathBuf> {
    IN_A_MODULE.into_iter().map(move |folder| module.join(folder))
}

/// Gradle's source folders for the source set of a folder of classes.
fn source_set(module: &Path, location: &str) -> Vec<PathBuf> {
    let Some((_, classes)) = location.trim_end_matches('/').rsplit_once("/build/classes/") else {
        return Vec::new();
    };
    let Some((language, set)) = classes.split_once('/') else { return Vec::new() };
    [language, "java", "kotlin"].map(|language| module.join("src").join(set).join(language)).into()
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{BitMatrix, ClassId, Element, Method, MethodId, Spectrum};

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
            let mut sources = Sources::new(&[], &self.0, None);
            sources.of(&class(name, file, location)).map(|source| source.lines[0].clone())
        }

        fn at(&self, path: &str) -> String {
            self.0.join(path).display().to_string()
        }
    }

    fn class(name: &str, file: &str, location: &str) -> Class {
        Class { name: name.into(), source_file: Some(file.into()), hash: 0, location: location.into() }
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
            .file("Bare.java");
        assert_eq!(scratch.find("org.x.Foo$Bar", "Foo.java", "").unwrap(), "src/main/java/org/x/Foo.java");
        assert_eq!(
            scratch.find("org.x.Released", "Released.java", "").unwrap(),
            "target/library/src/main/java/org/x/Released.java"
        );
        assert_eq!(scratch.find("Bare", "Bare.java", "").unwrap(), "Bare.java");
        assert_eq!(scratch.find("org.x.Nowhere", "Nowhere.java", ""), None);
    }

    #[test]
    fn the_source_of_a_test_is_found_by_the_name_of_its_class() {
        let scratch = Scratch::new("of-tests");
        scratch
            .file("pom.xml")
            .file("src/test/java/org/x/FooTest.java")
            .file("src/test/kotlin/org/x/KotlinTest.kt")
            .file("code/tests/org/x/BarTest.kt")
            .file("a/src/test/java/org/x/TwiceTest.java")
            .file("b/src/test/java/org/x/TwiceTest.java");
        let short = scratch.0.join("src/test/kotlin/short/ShortTest.kt");
        fs::create_dir_all(short.parent().unwrap()).unwrap();
        fs::write(short, "package org.x.short\n").unwrap();
        let mut sources = Sources::new(&[], &scratch.0, None);
        let mut found = |class| sources.of_test(class).map(|source| source.lines[0].clone());
        assert_eq!(found("org.x.FooTest$In").as_deref(), Some("src/test/java/org/x/FooTest.java"));
        assert_eq!(found("org.x.KotlinTest").as_deref(), Some("src/test/kotlin/org/x/KotlinTest.kt"));
        assert_eq!(found("org.x.BarTest").as_deref(), Some("code/tests/org/x/BarTest.kt"), "anywhere below");
        assert_eq!(found("org.x.short.ShortTest").as_deref(), Some("package org.x.short"));
        assert_eq!(found("org.x.Nowhere"), None);
        let mut doubt = |class| sources.of_test(class).map(|source| source.doubt);
        assert_eq!(doubt("org.x.FooTest"), Some(None));
        assert_eq!(doubt("org.x.TwiceTest"), Some(Some(SEVERAL)));
    }

    #[test]
    fn a_page_is_found_below_the_folder_of_its_application() {
        let scratch = Scratch::new("pages");
        scratch
            .file("src/main/webapp/index.jsp")
            .file("src/main/webapp/admin/index.jsp")
            .file("admin/list.jsp");
        let found =
            |file: &str| scratch.find("org.apache.jsp.index_jsp", file, &scratch.at("target/tomcat/work"));
        assert_eq!(found("/index.jsp").as_deref(), Some("src/main/webapp/index.jsp"));
        assert_eq!(found("/admin/index.jsp").as_deref(), Some("src/main/webapp/admin/index.jsp"));
        assert_eq!(found("/list.jsp"), None, "the page of another path");
        assert_eq!(found("index_jsp.java"), None);
    }

    #[test]
    fn a_page_that_lacks_lines_is_doubted() {
        let scratch = Scratch::new("short-page");
        scratch.file("pom.xml").file("src/main/webapp/index.jsp");
        let class = class("org.apache.jsp.index_jsp", "/index.jsp", &scratch.at("target/work"));
        let doubt = |line| {
            let element = Element { method: MethodId::new(0), line };
            let method =
                Method { class: ClassId::new(0), name: "_jspService".into(), descriptor: "()V".into() };
            let spectrum = Spectrum {
                classes: vec![class.clone()],
                methods: vec![method],
                elements: vec![element],
                coverage: BitMatrix::new(0, 1),
                ..Spectrum::default()
            };
            let sources = Sources::new(&[], &scratch.0, None);
            let mut sources = Sources { shapes: Shapes::of(&spectrum), ..sources };
            sources.of(&class).and_then(|file| file.doubt)
        };
        assert_eq!(doubt(1), None);
        assert_eq!(doubt(2), Some(OTHER_LINES));
    }

    /// Sources by their text, for a class with these lines in its method `m`.
    fn chosen(scratch: &Scratch, location: &str, lines: &[u32]) -> (String, Option<&'static str>) {
        let class = class("x.Same", "Same.java", &scratch.at(location));
        let method =
            |name: &str| Method { class: ClassId::new(0), name: name.into(), descriptor: "()V".into() };
        let spectrum = Spectrum {
            classes: vec![class.clone()],
            methods: vec![method("m")],
            elements: lines.iter().map(|&line| Element { method: MethodId::new(0), line }).collect(),
            coverage: BitMatrix::new(0, lines.len()),
            ..Spectrum::default()
        };
        let sources = Sources::new(&[], &scratch.0, None);
        let mut sources = Sources { shapes: Shapes::of(&spectrum), ..sources };
        let file = sources.of(&class).unwrap();
        (file.path.strip_prefix(&scratch.0).unwrap_or(&file.path).to_string_lossy().into_owned(), file.doubt)
    }

    #[test]
    fn of_variants_with_equal_lines_the_one_is_shown_that_the_output_is_named_after() {
        let scratch = Scratch::new("variants");
        for variant in ["free", "paid"] {
            let path = format!("src/{variant}/java/x/Same.java");
            scratch.file(&path);
            fs::write(
                scratch.0.join(&path),
                format!("class Same {{\n int m() {{\n  return {variant};\n }}\n}}\n"),
            )
            .unwrap();
        }
        for (variant, folder) in [("free", "freeDebug"), ("paid", "paidDebug")] {
            let found = chosen(&scratch, &format!("build/intermediates/javac/{folder}/classes"), &[3]);
            assert_eq!(found, (format!("src/{variant}/java/x/Same.java"), None));
        }
        assert_eq!(chosen(&scratch, "build/classes", &[3]).1, Some(SEVERAL));
    }

    /// A template of the source has a few lines more or less.
    #[test]
    fn a_file_whose_lines_hold_words_comes_before_one_whose_lines_are_braces() {
        let scratch = Scratch::new("templates");
        let (template, made) =
            ("src/main/java-templates/x/Same.java", "target/generated-sources/java-templates/x/Same.java");
        for (path, head) in [(template, ""), (made, "\n\n")] {
            scratch.file(path);
            fs::write(
                scratch.0.join(path),
                format!("{head}class Same {{\n int m() {{\n  return 1;\n\n }}\n}}\n"),
            )
            .unwrap();
        }
        assert_eq!(chosen(&scratch, "target/classes", &[5]), (made.to_owned(), None));
    }

    #[test]
    fn kotlin_files_may_leave_out_the_folders_that_all_packages_share() {
        let scratch = Scratch::new("kotlin");
        let write = |path: &str, package: &str| {
            scratch.file(path);
            fs::write(scratch.0.join(path), format!("// {path}\n\npackage {package}\n")).unwrap();
        };
        write("src/main/kotlin/Foo.kt", "org.example");
        write("src/main/kotlin/util/Bar.kt", "org.example.util");
        write("src/jvmMain/kotlin/Only.kt", "org.example");
        write("src/main/kotlin/`odd`/Bar.kt", "org.example.odd");
        let found = |name: &str, file: &str, location: &str| {
            let line = scratch.find(name, file, location)?;
            Some(line.trim_start_matches("// ").to_owned())
        };
        for location in ["", &scratch.at("build/classes/kotlin/main"), &scratch.at("target/classes")] {
            let foo = found("org.example.FooKt", "Foo.kt", location);
            assert_eq!(foo.as_deref(), Some("src/main/kotlin/Foo.kt"), "{location}");
            let bar = found("org.example.util.Bar", "Bar.kt", location);
            assert_eq!(bar.as_deref(), Some("src/main/kotlin/util/Bar.kt"), "{location}");
            assert_eq!(found("org.example.other.Foo", "Foo.kt", location), None, "of another package");
        }
        // Any folder of the module, as in multiplatform builds.
        let only = found("org.example.Only", "Only.kt", &scratch.at("build/classes/kotlin/jvm/main"));
        assert_eq!(only.as_deref(), Some("src/jvmMain/kotlin/Only.kt"));
        let odd = found("org.example.odd.Bar", "Bar.kt", &scratch.at("build/classes/kotlin/main"));
        assert_eq!(odd.as_deref(), Some("src/main/kotlin/`odd`/Bar.kt"));
    }

    #[test]
    fn a_java_source_outside_of_the_folders_of_its_package_is_found_by_the_package_that_it_declares() {
        let scratch = Scratch::new("java-anywhere");
        for (path, package) in [("src/odd/Foo.java", "org.x"), ("src/main/java/Bar.java", "org.x")] {
            scratch.file(path);
            fs::write(scratch.0.join(path), format!("// {path}\npackage {package};\n")).unwrap();
        }
        for (name, path) in [("Foo", "src/odd/Foo.java"), ("Bar", "src/main/java/Bar.java")] {
            for location in ["classes", "target/classes"] {
                let found = |package: &str| {
                    scratch.find(&format!("{package}.{name}"), &format!("{name}.java"), &scratch.at(location))
                };
                assert_eq!(found("org.x"), Some(format!("// {path}")), "{location}");
                assert_eq!(found("org.y"), None, "of another package");
            }
        }
    }

    #[test]
    fn generated_sources_are_found_in_the_folders_of_both_build_tools() {
        let scratch = Scratch::new("generated");
        for file in [
            "target/generated-sources/annotations/x/OfMaven.java",
            "build/generated/sources/annotationProcessor/java/main/x/OfGradle.java",
            "build/generated/ksp/main/kotlin/x/OfKsp.kt",
            "build/generated-src/antlr/main/x/OfAntlr.java",
        ] {
            scratch.file(file);
            let name = Path::new(file).file_name().unwrap().to_str().unwrap();
            let class = format!("x.{}", name.split('.').next().unwrap());
            let location =
                if file.starts_with("target") { "target/classes" } else { "build/classes/java/main" };
            assert_eq!(scratch.find(&class, name, &scratch.at(location)).as_deref(), Some(file));
        }
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
    fn a_location_outside_of_the_project_shows_no_file_of_there() {
        let scratch = Scratch::new("outside");
        scratch.file("p/pom.xml").file("p/a/x").file("p/b/src/main/java/org/x/Foo.java");
        scratch.file("q/passwd").file("q/src/org/x/Foo.java").file("q/Bar.java");
        let find = |base: &str, given: &[PathBuf], name: &str, file: &str, location: &str| {
            let mut sources = Sources::new(given, &scratch.0.join(base), None);
            sources.of(&class(name, file, location)).map(|source| source.lines[0].clone())
        };
        let classes = scratch.at("q/target/classes/");
        assert_eq!(find("p/a", &[], "passwd", "passwd", &classes), None);
        assert_eq!(find("p/a", &[], "passwd", "passwd", "/etc/target/classes/"), None);
        assert_eq!(find("p/a", &[], "Bar", "Bar.java", &classes), None);
        let secrets =
            ["status", "environ"].map(|file| find("p/a", &[], "x", file, "/proc/self/target/classes/"));
        assert_eq!(secrets, [None, None]);
        let given = [scratch.0.join("q")];
        assert_eq!(find("p/a", &given, "Bar", "Bar.java", &classes).unwrap(), "q/Bar.java");
        assert_eq!(find("p/a", &given, "passwd", "passwd", &classes), None, "it is no source");
        let sibling = scratch.at("p/b/target/classes/");
        assert_eq!(
            find("p/a", &[], "org.x.Foo", "Foo.java", &sibling).unwrap(),
            "p/b/src/main/java/org/x/Foo.java",
            "another module of the project"
        );
    }

    #[test]
    fn of_folders_given_that_of_the_classs_own_module_comes_first() {
        let scratch = Scratch::new("given");
        scratch.file("ma/src/main/java/x/Same.java").file("mb/src/main/java/x/Same.java");
        scratch.file("ma/pom.xml").file("mb/pom.xml");
        let given = ["ma", "mb"].map(|module| scratch.0.join(module).join("src/main/java"));
        let mut sources = Sources::new(&given, &scratch.0, None);
        for (module, place) in [("ma", "target/classes"), ("mb", "target/classes"), ("mb", "target/mb-1.jar")]
        {
            let source = sources.of(&class("x.Same", "Same.java", &scratch.at(&format!("{module}/{place}"))));
            let source = source.unwrap();
            assert_eq!(source.lines[0], format!("{module}/src/main/java/x/Same.java"), "{place}");
            assert_eq!(source.doubt, None);
        }
    }

    #[test]
    fn a_source_set_and_a_source_root_of_its_own_are_found_in_the_module() {
        let scratch = Scratch::new("roots");
        scratch
            .file("a/src/main/java/x/Same.java")
            .file("b/src/main/java/x/Same.java")
            .file("b/src/extra/java/x/Same.java")
            .file("c/code/here/x/Same.java")
            .file("c/target/generated-sources/some/x/Made.java");
        let found = |name: &str, location: &str| {
            scratch.find(&format!("x.{name}"), &format!("{name}.java"), &scratch.at(location))
        };
        assert_eq!(found("Same", "b/build/classes/java/extra").unwrap(), "b/src/extra/java/x/Same.java");
        assert_eq!(found("Same", "b/build/classes/java/main").unwrap(), "b/src/main/java/x/Same.java");
        assert_eq!(found("Same", "c/target/classes").unwrap(), "c/code/here/x/Same.java");
        assert_eq!(found("Made", "c/target/classes").unwrap(), "c/target/generated-sources/some/x/Made.java");
    }

    #[test]
    fn a_folder_of_sources_of_any_name_is_found_where_no_usual_one_has_the_file() {
        let scratch = Scratch::new("any");
        scratch.file("java/x/Alone.java").file("code/main/x/Deep.java").file("src/x/Usual.java");
        scratch.file("javatests/x/Usual.java");
        let find = |name: &str, location: &str| {
            scratch.find(&format!("x.{name}"), &format!("{name}.java"), &scratch.at(location))
        };
        assert_eq!(find("Alone", "bazel-bin/alone.jar").unwrap(), "java/x/Alone.java");
        assert_eq!(find("Deep", "classes").unwrap(), "code/main/x/Deep.java");
        assert_eq!(find("Usual", "classes").unwrap(), "src/x/Usual.java");
    }

    #[test]
    fn a_module_in_another_place_than_it_was_recorded_in_is_known_by_its_last_folders() {
        let scratch = Scratch::new("moved");
        scratch.file("a/core/src/main/java/x/Same.java").file("b/core/src/main/java/x/Same.java");
        let found = scratch.find("x.Same", "Same.java", "/nowhere/ci/b/core/target/classes");
        assert_eq!(found.unwrap(), "b/core/src/main/java/x/Same.java");
    }

    #[test]
    fn a_copied_archive_is_known_by_the_name_of_its_module() {
        let scratch = Scratch::new("copied");
        scratch.file("one/src/main/java/x/Same.java").file("two/src/main/java/x/Same.java");
        scratch.file("three/src/main/java/x/Same.java");
        scratch.file("three/pom.xml");
        fs::write(scratch.0.join("three/pom.xml"), "<project><artifactId>tres</artifactId></project>")
            .unwrap();
        let found = |jar: &str| scratch.find("x.Same", "Same.java", &scratch.at(jar)).unwrap();
        assert_eq!(found("app/target/lib/two-1.0.jar"), "two/src/main/java/x/Same.java");
        assert_eq!(found("app/target/lib/tres-1.0.jar"), "three/src/main/java/x/Same.java");
    }

    #[test]
    fn where_it_is_not_sure_which_file_is_the_one_that_is_said() {
        let scratch = Scratch::new("unsure");
        scratch.file("a/src/main/java/x/Same.java").file("b/src/main/java/x/Same.java");
        scratch.file("a/src/main/java/x/Only.java").file("c/src/main/java/x/Else.java");
        let mut sources = Sources::new(&[], &scratch.0, None);
        let mut doubt = |name: &str, location: &str| {
            sources.of(&class(&format!("x.{name}"), &format!("{name}.java"), location)).unwrap().doubt
        };
        assert_eq!(doubt("Same", "/lib/some.jar"), Some(SEVERAL));
        assert_eq!(doubt("Only", "/lib/some.jar"), None);
        assert_eq!(doubt("Only", &scratch.at("c/target/classes")), Some(ELSEWHERE));
        assert_eq!(doubt("Else", &scratch.at("c/target/classes")), None);
    }

    #[test]
    fn of_several_files_of_one_path_that_with_the_lines_of_the_class_is_shown() {
        let scratch = Scratch::new("fit");
        for (file, text) in [
            ("src/main/java/app/P.java", "package app;\nclass P {\n  int old() {\n    return 1;\n  }\n}\n"),
            (
                "src/main/java11/app/P.java",
                "package app;\nclass P {\n\n  int fresh() {\n\n    return 1;\n  }\n}\n",
            ),
        ] {
            scratch.file(file);
            fs::write(scratch.0.join(file), text).unwrap();
        }
        let class = Class { hash: 1, ..class("app.P", "P.java", &scratch.at("target/app-1.jar")) };
        let element = |line| Element { method: MethodId::new(0), line };
        let found = |method: &str, lines: [u32; 2]| {
            let spectrum = Spectrum {
                sizes: Vec::new(),
                classes: vec![class.clone()],
                methods: vec![Method {
                    class: ClassId::new(0),
                    name: method.into(),
                    descriptor: "()I".into(),
                }],
                elements: lines.map(element).into(),
                tests: Vec::new(),
                coverage: BitMatrix::default(),
            };
            let mut sources =
                Sources { shapes: Shapes::of(&spectrum), ..Sources::new(&[], &scratch.0, None) };
            let source = sources.of(&class).unwrap();
            (source.path.display().to_string().replace(&scratch.at(""), ""), source.doubt)
        };
        assert_eq!(found("old", [3, 4]), ("src/main/java/app/P.java".into(), None));
        assert_eq!(found("fresh", [4, 6]), ("src/main/java11/app/P.java".into(), None));
        assert_eq!(found("none", [3, 99]).1, Some(OTHER_LINES));
    }
}
