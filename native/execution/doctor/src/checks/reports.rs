//! Compares rows with the build's own reports of the same tests.
//!
//! Builds name classes and tests in reports in many ways: `PcTest[2]` for an invocation of a class, a class
//! without its package (engines other than Jupiter), a context, a phrase, or an empty name. A report may also
//! name one test twice (JUnit 4 with two errors, a class that a suite runs as well). So distinct names are
//! counted per outermost class, and a name that is no class only counts as missing if no row is left to match
//! it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::UNIX_EPOCH;

use faultline_build_reports::names::{base_name, outermost};
use faultline_messages::words::{counted, number};
use faultline_spectrum::{Outcome, RecordedTest, Recording};

use super::super::case::Case;
use super::super::finding::{Code, Finding, Severity};

/// Finds reported tests without rows, and rows without reported tests. Returns nothing if there are no
/// reports as new as the recording, or no rows at all, which is another finding.
pub fn check(case: &Case) -> Vec<Finding> {
    if case.reports.files == 0 || case.tests().next().is_none() {
        return Vec::new();
    }
    let compared = Compared::of(case);
    let mut found = Vec::new();
    found.extend(compared.without_rows());
    found.extend(compared.without_tests(case));
    found.extend(compared.more_rows(case));
    found.extend(compared.other_outcomes(case));
    found
}

/// Rows and reported tests, grouped by outermost class.
#[derive(Default)]
struct Compared<'a> {
    classes: BTreeMap<&'a str, Class<'a>>,
    /// Tests reported under names of classes without rows.
    foreign: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// Tests reported under names that may not be class names.
    phrases: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

struct Class<'a> {
    rows: Vec<&'a RecordedTest>,
    /// Names of class and test.
    reported: BTreeSet<(&'a str, &'a str)>,
    /// Number of reported tests, each report of one counted.
    cases: usize,
    /// Number of reported failures; `None` if some are not known.
    failed: Option<usize>,
}

impl Default for Class<'_> {
    fn default() -> Self {
        Self { rows: Vec::new(), reported: BTreeSet::new(), cases: 0, failed: Some(0) }
    }
}

impl Class<'_> {
    /// Failed rows and reported failures, where there are some of the one and none of the other.
    fn other_outcomes(&self) -> Option<(usize, usize)> {
        let rows = self.rows.iter().filter(|row| row.outcome == Outcome::Failed).count();
        let reported = self.failed?;
        let is_comparable =
            self.cases > 0 && self.missing() == 0 && self.rows.iter().any(|row| is_executed(row));
        (is_comparable && (rows == 0) != (reported == 0)).then_some((rows, reported))
    }

    fn missing(&self) -> usize {
        self.reported.len().saturating_sub(self.rows.len())
    }

    fn left_over(&self) -> usize {
        self.rows.len().saturating_sub(self.reported.len())
    }
}

impl<'a> Compared<'a> {
    fn of(case: &'a Case) -> Self {
        let mut compared = Self::default();
        for test in case.tests() {
            compared.classes.entry(outermost(&test.class)).or_default().rows.push(test);
        }
        for (name, cases) in &case.reports.classes {
            let cases = cases.iter().map(String::as_str);
            match compared.class_of(name) {
                Some(class) => {
                    let class = compared.classes.entry(class).or_default();
                    class.cases += cases.len();
                    let failed = case.reports.failed.get(name).copied().flatten();
                    class.failed = class.failed.zip(failed).map(|(all, more)| all + more);
                    class.reported.extend(cases.map(|case| (name.as_str(), case)));
                }
                None if ran_in(case, name) => {}
                None if is_full_class_name(name) => compared.foreign.entry(name).or_default().extend(cases),
                None => compared.phrases.entry(name).or_default().extend(cases),
            }
        }
        compared
    }

