//! Runs every command of `docs/tutorial.md` and `docs/every-day.md`, in order, in a copy of its example, and compares the output.
//!
//! A block fenced as `console` is a transcript. A line that begins with `$ ` is a command for `sh`; a comment `# exit code N` in it gives
//! its exit code, 0 by default. The lines up to the next command are its output, including standard error. `...` in a line matches any
//! text, and a line `...` any number of lines.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use faultline_tests::{Dist, Fixture, maven};

const ANYTHING: &str = "...";
const EXIT_CODE: &str = "# exit code ";

/// A command of the page with its expected output.
#[derive(Debug, PartialEq)]
struct Step {
    command: String,
    code: i32,
    output: Vec<String>,
}

impl Step {
    fn of(command: &str) -> Self {
        let code = command.split_once(EXIT_CODE).map_or(0, |(_, code)| {
            code.trim().parse().unwrap_or_else(|_| panic!("`{EXIT_CODE}` needs a number: {command}"))
        });
        Self { command: command.to_owned(), code, output: Vec::new() }
    }
}

/// The commands of a page, in order. Panics: a transcript does not begin with a command, or is not closed.
fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut lines = page.lines();
    while lines.by_ref().any(|line| line == "```console") {
        let before = steps.len();
        loop {
            let line = lines.next().expect("a transcript is closed");
            if line == "```" {
                break;
            }
            if let Some(command) = line.strip_prefix("$ ") {
                steps.push(Step::of(command));
                continue;
            }
            assert!(steps.len() > before, "a transcript begins with a command, not with {line:?}");
            steps.last_mut().expect("there is one").output.push(line.to_owned());
        }
    }
    steps
}

/// Describes how lines differ from the expectation; empty if they match.
fn difference(expected: &[String], lines: &[String]) -> Option<String> {
    // The possible numbers of consumed lines: several after `...`.
    let mut behind = BTreeSet::from([0]);
    for wanted in expected {
        let next: BTreeSet<usize> = if wanted == ANYTHING {
            (*behind.first()?..=lines.len()).collect()
        } else {
            behind
                .iter()
                .filter(|at| lines.get(**at).is_some_and(|line| is_like(wanted, line)))
                .map(|at| at + 1)
                .collect()
        };
        if next.is_empty() {
            let at = *behind.first()?;
            let found = lines.get(at).map_or("the end of the output", String::as_str);
            return Some(format!(
                "the page says\n  {wanted}\nwhere, at line {} or later, there is\n  {found}",
                at + 1
            ));
        }
        behind = next;
    }
    let last = *behind.last()?;
    (last < lines.len()).then(|| format!("the page does not have line {}:\n  {}", last + 1, lines[last]))
}

/// Whether a line matches, with `...` for any text.
fn is_like(wanted: &str, line: &str) -> bool {
    let line = line.trim_end();
    let Some((first, rest)) = wanted.trim_end().split_once(ANYTHING) else {
        return wanted.trim_end() == line;
    };
    let Some(mut left) = line.strip_prefix(first) else { return false };
    let mut pieces: Vec<&str> = rest.split(ANYTHING).collect();
    let last = pieces.pop().unwrap_or_default();
    for piece in pieces {
        let Some(at) = left.find(piece) else { return false };
        left = &left[at + piece.len()..];
    }
    left.ends_with(last)
}

fn owned(lines: &str) -> Vec<String> {
    lines.lines().map(str::to_owned).collect()
}

/// Runs the commands of a page in a copy of a project.
fn follow(page: &str, project: &str) {
    let steps = steps(&text(page));
    assert!(steps.len() >= 10, "{} commands were found on the page", steps.len());

    let fixture = Fixture::copy_as(project, env!("CARGO_TARGET_TMPDIR"), &format!("follow-{page}"));
    let executable = Dist::find().executable();
    let programs = executable.parent().expect("a program lies in a folder");
    let inherited = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([programs.to_owned()].into_iter().chain(env::split_paths(&inherited)))
        .expect("a path of programs");
    for step in steps {
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("exec 2>&1\n{}", step.command)).env("PATH", &path).env_remove("CI");
        let finished = maven(&mut command, &fixture.folder);
        finished.expect_code(step.code);
        if let Some(difference) = difference(&step.output, &owned(&finished.stdout)) {
            panic!("$ {}\n{difference}\n--- the whole output\n{}", step.command, finished.stdout);
        }
        println!("$ {}", step.command);
    }
}

/// A page of the documents.
fn text(page: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(page);
    fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

#[test]
fn every_command_of_the_tutorial_says_what_the_page_says() {
    follow("tutorial.md", "faults/csv-169");
}

#[test]
fn every_command_of_every_day_says_what_the_page_says() {
    let lines = text("every-day.md").lines().count();
    assert!(lines <= 120, "{lines} lines are not read every day");
    follow("every-day.md", "every-day");
}

#[test]
fn a_transcript_is_commands_with_what_they_write() {
    let page = "text\n```\n$ not run\n```\n```console\n$ a b    # exit code 3\none\n\n$ c\n```\n";
    let expected = [
        Step {
            command: "a b    # exit code 3".to_owned(),
            code: 3,
            output: vec!["one".to_owned(), String::new()],
        },
        Step { command: "c".to_owned(), code: 0, output: Vec::new() },
    ];
    assert_eq!(steps(page), expected);
}

#[test]
fn dots_stand_for_any_text_and_for_any_lines() {
    let differs = |expected: &str, lines: &str| difference(&owned(expected), &owned(lines)).is_some();
    assert!(!differs("a\nb", "a\nb"));
    assert!(!differs("...\nb ... c\n...", "a\nb 17 s c"));
    assert!(!differs("a\n...\nb", "a\nb\nx\nb"));
    assert!(differs("a\nb", "a"));
    assert!(differs("a", "a\nb"));
    assert!(differs("...\nc\n...", "a\nb"));
    assert!(differs("a ... c ... e", "a c c d"));
    assert!(differs("", "a"));
}
