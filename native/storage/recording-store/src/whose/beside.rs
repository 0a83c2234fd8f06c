//! What only tests use, in a folder of sources that holds tests and the code that they test.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_spectrum::{ClassName, RecordedClass, Recording};

use super::named::is_helper;
use super::source_roots::SourceRoots;
use super::{helpers, namesakes, outermost, unit};

/// A folder with more sources is not read.
const MOST_SOURCES: usize = 2_000;
/// Words that declare a type.
const TYPES: [&str; 4] = ["class", "interface", "enum", "record"];

/// The outermost classes of a place that only tests use: the sources of tests name them and no other source does, no
/// test is named after them, and code elsewhere cannot name them (a Java class that is not public) or would not
/// (`FakeClock`). A class that tests run alone is there to be tested. `tests` are the outermost classes of tests.
pub fn find<'a>(
    recordings: &[&Recording],
    classes: &[&RecordedClass],
    of_place: &[&'a RecordedClass],
    tests: &HashSet<&str>,
    root: &Path,
    sources: &mut SourceRoots,
) -> Vec<&'a str> {
    let others: HashSet<&str> = of_place.iter().map(|class| unit(&class.name)).collect();
    let others: HashSet<&'a str> = others.into_iter().filter(|name| !tests.contains(name)).collect();
    if others.is_empty() {
        return Vec::new();
    }
    let files = sources.below_root(root);
    if files.len() > MOST_SOURCES {
        return Vec::new();
    }
    let folder = Folder::read(&files, &others, tests);
    let mut found = folder.used_by_tests_alone(&others);
    found.retain(|name| {
        let these: Vec<&RecordedClass> =
            of_place.iter().filter(|class| unit(&class.name) == *name).copied().collect();
        !namesakes::is_subject(name, tests) && !helpers::is_tested(recordings, classes, &these)
    });
    found
}

/// Which sources of a folder name which classes.
struct Folder<'a> {
    /// Per class: the sources that name it, by number, except its own.
    named_by: HashMap<&'a str, Vec<usize>>,
    /// Per class: the number of its own source.
    own: HashMap<&'a str, usize>,
    /// Sources of tests.
    of_tests: HashSet<usize>,
    /// Classes that no code of the project can be expected to name.
    hidden: HashSet<&'a str>,
}

impl<'a> Folder<'a> {
    fn read(files: &[PathBuf], classes: &HashSet<&'a str>, tests: &HashSet<&str>) -> Self {
        let by_name: HashMap<&str, &'a str> = classes.iter().map(|class| (simple(class), *class)).collect();
        let names_of_tests: HashSet<&str> = tests.iter().map(|test| simple(test)).collect();
        // Sources of code in which tests are nested.
        let holding = tests.iter().filter(|test| outermost(test) != **test);
        let holding: HashSet<&str> = holding.map(|test| simple(outermost(test))).collect();
        let mut folder = Self {
            named_by: HashMap::new(),
            own: HashMap::new(),
            of_tests: HashSet::new(),
            hidden: HashSet::new(),
        };
        for (number, file) in files.iter().enumerate() {
            let text = regular::read(file, limits::SOURCE).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let has_import = || text.lines().any(helpers::is_import_of_test_tool);
            let is_of_code = || holding.contains(&*stem) || helpers::holds_tests(file, &text);
            if names_of_tests.contains(&*stem) || has_import() && !is_of_code() {
                folder.of_tests.insert(number);
            }
            let words: HashSet<&str> = words(&text).collect();
            for class in words.iter().filter_map(|word| by_name.get(word)) {
                if simple(class) == stem {
                    folder.own.insert(class, number);
                    if is_helper(simple(class)) || is_package_private(file, &text, simple(class)) {
                        folder.hidden.insert(class);
                    }
                } else {
                    folder.named_by.entry(class).or_default().push(number);
                }
            }
        }
        folder
    }

    /// The hidden classes that sources of tests name, and no others but those of such classes.
    fn used_by_tests_alone(mut self, classes: &HashSet<&'a str>) -> Vec<&'a str> {
        let mut open: Vec<&'a str> =
            classes.iter().copied().filter(|class| self.hidden.contains(class)).collect();
        open.sort_unstable();
        let mut found = Vec::new();
        loop {
            let is_used = |class: &&str| {
                let by = self.named_by.get(class).map_or(&[][..], Vec::as_slice);
                !by.is_empty() && by.iter().all(|file| self.of_tests.contains(file))
            };
            let (used, rest): (Vec<&'a str>, Vec<&'a str>) = open.into_iter().partition(is_used);
            if used.is_empty() {
                return found;
            }
            self.of_tests.extend(used.iter().filter_map(|class| self.own.get(class)));
            found.extend(used);
            open = rest;
        }
    }
}

fn simple(class: &str) -> &str {
    ClassName(class).simple()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_of_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    text.split(move |letter| !is_of_word(letter)).filter(|word| !word.is_empty())
}

/// Whether a Java source declares a type of this name without `public`.
fn is_package_private(file: &Path, text: &str, name: &str) -> bool {
    if file.extension().is_none_or(|ending| ending != "java") {
        return false;
    }
    let mut is_declared = false;
    for line in text.lines() {
        let words: Vec<&str> = words(line).collect();
        let at = words.windows(2).position(|pair| TYPES.contains(&pair[0]) && pair[1] == name);
        if let Some(at) = at {
            is_declared = true;
            if words[..at].contains(&"public") {
                return false;
            }
        }
    }
    is_declared
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_without_public_can_be_named_in_its_package_alone() {
        let with = |text: &str| is_package_private(Path::new("src/Data.java"), text, "Data");
        for own in
            ["class Data {", "final class Data<T> {", "@A abstract class Data extends B {", "enum Data {"]
        {
            assert!(with(own), "{own}");
        }
        for open in ["public final class Data {", "class DataSet {", "", "// class Data\npublic class Data {"]
        {
            assert!(!with(open), "{open}");
        }
        assert!(!is_package_private(Path::new("src/Data.kt"), "class Data", "Data"), "Kotlin's are public");
    }
}
