//! Output at a path given by the user never replaces another file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use faultline_baseline::{Baseline, file};

use crate::repository::Commits;
use crate::support::{Scratch, one_failure};

/// A recorded project in a repository.
fn project(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    Commits::default()
        .commit(1_000, "a@b", "Begin")
        .file("src/main/java/org/x/C.java", "package org.x;\nclass C {}\n")
        .import(&scratch.0);
    scratch.record("1-a", &one_failure());
    fs::write(scratch.path(".faultline/baseline.flb"), file::encode(&Baseline::default())).unwrap();
    scratch
}

/// All files below a folder with their content, and all links with their target.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_symlink() {
            all.insert(path.clone(), fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes());
        } else if path.is_dir() {
            all.extend(contents(&path));
        } else {
            all.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    all
}

/// Commands that write a file with a given name, which replaces `{}`.
const FILES: [&[&str]; 17] = [
    &["rank", "--json-file", "{}"],
    &["suite", "--json-file", "{}"],
    &["select", "--json-file", "{}"],
    &["doctor", "--json-file", "{}"],
    &["history", "--json-file", "{}"],
    &["check", "ddu>=0", "--json-file", "{}"],
    &["history", "--cache", "{}"],
    &["budget", "--total", "60s", "--predictor", "size", "--svg", "{}"],
    &["budget", "--total", "60s", "--predictor", "schwa", "--cache", "{}"],
    &["train", "spectrum", "--out", "{}"],
    &["train", "spectrum", "--out", "m.json", "--curve", "{}"],
    &["train", "spectrum", "--ranking", "--out", "m.json", "--reliability", "{}"],
    &["evaluate", "spectrum", "--per-fault", "{}"],
    &["export", "--format", "jacoco", "--out", "{}.xml"],
    &["export", "--format", "lcov", "--out", "{}.info"],
    &["baseline", "export", "{}.flb"],
    &["import", "--format", "tsv", "spectrum", "--out", "{}.flt"],
];

#[test]
fn a_users_file_is_never_overwritten() {
    let scratch = project("users file");
    scratch.run(&["export", "--format", "tsv", "--out", "spectrum"]).ok();
    for (number, command) in FILES.into_iter().enumerate() {
        for content in [
            "mine, all of it\n",
            "{\"version\": 1, \"name\": \"mine\", \"scripts\": {}}\n",
            "<svg><!-- mine --></svg>",
        ] {
            let name = format!("mine-{number}");
            let arguments: Vec<String> = command.iter().map(|word| word.replace("{}", &name)).collect();
            let written = arguments.iter().find(|word| word.starts_with(&name)).unwrap();
            scratch.file(written, content);
            let before = contents(&scratch.0);
            let done = scratch.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(done.code.is_some_and(|code| code != 0), "{arguments:?}: {done:?}");
            let expected = [
                format!("{written} is there already and is not"),
                format!("{written} exists and is not a model"),
            ];
            assert!(
                expected.iter().any(|sentence| done.err.contains(sentence)),
                "{arguments:?}: {}",
                done.err
            );
            assert!(contents(&scratch.0) == before, "{arguments:?} changed something");
        }
    }
}

#[test]
fn a_link_is_never_written_through() {
    let scratch = project("users link");
    scratch.run(&["export", "--format", "tsv", "--out", "spectrum"]).ok();
    for (number, command) in FILES.into_iter().enumerate() {
        let name = format!("link-{number}");
        let arguments: Vec<String> = command.iter().map(|word| word.replace("{}", &name)).collect();
        let written = arguments.iter().find(|word| word.starts_with(&name)).unwrap();
        std::os::unix::fs::symlink("elsewhere", scratch.path(written)).unwrap();
        let before = contents(&scratch.0);
        let done = scratch.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(done.code.is_some_and(|code| code != 0), "{arguments:?}: {done:?}");
        assert!(done.err.contains("is a link to elsewhere"), "{arguments:?}: {}", done.err);
        assert!(contents(&scratch.0) == before, "{arguments:?} changed something");
    }
}

