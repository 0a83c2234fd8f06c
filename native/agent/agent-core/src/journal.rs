//! Writes the file of this JVM: created with the first record, one write per record.

use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use faultline_files::{private_file, private_folder};
use faultline_flt::{EXTENSION, Seal, Writer};
use faultline_spectrum::{Origin, RecordedClass, RecordedDetails};

use crate::classes::Classes;
use crate::run::Run;

/// Appends records to `<pid>-<nonce>.flt`, or reports once that it cannot.
///
/// After the first failure only the seal is written: a test whose class is missing would make the whole file unusable,
/// whereas a shorter file is merely incomplete.
#[derive(Debug)]
pub struct Journal {
    directory: PathBuf,
    /// The run that this JVM belongs to, if one started it.
    run: Option<Arc<Run>>,
    state: State,
    classes: Classes,
}

#[derive(Debug)]
enum State {
    Unmade,
    Open(Writer<Appender>),
    /// With the writer if the file is still consistent and a seal can be tried.
    Stopped(Option<Writer<Appender>>),
    Sealed,
}

/// A file without partial records.
#[derive(Debug)]
pub struct Appender {
    file: File,
    /// Length of the complete records. Units: bytes.
    length: u64,
    error: Option<io::Error>,
}

impl Write for Appender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    /// On failure truncates the file to complete records, stores the reason and reports success, so that the writer can
    /// still write a seal.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self.file.write_all(bytes) {
            Ok(()) => self.length += bytes.len() as u64,
            Err(error) => {
                #[cfg_attr(
                    not(test),
                    expect(clippy::disallowed_methods, reason = "a recording that this JVM itself has made")
                )]
                self.file.set_len(self.length)?;
                self.error = Some(error);
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Journal {
    /// A journal in a folder; creates nothing yet. Errors: the folder, or its parent, is not a folder.
    pub fn new(directory: &Path) -> Result<Self, String> {
        let directory = std::path::absolute(directory)
            .map_err(|error| format!("{} is not a valid folder path: {error}", directory.display()))?;
        // The application may run long before the first test, so report errors now.
        let existing = directory.ancestors().find(|ancestor| ancestor.exists());
        match existing {
            Some(found) if found.is_dir() => {
                Ok(Self { directory, run: None, state: State::Unmade, classes: Classes::default() })
            }
            Some(found) => Err(format!("{} is not a folder, choose another one with dir=", found.display())),
            None => Err(format!("{} cannot be reached", directory.display())),
        }
    }

    /// Makes no file once the run is over: another run may record into the folder by then.
    pub fn during(&mut self, run: Arc<Run>) {
        self.run = Some(run);
    }

    /// Queues a class, with the bytes of code of each slot's line, if known; it is written with its details, or before the next
    /// record that may refer to it.
    pub fn class(&mut self, class: &RecordedClass, sizes: Vec<u32>) {
        if matches!(self.state, State::Unmade | State::Open(_)) {
            self.classes.add(class.clone(), sizes);
        }
    }

    /// Writes the details of a class, and the class itself. Errors: as [`Journal::write`].
    pub fn details(&mut self, origin: &mut Origin, details: &RecordedDetails) -> Result<(), String> {
        match self.classes.take(details.class) {
            Some(waiting) => self.beside(origin, |writer, classes| classes.write(writer, &waiting, details)),
            None => self.write(origin, |writer| writer.details(details)),
        }
    }

    /// Writes a record about a class, whose details may be pending. Errors: as [`Journal::write`].
    pub fn about_class(
        &mut self,
        origin: &mut Origin,
        record: impl FnOnce(&mut Writer<Appender>) -> io::Result<()>,
    ) -> Result<(), String> {
        self.beside(origin, |writer, _| record(writer))
    }

    /// Writes one record, after the queued classes. If this creates the file, `origin` gets the current process id. Errors:
    /// a sentence, at the first failure only.
    pub fn write(
        &mut self,
        origin: &mut Origin,
        record: impl FnOnce(&mut Writer<Appender>) -> io::Result<()>,
    ) -> Result<(), String> {
        self.beside(origin, |writer, classes| {
            classes.flush(writer)?;
            record(writer)
        })
    }

    /// Writes the queued classes. Errors: as [`Journal::write`].
    pub fn flush(&mut self, origin: &mut Origin) -> Result<(), String> {
        if self.classes.is_empty() { Ok(()) } else { self.write(origin, |_| Ok(())) }
    }

    fn beside(
        &mut self,
        origin: &mut Origin,
        record: impl FnOnce(&mut Writer<Appender>, &mut Classes) -> io::Result<()>,
    ) -> Result<(), String> {
        if matches!(self.state, State::Unmade) {
            self.state = State::Stopped(None);
            if self.run.as_ref().is_some_and(|run| run.is_over()) {
                return Ok(());
            }
            let writer = self
                .make(origin)
                .map_err(|error| format!("no file could be made in {}: {error}", self.directory.display()))
                .inspect_err(|sentence| tell(sentence))?;
            self.state = State::Open(writer);
        }
        let State::Open(writer) = &mut self.state else { return Ok(()) };
        let result = record(writer, &mut self.classes);
        let error = match (result, writer.get_ref().error.as_ref()) {
            (Ok(()), None) => return Ok(()),
            (Err(error), _) => error.to_string(),
            (_, Some(error)) => error.to_string(),
        };
        let State::Open(writer) = std::mem::replace(&mut self.state, State::Stopped(None)) else {
            return Ok(());
        };
        self.state = State::Stopped(Some(writer));
        let sentence =
            format!("recording stopped when {} could not be written: {error}", self.directory.display());
        tell(&sentence);
        Err(sentence)
    }

    /// Writes the seal, the last record. Does not create the file.
    pub fn seal(&mut self, seal: &Seal<'_>) {
        let state = std::mem::replace(&mut self.state, State::Sealed);
        if let State::Open(mut writer) | State::Stopped(Some(mut writer)) = state {
            // A failure cannot be reported any more; the file then reads as unsealed.
            let _ = writer.seal(seal);
        }
    }

    fn make(&mut self, origin: &mut Origin) -> io::Result<Writer<Appender>> {
        private_folder(&self.directory)?;
        origin.pid = std::process::id();
        let name = format!("{}-{:016x}.{EXTENSION}", origin.pid, origin.nonce);
        let path = self.directory.join(name);
        let file = private_file().append(true).create_new(true).open(&path)?;
        let writer = Writer::new(Appender { file, length: 0, error: None }, origin)?;
        match &writer.get_ref().error {
            None => {
                self.classes.look_beside(&path);
                Ok(writer)
            }
            Some(error) => {
                let error = io::Error::new(error.kind(), error.to_string());
                // An empty file is harmless, so failure to remove it is ignored.
                #[cfg_attr(
                    not(test),
                    expect(clippy::disallowed_methods, reason = "the file that was made here (create_new)")
                )]
                let _ = fs::remove_file(&path);
                Err(error)
            }
        }
    }
}

