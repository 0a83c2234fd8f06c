//! Arguments of a build tool that run some tests and no others.

use std::collections::BTreeSet;

use faultline_spectrum::TestName;

use crate::{Selection, console, gradle, surefire};

/// Modules without one of the tests would fail.
const LENIENT: [&str; 2] = ["-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false"];

/// A tool that runs tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Maven: `-Dtest=...`.
    Maven,
    /// Gradle: `--tests ...`.
    Gradle,
    /// JUnit's console launcher: `--select-unique-id ...`.
    Junit,
}

/// Arguments for one tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// The arguments; none without a test.
    pub words: Vec<String>,
    /// Tests that run in addition, a sentence each.
    pub notes: BTreeSet<String>,
}

/// Arguments that run `tests`. A test without a method stands for its class. Errors: a class cannot be selected.
pub fn arguments<'t>(
    tests: impl Iterator<Item = TestName<'t>> + Clone,
    tool: Tool,
) -> Result<Arguments, String> {
    // A class that runs as a whole has no methods beside it: Maven would run these alone.
    let whole: BTreeSet<&str> =
        tests.clone().filter(|test| test.method.is_empty()).map(|test| test.class).collect();
    let tests = tests.filter(|test| test.method.is_empty() || !whole.contains(test.class));
    if tests.clone().next().is_none() {
        return Ok(Arguments::default());
    }
    let Selection { parts, notes } = match tool {
        Tool::Maven => surefire::tests(tests)?,
        Tool::Gradle => gradle::tests(tests)?,
        Tool::Junit => return junit(tests),
    };
    let words = match tool {
        Tool::Maven => {
            let tests = format!("-Dtest={}", parts.into_iter().collect::<Vec<_>>().join(","));
            [tests].into_iter().chain(LENIENT.map(str::to_owned)).collect()
        }
        _ => parts.into_iter().flat_map(|part| ["--tests".to_owned(), part]).collect(),
    };
    Ok(Arguments { words, notes })
}

/// Unique ids of the platform, and the classes of other tests.
fn junit<'t>(tests: impl Iterator<Item = TestName<'t>> + Clone) -> Result<Arguments, String> {
    // A test without a class, as a scenario, has its id alone.
    let is_a_class = |test: &TestName<'_>| test.method.is_empty() && !test.class.is_empty();
    let has_id = |test: &TestName<'_>| !is_a_class(test) && test.unique_id.starts_with("[engine:");
    let ids: BTreeSet<&str> = tests.clone().filter(has_id).map(|test| test.unique_id).collect();
    let Selection { parts, notes } = console::classes(tests.filter(|test| !has_id(test)))?;
    let ids = ids.into_iter().flat_map(|id| ["--select-unique-id".to_owned(), id.to_owned()]);
    let classes = parts.into_iter().flat_map(|class| ["--select-class".to_owned(), class]);
    Ok(Arguments { words: ids.chain(classes).collect(), notes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(tool: Tool) -> Vec<String> {
        let name = |unique_id, class, method| TestName { unique_id, class, method, display: "" };
        let tests = [
            name("[engine:j]/[class:a.ATest]/[method:one()]", "a.ATest", "one"),
            name("[engine:j]/[class:a.ATest]/[template:two(int)]/[#1]", "a.ATest", "two(int)"),
            name("x(a.B$Test)", "a.B$Test", ""),
            name("y(a.B$Test)", "a.B$Test", "y"),
            name("", "a.NewTest", ""),
        ];
        arguments(tests.into_iter(), tool).expect("arguments").words
    }

    #[test]
    fn maven_is_given_classes_with_methods() {
        assert_eq!(words(Tool::Maven)[0], "-Dtest=a.ATest#one+two+two(*,a.B$Test,a.NewTest");
        assert_eq!(words(Tool::Maven)[1..], LENIENT);
    }

    #[test]
    fn gradle_is_given_patterns() {
        let expected = "--tests a.ATest.one --tests a.ATest.two --tests a.ATest.two(* --tests a.B$Test --tests a.NewTest";
        assert_eq!(words(Tool::Gradle).join(" "), expected);
    }

    #[test]
    fn the_console_launcher_is_given_ids_where_the_platform_has_them() {
        assert_eq!(
            words(Tool::Junit).join(" "),
            "--select-unique-id [engine:j]/[class:a.ATest]/[method:one()] \
             --select-unique-id [engine:j]/[class:a.ATest]/[template:two(int)]/[#1] \
             --select-class a.B$Test --select-class a.NewTest"
        );
    }

    #[test]
    fn a_test_without_a_class_is_selected_by_its_id_or_refused() {
        let scenario = TestName { unique_id: "[engine:c]/[scenario:3]", class: "", method: "", display: "s" };
        let junit = arguments([scenario].into_iter(), Tool::Junit).expect("arguments");
        assert_eq!(junit.words, ["--select-unique-id", "[engine:c]/[scenario:3]"]);
        let refused = arguments([scenario].into_iter(), Tool::Maven).expect_err("no class");
        assert_eq!(refused, "a test is recorded without its class");
    }

    #[test]
    fn no_test_is_no_argument() {
        assert_eq!(arguments(std::iter::empty(), Tool::Maven), Ok(Arguments::default()));
    }
}
