//! The folder of results.

use std::io;
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_messages::failure::Failure;
use faultline_recording_store::amplified::KIND;
use faultline_recording_store::find::recordings_in;
use faultline_recording_store::folder::holds_no_input;
use faultline_recording_store::held::HeldFolder;

use crate::unlabelled::{self, Unlabelled};
use faultline_variant_evidence::kept::{self, FILE, Kept};
use faultline_variant_evidence::words::{By, Label};

/// Temporary files of running JVMs; removed at the end.
const SCRATCH: &str = ".run";

/// The folder of results, held exclusively as long as this lives.
#[derive(Debug)]
pub struct Folder {
    owned: HeldFolder,
}

impl Folder {
    /// Creates or takes the folder; its results stay until [`Folder::replace`]. Errors: it contains foreign
    /// files, or one of the `inputs`; another run uses it; the operating system's.
    pub fn take(path: &Path, inputs: &[PathBuf]) -> Result<Self, Failure> {
        holds_no_input(path, inputs, KIND.option)?;
        let owned = HeldFolder::take(path, KIND, || {
            format!(
                "another faultline amplify works in {}; wait for its end, or choose another folder with --dir",
                path.display()
            )
        })?;
        owned.empty_tree(SCRATCH).map_err(|error| owned.unusable(&error))?;
        Ok(Self { owned })
    }

    /// The path of the folder.
    pub fn root(&self) -> &Path {
        self.owned.root()
    }

    /// The folder of temporary files.
    pub fn scratch(&self) -> PathBuf {
        self.root().join(SCRATCH)
    }

    /// Labels by a person in the folder's table.
    pub fn answers(&self) -> Vec<Kept> {
        let text = regular::read_to_string(&self.root().join(FILE), limits::RESULTS).unwrap_or_default();
        let (mut kept, _) = kept::parse(&text).unwrap_or_default();
        kept.retain(|kept| kept.by == By::Person);
        kept
    }

    /// Replaces all results by these recordings, and tables of labelled and other variants. Errors: the
    /// operating system's.
    pub fn replace(
        &self,
        recordings: &[PathBuf],
        table: &[Kept],
        others: &[Unlabelled],
    ) -> Result<(), Failure> {
        let failed = |error: io::Error| {
            Failure::failed(format!("writing to {} failed: {error}", self.root().display()))
        };
        // Remove the tables first: a recording without its table is ignored, so an interruption leaves
        // nothing wrong.
        for old in [FILE, unlabelled::FILE] {
            self.owned.remove(old).map_err(failed)?;
        }
        for old in recordings_in(self.root())? {
            let name = old.file_name().unwrap_or_default();
            if self.owned.is_ours(name) {
                self.owned.remove(name).map_err(failed)?;
            }
        }
        for (at, recording) in recordings.iter().enumerate() {
            self.owned.take_in(recording, format!("{at:04}.flt")).map_err(failed)?;
        }
        unlabelled::write(&self.owned, others).map_err(failed)?;
        kept::write(&self.owned, table).map_err(failed)
    }

    /// Removes temporary files.
    pub fn clean(&self) {
        // If this fails, the next run empties the folder.
        let _ = self.owned.remove(SCRATCH);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.clean();
    }
}

/// The tables in a folder of results: labelled variants, and those that a person may label. Errors: a table
/// is missing or unreadable.
pub fn tables(folder: &Path) -> Result<(Vec<Kept>, Vec<Unlabelled>), Failure> {
    let read = |name: &str| {
        let path = folder.join(name);
        let text = regular::read_to_string(&path, limits::RESULTS);
        text.map_err(|error| format!("{}: {error}", path.display()))
    };
    let tables = || -> Result<_, String> {
        let kept = kept::parse(&read(FILE)?)?.0;
        Ok((kept, unlabelled::parse(&read(unlabelled::FILE)?)?))
    };
    tables().map_err(|why| {
        Failure::failed(format!(
            "no variants of failing tests can be read ({why}); grow some: faultline amplify"
        ))
    })
}

