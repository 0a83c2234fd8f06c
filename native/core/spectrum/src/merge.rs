//! Merges recordings into a spectrum.

use crate::ahead;
use crate::callers;
use crate::coverage::classes;
use crate::failed::Failed;
use crate::gathered::{Gathered, is_too_large};
use crate::inlining::Inlining;
use crate::jvm::{Jvm, by_jvm, tests_in_order};
use crate::rows::Rows;
use crate::unify::Columns;
use crate::{MergeError, Policies, RecordedTest, Recording, Room, Spectrum, Test};

/* Why the result does not depend on how recordings are split and ordered:

- Recordings are first joined by JVM. Class numbers have a meaning only within a JVM, and a class may be
  defined in one file of a JVM and covered in another.
- Everything is then sorted by keys that the JVMs wrote, never by file or position: JVMs by (start, nonce,
  pid), their tests by sequence, classes by (name, hash, methods).
- Rows are not joined: each execution has its own row, including reruns. Only the same execution of the same
  JVM, read twice, is one row. */

impl Spectrum {
    /// Merges several recordings (forks, modules, reruns, files of one JVM) into one spectrum.
    ///
    /// Order: tests by (start of their JVM, its nonce, its pid, sequence); classes by (name, hash); methods
    /// of a class as in its class file; elements by (method, line). The result depends neither on the order
    /// of `recordings`, nor on how one JVM's record is split over them, nor on duplicates.
    /// `policies` determine to which tests the lines of static initialisers and of fixtures are charged; an
    /// [`InitialiserPolicy`](crate::InitialiserPolicy) alone is accepted too.
    /// Errors: [`MergeError`], if recordings contradict themselves or one another.
    /// Cost: O(covered slots + tests * elements / 64) after sorting the identifiers.
    pub fn merge(recordings: &[Recording], policies: impl Into<Policies>) -> Result<Self, MergeError> {
        Self::merge_within(recordings, policies, None)
    }

    /// As [`Spectrum::merge`], with at most this room in memory for rows; without a limit if `None`.
    /// Errors: also those of the store for other rows.
    pub fn merge_within(
        recordings: &[Recording],
        policies: impl Into<Policies>,
        room: Option<Room>,
    ) -> Result<Self, MergeError> {
        let policies = policies.into();
        let jvms = by_jvm(recordings);
        let columns = Columns::of(&jvms)?;
        let tests = jvms.iter().map(tests_in_order).collect::<Result<Vec<_>, _>>()?;
        let rows = tests.iter().map(Vec::len).sum::<usize>();
        let elements = columns.elements.len();
        let recorded = tests.iter().flatten().map(|test| test.coverage.size()).sum();
        if room.is_none() && is_too_large(rows, elements, recorded) {
            return Err(MergeError::TooLarge { tests: rows, elements });
        }
        let mut gathered = Gathered::new(rows, elements, recorded, room);
        let mut spectrum = Self { tests: Vec::with_capacity(rows), ..Self::default() };
        for ((jvm, tests), layouts) in jvms.iter().zip(tests).zip(&columns.layouts) {
            let failed = Failed::of(jvm);
            let mut filler = Rows::of(jvm, &failed, layouts, policies, elements)?;
            let inlining = Inlining::of(&columns, layouts);
            ahead::each(&tests, |test, words| {
                gathered.row(|row| filler.fill(test.sequence, classes(words), row))?;
                spectrum.tests.push(row_of(test, &failed, &inlining));
                Ok(())
            })?;
        }
        spectrum.sizes = sizes(&jvms, &columns);
        spectrum.classes = columns.classes;
        spectrum.methods = columns.methods;
        spectrum.elements = columns.elements;
        let no_room = |error: std::io::Error| MergeError::NoRoom { detail: error.to_string() };
        spectrum.coverage = gathered.matrix().map_err(no_room)?;
        Ok(spectrum)
    }
}

/// The bytes of bytecode of each element; empty if no recording says any. Where several slots are one element, the largest counts.
fn sizes(jvms: &[Jvm<'_>], columns: &Columns) -> Vec<u32> {
    let mut sizes = Vec::new();
    for (jvm, layouts) in jvms.iter().zip(&columns.layouts) {
        for of in jvm.iter().flat_map(|recording| &recording.sizes) {
            let Some(layout) = layouts.get(&of.class) else { continue };
            sizes.resize(columns.elements.len(), 0);
            for (element, &bytes) in layout.elements.iter().zip(&of.bytes) {
                let size: &mut u32 = &mut sizes[element.index()];
                *size = bytes.max(*size);
            }
        }
    }
    sizes
}

fn row_of(test: &RecordedTest, failed: &Failed<'_>, inlining: &Inlining<'_>) -> Test {
    let mut failure = failed.explain(test).map(|failure| inlining.undo(&failure));
    if let Some(failure) = &mut failure {
        callers::cut(failure, &test.class, &test.method);
    }
    Test {
        unique_id: test.unique_id.clone(),
        class: test.class.clone(),
        method: test.method.clone(),
        outcome: test.outcome,
        duration_ns: test.duration_ns,
        display: test.display.clone(),
        overlapped: test.overlapped,
        failure,
    }
}
