//! Compares mined histories with the output of the git program.
use crate::git;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use faultline_vcs_history::{Change, History, HistoryError, Mining, mine};
use git::{Folder, Stream, differences, git};

fn all(folder: &Path) -> History {
    mine(folder, &Mining { merges: true, ..Mining::default() }).unwrap()
}

/// Mines a repository and asserts that git agrees.
fn same(folder: &Path) -> History {
    let history = all(folder);
    let differences = differences(&history, folder, "HEAD");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    history
}

/// Distinct lines for a file.
fn lines(name: &str, numbers: std::ops::Range<usize>) -> Vec<u8> {
    numbers.flat_map(|number| format!("{name} says {number} and goes on\n").into_bytes()).collect()
}

#[test]
fn every_kind_of_change_is_the_one_that_git_tells() {
    let mut stream = Stream::default();
    let mut now = 1000;
    let mut parent = Vec::new();
    let mut commit = |stream: &mut Stream, work: &dyn Fn(&mut Stream)| {
        now += 10;
        parent = vec![stream.commit(now, "a@b", "m", &parent)];
        work(stream);
    };
    commit(&mut stream, &|s| {
        s.file("100644", b"a/one.java", &lines("one", 0..30));
        s.file("100644", b"a/two.java", &lines("two", 0..30));
        s.file("100644", b"empty", b"");
        s.file("120000", b"link", b"a/one.java");
        s.file("100644", b"binary", b"\0\r\n\x01\r\n");
        s.file("100644", b"dir/x.txt", b"x\n");
        s.file("100644", b"dir.txt", b"between a file and a folder of its name\n");
        s.submodule(b"sub", '1');
    });
    commit(&mut stream, &|s| s.file("100644", b"a/one.java", &lines("one", 0..31)));
    commit(&mut stream, &|s| s.file("100755", b"a/one.java", &lines("one", 0..31)));
    commit(&mut stream, &|s| s.rename(b"a/one.java", b"b/one.java"));
    // Renamed and changed: found by name, by content alone, and changed too much.
    commit(&mut stream, &|s| {
        s.delete(b"b/one.java");
        s.file("100644", b"c/one.java", &lines("one", 3..31));
    });
    commit(&mut stream, &|s| {
        s.delete(b"a/two.java");
        s.file("100644", b"a/zwei.java", &lines("two", 10..35));
    });
    commit(&mut stream, &|s| {
        s.delete(b"a/zwei.java");
        s.file("100644", b"a/drei.java", &lines("two", 30..70));
    });
    // A folder replaces a file, and the other way round; types change.
    commit(&mut stream, &|s| {
        s.delete(b"dir/x.txt");
        s.file("100644", b"dir", b"now a file\n");
    });
    commit(&mut stream, &|s| {
        s.delete(b"dir");
        s.file("100644", b"dir/y.txt", b"now a file\n");
    });
    commit(&mut stream, &|s| {
        s.delete(b"link");
        s.file("100644", b"link", b"a/one.java");
    });
    commit(&mut stream, &|s| s.submodule(b"sub", '2'));
    commit(&mut stream, &|s| s.rename(b"sub", b"moved"));
    commit(&mut stream, &|s| s.rename(b"empty", b"void"));
    commit(&mut stream, &|s| s.rename(b"binary", b"binaries"));
    // An empty commit, and unusual file names.
    commit(&mut stream, &|_| {});
    commit(&mut stream, &|s| {
        s.file("100644", b"caf\xe9/\xff\"q\".java", b"latin\n");
        s.file("100644", "ümlaut/\t日本 .java".as_bytes(), b"tabs\n");
        s.file("100644", b"new\nline", b"lines\n");
    });
    commit(&mut stream, &|s| s.rename(b"caf\xe9/\xff\"q\".java", b"\xfe"));
    let folder = Folder::imported(&stream.bytes);
    let history = same(folder.path());
    let letters: String = history.commits.iter().flat_map(|c| &c.changes).map(Change::letter).collect();
    assert!("AMDTR".chars().all(|letter| letters.contains(letter)), "{letters}");
    assert_eq!((history.begin, history.authors.len()), (1010, 1));
    assert!(history.files.unwrap().contains(&"c/one.java".into()));
}

