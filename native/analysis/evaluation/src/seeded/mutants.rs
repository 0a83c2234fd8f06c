//! Parser of the file of seeded faults, which `docs/learning.md` describes.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::Value;

/// The `format` of every such file.
const FORMAT: &str = "faultline-mutants";
/// The supported version of the format.
const VERSION: u64 = 1;

/// A format error with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Number of the line, from 1.
    pub line: usize,
    /// The reason, as a clause.
    pub reason: String,
}

impl Wrong {
    /// An error at a line.
    pub fn at(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}

/// A green build and the faults seeded into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Number of its line.
    pub line: usize,
    /// Path of the build's recording, relative to the file.
    pub spectrum: String,
    /// The faults.
    pub mutants: Vec<Mutant>,
}

/// A seeded fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// Number of its line.
    pub line: usize,
    /// Its name, unique in the file.
    pub id: String,
    /// Binary name of the class.
    pub class: String,
    /// Name and descriptor of the method.
    pub method: Option<String>,
    /// The source line; identifies the method if `method` is absent.
    pub at: Option<u32>,
    /// The tests that fail with it.
    pub killed_by: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    #[serde(rename = "format")]
    _format: String,
    version: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpectrumLine {
    spectrum: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MutantLine {
    mutant: String,
    class: String,
    method: Option<String>,
    line: Option<u32>,
    killed_by: Vec<String>,
}

/// The sections of a file. Errors: a line that does not follow the format. Cost: O(bytes).
pub fn parse(bytes: &[u8]) -> Result<Vec<Section>, Wrong> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
        Wrong::at(line, "it is not UTF-8 text")
    })?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let mut sections: Vec<Section> = Vec::new();
    let mut ids = HashSet::new();
    let mut is_first = true;
    for (line, text) in lines {
        let kind: Value = serde_json::from_str(text)
            .map_err(|error| Wrong::at(line, format!("it is not JSON: {}", said(&error))))?;
        let has = |field| kind.get(field).is_some();
        if is_first {
            header(line, text, &kind)?;
            is_first = false;
        } else if has("spectrum") {
            let SpectrumLine { spectrum } = read(line, text)?;
            sections.push(Section { line, spectrum, mutants: Vec::new() });
        } else if has("mutant") {
            let mutant = mutant(line, text)?;
            if !ids.insert(mutant.id.clone()) {
                return Err(Wrong::at(line, format!("the mutant '{}' is there twice", mutant.id)));
            }
            let section = sections
                .last_mut()
                .ok_or_else(|| Wrong::at(line, "a line with \"spectrum\" must come before"))?;
            section.mutants.push(mutant);
        } else {
            return Err(Wrong::at(line, "it has neither \"spectrum\" nor \"mutant\""));
        }
    }
    if is_first {
        return Err(Wrong::at(1, format!("it does not say \"format\": \"{FORMAT}\"")));
    }
    Ok(sections)
}

fn header(line: usize, text: &str, kind: &Value) -> Result<(), Wrong> {
    if kind.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(Wrong::at(line, format!("it does not say \"format\": \"{FORMAT}\"")));
    }
    if let Some(version) = kind.get("version").and_then(Value::as_u64).filter(|&version| version > VERSION) {
        let reason = format!("its version is {version}; this program reads up to {VERSION}");
        return Err(Wrong::at(line, reason));
    }
    let Header { version, .. } = read(line, text)?;
    if version == VERSION { Ok(()) } else { Err(Wrong::at(line, "there is no version 0")) }
}

fn mutant(line: usize, text: &str) -> Result<Mutant, Wrong> {
    let MutantLine { mutant, class, method, line: at, killed_by } = read(line, text)?;
    if method.is_none() && at.is_none() {
        return Err(Wrong::at(line, "it has neither \"method\" nor \"line\""));
    }
    Ok(Mutant { line, id: mutant, class, method, at, killed_by })
}

/// Parses from text, not from a value: a repeated field is an error only in the text.
fn read<'a, T: Deserialize<'a>>(line: usize, text: &'a str) -> Result<T, Wrong> {
    serde_json::from_str(text).map_err(|error| Wrong::at(line, said(&error)))
}

/// The parser's message without its own line number.
fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(reason) if error.column() > 0 => format!("{reason} (column {})", error.column()),
        Some(reason) => reason.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FILE: &str = r#"{"format": "faultline-mutants", "version": 1}

