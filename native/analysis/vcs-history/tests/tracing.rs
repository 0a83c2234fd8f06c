//! Lines and methods traced to the commits that changed them.

use std::collections::HashMap;

use crate::git::{Folder, Stream, git};
use faultline_vcs_history::{Origin, Part, Trace, Tracing, last, signed, trace};
use proptest::prelude::*;

/// A repository with one file per commit, the first at time 1: path, content, and a file to remove.
fn repository(commits: &[(&str, &str, Option<&str>)]) -> Folder {
    let (mut stream, mut parents) = (Stream::default(), Vec::new());
    for (time, (path, content, removed)) in (1..).zip(commits) {
        parents = vec![stream.commit(time, "a@b", &format!("\n step {time}\nmore"), &parents)];
        stream.file("100644", path.as_bytes(), content.as_bytes());
        if let Some(removed) = removed {
            stream.delete(removed.as_bytes());
        }
    }
    Folder::imported(&stream.bytes)
}

fn method(path: &str, name: &str, rows: std::ops::Range<u32>) -> Part {
    Part { path: path.into(), lines: rows.clone().collect(), rows, method: Some(name.to_owned()) }
}

/// Committer times of a part's changes; 0 for an uncommitted one.
fn times(trace: &Trace, part: usize) -> Vec<i64> {
    trace.changes[part].iter().map(|&origin| time(trace, origin)).collect()
}

fn time(trace: &Trace, origin: Origin) -> i64 {
    match origin {
        Origin::Uncommitted => 0,
        Origin::Commit(at) => trace.commits[at].time,
    }
}

fn writers(trace: &Trace, part: usize) -> Vec<i64> {
    trace.writers[part].iter().map(|writer| writer.map_or(-1, |writer| time(trace, writer))).collect()
}

fn traced(folder: &Folder, parts: &[Part]) -> Trace {
    trace(folder.path(), &Tracing::default(), parts).unwrap()
}

const FIRST: &str = "class A {\n int m() {\n  return 1;\n }\n int n() {\n  return 1;\n }\n}\n";

#[test]
fn a_method_is_followed_through_changes_moves_and_renames_of_its_file() {
    let second = FIRST.replacen("return 1", "return 2", 1);
    let third = second.replace("int m() {\n", "int m() {\n  x();\n");
    // Only moved within the file.
    let fourth = "class A {\n int n() {\n  return 1;\n }\n int m() {\n  x();\n  return 2;\n }\n}\n";
    let fifth = fourth.replace("int m()", "int other()");
    let folder = repository(&[
        ("a/A.java", FIRST, None),
        ("a/A.java", &second, None),
        ("b/A.java", &third, Some("a/A.java")),
        ("b/A.java", fourth, None),
        ("b/A.java", &fifth, None),
    ]);
    let trace = traced(&folder, &[method("b/A.java", "A.other()", 4..8), method("b/A.java", "A.n()", 1..4)]);
    assert_eq!((times(&trace, 0), times(&trace, 1)), (vec![5, 3, 2, 1], vec![1]));
    assert_eq!(writers(&trace, 0)[0], 5);
    assert!(!trace.is_cut && trace.older == 0);
    let signed = signed(folder.path(), [&*trace.commits[0].id]).unwrap();
    assert_eq!((&*signed[0].subject, &*signed[0].author, signed[0].time), ("step 5", "A", 7));
}

#[test]
fn commits_that_only_change_style_are_seen_through() {
    let styled = "class A\n{\n  /** Says. */\n  int m()\n  {\n    return 1; // one\n  }\n\n  int n() { return 1; }\n}\n";
    let changed = styled.replace("return 1; // one", "return 2;");
    let folder = repository(&[
        ("A.java", FIRST, None),
        ("A.java", styled, None),
        ("A.java", &changed, None),
        ("A.java", &changed.replace("  ", "\t"), None),
    ]);
    let parts = [method("A.java", "A.m()", 3..7), method("A.java", "A.n()", 8..9)];
    let through = traced(&folder, &parts);
    assert_eq!((times(&through, 0), times(&through, 1)), (vec![3, 1], vec![1]));
    assert_eq!((writers(&through, 0), writers(&through, 1)), (vec![1, 1, 3, 1], vec![1]));
    let tracing = Tracing { sees_through_style: false, ..Tracing::default() };
    let raw = trace(folder.path(), &tracing, &parts).unwrap();
    assert_eq!((times(&raw, 0), times(&raw, 1)), (vec![4, 3, 2, 1], vec![4, 2, 1]));
}

#[test]
fn what_is_not_committed_comes_first() {
    let folder = repository(&[("A.java", FIRST, None)]);
    let edited = FIRST.replacen("return 1", "return 3", 1);
    let with = |content: &str, path: &str| {
        let uncommitted = HashMap::from([(path.into(), content.as_bytes().to_vec())]);
        let parts = [method(path, "A.m()", 1..4), method(path, "A.n()", 4..7)];
        trace(folder.path(), &Tracing { uncommitted, ..Tracing::default() }, &parts).unwrap()
    };
    let of = with(&edited, "A.java");
    assert_eq!((times(&of, 0), times(&of, 1)), (vec![0, 1], vec![1]));
    assert_eq!(writers(&of, 0), [1, 0, 1]);
    // An uncommitted file is entirely new.
    let new = with(FIRST, "B.java");
    assert_eq!((times(&new, 0), writers(&new, 0)), (vec![0], vec![0, 0, 0]));
}

