//! Rows against the build's own reports of the same tests.

use std::collections::{BTreeMap, BTreeSet};

use crate::words::{counted, number};

use super::super::case::Case;
use super::super::finding::{Code, Finding};

/// Tests that are reported and have no row, and the converse. Nothing where there are no
/// reports as new as the recording, or no rows at all, which is another finding.
pub fn check(case: &Case) -> Vec<Finding> {
    if case.reports.files == 0 || case.tests().next().is_none() {
        return Vec::new();
    }
    let rows = rows(case);
    let mut found = Vec::new();
    found.extend(without_rows(case, &rows));
    found.extend(without_tests(case, &rows));
    found
}

/// Methods of the rows by class, executions of one method counted.
type Rows<'a> = BTreeMap<&'a str, Vec<&'a str>>;

fn rows<'a>(case: &'a Case) -> Rows<'a> {
    let mut rows = Rows::new();
    for test in case.tests() {
        rows.entry(test.class.as_str()).or_default().push(base_name(&test.method));
    }
    rows
}

fn without_rows(case: &Case, rows: &Rows) -> Option<Finding> {
    let (mut missing, mut names) = (0, Vec::new());
    for (class, cases) in &case.reports.classes {
        let of_class = rows.get(class.as_str()).map_or(&[][..], Vec::as_slice);
        // Reports may name tests as they like (display names): what counts is how many there are.
        if of_class.len() >= cases.len() {
            continue;
        }
        let fewer = cases.len() - of_class.len();
        missing += fewer;
        if of_class.is_empty() {
            names.push(format!("{class}: none of {}", counted(cases.len(), "test")));
            continue;
        }
        let known: BTreeSet<_> = of_class.iter().copied().collect();
        let unknown: BTreeSet<_> =
            cases.iter().filter(|name| !known.contains(base_name(name))).map(String::as_str).collect();
        let which = if unknown.is_empty() {
            String::new()
        } else {
            format!(" ({})", super::some_of(unknown.iter().map(|name| (*name).to_owned())).join(", "))
        };
        names.push(format!("{class}: {} of {}{which}", number(fewer), counted(cases.len(), "test")));
    }
    (missing > 0).then(|| {
        Finding::new(
            Code::TestsWithoutRows,
            format!("the build reports {} that {} no row", counted(missing, "test"), if missing == 1 { "has" } else { "have" }),
            "a JVM ran them without the agent, or was killed before they ended, or their framework is none of \
             JUnit 3, 4, 5, 6 and TestNG; faultline run --attach env -- ... reaches every JVM",
        )
        .with(super::some_of(names))
    })
}

fn without_tests(case: &Case, rows: &Rows) -> Option<Finding> {
    let unreported: Vec<_> = rows
        .keys()
        .filter(|class| !class.is_empty() && !case.reports.classes.contains_key(**class))
        .filter(|class| ran(case, class))
        .map(|class| (*class).to_owned())
        .collect();
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

fn ran(case: &Case, class: &str) -> bool {
    case.executed().any(|test| test.class == class)
}

/// The method's name without parameters, indices and what else reports add to it.
fn base_name(name: &str) -> &str {
    let end = name.find(['(', '[', '{', ' ', '#']).unwrap_or(name.len());
    &name[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_parameters_and_indices() {
        for name in
            ["kinds", "kinds()", "kinds(String, int)[1]", "kinds{String, int}[1]", "kinds[0]", "kinds#2"]
        {
            assert_eq!(base_name(name), "kinds");
        }
    }
}
