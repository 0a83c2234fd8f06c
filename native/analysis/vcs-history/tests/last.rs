//! Tests finding the last change of parts without reading the whole history.

use std::collections::HashMap;
use std::ops::Range;
use std::time::Duration;

use crate::git::{Folder, Stream, git};
use faultline_vcs_history::{Checkout, LastChange, Origin, Part, State, Tracing, last, trace};
use proptest::prelude::*;

const FIRST: &str = "class A {\n int m() {\n  return 1;\n }\n int n() {\n  return 1;\n }\n}\n";

/// A repository with one version of a file per commit, the first at time 1.
fn repository(versions: &[(&str, &str)]) -> Folder {
    let (mut stream, mut parents) = (Stream::default(), Vec::new());
    let mut before = None;
    for (time, (path, content)) in (1..).zip(versions) {
        parents = vec![stream.commit(time, "a@b", &format!("step {time}"), &parents)];
        if let Some(before) = before.replace(*path).filter(|before| before != path) {
            stream.delete(before.as_bytes());
        }
        stream.file("100644", path.as_bytes(), content.as_bytes());
    }
    Folder::imported(&stream.bytes)
}

fn part(path: &str, name: Option<&str>, rows: Range<u32>) -> Part {
    Part { path: path.into(), rows, method: name.map(str::to_owned), lines: Vec::new() }
}

/// Subjects of the last changes; "-" for uncommitted ones.
fn subjects(folder: &Folder, tracing: &Tracing, parts: &[Part]) -> Vec<Option<String>> {
    let subject = |change: LastChange| match change {
        LastChange::Uncommitted => "-".to_owned(),
        LastChange::Commit { signed, .. } => signed.subject,
    };
    last(folder.path(), tracing, parts)
        .unwrap()
        .changes
        .into_iter()
        .map(|change| change.map(subject))
        .collect()
}

fn said(subjects: &[&str]) -> Vec<Option<String>> {
    subjects.iter().map(|subject| Some((*subject).to_owned())).collect()
}

#[test]
fn the_last_change_is_found_through_moves_renames_and_style() {
    let second = FIRST.replacen("return 1", "return 2", 1);
    let moved = "class A {\n int n() {\n  return 1;\n }\n int m() {\n  return 2;\n }\n}\n";
    let styled =
        "class A\n{\n  int n() { return 1; }\n  @Override\n  int m()\n  {\n    return 2; // two\n  }\n}\n";
    let folder = repository(&[
        ("A.java", FIRST),
        ("A.java", &second),
        ("b/A.java", &second),
        ("b/A.java", moved),
        ("b/A.java", styled),
    ]);
    let parts = [part("b/A.java", Some("A.m()"), 3..8), part("b/A.java", Some("A.n()"), 2..3)];
    assert_eq!(subjects(&folder, &Tracing::default(), &parts), said(&["step 2", "step 1"]));
    let raw = Tracing { sees_through_style: false, ..Tracing::default() };
    assert_eq!(subjects(&folder, &raw, &parts), said(&["step 5", "step 5"]));
    // A part that the file lacks has no change, and does not affect other parts.
    let unknown = [part("c/A.java", None, 0..1), parts[0].clone()];
    assert_eq!(subjects(&folder, &Tracing::default(), &unknown), [None, Some("step 2".to_owned())]);
}

#[test]
fn what_is_not_committed_is_said_of_the_method_that_it_changes_alone() {
    let folder = repository(&[("A.java", FIRST)]);
    let with = |content: String| {
        let uncommitted = HashMap::from([("A.java".into(), content.into_bytes())]);
        let parts = [part("A.java", Some("A.m()"), 1..4), part("A.java", Some("A.n()"), 4..7)];
        subjects(&folder, &Tracing { uncommitted, ..Tracing::default() }, &parts)
    };
    assert_eq!(with(FIRST.replacen("return 1", "return 3", 1)), said(&["-", "step 1"]));
    assert_eq!(with(FIRST.replace("return 1;", "return  1; // one")), said(&["step 1", "step 1"]));
}

