//! Pages become files.

use std::fs;
use std::path::{Path, PathBuf};

use faultline_files::regular;
use faultline_telling::failure::Failure;

use crate::frame::GENERATOR;

/// A file of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its path below the report's folder.
    pub path: String,
    /// What it holds.
    pub text: String,
}

/// Folders of a report that are its own.
const FOLDERS: [&str; 4] = ["assets", "neighbours", "pictures", "source"];
/// Files of a report beside them.
const FILES: [&str; 4] = ["index.html", "map.html", "neighbours.html", "suite.html"];

/// Where the mark of a report stands, at the latest. Units: bytes.
const HEAD: u64 = 1 << 16;

/// Writes a report into a folder, in place of an earlier one there; its start page.
/// Errors: the folder holds something else; it cannot be written.
pub fn write(folder: &Path, pages: &[Page]) -> Result<PathBuf, Failure> {
    let cannot = |error: std::io::Error| {
        Failure::failed(format!(
            "{} cannot be written: {error}; name another folder with --out",
            folder.display()
        ))
    };
    if !may_write(folder) {
        return Err(Failure::misuse(format!(
            "{} holds files that are no report; name a new folder with --out",
            folder.display()
        )));
    }
    clear(folder).map_err(cannot)?;
    for page in pages {
        let path = folder.join(&page.path);
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(cannot)?;
        fs::write(path, &page.text).map_err(cannot)?;
    }
    Ok(folder.join(FILES[0]))
}

/// Removes a report, and its folder where that is empty then. A folder of something else is left alone.
/// Errors: it cannot be removed.
pub fn remove(folder: &Path) -> Result<(), Failure> {
    if !folder.is_dir() || !may_write(folder) {
        return Ok(());
    }
    clear(folder).map_err(|error| {
        let path = folder.display();
        Failure::failed(format!("the earlier report in {path} cannot be removed: {error}; remove it by hand"))
    })?;
    // What else lies there is not ours.
    let _ = fs::remove_dir(folder);
    Ok(())
}

/// Removes what an earlier report wrote.
fn clear(folder: &Path) -> std::io::Result<()> {
    for known in FOLDERS.map(|name| folder.join(name)) {
        if known.is_dir() {
            fs::remove_dir_all(known)?;
        }
    }
    for known in FILES.map(|name| folder.join(name)) {
        if known.is_file() {
            fs::remove_file(known)?;
        }
    }
    Ok(())
}

/// Whether a folder is not there, empty, or holds a report.
fn may_write(folder: &Path) -> bool {
    if !folder.exists() {
        return true;
    }
    let Ok(mut entries) = fs::read_dir(folder) else { return false };
    let mark = format!("<meta name=\"generator\" content=\"{GENERATOR}\">");
    let is_report = || {
        let start = regular::first(&folder.join(FILES[0]), HEAD).unwrap_or_default();
        String::from_utf8_lossy(&start).contains(&mark)
    };
    entries.next().is_none() || is_report()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(path: &str) -> Page {
        let text = format!("<meta name=\"generator\" content=\"{GENERATOR}\">{path}");
        Page { path: path.to_owned(), text }
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
}
