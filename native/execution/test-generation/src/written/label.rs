//! Turns generated tests into a pool over the recorded lines, and labels it by an oracle.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use faultline_flt::record_spectrum;
use faultline_messages::failure::Failure;
use faultline_sbfl::display_name;
use faultline_spectrum::Failure as Thrown;
use faultline_spectrum::{BitMatrix, Outcome, Spectrum, Test};

use crate::targets::groups::Columns;

/// Numbers of labels of generated tests.
#[derive(Clone, Debug)]
pub struct Labels {
    /// Tests that pass on the oracle.
    pub passed: usize,
    /// Tests that fail on the oracle, so they exercise the fault.
    pub failed: usize,
    /// Tests without a label.
    pub skipped: usize,
    /// Unlabelled tests that do not fit the oracle: they call methods that it lacks.
    pub unfit: usize,
    /// The recording with the labels.
    pub file: PathBuf,
    /// Names of the failing tests.
    pub failing: Vec<String>,
}

/// Projects the generated tests onto the columns of the recorded spectrum. Their outcomes are no labels:
/// tests that failed where they were generated depend on time or chance, and are skipped. Also returns their
/// number.
pub fn pool(spectrum: &Spectrum, ran: &Spectrum) -> (Spectrum, usize) {
    let rows = Columns::of(spectrum).rows(ran, |_| true);
    let mut coverage = BitMatrix::new(rows.len(), spectrum.elements.len());
    for (test, row) in rows.iter().enumerate() {
        for column in (0..spectrum.elements.len()).filter(|column| row[column / 64] >> (column % 64) & 1 != 0)
        {
            coverage.set(test, column);
        }
    }
    let mut unstable = 0;
    let tests = ran.tests.iter().map(|test| {
        let is_stable = test.outcome == Outcome::Passed;
        unstable += usize::from(!is_stable);
        Test {
            outcome: if is_stable { Outcome::Passed } else { Outcome::Skipped },
            failure: None,
            ..test.clone()
        }
    });
    let tests = tests.collect();
    (Spectrum { tests, coverage, ..spectrum.clone() }, unstable)
}

/// Labels a pool by the outcomes of the same tests on a correct version, and writes it. A test that fails
/// there asserts faulty behaviour, so it exercises the fault. Its exception there does not come from the
/// fault and is dropped. Errors: the operating system's.
pub fn label(mut pool: Spectrum, oracle: &Spectrum, file: &Path) -> Result<Labels, Failure> {
    let there: HashMap<&str, &Test> =
        oracle.tests.iter().map(|test| (test.unique_id.as_str(), test)).collect();
    let mut labels =
        Labels { passed: 0, failed: 0, skipped: 0, unfit: 0, file: file.to_owned(), failing: Vec::new() };
    for test in &mut pool.tests {
        test.outcome = match there.get(test.unique_id.as_str()) {
            Some(other) if test.outcome == Outcome::Passed => {
                let verdict = verdict(other);
                labels.unfit += usize::from(other.outcome == Outcome::Failed && verdict == Outcome::Skipped);
                verdict
            }
            _ => Outcome::Skipped,
        };
        match test.outcome {
            Outcome::Passed => labels.passed += 1,
            Outcome::Failed => {
                labels.failed += 1;
                labels.failing.push(display_name(test));
            }
            Outcome::Aborted | Outcome::Skipped => labels.skipped += 1,
        }
    }
    write(&pool, "generated tests, labelled by another version", file)?;
    Ok(labels)
}

/// Writes a pool. Errors: the operating system's.
pub fn write(pool: &Spectrum, description: &str, file: &Path) -> Result<(), Failure> {
    faultline_recording_store::write::write(file, &record_spectrum(pool, description))
        .map_err(|error| Failure::failed(format!("writing {} failed: {error}", file.display())))
}

/// The label from a test's outcome on the correct version. A test that does not fit that version, because a
/// method is missing, has no label.
fn verdict(test: &Test) -> Outcome {
    match test.outcome {
        Outcome::Failed if test.failure.as_ref().is_some_and(does_not_fit) => Outcome::Skipped,
        outcome => outcome,
    }
}

fn does_not_fit(failure: &Thrown) -> bool {
    const LINKAGE: [&str; 9] = [
        "AbstractMethodError",
        "IllegalAccessError",
        "IncompatibleClassChangeError",
        "InstantiationError",
        "NoClassDefFoundError",
        "NoSuchFieldError",
        "NoSuchMethodError",
        "UnsupportedClassVersionError",
        "VerifyError",
    ];
    failure.exception.strip_prefix("java.lang.").is_some_and(|name| LINKAGE.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(outcome: Outcome, exception: &str) -> Test {
        Test {
            unique_id: "t".into(),
            class: String::new(),
            method: String::new(),
            outcome,
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: (!exception.is_empty())
                .then(|| Thrown { exception: exception.into(), ..Thrown::default() }),
        }
    }

    #[test]
    fn a_test_that_does_not_fit_the_other_version_has_no_label() {
        assert_eq!(verdict(&ended(Outcome::Passed, "")), Outcome::Passed);
        assert_eq!(verdict(&ended(Outcome::Failed, "java.lang.AssertionError")), Outcome::Failed);
        assert_eq!(verdict(&ended(Outcome::Failed, "java.lang.NoSuchMethodError")), Outcome::Skipped);
        assert_eq!(verdict(&ended(Outcome::Failed, "org.x.VerifyError")), Outcome::Failed);
    }
}