#[test]
fn of_many_equal_and_similar_files_those_are_paired_that_git_pairs() {
    let mut stream = Stream::default();
    let root = stream.commit(10, "a@b", "m", &[]);
    for n in 0..8 {
        stream.file("100644", format!("old/same{n}.txt").as_bytes(), b"all the same\n");
        stream.file("100644", format!("old/f{n}.txt").as_bytes(), &lines("similar", n..n + 20));
        stream.file("100644", format!("p{n}/Name.java").as_bytes(), &lines("name", n * 3..n * 3 + 30));
    }
    stream.commit(20, "a@b", "m", &[root]);
    for n in 0..8 {
        stream.delete(format!("old/same{n}.txt").as_bytes());
        stream.delete(format!("old/f{n}.txt").as_bytes());
        stream.delete(format!("p{n}/Name.java").as_bytes());
        stream.file("100644", format!("new/same{}.txt", (n * 5 + 6) % 11).as_bytes(), b"all the same\n");
        stream.file("100644", format!("new/g{}.txt", 7 - n).as_bytes(), &lines("similar", n + 2..n + 21));
        stream.file("100644", format!("q{n}/Name.java").as_bytes(), &lines("name", n * 3 + 4..n * 3 + 30));
    }
    let folder = Folder::imported(&stream.bytes);
    let history = same(folder.path());
    let renames = history.commits[0].changes.iter().filter(|change| change.letter() == 'R').count();
    assert!(renames > 20, "{renames}");
}

#[test]
fn beyond_a_million_pairs_only_equal_files_are_renames() {
    let mut stream = Stream::default();
    let root = stream.commit(10, "a@b", "m", &[]);
    for n in 0..1101 {
        stream.file("100644", format!("a/{n}.txt").as_bytes(), &lines(&format!("{n}"), 0..3));
    }
    stream.commit(20, "a@b", "m", &[root]);
    for n in 0..1101 {
        stream.delete(format!("a/{n}.txt").as_bytes());
        // One in a hundred is unchanged; all others have another name and another line.
        let end = if n % 100 == 0 { 3 } else { 4 };
        stream.file("100644", format!("b/{n}.md").as_bytes(), &lines(&format!("{n}"), 0..end));
    }
    let folder = Folder::imported(&stream.bytes);
    let history = same(folder.path());
    let renames = history.commits[0].changes.iter().filter(|change| change.letter() == 'R').count();
    assert_eq!(renames, 12);
}

#[test]
fn a_folder_of_many_files_that_moves_is_as_many_renames() {
    const FILES: usize = 3000;
    let mut stream = Stream::default();
    let root = stream.commit(10, "a@b", "m", &[]);
    for n in 0..FILES {
        stream.file("100644", format!("old/{n}.java").as_bytes(), &lines(&format!("{n}"), 0..3));
        // More equal files than are compared by name, and links with the same target.
        stream.file("100644", format!("old/same/{}.txt", n % 300).as_bytes(), b"all the same");
        stream.file("120000", format!("old/links/{}", n % 200).as_bytes(), b"all the same");
    }
    stream.commit(20, "a@b", "m", &[root]);
    for n in 0..FILES {
        stream.delete(format!("old/{n}.java").as_bytes());
        stream.file("100644", format!("new/{n}.java").as_bytes(), &lines(&format!("{n}"), 0..3));
        stream.delete(format!("old/same/{}.txt", n % 300).as_bytes());
        stream.file("100644", format!("new/same/{}.txt", n * 7 % 300).as_bytes(), b"all the same");
        stream.delete(format!("old/links/{}", n % 200).as_bytes());
        stream.file("120000", format!("new/links/{}", n * 3 % 250).as_bytes(), b"all the same");
    }
    let folder = Folder::imported(&stream.bytes);
    let history = same(folder.path());
    let renames = history.commits[0].changes.iter().filter(|change| change.letter() == 'R').count();
    assert_eq!(renames, FILES + 300 + 200);
}