    /// The class with rows that a report's class name refers to.
    fn class_of(&self, name: &str) -> Option<&'a str> {
        let name = outermost(name);
        let known = self.classes.get_key_value(name).map(|(class, _)| *class);
        let simple = |class: &&&str| !name.is_empty() && class.rsplit('.').next() == Some(name);
        known.or_else(|| self.classes.keys().find(simple).copied())
    }

    fn without_rows(&self) -> Option<Finding> {
        let (mut missing, mut names) = (0, Vec::new());
        for (name, class) in self.classes.iter().filter(|(_, class)| class.missing() > 0) {
            missing += class.missing();
            let of = counted(class.reported.len(), "test");
            names.push(format!("{name}: {} of {of}{}", number(class.missing()), which(class)));
        }
        for (name, cases) in &self.foreign {
            missing += cases.len();
            names.push(format!("{name}: none of {}", counted(cases.len(), "test")));
        }
        let phrases: usize = self.phrases.values().map(BTreeSet::len).sum();
        let left_over: usize = self.classes.values().map(Class::left_over).sum();
        if phrases > left_over {
            missing += phrases - left_over;
            let of = counted(phrases, "test");
            let under = super::some_of(self.phrases.keys().map(|name| format!("{name:?}"))).join(", ");
            names.push(format!("under {under}: {} of {of}", number(phrases - left_over)));
        }
        (missing > 0).then(|| {
            let have = if missing == 1 { "has" } else { "have" };
            Finding::new(
                Code::TestsWithoutRows,
                format!("the build reports {} that {have} no row", counted(missing, "test")),
                "a JVM ran them without the agent, or was killed before they ended, or their framework is none of \
                 JUnit 3, 4, 5, 6, the engines on their platform, and TestNG; faultline run --attach env -- ... \
                 reaches every JVM",
            )
            .with(super::some_of(names))
        })
    }

    /// Finds classes whose tests ran again in other JVMs, of which the build reports nothing.
    fn more_rows(&self, case: &Case) -> Option<Finding> {
        let repeated = repeated(case);
        let ran = |class: &Class| class.rows.iter().filter(|row| is_executed(row)).count();
        let more: Vec<_> = self
            .classes
            .iter()
            .filter(|(name, class)| class.cases > 0 && repeated.contains(*name) && ran(class) > class.cases)
            .map(|(name, class)| (*name, ran(class), counted(class.cases, "test")))
            .collect();
        let (first, rows, reported) = more.first()?;
        let others = match more.len() - 1 {
            0 => String::new(),
            others => format!(", and so do {} like it", counted(others, "class")),
        };
        let evidence = more.iter().map(|(name, rows, reported)| format!("{name}: {rows} rows, {reported}"));
        let sentence =
            format!("{first} has {} rows where the build reports {reported}{others}", number(*rows));
        let mend = "its tests ran again in other JVMs, as a tool for mutants or a second task of the build starts them, or in an earlier run (--append); \
                    record without it, as in faultline run -- mvn test";
        let finding = Finding::new(Code::RowsWithoutTests, sentence, mend).rated(Severity::Warning);
        Some(finding.with(super::some_of(evidence)))
    }

    /// Finds classes with failures in the reports and no failed row, or the other way round.
    /// Nothing where tests ran more than once, since any of their outcomes may be the reported one.
    fn other_outcomes(&self, case: &Case) -> Option<Finding> {
        let is_once = case.recordings.iter().all(|recording| is_of_run(case, recording));
        // A failure under a phrase may be that of any class.
        if !is_once || !self.phrases.is_empty() {
            return None;
        }
        let repeated = repeated(case);
        let once = self.classes.iter().filter(|(name, _)| !repeated.contains(*name));
        let other: Vec<_> = once.filter_map(|(name, class)| Some((*name, class.other_outcomes()?))).collect();
        let (first, (rows, reported)) = other.first()?;
        let others = match other.len() - 1 {
            0 => String::new(),
            others => format!(", and {} differ likewise", counted(others, "class")),
        };
        let rows = counted(*rows, "failed row");
        let sentence =
            format!("{first} has {rows} where the build reports {}{others}", counted(*reported, "failure"));
        let mend = "rankings go by the rows; a failure outside of tests (a JVM that ended, a listener, a fixture) has none, and a test \
                    that ran again may have other outcomes";
        let evidence = other.iter().map(|(name, (rows, reported))| {
            format!("{name}: {}, {}", counted(*rows, "failed row"), counted(*reported, "reported failure"))
        });
        Some(Finding::new(Code::OtherOutcomes, sentence, mend).with(super::some_of(evidence)))
    }

    fn without_tests(&self, case: &Case) -> Option<Finding> {
        if !self.phrases.is_empty() {
            return None; // phrases may stand for these rows' classes
        }
        let unreported = self.classes.iter().filter(|(name, class)| {
            let ran = || case.executed().any(|test| outermost(&test.class) == **name);
            let in_suite =
                || class.rows.iter().any(|row| case.reports.classes.keys().any(|of| runs(of, row)));
            !name.is_empty() && class.reported.is_empty() && ran() && !in_suite()
        });
        let unreported: Vec<_> = unreported.map(|(name, _)| (*name).to_owned()).collect();
        (!unreported.is_empty()).then(|| {
            Finding::new(
                Code::RowsWithoutTests,
                format!(
                    "{} that the build does not report {} rows",
                    counted(unreported.len(), "test class"),
                    if unreported.len() == 1 { "has" } else { "have" }
                ),
                "they ran in a JVM that writes no report, or in an earlier run (--append)",
            )
            .with(super::some_of(unreported))
        })
    }
}

