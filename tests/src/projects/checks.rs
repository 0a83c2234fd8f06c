//! Checks of a recorded run against the build's own reports and class files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use faultline_spectrum::{Outcome, Spectrum};

use super::found::Difference;
use super::table::Check;
use crate::{CaseOutcome, Reports, differences};

/// The tests that end otherwise with the agent, except those that also differ between two runs without it.
pub fn outcomes(plain: &[Reports], recorded: &Reports) -> Vec<Difference> {
    let Some(first) = plain.first() else { return Vec::new() };
    let unsteady: BTreeSet<String> = plain.iter().flat_map(|other| differences(first, other)).collect();
    let changed = differences(first, recorded).into_iter().filter(|name| !unsteady.contains(name));
    let outcome = |reports: &Reports, name: &str| {
        let of_name: Vec<String> = reports
            .cases
            .iter()
            .filter(|case| case.name == name)
            .map(|case| format!("{:?}", case.outcome))
            .collect();
        of_name.join(" and ")
    };
    let said = |name: String| {
        format!("{name}: {} with the agent, {} without", outcome(recorded, &name), outcome(first, &name))
    };
    changed.map(|name| Difference::new(Check::Outcomes, said(name))).collect()
}

/// The classes with more or fewer rows than reported tests, if the totals differ: reports may name another class.
pub fn rows(spectrum: &Spectrum, reports: &Reports) -> Vec<Difference> {
    if spectrum.tests.len() == reports.cases.len() {
        return Vec::new();
    }
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for test in &spectrum.tests {
        counts.entry(&test.class).or_default().0 += 1;
    }
    for case in &reports.cases {
        counts.entry(case.name.split('#').next().unwrap_or_default()).or_default().1 += 1;
    }
    let differ = counts.into_iter().filter(|(_, (rows, reported))| rows != reported);
    differ
        .map(|(class, (rows, reported))| {
            Difference::new(Check::Rows, format!("{class}: {rows} rows, {reported} reported"))
        })
        .collect()
}

/// The class files of a project's outputs, by class name.
#[derive(Debug, Default)]
pub struct ClassFiles {
    /// Those of its own code.
    pub own: BTreeMap<String, PathBuf>,
    /// Those of its tests.
    pub tests: BTreeMap<String, PathBuf>,
}

impl ClassFiles {
    /// Finds the class files below a project.
    pub fn below(folder: &Path) -> Self {
        let mut found = Self::default();
        outputs(folder, &mut |output, is_of_tests| {
            class_files(output, output, if is_of_tests { &mut found.tests } else { &mut found.own });
        });
        found
    }
}

/// The classes among the elements that are in no output of the project's own code.
pub fn classes(spectrum: &Spectrum, files: &ClassFiles) -> Vec<Difference> {
    let foreign = spectrum.classes.iter().filter(|class| !files.own.contains_key(&class.name));
    foreign
        .map(|class| {
            let whose = if files.tests.contains_key(&class.name) { "a test's" } else { "a library's" };
            Difference::new(Check::Classes, format!("{} is {whose} ({})", class.name, class.location))
        })
        .collect()
}

/// Passes on the folders that the builds of the table compile into, below a project, and whether they are of tests.
fn outputs(folder: &Path, each: &mut dyn FnMut(&Path, bool)) {
    for path in entries(folder).into_iter().filter(|path| path.is_dir() && !path.is_symlink()) {
        let sets = path.join("classes/java");
        if path.ends_with("target") {
            each(&path.join("classes"), false);
            each(&path.join("test-classes"), true);
        } else if path.ends_with("build") && sets.is_dir() {
            for set in entries(&sets) {
                each(&set, !set.ends_with("main"));
            }
        } else if path.ends_with("build") && path.join("classes").is_dir() {
            each(&path.join("classes"), false);
            each(&path.join("testcases"), true);
        } else {
            outputs(&path, each);
        }
    }
}

