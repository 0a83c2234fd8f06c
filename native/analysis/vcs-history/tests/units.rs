//! Histories of classes and methods.

use std::collections::BTreeMap;
use std::path::Path;

use crate::git::{Folder, Stream};
use faultline_vcs_history::{History, Mining, Schwa, UnitKind, mine};

fn mined(folder: &Path) -> History {
    mine(folder, &Mining { units: true, ..Mining::default() }).unwrap()
}

/// Committer times of each unit's changes.
fn times(history: &History, kind: UnitKind) -> BTreeMap<String, Vec<i64>> {
    let of = Schwa::default().units(history, kind).into_iter();
    of.map(|unit| (format!("{}#{}", unit.path, unit.name), unit.score.events.revisions)).collect()
}

/// A repository with one file per commit: time, path, and its content; or none.
fn repository(commits: &[(i64, &str, Option<&str>)]) -> Folder {
    let (mut stream, mut parents) = (Stream::default(), Vec::new());
    for (time, path, content) in commits {
        parents = vec![stream.commit(*time, "a@b", "m", &parents)];
        match content {
            Some(content) => stream.file("100644", path.as_bytes(), content.as_bytes()),
            None => stream.delete(path.as_bytes()),
        }
    }
    Folder::imported(&stream.bytes)
}

#[test]
fn units_have_the_changes_of_their_lines() {
    let folder = repository(&[
        (
            1,
            "A.java",
            Some("class A {\n int m() { return 1; }\n int n() { return 1; }\n}\ninterface B { }\n"),
        ),
        (
            2,
            "A.java",
            Some("class A {\n int m() { return 2; }\n int n() { return 1; }\n}\ninterface B { }\n"),
        ),
        (
            3,
            "A.java",
            Some("class A {\n int m() { return 2; }\n int o() { return 1; }\n}\ninterface B { }\n"),
        ),
        (
            4,
            "A.java",
            Some("class A {\n int m() { return 2; }\n int n() { return 3; }\n}\ninterface B { }\n"),
        ),
        (5, "src/test/ATest.java", Some("class ATest { }\n")),
        (6, "notes.txt", Some("class None { }\n")),
    ]);
    let history = mined(folder.path());
    let classes = times(&history, UnitKind::Class);
    assert_eq!(classes["A.java#A"], [1, 2, 3, 4]);
    assert_eq!(classes["A.java#B"], [1]);
    assert_eq!(classes.len(), 2);
    let methods = times(&history, UnitKind::Method);
    // A method that was gone for a while goes on where it was.
    assert_eq!((&methods["A.java#A.m()"][..], &methods["A.java#A.n()"][..]), (&[1, 2][..], &[1, 4][..]));
    assert_eq!(methods.len(), 2);
}

#[test]
fn units_move_with_their_files_and_come_back_with_them() {
    let body = |x: u8| {
        format!(
            "class A {{\n // a comment that is long enough to be known again\n int m() {{ return {x}; }}\n}}\n"
        )
    };
    let (mut stream, mut parents) = (Stream::default(), Vec::new());
    let mut commit = |stream: &mut Stream, time| parents = vec![stream.commit(time, "a@b", "m", &parents)];
    commit(&mut stream, 1);
    stream.file("100644", b"a/A.java", body(1).as_bytes());
    commit(&mut stream, 2);
    stream.rename(b"a/A.java", b"b/A.java");
    commit(&mut stream, 3);
    stream.delete(b"b/A.java");
    stream.file("100644", b"c/A.java", body(2).as_bytes());
    commit(&mut stream, 4);
    stream.delete(b"c/A.java");
    commit(&mut stream, 5);
    stream.file("100644", b"c/A.java", body(3).as_bytes());
    let folder = Folder::imported(&stream.bytes);
    let methods = times(&mined(folder.path()), UnitKind::Method);
    assert_eq!(methods, BTreeMap::from([("c/A.java#A.m()".to_owned(), vec![1, 3, 5])]));
}

#[test]
fn units_that_nobody_touched_are_there_with_a_score_of_0() {
    let folder = repository(&[
        (1, "Old.java", Some("enum Old { X; void m() { } }\n")),
        (2, "New.java", Some("record New(int x) { }\n")),
    ]);
    let mining = Mining { units: true, commits: Some(1), ..Mining::default() };
    let units = Schwa::default().units(&mine(folder.path(), &mining).unwrap(), UnitKind::Class);
    let found: Vec<(&str, bool)> = units.iter().map(|unit| (&*unit.name, unit.score.risk > 0.0)).collect();
    assert_eq!(found, [("New", true), ("Old", false)]);
}

#[test]
fn what_is_kept_of_units_is_what_was_mined() {
    let folder = repository(&[
        (1, "A.java", Some("class A { void m() { } }\n")),
        (2, "A.java", Some("class A { void n() { } }\n")),
        (3, "A.java", None),
        (4, "B.java", Some("class B { broken\n")),
    ]);
    let kept = Folder::new();
    let cache = kept.path().join("history");
    let with = |units, ignore: Option<&str>| {
        let ignore = ignore.map(str::to_owned);
        let mining = Mining { units, ignore, cache: Some(cache.clone()), ..Mining::default() };
        let without = Mining { cache: None, ..mining.clone() };
        for _ in 0..2 {
            assert_eq!(mine(folder.path(), &mining).unwrap(), mine(folder.path(), &without).unwrap());
        }
    };
    with(true, None);
    with(false, None);
    with(true, Some("B"));
    with(true, Some("A"));
    with(true, None);
    let mut files: Vec<_> = std::fs::read_dir(kept.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["history", "history.units"]);
}

#[test]
fn units_are_the_same_on_any_number_of_threads() {
    let version = |n: i64| {
        let method = |m| format!(" int m{m}() {{\n  return {};\n }}\n", (n + m) / 5);
        let methods = (0..12).map(method).collect::<Vec<_>>().concat();
        let end = if n % 7 == 3 { "" } else { "}\n" };
        format!("class A {{\n{methods}{end}")
    };
    let versions: Vec<String> = (0..40).map(version).collect();
    let commits: Vec<_> = (0..40).map(|n| (n, "A.java", Some(&*versions[n as usize]))).collect();
    let folder = repository(&commits);
    let with = |threads| mine(folder.path(), &Mining { units: true, threads, ..Mining::default() }).unwrap();
    let one = with(1);
    assert!(times(&one, UnitKind::Method)["A.java#A.m3()"].len() > 8);
    for threads in [2, 3, 64] {
        assert_eq!(with(threads), one);
    }
}
