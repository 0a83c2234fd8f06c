//! Runs `mvn test` on a fault's build, and reads its reports.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use faultline_tests::{CaseOutcome, Reports};

use super::build::in_lines;
use super::process;
use crate::BenchError;

const LIMIT: Duration = Duration::from_mins(20);

/// The results of a build.
#[derive(Clone, Debug)]
pub struct Tested {
    /// Maven's exit code; `None` if it was killed.
    pub code: Option<i32>,
    /// `class::method` of every test that ran, and whether all its invocations passed.
    pub tests: BTreeMap<String, bool>,
    /// Time of the whole build. Units: s.
    pub seconds: f64,
}

impl Tested {
    /// Tests with a failed invocation, ascending.
    pub fn failed(&self) -> Vec<&str> {
        self.tests.iter().filter(|(_, passed)| !**passed).map(|(test, _)| test.as_str()).collect()
    }
}

/// Runs `[before] mvn -o test [options]` in a build's folder; online if Maven lacks something. Errors: Maven does not start, or there is
/// still no report.
pub fn test(home: &Path, before: &[&str], options: &[&str]) -> Result<Tested, BenchError> {
    for offline in [true, false] {
        let reports = home.join("target/surefire-reports");
        if reports.exists() {
            fs::remove_dir_all(&reports).map_err(BenchError::io(&reports))?;
        }
        let mut words: Vec<&str> = [before, &["mvn", "-B", "-ntp"]].concat();
        if offline {
            words.push("-o");
        }
        words.extend(options);
        words.push("test");
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).current_dir(home);
        let ended = process::run(&mut command, &home.join("maven.log"), LIMIT)?;
        if reports.exists() && !ended.late {
            let tests = read(home)?;
            return Ok(Tested { code: ended.code, tests, seconds: ended.wall.as_secs_f64() });
        }
        if ended.late || !offline {
            return Err(BenchError::Program {
                what: format!("mvn test in {}", home.display()),
                detail: ended.tail(),
            });
        }
    }
    unreachable!("the second turn returns")
}

/// File of the outcomes on the faulty classes, in a build's folder.
const KEPT: &str = "outcomes.tsv";

/// Saves outcomes on the faulty classes for [`kept`]. Errors: they cannot be written.
pub fn keep(home: &Path, tested: &Tested) -> Result<(), BenchError> {
    let code = tested.code.map_or_else(String::new, |code| code.to_string());
    let mut lines = vec![format!("{code}\t{}", tested.seconds)];
    lines.extend(tested.tests.iter().map(|(test, passed)| format!("{test}\t{passed}")));
    let path = home.join(KEPT);
    fs::write(&path, in_lines(&lines)).map_err(BenchError::io(&path))
}

/// Outcomes of an earlier run on the faulty classes, recorded or not; `None` without one.
pub fn kept(home: &Path) -> Option<Tested> {
    let text = fs::read_to_string(home.join(KEPT)).ok()?;
    let mut lines = text.lines().map(|line| line.split_once('\t'));
    let (code, seconds) = lines.next()??;
    let tests = lines.map(|line| Some((line?.0.to_owned(), line?.1 == "true"))).collect::<Option<_>>()?;
    Some(Tested { code: code.parse().ok(), tests, seconds: seconds.parse().ok()? })
}

/// `class::method` of every test that ran in a build and its modules, and whether all its invocations passed. Errors: a report cannot
/// be read.
pub fn read(home: &Path) -> Result<BTreeMap<String, bool>, BenchError> {
    let reports = Reports::try_read(home);
    let unread = |detail| BenchError::Program { what: "reading Surefire's reports".to_owned(), detail };
    reports.map(|reports| by_method(&reports)).map_err(unread)
}

/// Merges invocations to methods; skipped ones count as not run.
fn by_method(reports: &Reports) -> BTreeMap<String, bool> {
    let mut tests = BTreeMap::new();
    for case in &reports.cases {
        if case.outcome != CaseOutcome::Skipped {
            let passed = case.outcome == CaseOutcome::Passed;
            let all = tests.entry(method(&case.name)).or_insert(true);
            *all = *all && passed;
        }
    }
    tests
}

/// `class::method` of `class#method[0: x]`, `class#method(int)[1]`, `class#method{int}[1]`.
fn method(case: &str) -> String {
    let (class, name) = case.split_once('#').unwrap_or((case, ""));
    let end = name.find(['[', '(', '{']).unwrap_or(name.len());
    format!("{class}::{}", name[..end].trim())
}

#[cfg(test)]
mod tests {
    use faultline_tests::Case;

    use super::*;

    #[test]
    fn invocations_are_one_method_that_fails_if_one_of_them_does() {
        let case = |name: &str, outcome| Case { name: name.into(), outcome };
        let failed = || CaseOutcome::Failed("java.lang.AssertionError".into());
        let reports = Reports {
            cases: vec![
                case("a.T#f[0: x]", CaseOutcome::Passed),
                case("a.T#f[1: (]", failed()),
                case("a.T#g(int)[1]", CaseOutcome::Passed),
                case("a.T#g{int}[2]", CaseOutcome::Passed),
                case("a.T#h", CaseOutcome::Skipped),
            ],
        };
        let tests = by_method(&reports);
        assert_eq!(tests, BTreeMap::from([("a.T::f".to_owned(), false), ("a.T::g".to_owned(), true)]));
        assert_eq!(Tested { code: Some(1), tests, seconds: 0.0 }.failed(), ["a.T::f"]);
    }

    #[test]
    fn outcomes_are_kept_as_they_were() {
        let home = std::env::temp_dir().join(format!("faultline-outcomes-{}", std::process::id()));
        fs::create_dir_all(&home).unwrap();
        assert!(kept(&home).is_none());
        let tests = BTreeMap::from([("a.T::f".to_owned(), false), ("a.T::g".to_owned(), true)]);
        let tested = Tested { code: Some(1), tests, seconds: 2.5 };
        keep(&home, &tested).unwrap();
        let again = kept(&home).unwrap();
        assert_eq!((again.code, &again.tests, again.failed()), (tested.code, &tested.tests, tested.failed()));
        fs::remove_dir_all(home).unwrap();
    }
}
