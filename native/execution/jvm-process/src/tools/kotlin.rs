//! Finds the Kotlin compiler that a build has fetched, in Maven's local repository or Gradle's cache.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_messages::failure::Failure;

use super::class_path;
use super::maven::local_repository;

const GROUP: &str = "org.jetbrains.kotlin";
/// The artifacts of the compiler in Maven's and in Gradle's plugin.
const COMPILERS: [&str; 2] = ["kotlin-compiler", "kotlin-compiler-embeddable"];
const STDLIB: &str = "kotlin-stdlib";
/// Maximum depth of transitive dependencies.
const DEEPEST: u32 = 6;

/// A version of Kotlin: `2.1.21`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Language version: 2 and 1.
    pub language: (u32, u32),
    patch: u32,
}

impl Version {
    /// Parses a version; `None` if it is not a release.
    pub fn of(text: &str) -> Option<Self> {
        let mut numbers = text.split('.').map(str::parse);
        let mut next = || numbers.next()?.ok();
        let (major, minor, patch) = (next()?, next()?, next()?);
        numbers.next().is_none().then_some(Self { language: (major, minor), patch })
    }

    /// The version of the standard library on a class path; `None` if it is not there under its usual name.
    pub fn of_library<'p>(entries: impl IntoIterator<Item = &'p Path>) -> Option<Self> {
        entries.into_iter().find_map(|entry| {
            let name = entry.file_name()?.to_str()?.strip_suffix(".jar")?;
            Self::of(name.strip_prefix(STDLIB)?.strip_prefix('-')?)
        })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.language.0, self.language.1, self.patch)
    }
}

/// A compiler with its dependencies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiler {
    /// Its class path, starting with the compiler's jar.
    pub jars: Vec<PathBuf>,
    /// `None` if the name does not contain it.
    pub version: Option<Version>,
}

impl Compiler {
    /// The compiler given with `--kotlin-compiler`: a jar with its dependencies beside it, a folder of jars,
    /// or a class path. Errors: it does not exist, or contains no jar.
    pub fn given(text: &str) -> Result<Self, Failure> {
        let mut jars = Vec::new();
        for entry in class_path::given("--kotlin-compiler", text)? {
            let of_folder = if entry.is_dir() { in_folder(&entry) } else { vec![entry] };
            jars.extend(of_folder);
        }
        if let [only] = jars.as_slice() {
            let own = COMPILERS.iter().find_map(|artifact| Store::holding(artifact, only));
            let more = fetched(&Store::and_usual(own.as_ref()), only).unwrap_or_else(|| beside(only));
            jars.extend(more);
        }
        if jars.is_empty() {
            return Err(Failure::misuse(format!(
                "--kotlin-compiler {text} holds no jar; name kotlin-compiler.jar"
            )));
        }
        let version = jars.iter().find_map(|jar| {
            let name = name(jar);
            let of = |artifact: &str| {
                Version::of(name.strip_prefix(artifact)?.strip_prefix('-')?.strip_suffix(".jar")?)
            };
            COMPILERS.into_iter().find_map(of)
        });
        Ok(Self { jars, version })
    }

    /// Finds the build's compiler for tests with this class path: the newest one with the language version of
    /// its standard library, else with the next version. The repository of that library is searched first,
    /// then the usual ones of Maven and Gradle: a build may have another home than this program. Errors:
    /// there is none; the message lists the searched locations.
    pub fn find(class_path: &[PathBuf]) -> Result<Self, Failure> {
        let own = class_path.iter().find_map(|jar| Store::holding(STDLIB, jar));
        Self::find_in(
            &Store::and_usual(own.as_ref()),
            Version::of_library(class_path.iter().map(PathBuf::as_path)),
        )
    }

