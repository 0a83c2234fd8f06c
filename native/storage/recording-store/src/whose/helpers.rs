//! Code that only tests use, in places without tests of their own.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_spectrum::{ClassFile, RecordedClass, RecordedTest, Recording};

use super::named::{is_of_module, says_tests};
use super::source_roots::SourceRoots;
use super::{nested, outermost, unit};

/// Packages of test frameworks and of libraries that only tests use.
const TEST_TOOLS: [&str; 22] = [
    "org.junit.",
    "junit.framework.",
    "org.testng.",
    "org.assertj.",
    "org.hamcrest.",
    "org.mockito.",
    "org.easymock.",
    "org.powermock.",
    "org.opentest4j.",
    "com.google.common.truth.",
    "io.cucumber.",
    "cucumber.api.",
    "spock.",
    "kotlin.test.",
    "io.kotest.",
    "io.mockk.",
    "org.scalatest.",
    "org.specs2.",
    "munit.",
    "net.jqwik.",
    "org.springframework.test.",
    "org.springframework.boot.test.",
];
/// Packages with the annotations and functions by which Cucumber, `JBehave` and Gauge find the steps of scenarios.
const STEPS: [&str; 7] = [
    "io.cucumber.java",
    "io.cucumber.scala.",
    "io.cucumber.groovy.",
    "cucumber.api.java",
    "cucumber.api.scala.",
    "org.jbehave.core.annotations.",
    "com.thoughtworks.gauge.",
];
/// At least this share of sources imports a test framework, in a folder of what only tests use.
const IMPORTING: f64 = 0.25;
/// How many sources of a folder are read at most.
const MOST_SOURCES: usize = 500;

/// The classes of places that only tests use, by location: of a set of sources named for tests beside others of its
/// module, as `src/testSupport/java` beside `src/main/java`; or of a folder whose sources import test frameworks, in a
/// module without tests of its own, as a module of test support; one of them is enough where the module is named for
/// tests, also if it has some, where it defines steps of scenarios. Elsewhere the classes that define steps are tests'.
/// Steps that tests run alone are there to be tested. `with_tests` are locations for which the
/// tests themselves speak, and `declaring` are classes with tests. The code of a module that has tests is there to be
/// tested, whatever it imports, also where these stand in a module of their own; and so is all code where no other is left.
pub fn find(
    recordings: &[&Recording],
    classes: &[&RecordedClass],
    with_tests: &HashSet<&str>,
    declaring: &HashSet<&str>,
    sources: &mut SourceRoots,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut tests = BTreeMap::<String, BTreeSet<String>>::new();
    let locations: HashSet<&str> = classes.iter().map(|class| class.location.as_str()).collect();
    // Most projects are not searched for sources.
    if locations.len() < 2 {
        return tests;
    }
    let mut roots = HashMap::<PathBuf, Vec<&RecordedClass>>::new();
    for class in classes.iter().filter(|class| !with_tests.contains(class.location.as_str())) {
        if let Some(root) = sources.of(class) {
            roots.entry(root).or_default().push(class);
        }
    }
    let says =
        |root: &Path, sources: &SourceRoots| says_tests(root.strip_prefix(sources.project()).unwrap_or(root));
    let (named, others): (Vec<PathBuf>, Vec<PathBuf>) =
        roots.keys().cloned().partition(|root| says(root, sources) && !is_of_module(root));
    let sets: HashSet<PathBuf> = others.iter().filter_map(|root| sets_beside(root)).collect();
    let mut of_tests: HashSet<PathBuf> =
        named.into_iter().filter(|root| sets_beside(root).is_some_and(|set| sets.contains(&set))).collect();
    let tested = modules_of(declaring, sources);
    let project = sources.project().to_owned();
    let support: Vec<PathBuf> = others
        .iter()
        .filter(|root| {
            let importing = share_of_imports(&roots[*root], sources);
            let has_tests = has_tests_beside(root, &project, &tested);
            let is_tested = || is_tested(recordings, classes, &roots[*root]);
            if is_named_for_tests(root, &project) {
                importing > 0.0 && (!has_tests || !steps(&roots[*root], sources).is_empty() && !is_tested())
            } else {
                importing >= IMPORTING && !has_tests && !is_tested()
            }
        })
        .cloned()
        .collect();
    if support.len() < others.len() {
        of_tests.extend(support);
    }
    let steps = roots.iter().filter(|(root, _)| !of_tests.contains(*root)).flat_map(|(_, of_root)| {
        let steps = steps(of_root, sources);
        if steps.is_empty() || is_tested(recordings, classes, of_root) { Vec::new() } else { steps }
    });
    for class in steps.chain(of_tests.iter().flat_map(|root| roots[root].iter().copied())) {
        tests.entry(class.location.clone()).or_default().insert(class.name.clone());
    }
    tests
}

