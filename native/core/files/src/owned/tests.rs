//! Faultline's files are deleted, the user's are kept.

use tempfile::TempDir;

use super::*;

const KIND: Kind =
    Kind { name: "results", option: "--out", is_private: true, claims: is_marked, adopts: true };

fn is_marked(path: &Path) -> bool {
    fs::read(path).is_ok_and(|bytes| bytes.starts_with(b"ours"))
}

fn scratch() -> (TempDir, PathBuf) {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("a/out");
    (scratch, path)
}

fn there(path: &Path) -> Vec<String> {
    names(path).expect("a folder").iter().map(|name| name.display().to_string()).collect()
}

#[test]
fn a_new_folder_is_marked_and_found_again() {
    let (_scratch, path) = scratch();
    let folder = OwnedFolder::take(&path, KIND).expect("a new folder");
    folder.write("b/c.txt", b"text").expect("it is written");
    drop(folder);
    let folder = OwnedFolder::take(&path, KIND).expect("the same folder");
    assert!(folder.is_ours("b/c.txt") && !folder.is_ours("b"));
    folder.write("b/c.txt", b"other text").expect("it is replaced");
    folder.clear().expect("it is emptied");
    assert_eq!(there(&path), [MARKER]);
    folder.remove_all().expect("it is removed");
    assert!(!path.exists());
}

#[test]
fn a_folder_with_foreign_contents_is_refused_and_left_as_it_is() {
    let (_scratch, path) = scratch();
    fs::create_dir_all(path.join("tests")).expect("a folder");
    fs::write(path.join("tests/Mine.java"), "mine").expect("a file");
    let refused = OwnedFolder::take(&path, KIND).expect_err("it is not ours").to_string();
    assert!(refused.contains("holds tests, which faultline did not make"), "{refused}");
    assert!(refused.ends_with("name a new or empty folder with --out"), "{refused}");
    assert_eq!(there(&path), ["tests"]);
}

#[test]
fn an_empty_folder_and_one_with_what_is_known_as_ours_are_taken() {
    let (_scratch, path) = scratch();
    fs::create_dir_all(&path).expect("a folder");
    OwnedFolder::take(&path, KIND).expect("an empty folder").remove_all().expect("it is removed");
    fs::create_dir_all(&path).expect("a folder");
    fs::write(path.join("1.flt"), "ours 1").expect("a file");
    let folder = OwnedFolder::take(&path, KIND).expect("everything in it is ours");
    fs::write(path.join("2.flt"), "mine").expect("a file");
    folder.clear().expect("it is emptied");
    assert_eq!(there(&path), [MARKER, "2.flt"]);
}

#[test]
fn a_folder_whose_marker_was_not_in_place_when_a_program_was_killed_is_taken() {
    let (_scratch, path) = scratch();
    fs::create_dir_all(&path).expect("a folder");
    for (name, text) in [("Pts2GZ", "faultline resu"), ("", "")] {
        fs::write(path.join(format!("{MARKER}{name}.part")), text).expect("a file");
    }
    OwnedFolder::take(&path, KIND).expect("nothing else is in it").remove_all().expect("it is removed");
    fs::create_dir_all(&path).expect("a folder");
    fs::write(path.join(format!("{MARKER}.part")), "mine").expect("a file");
    assert!(OwnedFolder::take(&path, KIND).expect_err("it is the user's").to_string().contains(".part"));
}

#[test]
fn a_kind_that_adopts_nothing_takes_no_folder_without_a_marker() {
    let (_scratch, path) = scratch();
    fs::create_dir_all(&path).expect("a folder");
    fs::write(path.join("1.flt"), "ours 1").expect("a file");
    let refused =
        OwnedFolder::take(&path, Kind { adopts: false, ..KIND }).expect_err("no marker").to_string();
    assert!(refused.contains("1.flt"), "{refused}");
}

#[test]
fn files_are_moved_in_and_trees_renamed_only_where_nothing_of_the_users_is() {
    let (scratch, path) = scratch();
    let folder = OwnedFolder::take(&path, KIND).expect("a new folder");
    let from = scratch.path().join("made");
    fs::write(&from, "ours").expect("a file");
    fs::write(path.join("mine"), "mine").expect("a file");
    assert!(folder.take_in(&from, "mine").is_err());
    folder.take_in(&from, "tests/a").expect("nothing is there");
    assert_eq!(fs::read_to_string(path.join("tests/a")).expect("a file"), "ours");
    fs::write(folder.tree("moving").expect("a tree").join("b"), "ours").expect("a file");
    assert!(folder.rename_tree("moving", "mine").is_err());
    folder.rename_tree("moving", "earlier").expect("nothing is there");
    assert!(folder.is_ours("earlier/b") && !folder.is_ours("moving"));
    folder.remove_all().expect("what is ours is removed");
    assert_eq!(there(&path), ["mine"]);
}

