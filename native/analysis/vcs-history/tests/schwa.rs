//! Tests where scores deliberately differ from the original, and inputs that it cannot score.
use crate::git;

use std::path::Path;

use faultline_vcs_history::{History, Mining, Schwa, Score, mine};
use git::{Folder, Stream, git};

/// The scores of a repository's files by both sets of rules: the sound ones, then the published.
fn scores(folder: &Path) -> [Vec<(String, Score)>; 2] {
    let history = mine(folder, &Mining { merges: true, ..Mining::default() }).unwrap();
    both(&history)
}

fn both(history: &History) -> [Vec<(String, Score)>; 2] {
    [false, true].map(|compat| {
        let scores = Schwa { compat, ..Schwa::default() }.scores(history);
        scores.files.into_iter().map(|(path, score)| (path.to_string(), score)).collect()
    })
}

fn counts(scores: &[(String, Score)], path: &str) -> Option<[usize; 3]> {
    let (_, score) = scores.iter().find(|(known, _)| known == path)?;
    let events = &score.events;
    Some([events.revisions.len(), events.fixes.len(), events.authors.len()])
}

#[test]
fn a_merge_neither_forgets_a_file_nor_counts_its_changes_twice() {
    let mut stream = Stream::default();
    let root = stream.commit(100, "a@b", "Begin", &[]);
    stream.file("100644", b"shared.java", b"1\n");
    let left = stream.commit(200, "left@b", "Fix", &[root]);
    stream.file("100644", b"left.java", b"left\n");
    let left = stream.commit(210, "other@b", "Fix", &[left]);
    stream.file("100644", b"left.java", b"more left\n");
    stream.file("100644", b"shared.java", b"1\n2\n");
    let right = stream.commit(205, "right@b", "m", &[root]);
    stream.file("100644", b"shared.java", b"0\n1\n");
    stream.commit(300, "merger@b", "Merge", &[left, right]);
    stream.file("100644", b"shared.java", b"0\n1\n2\n");
    let folder = Folder::imported(&stream.bytes);
    let [sound, published] = scores(folder.path());
    assert_eq!(counts(&sound, "left.java"), Some([2, 2, 2]));
    // The merge adds the file relative to its second parent: one revision, by the merge's author.
    assert_eq!(counts(&published, "left.java"), Some([1, 0, 1]));
    assert_eq!(counts(&sound, "shared.java"), Some([3, 1, 3]));
    assert_eq!(counts(&published, "shared.java"), Some([5, 1, 4]));
}

#[test]
fn a_file_that_comes_back_goes_on_where_it_was() {
    let mut stream = Stream::default();
    let mut parents = Vec::new();
    for (time, content) in [(1, Some("a\n")), (2, Some("b\n")), (3, None), (4, Some("c\n"))] {
        parents = vec![stream.commit(time, "a@b", "m", &parents)];
        match content {
            Some(content) => stream.file("100644", b"A.java", content.as_bytes()),
            None => stream.delete(b"A.java"),
        }
    }
    let folder = Folder::imported(&stream.bytes);
    let [sound, published] = scores(folder.path());
    assert_eq!(counts(&sound, "A.java"), Some([3, 0, 1]));
    assert_eq!(counts(&published, "A.java"), Some([1, 0, 1]));
}

#[test]
fn files_without_a_change_are_there_and_files_that_are_gone_are_not() {
    let mut stream = Stream::default();
    let root = stream.commit(100, "a@b", "m", &[]);
    stream.file("100644", b"Old.java", b"never touched again\n");
    stream.file("100644", b"z/Old.java", b"nor this\n");
    stream.file("100644", b"Moving.java", b"a file that\nmoves to a place\nthat is no source\n");
    stream.file("100644", b"notes.txt", b"no source\n");
    let edited = stream.commit(200, "a@b", "m", &[root]);
    stream.file("100644", b"New.java", b"new\n");
    stream.file("100644", b"Moving.java", b"a file that\nmoves to a place\nthat is no source!\n");
    stream.commit(300, "a@b", "m", &[edited]);
    stream.rename(b"Moving.java", b"Moving.txt");
    let folder = Folder::imported(&stream.bytes);
    let mining = Mining { commits: Some(2), merges: true, ..Mining::default() };
    let [sound, published] = both(&mine(folder.path(), &mining).unwrap());
    let paths = |scores: &[(String, Score)]| scores.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
    // Ties are ordered by name.
    assert_eq!(paths(&sound), ["New.java", "Old.java", "z/Old.java"]);
    assert_eq!(counts(&sound, "Old.java"), Some([0, 0, 0]));
    assert!(sound[1].1.risk == 0.0 && sound[1].1.probability() == 0.0);
    // The original lists only changed files: a source renamed to another type appears under both names.
    assert_eq!(paths(&published), ["Moving.txt", "Moving.java", "New.java"]);
}