/// The classes whose sources define steps of scenarios: the framework runs these, as it runs the methods of tests.
fn steps<'a>(classes: &[&'a RecordedClass], sources: &mut SourceRoots) -> Vec<&'a RecordedClass> {
    let mut known = HashMap::<PathBuf, bool>::new();
    let mut defines = |file: PathBuf| *known.entry(file).or_insert_with_key(|file| has_steps(file));
    classes
        .iter()
        .take(MOST_SOURCES)
        .filter(|class| sources.file_of(class).is_some_and(&mut defines))
        .copied()
        .collect()
}

fn has_steps(source: &Path) -> bool {
    read(source).lines().any(|line| is_import_of(line, &STEPS))
}

/// The folder of all sets of sources of a module: `m/src` of `m/src/main/java`.
fn sets_beside(root: &Path) -> Option<PathBuf> {
    root.ancestors().nth(2).map(Path::to_owned)
}

/// The folders of sets of sources that hold sources of these classes.
pub fn modules_of(declaring: &HashSet<&str>, sources: &mut SourceRoots) -> HashSet<PathBuf> {
    let class = |name: &&str| ClassFile { name: (*name).to_owned(), ..ClassFile::default() };
    declaring.iter().map(class).filter_map(|class| sets_beside(&sources.of(&class)?)).collect()
}

/// Whether a module has tests of its own: they ran, or a folder for them is there.
pub fn has_tests_beside(root: &Path, project: &Path, tested: &HashSet<PathBuf>) -> bool {
    let sets = sets_beside(root).filter(|sets| sets.starts_with(project) && sets != project);
    if sets.as_ref().is_some_and(|sets| tested.contains(sets)) {
        return true;
    }
    let Some(sets) = sets.or_else(|| root.parent().map(Path::to_owned)) else { return false };
    let folders = limits::PROJECT.looked_at(&sets).into_iter();
    let mut folders = folders.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.any(|folder| !root.starts_with(folder.path()) && says_tests(Path::new(&folder.file_name())))
}

/// Whether the folder of a module is named for tests.
fn is_named_for_tests(root: &Path, project: &Path) -> bool {
    let above = if is_of_module(root) { Some(root.to_owned()) } else { sets_beside(root) };
    let module = above.and_then(|sets| sets.parent().map(Path::to_owned));
    let module = module.filter(|module| module.starts_with(project) && module != project);
    module.and_then(|module| Some(says_tests(Path::new(module.file_name()?)))).unwrap_or_default()
}