#[test]
fn what_a_command_wrote_it_replaces() {
    let scratch = project("ours again");
    scratch.run(&["export", "--format", "tsv", "--out", "spectrum"]).ok();
    for (number, command) in FILES.into_iter().enumerate() {
        if ["train", "evaluate"].contains(&command[0]) {
            // They need faults; their own tests write twice.
            continue;
        }
        let name = format!("ours/{number}");
        let arguments: Vec<String> = command.iter().map(|word| word.replace("{}", &name)).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        for _ in 0..2 {
            let done = scratch.run(&arguments);
            assert!(!done.err.contains("is there already"), "{arguments:?}: {}", done.err);
            assert!(done.code == Some(0) || command[0] == "doctor", "{arguments:?}: {done:?}");
        }
    }
    assert!(fs::read_dir(scratch.path("ours")).unwrap().count() > 10);
}

#[test]
fn a_folder_with_a_users_files_is_written_to_by_no_command() {
    let scratch = project("users folder");
    scratch.run(&["export", "--format", "tsv", "--out", "spectrum"]).ok();
    for name in [
        "index.html",
        "map.html",
        "assets/style.css",
        "source/Main.java",
        "elements.tsv",
        "tests.tsv",
        "matrix.txt",
        "spectra.csv",
        "tests.csv",
        "ochiai.ranking.csv",
        "failures.tsv",
    ] {
        scratch.file(&format!("mine/{name}"), "mine");
    }
    std::os::unix::fs::symlink(scratch.path("elsewhere"), scratch.path("mine/suite.html")).unwrap();
    let before = contents(&scratch.0);
    for command in [
        &["report", "--out", "mine"][..],
        &["rank", "--report=mine"],
        &["export", "--format", "tsv", "--out", "mine"],
        &["export", "--format", "gzoltar", "--out", "mine"],
        &["report", "--out", ".faultline"],
        &["export", "--format", "tsv", "--out", ".faultline"],
        &["export", "--format", "gzoltar", "--out", "spectrum/../.faultline"],
    ] {
        let done = scratch.run(command);
        assert!(done.code.is_some_and(|code| code != 0), "{command:?}: {done:?}");
        assert!(contents(&scratch.0) == before, "{command:?} changed something: {}", done.err);
    }
}

#[test]
fn files_of_other_tools_in_a_shared_folder_stay() {
    let scratch = project("shared folder");
    for (format, name) in [("jacoco", "jacoco.xml"), ("lcov", "lcov.info"), ("cobertura", "cobertura.xml")] {
        let theirs = format!("<?xml version=\"1.0\"?>\nTN:\nof another {format}");
        scratch.file(&format!("site/{name}"), &theirs);
        let refused = scratch.run(&["export", "--format", format, "--out", "site"]).error(1);
        assert!(refused.contains("is not such a file that faultline wrote"), "{refused}");
        assert_eq!(fs::read_to_string(scratch.path("site").join(name)).unwrap(), theirs);
        fs::remove_file(scratch.path("site").join(name)).unwrap();
        scratch.run(&["export", "--format", format, "--out", "site"]).ok();
        scratch.run(&["export", "--format", format, "--out", "site"]).ok();
    }
    scratch.file("man1/faultline.1", "mine");
    scratch.file("man1/git.1", ".TH git");
    let refused = scratch.run(&["manual", "man1"]).error(1);
    assert!(
        refused.contains("faultline.1 is there already and is not a manual page that faultline wrote"),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(scratch.path("man1/faultline.1")).unwrap(), "mine");
    fs::remove_file(scratch.path("man1/faultline.1")).unwrap();
    scratch.run(&["manual", "man1"]).ok();
    scratch.run(&["manual", "man1"]).ok();
    assert_eq!(fs::read_to_string(scratch.path("man1/git.1")).unwrap(), ".TH git");
}

#[test]
fn an_input_is_never_the_output() {
    let scratch = project("input");
    scratch.run(&["export", "--format", "tsv", "--out", "spectrum"]).ok();
    let before = contents(&scratch.0);
    for (command, sentence) in [
        (
            &["import", "--format", "tsv", "spectrum", "--out", "spectrum/../spectrum"][..],
            "is read by this command",
        ),
        (
            &["train", ".faultline/1-a.flt", "--out", ".faultline/1-a.flt", "--force"],
            "is read by this command",
        ),
        (
            &["evaluate", ".faultline/1-a.flt", "--per-fault", "./.faultline/1-a.flt"],
            "is read by this command",
        ),
    ] {
        let done = scratch.run(command);
        assert!(done.err.contains(sentence), "{command:?}: {}", done.err);
        assert!(contents(&scratch.0) == before, "{command:?} changed something");
    }
}
