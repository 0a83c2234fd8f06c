//! Surefire's XML reports: the build's own view of its tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// One test case as reported.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// `classname#name`.
    pub name: String,
    /// Its outcome.
    pub outcome: CaseOutcome,
}

/// The outcome of a reported test case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CaseOutcome {
    /// Neither failure, error nor skipped.
    Passed,
    /// A failure or error, with the exception's class.
    Failed(String),
    /// Skipped; Surefire also counts failed assumptions as skipped.
    Skipped,
}

/// All test cases of a build, sorted: several may share a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reports {
    /// The cases.
    pub cases: Vec<Case>,
}

impl Reports {
    /// The reports in `target/surefire-reports` of a project and of its modules.
    /// Panics: a report cannot be read.
    #[track_caller]
    pub fn read(project: &Path) -> Self {
        Self::try_read(project).unwrap_or_else(|e| panic!("{e}"))
    }

    /// As [`Self::read`], for builds that may be killed while they write a report. Errors: a report cannot be read, in words.
    pub fn try_read(project: &Path) -> Result<Self, String> {
        let mut reports = Self::default();
        reports.search(project)?;
        reports.cases.sort();
        Ok(reports)
    }

    /// All reports in this form below a folder; Ant and Gradle write it, too. Panics: a report cannot be read.
    #[track_caller]
    pub fn below(folder: &Path) -> Self {
        let mut reports = Self::default();
        let mut waiting = vec![folder.to_owned()];
        while let Some(folder) = waiting.pop() {
            reports.folder(&folder).unwrap_or_else(|e| panic!("{e}"));
            let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
            waiting.extend(entries.map(|entry| entry.path()).filter(|path| path.is_dir()));
        }
        reports.cases.sort();
        reports
    }

    fn search(&mut self, folder: &Path) -> Result<(), String> {
        let unlisted = |e: std::io::Error| format!("{}: {e}", folder.display());
        for entry in fs::read_dir(folder).map_err(unlisted)? {
            let path = entry.map_err(unlisted)?.path();
            if path.ends_with("target") {
                self.folder(&path.join("surefire-reports"))?;
            } else if path.is_dir() {
                self.search(&path)?;
            }
        }
        Ok(())
    }

    fn folder(&mut self, folder: &Path) -> Result<(), String> {
        let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
        for entry in entries {
            let path = entry.map_err(|e| format!("{}: {e}", folder.display()))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with("TEST-") && name.ends_with(".xml") {
                let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
                self.report(&text).map_err(|e| format!("{}: {e}", path.display()))?;
            }
        }
        Ok(())
    }

    fn report(&mut self, text: &str) -> Result<(), roxmltree::Error> {
        // Surefire writes what a test is called, or says, even where XML has no such character.
        let text: String =
            text.chars().map(|c| if is_xml(c) { c } else { char::REPLACEMENT_CHARACTER }).collect();
        let document = roxmltree::Document::parse(&text)?;
        for case in document.descendants().filter(|node| node.has_tag_name("testcase")) {
            let attribute = |name| case.attribute(name).unwrap_or_default();
            self.cases.push(Case {
                name: format!("{}#{}", attribute("classname"), attribute("name")),
                outcome: outcome(case),
            });
        }
        Ok(())
    }

    /// Numbers of passed, failed, and skipped or aborted cases.
    pub fn counts(&self) -> (usize, usize, usize) {
        let count =
            |wanted: fn(&CaseOutcome) -> bool| self.cases.iter().filter(|case| wanted(&case.outcome)).count();
        (
            count(|o| *o == CaseOutcome::Passed),
            count(|o| matches!(o, CaseOutcome::Failed(_))),
            count(|o| *o == CaseOutcome::Skipped),
        )
    }

    fn by_name(&self) -> BTreeMap<&str, Vec<&CaseOutcome>> {
        let mut named: BTreeMap<&str, Vec<&CaseOutcome>> = BTreeMap::new();
        for case in &self.cases {
            named.entry(&case.name).or_default().push(&case.outcome);
        }
        named
    }
}

/// Whether an XML document may hold a character. Source: XML 1.0, production 2.
fn is_xml(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

fn outcome(case: roxmltree::Node<'_, '_>) -> CaseOutcome {
    case.children()
        .find_map(|child| match child.tag_name().name() {
            "failure" | "error" => {
                Some(CaseOutcome::Failed(child.attribute("type").unwrap_or_default().to_owned()))
            }
            "skipped" => Some(CaseOutcome::Skipped),
            _ => None,
        })
        .unwrap_or(CaseOutcome::Passed)
}

/// Returns the names of test cases whose number or outcomes differ between two runs.
pub fn differences(one: &Reports, other: &Reports) -> Vec<String> {
    let (one, other) = (one.by_name(), other.by_name());
    let names = one.keys().chain(other.keys().filter(|name| !one.contains_key(*name)));
    names.filter(|name| one.get(*name) != other.get(*name)).map(|&name| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports(text: &str) -> Reports {
        let mut reports = Reports::default();
        reports.report(text).unwrap();
        reports
    }

    const SUITE: &str = r#"<testsuite><properties/>
        <testcase name="a" classname="x.T"/>
        <testcase name="b" classname="x.T"><failure type="java.lang.AssertionError"/></testcase>
        <testcase name="c" classname="x.T"><skipped message="not here"/><system-out/></testcase>
        <testcase name="" classname="x.U"><error type="java.lang.Error"/></testcase>
    </testsuite>"#;

    #[test]
    fn failures_errors_and_skips_are_told_from_passes() {
        assert_eq!(reports(SUITE).counts(), (1, 2, 1));
    }

    #[test]
    fn a_report_with_characters_that_xml_lacks_is_read() {
        let odd = SUITE.replace("name=\"b\"", "name=\"b[\u{ffff}\u{b}]\"");
        assert_eq!(reports(&odd).cases[1].name, "x.T#b[\u{fffd}\u{fffd}]");
    }

    #[test]
    fn a_run_differs_from_itself_in_nothing() {
        assert!(differences(&reports(SUITE), &reports(SUITE)).is_empty());
    }

    #[test]
    fn another_exception_is_a_difference() {
        let other = SUITE.replace("java.lang.AssertionError", "java.lang.VerifyError");
        assert_eq!(differences(&reports(SUITE), &reports(&other)), ["x.T#b"]);
    }

    #[test]
    fn a_missing_case_is_a_difference_from_either_side() {
        let fewer = SUITE.replace(r#"<testcase name="a" classname="x.T"/>"#, "");
        assert_eq!(differences(&reports(SUITE), &reports(&fewer)), ["x.T#a"]);
        assert_eq!(differences(&reports(&fewer), &reports(SUITE)), ["x.T#a"]);
    }
}