{"spectrum": "green"}
{"mutant": "1", "class": "a.B", "method": "f(I)V", "line": 3, "killed_by": ["a.T#x", "a.T#y"]}
{"mutant": "2", "class": "a.B$C", "line": 9, "killed_by": []}
{"spectrum": "../other/.faultline"}
{"mutant": "3", "class": "ä.B", "method": "g()V", "killed_by": ["[engine:x]/[test:\"a b\"]"]}
"#;

    fn parsed(text: &str) -> Result<Vec<Section>, Wrong> {
        parse(text.as_bytes())
    }

    fn refusal(text: &str) -> (usize, String) {
        let Wrong { line, reason } = parsed(text).unwrap_err();
        (line, reason)
    }

    /// The test file with one line replaced, by number.
    fn with_line(number: usize, line: &str) -> String {
        let lines = FILE.lines().enumerate().map(|(at, old)| if at + 1 == number { line } else { old });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn mutants_belong_to_the_spectrum_above_them() {
        let sections = parsed(FILE).unwrap();
        assert_eq!(
            sections.iter().map(|s| (s.line, &*s.spectrum)).collect::<Vec<_>>(),
            [(3, "green"), (6, "../other/.faultline")]
        );
        let [first, second] = &sections[0].mutants[..] else { panic!("two mutants") };
        assert_eq!((first.line, &*first.id, &*first.class, first.at), (4, "1", "a.B", Some(3)));
        assert_eq!(
            (first.method.as_deref(), &first.killed_by[..]),
            (Some("f(I)V"), &["a.T#x".to_owned(), "a.T#y".to_owned()][..])
        );
        assert_eq!((&second.method, second.at, second.killed_by.len()), (&None, Some(9), 0));
        assert_eq!(sections[1].mutants[0].killed_by, ["[engine:x]/[test:\"a b\"]"]);
        assert_eq!(parsed(&FILE.replace('\n', "\r\n")).unwrap(), sections, "line ends do not matter");
    }

    #[test]
    fn what_is_wrong_is_said_with_the_line() {
        let at = |number: usize, line: &str| {
            let (found, reason) = refusal(&with_line(number, line));
            assert_eq!(found, number, "{reason}");
            reason
        };
        assert!(at(1, "{\"format\": \"pit\"}").contains("does not say \"format\": \"faultline-mutants\""));
        assert!(at(1, "{\"format\": \"faultline-mutants\", \"version\": 2}").contains("its version is 2"));
        assert!(at(1, "{\"format\": \"faultline-mutants\"}").contains("missing field `version`"));
        assert!(at(1, "{\"format\": \"faultline-mutants\", \"version\": 0}").contains("no version 0"));
        assert!(
            at(4, "{\"mutant\": \"1\",").contains("it is not JSON: EOF while parsing a value (column 15)")
        );
        assert!(at(4, "[1]").contains("neither \"spectrum\" nor \"mutant\""));
        let mutant = |rest: &str| at(4, &format!("{{\"mutant\": \"1\", {rest}}}"));
        assert!(mutant("\"class\": \"B\", \"killed_by\": []").contains("neither \"method\" nor \"line\""));
        assert!(mutant("\"class\": \"B\", \"line\": 1").contains("missing field `killed_by`"));
        assert!(mutant("\"class\": \"B\", \"line\": -1, \"killed_by\": []").contains("expected u32"));
        assert!(
            mutant("\"class\": \"B\", \"lines\": 1, \"killed_by\": []").contains("unknown field `lines`")
        );
        assert!(mutant("\"class\": \"B\", \"class\": \"C\", \"killed_by\": []").contains("duplicate field"));
        assert!(mutant("\"class\": \"B\", \"line\": 1, \"killed_by\": [3]").contains("expected a string"));
        let again = "{\"mutant\": \"1\", \"class\": \"B\", \"line\": 1, \"killed_by\": []}";
        assert!(at(5, again).contains("the mutant '1' is there twice"));
        assert!(refusal(&with_line(3, "")).1.contains("a line with \"spectrum\" must come before"));
        assert_eq!(refusal(" \n\n"), (1, "it does not say \"format\": \"faultline-mutants\"".to_owned()));
        assert_eq!(parse(b"{}\n\n\xff").unwrap_err(), Wrong::at(3, "it is not UTF-8 text"));
    }

    /// Changes bytes; `kind`, `place` and `more` are arbitrary numbers.
    fn change(bytes: &mut Vec<u8>, kind: usize, place: usize, more: usize) {
        let at = place % bytes.len();
        match kind % 5 {
            0 => bytes[at] ^= 1 << (more % 8),
            1 => bytes[at] = b"\"{}[],:0-9\\ \n\r"[more % 14],
            2 => drop(bytes.drain(at..(at + 1 + more % 60).min(bytes.len()))),
            3 => bytes.truncate(at.max(1)),
            _ => {
                let piece = bytes[at..(at + more % 90).min(bytes.len())].to_vec();
                let to = more % bytes.len();
                drop(bytes.splice(to..to, piece));
            }
        }
        if bytes.is_empty() {
            bytes.push(b'\n');
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn every_mutated_file_is_read_or_refused_at_one_of_its_lines(
            changes in proptest::collection::vec((0_usize..5, 0_usize..4_096, 0_usize..4_096), 0..4),
        ) {
            let mut bytes = FILE.as_bytes().to_vec();
            for &(kind, place, more) in &changes {
                change(&mut bytes, kind, place, more);
            }
            let lines = bytes.split(|&byte| byte == b'\n').count();
            match parse(&bytes) {
                Ok(sections) => {
                    let mut ids = HashSet::new();
                    let mutants = sections.iter().flat_map(|section| &section.mutants);
                    prop_assert!(mutants.into_iter().all(|mutant| ids.insert(&mutant.id)));
                }
                Err(Wrong { line, reason }) => {
                    prop_assert!(!changes.is_empty(), "the whole file is refused: {reason}");
                    prop_assert!((1..=lines).contains(&line) && !reason.is_empty(), "{line} of {lines}: {reason}");
                }
            }
        }
    }
}
