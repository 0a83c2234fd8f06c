//! Tests that a task of a build ran in a program of its own, which is no known test runner.
//!
//! Where no JVM made for tests has rows, such a program is how the build runs its tests. Otherwise the program may
//! run them for another reason, as a sample or a benchmark does, and they are no rows.

use std::collections::BTreeMap;
use std::mem::take;

use faultline_spectrum::{Background, Recording};

use crate::started::union;

/// Turns rows of programs into code that ran for no test, where other JVMs have rows. Returns the numbers of
/// these tests by program. Cost: O(recordings of programs).
pub fn leave_out(recordings: &mut [Recording]) -> BTreeMap<String, usize> {
    let mut left_out = BTreeMap::new();
    let is_row_elsewhere =
        |recording: &Recording| !recording.origin.is_program() && !recording.tests.is_empty();
    if !recordings.iter().any(is_row_elsewhere) {
        return left_out;
    }
    let of_programs = recordings.iter_mut().filter(|recording| recording.origin.is_program());
    for recording in of_programs.filter(|recording| !recording.tests.is_empty()) {
        let program = recording.origin.program().unwrap_or("a program").to_owned();
        *left_out.entry(program.clone()).or_default() += recording.tests.len();
        without_rows(recording, &program);
    }
    left_out
}

/// Moves the lines of tests and fixtures to the threads of the program, as if there had been no tests.
fn without_rows(recording: &mut Recording, program: &str) {
    let (tests, fixtures) = (take(&mut recording.tests), take(&mut recording.fixtures));
    let ran = tests.iter().map(|test| &test.coverage);
    let coverage = union(ran.chain(fixtures.iter().map(|fixture| &fixture.coverage)), 0);
    recording.background.push(Background { thread: format!("all threads of {program}"), coverage });
    recording.charges.clear();
    recording.failed_by.clear();
    recording.loaded.clear();
    recording.elements.hits.clear();
    recording.elements.paths.clear();
    recording.launch = None;
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{CoverageBuilder, Origin, Outcome, RecordedTest};

    use super::*;

    fn recording(description: &str, lines: &[u64]) -> Recording {
        let test = |(sequence, &bits): (u32, &u64)| {
            let mut row = CoverageBuilder::default();
            row.class(3, &[bits]);
            RecordedTest {
                sequence,
                unique_id: format!("t{sequence}(A)"),
                class: "A".into(),
                method: format!("t{sequence}"),
                display: String::new(),
                outcome: Outcome::Passed,
                duration_ns: 0,
                overlapped: false,
                failure: None,
                coverage: row.to_coverage(),
            }
        };
        let origin = Origin { description: description.into(), ..Origin::default() };
        Recording { origin, tests: (0..).zip(lines).map(test).collect(), ..Recording::default() }
    }

    const PROGRAM: &str = "a VM 17, org.example.Main\t.\t\t\t\tprogram";

    #[test]
    fn beside_rows_of_other_jvms_those_of_a_program_become_its_threads() {
        let mut recordings = [recording("a VM 17, Worker\t.", &[1]), recording(PROGRAM, &[1, 4])];
        let left_out = leave_out(&mut recordings);
        assert_eq!(left_out, BTreeMap::from([("org.example.Main".to_owned(), 2)]));
        assert_eq!((recordings[0].tests.len(), recordings[1].tests.len()), (1, 0));
        let background = &recordings[1].background[0];
        assert_eq!(background.thread, "all threads of org.example.Main");
        assert_eq!(background.coverage.slots().collect::<Vec<_>>(), [(3, 0), (3, 2)]);
    }

    #[test]
    fn where_only_programs_run_tests_these_are_rows() {
        let mut recordings = [recording("a VM 17, Worker\t.", &[]), recording(PROGRAM, &[1, 4])];
        assert!(leave_out(&mut recordings).is_empty());
        assert_eq!(recordings[1].tests.len(), 2);
    }
}
