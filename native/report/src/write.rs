//! Pages become files.

use std::fs;
use std::path::{Path, PathBuf};

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
const FOLDERS: [&str; 3] = ["assets", "neighbours", "source"];
/// Files of a report beside them.
const FILES: [&str; 3] = ["index.html", "map.html", "neighbours.html"];

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
    for name in FOLDERS {
        let known = folder.join(name);
        if known.is_dir() {
            fs::remove_dir_all(known).map_err(cannot)?;
        }
    }
    for name in FILES {
        let known = folder.join(name);
        if known.is_file() {
            fs::remove_file(known).map_err(cannot)?;
        }
    }
    for page in pages {
        let path = folder.join(&page.path);
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(cannot)?;
        fs::write(path, &page.text).map_err(cannot)?;
    }
    Ok(folder.join(FILES[0]))
}

/// Whether a folder is not there, empty, or holds a report.
fn may_write(folder: &Path) -> bool {
    if !folder.exists() {
        return true;
    }
    let Ok(mut entries) = fs::read_dir(folder) else { return false };
    let mark = format!("<meta name=\"generator\" content=\"{GENERATOR}\">");
    let is_report = || {
        let start = fs::read(folder.join(FILES[0])).unwrap_or_default();
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
    fn a_folder_of_something_else_is_left_alone() {
        let scratch = tempfile::tempdir().expect("a folder");
        fs::write(scratch.path().join("index.html"), "mine").expect("a file");
        let refused = write(scratch.path(), &[page("index.html")]).expect_err("it is not ours");
        assert!(refused.to_string().contains("--out"), "{refused}");
        assert_eq!(fs::read_to_string(scratch.path().join("index.html")).expect("it is there"), "mine");
    }
}
