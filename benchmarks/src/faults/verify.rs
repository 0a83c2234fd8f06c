//! Verifies that a fault matches its row.

use std::path::Path;

use super::list::{Row, UNCOUNTED};
use super::surefire::{self, Tested};
use super::{build, tool::Tool};
use crate::BenchError;

/// The result of verification.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Violations, as sentences; empty if the row is correct.
    pub wrong: Vec<String>,
    /// Test methods that ran on the faulty classes.
    pub tests: usize,
    /// Time of both builds. Units: s.
    pub seconds: f64,
}

/// Builds a fault and runs its tests by Maven on the faulty and on the fixed classes. Reuses an earlier run on the faulty classes, such as
/// for recording, unless `again`. Errors: it cannot be built, or Maven gives no reports.
pub fn verify(tool: &Tool, work: &Path, row: &Row, again: bool) -> Result<Verdict, BenchError> {
    let home = build::build(tool, work, row)?;
    let kept = surefire::kept(&home).filter(|_| !again);
    let faulty = kept.map_or_else(|| on_faulty_classes(&home), Ok)?;
    let fixed = surefire::test(&home, &[], &["-Dfixed"])?;
    let wrong = [on_faulty(row, &faulty), on_fixed(row, &faulty, &fixed)].concat();
    Ok(Verdict { wrong, tests: faulty.tests.len(), seconds: faulty.seconds + fixed.seconds })
}

fn on_faulty_classes(home: &Path) -> Result<Tested, BenchError> {
    let tested = surefire::test(home, &[], &[])?;
    surefire::keep(home, &tested)?;
    Ok(tested)
}

/// Violations of a run on the faulty classes: exactly the failing tests must fail, as many tests as stated must run, and the build must
/// fail.
pub fn on_faulty(row: &Row, faulty: &Tested) -> Vec<String> {
    let mut wrong = Vec::new();
    let expected: Vec<&str> = row.failing.iter().map(String::as_str).collect();
    let failed = faulty.failed();
    wrong.extend(named("fails and should not", failed.iter().filter(|test| !expected.contains(test))));
    wrong.extend(named("does not fail", expected.iter().filter(|test| !failed.contains(test))));
    if row.tests != UNCOUNTED && faulty.tests.len() != row.tests {
        wrong.push(format!("{} tests run, not {}", faulty.tests.len(), row.tests));
    }
    if faulty.code == Some(0) {
        wrong.push("Maven does not call the build failed".to_owned());
    }
    wrong
}

/// Violations of a run on the fixed classes: the same tests must run and pass, and the build must succeed.
fn on_fixed(row: &Row, faulty: &Tested, fixed: &Tested) -> Vec<String> {
    let mut wrong = Vec::new();
    wrong.extend(named("fails on the mended classes", fixed.failed().iter()));
    let is_run = |test: &&&String| !fixed.tests.contains_key(**test);
    let missing: Vec<&String> = faulty.tests.keys().chain(&row.failing).collect();
    let mut missing: Vec<&str> = missing.iter().filter(is_run).map(|test| test.as_str()).collect();
    missing.sort_unstable();
    missing.dedup();
    wrong.extend(named("does not run on the mended classes", missing.iter()));
    let more: Vec<&str> =
        fixed.tests.keys().filter(|test| !faulty.tests.contains_key(*test)).map(String::as_str).collect();
    wrong.extend(named("runs on the mended classes only", more.iter()));
    if fixed.code != Some(0) && fixed.failed().is_empty() {
        wrong.push("Maven calls the build of the mended classes failed".to_owned());
    }
    wrong
}

/// One sentence about some tests, with the first three names.
pub fn named<'a>(what: &str, tests: impl Iterator<Item = &'a &'a str>) -> Option<String> {
    let tests: Vec<&str> = tests.copied().collect();
    let shown = tests.iter().take(3).copied().collect::<Vec<_>>().join(", ");
    let more = if tests.len() > 3 { format!(" and {} more", tests.len() - 3) } else { String::new() };
    (!tests.is_empty()).then(|| format!("{shown}{more} {what}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::list::Scope;
    use super::*;

    fn row() -> Row {
        Row {
            id: "x-1-1".into(),
            group: "x".into(),
            artifact: "x".into(),
            faulty: "1".into(),
            fixed: "2".into(),
            scope: Scope::All,
            tests: 2,
            failing: vec!["a.T::f".into()],
            methods: "a.A::f()V".into(),
        }
    }

    fn tested(code: i32, tests: &[(&str, bool)]) -> Tested {
        let tests: BTreeMap<String, bool> =
            tests.iter().map(|&(test, passed)| (test.to_owned(), passed)).collect();
        Tested { code: Some(code), tests, seconds: 0.0 }
    }

    #[test]
    fn nothing_but_the_promise_is_accepted() {
        let (red, green) = (&[("a.T::f", false), ("a.T::g", true)], &[("a.T::f", true), ("a.T::g", true)]);
        assert!(on_faulty(&row(), &tested(1, red)).is_empty());
        assert!(on_fixed(&row(), &tested(1, red), &tested(0, green)).is_empty());
    }

    #[test]
    fn each_broken_promise_is_told() {
        let all_red = tested(1, &[("a.T::f", false), ("a.T::g", false)]);
        assert_eq!(on_faulty(&row(), &all_red), ["a.T::g fails and should not"]);
        let green = tested(0, &[("a.T::f", true), ("a.T::g", true), ("a.T::h", true)]);
        assert_eq!(
            on_faulty(&row(), &green),
            ["a.T::f does not fail", "3 tests run, not 2", "Maven does not call the build failed"]
        );
        let red = tested(1, &[("a.T::f", false), ("a.T::g", true)]);
        assert_eq!(on_fixed(&row(), &red, &red), ["a.T::f fails on the mended classes"]);
        // A failing test that is skipped on the fixed classes shows nothing.
        let skipped = tested(0, &[("a.T::g", true)]);
        assert_eq!(on_fixed(&row(), &red, &skipped), ["a.T::f does not run on the mended classes"]);
        assert_eq!(on_fixed(&row(), &red, &green), ["a.T::h runs on the mended classes only"]);
        let crashed = tested(1, &[("a.T::f", true), ("a.T::g", true)]);
        assert_eq!(on_fixed(&row(), &red, &crashed), ["Maven calls the build of the mended classes failed"]);
    }

    #[test]
    fn only_the_first_tests_are_named() {
        let many = ["a", "b", "c", "d", "e"];
        assert_eq!(named("fails", many.iter()).as_deref(), Some("a, b, c and 2 more fails"));
    }
}