    fn find_in(stores: &[Store], library: Option<Version>) -> Result<Self, Failure> {
        let mut all: Vec<(Version, &str, &Store)> = Vec::new();
        for store in stores {
            for artifact in COMPILERS {
                let versions = store.versions(GROUP, artifact);
                all.extend(
                    versions.iter().filter_map(|text| Version::of(text)).map(|of| (of, artifact, store)),
                );
            }
        }
        let is_there = |(of, artifact, store): &(Version, &str, &Store)| {
            store.file(GROUP, artifact, &of.to_string(), "jar").is_some()
        };
        all.retain(is_there);
        let known: BTreeSet<Version> = all.iter().map(|(of, ..)| *of).collect();
        // `max_by_key` returns the last of equal ones, here that of the first store.
        let best = all.into_iter().rev().filter(|(of, ..)| worth(*of, library).is_some());
        let Some((version, artifact, store)) = best.max_by_key(|(of, ..)| worth(*of, library)) else {
            return Err(none(stores, library, &known));
        };
        let mut jars = Vec::new();
        let mut seen = BTreeSet::new();
        add((store, stores), (GROUP, artifact, &version.to_string()), DEEPEST, &mut seen, &mut jars);
        Ok(Self { jars, version: Some(version) })
    }
}

/// The dependencies of a compiler in the stores; `None` if they are not fetched.
fn fetched(stores: &[Store], compiler: &Path) -> Option<Vec<PathBuf>> {
    let version = compiler.parent()?.file_name()?.to_str()?;
    // Gradle's path has one more folder.
    let other = compiler.parent()?.parent()?.file_name()?.to_str()?;
    let all = stores.iter().flat_map(|store| {
        [version, other]
            .into_iter()
            .flat_map(move |version| COMPILERS.map(|artifact| (store, artifact, version)))
    });
    let is_it = |(store, artifact, version): &(&Store, &str, &str)| {
        let file =
            store.file(GROUP, artifact, version, "jar").and_then(|file| dunce::canonicalize(file).ok());
        file.as_deref() == Some(compiler)
    };
    let (store, artifact, version) = all.into_iter().find(is_it)?;
    let mut jars = Vec::new();
    add((store, stores), (GROUP, artifact, version), DEEPEST, &mut BTreeSet::new(), &mut jars);
    Some(jars.split_off(1))
}

/// The dependencies beside a compiler, as in Kotlin's distribution.
fn beside(compiler: &Path) -> Vec<PathBuf> {
    let all = compiler.parent().map(in_folder).unwrap_or_default().into_iter();
    let is_needed = |jar: &PathBuf| {
        jar != compiler
            && [
                "kotlin-stdlib",
                "kotlin-script-runtime",
                "kotlin-reflect",
                "kotlinx-",
                "trove4j",
                "annotations",
            ]
            .iter()
            .any(|start| name(jar).starts_with(start))
    };
    all.filter(is_needed).collect()
}

/// Rates a compiler for a library; `None` if it cannot read the library.
fn worth(compiler: Version, library: Option<Version>) -> Option<(Reverse<(u32, u32)>, Version)> {
    let nearest = match library {
        Some(library) if compiler.language < library.language => return None,
        Some(_) => compiler.language,
        None => (0, 0),
    };
    Some((Reverse(nearest), compiler))
}

fn none(stores: &[Store], library: Option<Version>, known: &BTreeSet<Version>) -> Failure {
    let wanted = library.map_or(String::new(), |library| {
        format!(" for Kotlin {}.{}", library.language.0, library.language.1)
    });
    let places: Vec<String> = stores.iter().map(|store| store.folder().display().to_string()).collect();
    let known: Vec<String> = known.iter().map(ToString::to_string).collect();
    let there = if known.is_empty() { String::new() } else { format!(" (there is {})", known.join(", ")) };
    Failure::failed(format!(
        "no Kotlin compiler{wanted} was found in {}{there}; build the tests once on this machine, or name one with --kotlin-compiler",
        places.join(" or ")
    ))
}