/// Reports on standard error that the recording ended early, because the file may not be able to.
fn tell(sentence: &str) {
    crate::tell::tell(&format!("{sentence}; the tests go on unrecorded"));
}

/// An origin that starts now, with a fresh nonce.
pub fn origin(description: String) -> Origin {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    Origin {
        started_ns: now.map_or(0, |passed| passed.as_nanos() as u64),
        // Hash keys are the only source of randomness in the standard library.
        nonce: RandomState::new().build_hasher().finish(),
        pid: std::process::id(),
        description,
    }
}

#[cfg(test)]
mod tests {
    use faultline_flt::{NoteKind, read_dir};

    use super::*;
    use crate::testing::Folder;

    #[test]
    fn nothing_is_made_before_the_first_record() {
        let folder = Folder::new();
        let below = folder.path().join("a/b");
        let mut journal = Journal::new(&below).unwrap();
        journal.seal(&Seal::default());
        assert!(!below.exists());
    }

    #[test]
    fn the_first_record_makes_the_folders_and_a_file_named_by_its_origin() {
        let folder = Folder::new();
        let below = folder.path().join("a/b");
        let mut journal = Journal::new(&below).unwrap();
        let mut origin = origin("a test".into());
        journal.write(&mut origin, |writer| writer.refusal("a.B", "why")).unwrap();
        journal.seal(&Seal { counters: &[("internal errors", 2)], messages: &["one"] });
        let name = format!("{}-{:016x}.flt", std::process::id(), origin.nonce);
        let (recording, notes) = faultline_flt::read(&below.join(name)).unwrap();
        assert_eq!(recording.origin, origin);
        assert_eq!(recording.refusals.len(), 1);
        assert!(recording.sealed);
        let kinds: Vec<NoteKind> = notes.into_iter().map(|note| note.kind).collect();
        assert!(kinds.contains(&NoteKind::Counter { name: "internal errors".into(), value: 2 }));
        assert!(kinds.contains(&NoteKind::Message("one".into())));
    }