#[test]
fn an_empty_file_that_is_added_is_a_file_like_any_other() {
    let mut stream = Stream::default();
    let root = stream.commit(100, "a@b", "m", &[]);
    stream.file("100644", b"A.java", b"class A {}\n");
    stream.commit(200, "a@b", "fix", &[root]);
    stream.file("100644", b"Empty.java", b"");
    let folder = Folder::imported(&stream.bytes);
    for scores in scores(folder.path()) {
        assert_eq!(counts(&scores, "Empty.java"), Some([1, 1, 1]));
    }
}

#[test]
fn the_merge_of_a_signed_tag_is_no_obstacle_and_missing_in_the_original_alone() {
    let mut stream = Stream::default();
    let root = stream.commit(100, "a@b", "m", &[]);
    stream.file("100644", b"A.java", b"a\n");
    let left = stream.commit(200, "l@b", "m", &[root]);
    stream.file("100644", b"L.java", b"l\n");
    let right = stream.commit(210, "r@b", "m", &[root]);
    stream.file("100644", b"R.java", b"r\n");
    stream.commit(300, "m@b", "Merge", &[left, right]);
    stream.file("100644", b"R.java", b"r\n");
    let folder = Folder::imported(&stream.bytes);
    let [_, with] = scores(folder.path());
    assert_eq!(counts(&with, "L.java"), Some([1, 0, 1]));
    assert_eq!(with.iter().find(|(path, _)| path == "L.java").unwrap().1.events.revisions, [300]);
    // The same merge, with a signed tag.
    let plain = String::from_utf8(git(folder.path(), &["cat-file", "commit", "main"])).unwrap();
    let tag = "mergetag object 1234567890123456789012345678901234567890\n type commit\n tag v1\n";
    let signed = plain.replacen("\n\n", &format!("\n{tag}\n"), 1);
    let write = ["hash-object", "-t", "commit", "-w", "--stdin"];
    let id = String::from_utf8(git::fed(folder.path(), &write, signed.as_bytes())).unwrap();
    git(folder.path(), &["update-ref", "refs/heads/main", id.trim()]);
    let [sound, published] = scores(folder.path());
    assert_eq!(counts(&sound, "L.java"), Some([1, 0, 1]));
    assert_eq!(published.iter().find(|(path, _)| path == "L.java").unwrap().1.events.revisions, [200]);
}

#[test]
fn messages_in_any_encoding_are_searched_for_fixes() {
    let mut stream = Stream::default();
    stream.commit(100, "a@b", "m", &[]);
    stream.file("100644", b"A.java", b"a\n");
    let folder = Folder::imported(&stream.bytes);
    let plain = git(folder.path(), &["cat-file", "commit", "main"]);
    let plain =
        String::from_utf8(plain).unwrap().replacen("\n\nm", "\nencoding ISO-8859-1\n\nBehebt: fixes f", 1);
    let mut latin = plain.trim_end().as_bytes().to_vec();
    latin.extend_from_slice(b"\xfcr alle\n");
    let write = ["hash-object", "-t", "commit", "-w", "--stdin"];
    let id = String::from_utf8(git::fed(folder.path(), &write, &latin)).unwrap();
    git(folder.path(), &["update-ref", "refs/heads/main", id.trim()]);
    for scores in scores(folder.path()) {
        assert_eq!(counts(&scores, "A.java"), Some([1, 1, 1]));
    }
}
