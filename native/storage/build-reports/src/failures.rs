//! What failing tests said, as the build's reports have it: exceptions and messages.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use faultline_files::{limits, regular};
use faultline_spectrum::Test;

use crate::names;
use crate::reports::{is_earlier, report_folders, xml_files};

/// Elements of reports for a test that did not pass in the end.
const FAILED: [&str; 2] = ["failure", "error"];

/// A failure as a report has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedFailure {
    /// The class of the test, as reported.
    pub class: String,
    /// The test's name, as reported.
    pub name: String,
    /// Class of the exception; empty if the report has none.
    pub exception: String,
    /// The exception's message, without its class in front; may be empty, and may have several lines.
    pub message: String,
}

/// The failures of the reports of one run.
#[derive(Clone, Debug, Default)]
pub struct Failures {
    all: Vec<ReportedFailure>,
}

impl Failures {
    /// Reads the failures of tests of the given outermost classes from the reports below a project that were written at
    /// `since` or later. Reports named after the classes are read first, the others only if a class has no failure among
    /// them, as where a suite runs it. Unreadable reports are ignored: other programs wrote them.
    pub fn below(root: &Path, since: SystemTime, classes: &BTreeSet<&str>) -> Self {
        let mut failures = Self::default();
        let files: Vec<PathBuf> = report_folders(root).iter().flat_map(|folder| xml_files(folder)).collect();
        let is_named = |file: &PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            classes.iter().any(|class| !class.is_empty() && name.contains(class))
        };
        let (named, others): (Vec<_>, Vec<_>) = files.into_iter().partition(is_named);
        failures.read_all(&named, since);
        let is_known = |class: &&str| failures.all.iter().any(|of| names::is_of_class(&of.class, class));
        if !classes.iter().all(is_known) {
            failures.read_all(&others, since);
        }
        failures
    }

    /// The failure of a test. `None` if the reports have none with its name and its recorded exception, or several that
    /// differ.
    pub fn of(&self, test: &Test) -> Option<&ReportedFailure> {
        let recorded = test.failure.as_ref().map(|failure| failure.exception.as_str());
        let is_same = |reported: &str| reported.is_empty() || recorded.is_none_or(|known| known == reported);
        let may_be = |failure: &&ReportedFailure| {
            names::is_of_class(&failure.class, &test.class) && is_same(&failure.exception)
        };
        let may_be: Vec<_> = self.all.iter().filter(may_be).collect();
        let by = |is_it: fn(&str, &Test) -> bool| {
            may_be.iter().copied().filter(|of| is_it(&of.name, test)).collect()
        };
        let by_name: Vec<_> = by(names::is_name_of);
        if by_name.is_empty() { unanimous(&by(names::is_method_of)) } else { unanimous(&by_name) }
    }

    fn read_all(&mut self, files: &[PathBuf], since: SystemTime) {
        for file in files.iter().filter(|file| !is_earlier(file, since)) {
            if let Ok(text) = regular::read_to_string(file, limits::REPORT) {
                self.read(&text);
            }
        }
    }

    fn read(&mut self, text: &str) {
        // Most reports are of passing tests, and parsing takes longer than searching.
        if !FAILED.iter().any(|name| text.contains(&format!("<{name}"))) {
            return;
        }
        let Ok(document) = roxmltree::Document::parse(text) else { return };
        for case in document.descendants().filter(|node| node.has_tag_name("testcase")) {
            let attribute = |name| case.attribute(name).unwrap_or_default().to_owned();
            let failed = case.children().filter(|child| FAILED.contains(&child.tag_name().name()));
            for failure in failed {
                let (exception, message) = said(failure);
                self.all.push(ReportedFailure {
                    class: attribute("classname"),
                    name: attribute("name"),
                    exception,
                    message,
                });
            }
        }
    }
}

/// The first failure if all have the same exception and message.
fn unanimous<'f>(failures: &[&'f ReportedFailure]) -> Option<&'f ReportedFailure> {
    let first = failures.first()?;
    let is_same =
        |other: &&ReportedFailure| (&other.exception, &other.message) == (&first.exception, &first.message);
    failures.iter().all(is_same).then_some(*first)
}

