//! What JVMs ran that a test started, as lines of that test.

use std::collections::BTreeMap;
use std::mem::take;

use faultline_spectrum::{Coverage, CoverageBuilder, Recording};
use percent_encoding::percent_decode_str;

/// Moves what such JVMs ran into the rows of the tests that started them. A test is known by its id; of several
/// JVMs that ran it, the last that began before, in the same working directory if there is one, has started the
/// other. What was started by no recorded test stays. Cost: O(recordings of both).
pub fn charge(recordings: &mut [Recording]) {
    for child in 0..recordings.len() {
        let Some(id) = recordings[child].origin.started_by() else { continue };
        let id = percent_decode_str(id).decode_utf8_lossy().into_owned();
        let Some(starter) = starter(recordings, child, &id) else { continue };
        let jvm = recordings[starter].origin.jvm();
        let same = recordings.iter().filter(|other| other.origin.jvm() == jvm);
        let offset = same.flat_map(numbers).max().map_or(0, |last| last.saturating_add(1));
        let fits = numbers(&recordings[child]).all(|number| number.checked_add(offset).is_some());
        if fits {
            let ran = Ran::taken_from(&mut recordings[child], offset);
            ran.add_to(&mut recordings[starter], &id);
        }
    }
}

/// The recording of the test that started the JVM of another one.
fn starter(recordings: &[Recording], child: usize, id: &str) -> Option<usize> {
    let of = &recordings[child].origin;
    let before = (0..recordings.len()).filter(|&at| {
        let recording = &recordings[at];
        recording.origin.jvm() != of.jvm()
            && recording.origin.started_ns <= of.started_ns
            && recording.tests.iter().any(|test| test.unique_id == id)
    });
    before.max_by_key(|&at| {
        let origin = &recordings[at].origin;
        (origin.folder() == of.folder(), origin.started_ns)
    })
}

/// The numbers by which coverages of a recording refer to something.
fn numbers(recording: &Recording) -> impl Iterator<Item = u32> {
    let classes = recording.classes.iter().map(|class| class.id);
    classes.chain(recording.elements.tables.iter().map(|table| table.id))
}

/// What a JVM ran for a test: a recording of classes, their initialisers, and the lines.
struct Ran {
    part: Recording,
    coverage: Coverage,
}

impl Ran {
    /// Takes the lines that belong to no test, with the numbers of classes raised by `offset`.
    fn taken_from(child: &mut Recording, offset: u32) -> Self {
        let threads = take(&mut child.background);
        let coverage = union(threads.iter().map(|ran| &ran.coverage), offset);
        let mut part = Recording {
            classes: child.classes.clone(),
            details: child.details.clone(),
            initialisers: child.initialisers.clone(),
            ..Recording::default()
        };
        part.classes.iter_mut().for_each(|class| class.id += offset);
        part.details.iter_mut().for_each(|details| details.class += offset);
        for (class, coverage) in &mut part.initialisers {
            *class += offset;
            *coverage = union([&*coverage], offset);
        }
        Self { part, coverage }
    }

    fn add_to(self, starter: &mut Recording, id: &str) {
        let Self { part, coverage } = self;
        starter.classes.extend(part.classes);
        starter.details.extend(part.details);
        starter.initialisers.extend(part.initialisers);
        for test in starter.tests.iter_mut().filter(|test| test.unique_id == id) {
            test.coverage = union([&test.coverage, &coverage], 0);
        }
    }
}