/// Outermost classes with a test that passed in one JVM and ran in another: not a rerun of a failed one.
fn repeated<'a>(case: &'a Case) -> BTreeSet<&'a str> {
    let (mut passed, mut repeated) = (BTreeSet::new(), BTreeSet::new());
    for recording in case.recordings.iter().filter(|recording| is_of_run(case, recording)) {
        for test in recording.tests.iter().filter(|test| passed.contains(test.unique_id.as_str())) {
            repeated.insert(outermost(&test.class));
        }
        let of_recording = recording.tests.iter().filter(|test| test.outcome == Outcome::Passed);
        passed.extend(of_recording.map(|test| test.unique_id.as_str()));
    }
    repeated
}

/// Whether a recording is of the run of the reports: with --append, earlier runs are there, too.
fn is_of_run(case: &Case, recording: &Recording) -> bool {
    let since = case.since.and_then(|since| since.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    u128::from(recording.origin.started_ns) >= since.as_nanos()
}

/// Reported tests of a class that are not among its rows; empty if the names are inconclusive.
fn which(class: &Class) -> String {
    let known: BTreeSet<_> = class.rows.iter().map(|row| base_name(&row.method)).collect();
    let unknown: BTreeSet<_> = class
        .reported
        .iter()
        .map(|(_, case)| *case)
        .filter(|case| !known.contains(base_name(case)))
        .collect();
    if unknown.is_empty() {
        return String::new();
    }
    format!(" ({})", super::some_of(unknown.iter().map(|name| (*name).to_owned())).join(", "))
}

/// Whether rows ran inside a suite of this name, as Surefire may report them.
fn ran_in(case: &Case, suite: &str) -> bool {
    case.tests().any(|test| runs(suite, test))
}

fn is_executed(test: &RecordedTest) -> bool {
    matches!(test.outcome, Outcome::Passed | Outcome::Failed)
}

fn runs(suite: &str, test: &RecordedTest) -> bool {
    let parts = [format!("[suite:{suite}]"), format!("[runner:{suite}]")];
    parts.iter().any(|part| test.unique_id.contains(part.as_str()))
}

/// Whether a name can only be a class name: it has a package and consists of identifiers.
fn is_full_class_name(name: &str) -> bool {
    let is_identifier = |part: &str| {
        !part.is_empty()
            && !part.starts_with(|c: char| c.is_ascii_digit())
            && part.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
    };
    name.contains('.') && outermost(name).split('.').all(is_identifier)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use faultline_build_reports::reports::Reports;
    use faultline_jvm_process::agent::attach::Attach;
    use faultline_recording_store::whose::LeftOut;
    use faultline_spectrum::Coverage;

    use super::super::super::circumstances::Circumstances;
    use super::*;

    #[test]
    fn classes_are_told_from_phrases() {
        assert!(is_full_class_name("a.B") && is_full_class_name("a.B$C[1]"));
        for phrase in ["SSpec", "ctx with / . and \"quotes\"", "A. B", "", "adds.", "1.2"] {
            assert!(!is_full_class_name(phrase), "{phrase}");
        }
    }

    /// The first sentence on recordings of the tests of `a.CalcTest`, by JVM, where the build reports two, of which some
    /// failed.
    fn told(jvms: &[&[(&str, Outcome)]], failed: Option<usize>) -> Option<String> {
        let test = |&(method, outcome): &(&str, Outcome)| RecordedTest {
            sequence: 0,
            unique_id: format!("{method}(a.CalcTest)"),
            class: "a.CalcTest".to_owned(),
            method: method.to_owned(),
            outcome,
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: None,
            coverage: Coverage::default(),
        };
        let recording = |tests: &&[(&str, Outcome)]| Recording {
            tests: tests.iter().map(test).collect(),
            ..Recording::default()
        };
        let cases = vec!["adds".to_owned(), "divides".to_owned()];
        let classes = BTreeMap::from([("a.CalcTest".to_owned(), cases)]);
        let case = Case {
            circumstances: Circumstances {
                command: &[],
                attach: Attach::Auto,
                exit_code: Some(0),
                root: Path::new("/p"),
                included: &[],
                excluded: &[],
                without_agent: false,
                affected: false,
                started: None,
            },
            recordings: jvms.iter().map(recording).collect(),
            left_out: LeftOut::default(),
            programs: BTreeMap::new(),
            files: Vec::new(),
            notes: Vec::new(),
            unreadable: Vec::new(),
            recorded: None,
            since: None,
            reports: Reports {
                files: 1,
                classes,
                failed: BTreeMap::from([("a.CalcTest".to_owned(), failed)]),
                ..Reports::default()
            },
        };
        check(&case).into_iter().map(|finding| finding.sentence).next()
    }

    #[test]
    fn tests_that_a_tool_ran_again_in_jvms_of_its_own_are_told() {
        let build: &[_] = &[("adds", Outcome::Passed), ("divides", Outcome::Passed)];
        let mutant: &[_] = &[("adds", Outcome::Failed)];
        assert_eq!(
            told(&[build, mutant], Some(0)).unwrap(),
            "a.CalcTest has 3 rows where the build reports 2 tests"
        );
        assert_eq!(told(&[build], Some(0)), None);
        let failing: &[_] = &[("adds", Outcome::Failed), ("divides", Outcome::Passed)];
        assert_eq!(told(&[failing, mutant], Some(1)), None, "a failed test is run again");
        assert_eq!(told(&[&build[..1], &build[1..]], Some(0)), None, "each ran once");
    }

    #[test]
    fn classes_that_failed_in_the_reports_alone_or_in_the_rows_alone_are_told() {
        let green: &[_] = &[("adds", Outcome::Passed), ("divides", Outcome::Passed)];
        let red: &[_] = &[("adds", Outcome::Failed), ("divides", Outcome::Passed)];
        let sentence = told(&[green], Some(1)).unwrap();
        assert_eq!(sentence, "a.CalcTest has 0 failed rows where the build reports 1 failure");
        let sentence = told(&[red], Some(0)).unwrap();
        assert_eq!(sentence, "a.CalcTest has 1 failed row where the build reports 0 failures");
        assert_eq!(told(&[red], Some(2)), None, "a test may have two failures");
        assert_eq!(told(&[green], None), None, "a test was run again");
    }
}