/// The exception and the message of a failure. Gradle writes the exception's class in front of the message.
fn said(failure: roxmltree::Node<'_, '_>) -> (String, String) {
    let exception = failure.attribute("type").unwrap_or_default();
    let message = failure.attribute("message").unwrap_or_default();
    let without_class = message.strip_prefix(exception).filter(|_| !exception.is_empty());
    let message = match without_class {
        Some("") => "",
        Some(rest) => rest.strip_prefix(": ").unwrap_or(message),
        None => message,
    };
    (exception.to_owned(), message.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use faultline_spectrum::{Failure, Outcome};

    use super::*;

    fn failed(method: &str, exception: &str) -> Test {
        Test {
            unique_id: format!("{method}(a.FooTest)"),
            class: "a.FooTest".to_owned(),
            method: method.to_owned(),
            display: String::new(),
            outcome: Outcome::Failed,
            duration_ns: 0,
            overlapped: false,
            failure: Some(Failure { exception: exception.to_owned(), ..Failure::default() }),
        }
    }

    fn failures(cases: &str) -> Failures {
        let mut failures = Failures::default();
        failures.read(&format!("<testsuite>{cases}</testsuite>"));
        failures
    }

    fn message(failures: &Failures, test: &Test) -> Option<String> {
        failures.of(test).map(|failure| failure.message.clone())
    }

    #[test]
    fn the_message_of_a_failing_test_is_found_by_name_and_exception() {
        let of = failures(
            r#"<testcase classname="a.FooTest" name="adds"><failure type="x.E" message="two&#10;lines"/></testcase>
               <testcase classname="a.FooTest" name="subs"><error type="x.E" message="other"/></testcase>
               <testcase classname="b.FooTest" name="adds"><error type="x.E" message="another class"/></testcase>"#,
        );
        assert_eq!(message(&of, &failed("adds", "x.E")).as_deref(), Some("two\nlines"));
        assert_eq!(message(&of, &failed("subs", "x.E")).as_deref(), Some("other"));
        assert_eq!(message(&of, &failed("subs", "x.F")), None, "another run's exception");
        assert_eq!(message(&of, &failed("divs", "x.E")), None);
    }

    #[test]
    fn gradles_class_in_front_of_the_message_is_dropped() {
        let of = failures(
            r#"<testcase classname="a.FooTest" name="adds()"><failure type="x.E" message="x.E: said"/></testcase>
               <testcase classname="a.FooTest" name="subs()"><failure type="x.E" message="x.E"/></testcase>"#,
        );
        assert_eq!(message(&of, &failed("adds", "x.E")).as_deref(), Some("said"));
        assert_eq!(message(&of, &failed("subs", "x.E")).as_deref(), Some(""));
    }

    #[test]
    fn of_several_different_failures_of_one_name_none_is_taken() {
        let twice = r#"<testcase classname="a.FooTest" name="adds"><failure type="x.E" message="one"/></testcase>
                       <testcase classname="a.FooTest" name="adds"><failure type="x.E" message="MORE"/></testcase>"#;
        assert_eq!(message(&failures(twice), &failed("adds", "x.E")), None);
        let same = twice.replace("MORE", "one");
        assert_eq!(message(&failures(&same), &failed("adds", "x.E")).as_deref(), Some("one"));
    }

    #[test]
    fn reports_of_an_earlier_run_are_not_read_and_suites_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let reports = folder.path().join("target/surefire-reports");
        fs::create_dir_all(&reports).expect("a folder");
        let case = |name: &str| {
            let failure = format!(r#"<failure type="x.E" message="{name}"/>"#);
            format!(
                r#"<testsuite><testcase classname="a.FooTest" name="{name}">{failure}</testcase></testsuite>"#
            )
        };
        fs::write(reports.join("TEST-a.AllTests.xml"), case("inSuite")).expect("a file");
        let classes = BTreeSet::from(["a.FooTest"]);
        let since = SystemTime::now() - Duration::from_mins(1);
        let of = Failures::below(folder.path(), since, &classes);
        assert_eq!(message(&of, &failed("inSuite", "x.E")).as_deref(), Some("inSuite"));
        fs::write(reports.join("TEST-a.FooTest.xml"), case("adds")).expect("a file");
        let of = Failures::below(folder.path(), since, &classes);
        assert_eq!(message(&of, &failed("adds", "x.E")).as_deref(), Some("adds"));
        let later = SystemTime::now() + Duration::from_mins(1);
        let of = Failures::below(folder.path(), later, &classes);
        assert_eq!(message(&of, &failed("adds", "x.E")), None);
    }
}
