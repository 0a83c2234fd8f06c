//! Results of mutants that lie beside recordings.

use std::path::{Path, PathBuf};

use faultline_files::Kind;
use faultline_flt::{NoteKind, is_ours, read, recordings_in};
use faultline_spectrum::Mutation;

/// The folder, in that of the recordings, where results of mutants lie. No reader of recordings enters it.
pub const FOLDER: &str = "mutants";

/// The folder as one of ours; JVMs write results into it.
pub const KIND: Kind =
    Kind { name: FOLDER, option: "--dir", is_private: true, claims: is_ours, adopts: false };

/// Removes what a folder of recordings has of them. At worst what is left is of other recordings, which readers say.
pub(crate) fn remove(folder: &Path) {
    crate::remove::remove_ours(&folder.join(FOLDER), KIND);
}

/// What lies beside recordings.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// What each file says, in the order of folders and names.
    pub results: Vec<Mutation>,
    /// Oddities of the files, a sentence each. A file that cannot be read is one, because a ranking without it
    /// is still a ranking.
    pub notes: Vec<String>,
}

/// The results beside these recordings, and in folders of other layouts among them. Having none is usual.
pub fn beside(recordings: &[PathBuf]) -> Beside {
    let mut beside = Beside::default();
    for file in
        beside_named(recordings, FOLDER).iter().flat_map(|folder| recordings_in(folder).unwrap_or_default())
    {
        match read(&file) {
            Ok((recording, notes)) => {
                if !recording.mutation.is_empty() {
                    beside.results.push(recording.mutation);
                }
                // A JVM that is being started, or was killed at once, has no file to speak of.
                let told = notes.iter().filter(|note| note.kind != NoteKind::Empty);
                beside.notes.extend(told.map(ToString::to_string));
            }
            Err(error) => beside.notes.push(error.to_string()),
        }
    }
    beside
}

/// The folders of that name beside recordings that are there, each once.
pub(crate) fn beside_named(recordings: &[PathBuf], name: &str) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for recording in recordings {
        let parent = if recording.is_dir() { Some(recording.as_path()) } else { recording.parent() };
        let folder = parent.unwrap_or(Path::new("")).join(name);
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders.retain(|folder| folder.is_dir());
    folders
}

#[cfg(test)]
mod tests {
    use std::fs;

    use faultline_flt::Writer;
    use faultline_spectrum::{MutatedClass, Origin, Recording};

    use super::*;
    use crate::find::files_of;

    fn write(file: &Path, recording: &Recording) {
        let mut writer = Writer::create(file, &Origin::default()).expect("a new file");
        writer.recording(recording).expect("it can be written");
    }

    #[test]
    fn results_are_found_beside_recordings_and_are_none_of_them() {
        let folder = std::env::temp_dir().join(format!("faultline-beside-{}", std::process::id()));
        let mutants = folder.join(FOLDER);
        fs::create_dir_all(&mutants).expect("a folder");
        write(&folder.join("a.flt"), &Recording::default());
        write(&folder.join("b.flt"), &Recording::default());
        let recordings = files_of(&folder).expect("recordings");
        assert_eq!(recordings, [folder.join("a.flt"), folder.join("b.flt")]);
        assert!(beside(&recordings).results.is_empty());

        let mut results = Recording::default();
        results.mutation.classes.push(MutatedClass {
            class: 1,
            name: "a.B".into(),
            ..MutatedClass::default()
        });
        write(&mutants.join("1.flt"), &results);
        fs::write(mutants.join("2.flt"), "").expect("an empty file");
        fs::write(mutants.join("3.flt"), "something else that is not ours").expect("a file");
        assert_eq!(files_of(&folder).expect("recordings"), recordings);
        let found = beside(&recordings);
        assert_eq!(found.results, [results.mutation]);
        assert!(matches!(&found.notes[..], [note] if note.contains("3.flt")), "{:?}", found.notes);
        fs::remove_dir_all(folder).expect("it goes away");
    }
}