#[test]
fn merges_are_compared_with_each_parent_and_roots_with_nothing() {
    let mut stream = Stream::default();
    let root = stream.commit(100, "a@b", "m", &[]);
    stream.file("100644", b"x.java", &lines("x", 0..20));
    stream.file("100644", b"y.java", &lines("y", 0..20));
    let left = stream.commit(200, "left@b", "m", &[root]);
    stream.rename(b"x.java", b"left/x.java");
    let right = stream.commit(200, "right@b", "m", &[root]);
    stream.file("100644", b"y.java", &lines("y", 0..22));
    stream.file("100644", b"new.java", b"new\n");
    let third = stream.commit(150, "a@b", "m", &[]);
    stream.file("100644", b"other/z.java", b"another root\n");
    let merge = stream.commit(300, "a@b", "Merge", &[left, right]);
    stream.file("100644", b"y.java", &lines("y", 0..22));
    stream.file("100644", b"new.java", b"new\n");
    let octopus = stream.commit(400, "a@b", "Merge", &[merge, right, third]);
    stream.file("100644", b"other/z.java", b"another root\n");
    // An evil merge: it changes what no parent has.
    stream.file("100644", b"evil.java", b"evil\n");
    stream.commit(390, "a@b", "a clock that is behind", &[octopus]);
    stream.file("100644", b"evil.java", b"less evil\n");
    let folder = Folder::imported(&stream.bytes);
    let history = same(folder.path());
    assert_eq!(history.commits.iter().map(|commit| commit.parents).max(), Some(3));
    assert_eq!(history.begin, 100);
    let without = mine(folder.path(), &Mining::default()).unwrap();
    for (with, without) in history.commits.iter().zip(&without.commits) {
        assert_eq!(without.changes.is_empty(), with.is_merge() || with.changes.is_empty());
        assert!(without.is_merge() || without.changes == with.changes);
    }
}

/// Pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

#[test]
fn random_histories_with_many_moves_and_merges_are_those_that_git_tells() {
    let mut all_moves = 0;
    for seed in 1..=6 {
        let mut numbers = Numbers(seed);
        let mut stream = Stream::default();
        // The tree of each commit; few names and lines make many files similar.
        let mut trees: Vec<BTreeMap<String, Vec<u8>>> = vec![BTreeMap::new()];
        for n in 1..=60 {
            let parents: Vec<usize> = match numbers.below(10) {
                _ if n == 1 => vec![],
                0 if n > 4 => vec![n - 1, 1 + numbers.below(n - 2)],
                1 if n > 4 => vec![1 + numbers.below(n - 1)],
                _ => vec![n - 1],
            };
            // Equal times, and clocks that run behind.
            let time = i64::try_from(1000 + 10 * (n / 2) - numbers.below(30)).unwrap();
            stream.commit(time, "a@b", "m", &parents);
            let mut tree = parents.first().map_or_else(BTreeMap::new, |&parent| trees[parent].clone());
            for _ in 0..numbers.below(8) {
                let path = format!(
                    "d{}/{}f{}.txt",
                    numbers.below(3),
                    ["", "s/"][numbers.below(2)],
                    numbers.below(9)
                );
                let mut text = Vec::new();
                let start = numbers.below(12);
                for line in start..start + numbers.below(14) {
                    text.extend(format!("line {} of few\n", line * (1 + numbers.below(2))).into_bytes());
                }
                let known: Vec<String> = tree.keys().cloned().collect();
                let other = known.get(numbers.below(known.len().max(1))).cloned();
                match (numbers.below(4), other) {
                    (0, Some(other)) => {
                        let mut moved = tree.remove(&other).unwrap();
                        stream.delete(other.as_bytes());
                        if numbers.below(2) == 0 {
                            moved.extend_from_slice(b"and one more\n");
                        }
                        stream.file("100644", path.as_bytes(), &moved);
                        tree.insert(path, moved);
                    }
                    (1, Some(other)) => {
                        tree.remove(&other);
                        stream.delete(other.as_bytes());
                    }
                    _ => {
                        stream.file("100644", path.as_bytes(), &text);
                        tree.insert(path, text);
                    }
                }
            }
            trees.push(tree);
        }
        let folder = Folder::imported(&stream.bytes);
        let history = same(folder.path());
        all_moves += history.commits.iter().flat_map(|c| &c.changes).filter(|c| c.letter() == 'R').count();
        for threads in [1, 7] {
            let mining = Mining { merges: true, threads, ..Mining::default() };
            assert_eq!(mine(folder.path(), &mining).unwrap(), history);
        }
        git(folder.path(), &["repack", "-adq"]);
        assert_eq!(all(folder.path()), history);
        let newest = |threads| Mining { merges: true, commits: Some(9), threads, ..Mining::default() };
        let without = mine(folder.path(), &newest(1)).unwrap();
        git(folder.path(), &["commit-graph", "write", "--reachable"]);
        for threads in [1, 2] {
            assert_eq!(mine(folder.path(), &newest(threads)).unwrap(), without);
        }
    }
    assert!(all_moves > 40, "only {all_moves} files moved");
}

/// Ten commits to one file.
fn ten() -> Folder {
    let mut stream = Stream::default();
    let mut parents = Vec::new();
    for n in 0..10 {
        let message = if n % 2 == 0 { "Fix it" } else { "Add it" };
        parents = vec![stream.commit(1000 + n, "me@here", message, &parents)];
        stream.file("100644", b"src/A.java", &lines("A", 0..n as usize));
    }
    let folder = Folder::imported(&stream.bytes);
    git(folder.path(), &["reset", "-q", "--hard"]);
    folder
}

