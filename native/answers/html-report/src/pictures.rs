//! Pictures that other commands wrote beside the recordings: budgets, learning curves.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use faultline_files::limits;
use faultline_files::regular::{self, Limit};
use faultline_terminal::svg;

use crate::write::Page;

/// Maximum number of pictures on a page.
const MOST: usize = 8;
/// Maximum size of a picture.
const LARGEST: Limit = Limit::mebibytes(1, "a picture");
/// Default folder of recordings; pictures beside it belong to it.
const USUAL: &str = ".faultline";

/// A picture drawn by this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its file name.
    pub name: String,
    /// Its title.
    pub title: String,
    svg: String,
}

impl Picture {
    /// Its path in a report, relative to the start page.
    pub fn path(at: usize) -> String {
        format!("pictures/{}.svg", at + 1)
    }

    /// Its file in a report.
    pub fn page(&self, at: usize) -> Page {
        Page { path: Self::path(at), text: self.svg.clone() }
    }
}

/// The pictures beside recordings, sorted by name: in their folders, and in the parents of `.faultline`
/// folders. Files that this program did not draw are ignored.
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
    let entries = limits::FOLDER.looked_at(here).into_iter();
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
    use std::fs;

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
