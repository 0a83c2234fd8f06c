//! What an editor may set when it starts the server.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

/// The `initializationOptions`. Unknown ones are left out: editors add their own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Options {
    /// A folder of recordings or a file, relative to the folder of the workspace; without it the nearest `.faultline`.
    pub recording: Option<PathBuf>,
    /// `false` leaves code lenses out.
    pub code_lens: Option<bool>,
    /// `true` asks for the notification `faultline/loaded`. Editors complain of notifications that they do not know.
    pub loaded: bool,
}

impl Options {
    /// Reads the options. Errors: a value is of the wrong type, in a sentence; the defaults apply then.
    pub fn of(value: Value) -> Result<Self, String> {
        if value.is_null() {
            return Ok(Self::default());
        }
        serde_json::from_value(value).map_err(|error| {
            format!("initializationOptions are not understood, so the defaults apply: {error}")
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn options_are_read_and_what_is_unknown_is_left_out() {
        assert_eq!(Options::of(Value::Null), Ok(Options::default()));
        let options =
            Options::of(json!({ "recording": "out", "codeLens": false, "loaded": true, "other": 1 }));
        let expected = Options { recording: Some("out".into()), code_lens: Some(false), loaded: true };
        assert_eq!(options, Ok(expected));
        let error = Options::of(json!({ "recording": 1 })).expect_err("a number");
        assert!(error.starts_with("initializationOptions are not understood"), "{error}");
    }
}
