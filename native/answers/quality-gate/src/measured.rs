//! Selects the tests of a recording that are measured.

use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_spectrum::{Spectrum, TestId};

/// The tests that passed or failed, in row order. Errors: there is no such test, or no line to measure.
pub fn measured_tests(spectrum: &Spectrum) -> Result<Vec<TestId>, Failure> {
    let counts = |test: &TestId| spectrum.tests[test.index()].outcome.is_counted();
    let tests: Vec<TestId> = (0..spectrum.tests.len()).map(TestId::new).filter(counts).collect();
    if tests.is_empty() {
        return Err(Failure::failed(format!(
            "of the {} recorded none passed or failed, so there is no suite to measure; \
             record a run of tests: faultline run -- mvn test",
            counted(spectrum.tests.len(), "test")
        )));
    }
    if spectrum.elements.is_empty() {
        return Err(Failure::failed(
            "no line is recorded, so there is nothing to tell apart; record more with --include",
        ));
    }
    Ok(tests)
}
