//! `faultline commits` on synthetic repositories.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use crate::repository::Commits;
use crate::schema::violations;
use crate::support::{Scratch, class, recording, test, thrown};
use faultline_spectrum::Outcome;
use serde_json::{Value, json};

const DAY: i64 = 86_400;
const MAIN: &str = "src/main/java/org/example/Foo.java";
const TEST: &str = "src/test/java/org/example/FooTest.java";

/// Ten versions of a class: the fifth breaks `m`, the eighth changes only style, the others change
/// unsuspicious lines or the start of `n`.
fn versions() -> Vec<(String, &'static str)> {
    let source = |m: &str, n: usize, style: &str| {
        format!(
            "package org.example;\nclass Foo {{\n  int m(int a) {{\n    int b = {m};{style}\n    return b;\n  }}\n  int n() {{\n    \
             return {n};\n  }}\n}}\n"
        )
    };
    (1..=10)
        .map(|n| {
            let subject = match n {
                1 => "Begin",
                5 => "Make it faster",
                8 => "Format the code",
                _ => "Change something else",
            };
            let style = if n >= 8 { " // faster" } else { "" };
            let m = if n < 5 { "a + 1" } else { "a - 1" };
            (source(m, if n == 8 { 7 } else { n.min(9) }, style), subject)
        })
        .collect()
}

/// A checked-out repository of the versions, with a recording of the last.
fn broken(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    let mut commits = Commits::default();
    for (time, (source, subject)) in (1..).zip(versions()) {
        commits = commits.commit(time * DAY, "ann@x", subject).file(MAIN, &source);
    }
    commits.file("notes.txt", "no source\n").import(&scratch.0);
    git(&scratch.0, &["reset", "-q", "--hard"]);
    record(&scratch);
    scratch
}

