//! JSON for scripts.

use faultline_telling::failure::Failure;
use serde::Serialize;

/// A document in lines, ending in a line break. Errors: `what` cannot be written as JSON.
pub fn pretty(document: &impl Serialize, what: &str) -> Result<String, Failure> {
    serde_json::to_string_pretty(document)
        .map(|text| text + "\n")
        .map_err(|error| Failure::failed(format!("{what} cannot be written as JSON: {error}")))
}
