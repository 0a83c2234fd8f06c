//! Pictures that other commands drew beside the recordings: budgets, learning curves.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use faultline_files::regular::{self, Limit};
use faultline_terminal::svg;

use crate::write::Page;

/// Pictures on a page, at most.
const MOST: usize = 8;
/// Bytes of a picture, at most.
const LARGEST: Limit = Limit::mebibytes(1, "a picture");
/// The folder of recordings unless told otherwise: what lies beside it belongs to it.
const USUAL: &str = ".faultline";

/// A picture that this program drew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name of its file.
    pub name: String,
    /// What it says it shows.
    pub title: String,
    svg: String,
}

impl Picture {
    /// Where it lies in a report, seen from the start page.
    pub fn path(at: usize) -> String {
        format!("pictures/{}.svg", at + 1)
    }

    /// Its file in a report.
    pub fn page(&self, at: usize) -> Page {
        Page { path: Self::path(at), text: self.svg.clone() }
    }
}

/// The pictures beside recordings, by name: in their folders, and in those that hold a `.faultline`. Files that this program did not
/// draw are left alone.
pub fn beside(recordings: &[PathBuf]) -> Vec<Picture> {
    let mut folders = BTreeSet::new();
    for folder in recordings.iter().filter_map(|file| file.parent()) {
        folders.insert(folder.to_owned());
        if folder.file_name().is_some_and(|name| name == USUAL) {
            folders.insert(folder.parent().unwrap_or(Path::new("")).to_owned());
        }
    }
    let mut pictures: Vec<Picture> = folders.iter().flat_map(|folder| of_folder(folder)).collect();
    pictures.sort_by(|a, b| a.name.cmp(&b.name));
    pictures.truncate(MOST);
    pictures
}

fn of_folder(folder: &Path) -> Vec<Picture> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(here).into_iter().flatten().filter_map(Result::ok);
    entries.filter_map(|entry| of_file(&entry.path())).collect()
}

fn of_file(path: &Path) -> Option<Picture> {
    let is_picture = path.extension().is_some_and(|ending| ending == "svg");
    if !is_picture || !path.is_file() {
        return None;
    }
    let svg = regular::read_to_string(path, LARGEST).ok()?;
    let title = svg::title(&svg)?;
    Some(Picture { name: path.file_name()?.to_string_lossy().into_owned(), title, svg })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_ours_beside_the_recordings_are_found_and_no_others() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().join(".faultline");
        fs::create_dir(&folder).expect("a folder");
        let ours = "<svg xmlns=\"http://www.w3.org/2000/svg\" data-faultline=\"budget\"><title>B &amp; C</title></svg>";
        for (path, text) in [
            (scratch.path().join("budget.svg"), ours),
            (folder.join("curve.svg"), ours),
            (
                scratch.path().join("logo.svg"),
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>x</title></svg>",
            ),
            (scratch.path().join("notes.txt"), ours),
        ] {
            fs::write(path, text).expect("a file");
        }
        let found = beside(&[folder.join("1.flt"), folder.join("2.flt")]);
        let names: Vec<&str> = found.iter().map(|picture| picture.name.as_str()).collect();
        assert_eq!(names, ["budget.svg", "curve.svg"]);
        assert_eq!((found[0].title.as_str(), found[0].page(0).path.as_str()), ("B & C", "pictures/1.svg"));
        assert_eq!(beside(&[scratch.path().join("elsewhere/1.flt")]), []);
    }
}