#[test]
fn of_two_sides_of_a_merge_it_is_the_later_change() {
    let base = "class A {\n int m() {\n  a();\n  b();\n  c();\n }\n}\n";
    let left = base.replace("a()", "left()");
    let right = base.replace("c()", "right()");
    for (times, expected) in [([5, 4], "left"), ([3, 4], "right")] {
        let mut stream = Stream::default();
        let root = stream.commit(1, "a@b", "root", &[]);
        stream.file("100644", b"A.java", base.as_bytes());
        let first = stream.commit(times[0], "a@b", "left", &[root]);
        stream.file("100644", b"A.java", left.as_bytes());
        let second = stream.commit(times[1], "a@b", "right", &[root]);
        stream.file("100644", b"A.java", right.as_bytes());
        stream.commit(9, "a@b", "merge", &[first, second]);
        stream.file("100644", b"A.java", left.replace("c()", "right()").as_bytes());
        let folder = Folder::imported(&stream.bytes);
        let parts = [part("A.java", Some("A.m()"), 1..6)];
        assert_eq!(subjects(&folder, &Tracing::default(), &parts), said(&[expected]));
    }
}

#[test]
fn a_shallow_clone_says_what_it_knows_and_nothing_of_the_rest() {
    let second = FIRST.replacen("return 1", "return 2", 1);
    let folder = repository(&[("A.java", FIRST), ("A.java", &second)]);
    let clone = Folder::new();
    let from = format!("file://{}", folder.path().display());
    git(clone.path(), &["clone", "-q", "--depth", "1", "-b", "main", &from, "clone"]);
    let parts = [part("A.java", Some("A.m()"), 1..4), part("A.java", Some("A.n()"), 4..7)];
    assert_eq!(last(&clone.path().join("clone"), &Tracing::default(), &parts).unwrap().changes, [None, None]);
    assert_eq!(subjects(&folder, &Tracing::default(), &parts), said(&["step 2", "step 1"]));
}

#[test]
fn a_missing_object_leaves_out_what_needs_it_alone() {
    let second = FIRST.replacen("return 1", "return 2", 1);
    let folder = repository(&[("A.java", FIRST), ("A.java", &second), ("A.java", &second)]);
    folder.unpack();
    let oldest = String::from_utf8(git(folder.path(), &["rev-parse", "main~2"])).unwrap();
    folder.lose(oldest.trim());
    let parts = [part("A.java", Some("A.m()"), 1..4), part("A.java", Some("A.n()"), 4..7)];
    assert_eq!(last(folder.path(), &Tracing::default(), &parts).unwrap().changes, [None, None]);
}

#[test]
fn a_file_is_untouched_touched_or_none_of_the_repositorys() {
    let folder = repository(&[("src/A.java", FIRST)]);
    git(folder.path(), &["reset", "-q", "--hard", "main"]);
    let root = folder.path().canonicalize().unwrap();
    let checkout = Checkout::around(&root.join("src")).unwrap().unwrap();
    assert_eq!(checkout.folder(), root);
    assert_eq!(checkout.path_of(&root.join("src/A.java")).unwrap(), "src/A.java");
    assert_eq!(checkout.path_of(std::path::Path::new("/elsewhere/A.java")), None);
    let state = |path: &str, content: &str| checkout.state(&path.into(), content.as_bytes()).unwrap();
    assert_eq!(state("src/A.java", FIRST), State::Untouched);
    assert_eq!(state("src/A.java", &FIRST.replace('\n', "\r\n")), State::Untouched);
    assert_eq!(state("src/A.java", &FIRST.replace('1', "2")), State::Touched);
    assert_eq!(state("src/New.java", FIRST), State::Touched);
    assert_eq!(state("target/generated/Made.java", FIRST), State::Foreign);
}

#[test]
fn without_a_repository_files_or_a_commit_there_is_no_checkout() {
    let none = Folder::new();
    assert!(Checkout::around(none.path()).unwrap().is_none());
    git(none.path(), &["init", "-q"]);
    assert!(Checkout::around(none.path()).unwrap().is_none());
    let bare = Folder::new();
    git(bare.path(), &["init", "-q", "--bare"]);
    assert!(Checkout::around(bare.path()).unwrap().is_none());
}