#[test]
fn a_merge_hands_on_to_both_sides_and_keeps_what_is_its_own() {
    let base = "class A {\n int m() {\n  a();\n  b();\n  c();\n }\n int n() { return 1; }\n}\n";
    let left = base.replace("a()", "left()");
    let right = base.replace("c()", "right()");
    let clean = left.replace("c()", "right()");
    let evil = clean.replace("b()", "evil()");
    for (merged, expected) in [(&clean, vec![3, 2, 1]), (&evil, vec![4, 3, 2, 1])] {
        let mut stream = Stream::default();
        let root = stream.commit(1, "a@b", "m", &[]);
        stream.file("100644", b"A.java", base.as_bytes());
        let first = stream.commit(2, "a@b", "m", &[root]);
        stream.file("100644", b"A.java", left.as_bytes());
        let second = stream.commit(3, "a@b", "m", &[root]);
        stream.file("100644", b"A.java", right.as_bytes());
        stream.commit(4, "a@b", "m", &[first, second]);
        stream.file("100644", b"A.java", merged.as_bytes());
        let folder = Folder::imported(&stream.bytes);
        let trace = traced(&folder, &[method("A.java", "A.m()", 1..6), method("A.java", "A.n()", 6..7)]);
        assert_eq!((times(&trace, 0), times(&trace, 1)), (expected, vec![1]));
        let own = if merged == &evil { 4 } else { 1 };
        assert_eq!(writers(&trace, 0), [1, 2, own, 3, 1]);
    }
}

/// Number of files that move to another folder together with the followed one.
const BESIDE: usize = 8;

/// A branch continues in the folder that the main branch left, and is merged repeatedly; each merge takes over what the
/// branch changed. The third one changed `A.m()`, at time 30; all others change only neighbouring files.
fn merged_again_and_again() -> Folder {
    let mut stream = Stream::default();
    let beside = |stream: &mut Stream, folder: &str, round: usize| {
        for number in 0..BESIDE {
            let content = format!(
                "class B{number} {{\n int all = {number};\n String in = \"{folder}\";\n}}\n//{round}\n"
            );
            stream.file("100644", format!("{folder}/B{number}.java").as_bytes(), content.as_bytes());
        }
    };
    let moved = FIRST.replacen("class A", "public class A", 1);
    let changed = |source: &str| source.replacen("return 1", "return 3", 1);
    let mut side = stream.commit(1, "a@b", "Begin", &[]);
    stream.file("100644", b"old/A.java", FIRST.as_bytes());
    beside(&mut stream, "old", 0);
    let mut main = stream.commit(2, "a@b", "Move", &[side]);
    stream.delete(b"old");
    stream.file("100644", b"new/A.java", moved.as_bytes());
    beside(&mut stream, "new", 0);
    for round in 1..6 {
        let time = 10 * i64::try_from(round).unwrap();
        side = stream.commit(time, "a@b", "Change", &[side]);
        beside(&mut stream, "old", round);
        if round == 3 {
            stream.file("100644", b"old/A.java", changed(FIRST).as_bytes());
        }
        // Either branch may be the first parent, whose files the stream starts from.
        let parents = if round % 2 == 0 { [side, main] } else { [main, side] };
        main = stream.commit(time + 1, "a@b", "Merge", &parents);
        stream.delete(b"old");
        let source = if round < 3 { moved.clone() } else { changed(&moved) };
        stream.file("100644", b"new/A.java", source.as_bytes());
        beside(&mut stream, "new", round);
    }
    Folder::imported(&stream.bytes)
}

#[test]
fn merges_of_a_branch_in_another_folder_read_the_files_that_are_followed_and_no_others() {
    let folder = merged_again_and_again();
    let parts = [method("new/A.java", "A.m()", 1..4), method("new/A.java", "A.n()", 4..7)];
    let all = traced(&folder, &parts);
    assert_eq!((times(&all, 0), times(&all, 1)), (vec![30, 1], vec![1]));
    assert_eq!((writers(&all, 0), writers(&all, 1)), (vec![1, 30, 1], vec![1, 1, 1]));
    let lasts = last(folder.path(), &Tracing::default(), &parts).unwrap().changes;
    // A removed object cannot be read.
    folder.unpack();
    let objects = String::from_utf8(git(folder.path(), &["rev-list", "--objects", "main"])).unwrap();
    let beside =
        objects.lines().filter_map(|line| line.split_once(' ')).filter(|(_, path)| path.contains("/B"));
    let lost = beside.map(|(id, _)| folder.lose(id)).count();
    assert_eq!(lost, 2 * 6 * BESIDE);
    assert_eq!(traced(&folder, &parts), all);
    assert_eq!(last(folder.path(), &Tracing::default(), &parts).unwrap().changes, lasts);
}