/// Adds a jar and its dependencies.
fn add(
    (store, stores): (&Store, &[Store]),
    (group, artifact, version): (&str, &str, &str),
    deep: u32,
    seen: &mut BTreeSet<String>,
    jars: &mut Vec<PathBuf>,
) {
    if deep == 0 || !seen.insert(format!("{group}:{artifact}")) {
        return;
    }
    // A build with another version has only fetched that one.
    let place = [store].into_iter().chain(stores).find_map(|store| {
        let versions = store.versions(group, artifact);
        let other = versions.iter().max_by_key(|text| (Version::of(text), text.len()));
        let exact = store.file(group, artifact, version, "jar").map(|jar| (jar, version.to_owned()));
        let jar = exact.or_else(|| Some((store.file(group, artifact, other?, "jar")?, other?.clone())))?;
        Some((store, jar))
    });
    let Some((store, (jar, version))) = place else { return };
    jars.push(jar);
    let description = store
        .file(group, artifact, &version, "pom")
        .and_then(|file| regular::read_to_string(&file, limits::BUILD_FILE).ok());
    for (group, artifact, version) in description.map(|text| needed(&text)).unwrap_or_default() {
        add((store, stores), (&group, &artifact, &version), deep - 1, seen, jars);
    }
}

/// Group, name and version of the dependencies in a POM; the version is empty if it is defined elsewhere.
fn needed(description: &str) -> Vec<(String, String, String)> {
    let Ok(document) = roxmltree::Document::parse(description) else { return Vec::new() };
    let root = document.root_element();
    let lists = root
        .children()
        .filter(|node| node.has_tag_name("dependencies") || node.tag_name().name() == "dependencies");
    let all = lists.flat_map(|list| list.children()).filter(|node| node.tag_name().name() == "dependency");
    all.filter_map(|node| {
        let of = |name: &str| {
            let child = node.children().find(|child| child.tag_name().name() == name)?;
            Some(child.text()?.trim().to_owned())
        };
        let is_needed = matches!(of("scope").as_deref(), None | Some("compile" | "runtime"))
            && of("optional").as_deref() != Some("true");
        is_needed.then(|| Some((of("groupId")?, of("artifactId")?, of("version").unwrap_or_default())))?
    })
    .collect()
}

/// A local store of fetched artifacts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Store {
    /// `org/x/name/1.0/name-1.0.jar`
    Maven(PathBuf),
    /// `org.x/name/1.0/<hash>/name-1.0.jar`
    Gradle(PathBuf),
}

impl Store {
    fn usual() -> Vec<Self> {
        let of_gradle = std::env::var_os("GRADLE_USER_HOME")
            .map(PathBuf::from)
            .or_else(|| Some(std::env::home_dir()?.join(".gradle")))
            .map(|home| home.join("caches/modules-2/files-2.1"));
        local_repository().map(Self::Maven).into_iter().chain(of_gradle.map(Self::Gradle)).collect()
    }

    /// The store that contains a jar of Kotlin; `None` for other jars, and for a jar elsewhere.
    fn holding(artifact: &str, jar: &Path) -> Option<Self> {
        let name = name(jar);
        let version = name.strip_prefix(artifact)?.strip_prefix('-')?.strip_suffix(".jar")?;
        let above = |folders: usize| jar.ancestors().nth(folders).map(Path::to_owned);
        let maven = above(3 + GROUP.split('.').count()).map(Self::Maven);
        let all = maven.into_iter().chain(above(5).map(Self::Gradle));
        all.into_iter().find(|store| store.file(GROUP, artifact, version, "jar").is_some())
    }

    /// The given store, then the usual ones of Maven and Gradle.
    fn and_usual(first: Option<&Self>) -> Vec<Self> {
        let usual = Self::usual().into_iter().filter(|usual| first != Some(usual));
        first.into_iter().cloned().chain(usual).collect()
    }

    fn folder(&self) -> &Path {
        let (Self::Maven(folder) | Self::Gradle(folder)) = self;
        folder
    }

    fn artifact(&self, group: &str, artifact: &str) -> PathBuf {
        match self {
            Self::Maven(folder) => folder.join(group.replace('.', "/")).join(artifact),
            Self::Gradle(folder) => folder.join(group).join(artifact),
        }
    }

