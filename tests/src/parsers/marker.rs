//! Lists of our folders' contents: whatever a list contains, nothing outside the folder, and nothing in it that is not listed, is
//! changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use faultline_files::{Kind, MARKER, OwnedFolder, claims_nothing};

use super::files::Scratch;

const KIND: Kind =
    Kind { name: "mutants", option: "--dir", is_private: true, claims: claims_nothing, adopts: false };

const LISTS: [&str; 3] = [
    "faultline mutants 1\nfile a\ntree t\nfile b/c\ntree b/t\nfile 50%25 %0A\n",
    "faultline mutants 1\ntree link/\ntree link/.\nfile link/mine\ntree ..\nfile ../mine\ntree .\nfile /dev/null\ntree b//\nfile mine\n",
    "faultline mutants 1\nfile a\nfile to",
];

pub(super) fn seeds() -> Vec<Vec<u8>> {
    LISTS.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// A folder with files, folders, and links that lead out of it; `mine` is only on a made-up list.
fn world(scratch: &Path) -> PathBuf {
    let folder = scratch.join("folder");
    for parent in ["folder/t", "folder/b/t", "outside/t"] {
        fs::create_dir_all(scratch.join(parent)).expect("a temporary folder");
    }
    for file in
        ["folder/a", "folder/t/x", "folder/b/c", "folder/b/mine", "outside/mine", "outside/t/x", "mine"]
    {
        fs::write(scratch.join(file), file).expect("a temporary file");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("../outside", folder.join("link")).expect("a link");
    folder
}

fn files(below: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(below).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => files(&entry.path(), found),
            Ok(kind) if kind.is_file() => {
                found.insert(entry.path(), fs::read(entry.path()).unwrap_or_default());
            }
            _ => {}
        }
    }
}

/// The content outside the folder, and the unlisted content in it.
fn of_the_user(scratch: &Path, folder: Option<&OwnedFolder>) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    files(scratch, &mut found);
    let root = scratch.join("folder");
    found.retain(|path, _| match path.strip_prefix(&root) {
        Ok(name) => name != Path::new(MARKER) && !folder.is_some_and(|folder| folder.is_ours(name)),
        Err(_) => true,
    });
    found
}

pub(super) fn check(data: &[u8]) -> bool {
    let scratch = Scratch::new();
    let folder = world(&scratch.0);
    let marker = folder.join(MARKER);
    fs::write(&marker, data).expect("a temporary file");
    let Ok(Some(owned)) = OwnedFolder::existing(&folder, KIND) else {
        if let Err(refused) = OwnedFolder::take(&folder, KIND) {
            assert!(refused.to_string().contains("--dir"), "{refused}");
        }
        assert_eq!(fs::read(&marker).expect("it stays"), data);
        return false;
    };
    let before = of_the_user(&scratch.0, Some(&owned));
    // Adding a name and removing it rewrites the list, which then reads the same.
    let rewrite = |owned: OwnedFolder| {
        owned.file("new name").expect("nothing is there");
        owned.remove("new name").expect("it is on the list");
        fs::read(&marker).expect("a marker")
    };
    let is_new = !owned.is_ours("new name");
    let written = rewrite(owned);
    let owned = OwnedFolder::existing(&folder, KIND).expect("readable").expect("ours");
    assert_eq!(of_the_user(&scratch.0, Some(&owned)), before, "the list is another one");
    assert!(rewrite(owned) == written || !is_new, "what was written is not read the same");
    let owned = OwnedFolder::existing(&folder, KIND).expect("readable").expect("ours");
    // A folder in place of a file of ours stays, and may cause an error, which is ignored here.
    let _ = owned.remove_all();
    let after = of_the_user(&scratch.0, None);
    for (path, content) in &before {
        assert_eq!(after.get(path), Some(content), "{} is the user's", path.display());
    }
    true
}
