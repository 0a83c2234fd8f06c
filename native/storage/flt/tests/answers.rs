//! Files of answers: round trips, truncation at any byte, mutations.

use std::path::Path;

use crate::sample::Numbers;
use faultline_flt::{Answers, AnswersEntry, AnswersHeader, read_answers};
use faultline_spectrum::Outcome;

const MUTATIONS: u64 = 20_000;

fn header() -> AnswersHeader {
    AnswersHeader {
        spectrum: 0x0123_4567_89ab_cdef,
        pool: 7,
        metric: "eap:q=0.2".to_owned(),
        given: vec!["[engine:x]/[method:a \"quoted\"]".to_owned(), "naïve 数\n".to_owned()],
    }
}

fn entries() -> Vec<AnswersEntry> {
    let answer =
        |row, answer| AnswersEntry::Answer { row, test: format!("[engine:x]/[method:t{row}]"), answer };
    vec![
        answer(3, Outcome::Passed),
        answer(0, Outcome::Failed),
        AnswersEntry::Undo,
        answer(u32::MAX, Outcome::Skipped),
    ]
}

fn file() -> Vec<u8> {
    let lines = std::iter::once(header().line()).chain(entries().into_iter().map(|entry| entry.line()));
    lines.collect::<String>().into_bytes()
}

fn read(bytes: &[u8]) -> Result<Answers, String> {
    read_answers(Path::new("a.jsonl"), bytes).map_err(|error| error.to_string())
}

fn numbered(entries: Vec<AnswersEntry>) -> Vec<(u64, AnswersEntry)> {
    (2..).zip(entries).collect()
}

#[test]
fn what_was_written_is_read_back() {
    let bytes = file();
    let answers = Answers { header: Some(header()), entries: numbered(entries()), whole: bytes.len() };
    assert_eq!(read(&bytes).unwrap(), answers);
    assert_eq!(
        header().line().lines().next().unwrap(),
        "{\"faultline\":\"answers\",\"version\":1,\"spectrum\":\"0123456789abcdef\",\
         \"pool\":\"0000000000000007\",\"metric\":\"eap:q=0.2\",\
         \"given\":[\"[engine:x]/[method:a \\\"quoted\\\"]\",\"naïve 数\\n\"]}"
    );
    assert_eq!(
        entries()[1].line(),
        "{\"answer\":\"failed\",\"row\":0,\"test\":\"[engine:x]/[method:t0]\"}\n"
    );
    assert_eq!(AnswersEntry::Undo.line(), "{\"answer\":\"undo\"}\n");
}

#[test]
fn a_file_that_was_cut_anywhere_holds_what_was_written_before() {
    let bytes = file();
    for cut in 0..=bytes.len() {
        let answers = read(&bytes[..cut]).unwrap();
        // A line is complete with its closing brace; its line break may be missing.
        let complete = |end: &usize| cut + 1 >= *end;
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let lines = ends.clone().take_while(complete).count();
        assert_eq!(answers.header.is_some(), lines > 0, "cut at {cut}");
        let expected: Vec<_> = entries().into_iter().take(lines.saturating_sub(1)).collect();
        assert_eq!(answers.entries, numbered(expected), "cut at {cut}");
        let whole = ends.take_while(complete).last().unwrap_or(0).min(cut);
        assert_eq!(answers.whole, whole, "cut at {cut}");
    }
}

#[test]
fn a_damaged_line_is_refused_by_its_number() {
    let lines = file();
    let text = String::from_utf8(lines).unwrap();
    let with = |line: &str| read(text.replacen("{\"answer\":\"undo\"}", line, 1).as_bytes()).unwrap_err();
    for (line, what) in [
        ("{\"answer\":\"undo\"", "EOF while parsing"),
        ("{\"answer\":\"aborted\",\"row\":1,\"test\":\"x\"}", "passed, failed, skipped, or undo alone"),
        ("{\"answer\":\"passed\",\"row\":1}", "names its row and its test"),
        ("{\"answer\":\"undo\",\"row\":1}", "undo alone"),
        ("{\"answer\":\"passed\",\"row\":-1,\"test\":\"x\"}", "invalid value"),
        ("{\"answer\":\"passed\",\"row\":1,\"test\":\"x\",\"at\":2}", "unknown field"),
        ("[]", "invalid length"),
        ("x", "expected value"),
    ] {
        let error = with(line);
        assert!(error.starts_with("a.jsonl:4: the line is damaged (") && error.contains(what), "{error}");
        assert!(!error.contains("at line"), "{error}");
    }
    assert_eq!(with("{\"answer\":\"undo\"}\r\n{").lines().count(), 1);
    assert_eq!(read(text.replace('\n', "\r\n\n").as_bytes()).unwrap().entries.len(), 4);
}

#[test]
fn other_files_and_versions_are_refused() {
    for other in ["\n", "{}\n", "<project>\n", "{\"faultline\":\"model\",\"version\":1}\n", "\0\0\n"] {
        let error = read(other.as_bytes()).unwrap_err();
        assert_eq!(error, "a.jsonl:1: this is not a file of answers; name another one");
    }
    let later = header().line().replace("\"version\":1", "\"version\":2").replace("pool", "pools");
    assert!(read(later.as_bytes()).unwrap_err().contains("version 2 of files of answers"));
    let short = header().line().replace("0123456789abcdef", "+123");
    assert!(read(short.as_bytes()).unwrap_err().contains("16 hexadecimal digits"));
}

/// Fragments with a meaning in a file of answers.
const ODD: [&str; 14] = [
    "\n",
    "{",
    "}",
    "\"",
    "\\",
    "\\u0000",
    "{\"answer\":\"undo\"}\n",
    "\"row\":",
    "-1",
    "4294967296",
    "null",
    "\u{0}",
    "1e999",
    "[[[[",
];

#[test]
fn every_mutation_is_read_or_refused_in_one_line() {
    let (mut taken, mut refused) = (0, 0);
    for seed in 0..MUTATIONS {
        let mut numbers = Numbers(seed);
        let mut bytes = file();
        for _ in 0..=numbers.below(3) {
            let at = numbers.below(bytes.len());
            match numbers.below(4) {
                0 => bytes[at] = numbers.below(256) as u8,
                1 => {
                    let piece = ODD[numbers.below(ODD.len())];
                    bytes.splice(at..at, piece.bytes());
                }
                2 => {
                    let end = (at + numbers.below(40)).min(bytes.len());
                    bytes.drain(at..end);
                }
                _ => bytes.truncate(at.max(1)),
            }
            if bytes.is_empty() {
                bytes.push(b'x');
            }
        }
        match read(&bytes) {
            Ok(answers) => {
                taken += 1;
                assert!(answers.whole <= bytes.len());
                // Writing what was read gives the same text, except for blank lines.
                let Some(header) = &answers.header else { continue };
                let lines = answers.entries.iter().map(|(_, entry)| entry.line());
                let text: String = std::iter::once(header.line()).chain(lines).collect();
                let again = read(text.as_bytes()).unwrap();
                assert_eq!(again.header, answers.header, "seed {seed}");
                let entries = |answers: &Answers| -> Vec<AnswersEntry> {
                    answers.entries.iter().map(|(_, entry)| entry.clone()).collect()
                };
                assert_eq!(entries(&again), entries(&answers), "seed {seed}");
            }
            Err(error) => {
                refused += 1;
                assert_eq!(error.lines().count(), 1, "seed {seed}: {error}");
            }
        }
    }
    assert!(taken > MUTATIONS / 20 && refused > MUTATIONS / 20, "{taken} read, {refused} refused");
}