    fn versions(&self, group: &str, artifact: &str) -> Vec<String> {
        let entries = limits::PROJECT.looked_at(&self.artifact(group, artifact)).into_iter();
        let folders = entries.filter(|entry| entry.path().is_dir());
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }

    fn file(&self, group: &str, artifact: &str, version: &str, end: &str) -> Option<PathBuf> {
        let folder = self.artifact(group, artifact).join(version);
        let name = format!("{artifact}-{version}.{end}");
        let file = match self {
            Self::Maven(_) => folder.join(name),
            Self::Gradle(_) => {
                let hashes = limits::PROJECT.looked_at(&folder).into_iter();
                hashes.map(|entry| entry.path().join(&name)).find(|file| file.is_file())?
            }
        };
        file.is_file().then_some(file)
    }
}

fn name(jar: &Path) -> String {
    jar.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let entries = limits::PROJECT.looked_at(folder).into_iter().map(|entry| entry.path());
    let mut jars: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "jar")).collect();
    // The compiler first, since messages name the first jar.
    jars.sort_by_key(|jar| (!COMPILERS.iter().any(|artifact| name(jar).starts_with(artifact)), jar.clone()));
    jars
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const POM: &str = "<project xmlns='http://maven.apache.org/POM/4.0.0'><dependencies>\
        <dependency><groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-stdlib</artifactId><version>2.1.21</version></dependency>\
        <dependency><groupId>x.y</groupId><artifactId>deps</artifactId><version>3</version><scope>runtime</scope></dependency>\
        <dependency><groupId>x.y</groupId><artifactId>tests</artifactId><version>3</version><scope>test</scope></dependency>\
        </dependencies></project>";

    #[test]
    fn a_store_is_known_by_the_library_of_a_build() {
        let folder = tempfile::tempdir().expect("a folder");
        let (maven, gradle) =
            ("m/org/jetbrains/kotlin/kotlin-stdlib/2.1.21", "g/org.jetbrains.kotlin/kotlin-stdlib/2.1.21/a0");
        let files = [maven, gradle, "lib"].map(|at| format!("{at}/kotlin-stdlib-2.1.21.jar"));
        for file in &files {
            put(folder.path(), &[(file, "")]);
        }
        let of = |file: &str| Store::holding(STDLIB, &folder.path().join(file));
        assert_eq!(of(&files[0]), Some(Store::Maven(folder.path().join("m"))));
        assert_eq!(of(&files[1]), Some(Store::Gradle(folder.path().join("g"))));
        assert_eq!((of(&files[2]), of("m/other-1.0.0.jar")), (None, None));
        // A compiler in the same store is found, regardless of this program's home.
        let compiler = "m/org/jetbrains/kotlin/kotlin-compiler/2.1.21/kotlin-compiler-2.1.21.jar";
        put(folder.path(), &[(compiler, "")]);
        let found = Compiler::find(&[folder.path().join(&files[0])]).expect("a compiler");
        assert_eq!(found.jars[0], folder.path().join(compiler));
    }

    fn put(folder: &Path, files: &[(&str, &str)]) {
        for (file, text) in files {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
    }

    fn stores(folder: &Path) -> [Store; 2] {
        let maven = folder.join("m2");
        let gradle = folder.join("gradle");
        for version in ["1.9.24", "2.1.10", "2.1.21", "2.3.0"] {
            let at = format!("org/jetbrains/kotlin/kotlin-compiler/{version}/kotlin-compiler-{version}");
            put(&maven, &[(&format!("{at}.jar"), ""), (&format!("{at}.pom"), POM)]);
        }
        put(
            &maven,
            &[
                ("org/jetbrains/kotlin/kotlin-stdlib/2.1.0/kotlin-stdlib-2.1.0.jar", ""),
                ("x/y/deps/3/deps-3.jar", ""),
                ("x/y/tests/3/tests-3.jar", ""),
            ],
        );
        let at = "org.jetbrains.kotlin/kotlin-compiler-embeddable/2.2.0";
        put(
            &gradle,
            &[
                (&format!("{at}/ab/kotlin-compiler-embeddable-2.2.0.jar"), ""),
                (&format!("{at}/cd/kotlin-compiler-embeddable-2.2.0.pom"), POM),
                ("org.jetbrains.kotlin/kotlin-stdlib/2.1.21/ef/kotlin-stdlib-2.1.21.jar", ""),
            ],
        );
        [Store::Maven(maven), Store::Gradle(gradle)]
    }

    fn found(library: Option<&str>) -> Result<Vec<String>, Failure> {
        let folder = tempfile::tempdir().expect("a folder");
        let compiler = Compiler::find_in(&stores(folder.path()), library.and_then(Version::of))?;
        Ok(compiler.jars.iter().map(|jar| name(jar)).collect())
    }

    #[test]
    fn the_newest_compiler_of_the_librarys_language_is_taken_with_what_it_needs() {
        let jars = found(Some("2.1.10")).expect("a compiler");
        assert_eq!(jars, ["kotlin-compiler-2.1.21.jar", "kotlin-stdlib-2.1.0.jar", "deps-3.jar"]);
        assert_eq!(found(None).expect("a compiler")[0], "kotlin-compiler-2.3.0.jar");
    }

    #[test]
    fn gradles_cache_is_looked_into_as_well() {
        let jars = found(Some("2.2.0")).expect("a compiler");
        assert_eq!(jars, ["kotlin-compiler-embeddable-2.2.0.jar", "kotlin-stdlib-2.1.21.jar", "deps-3.jar"]);
        // Among newer languages, the nearest one.
        assert_eq!(found(Some("2.0.0")).expect("a compiler")[0], "kotlin-compiler-2.1.21.jar");
    }

    #[test]
    fn where_there_is_none_that_can_read_the_library_it_says_where_it_looked() {
        let why = found(Some("2.4.0")).expect_err("none").to_string();
        assert!(why.starts_with("no Kotlin compiler for Kotlin 2.4 was found in /"), "{why}");
        assert!(
            why.contains("/m2 or /") && why.contains("(there is 1.9.24, 2.1.10, 2.1.21, 2.2.0, 2.3.0)"),
            "{why}"
        );
        assert!(why.ends_with("or name one with --kotlin-compiler"), "{why}");
    }

    #[test]
    fn one_that_is_given_is_taken_with_what_lies_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let names = ["kotlin-compiler.jar", "kotlin-stdlib.jar", "trove4j.jar", "other.jar"];
        put(folder.path(), &names.map(|name| (name, "")));
        let at = |name: &str| folder.path().join(name).display().to_string();
        let given = |text: &str| {
            let compiler = Compiler::given(text).expect("a compiler");
            compiler.jars.iter().map(|jar| name(jar)).collect::<Vec<_>>()
        };
        assert_eq!(given(&at("kotlin-compiler.jar")), names[..3]);
        assert_eq!(given(&at("")), ["kotlin-compiler.jar", "kotlin-stdlib.jar", "other.jar", "trove4j.jar"]);
        assert_eq!(
            given(&format!("{}:{}", at(names[0]), at(names[3]))),
            ["kotlin-compiler.jar", "other.jar"]
        );
        assert!(Compiler::given(&at("none.jar")).is_err());
    }

    #[test]
    fn the_librarys_name_says_its_version() {
        let of =
            |entries: &[&str]| Version::of_library(entries.iter().map(Path::new)).map(|of| of.to_string());
        let path = ["/a/kotlin-stdlib-jdk8-1.9.0.jar", "/a/kotlin-stdlib-2.1.21.jar"];
        assert_eq!(of(&path).as_deref(), Some("2.1.21"));
        assert_eq!(of(&["/a/classes", "/a/kotlin-stdlib.jar"]), None);
        assert_eq!(Version::of("2.2.0-RC2"), None);
    }
}
