//! The bounds of a project, and the recordings of a command without arguments.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use faultline_files::other_owner;
use faultline_messages::failure::Failure;

/// The folder into which `faultline run` records by default.
pub const DEFAULT_FOLDER: &str = faultline_flt::FOLDER;

/* An unbounded upward search could find a folder of another user: in /tmp, in /home, in the root of a shared
disk. So the search ends with the project, and before that at the first folder of another user. A folder
counts as another user's if it belongs neither to the user nor to the owner of the folder in which the search
starts: root works in the folders of others, as in containers, where the recording is root's own. */

/// Marks the folder of a repository.
const REPOSITORY: &str = ".git";
/// Files that mark the folder of a project or of a module.
const BUILD_FILES: [&str; 13] = [
    "pom.xml",
    "settings.gradle",
    "settings.gradle.kts",
    "build.gradle",
    "build.gradle.kts",
    "build.xml",
    "build.sbt",
    "build.sc",
    "build.mill",
    "MODULE.bazel",
    "WORKSPACE",
    "WORKSPACE.bazel",
    "project.clj",
];

/// The folder of the project that contains `folder`: the nearest folder, from `folder` upwards, with a
/// `.git`; if there is none, the outermost with a build file; otherwise `folder` itself. The search ends
/// below the first folder of another user.
pub fn root_of(folder: &Path) -> PathBuf {
    let start = dunce::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let chain = within_reach(&start);
    let repository = chain.iter().find(|folder| folder.join(REPOSITORY).exists());
    let built = || chain.iter().rfind(|folder| BUILD_FILES.iter().any(|file| folder.join(file).is_file()));
    repository.or_else(built).map_or_else(|| start.clone(), |&root| root.to_owned())
}

/// The folder with the nearest `.faultline`, from `here` up to the project's folder. `None` if there is none.
/// Errors: the nearest belongs to another user, or is a symbolic link.
pub fn search(here: &Path) -> Result<Option<PathBuf>, Failure> {
    let here = dunce::canonicalize(here).unwrap_or_else(|_| here.to_owned());
    let root = root_of(&here);
    for folder in here.ancestors() {
        let recordings = folder.join(DEFAULT_FOLDER);
        if fs::symlink_metadata(&recordings).is_ok_and(|data| data.is_dir() || data.is_symlink()) {
            return may_be_taken(&recordings).map(|()| Some(folder.to_owned()));
        }
        if folder == root {
            break;
        }
    }
    Ok(None)
}

/// `there is no .faultline in /p/a, or above it up to /p`.
pub fn nothing_found(here: &Path) -> String {
    let root = root_of(here);
    let above = if root == here { String::new() } else { format!(", or above it up to {}", root.display()) };
    format!("there is no {DEFAULT_FOLDER} in {}{above}", here.display())
}

/// Checks that an implicitly found `.faultline` belongs to the user. Errors: it does not, or it is a link.
fn may_be_taken(recordings: &Path) -> Result<(), Failure> {
    let path = recordings.display();
    if recordings.is_symlink() {
        return Err(Failure::failed(format!(
            "{path} is a symbolic link, which is not followed by default; name the folder that it leads to, as in \
             faultline rank DIR"
        )));
    }
    match other_owner(recordings) {
        Ok(None) => Ok(()),
        Ok(Some(owner)) => Err(Failure::failed(format!(
            "{path} belongs to user {owner}, not to you, so it is not read by default; to read it, name it: faultline rank {path}"
        ))),
        Err(error) => Err(Failure::failed(format!("{path} cannot be examined: {error}"))),
    }
}

/// A folder and those above it, up to the first of another user.
fn within_reach(start: &Path) -> Vec<&Path> {
    let owners = |path: &Path| other_owner(path);
    reach(start, &owners)
}

