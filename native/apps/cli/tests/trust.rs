//! Files that somebody else could have written start no program, and are not read unasked.
#![cfg(unix)]

use crate::mutate::support as project;
use crate::support;

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
use std::path::Path;
use std::process::Command;

use project::Project;
use support::{Done, Scratch, one_failure};

/// A user id without a user.
const OTHER: u32 = 54_321;

/// Changes a file's owner; returns whether that is permitted here.
fn give(path: &Path) -> bool {
    let is_given = chown(path, Some(OTHER), None).is_ok();
    if !is_given {
        println!("only root can give files to others: what belongs to others is not tested");
    }
    is_given
}

fn run(project: &Project, arguments: &[&str]) -> Done {
    let mut command = Command::new(env!("CARGO_BIN_EXE_faultline"));
    command.args(arguments).current_dir(&project.0).env("FAULTLINE_MUTANTS", project.jar());
    Done::of(&command.env_remove("NO_COLOR").output().unwrap())
}

#[test]
fn a_recording_that_everybody_could_have_written_starts_no_jvm_without_trust() {
    let project = Project::new("");
    for (open, closed) in [(".faultline/1.flt", 0o644), (".faultline", 0o755)] {
        fs::set_permissions(project.path(open), fs::Permissions::from_mode(0o777)).unwrap();
        for command in ["mutate", "amplify", "generate"] {
            let said = run(&project, &[command]).error(1);
            assert!(said.contains("says how the JVMs of tests are started"), "{said}");
            assert!(said.contains("can be written to by everybody; close it (chmod o-w "), "{said}");
            assert!(said.contains("give --trust"), "{said}");
        }
        assert_eq!(project.starts(), 0);
        run(&project, &["rank"]).ok();
        fs::set_permissions(project.path(open), fs::Permissions::from_mode(closed)).unwrap();
    }
    fs::set_permissions(project.path(".faultline/1.flt"), fs::Permissions::from_mode(0o666)).unwrap();
    run(&project, &["mutate", "--trust"]).ok();
    assert!(project.starts() > 0);
}

#[test]
fn a_recording_of_another_user_starts_no_jvm_even_where_it_is_named() {
    for other in [".faultline/1.flt", ".faultline"] {
        let project = Project::new("");
        if !give(&project.path(other)) {
            return;
        }
        for arguments in
            [&["mutate", ".faultline"][..], &["mutate", ".faultline/1.flt"], &["generate", ".faultline"]]
        {
            let said = run(&project, arguments).error(1);
            assert!(said.contains("belongs to user 54321, not to you (user 0); give --trust"), "{said}");
        }
        assert_eq!(project.starts(), 0);
        run(&project, &["rank", ".faultline"]).ok();
        run(&project, &["mutate", ".faultline", "--trust"]).ok();
        assert!(project.starts() > 0);
    }
}

#[test]
fn a_link_to_a_recording_of_another_user_starts_no_jvm() {
    let (own, other) = (Project::new(""), Project::new(""));
    fs::remove_file(own.path(".faultline/1.flt")).unwrap();
    symlink(other.path(".faultline/1.flt"), own.path(".faultline/1.flt")).unwrap();
    if !give(&other.path(".faultline/1.flt")) {
        return;
    }
    let said = run(&own, &["mutate"]).error(1);
    assert!(said.contains("belongs to user 54321, not to you"), "{said}");
    assert_eq!(own.starts() + other.starts(), 0);
}

#[test]
fn a_mark_of_another_user_ends_no_process() {
    let project = Project::new("");
    let mark = project.path(".faultline/mutants/.mark");
    run(&project, &["mutate"]).ok();
    let hex = "0123456789abcdef0123456789abcdef";
    fs::write(&mark, hex).unwrap();
    let list = project.path(".faultline/mutants/.faultline-folder");
    let listed = fs::read_to_string(&list).unwrap() + "file .mark\n";
    fs::write(&list, listed).unwrap();
    if !give(&mark) {
        return;
    }
    let mut canary = Command::new("sleep").arg("60").env("FAULTLINE_RUN", hex).spawn().unwrap();
    let said = run(&project, &["mutate", "--resume"]).error(1);
    assert!(
        said.contains("says which processes of a killed run to end, and it belongs to user 54321"),
        "{said}"
    );
    assert!(canary.try_wait().unwrap().is_none(), "it still runs");
    canary.kill().unwrap();
    canary.wait().unwrap();
}

#[test]
fn recordings_above_the_project_and_those_of_others_are_not_read_unasked() {
    let scratch = Scratch::new("above");
    scratch.record("1", &one_failure());
    scratch.file("p/pom.xml", "<project/>");
    let in_project = |arguments: &[&str]| {
        let mut command = scratch.faultline(arguments);
        Done::of(&command.current_dir(scratch.path("p")).output().unwrap())
    };
    for command in ["rank", "report", "mutate", "suite"] {
        let said = in_project(&[command]).error(1);
        assert!(said.contains("there is no .faultline in "), "{said}");
    }
    in_project(&["rank", "../.faultline"]).ok();
    scratch.file("pom.xml", "<project/>");
    in_project(&["rank"]).ok();
    if !give(&scratch.path(".faultline")) {
        return;
    }
    let said = in_project(&["rank"]).error(1);
    assert!(
        said.contains(".faultline belongs to user 54321, not to you, so it is not read by default"),
        "{said}"
    );
    in_project(&["rank", "../.faultline"]).ok();
}

#[test]
fn a_linked_faultline_is_not_followed_unasked() {
    let scratch = Scratch::new("linked");
    scratch.record("1", &one_failure());
    fs::rename(scratch.path(".faultline"), scratch.path("real")).unwrap();
    symlink(scratch.path("real"), scratch.path(".faultline")).unwrap();
    for command in ["rank", "report", "doctor", "mutate"] {
        let said = scratch.run(&[command]).error(1);
        assert!(
            said.contains(".faultline is a symbolic link, which is not followed by default; name the folder"),
            "{said}"
        );
    }
    scratch.run(&["rank", ".faultline"]).ok();
}
