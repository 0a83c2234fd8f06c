//! The option `--json-file`: JSON in a file besides the page.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use clap::Args;
use faultline_files::OutputFile;
use faultline_messages::failure::Failure;
use serde::Deserialize;

use crate::given::schemas::Schema;

/// Option of all commands that print JSON.
#[derive(Args, Clone, Debug, Default)]
pub struct JsonFile {
    /// Also write the JSON of --json to this file, including entries that --top leaves out.
    #[arg(long, value_name = "FILE")]
    pub json_file: Option<PathBuf>,
}

impl JsonFile {
    /// Whether a file is requested.
    pub fn is_wanted(&self) -> bool {
        self.json_file.is_some()
    }

    /// Checks before any work whether the requested file can be written; `schema` is the command's schema.
    /// Errors: the path holds a file other than JSON of the same command, or cannot be created.
    pub fn ready(&self, schema: Schema) -> Result<Ready<'_>, Failure> {
        let ready = Ready { path: self.json_file.as_deref(), schema };
        let Some(path) = ready.path else { return Ok(ready) };
        let is_ours =
            |old: &[u8]| has_version(old) && keys_of(old).is_some_and(|old| are_alike(&old, &schema.keys()));
        file(path).check_with_folders(is_ours).map_err(|refusal| Failure::failed(refusal.to_string()))?;
        Ok(ready)
    }

    /// Checks that the file is not among the inputs. Errors: it is.
    pub fn is_none_of<P: AsRef<Path>>(&self, inputs: impl IntoIterator<Item = P>) -> Result<(), Failure> {
        let Some(path) = &self.json_file else { return Ok(()) };
        file(path).is_none_of(inputs).map_err(|refusal| Failure::failed(refusal.to_string()))
    }
}

/// The file after the check.
#[derive(Clone, Copy, Debug)]
pub struct Ready<'a> {
    path: Option<&'a Path>,
    schema: Schema,
}

impl Ready<'_> {
    /// Whether a file is requested.
    pub fn is_wanted(&self) -> bool {
        self.path.is_some()
    }

    /// Writes the requested file, creating missing folders. Errors: those of `render`; meanwhile the path
    /// holds a file other than JSON of the same command; the file cannot be written.
    pub fn write(&self, render: impl FnOnce() -> Result<String, Failure>) -> Result<(), Failure> {
        let Some(path) = self.path else { return Ok(()) };
        let text = render()?;
        debug_assert!(
            keys_of(text.as_bytes()).is_some_and(|keys| self.schema.keys().is_subset(&keys)),
            "the keys that were looked for beforehand are not those that are written"
        );
        let is_ours = |old: &[u8]| has_version(old) && is_alike(old, text.as_bytes());
        file(path).write(is_ours, text.as_bytes()).map_err(|refusal| Failure::failed(refusal.to_string()))
    }

    /// Writes the requested file and returns the text to print: the same JSON, or a page.
    /// Errors: those of [`Ready::write`] and of `render`.
    pub fn answer(
        &self,
        json: bool,
        render: impl Fn() -> Result<String, Failure>,
        page: impl FnOnce() -> String,
    ) -> Result<String, Failure> {
        self.write(&render)?;
        if json { render() } else { Ok(page()) }
    }
}

fn file(path: &Path) -> OutputFile<'_> {
    OutputFile { path, option: "--json-file", what: "JSON of this command" }
}

/// Whether an object has a `version`, as all documents of this program have.
fn has_version(json: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Versioned {
        #[serde(rename = "version")]
        _version: u64,
    }
    serde_json::from_slice::<Versioned>(json).is_ok()
}

/// Whether all keys of one object are in the other, at least two and at least half of them. Another version
/// may have more keys, and some keys are optional.
pub fn is_alike(old: &[u8], new: &[u8]) -> bool {
    let (Some(old), Some(new)) = (keys_of(old), keys_of(new)) else { return false };
    are_alike(&old, &new)
}

fn are_alike(old: &BTreeSet<String>, new: &BTreeSet<String>) -> bool {
    let common = old.intersection(new).count();
    let most = old.len().max(new.len());
    common == old.len().min(new.len()) && common >= 2 && common * 2 >= most
}

/// The keys of a JSON object.
fn keys_of(json: &[u8]) -> Option<BTreeSet<String>> {
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