    #[test]
    fn two_journals_in_one_folder_make_two_files() {
        let folder = Folder::new();
        for _ in 0..2 {
            let mut journal = Journal::new(folder.path()).unwrap();
            journal.write(&mut origin(String::new()), |writer| writer.refusal("a.B", "why")).unwrap();
        }
        assert_eq!(read_dir(folder.path()).unwrap().0.len(), 2);
    }

    #[test]
    fn a_file_in_the_place_of_the_folder_is_named_at_once() {
        let folder = Folder::new();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for path in [file.clone(), file.join("below")] {
            let error = Journal::new(&path).unwrap_err();
            assert!(error.contains(&file.display().to_string()), "{error}");
        }
    }

    #[test]
    fn a_failing_record_is_reported_once_and_the_seal_still_comes() {
        let folder = Folder::new();
        let mut journal = Journal::new(folder.path()).unwrap();
        let mut origin = origin(String::new());
        journal.write(&mut origin, |writer| writer.refusal("a.B", "why")).unwrap();
        let error = journal.write(&mut origin, |_| Err(io::Error::other("disk on fire"))).unwrap_err();
        assert!(error.contains("disk on fire"), "{error}");
        journal.write(&mut origin, |writer| writer.refusal("a.C", "never written")).unwrap();
        journal.seal(&Seal { counters: &[], messages: &[&error] });
        let (recordings, notes) = read_dir(folder.path()).unwrap();
        assert_eq!(recordings[0].refusals.len(), 1);
        assert!(recordings[0].sealed);
        assert!(notes.iter().any(|note| note.to_string().contains("disk on fire")), "{notes:?}");
    }

    #[test]
    fn a_folder_that_cannot_be_made_later_is_reported_once() {
        let folder = Folder::new();
        let below = folder.path().join("later");
        let mut journal = Journal::new(&below).unwrap();
        fs::write(&below, "in the way").unwrap();
        let mut origin = origin(String::new());
        let error = journal.write(&mut origin, |writer| writer.refusal("a", "b")).unwrap_err();
        assert!(error.contains("no file could be made"), "{error}");
        journal.write(&mut origin, |writer| writer.refusal("a", "b")).unwrap();
        journal.seal(&Seal::default());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_jvm_whose_run_was_killed_before_it_had_a_file_makes_none() {
        let folder = Folder::new();
        let mut journal = Journal::new(folder.path()).unwrap();
        journal.during(Arc::new(crate::run::tests::killed(folder.path())));
        journal.write(&mut origin(String::new()), |writer| writer.refusal("a.B", "why")).unwrap();
        journal.seal(&Seal::default());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    #[cfg(unix)]
    fn nobody_else_can_read_a_recording() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = Folder::new();
        let below = folder.path().join("a/b");
        let mut journal = Journal::new(&below).unwrap();
        journal.write(&mut origin(String::new()), |writer| writer.refusal("a.B", "why")).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let file = fs::read_dir(&below).unwrap().next().unwrap().unwrap().path();
        assert_eq!((mode(&below), mode(&file)), (0o700, 0o600));
    }
}
