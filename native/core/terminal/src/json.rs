//! JSON output for scripts, with only visible characters.

use faultline_escape::json::document as visible;
use faultline_messages::failure::Failure;
use serde::Serialize;

/// An indented document, ending in a line break. Errors: `what` cannot be written as JSON.
pub fn pretty(document: &impl Serialize, what: &str) -> Result<String, Failure> {
    serde_json::to_string_pretty(document)
        .map(|text| visible(&text).into_owned() + "\n")
        .map_err(|error| cannot(what, &error))
}

/// As [`pretty`], on a single line.
pub fn line(document: &impl Serialize, what: &str) -> Result<String, Failure> {
    serde_json::to_string(document)
        .map(|text| visible(&text).into_owned() + "\n")
        .map_err(|error| cannot(what, &error))
}

/// Rounds seconds to the millisecond.
pub fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1_000.0).round() / 1_000.0
}

fn cannot(what: &str, error: &serde_json::Error) -> Failure {
    Failure::failed(format!("{what} cannot be written as JSON: {error}"))
}
