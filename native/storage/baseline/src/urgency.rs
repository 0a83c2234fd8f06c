//! How likely tests are to fail beside one another, so that a run can begin with the likeliest ones.

use std::collections::{HashMap, HashSet};

use crate::affected::{Affected, Why};
use crate::model::Baseline;

/// The urgency of a test that is in no baseline: a new test fails more often than one that runs changed code.
pub const UNKNOWN: f64 = 3.0;
/// Of a test that failed in its last run.
const FAILED_LAST: f64 = 4.0;
/// Of a test that runs changed code, at least.
const CHANGED: f64 = 1.0;
/// Of a test for which only a resource, a library, a build file or Java has changed, or the code that makes its parameters.
const INPUT: f64 = 0.5;
/// Of a test that was skipped in its last run, or gave up on an assumption.
const SKIPPED: f64 = 0.25;

/// The urgency of each test of a baseline, in its order; 0 if nothing has changed. Units: none, the order alone means something.
///
/// A test that runs changed code has `1 + s / (1 + s)`: s adds up, over the changed methods that it runs, one by the number
/// of tests that run the method. So much changed code that few tests run comes first. Cost: O(tests x classes that they
/// run).
pub fn of(baseline: &Baseline, affected: &mut Affected<'_>) -> Vec<f64> {
    let changed: Vec<HashSet<_>> =
        baseline.tests.keys().map(|id| affected.changed(id).into_iter().collect()).collect();
    let mut runners = HashMap::<_, f64>::new();
    for method in changed.iter().flatten() {
        *runners.entry(*method).or_default() += 1.0;
    }
    let tests = baseline.tests.iter().zip(&changed);
    tests
        .map(|((id, test), changed)| match affected.why(id) {
            None => 0.0,
            Some(Why::NeverPassed | Why::FailedLast) if test.failing_ns > 0 => FAILED_LAST,
            Some(Why::NeverPassed | Why::FailedLast) if changed.is_empty() => SKIPPED,
            Some(Why::Input(_) | Why::Parameters(_)) if changed.is_empty() => INPUT,
            Some(_) => {
                let share: f64 = changed.iter().map(|method| 1.0 / runners[method]).sum();
                CHANGED + share / (1.0 + share)
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::model::{ClassState, Passed, Run, TestState};

    /// A test that ran these classes when it passed, or last failed.
    fn test(ran: Option<&[u32]>) -> TestState {
        let code: Arc<[u32]> = Arc::default();
        let passed = ran.map(|classes| Passed {
            run: 0,
            ran: classes.iter().map(|class| (*class, Vec::new())).collect(),
            code: Arc::clone(&code),
        });
        TestState {
            seen_ns: 1,
            failing_ns: u64::from(passed.is_none()),
            code,
            passed,
            ..TestState::default()
        }
    }

    #[test]
    fn failures_come_first_then_changed_code_that_few_tests_run() {
        let class = |name: &str| ClassState { name: name.to_owned(), ..ClassState::default() };
        let tests =
            [("both", Some([0, 1].as_slice())), ("failed", None), ("none", Some(&[])), ("one", Some(&[0]))];
        let baseline = Baseline {
            runs: vec![Run { started_ns: 1, ..Run::default() }],
            classes: vec![class("a.A"), class("a.B")],
            tests: tests.into_iter().map(|(id, ran)| (id.to_owned(), test(ran))).collect(),
        };
        let skipped = TestState { failing_ns: 0, ..test(None) };
        let baseline = Baseline {
            tests: baseline.tests.into_iter().chain([("skipped".to_owned(), skipped)]).collect(),
            ..baseline
        };
        // Both classes are gone.
        let mut affected = Affected::of(&baseline, &[], Path::new("/"), "java");
        let urgencies = of(&baseline, &mut affected).into_iter();
        let mut order: Vec<(f64, &str)> = urgencies.zip(baseline.tests.keys().map(String::as_str)).collect();
        order.sort_by(|one, other| other.0.total_cmp(&one.0));
        let shown: Vec<String> = order.iter().map(|(urgency, id)| format!("{id} {urgency:.3}")).collect();
        // All have another Java; s adds 1/2 for the class that two tests run, and 1 for the other one.
        assert_eq!(shown, ["failed 4.000", "both 1.600", "one 1.333", "none 0.500", "skipped 0.250"]);
    }
}
