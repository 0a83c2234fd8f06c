//! Baselines that a user names.

use std::io;
use std::path::{Path, PathBuf};

use faultline_baseline::file::{decode, refused};
use faultline_baseline::{Baseline, NAME};
use faultline_files::{limits, regular};

use crate::find::DEFAULT_FOLDER;

/// A baseline and the file that it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedBaseline {
    /// The file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// What it says.
    pub baseline: Baseline,
}

impl NamedBaseline {
    /// Reads the baseline that a path names: a file, that of a folder of recordings, or that of the `.faultline` in a
    /// folder. Errors: there is none; it is no baseline, is damaged, or is of another version; the operating system's.
    pub fn read(path: &Path) -> io::Result<Self> {
        let path = place(path)?;
        let content = regular::read(&path, limits::BASELINE)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
        let baseline = decode(&content).map_err(|why| refused(&path, why))?;
        Ok(Self { bytes: content.len() as u64, path, baseline })
    }
}

/// The file of a baseline that a path names.
fn place(path: &Path) -> io::Result<PathBuf> {
    if !path.is_dir() {
        return Ok(path.to_owned());
    }
    let places = [path.join(NAME), path.join(DEFAULT_FOLDER).join(NAME)];
    let found = places.into_iter().find(|place| place.symlink_metadata().is_ok());
    found.ok_or_else(|| {
        let why = format!("holds no baseline ({NAME}); `faultline run` keeps one beside its recordings");
        refused(path, &why)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use faultline_baseline::Run;
    use faultline_baseline::file::encode;

    fn sentence(path: &Path) -> String {
        NamedBaseline::read(path).expect_err("no baseline").to_string()
    }

    #[test]
    fn a_file_a_folder_of_recordings_and_a_project_name_the_same_baseline() {
        let folder = tempfile::tempdir().expect("a folder");
        let recordings = folder.path().join(DEFAULT_FOLDER);
        fs::create_dir(&recordings).expect("a folder");
        let baseline =
            Baseline { runs: vec![Run { started_ns: 7, ..Run::default() }], ..Baseline::default() };
        let file = recordings.join(NAME);
        fs::write(&file, encode(&baseline)).expect("a file");
        for path in [&file, &recordings, folder.path()] {
            let named = NamedBaseline::read(path).expect("a baseline");
            assert_eq!((&named.path, &named.baseline), (&file, &baseline));
            assert_eq!(named.bytes, fs::metadata(&file).expect("a file").len());
        }
    }

    #[test]
    fn what_is_no_baseline_is_refused_in_a_sentence_that_names_it() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(sentence(folder.path()).contains("holds no baseline (baseline.flb)"));
        let file = folder.path().join("x.flb");
        let whole = encode(&Baseline::default());
        let mut other_version = whole.clone();
        other_version[8] = 9;
        for (content, why) in [
            (&b"a text"[..], "is not a baseline of faultline"),
            (&whole[..whole.len() - 1], "is a damaged baseline"),
            (&other_version, "was written by another version of faultline"),
        ] {
            fs::write(&file, content).expect("a file");
            assert_eq!(sentence(&file), format!("{} {why}", file.display()));
        }
        let missing = sentence(&folder.path().join("none"));
        let start = format!("{}: ", folder.path().join("none").display());
        assert!(missing.starts_with(&start) && !missing.contains('\n'), "{missing}");
    }
}