#[test]
fn the_newest_commits_are_taken_while_the_beginning_stays() {
    let folder = ten();
    let mining = Mining { commits: Some(3), ..Mining::default() };
    let history = mine(folder.path(), &mining).unwrap();
    let times: Vec<i64> = history.commits.iter().map(|commit| commit.time).collect();
    assert_eq!((history.begin, times), (1000, vec![1009, 1008, 1007]));
    assert_eq!(history.authors, ["me@here"]);
    assert_eq!(history.commits.iter().map(|c| c.is_fix).collect::<Vec<_>>(), [false, true, false]);
    let older = mine(folder.path(), &Mining { revision: "HEAD~4".to_owned(), ..Mining::default() }).unwrap();
    assert_eq!(older.commits[0].time, 1005);
}

#[test]
fn subfolders_linked_worktrees_bare_and_shallow_clones_have_the_history_too() {
    let folder = ten();
    let expected = all(folder.path());
    assert_eq!(all(&folder.path().join("src")), expected);
    let other = Folder::new();
    let path = |name: &str| other.path().join(name);
    let text = |name: &str| path(name).to_str().unwrap().to_owned();
    git(folder.path(), &["worktree", "add", "-q", "--detach", &text("linked")]);
    assert_eq!(all(&path("linked")), expected);
    let url = format!("file://{}", folder.path().display());
    git(other.path(), &["clone", "-q", "--bare", &url, "bare"]);
    assert_eq!(all(&path("bare")), expected);
    git(other.path(), &["clone", "-q", "--depth", "4", &url, "shallow"]);
    let shallow = same(&path("shallow"));
    assert_eq!((shallow.commits.len(), shallow.begin), (4, 1006));
    assert_eq!(shallow.commits[3].changes, [Change::Added("src/A.java".into())]);
    // Submodules have separate histories.
    git(&path("shallow"), &["submodule", "--quiet", "add", &url, "inner"]);
    assert_eq!(all(&path("shallow/inner")), expected);
}

#[test]
fn where_there_is_nothing_to_mine_one_sentence_says_so() {
    let folder = Folder::new();
    let refusal = |folder: &Path, revision: &str| {
        let mining = Mining { revision: revision.to_owned(), ..Mining::default() };
        mine(folder, &mining).unwrap_err()
    };
    let error = refusal(folder.path(), "HEAD");
    assert!(matches!(error, HistoryError::NoRepository { .. }), "{error}");
    let error = refusal(&folder.path().join("not/there"), "HEAD");
    assert!(matches!(error, HistoryError::NoRepository { .. }), "{error}");
    git(folder.path(), &["init", "-q"]);
    let error = refusal(folder.path(), "HEAD");
    assert!(matches!(error, HistoryError::NoCommit { .. }), "{error}");
    let ten = ten();
    for revision in ["nowhere", "HEAD~99", "HEAD:src/A.java", ""] {
        let error = refusal(ten.path(), revision);
        assert!(matches!(error, HistoryError::NoRevision { .. }), "{error}");
        assert!(!error.to_string().contains('\n'));
    }
}

/// Unpacks all objects and removes one.
fn lose(folder: &Path, id: &str) {
    let pack = folder.join(".git/objects/pack");
    let packs: Vec<_> = fs::read_dir(&pack).unwrap().map(|entry| entry.unwrap().path()).collect();
    let is_pack = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "pack");
    let bytes = fs::read(packs.iter().find(is_pack).unwrap()).unwrap();
    for path in &packs {
        fs::remove_file(path).unwrap();
    }
    git::fed(folder, &["unpack-objects", "-q"], &bytes);
    fs::remove_file(folder.join(".git/objects").join(&id[..2]).join(&id[2..])).unwrap();
}

#[test]
fn a_missing_object_is_named() {
    let folder = ten();
    git(folder.path(), &["repack", "-adq"]);
    let id = String::from_utf8(git(folder.path(), &["rev-parse", "HEAD~5^{tree}"])).unwrap();
    lose(folder.path(), id.trim());
    let error = mine(folder.path(), &Mining::default()).unwrap_err().to_string();
    assert!(error.contains(id.trim()), "{error}");
}