/// Adds a person's labels of some variants to the table in a folder, replacing earlier ones. Errors: those of
/// [`tables`]; another run uses the folder; the operating system's.
pub fn answer(folder: &Path, answers: &[(&Unlabelled, Label)]) -> Result<(), Failure> {
    let taken = Folder::take(folder, &[])?;
    let (mut kept, _) = tables(taken.root())?;
    kept.retain(|kept| !answers.iter().any(|(one, _)| one.method == kept.method && one.is(kept)));
    kept.extend(answers.iter().map(|(one, label)| one.labelled(*label, By::Person)));
    kept::write(&taken.owned, &kept)
        .map_err(|error| Failure::failed(format!("writing to {} failed: {error}", taken.root().display())))
}

/// The failure to write a file for JVMs, with a remedy.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::failed(format!(
        "writing to {} failed: {error}; choose another folder with --dir",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use faultline_recording_store::amplified::FOLDER;

    use super::*;

    #[test]
    fn new_results_take_the_place_of_earlier_ones_and_nobody_else_writes_meanwhile() {
        let scratch = tempfile::tempdir().expect("a folder");
        let path = scratch.path().join(FOLDER);
        let folder = Folder::take(&path, &[]).expect("a folder");
        assert!(
            Folder::take(&path, &[]).expect_err("taken").to_string().contains("another faultline amplify")
        );
        let recording = |name: &str| {
            let file = folder.scratch().join(name);
            fs::write(&file, name).expect("a file");
            file
        };
        folder.replace(&[recording("a.flt"), recording("b.flt")], &[], &[]).expect("it is written");
        folder.replace(&[recording("c.flt")], &[], &[]).expect("it is written");
        drop(folder);
        let mut names: Vec<_> = fs::read_dir(&path)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        assert_eq!(names, [".faultline-folder", "0000.flt", "unlabelled.tsv", "variants.tsv"]);
        Folder::take(&path, &[]).expect("it is free again");
    }

    #[test]
    fn a_folder_with_the_recordings_that_are_read_or_with_something_else_is_refused() {
        let scratch = tempfile::tempdir().expect("a folder");
        let recording = scratch.path().join("1.flt");
        fs::write(&recording, "a recording").expect("a file");
        for (inputs, words) in [(vec![recording.clone()], "which is read"), (Vec::new(), "did not make")] {
            let refused = Folder::take(scratch.path(), &inputs).expect_err("it is refused").to_string();
            assert!(refused.contains(words) && refused.contains("--dir"), "{refused}");
        }
        assert_eq!(fs::read_dir(scratch.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn what_a_person_says_stands_in_the_table_and_is_known_when_tests_are_grown_again() {
        let scratch = tempfile::tempdir().expect("a folder");
        let path = scratch.path().join(FOLDER);
        let one = Unlabelled {
            test: "t".into(),
            class: "a.T".into(),
            method: "t_faultline_3".into(),
            kind: faultline_variant_evidence::words::Kind::Tried,
            ended: "assertion 1: expected:<1> but was:<2>".into(),
            edits: "`0` for `1`".into(),
            lines: "7".into(),
            hash: 9,
            inputs: None,
        };
        let passes = Unlabelled { method: "t_faultline_1".into(), ..one.clone() };
        let passes = passes.labelled(Label::Passes, By::Split);
        assert!(tables(&path).expect_err("nothing").to_string().contains("faultline amplify"));
        let folder = Folder::take(&path, &[]).expect("a folder");
        folder
            .replace(&[], std::slice::from_ref(&passes), std::slice::from_ref(&one))
            .expect("it is written");
        drop(folder);
        answer(&path, &[(&one, Label::Passes)]).expect("it is written");
        answer(&path, &[(&one, Label::Fails)]).expect("it is written");
        let expected = vec![passes, one.labelled(Label::Fails, By::Person)];
        assert_eq!(tables(&path).expect("tables"), (expected.clone(), vec![one]));
        assert_eq!(Folder::take(&path, &[]).expect("a folder").answers(), expected[1..]);
    }
}
