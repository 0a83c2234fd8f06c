//! GitLab's Code Quality report: <https://docs.gitlab.com/ci/testing/code_quality/>.

use std::collections::HashSet;

use faultline_escape::terminal::printable;
use faultline_messages::failure::Failure;
use faultline_terminal::json::pretty;
use serde_json::{Value, json};

use crate::notice::{Notice, Notices};

/// Renders an array with one object per suspect. Errors: the JSON cannot be written.
pub fn render(notices: &Notices) -> Result<String, Failure> {
    // GitLab shows only one of several issues with the same fingerprint.
    let mut seen = HashSet::new();
    let all = notices.by_place().filter(|(_, notice)| notice.place.line.is_some());
    let all: Vec<Value> = all
        .filter(|(_, notice)| seen.insert(notice.identity))
        .map(|(group, notice)| issue(notice, &notices.groups[group].failing))
        .collect();
    pretty(&all, "the ranking")
}

fn issue(notice: &Notice, failing: &str) -> Value {
    let words = format!("Suspect {} for {failing}: {}: {}", notice.rank(), notice.name, notice.says);
    json!({
        "description": printable(&words),
        "check_name": "faultline-suspect",
        "fingerprint": format!("{:016x}", notice.identity),
        "severity": if notice.is_first() { "major" } else { "minor" },
        "location": { "path": notice.place.path, "lines": { "begin": notice.place.line } },
    })
}
