//! Finds Gradle's test tasks that were skipped as up to date: they leave a part of the suite unrecorded,
//! without an error.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use faultline_build_reports::reports::{folders_of_gradle, is_earlier, xml_files};
use faultline_messages::words::counted;

use super::super::case::Case;
use super::super::finding::{Code, Finding};

/// Tasks that run all tests of a project.
const ALL_TESTS: [&str; 4] = ["check", "build", "buildNeeded", "buildDependents"];
/// Options with which every task runs.
const RERUN: [&str; 2] = ["--rerun-tasks", "--rerun"];

/// Reports requested tasks without a report of this run whose classes have no row.
pub fn check(case: &Case) -> Option<Finding> {
    let command: Vec<String> =
        case.circumstances.command.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    // Tests that Gradle skips passed with the same inputs, so they would have been left out.
    let since = case.since.filter(|_| !case.circumstances.affected)?;
    if case.tests().next().is_none() || command.iter().any(|word| RERUN.contains(&word.as_str())) {
        return None;
    }
    let rows: BTreeSet<&str> = case.tests().map(|test| test.class.as_str()).collect();
    let has_row = |class: &String| {
        rows.iter().any(|row| {
            row.strip_prefix(class.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        })
    };
    let is_missing = |results: &PathBuf| {
        let files = xml_files(results);
        let is_earlier = |file: &PathBuf| is_earlier(file, since);
        !files.is_empty()
            && files.iter().all(is_earlier)
            && files.iter().filter_map(|file| class_of(file)).any(|class| !has_row(&class))
            && is_asked_for(results, case.root(), &command)
    };
    let tasks: Vec<_> = folders_of_gradle(case.root()).into_iter().filter(is_missing).collect();
    if tasks.is_empty() {
        return None;
    }
    let stopped = case.circumstances.exit_code.is_some_and(|code| code != 0)
        && !command.iter().any(|word| word == "--continue");
    let (why, add) = if stopped {
        ("up to date or not reached", "--rerun-tasks --continue")
    } else {
        ("up to date", "--rerun-tasks")
    };
    let (was, is) = if tasks.len() == 1 { ("was", "is") } else { ("were", "are") };
    let shown =
        |results: &PathBuf| results.strip_prefix(case.root()).unwrap_or(results).display().to_string();
    Some(
        Finding::new(
            Code::TestsUpToDate,
            format!(
                "{} {was} {why} and {is} not in this recording: add {add}",
                counted(tasks.len(), "test task")
            ),
            format!("run them as well: faultline run -- ./gradlew test {add}"),
        )
        .with(super::some_of(tasks.iter().map(shown))),
    )
}

fn class_of(report: &Path) -> Option<String> {
    let name = report.file_name()?.to_string_lossy().into_owned();
    Some(name.strip_prefix("TEST-")?.strip_suffix(".xml")?.to_owned())
}

/// Whether the command names the task of these results, or a task that runs all tests; true without a
/// command.
fn is_asked_for(results: &Path, root: &Path, command: &[String]) -> bool {
    let task = results.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // PROJECT/build/test-results/TASK
    let project = results.ancestors().nth(3).and_then(|project| project.strip_prefix(root).ok());
    let parts = project.into_iter().flat_map(Path::iter).map(|part| part.to_string_lossy());
    let path = parts.chain([task.as_str().into()]).collect::<Vec<_>>().join(":");
    let is_asked = |word: &String| {
        *word == task || ALL_TESTS.contains(&word.as_str()) || word.trim_start_matches(':') == path
    };
    command.is_empty() || command.iter().any(is_asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_asked_for_by_its_name_its_path_or_what_runs_all_tests() {
        let asked = |words: &[&str]| {
            let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
            is_asked_for(Path::new("/p/a/core/build/test-results/test"), Path::new("/p"), &words)
        };
        assert!(asked(&[]) && asked(&["test"]) && asked(&["clean", "build"]));
        assert!(asked(&[":a:core:test"]) && asked(&["a:core:test"]));
        assert!(!asked(&[":a:test"]) && !asked(&["integrationTest"]) && !asked(&[":test"]));
    }
}
