//! The last change of a suspect in version history.

use schemars::JsonSchema;
use serde::Serialize;

/// Number of digits shown of a commit's name.
const SHORT: usize = 8;

/// The last change of a suspect's lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LastChange {
    /// The commit's name in hexadecimal digits; null where nobody committed the change yet; the rest is then missing.
    pub commit: Option<String>,
    /// When it was written, as 2026-11-23, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The same. Units: seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<i64>,
    /// The name of who wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The first line of its message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
}

impl LastChange {
    /// The change as a sentence, without a full stop.
    pub fn says(&self) -> String {
        let Some(commit) = &self.commit else { return "Changed, and not committed yet".to_owned() };
        let short = commit.get(..SHORT).unwrap_or(commit);
        let of = |text: &Option<String>| text.clone().unwrap_or_default();
        format!("Last changed in {short}, {}, {}: {}", of(&self.date), of(&self.author), of(&self.subject))
    }
}
