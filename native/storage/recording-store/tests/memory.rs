//! Recordings whose rows have no room in memory: what `--memory` bounds.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use faultline_flt::Writer;
use faultline_recording_store::load::{self, Loaded};
use faultline_recording_store::memory::Memory;
use faultline_recording_store::reading::Reading;
use faultline_spectrum::{
    ClassFile, CoverageBuilder, FixturePolicy, InitialiserPolicy, Moment, Origin, Outcome, Policies,
    RecordedClass, RecordedFixture, RecordedMethod, RecordedTest, Recording,
};

const CLASSES: u32 = 30;
const SLOTS: u32 = 100;

fn class(id: u32) -> RecordedClass {
    RecordedClass::new(
        id,
        ClassFile {
            name: format!("app.Class{id}"),
            source_file: Some(format!("Class{id}.java")),
            hash: u64::from(id) + 1,
            location: String::new(),
            methods: vec![RecordedMethod { name: "m".to_owned(), descriptor: "()V".to_owned() }],
            slots: (0..SLOTS).map(|slot| (0, slot + 1)).collect(),
        },
    )
}

/// Every `step`th line of all classes.
fn lines(step: usize) -> CoverageBuilder {
    let mut row = CoverageBuilder::default();
    for class in 0..CLASSES {
        let mut bits = [0_u64; 2];
        (0..SLOTS as usize)
            .step_by(step + class as usize % 3)
            .for_each(|slot| bits[slot / 64] |= 1 << (slot % 64));
        row.class(class, &bits);
    }
    row
}

/// A recording with a fixture and static initialisers, which rows are charged with.
fn recording(jvm: u32) -> Recording {
    let test = |sequence: u32| RecordedTest {
        sequence,
        unique_id: format!("t{jvm}.{sequence}"),
        class: "app.SomeTest".to_owned(),
        method: format!("t{sequence}"),
        display: String::new(),
        outcome: if sequence == 3 { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 1,
        overlapped: false,
        failure: None,
        coverage: lines(2 + (sequence + jvm) as usize % 40).to_coverage(),
    };
    let fixture = RecordedFixture {
        id: 0,
        moment: Moment::Before,
        unique_id: "app.SomeTest".to_owned(),
        class: "app.SomeTest".to_owned(),
        method: String::new(),
        coverage: lines(31).to_coverage(),
    };
    Recording {
        origin: Origin {
            started_ns: u64::from(jvm),
            nonce: 1,
            pid: jvm,
            description: "a VM\t.\tasked".to_owned(),
        },
        classes: (0..CLASSES).map(class).collect(),
        tests: (0..60).map(test).collect(),
        initialisers: vec![(4, lines(17).to_coverage())],
        fixtures: vec![fixture],
        charges: (0..60)
            .step_by(2)
            .map(|test| faultline_spectrum::Charge { test, fixtures: vec![0] })
            .collect(),
        ..Recording::default()
    }
}

fn written(folder: &Path) -> Vec<PathBuf> {
    let write = |jvm: u32| {
        let file = folder.join(format!("{jvm}.flt"));
        let recording = recording(jvm);
        Writer::create(&file, &recording.origin).unwrap().recording(&recording).unwrap();
        file
    };
    (1..=3).map(write).collect()
}

fn loaded(files: &[PathBuf], memory: Memory, initialisers: InitialiserPolicy) -> Loaded {
    let policies = Policies { initialisers, fixtures: FixturePolicy::All };
    load::load_as(files, Reading { memory, policies, ..Reading::default() }).unwrap()
}

#[test]
fn results_are_the_same_and_a_note_says_where_the_rows_are() {
    let folder = tempfile::tempdir().unwrap();
    let files = written(folder.path());
    for initialisers in [InitialiserPolicy::All, InitialiserPolicy::First, InitialiserPolicy::Exclude] {
        let known = loaded(&files, Memory::default(), initialisers);
        assert_eq!((known.spectrum.tests.len(), known.spectrum.elements.len()), (180, 3_000));
        assert!(known.notes.is_empty() && !known.spectrum.coverage.is_packed(), "{:?}", known.notes);
        for memory in [Memory::of(0), Memory::of(0).counting()] {
            let spilled = loaded(&files, memory, initialisers);
            assert_eq!(spilled.spectrum, known.spectrum);
            assert!(spilled.spectrum.coverage.spilled() > 0);
            let [note] = &spilled.notes[..] else { panic!("{:?}", spilled.notes) };
            assert!(note.starts_with("1 MB of the rows are in a temporary file"), "{note}");
        }
    }
}
