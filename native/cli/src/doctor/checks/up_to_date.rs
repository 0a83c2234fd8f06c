//! Test tasks of Gradle that did not run because nothing had changed: half a suite, and no error.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::date;
use crate::words::counted;

use super::super::case::Case;
use super::super::finding::{Code, Finding};
use super::super::reports::{folders_of_gradle, is_of_gradle, xml_files};

/// Tasks that run all tests of a project.
const ALL_TESTS: [&str; 4] = ["check", "build", "buildNeeded", "buildDependents"];
/// With these every task runs.
const RERUN: [&str; 2] = ["--rerun-tasks", "--rerun"];
/// A report names its time at its beginning.
const HEAD: usize = 4_096;

/// Tasks that were asked for and left no report of this run, with classes that have no row.
pub fn check(case: &Case) -> Option<Finding> {
    let command: Vec<String> =
        case.circumstances.command.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let since = case.since?;
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

/// Whether a report is of an earlier run: by its file, or, where Gradle's cache wrote that anew, by what it says.
pub fn is_earlier(file: &Path, since: SystemTime) -> bool {
    if fs::metadata(file).and_then(|data| data.modified()).is_ok_and(|time| time < since) {
        return true;
    }
    if !is_of_gradle(file) {
        return false; // Others tell their own zone's time.
    }
    let Ok(text) = fs::read(file) else { return false };
    let text = String::from_utf8_lossy(&text[..text.len().min(HEAD)]);
    let time = text.split_once("timestamp=\"").and_then(|(_, rest)| rest.get(..19));
    // Both in UTC, both from the year on.
    time.is_some_and(|time| time < moment(since).as_str())
}

/// `2026-11-22T15:33:29`, in UTC.
fn moment(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (hours, minutes) = (seconds / 3_600 % 24, seconds / 60 % 60);
    let day = date::of(seconds.try_into().unwrap_or(0));
    format!("{day}T{hours:02}:{minutes:02}:{:02}", seconds % 60)
}

fn class_of(report: &Path) -> Option<String> {
    let name = report.file_name()?.to_string_lossy().into_owned();
    Some(name.strip_prefix("TEST-")?.strip_suffix(".xml")?.to_owned())
}

/// Whether the command names the task of these results, or one that runs all tests. Without a command
/// nothing is known, and the reports speak for themselves.
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
    use std::time::Duration;

    use super::*;

    #[test]
    fn moments_are_as_reports_have_them() {
        let at = |seconds| moment(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(
            (at(0).as_str(), at(951_782_399).as_str()),
            ("1970-01-01T00:00:00", "2000-02-28T23:59:59")
        );
    }

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
