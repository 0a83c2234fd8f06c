//! Checks recordings of the kernels.

use std::collections::BTreeSet;

use faultline_spectrum::{RecordedClass, RecordedTest, Recording};

use crate::BenchError;

/// Checks that the test that runs the kernels has all lines of their methods, and that a test open in parallel has a row without lines.
/// Errors: a row is missing or wrong.
pub(super) fn check(name: &str, recordings: &[Recording], is_beside: bool) -> Result<(), BenchError> {
    let unequal = |detail: String| Err(BenchError::Unequal { detail: format!("{name} {detail}") });
    let [recording] = recordings else {
        return unequal(format!("made {} recordings", recordings.len()));
    };
    let row = |test: &str| recording.tests.iter().find(|row| row.class.ends_with(test));
    let Some(kernels) = row("$Measured") else {
        return unequal("recorded no test of the kernels".to_owned());
    };
    let missing = missing(&recording.classes, kernels);
    if !missing.is_empty() {
        return unequal(format!("did not record {}", missing.join(", ")));
    }
    match row("$Beside") {
        None if is_beside => unequal("recorded no other test".to_owned()),
        Some(other) if !other.coverage.is_empty() => {
            unequal("gave the kernels to a test that waited".to_owned())
        }
        _ => Ok(()),
    }
}

/// The lines of methods that the test lacks, except constructors of classes without objects.
fn missing(classes: &[RecordedClass], test: &RecordedTest) -> Vec<String> {
    let covered: BTreeSet<(u32, u32)> = test.coverage.slots().collect();
    let mut missing = Vec::new();
    for class in classes {
        for (slot, &(method, line)) in (0..).zip(&class.slots) {
            let method = &class.methods[method as usize].name;
            if method != "<init>" && !covered.contains(&(class.id, slot)) {
                missing.push(format!("{}.{method}:{line}", class.name));
            }
        }
    }
    missing
}
