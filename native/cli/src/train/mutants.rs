//! The file of seeded faults; `docs/train.md` describes it.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::Value;

/// The `format` of every such file.
const FORMAT: &str = "faultline-mutants";
/// Version of the format that is read.
const VERSION: u64 = 1;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Number of the line, from 1.
    pub line: usize,
    /// A clause.
    pub reason: String,
}

impl Wrong {
    /// A line is wrong for a reason.
    pub fn at(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}

/// A green build and the faults seeded into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Where its line is.
    pub line: usize,
    /// The build's recording, as seen from the file.
    pub spectrum: String,
    /// The faults.
    pub mutants: Vec<Mutant>,
}

/// A seeded fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// Where its line is.
    pub line: usize,
    /// Its name, once in the file.
    pub id: String,
    /// Binary name of the class.
    pub class: String,
    /// Name and descriptor of the method.
    pub method: Option<String>,
    /// The source line; it tells the method where `method` is not there.
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

/// Not from the value: the same field twice is an error only in the text.
fn read<'a, T: Deserialize<'a>>(line: usize, text: &'a str) -> Result<T, Wrong> {
    serde_json::from_str(text).map_err(|error| Wrong::at(line, said(&error)))
}

/// The parser's reason without its own idea of the line.
fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(reason) if error.column() > 0 => format!("{reason} (column {})", error.column()),
        Some(reason) => reason.to_owned(),
        None => text,
    }
}