#[test]
fn commits_that_are_not_asked_for_are_not_read_where_git_keeps_their_times() {
    let folder = ten();
    git(folder.path(), &["repack", "-adq"]);
    git(folder.path(), &["commit-graph", "write", "--reachable"]);
    let id = String::from_utf8(git(folder.path(), &["rev-parse", "HEAD~9"])).unwrap();
    lose(folder.path(), id.trim());
    let mining = Mining { commits: Some(3), ..Mining::default() };
    assert_eq!(mine(folder.path(), &mining).unwrap().begin, 1000);
    // A damaged commit-graph file is ignored.
    let file = folder.path().join(".git/objects/info/commit-graph");
    fs::remove_file(&file).unwrap();
    fs::write(&file, "CGPH, or what is left of it").unwrap();
    let error = mine(folder.path(), &mining).unwrap_err().to_string();
    assert!(error.contains(id.trim()), "{error}");
}

#[test]
fn what_is_kept_of_a_mining_changes_nothing_but_the_time() {
    let folder = ten();
    let kept = Folder::new();
    let cache = kept.path().join("deep/history");
    let with = |commits: Option<usize>| Mining {
        commits,
        cache: Some(cache.clone()),
        merges: true,
        ..Mining::default()
    };
    let expected = all(folder.path());
    assert_eq!(mine(folder.path(), &with(Some(4))).unwrap().commits, expected.commits[..4]);
    let some = fs::read(&cache).unwrap();
    assert_eq!(mine(folder.path(), &with(None)).unwrap(), expected);
    let everything = fs::read(&cache).unwrap();
    assert!(everything.len() > some.len());
    assert_eq!(mine(folder.path(), &with(None)).unwrap(), expected);
    assert_eq!(fs::read(&cache).unwrap(), everything);
    fs::write(&cache, &everything[..everything.len() - 1]).unwrap();
    assert_eq!(mine(folder.path(), &with(None)).unwrap(), expected);
    assert_eq!(fs::read(&cache).unwrap(), everything, "a damaged file is made anew");
    // The oldest commit of a shallow clone adds files that it only changes in the full clone.
    let url = format!("file://{}", folder.path().display());
    git(kept.path(), &["clone", "-q", "--depth", "2", &url, "shallow"]);
    let shallow = kept.path().join("shallow");
    assert_eq!(mine(&shallow, &with(None)).unwrap(), all(&shallow));
    assert_eq!(fs::read(&cache).unwrap(), everything);
    // An unwritable cache is ignored.
    let mining = Mining { cache: Some(cache.join("below/a/file")), merges: true, ..Mining::default() };
    assert_eq!(mine(folder.path(), &mining).unwrap(), expected);
    assert_eq!(fs::read_dir(cache.parent().unwrap()).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn what_is_kept_is_really_used() {
    let folder = ten();
    let kept = Folder::new();
    let mining = Mining { cache: Some(kept.path().join("history")), ..Mining::default() };
    let expected = mine(folder.path(), &mining).unwrap();
    // Without the trees of old commits only cached changes are available.
    git(folder.path(), &["repack", "-adq"]);
    let id = String::from_utf8(git(folder.path(), &["rev-parse", "HEAD~5^{tree}"])).unwrap();
    lose(folder.path(), id.trim());
    assert_eq!(mine(folder.path(), &mining).unwrap(), expected);
    assert!(mine(folder.path(), &Mining::default()).is_err());
}

#[test]
fn a_replaced_commit_is_mined_as_what_replaces_it() {
    let folder = ten();
    let kept = Folder::new();
    let mining = Mining { cache: Some(kept.path().join("history")), ..Mining::default() };
    let before = mine(folder.path(), &mining).unwrap();
    git(folder.path(), &["replace", "HEAD~3", "HEAD~5"]);
    let after = mine(folder.path(), &mining).unwrap();
    assert_eq!(after, mine(folder.path(), &Mining::default()).unwrap());
    assert_ne!(after.commits, before.commits);
    same(folder.path());
}

#[test]
fn several_processes_may_keep_their_changes_in_one_file() {
    let folder = ten();
    let kept = Folder::new();
    let cache = kept.path().join("history");
    let expected = all(folder.path());
    std::thread::scope(|scope| {
        for commits in 1..9 {
            let mining = Mining {
                commits: Some(commits),
                cache: Some(cache.clone()),
                merges: true,
                ..Mining::default()
            };
            let (folder, expected) = (folder.path(), &expected.commits[..commits]);
            scope.spawn(move || {
                for _ in 0..5 {
                    assert_eq!(mine(folder, &mining).unwrap().commits, expected);
                }
            });
        }
    });
    assert_eq!(fs::read_dir(kept.path()).unwrap().count(), 1, "nothing is left behind");
}
