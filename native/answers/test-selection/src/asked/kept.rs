//! The answers file: each answer is stored at once.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use faultline_diagnosability::{Answer, Labelling};
use faultline_files::{limits, regular};
use faultline_flt::{Answers, AnswersEntry, AnswersHeader, read_answers};
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_spectrum::{Outcome, Spectrum, TestId};

/// An open answers file, locked by this process. [`Kept::keep`] returns only after the entry is on disk, so a
/// crash loses no answer.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    file: File,
}

impl Kept {
    /// Opens or creates an answers file and replays its answers into `labelling`. Also returns a note if the
    /// last line was incomplete.
    /// Errors: it is not an answers file, has another version or other content, is in use, or is damaged.
    pub fn open(
        path: &Path,
        header: &AnswersHeader,
        spectrum: &Spectrum,
        labelling: &mut Labelling<'_>,
    ) -> Result<(Self, Option<String>), Failure> {
        let failed = |error: std::io::Error| {
            Failure::failed(format!("answers cannot be kept in {}: {error}", path.display()))
        };
        // A dangling link does not count as a new file: its target must not be created.
        let is_new = fs::symlink_metadata(path).is_err();
        if !is_new {
            // Opening a pipe for writing would block until it has a reader.
            regular::open(path).map_err(failed)?;
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create_new(is_new).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::failed(format!(
                    "{} is in use by another `faultline select`; end that one or name another file",
                    path.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let bytes = regular::read_open(&file, limits::ANSWERS).map_err(failed)?;
        let answers = read_answers(path, &bytes).map_err(|error| Failure::failed(error.to_string()))?;
        let line = header.line();
        match &answers.header {
            Some(found) => check(path, found, header)?,
            // An incomplete header, written by an interrupted run; any other content must not be touched.
            None if line.as_bytes().starts_with(&bytes) => {}
            None => {
                return Err(Failure::failed(format!(
                    "{}:1: this is not a file of answers; name another one",
                    path.display()
                )));
            }
        }
        replay(path, &answers, spectrum, labelling)?;
        let mut kept = Self { path: path.to_owned(), file };
        let torn = answers.whole < bytes.len();
        if torn {
            #[cfg_attr(
                not(test),
                expect(
                    clippy::disallowed_methods,
                    reason = "a file of answers, by its header, whose torn last line goes"
                )
            )]
            kept.file.set_len(answers.whole as u64).map_err(failed)?;
            kept.file.seek(SeekFrom::End(0)).map_err(failed)?;
        }
        if answers.header.is_none() {
            kept.write(&line)?;
            sync_folder(path).map_err(failed)?;
        } else if !bytes[..answers.whole].ends_with(b"\n") {
            kept.write("\n")?;
        }
        let note = torn.then(|| {
            format!("the last line of {} was not written to its end and is left out", path.display())
        });
        Ok((kept, note))
    }

    /// Appends an entry and waits until it is on disk.
    pub fn keep(&mut self, entry: &AnswersEntry) -> Result<(), Failure> {
        self.write(&entry.line())
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data()).map_err(|error| {
            Failure::failed(format!("answers cannot be kept in {}: {error}", self.path.display()))
        })
    }
}

/// After a crash, a new file exists only if its folder was synced, too.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Checks the header. Errors: a sentence that says what differs.
fn check(path: &Path, found: &AnswersHeader, asked: &AnswersHeader) -> Result<(), Failure> {
    let what = if found.spectrum != asked.spectrum {
        "tests or coverage other than these recordings'".to_owned()
    } else if found.given != asked.given {
        "other failing tests; see --failing and --given".to_owned()
    } else if found.metric != asked.metric {
        format!("the metric {}; see --metric", printable(&found.metric))
    } else if found.pool != asked.pool {
        "another pool".to_owned()
    } else {
        return Ok(());
    };
    Err(Failure::failed(format!("the answers in {} are about {what}, or name another file", path.display())))
}

/// Replays the stored answers. Errors: an entry cannot follow those before it.
fn replay(
    path: &Path,
    answers: &Answers,
    spectrum: &Spectrum,
    labelling: &mut Labelling<'_>,
) -> Result<(), Failure> {
    for (line, entry) in &answers.entries {
        let what = match entry {
            AnswersEntry::Undo if labelling.undo().is_none() => "there is no answer to take back",
            AnswersEntry::Undo => continue,
            AnswersEntry::Answer { row, test, answer } => {
                let answer = match answer {
                    Outcome::Passed => Answer::Passed,
                    Outcome::Failed => Answer::Failed,
                    Outcome::Skipped | Outcome::Aborted => Answer::Skipped,
                };
                let is_row = spectrum.tests.get(*row as usize).is_some_and(|known| known.unique_id == *test);
                if !is_row {
                    "there is no such test in that row"
                } else if labelling.answer(TestId::new(*row as usize), answer) {
                    continue;
                } else {
                    "the test is no candidate, or has an answer already"
                }
            }
        };
        return Err(Failure::failed(format!("{}:{line}: {what}; name another file", path.display())));
    }
    Ok(())
}