/// Line 4 runs only in the failing test; lines 5 and 8 also run in a passing one.
fn record(scratch: &Scratch) {
    let recorded = class(0, "org.example.Foo", &[("m", "(I)I"), ("n", "()I")], &[(0, 4), (0, 5), (1, 8)]);
    let failed = test(0, "adds", Outcome::Failed, &[(0, &[0, 1, 2])]);
    let tests = vec![
        thrown(failed, "java.lang.AssertionError", "org.example.FooTest", "adds", 9),
        test(1, "counts", Outcome::Passed, &[(0, &[1, 2])]),
        test(2, "counts again", Outcome::Passed, &[(0, &[2])]),
    ];
    scratch.record("1-a", &recording(vec![recorded], tests));
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git").current_dir(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "git {arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn read(out: &str) -> Value {
    let value: Value = serde_json::from_str(out).unwrap();
    let schema =
        serde_json::from_str(include_str!("../../../../docs/json-schema/commits.schema.json")).unwrap();
    let found = violations(&schema, &value);
    assert!(found.is_empty(), "{found:#?}\n{out}");
    value
}

fn commits(scratch: &Scratch, arguments: &[&str]) -> Value {
    read(&scratch.run(&[&["commits", "--json"], arguments].concat()).ok())
}

#[test]
fn the_commit_that_wrote_the_suspicious_line_comes_first() {
    let scratch = broken("first");
    let value = commits(&scratch, &[]);
    assert_eq!((&value["commits"], &value["shallow"]), (&json!(10), &json!(false)));
    let group = &value["groups"][0];
    assert_eq!((&group["lines"], &group["failing"][0]["method"]), (&json!(3), &json!("adds")));
    let first = &group["candidates"][0];
    assert_eq!((&first["subject"], &first["date"]), (&json!("Make it faster"), &json!("1970-01-06")));
    assert_eq!(first["commit"], json!(git(&scratch.0, &["rev-parse", "HEAD~5"]).trim()));
    assert_eq!(first["wrote"], json!([{ "path": MAIN, "line": 4, "method": "Foo.m", "rank": 1 }]));
    // The tenth commit changes nothing, the eighth only style.
    assert_eq!(group["accused"], json!(8));
    let subjects: Vec<_> = group["candidates"].as_array().unwrap().iter().map(|of| &of["subject"]).collect();
    assert!(!subjects.contains(&&json!("Format the code")), "{subjects:?}");
    let shares: f64 =
        group["candidates"].as_array().unwrap().iter().map(|of| of["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
}

/// The build runs in the project around a submodule.
#[test]
fn sources_in_a_submodule_accuse_its_commits() {
    let scratch = Scratch::new("submodule");
    let around = Commits::default().commit(DAY, "ann@x", "Begin").file("README", "words\n");
    around.import(&scratch.0);
    let library = scratch.path("library");
    fs::create_dir(&library).unwrap();
    let mut commits = Commits::default();
    for (time, (source, subject)) in (1..).zip(versions()) {
        commits = commits.commit(time * DAY, "ann@x", subject).file(MAIN, &source);
    }
    commits.import(&library);
    git(&library, &["reset", "-q", "--hard"]);
    record(&scratch);
    let done = scratch.faultline(&["commits", "--width", "120"]).output().unwrap();
    let (out, told) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(out.starts_with("FooTest#adds: 3 suspicious lines by 8 of 10 commits\n"), "{out}{told}");
    assert!(told.contains("the suspicious code is in the repository") && told.contains("library"), "{told}");
    let own = scratch.run(&["commits", "--repo", "."]).ok();
    assert!(own.contains("no file of the repository"), "{own}");
}

#[test]
fn imported_tests_accuse_the_same_commits() {
    let scratch = broken("imported");
    scratch.run(&["export", "--format", "tsv", "--out", "matrix"]).ok();
    let candidates = |arguments: &[&str]| {
        let group = &commits(&scratch, arguments)["groups"][0];
        let all = group["candidates"].as_array().unwrap();
        all.iter().map(|of| (of["subject"].clone(), of["wrote"].clone())).collect::<Vec<_>>()
    };
    // Of imported classes only the names are known.
    let plain = ["--ranking", "ochiai"];
    let recorded = candidates(&plain);
    assert_eq!(recorded.len(), 8);
    assert_eq!(candidates(&[&plain[..], &["matrix"]].concat()), recorded);
}

#[test]
fn a_page_names_commits_and_what_they_wrote() {
    let scratch = broken("page");
    let out = scratch.run(&["commits", "--top", "1", "--width", "120"]).ok();
    assert!(out.starts_with("FooTest#adds: 3 suspicious lines by 8 of 10 commits\n"), "{out}");
    let id = git(&scratch.0, &["rev-parse", "--short=8", "HEAD~5"]);
    for part in [id.trim(), "1970-01-06", "Make it faster", "Foo.m:4", "… 7 more; --top 0 shows all"] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    assert!(scratch.run(&["commits", "--width", "60"]).ok().lines().all(|line| line.chars().count() <= 60));
}

#[test]
fn what_is_not_committed_comes_before_all_commits() {
    let scratch = broken("edited");
    let edited = versions()[9].0.replace("return b", "return b * 2");
    fs::write(scratch.path(MAIN), edited).unwrap();
    let group = &commits(&scratch, &[])["groups"][0];
    let first = &group["candidates"][0];
    assert_eq!((&first["commit"], &first["subject"]), (&json!(null), &json!(null)));
    assert_eq!(first["wrote"][0]["line"], json!(5));
    assert_eq!(group["candidates"][1]["subject"], json!("Make it faster"));
    assert!(scratch.run(&["commits"]).ok().contains("not committed yet"));
    // With --rev only that revision counts.
    assert!(commits(&scratch, &["--rev", "HEAD"])["groups"][0]["candidates"][0]["commit"].is_string());
    // A difference in style alone is no candidate.
    fs::write(scratch.path(MAIN), versions()[9].0.replace("    return b;", "\treturn b; // done")).unwrap();
    assert!(commits(&scratch, &[])["groups"][0]["candidates"][0]["commit"].is_string());
}

/// A command that succeeds while `m` adds, and needs the test's source.
const COMMAND: [&str; 3] = [
    "sh",
    "-c",
    "test -f src/test/java/org/example/FooTest.java && grep -q 'a + 1' src/main/java/org/example/Foo.java",
];

#[test]
fn a_bisection_finds_the_first_bad_commit_in_a_worktree_of_its_own() {
    let scratch = broken("bisect");
    // The versions do not contain the test; a last commit adds it.
    fs::create_dir_all(scratch.path("src/test/java/org/example")).unwrap();
    fs::write(scratch.path(TEST), "package org.example;\nclass FooTest {}\n").unwrap();
    git(&scratch.0, &["add", TEST]);
    git(&scratch.0, &["-c", "user.name=c", "-c", "user.email=c@d", "commit", "-qm", "Test it"]);
    let before = git(&scratch.0, &["status", "--porcelain", "--branch"]);
    let done = scratch.run(&[&["commits", "--json", "--bisect", "--"], &COMMAND[..]].concat());
    assert!(done.err.contains("--tests-as-committed keeps the commit's"), "{}", done.err);
    let value = read(&done.ok());
    let bad = git(&scratch.0, &["rev-parse", "HEAD~6"]);
    let bisection = &value["bisection"];
    assert_eq!(bisection["first_bad"], json!([bad.trim()]));
    let verdicts: Vec<_> = bisection["tests"].as_array().unwrap().iter().map(|of| &of["verdict"]).collect();
    assert!(verdicts.len() <= 4 && verdicts[0] == "bad", "{verdicts:?}");
    assert_eq!(git(&scratch.0, &["status", "--porcelain", "--branch"]), before);
    assert_eq!(git(&scratch.0, &["worktree", "list"]).lines().count(), 1);
    let page = scratch.run(&[&["commits", "--bisect", "--good", "HEAD~8", "--"], &COMMAND[..]].concat()).ok();
    assert!(page.contains("\nIt was number 1 in the ranking of commits"), "{page}");
    assert!(page.contains(" is the first bad commit, found by "), "{page}");
}

#[test]
fn a_bisection_says_why_it_finds_nothing() {
    let scratch = broken("nothing");
    let bisect = |arguments: &[&str]| scratch.run(&[&["commits", "--bisect"], arguments].concat());
    let works = bisect(&["--", "true"]);
    assert_eq!(works.code, Some(1));
    assert!(works.out.contains("the newest commit works: no commit broke it"), "{}", works.out);
    let skipped = bisect(&["--", "sh", "-c", "exit 125"]);
    assert!(skipped.out.contains("the newest commit cannot be tested"), "{}", skipped.out);
    let ended = bisect(&["--", "sh", "-c", "exit 200"]).error(1);
    assert!(ended.contains("ended with exit code 200"), "{ended}");
    let none = bisect(&["--", "./no-such-program"]).error(1);
    assert!(none.contains("./no-such-program cannot be started"), "{none}");
    let good = bisect(&["--good", "nowhere", "--", "true"]).error(2);
    assert!(good.contains("--good nowhere is not a commit of this repository"), "{good}");
    let git = scratch
        .faultline(&["commits", "--bisect", "--", "true"])
        .env("PATH", scratch.path("empty"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&git.stderr);
    assert!(said.contains("--bisect needs the program git"), "{said}");
    assert_eq!(bisect(&[]).code, Some(2));
    fs::write(scratch.path(MAIN), versions()[9].0.replace("return b", "return 0")).unwrap();
    let own = bisect(&["--", "true"]);
    assert!(own.out.contains("the newest commit works: uncommitted changes broke it"), "{}", own.out);
}

#[test]
fn failing_tests_are_named_in_the_command() {
    let scratch = broken("named");
    let command = ["sh", "-c", "echo \"$1\" \"$2\" >&2; exit 1", "sh", "{tests}", "{classes}"];
    let out = scratch.run(&[&["commits", "--bisect", "--"], &command[..]].concat()).ok();
    assert!(out.contains("org.example.FooTest#adds org.example.FooTest"), "{out}");
}

#[test]
fn without_a_repository_it_is_one_sentence() {
    let scratch = Scratch::new("no repository");
    record(&scratch);
    let error = scratch.run(&["commits"]).error(1);
    assert!(error.contains("is not in a git repository"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

/// Writes a fake git that hangs if its arguments contain this word. Returns its PATH and the pipe that it and
/// its child keep open.
fn endless_git(scratch: &Scratch, word: &str) -> (String, PathBuf) {
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *{word}*) ;; *) PATH=${{PATH#*:}}; exec git \"$@\";; esac\n\
         sleep 1000 3> '{pipe}' &\nexec 3> '{pipe}'\nwait\n",
        pipe = scratch.path("pipe").display()
    );
    let git = scratch.file("bin/git", &script);
    fs::set_permissions(&git, fs::Permissions::from_mode(0o755)).unwrap();
    let pipe = scratch.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let path = format!("{}:{}", scratch.path("bin").display(), std::env::var("PATH").unwrap());
    (path, pipe)
}

/// Signals a program once git has opened the pipe, and waits until the pipe is closed, which means that git
/// and its child are gone.
fn signalled(mut program: Child, name: &str, pipe: &Path) -> ExitStatus {
    let mut opened = fs::File::open(pipe).unwrap();
    let signal = Command::new("kill").args(["-s", name, &program.id().to_string()]).status();
    assert!(signal.unwrap().success());
    opened.read_to_end(&mut Vec::new()).unwrap();
    program.wait().unwrap()
}

#[test]
fn a_git_that_never_ends_ends_with_the_bisection_that_a_signal_ends() {
    let scratch = broken("endless git");
    let (path, pipe) = endless_git(&scratch, "rev-parse");
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let mut command = scratch.faultline(&["commits", "--bisect", "--good", "HEAD~8", "--", "true"]);
        let program = command.env("PATH", &path).stderr(Stdio::null()).spawn().unwrap();
        assert_eq!(signalled(program, name, &pipe).signal(), Some(number));
    }
}

#[test]
fn a_bisection_that_is_ended_while_git_writes_its_tree_leaves_none() {
    let scratch = broken("ended tree");
    for word in ["worktree\\ add", "checkout"] {
        let (path, pipe) = endless_git(&scratch, word);
        fs::create_dir_all(scratch.path("temporary")).unwrap();
        let mut command = scratch.faultline(&["commits", "--bisect", "--", "false"]);
        command.env("PATH", &path).env("TMPDIR", scratch.path("temporary"));
        let program = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        assert_eq!(signalled(program, "INT", &pipe).code(), Some(130), "{word}");
        assert_eq!(fs::read_dir(scratch.path("temporary")).unwrap().count(), 0, "{word}");
        assert_eq!(git(&scratch.0, &["worktree", "list"]).lines().count(), 1, "{word}");
        fs::remove_file(pipe).unwrap();
    }
}
