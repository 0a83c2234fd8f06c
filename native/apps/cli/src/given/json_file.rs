//! JSON in a file, beside the page.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use clap::Args;
use faultline_files::OutputFile;
use faultline_messages::failure::Failure;
use serde::Deserialize;

/// Option of all commands that print JSON.
#[derive(Args, Clone, Debug, Default)]
pub struct JsonFile {
    /// Write JSON into this file, too: as --json prints it, with what --top leaves out of a page.
    #[arg(long, value_name = "FILE")]
    pub json_file: Option<PathBuf>,
}

impl JsonFile {
    /// Whether a file is wanted.
    pub fn is_wanted(&self) -> bool {
        self.json_file.is_some()
    }

    /// Errors: the file is one of these, which are read.
    pub fn is_none_of<P: AsRef<Path>>(&self, inputs: impl IntoIterator<Item = P>) -> Result<(), Failure> {
        let Some(path) = &self.json_file else { return Ok(()) };
        file(path).is_none_of(inputs).map_err(|refusal| Failure::failed(refusal.to_string()))
    }

    /// Writes the file and the folders above it, where it is wanted. Errors: those of `render`; another file than JSON of the same
    /// command is there; the file cannot be written.
    pub fn write(&self, render: impl FnOnce() -> Result<String, Failure>) -> Result<(), Failure> {
        let Some(path) = &self.json_file else { return Ok(()) };
        let text = render()?;
        let is_ours = |old: &[u8]| has_version(old) && is_alike(old, text.as_bytes());
        file(path).write(is_ours, text.as_bytes()).map_err(|refusal| Failure::failed(refusal.to_string()))
    }
}

fn file(path: &Path) -> OutputFile<'_> {
    OutputFile { path, option: "--json-file", what: "JSON of this command" }
}

/// Whether an object has a version as all of ours have.
fn has_version(json: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Versioned {
        #[serde(rename = "version")]
        _version: u64,
    }
    serde_json::from_slice::<Versioned>(json).is_ok()
}

/// Whether two objects have the same keys, but for some that only one of them has: another version may know more of them, and some
/// are there only when they are asked for.
pub fn is_alike(old: &[u8], new: &[u8]) -> bool {
    let (Some(old), Some(new)) = (keys(old), keys(new)) else { return false };
    let common = old.intersection(&new).count();
    let most = old.len().max(new.len());
    common == old.len().min(new.len()) && common >= 2 && common * 2 >= most
}

/// The keys of an object.
fn keys(json: &[u8]) -> Option<BTreeSet<String>> {
    let entries: HashMap<String, serde_json::Value> = serde_json::from_slice(json).ok()?;
    Some(entries.into_keys().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_of_the_same_command_is_known_by_its_keys() {
        let new = br#"{"version": 1, "kept": true, "rules": [], "notes": []}"#;
        assert!(is_alike(br#"{"version": 1, "kept": false, "rules": [1], "notes": []}"#, new));
        assert!(is_alike(br#"{"version": 2, "kept": false, "rules": [1], "notes": [], "more": 1}"#, new));
        for other in [
            &br#"{"version": 1}"#[..],
            br#"{"version": 1, "kept": true, "rules": [], "name": "mine"}"#,
            br#"{"name": "mine", "scripts": {}}"#,
            b"[1]",
            b"version, kept, rules, notes",
        ] {
            assert!(!is_alike(other, new), "{}", String::from_utf8_lossy(other));
        }
        assert!(has_version(new) && !has_version(br#"{"version": "1.0.0", "kept": true}"#));
    }
}
