//! Finds the tests to compare by name.

use faultline_messages::failure::Failure;
use faultline_messages::names;
use faultline_sbfl::tests_named;
use faultline_spectrum::{Outcome, Spectrum, TestId};

use crate::parting::nearest;

/// The tests to compare a test with: the chosen one, or else the nearest passing ones.
/// Errors: none is chosen, and no passing test shares a line with it.
pub fn others(
    spectrum: &Spectrum,
    test: TestId,
    chosen: Option<TestId>,
    neighbours: usize,
) -> Result<Vec<TestId>, Failure> {
    if let Some(other) = chosen {
        return Ok(vec![other]);
    }
    let near: Vec<TestId> = nearest(spectrum, test, neighbours).into_iter().map(|(test, _)| test).collect();
    if near.is_empty() {
        return Err(Failure::failed(format!(
            "no passing test runs any line that {} runs; name the test to compare it with",
            names::test(&spectrum.tests[test.index()])
        )));
    }
    Ok(near)
}

/// The row that a name means; of several executions, the first that failed.
/// Errors: no test has this name, or different tests do.
pub fn named(spectrum: &Spectrum, name: &str) -> Result<TestId, Failure> {
    let rows = tests_named(spectrum, name).map_err(|error| Failure::failed(error.to_string()))?;
    let id = |row: &TestId| &spectrum.tests[row.index()].unique_id;
    if let Some(other) = rows.iter().find(|row| id(row) != id(&rows[0])) {
        let called = |row: TestId| names::test(&spectrum.tests[row.index()]);
        return Err(Failure::misuse(format!(
            "{name:?} means several tests, as {} and {}; name one",
            called(rows[0]),
            called(*other)
        )));
    }
    let failed = rows.iter().find(|row| spectrum.tests[row.index()].outcome == Outcome::Failed);
    Ok(*failed.unwrap_or(&rows[0]))
}
