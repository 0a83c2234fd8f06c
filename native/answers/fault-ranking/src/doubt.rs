//! Groups of failing tests whose failures are hardly faults of the code.

use faultline_messages::words::number;
use faultline_since_passed::{Comparison, Verdict};
use faultline_spectrum::TestId;
use schemars::JsonSchema;
use serde::Serialize;

/// Why a group's failures are hardly faults of the code: each of its tests is flaky, or nothing has changed for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "doubt")]
pub struct Doubt {
    /// Tests that passed when they were run again.
    pub flaky: usize,
    /// Tests for which nothing has changed since they passed, and that were not run again.
    pub unchanged: usize,
    /// Tests for which nothing has changed since they passed, and that failed each time that they were run again.
    pub outside: usize,
    /// Whether the group stands behind others for that reason.
    pub last: bool,
    /// All that in a sentence.
    pub says: String,
}

/// Whether the code is hardly the cause of any of these failures.
pub fn is_doubtful(changes: Option<&Comparison>, tests: &[TestId]) -> bool {
    changes.is_some_and(|changes| tests.iter().all(|test| changes.verdict(*test).is_doubtful()))
}

/// The doubt about a group; `None` if one of its tests may fail by a change. `last`: whether there are groups without
/// doubt, which stand before it.
pub fn of(changes: Option<&Comparison>, tests: &[TestId], last: bool) -> Option<Doubt> {
    let changes = changes.filter(|_| is_doubtful(changes, tests))?;
    let count = |verdict| tests.iter().filter(|test| changes.verdict(**test) == verdict).count();
    let (flaky, unchanged, outside) =
        (count(Verdict::Flaky), count(Verdict::Unchanged), count(Verdict::Outside));
    let says = says(tests.len(), flaky, unchanged, outside, last);
    Some(Doubt { flaky, unchanged, outside, last, says })
}

fn says(tests: usize, flaky: usize, unchanged: usize, outside: usize, last: bool) -> String {
    let of_one = tests == 1;
    let reasons = [
        (
            unchanged,
            "nothing that the test runs has changed since it passed",
            "run nothing that has changed since they passed",
        ),
        (
            outside,
            "nothing that the test runs has changed since it passed, and it failed each time that it was run again alone",
            "run nothing that has changed since they passed, and failed each time that they were run again alone",
        ),
        (flaky, "the test passed when it was run again alone", "passed when they were run again alone"),
    ];
    let reasons = reasons.iter().filter(|(count, ..)| *count > 0);
    let reasons: Vec<String> = reasons
        .map(|(count, one, many)| match (of_one, *count == tests) {
            (true, _) => (*one).to_owned(),
            (false, true) => format!("its tests {many}"),
            (false, false) => format!("{} of its tests {many}", number(*count)),
        })
        .collect();
    let behind = if last { "; so the group is ranked last" } else { "" };
    format!("This is probably not a fault of the code: {}{behind}", reasons.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_said_for_one_test_for_all_and_for_some() {
        assert_eq!(
            says(1, 0, 1, 0, true),
            "This is probably not a fault of the code: nothing that the test runs has changed since it passed; so the group is ranked last"
        );
        assert_eq!(
            says(2, 2, 0, 0, false),
            "This is probably not a fault of the code: its tests passed when they were run again alone"
        );
        assert_eq!(
            says(3, 1, 0, 2, false),
            "This is probably not a fault of the code: 2 of its tests run nothing that has changed since they passed, and failed \
             each time that they were run again alone; 1 of its tests passed when they were run again alone"
        );
    }
}
