//! Repositories in the forms that people and build servers have them in.

use std::path::{Path, PathBuf};

use faultline_vcs_history::{
    HistoryError, LastChange, Mining, Part, Snapshot, Tracing, UnitKind, last, mine, sources, trace,
};

use crate::git::{Folder, git, rev_list};

const FILE: &str = "src/main/java/p/A.java";

fn version(n: u32) -> String {
    format!("package p;\nclass A {{\n  int f() {{\n    return {n};\n  }}\n  int g() {{ return 0; }}\n}}\n")
}

/// A repository of three versions of a class, made with these options of `git init`.
fn made(options: &[&str]) -> Folder {
    let folder = Folder::new();
    let root = folder.path();
    git(root, &[&["init", "-q", "-b", "main"], options].concat());
    std::fs::create_dir_all(root.join("src/main/java/p")).unwrap();
    for n in 1..=3 {
        std::fs::write(root.join(FILE), version(n)).unwrap();
        git(root, &["add", "-A"]);
        git(root, &["commit", "-q", "-m", &format!("Fix {n}")]);
    }
    folder
}

fn clone(of: &Folder, options: &[&str]) -> (Folder, PathBuf) {
    git(of.path(), &["config", "uploadpack.allowFilter", "true"]);
    let other = Folder::new();
    let url = format!("file://{}", of.path().display());
    git(other.path(), &[&["clone", "-q"], options, &[&url, "clone"]].concat());
    let path = other.path().join("clone");
    (other, path)
}

/// The two methods of the class.
fn parts() -> [Part; 2] {
    [("A.f()", 2..5), ("A.g()", 5..6)].map(|(method, rows)| Part {
        path: FILE.into(),
        rows,
        method: Some(method.to_owned()),
        lines: Vec::new(),
    })
}

fn last_changes(folder: &Path) -> Vec<Option<LastChange>> {
    last(folder, &Tracing::default(), &parts()).unwrap().changes
}

#[test]
fn a_repository_of_sha_256_is_read_like_any_other() {
    let folder = made(&["--object-format=sha256"]);
    let root = folder.path();
    let ids = rev_list(root, "main");
    assert_eq!(ids[0].len(), 64);
    for is_packed in [false, true] {
        if is_packed {
            git(root, &["gc", "-q"]);
        }
        let history = mine(root, &Mining { units: true, lines: true, ..Mining::default() }).unwrap();
        assert!(history.commits.iter().map(|commit| &commit.id).eq(&ids), "packed: {is_packed}");
        assert_eq!(history.commits[0].changes.len(), 1);
        assert!(history.commits[0].units.iter().flatten().any(|((kind, _), _)| *kind == UnitKind::Method));
        let found = trace(root, &Tracing::default(), &parts()).unwrap();
        assert_eq!(found.changes.iter().map(Vec::len).collect::<Vec<_>>(), [3, 1]);
        let of = |change: &Option<LastChange>| match change {
            Some(LastChange::Commit { id, .. }) => id.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(last_changes(root).iter().map(of).collect::<Vec<_>>(), [&*ids[0], &*ids[2]]);
        let snapshot = Snapshot::of(root, "HEAD~1", false).unwrap();
        assert_eq!(snapshot.committed(&FILE.into()).unwrap().unwrap(), version(2).as_bytes());
    }
}

#[test]
fn a_partial_clone_is_read_as_far_as_it_goes_and_is_named_where_it_ends() {
    let folder = made(&[]);
    let (_kept, partial) = clone(&folder, &["--filter=blob:none"]);
    let is_said = |error: HistoryError| {
        let text = error.to_string();
        assert!(matches!(error, HistoryError::Partial { .. }), "{text}");
        assert!(text.contains("partial") && text.contains("git fetch --refetch --no-filter"), "{text}");
    };
    // Which files changed, and what is checked out, is there.
    assert_eq!(mine(&partial, &Mining::default()).unwrap(), mine(folder.path(), &Mining::default()).unwrap());
    assert_eq!(sources(&partial, "HEAD", |_| true).unwrap().len(), 1);
    is_said(mine(&partial, &Mining { units: true, ..Mining::default() }).unwrap_err());
    is_said(trace(&partial, &Tracing::default(), &parts()).unwrap_err());
    is_said(Snapshot::of(&partial, "HEAD~1", false).unwrap().committed(&FILE.into()).unwrap_err());
    let found = last(&partial, &Tracing::default(), &parts()).unwrap();
    assert_eq!((found.changes, found.is_partial), (vec![None, None], true));
    // Nothing was fetched.
    let missing = || {
        let all = git(&partial, &["rev-list", "--objects", "--all", "--missing=print"]);
        String::from_utf8(all).unwrap().lines().filter(|line| line.starts_with('?')).count()
    };
    assert_eq!(missing(), 2);
    git(&partial, &["fetch", "-q", "--refetch", "--no-filter"]);
    assert_eq!(missing(), 0);
    let whole = last(&partial, &Tracing::default(), &parts()).unwrap();
    assert_eq!((whole.changes, whole.is_partial), (last_changes(folder.path()), false));

    let (_kept, treeless) = clone(&folder, &["--filter=tree:0"]);
    is_said(mine(&treeless, &Mining::default()).unwrap_err());
}

#[test]
fn a_missing_object_of_a_whole_clone_is_no_partial_one() {
    let folder = made(&[]);
    git(folder.path(), &["remote", "add", "origin", "file:///nowhere"]);
    let id = String::from_utf8(git(folder.path(), &["rev-parse", "HEAD~1^{tree}"])).unwrap();
    folder.lose(id.trim());
    let error = mine(folder.path(), &Mining::default()).unwrap_err();
    assert!(matches!(error, HistoryError::Object { .. }), "{error}");
}

#[test]
fn a_worktree_and_a_submodule_say_who_changed_a_method_last() {
    let folder = made(&[]);
    let expected = last_changes(folder.path());
    assert!(expected.iter().all(Option::is_some));
    let other = Folder::new();
    let linked = other.path().join("linked");
    git(folder.path(), &["worktree", "add", "-q", "--detach", linked.to_str().unwrap()]);
    assert_eq!(last_changes(&linked), expected);
    let above = made(&[]);
    let url = format!("file://{}", folder.path().display());
    git(above.path(), &["submodule", "--quiet", "add", &url, "inner"]);
    assert_eq!(last_changes(&above.path().join("inner")), expected);
    assert_eq!(last_changes(above.path()).len(), 2);
}