#[test]
fn a_shallow_history_says_so() {
    let second = FIRST.replacen("return 1", "return 2", 1);
    let folder = repository(&[("A.java", FIRST, None), ("A.java", &second, None), ("A.java", &second, None)]);
    let clone = Folder::new();
    let from = format!("file://{}", folder.path().display());
    git(clone.path(), &["clone", "-q", "--depth", "2", "-b", "main", &from, "clone"]);
    let parts = [method("A.java", "A.m()", 1..4), method("A.java", "A.n()", 4..7)];
    let trace = trace(&clone.path().join("clone"), &Tracing::default(), &parts).unwrap();
    assert!(trace.is_cut);
    assert_eq!((times(&trace, 0), times(&trace, 1), trace.older), (vec![], vec![], 2));
}

/// An edit by a commit: inserts, changes or removes lines, or renames the file.
#[derive(Clone, Debug)]
enum Edit {
    Insert(usize),
    Change(usize, usize),
    Remove(usize),
    Rename,
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => (0..40_usize).prop_map(Edit::Insert),
        3 => (0..40_usize, 1..4_usize).prop_map(|(at, count)| Edit::Change(at, count)),
        1 => (0..40_usize).prop_map(Edit::Remove),
        1 => Just(Edit::Rename),
    ]
}

/// A file of distinct lines, edited step by step. Returns the repository, the last number of lines, and the last path.
fn edited(edits: &[Vec<Edit>]) -> (Folder, usize, String) {
    let mut next = 0..;
    let mut lines: Vec<u32> = next.by_ref().take(12).collect();
    let (mut path, mut renames) = ("file0.txt".to_owned(), 0);
    let (mut stream, mut parents) = (Stream::default(), Vec::new());
    for (time, edits) in (1..).zip(std::iter::once(&Vec::new()).chain(edits)) {
        parents = vec![stream.commit(time, "a@b", "m", &parents)];
        for edit in edits {
            match *edit {
                Edit::Insert(at) => {
                    let at = at % (lines.len() + 1);
                    lines.splice(at..at, next.by_ref().take(2));
                }
                Edit::Change(at, count) => {
                    let at = at % lines.len();
                    let count = count.min(lines.len() - at);
                    lines.splice(at..at + count, next.by_ref().take(count));
                }
                Edit::Remove(at) if lines.len() > 8 => drop(lines.remove(at % lines.len())),
                Edit::Remove(_) => {}
                Edit::Rename => {
                    stream.delete(path.as_bytes());
                    renames += 1;
                    path = format!("file{renames}.txt");
                }
            }
        }
        let text: Vec<String> = lines.iter().map(|line| format!("the line of number {line}\n")).collect();
        stream.file("100644", path.as_bytes(), text.concat().as_bytes());
    }
    (Folder::imported(&stream.bytes), lines.len(), path)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn lines_have_the_writers_that_git_blames(edits in prop::collection::vec(prop::collection::vec(edit(), 1..3), 1..12)) {
        let (folder, length, path) = edited(&edits);
        let rows = 0..length as u32;
        let part = Part { path: path.as_str().into(), rows: rows.clone(), method: None, lines: rows.collect() };
        let trace = traced(&folder, &[part]);
        let blamed = String::from_utf8(git(folder.path(), &["blame", "-l", "-s", "--root", "main", "--", &path])).unwrap();
        let blamed: Vec<&str> = blamed.lines().filter_map(|line| line.split(' ').next()).collect();
        let found: Vec<&str> = trace.writers[0]
            .iter()
            .map(|writer| match writer {
                Some(Origin::Commit(at)) => trace.commits[*at].id.as_str(),
                other => panic!("{other:?}"),
            })
            .collect();
        prop_assert_eq!(found, blamed);
    }

    #[test]
    fn ranges_have_the_commits_that_git_logs(
        edits in prop::collection::vec(prop::collection::vec(edit(), 1..3), 1..12),
        [from, to] in prop::array::uniform2(0..40_u32),
    ) {
        // The counterpart of a range is ambiguous if it changed in one hunk together with its neighbours.
        let edits: Vec<Vec<Edit>> = edits.into_iter().map(|edits| edits.into_iter().take(1).collect()).collect();
        let (folder, length, path) = edited(&edits);
        let [from, to] = [from.min(to) % length as u32, from.max(to) % length as u32];
        let rows = from.min(to)..from.max(to) + 1;
        let part = Part { path: path.as_str().into(), rows: rows.clone(), method: None, lines: Vec::new() };
        let trace = traced(&folder, &[part]);
        let range = format!("-L{},{}:{path}", rows.start + 1, rows.end);
        let logged = String::from_utf8(git(folder.path(), &["log", "-s", "--format=%H", &range, "main"])).unwrap();
        let found: Vec<&str> = trace.changes[0]
            .iter()
            .map(|origin| match origin {
                Origin::Commit(at) => trace.commits[*at].id.as_str(),
                Origin::Uncommitted => panic!("all is committed"),
            })
            .collect();
        prop_assert_eq!(found, logged.lines().collect::<Vec<_>>());
    }
}