/// Whether the tests of some JVM are there to test these classes, a test extension for example: most of those that run
/// any of them run no other code of the project. `classes` are all of the project's.
pub fn is_tested(recordings: &[&Recording], classes: &[&RecordedClass], these: &[&RecordedClass]) -> bool {
    let key = |class: &RecordedClass| (class.location.clone(), class.name.clone());
    let project: HashSet<_> = classes.iter().map(|class| key(class)).collect();
    let these: HashSet<_> = these.iter().map(|class| key(class)).collect();
    recordings.iter().any(|recording| {
        let own: HashSet<&str> = recording.tests.iter().map(|test| unit(&test.class)).collect();
        let (mut ours, mut others) = (HashSet::new(), HashSet::new());
        for class in recording.classes.iter().filter(|class| !own.contains(unit(&class.name))) {
            let key = key(class);
            if these.contains(&key) {
                ours.insert(class.id);
            } else if project.contains(&key) {
                others.insert(class.id);
            }
        }
        // Rows may have to be read from their file.
        !ours.is_empty() && most_run_alone(&recording.tests, &ours, &others)
    })
}

/// Whether most of the tests that run one of some classes run none of the others.
fn most_run_alone(tests: &[RecordedTest], ours: &HashSet<u32>, others: &HashSet<u32>) -> bool {
    let (mut using, mut alone, mut buffer) = (0, 0, Vec::new());
    for test in tests {
        let (mut runs_ours, mut runs_others) = (false, false);
        for (class, _) in test.coverage.classes_in(&mut buffer) {
            runs_ours |= ours.contains(&class);
            runs_others |= others.contains(&class);
        }
        using += usize::from(runs_ours);
        alone += usize::from(runs_ours && !runs_others);
    }
    alone * 2 > using
}

/// The share of sources of some classes that import test frameworks: an application may have a class or two that do.
fn share_of_imports(classes: &[&RecordedClass], sources: &mut SourceRoots) -> f64 {
    let files: BTreeSet<PathBuf> = classes.iter().filter_map(|class| sources.file_of(class)).collect();
    let importing = files.iter().take(MOST_SOURCES).filter(|file| has_import(file)).count();
    importing as f64 / files.len().clamp(1, MOST_SOURCES) as f64
}

/// The outermost of these classes whose sources import test frameworks; empty if all others do, too.
pub fn importing<'a>(classes: &[&'a RecordedClass], sources: &mut SourceRoots) -> HashSet<&'a str> {
    let mut files = BTreeMap::<PathBuf, BTreeSet<&str>>::new();
    for class in classes {
        if let Some(file) = sources.file_of(class) {
            files.entry(file).or_default().insert(unit(&class.name));
        }
    }
    let count = files.len();
    let importing: Vec<_> =
        files.into_iter().take(MOST_SOURCES).filter(|(file, _)| has_any_import(file)).collect();
    if importing.len() == count {
        return HashSet::new();
    }
    importing.into_iter().flat_map(|(file, names)| without_subject(&file, names)).collect()
}

/// Of the classes of a source with tests nested in their subject, the tests: the imports are theirs, also if they did
/// not run.
fn without_subject<'a>(file: &Path, mut names: BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    if names.iter().any(|name| outermost(name) != *name) || holds_tests(file, &read(file)) {
        names.retain(|name| outermost(name) != *name);
    }
    names
}

/// Whether a source of code imports a test framework. What nested tests import is theirs.
fn has_import(source: &Path) -> bool {
    let text = read(source);
    imports(&text) && !holds_tests(source, &text)
}

fn has_any_import(source: &Path) -> bool {
    imports(&read(source))
}

fn imports(text: &str) -> bool {
    text.lines().any(is_import_of_test_tool)
}

/// Whether a source holds tests of its class nested in it.
pub fn holds_tests(source: &Path, text: &str) -> bool {
    nested::are_declared_in(text, &source.file_stem().unwrap_or_default().to_string_lossy())
}

fn read(source: &Path) -> String {
    let text = regular::read(source, limits::SOURCE).unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
}

pub fn is_import_of_test_tool(line: &str) -> bool {
    is_import_of(line, &TEST_TOOLS)
}

fn is_import_of(line: &str, packages: &[&str]) -> bool {
    let Some(rest) = line.trim_start().strip_prefix("import ") else { return false };
    let name = rest.trim_start().strip_prefix("static ").unwrap_or(rest).trim_start();
    packages.iter().any(|package| name.starts_with(package))
}
