//! Files of answers: outcomes of tests as stated by a user, one per line.

use std::path::Path;

use faultline_spectrum::Outcome;
use serde::{Deserialize, Serialize};

use crate::FormatError;

/// File version; raised if readers of the previous version cannot read the file.
const VERSION: u64 = 1;
/// The file kind in the first line.
const KIND: &str = "answers";

/// What the answers refer to. The caller computes the digests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswersHeader {
    /// Digest of the tests and their coverage.
    pub spectrum: u64,
    /// Digest of the tests that may be answered.
    pub pool: u64,
    /// The metric by which tests are offered.
    pub metric: String,
    /// Unique ids of the tests known from the start.
    pub given: Vec<String>,
}

/// A line after the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswersEntry {
    /// The outcome of a test: passed, failed, or skipped if the user could not tell.
    Answer {
        /// Its row.
        row: u32,
        /// Its unique id.
        test: String,
        /// Never aborted.
        answer: Outcome,
    },
    /// Revokes the last answer in force.
    Undo,
}

/// The content of a file of answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The first line; `None` if it is incomplete.
    pub header: Option<AnswersHeader>,
    /// The other lines, each with its number in the file.
    pub entries: Vec<(u64, AnswersEntry)>,
    /// Length in bytes of the complete lines; an incomplete line follows.
    pub whole: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeaderLine {
    faultline: String,
    version: u64,
    spectrum: String,
    pool: String,
    metric: String,
    given: Vec<String>,
}

/// The fields of a first line that are read before its version is known.
#[derive(Deserialize)]
struct Kind {
    faultline: String,
    version: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryLine {
    answer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<String>,
}

impl AnswersHeader {
    /// The first line, with its line break.
    pub fn line(&self) -> String {
        line(&HeaderLine {
            faultline: KIND.to_owned(),
            version: VERSION,
            spectrum: format!("{:016x}", self.spectrum),
            pool: format!("{:016x}", self.pool),
            metric: self.metric.clone(),
            given: self.given.clone(),
        })
    }

    fn read(bytes: &[u8]) -> Result<Self, String> {
        let Some(kind) = serde_json::from_slice(bytes).ok().filter(|kind: &Kind| kind.faultline == KIND)
        else {
            return Err("this is not a file of answers; name another one".to_owned());
        };
        if kind.version != VERSION {
            return Err(format!(
                "this is version {} of files of answers, and this program knows version {VERSION}; name \
                 another file",
                kind.version
            ));
        }
        let line: HeaderLine = serde_json::from_slice(bytes).map_err(|error| damaged(&error))?;
        let digest = |text: &str| {
            let is_digest = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
            let value = u64::from_str_radix(text, 16).ok().filter(|_| is_digest);
            value.ok_or_else(|| "the line is damaged (a digest has 16 hexadecimal digits)".to_owned())
        };
        Ok(Self {
            spectrum: digest(&line.spectrum)?,
            pool: digest(&line.pool)?,
            metric: line.metric,
            given: line.given,
        })
    }
}

impl AnswersEntry {
    /// The line, with its line break.
    pub fn line(&self) -> String {
        line(&match self {
            Self::Answer { row, test, answer } => {
                EntryLine { answer: answer.name().to_owned(), row: Some(*row), test: Some(test.clone()) }
            }
            Self::Undo => EntryLine { answer: "undo".to_owned(), row: None, test: None },
        })
    }

    fn read(bytes: &[u8]) -> Result<Self, String> {
        let line: EntryLine = serde_json::from_slice(bytes).map_err(|error| damaged(&error))?;
        let answer = match line.answer.as_str() {
            "undo" if line.row.is_none() && line.test.is_none() => return Ok(Self::Undo),
            "passed" => Outcome::Passed,
            "failed" => Outcome::Failed,
            "skipped" => Outcome::Skipped,
            _ => return Err("the line is damaged (passed, failed, skipped, or undo alone)".to_owned()),
        };
        let (Some(row), Some(test)) = (line.row, line.test) else {
            return Err("the line is damaged (an answer names its row and its test)".to_owned());
        };
        Ok(Self::Answer { row, test, answer })
    }
}

/// Reads a file of answers; `path` is for messages. A last line without line break is accepted if it is
/// complete; otherwise it is ignored and `whole` ends before it.
/// Errors: [`FormatError::Text`] if another line is malformed, or if the first line has another version or
/// kind.
pub fn read_answers(path: &Path, bytes: &[u8]) -> Result<Answers, FormatError> {
    let mut answers = Answers::default();
    for (number, line) in (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
        match answers.take(number, line) {
            Ok(()) => answers.whole += line.len(),
            Err(_) if !line.ends_with(b"\n") => break,
            Err(what) => return Err(FormatError::Text { path: path.to_owned(), line: number, what }),
        }
    }
    Ok(answers)
}

impl Answers {
    fn take(&mut self, number: u64, line: &[u8]) -> Result<(), String> {
        if self.header.is_none() {
            self.header = Some(AnswersHeader::read(line)?);
        } else if !line.trim_ascii().is_empty() {
            self.entries.push((number, AnswersEntry::read(line)?));
        }
        Ok(())
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and numbers are JSON") + "\n"
}

fn damaged(error: &serde_json::Error) -> String {
    // serde reports positions relative to the line, as in line 1, which would mislead.
    let what = error.to_string();
    let what = what.split(" at line ").next().unwrap_or_default();
    // Messages quote file content; escape it so that it cannot control a terminal.
    let visible = |c: char| if c.is_control() { c.escape_default().collect() } else { String::from(c) };
    format!("the line is damaged ({})", what.chars().map(visible).collect::<String>())
}
