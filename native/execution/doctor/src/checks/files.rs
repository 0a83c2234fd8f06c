//! Checks the files: unreadable, truncated, unsealed, with errors noted by the recorder.

use faultline_flt::{Note, NoteKind};
use faultline_messages::words::counted;
use faultline_spectrum::{InitialiserPolicy, Spectrum};

use super::super::case::Case;
use super::super::finding::{Code, Finding, Severity};

const AGAIN: &str = "run the tests again; the rest of the recording is used";

/// Findings about single files.
pub fn check(case: &Case) -> Vec<Finding> {
    let mut found: Vec<_> = case.unreadable.iter().map(|sentence| unreadable(sentence)).collect();
    found.extend(case.notes.iter().filter_map(of_note));
    found.extend(unsealed(case));
    found
}

/// Reports recordings that cannot be merged into one spectrum. Cost: that of merging them.
pub fn fits(case: &Case) -> Option<Finding> {
    let error = Spectrum::merge(&case.recordings, InitialiserPolicy::All).err()?;
    Some(Finding::new(
        Code::DoesNotFit,
        format!("the recordings do not belong together: {error}"),
        "take those of one build only, or record again without --append",
    ))
}

/// Splits a reader's sentence, which ends with the remedy after a colon or a semicolon.
fn unreadable(sentence: &str) -> Finding {
    let (what, mend) = match sentence.rsplit_once("; ").or_else(|| sentence.rsplit_once("): ")) {
        Some((what, mend)) if sentence.contains("): ") && !what.ends_with(')') => (format!("{what})"), mend),
        Some((what, mend)) => (what.to_owned(), mend),
        None => (sentence.to_owned(), "leave it out, or delete it and run the tests again"),
    };
    Finding::new(Code::UnreadableFile, what, mend)
}

fn of_note(note: &Note) -> Option<Finding> {
    let sentence = note.to_string();
    match &note.kind {
        NoteKind::Empty | NoteKind::TornTail { .. } | NoteKind::ZeroTail { .. } => Some(Finding::new(
            Code::TornFile,
            sentence,
            "the JVM was killed while it recorded; tests that had ended are kept, run again for the others",
        )),
        NoteKind::UnknownRecords { .. } => Some(
            Finding::new(Code::UnreadableFile, sentence, "update Faultline to read them")
                .rated(Severity::Warning),
        ),
        NoteKind::Message(text) if super::rows::is_of_no_test(text) => None,
        NoteKind::Message(text)
            if text.contains("could not be written") || text.contains("no file could") =>
        {
            Some(Finding::new(
                Code::RecorderTrouble,
                sentence,
                "make room in that folder, or record into another one with --out",
            ))
        }
        NoteKind::Message(_) | NoteKind::Incomplete { .. } => {
            Some(Finding::new(Code::RecorderTrouble, sentence, AGAIN))
        }
        NoteKind::Counter { name, .. } if name == "internal errors" => {
            Some(Finding::new(Code::RecorderTrouble, sentence, AGAIN))
        }
        _ => None,
    }
}

fn unsealed(case: &Case) -> Option<Finding> {
    let open: Vec<_> = case.recordings.iter().filter(|recording| !recording.sealed).collect();
    (!open.is_empty()).then(|| {
        Finding::new(
            Code::Unsealed,
            format!(
                "{} not sealed: its JVM was killed, or is still running",
                if open.len() == 1 { "1 recording is".to_owned() } else { format!("{} recordings are", open.len()) }
            ),
            "wait for it, or find out what kills it (Surefire's forkedProcessTimeoutInSeconds, memory limits, the test \
             that started it); a test that was running in it has no row",
        )
        .with(super::some_of(open.iter().map(|recording| {
            let last = recording.tests.last().map_or("no test ended".to_owned(), |test| {
                format!("the last test that ended is {}", faultline_messages::names::test(test))
            });
            let origin = &recording.origin;
            format!(
                "pid {} ({}), {}: {last}",
                origin.pid,
                faultline_messages::words::printable(origin.words()),
                counted(recording.tests.len(), "test")
            )
        })))
    })
}
