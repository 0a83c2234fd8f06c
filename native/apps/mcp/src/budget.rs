//! How many lines a result may have: what an agent reads costs it context, whatever its bytes.

use faultline_messages::failure::Failure;
use serde::Serialize;
use serde_json::Value;

/// Lines of a result unless a client says otherwise.
pub const USUAL: u32 = 60;
/// The fewest lines that a client can ask for.
pub const LEAST: u32 = 10;
/// The most lines that a client can ask for.
pub const MOST: u32 = 400;

/// The number of lines that a client wants at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(usize);

impl Budget {
    /// Validates a client's request. Errors: it is out of range.
    pub fn of(lines: Option<u32>) -> Result<Self, Failure> {
        let lines = lines.unwrap_or(USUAL);
        if !(LEAST..=MOST).contains(&lines) {
            return Err(Failure::misuse(format!(
                "budget_lines is {lines}; it goes from {LEAST} to {MOST}, and {USUAL} is usual"
            )));
        }
        Ok(Self(lines as usize))
    }

    /// The lines that a result leaves.
    pub fn left(self, result: &impl Serialize) -> usize {
        let used = serde_json::to_value(result).map_or(0, |value| lines(&value));
        self.0.saturating_sub(used)
    }

    /// How many items of a list leave most of the lines to the rest of a result.
    pub fn share(self) -> usize {
        (self.0 / 5).max(1)
    }

    /// Whether a result keeps to the budget.
    pub fn holds(self, result: &Value) -> bool {
        lines(result) <= self.0
    }
}

/// The lines of a result: each object and each text in a list is one, and a text of several lines is as many.
pub fn lines(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields.values().map(lines).sum(),
        Value::Array(items) => items.iter().map(|item| own(item) + lines(item)).sum(),
        Value::String(text) if text.contains('\n') => text.lines().count(),
        _ => 0,
    }
}

/// The line of an item itself. Numbers in a list stand in the line of what they belong to.
fn own(item: &Value) -> usize {
    match item {
        Value::Object(_) => 1,
        Value::String(text) => usize::from(!text.contains('\n')),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn items_and_lines_of_text_count() {
        assert_eq!(lines(&json!({ "summary": "a", "total": 3, "page": { "offset": 1 } })), 0);
        assert_eq!(lines(&json!({ "notes": ["a", "b\nc"], "screen": "1\n2\n3\n" })), 6);
        let nested = json!({ "groups": [{ "lines": [1, 2, 3], "failing": ["a", "b"] }, { "lines": [] }] });
        assert_eq!(lines(&nested), 4);
    }

    #[test]
    fn a_budget_has_a_range() {
        let usual = Budget::of(None).unwrap();
        assert_eq!((usual.share(), Budget(10).share()), (12, 2));
        let list = |items: usize| json!({ "list": vec!["x"; items] });
        assert_eq!([0, 59, 61].map(|items| usual.left(&list(items))), [60, 1, 0]);
        assert!(usual.holds(&list(60)) && !usual.holds(&list(61)));
        assert_eq!(Budget::of(Some(10)).unwrap().left(&list(0)), 10);
        for lines in [9, 401] {
            let error = Budget::of(Some(lines)).unwrap_err().to_string();
            assert_eq!(error, format!("budget_lines is {lines}; it goes from 10 to 400, and 60 is usual"));
        }
    }
}