fn reach<'p>(start: &'p Path, other_owner: &dyn Fn(&Path) -> io::Result<Option<u32>>) -> Vec<&'p Path> {
    let of_start = other_owner(start).ok().flatten();
    let is_in_reach = |folder: &&Path| match other_owner(folder) {
        Ok(None) => true,
        Ok(owner) => owner == of_start,
        Err(_) => false,
    };
    let above = start.ancestors().skip(1).take_while(is_in_reach);
    [start].into_iter().chain(above).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(files: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().expect("a parent")).expect("folders");
            fs::write(file, "").expect("a file");
        }
        let real = dunce::canonicalize(folder.path()).expect("it is there");
        (folder, real)
    }

    #[test]
    fn a_project_ends_at_its_repository_else_at_the_outermost_build_file() {
        let (_kept, at) =
            scratch(&["pom.xml", "a/.git/HEAD", "a/b/pom.xml", "c/d/e/build.gradle.kts", "c/d/e/f/x"]);
        assert_eq!(root_of(&at.join("a/b")), at.join("a"));
        assert_eq!(root_of(&at.join("c/d/e/f")), at, "a folder between may have no build file");
        let (_kept, at) = scratch(&["a/b/x"]);
        assert_eq!(root_of(&at.join("a/b")), at.join("a/b"), "nothing says where the project ends");
    }

    #[test]
    fn recordings_above_the_project_are_not_found() {
        let (_kept, at) = scratch(&[
            ".faultline/1.flt",
            "p/pom.xml",
            "p/a/src/x",
            "q/.faultline/1.flt",
            "q/pom.xml",
            "q/a/x",
        ]);
        assert_eq!(search(&at.join("p/a/src")).expect("nothing odd"), None);
        assert_eq!(search(&at.join("q/a")).expect("nothing odd"), Some(at.join("q")));
        assert_eq!(
            search(&at).expect("nothing odd"),
            Some(at.clone()),
            "the folder itself is always looked in"
        );
        let said = nothing_found(&at.join("p/a"));
        assert!(said.ends_with(&format!("/p/a, or above it up to {}", at.join("p").display())), "{said}");
    }

    #[test]
    fn the_way_up_ends_at_a_folder_of_somebody_else() {
        let owners = |of: &'static [(&'static str, Option<u32>)]| {
            move |path: &Path| {
                let known = of.iter().find(|(folder, _)| Path::new(folder) == path);
                known.map(|(_, owner)| *owner).ok_or(io::ErrorKind::NotFound.into())
            }
        };
        let up = |of| reach(Path::new("/p/a"), &owners(of)).len();
        assert_eq!(up(&[("/p/a", None), ("/p", None), ("/", None)]), 3);
        assert_eq!(
            up(&[("/p/a", None), ("/p", Some(7)), ("/", None)]),
            1,
            "its own .faultline would be found"
        );
        assert_eq!(
            up(&[("/p/a", Some(7)), ("/p", Some(7)), ("/", Some(8))]),
            2,
            "root in somebody's project"
        );
        assert_eq!(up(&[("/p/a", Some(7)), ("/p", Some(8)), ("/", None)]), 1);
        assert_eq!(up(&[("/p/a", None)]), 1, "what cannot be examined is nobody's");
    }

    #[cfg(unix)]
    #[test]
    fn a_faultline_that_is_a_link_or_somebody_elses_is_not_taken_unasked() {
        use std::os::unix::fs::{chown, symlink};
        let (_kept, at) = scratch(&["pom.xml", "a/x", "real/1.flt"]);
        symlink(at.join("real"), at.join(".faultline")).expect("a link");
        let said = search(&at.join("a")).expect_err("a link").to_string();
        assert!(said.contains(".faultline is a symbolic link, which is not followed by default"), "{said}");
        fs::remove_file(at.join(".faultline")).expect("it goes");
        fs::create_dir(at.join(".faultline")).expect("a folder");
        if chown(at.join(".faultline"), Some(54_321), None).is_err() {
            println!("only root can give folders to others: a .faultline of somebody else is not tested");
            return;
        }
        let said = search(&at.join("a")).expect_err("somebody else's").to_string();
        assert!(said.contains(".faultline belongs to user 54321, not to you"), "{said}");
        assert!(said.contains("to read it, name it: faultline rank /"), "{said}");
    }
}