/// A commit of a random history: its branch, and which of three methods it changes; or a merge of both branches.
#[derive(Clone, Debug)]
enum Step {
    Change { branch: usize, method: usize },
    Merge { branch: usize },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..2_usize, 0..3_usize).prop_map(|(branch, method)| Step::Change { branch, method }),
        1 => (0..2_usize).prop_map(|branch| Step::Merge { branch }),
    ]
}

/// Each number is a version of a method, as the commit that wrote it.
fn source(methods: [usize; 3]) -> String {
    let method = |(at, version): (usize, &usize)| format!(" int m{at}() {{\n  return {version};\n }}\n");
    format!("class A {{\n{}}}\n", methods.iter().enumerate().map(method).collect::<String>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn it_is_the_first_change_of_the_whole_trace(steps in prop::collection::vec(step(), 1..14)) {
        let mut stream = Stream::default();
        let root = stream.commit(1, "a@b", "1", &[]);
        stream.file("100644", b"A.java", source([1; 3]).as_bytes());
        let mut branches = [(root, [1; 3]), (root, [1; 3])];
        let end = [Step::Merge { branch: 0 }];
        for (time, step) in (2_i64..).zip(steps.iter().chain(&end)) {
            let subject = time.to_string();
            let (branch, methods, parents) = match *step {
                Step::Change { branch, method } => {
                    let (parent, mut methods) = branches[branch];
                    methods[method] = time as usize;
                    (branch, methods, vec![parent])
                }
                Step::Merge { branch } => {
                    let [(one, a), (other, b)] = [branches[branch], branches[1 - branch]];
                    // The later version of each method wins, so the merge has no content of its own.
                    (branch, [0, 1, 2].map(|at| a[at].max(b[at])), vec![one, other])
                }
            };
            let mark = stream.commit(time, "a@b", &subject, &parents);
            stream.file("100644", b"A.java", source(methods).as_bytes());
            branches[branch] = (mark, methods);
        }
        let folder = Folder::imported(&stream.bytes);
        let parts = [0_u32, 1, 2].map(|at| part("A.java", Some(&format!("A.m{at}()")), 1 + 3 * at..4 + 3 * at));
        let whole = trace(folder.path(), &Tracing::default(), &parts).unwrap();
        let expected: Vec<String> = whole.changes.iter().map(|changes| match changes.first() {
            Some(Origin::Commit(at)) => whole.commits[*at].id.clone(),
            other => panic!("{other:?}"),
        }).collect();
        let found: Vec<String> = last(folder.path(), &Tracing::default(), &parts).unwrap().changes.into_iter().map(|change| match change {
            Some(LastChange::Commit { id, .. }) => id,
            other => panic!("{other:?}"),
        }).collect();
        prop_assert_eq!(&found, &expected);
        // And it wrote what is there.
        let versions = branches[0].1.map(|version| version.to_string());
        prop_assert_eq!(subjects(&folder, &Tracing::default(), &parts), said(&versions.each_ref().map(String::as_str)));
    }
}

#[test]
fn where_time_runs_out_what_is_known_by_then_is_said() {
    let folder = repository(&[("A.java", FIRST), ("A.java", &FIRST.replacen("return 1", "return 2", 1))]);
    let parts = [part("A.java", Some("A.m()"), 1..4)];
    let hasty = Tracing { patience: Duration::ZERO, ..Tracing::default() };
    let found = last(folder.path(), &hasty, &parts).unwrap();
    assert_eq!((found.changes, found.is_late), (vec![None], true));
    assert!(!last(folder.path(), &Tracing::default(), &parts).unwrap().is_late);
    let found = trace(folder.path(), &hasty, &parts).unwrap();
    assert!(found.is_late && found.commits.len() == 1 && found.changes == [[]], "{found:?}");
    assert!(!trace(folder.path(), &Tracing::default(), &parts).unwrap().is_late);
}