#[test]
fn what_the_user_put_beside_it_is_neither_replaced_nor_removed() {
    let (_scratch, path) = scratch();
    let folder = OwnedFolder::take(&path, KIND).expect("a new folder");
    folder.write("tests/Ours.java", b"ours").expect("it is written");
    fs::write(path.join("tests/Mine.java"), "mine").expect("a file");
    fs::create_dir(path.join("scratch")).expect("a folder");
    fs::write(path.join("scratch/mine"), "mine").expect("a file");
    for refused in [
        folder.write("tests/Mine.java", b"ours").map(drop),
        folder.remove("tests/Mine.java"),
        folder.tree("scratch").map(drop),
        folder.empty_tree("scratch").map(drop),
        folder.write("../outside", b"ours").map(drop),
    ] {
        let why = refused.expect_err("it is not ours").to_string();
        assert!(why.contains("not made by faultline") || why.contains("not a path inside"), "{why}");
    }
    folder.remove_all().expect("what is ours is removed");
    assert_eq!(there(&path), ["scratch", "tests"]);
    assert_eq!(there(&path.join("tests")), ["Mine.java"]);
    assert_eq!(fs::read_to_string(path.join("scratch/mine")).expect("it is there"), "mine");
}

#[test]
fn what_lies_in_a_tree_of_ours_is_ours_and_needs_no_line_of_its_own() {
    let (_scratch, path) = scratch();
    let folder = OwnedFolder::take(&path, KIND).expect("a new folder");
    folder.tree("scratch").expect("a tree");
    let inner = folder.empty_tree("scratch/7").expect("a tree in it");
    fs::write(inner.join("a"), "ours").expect("a file");
    folder.empty_tree("scratch/7").expect("it is emptied");
    assert!(!inner.join("a").exists() && folder.is_ours("scratch/7/a"));
    let marker = fs::read_to_string(path.join(MARKER)).expect("a marker");
    assert_eq!(marker, "faultline results 1\ntree scratch\n");
}

#[test]
fn files_of_ours_below_a_folder_go_and_others_stay() {
    let (_scratch, path) = scratch();
    let folder = OwnedFolder::take(&path, KIND).expect("a new folder");
    for name in ["tests/A/1", "tests/A/b/2", "tests/AB/3"] {
        folder.write(name, b"ours").expect("it is written");
    }
    fs::write(path.join("tests/A/mine"), "mine").expect("a file");
    folder.remove_below("tests/A").expect("they are removed");
    assert_eq!(there(&path.join("tests/A")), ["mine"]);
    assert_eq!(there(&path.join("tests")), ["A", "AB"]);
    let moved = path.join("moved");
    fs::write(&moved, "ours").expect("a file");
    folder.take_in(&moved, "tests/A/mine").expect_err("it is the user's");
    folder.take_in(&moved, "tests/AB/3").expect("it is ours");
    assert_eq!(fs::read_to_string(path.join("tests/AB/3")).expect("it is there"), "ours");
    folder.fresh("tests/AB/3").expect("it is ours");
    assert_eq!(there(&path.join("tests")), ["A", "AB"]);
    assert!(there(&path.join("tests/AB")).is_empty());
}

#[test]
fn a_folder_of_the_users_in_the_place_of_a_file_of_ours_stays() {
    let (_scratch, path) = scratch();
    let folder = OwnedFolder::take(&path, KIND).expect("a new folder");
    folder.write("a", b"ours").expect("it is written");
    folder.tree("t").expect("a tree");
    fs::remove_file(path.join("a")).expect("a file");
    fs::create_dir(path.join("a")).expect("a folder");
    fs::write(path.join("a/mine"), "mine").expect("a file");
    fs::remove_dir(path.join("t")).expect("a folder");
    fs::write(path.join("t"), "mine").expect("a file");
    assert!(folder.remove("a").is_err() && folder.empty_tree("t").is_err());
    folder.remove_all().expect("what is ours is removed");
    assert_eq!((there(&path), there(&path.join("a"))), (vec!["a".into(), "t".into()], vec!["mine".into()]));
}

