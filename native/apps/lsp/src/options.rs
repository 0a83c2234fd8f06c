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
}

impl Options {
    /// Reads the options. Errors: a value is of the wrong type, in a sentence; the defaults apply then.
    pub fn of(value: Option<Value>) -> Result<Self, String> {
        let value = value.filter(|value| !value.is_null());
        let read = value.map_or(Ok(Self::default()), serde_json::from_value);
        read.map_err(|error| {
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
        assert_eq!(Options::of(None), Ok(Options::default()));
        assert_eq!(Options::of(Some(Value::Null)), Ok(Options::default()));
        let options = Options::of(Some(json!({ "recording": "out", "codeLens": false, "other": 1 })));
        assert_eq!(options, Ok(Options { recording: Some("out".into()), code_lens: Some(false) }));
        let error = Options::of(Some(json!({ "recording": 1 }))).expect_err("a number");
        assert!(error.starts_with("initializationOptions are not understood"), "{error}");
    }
}
