//! Which tests of a project are run, in the words of Surefire.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::BenchError;
use crate::faults::build::in_lines;
use crate::faults::list::{class_of, package};

/// The tests of a project that are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The classes that the fix adds or changes, by their simple names.
    Changed(BTreeSet<String>),
    /// All that the project's build runs.
    All,
    /// The packages of the changed classes, because the whole suite takes too long, or leaves these classes out.
    Packages(BTreeSet<String>),
}

impl Scope {
    /// Its name in lists.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Changed(_) => "changed",
            Self::All => "all",
            Self::Packages(_) => "packages",
        }
    }

    /// Options of Maven. `excluded`: tests to leave out, written to `file`. Errors: it cannot be written.
    pub fn options(&self, excluded: &BTreeSet<String>, file: &Path) -> Result<Vec<String>, BenchError> {
        let patterns: Vec<String> = excluded.iter().flat_map(|test| patterns(test)).collect();
        let chosen: Vec<String> = match self {
            Self::All if patterns.is_empty() => return Ok(Vec::new()),
            Self::All => {
                fs::write(file, in_lines(&patterns)).map_err(BenchError::io(file))?;
                return Ok(vec![format!("-Dsurefire.excludesFile={}", file.display())]);
            }
            Self::Changed(classes) => classes.iter().cloned().collect(),
            Self::Packages(packages) => {
                let folder = |package: &String| package.replace('.', "/");
                packages
                    .iter()
                    .flat_map(|p| {
                        ["Test*", "*Test", "*Tests", "*TestCase", "*IT"].map(|c| format!("{}/{c}", folder(p)))
                    })
                    .collect()
            }
        };
        // Surefire ignores the file of exclusions where tests are named.
        let left_out = patterns.into_iter().map(|pattern| format!("!{pattern}"));
        let all: Vec<String> = chosen.into_iter().chain(left_out).collect();
        Ok(vec![format!("-Dtest={}", all.join(","))])
    }
}

/// Surefire's patterns of a test, or of the whole class for `class::*`; methods with parameters need one of their own.
fn patterns(test: &str) -> Vec<String> {
    let path = class_of(test).replace('.', "/");
    match test.split_once("::") {
        Some((_, "*")) | None => vec![path],
        Some((_, method)) => vec![format!("{path}#{method}"), format!("{path}#{method}[*]")],
    }
}

/// What to leave out of a recording: tests that fail on the fix, too. A class without a good test is left out as a whole, and so is one
/// that fails outside its methods.
pub fn excluded(fixed: &BTreeMap<String, bool>) -> BTreeSet<String> {
    let failed = fixed.iter().filter(|(_, passed)| !**passed).map(|(test, _)| test);
    let is_whole = |class: &str| {
        let mut own = fixed.iter().filter(|(test, _)| class_of(test) == class);
        own.all(|(_, passed)| !passed) || fixed.get(&format!("{class}::")) == Some(&false)
    };
    failed
        .map(|test| if is_whole(class_of(test)) { format!("{}::*", class_of(test)) } else { test.clone() })
        .collect()
}

/// The packages of changed test classes.
pub fn packages(tests: &[(String, &str)]) -> BTreeSet<String> {
    tests.iter().map(|(package, _)| package.clone()).collect()
}

/// Whether a test's class is one of these, given by package and simple name; nested classes count as theirs.
pub fn is_of(test: &str, classes: &[(String, &str)]) -> bool {
    let class = class_of(test);
    let simple = class.strip_prefix(package(class)).unwrap_or(class).trim_start_matches('.');
    let outermost = simple.split('$').next().unwrap_or(simple);
    classes.iter().any(|(of, name)| of == package(class) && *name == outermost)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(of: &[&str]) -> BTreeSet<String> {
        of.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn tests_are_left_out_by_a_file_or_where_tests_are_named_in_the_same_option() {
        let file = std::env::temp_dir().join(format!("faultline-selection-{}", std::process::id()));
        let excluded = set(&["a.T::f", "a.U::*"]);
        let named = Scope::Changed(set(&["T"])).options(&excluded, &file).unwrap();
        assert_eq!(named, ["-Dtest=T,!a/T#f,!a/T#f[*],!a/U"]);
        assert!(Scope::All.options(&set(&[]), &file).unwrap().is_empty() && !file.exists());
        let by_file = Scope::All.options(&excluded, &file).unwrap();
        assert_eq!(by_file, [format!("-Dsurefire.excludesFile={}", file.display())]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "a/T#f\na/T#f[*]\na/U\n");
        fs::remove_file(file).unwrap();
        let packages = Scope::Packages(set(&["a.b"])).options(&set(&[]), Path::new("x")).unwrap();
        assert_eq!(packages, ["-Dtest=a/b/Test*,a/b/*Test,a/b/*Tests,a/b/*TestCase,a/b/*IT"]);
    }

    #[test]
    fn what_fails_on_the_fix_is_left_out_with_its_class_where_nothing_else_is_in_it() {
        let fixed =
            [("a.T::f", false), ("a.T::g", true), ("a.U::f", false), ("a.V::", false), ("a.V::f", true)];
        let fixed = fixed.map(|(test, passed)| (test.to_owned(), passed)).into();
        assert_eq!(excluded(&fixed), set(&["a.T::f", "a.U::*", "a.V::*"]));
    }

    #[test]
    fn nested_classes_are_of_the_outermost() {
        let classes = [("a.b".to_owned(), "T"), (String::new(), "U")];
        assert!(is_of("a.b.T::f", &classes) && is_of("a.b.T$In::f", &classes) && is_of("U::f", &classes));
        assert!(!is_of("a.T::f", &classes) && !is_of("a.b.T2::f", &classes));
        assert_eq!(packages(&classes), set(&["", "a.b"]));
    }
}