fn class_files(root: &Path, folder: &Path, found: &mut BTreeMap<String, PathBuf>) {
    for path in entries(folder) {
        if path.is_dir() {
            class_files(root, &path, found);
        } else if path.extension().is_some_and(|extension| extension == "class") {
            let inside = path.strip_prefix(root).unwrap_or(&path).with_extension("");
            let name = inside.to_string_lossy().replace('/', ".");
            found.insert(name, path);
        }
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Failed tests without a row, and failed rows that have neither lines nor a reason.
pub fn failing(spectrum: &Spectrum, reports: &Reports) -> Vec<Difference> {
    let failed: Vec<usize> =
        (0..spectrum.tests.len()).filter(|&row| spectrum.tests[row].outcome == Outcome::Failed).collect();
    let reported = reports.cases.iter().filter(|case| matches!(case.outcome, CaseOutcome::Failed(_))).count();
    let mut found = Vec::new();
    if failed.len() < reported {
        found.push(Difference::new(
            Check::Failing,
            format!("{} failed rows, {reported} reported", failed.len()),
        ));
    }
    let is_bare = |row: &&usize| {
        spectrum.coverage.ones(**row).next().is_none() && spectrum.tests[**row].failure.is_none()
    };
    found.extend(failed.iter().filter(is_bare).map(|&row| {
        Difference::new(
            Check::Failing,
            format!("{} has neither lines nor a reason", spectrum.tests[row].unique_id),
        )
    }));
    found
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{BitMatrix, Test};

    use super::*;
    use crate::Case;

    fn case(name: &str, outcome: CaseOutcome) -> Case {
        Case { name: name.to_owned(), outcome }
    }

    fn reports(outcome: CaseOutcome) -> Reports {
        Reports { cases: vec![case("x.T#a", CaseOutcome::Passed), case("x.T#b", outcome)] }
    }

    fn spectrum(outcomes: &[Outcome]) -> Spectrum {
        let test = |&outcome: &Outcome| Test {
            unique_id: "b(x.T)".to_owned(),
            class: "x.T".to_owned(),
            method: "b".to_owned(),
            display: String::new(),
            outcome,
            duration_ns: 0,
            overlapped: false,
            failure: None,
        };
        let tests: Vec<Test> = outcomes.iter().map(test).collect();
        let coverage = BitMatrix::new(tests.len(), 0);
        Spectrum { tests, coverage, ..Spectrum::default() }
    }

    #[test]
    fn a_test_that_ends_otherwise_differs_unless_it_does_so_without_the_agent() {
        let (passed, failed) = (reports(CaseOutcome::Passed), reports(CaseOutcome::Failed("E".to_owned())));
        let once = [passed.clone()];
        assert_eq!(outcomes(&once, &failed).len(), 1);
        assert!(outcomes(&once, &passed).is_empty());
        assert!(outcomes(&[passed, failed.clone()], &failed).is_empty());
    }

    #[test]
    fn a_class_with_fewer_rows_than_reported_tests_is_named() {
        let found = rows(&spectrum(&[Outcome::Passed]), &reports(CaseOutcome::Passed));
        assert_eq!(found[0].what, "x.T: 1 rows, 2 reported");
        let both = spectrum(&[Outcome::Passed, Outcome::Passed]);
        assert!(rows(&both, &reports(CaseOutcome::Passed)).is_empty());
    }

    #[test]
    fn a_failed_test_needs_a_row_and_its_row_lines_or_a_reason() {
        let failed = reports(CaseOutcome::Failed("E".to_owned()));
        assert_eq!(failing(&spectrum(&[Outcome::Passed; 2]), &failed)[0].what, "0 failed rows, 1 reported");
        let bare = spectrum(&[Outcome::Passed, Outcome::Failed]);
        assert_eq!(failing(&bare, &failed)[0].what, "b(x.T) has neither lines nor a reason");
        let mut reasoned = bare;
        reasoned.tests[1].failure = Some(faultline_spectrum::Failure::default());
        assert!(failing(&reasoned, &failed).is_empty());
    }
}