/// The union of coverages, with the numbers of their classes raised by `offset`.
pub(crate) fn union<'a>(coverages: impl IntoIterator<Item = &'a Coverage>, offset: u32) -> Coverage {
    let mut classes = BTreeMap::<u32, Vec<u64>>::new();
    let mut buffer = Vec::new();
    for coverage in coverages {
        for (class, bits) in coverage.classes_in(&mut buffer) {
            let all = classes.entry(class + offset).or_default();
            all.resize(all.len().max(bits.len()), 0);
            all.iter_mut().zip(bits).for_each(|(all, bits)| *all |= bits);
        }
    }
    let mut row = CoverageBuilder::default();
    for (class, bits) in classes {
        row.class(class, &bits);
    }
    row.to_coverage()
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{
        Background, ClassFile, Origin, Outcome, RecordedClass, RecordedMethod, RecordedTest,
    };

    use super::*;

    fn class(id: u32, name: &str) -> RecordedClass {
        RecordedClass::new(
            id,
            ClassFile {
                name: name.into(),
                methods: vec![RecordedMethod { name: "m".into(), descriptor: "()V".into() }],
                slots: vec![(0, 1), (0, 2)],
                ..ClassFile::default()
            },
        )
    }

    fn covering(rows: &[(u32, u64)]) -> Coverage {
        let mut row = CoverageBuilder::default();
        for &(class, bits) in rows {
            row.class(class, &[bits]);
        }
        row.to_coverage()
    }

    fn jvm(started_ns: u64, description: &str) -> Origin {
        Origin { started_ns, nonce: started_ns, pid: 1, description: description.into() }
    }

    fn tests(started_ns: u64, folder: &str) -> Recording {
        let test = |sequence, id: &str, bits| RecordedTest {
            sequence,
            unique_id: id.into(),
            class: "A".into(),
            method: "m".into(),
            display: String::new(),
            outcome: Outcome::Failed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
            coverage: covering(&[(0, bits)]),
        };
        Recording {
            origin: jvm(started_ns, &format!("a JVM\t{folder}")),
            classes: vec![class(0, "Client")],
            tests: vec![test(0, "a(A)", 1), test(1, "b(A)", 2)],
            ..Recording::default()
        }
    }

    fn child(started_ns: u64, starter: &str) -> Recording {
        let ran = |thread: &str, rows| Background { thread: thread.into(), coverage: covering(rows) };
        Recording {
            origin: jvm(started_ns, &format!("a JVM\t.\t\t{starter}")),
            classes: vec![class(0, "Server"), class(4, "Other")],
            background: vec![ran("main", &[(0, 1)]), ran("pool", &[(0, 2), (4, 1)])],
            initialisers: vec![(4, covering(&[(4, 2)]))],
            ..Recording::default()
        }
    }

    #[test]
    fn a_test_has_the_lines_of_the_jvm_that_it_started() {
        let mut recordings = [child(2, "b%28A%29"), tests(1, ".")];
        charge(&mut recordings);
        let [server, starter] = &recordings;
        assert_eq!(server.background, []);
        let numbered: Vec<(u32, &str)> =
            starter.classes.iter().map(|class| (class.id, class.name.as_str())).collect();
        assert_eq!(numbered, [(0, "Client"), (1, "Server"), (5, "Other")]);
        assert_eq!(starter.tests[0].coverage, covering(&[(0, 1)]));
        assert_eq!(starter.tests[1].coverage, covering(&[(0, 2), (1, 3), (5, 1)]));
        assert_eq!(starter.initialisers, [(5, covering(&[(5, 2)]))]);
    }

    #[test]
    fn of_several_jvms_the_last_one_before_in_the_same_folder_has_started_it() {
        let mut recordings =
            [tests(1, "."), tests(2, "."), tests(3, "m"), tests(5, "."), child(4, "a%28A%29")];
        charge(&mut recordings);
        let with_server = recordings.iter().filter(|recording| recording.classes.len() == 3);
        assert_eq!(with_server.map(|recording| recording.origin.started_ns).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn what_no_recorded_test_has_started_belongs_to_nobody() {
        for of_nobody in [child(4, "gone%28A%29"), child(4, ""), child(0, "a%28A%29")] {
            let mut recordings = [tests(1, "."), of_nobody.clone()];
            charge(&mut recordings);
            assert_eq!(recordings, [tests(1, "."), of_nobody]);
        }
        let mut far = child(4, "a%28A%29");
        far.classes.push(class(u32::MAX, "Far"));
        let mut recordings = [tests(1, "."), far.clone()];
        charge(&mut recordings);
        assert_eq!(recordings[1], far);
    }
}