#[test]
fn a_name_is_forgotten_with_its_file() {
    let (_scratch, path) = scratch();
    let folder = OwnedFolder::take(&path, KIND).expect("a new folder");
    folder.write("a.txt", b"ours").expect("it is written");
    folder.tree("t").expect("a tree");
    folder.remove("a.txt").expect("it is removed");
    folder.remove("t").expect("it is removed");
    folder.remove("never").expect("it is not there");
    fs::write(path.join("a.txt"), "mine").expect("a file");
    drop(folder);
    let folder = OwnedFolder::existing(&path, KIND).expect("readable").expect("ours");
    assert!(folder.write("a.txt", b"ours").is_err());
    folder.remove_all().expect("it is removed");
    assert_eq!(there(&path), ["a.txt"]);
}

#[test]
fn a_folder_of_another_kind_is_refused_and_not_found() {
    let (_scratch, path) = scratch();
    OwnedFolder::take(&path, Kind { name: "recordings", ..KIND }).expect("a new folder");
    let refused = OwnedFolder::take(&path, KIND).expect_err("it is another's").to_string();
    assert!(refused.contains("another command (it holds recordings)"), "{refused}");
    assert!(OwnedFolder::existing(&path, KIND).expect("readable").is_none());
    assert!(OwnedFolder::existing(&path.join("none"), KIND).expect("readable").is_none());
}

#[test]
#[cfg(unix)]
fn links_are_neither_taken_nor_followed() {
    use std::os::unix::fs::symlink;
    let (scratch, path) = scratch();
    let mine = scratch.path().join("mine");
    fs::create_dir(&mine).expect("a folder");
    fs::write(mine.join("a"), "mine").expect("a file");
    fs::create_dir(scratch.path().join("a")).expect("a folder");
    symlink(&mine, &path).expect("a link");
    let refused = OwnedFolder::take(&path, KIND).expect_err("a link").to_string();
    assert!(refused.contains("is a link to"), "{refused}");
    assert!(OwnedFolder::existing(&path, KIND).expect("readable").is_none());
    fs::remove_file(&path).expect("the link");

    let folder = OwnedFolder::take(&path, KIND).expect("a new folder");
    folder.write("tests/a", b"ours").expect("it is written");
    symlink(scratch.path().join("nothing"), path.join("map.html")).expect("a dangling link");
    assert!(folder.write("map.html", b"ours").is_err());
    let tree = folder.tree("tree").expect("a tree");
    symlink(&mine, tree.join("link")).expect("a link");
    fs::remove_dir_all(path.join("tests")).expect("a folder");
    symlink(&mine, path.join("tests")).expect("a link");
    folder.clear().expect("it is emptied");
    assert_eq!(there(&mine), ["a"]);
    assert!(!path.join("tree").exists() && !scratch.path().join("nothing").exists());
    assert!(folder.write("tests/a", b"ours").is_err());
}

#[test]
#[cfg(unix)]
fn a_marker_that_somebody_made_up_does_not_lead_through_a_link() {
    let (scratch, path) = scratch();
    let mine = scratch.path().join("mine");
    fs::create_dir(&mine).expect("a folder");
    fs::write(mine.join("a"), "mine").expect("a file");
    OwnedFolder::take(&path, KIND).expect("a new folder");
    std::os::unix::fs::symlink(&mine, path.join("link")).expect("a link");
    let lines = "tree link/\ntree link/.\nfile link/a\ntree link//\nfile ../../mine/a\n";
    fs::write(path.join(MARKER), format!("faultline results 1\n{lines}")).expect("a marker");
    let folder = OwnedFolder::existing(&path, KIND).expect("readable").expect("ours");
    for name in ["link/", "link/."] {
        let _ = folder.remove(name);
        let _ = folder.empty_tree(name);
    }
    let removed = folder.remove_all();
    assert_eq!(there(&mine), ["a"]);
    removed.expect("what is ours is removed");
}

#[test]
#[cfg(unix)]
fn a_private_folder_is_only_the_users() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_scratch, path) = scratch();
    OwnedFolder::take(&path, KIND).expect("a new folder");
    assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, 0o700);
}
