//! Writes pages as files.

use std::path::{Path, PathBuf};

use faultline_files::{Kind, OwnedFolder, claims_nothing};
use faultline_messages::failure::Failure;

/// A file of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its path below the report's folder.
    pub path: String,
    /// Its content.
    pub text: String,
}

/// The start page.
const START: &str = "index.html";

/// The folder of a report. It is not private, because reports are meant to be published.
const KIND: Kind =
    Kind { name: "report", option: "--out", is_private: false, claims: claims_nothing, adopts: false };

/// Writes a report into a folder, replacing an earlier report there. Returns the start page.
/// Errors: the folder holds something else, or it cannot be written.
pub fn write(folder: &Path, pages: &[Page]) -> Result<PathBuf, Failure> {
    let owned = OwnedFolder::take(folder, KIND).map_err(|refused| Failure::misuse(refused.to_string()))?;
    let written = owned
        .clear()
        .and_then(|()| pages.iter().try_for_each(|page| owned.write(&page.path, page.text.as_bytes())));
    written.map_err(|error| {
        Failure::failed(format!(
            "{} cannot be written: {error}; name another folder with --out",
            folder.display()
        ))
    })?;
    Ok(folder.join(START))
}

/// Removes a report, and its folder if that is then empty. A folder with other content is left alone.
/// Errors: it cannot be removed.
pub fn remove(folder: &Path) -> Result<(), Failure> {
    let removed =
        OwnedFolder::existing(folder, KIND).and_then(|owned| owned.map_or(Ok(()), OwnedFolder::remove_all));
    removed.map_err(|error| {
        let path = folder.display();
        Failure::failed(format!("the earlier report in {path} cannot be removed: {error}; remove it by hand"))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn page(path: &str) -> Page {
        Page { path: path.to_owned(), text: path.to_owned() }
    }

    #[test]
    fn a_report_replaces_an_earlier_one_and_leaves_nothing_of_it() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().join("a/report");
        write(&folder, &[page("index.html"), page("source/1.html"), page("source/2.html")])
            .expect("a new folder");
        let start = write(&folder, &[page("index.html"), page("source/1.html")]).expect("the same folder");
        assert_eq!(start, folder.join("index.html"));
        assert!(folder.join("source/1.html").is_file() && !folder.join("source/2.html").exists());
    }

    #[test]
    fn a_report_is_removed_and_a_folder_of_something_else_is_not() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().join("report");
        write(&folder, &[page("index.html"), page("source/1.html")]).expect("a new folder");
        remove(&folder).expect("it is ours");
        assert!(!folder.exists());
        remove(&folder).expect("there is nothing to remove");
        fs::write(scratch.path().join("index.html"), "mine").expect("a file");
        remove(scratch.path()).expect("it is left alone");
        assert!(scratch.path().join("index.html").is_file());
    }

    #[test]
    fn a_folder_of_something_else_is_left_alone() {
        let scratch = tempfile::tempdir().expect("a folder");
        fs::write(scratch.path().join("index.html"), "mine").expect("a file");
        let refused = write(scratch.path(), &[page("index.html")]).expect_err("it is not ours");
        assert!(refused.to_string().contains("--out"), "{refused}");
        assert_eq!(fs::read_to_string(scratch.path().join("index.html")).expect("it is there"), "mine");
    }

    #[test]
    #[cfg(unix)]
    fn a_link_in_the_folder_is_not_written_through() {
        let scratch = tempfile::tempdir().expect("a folder");
        let (folder, elsewhere) = (scratch.path().join("report"), scratch.path().join("elsewhere"));
        write(&folder, &[page("index.html")]).expect("a new folder");
        std::os::unix::fs::symlink(&elsewhere, folder.join("map.html")).expect("a dangling link");
        let refused = write(&folder, &[page("index.html"), page("map.html")]).expect_err("it is the user's");
        assert!(refused.to_string().contains("was not made by faultline"), "{refused}");
        assert!(!elsewhere.exists() && folder.join("map.html").is_symlink());
    }

    #[test]
    fn what_the_user_put_beside_a_report_stays() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().join("report");
        write(&folder, &[page("index.html"), page("source/1.html")]).expect("a new folder");
        fs::write(folder.join("source/notes.txt"), "mine").expect("a file");
        write(&folder, &[page("index.html")]).expect("the same folder");
        remove(&folder).expect("it is ours");
        assert_eq!(fs::read_to_string(folder.join("source/notes.txt")).expect("it is there"), "mine");
        assert!(!folder.join("index.html").exists());
    }
}
