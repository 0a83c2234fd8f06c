//! Results on mutants that are stored beside recordings.

use std::path::{Path, PathBuf};

use faultline_files::Kind;
use faultline_flt::{NoteKind, is_ours, read, recordings_in};
use faultline_spectrum::Mutation;

/// The folder inside the recordings' folder with results on mutants. Readers of recordings ignore it.
pub const FOLDER: &str = "mutants";

/// The kind of the folder as an owned one; JVMs write results into it.
pub const KIND: Kind =
    Kind { name: FOLDER, option: "--dir", is_private: true, claims: is_ours, adopts: false };

/// Removes the results of a folder of recordings. If that fails, readers report that the remaining results
/// belong to other recordings.
pub(crate) fn remove(folder: &Path) {
    crate::remove::remove_ours(&folder.join(FOLDER), KIND);
}

/// The results beside recordings.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// The results of each file, ordered by folder and name.
    pub results: Vec<Mutation>,
    /// Remarks on the files, a sentence each. An unreadable file is only a remark, because ranking works
    /// without it.
    pub notes: Vec<String>,
}

/// Reads the results beside these recordings, and in input folders of other layouts. Usually there are none.
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
                // A JVM that is starting, or was killed at once, has an empty file, which needs no note.
                let told = notes.iter().filter(|note| note.kind != NoteKind::Empty);
                beside.notes.extend(told.map(ToString::to_string));
            }
            Err(error) => beside.notes.push(error.to_string()),
        }
    }
    beside
}

/// The existing folders of that name beside recordings, each once.
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
