//! Laws of merging, on random recordings of a small world, checked against a naive implementation.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use faultline_spectrum::{
    ClassFile, CoverageBuilder, InitialiserPolicy, MergeError, Origin, Outcome, RecordedClass,
    RecordedMethod, RecordedTest, Recording, Spectrum,
};
use proptest::prelude::*;

/// Slots of each class of the world. Some exceed 64, so that rows span words; one class has none.
const SLOTS: [u32; 6] = [70, 3, 0, 130, 9, 65];

/// Class `kind` of the world under its number in one JVM. Kinds 4 and 5 are two builds of one class.
fn class(kind: usize, id: u32) -> RecordedClass {
    let methods = ["<init>", "<clinit>", "b", "a"];
    RecordedClass::new(
        id,
        ClassFile {
            name: format!("org.x.C{}", kind.min(4)),
            source_file: Some("C.java".into()),
            hash: kind as u64,
            location: String::new(),
            methods: methods
                .map(|name| RecordedMethod { name: name.into(), descriptor: "()V".into() })
                .into(),
            // Neither methods nor lines ascend with the slots.
            slots: (0..SLOTS[kind]).map(|slot| (3 - slot % 4, 1000 - slot * 7 % 997)).collect(),
        },
    )
}

/// (kind, slots) per touched class.
type Touched = BTreeMap<usize, BTreeSet<u32>>;

fn touched() -> impl Strategy<Value = Touched> {
    let slots = |kind: usize| {
        let some = if SLOTS[kind] == 0 { 0..=0 } else { 0..=6 };
        proptest::collection::btree_set(0..SLOTS[kind].max(1), some).prop_map(move |slots| (kind, slots))
    };
    proptest::collection::vec((0..SLOTS.len()).prop_flat_map(slots), 0..4)
        .prop_map(|classes| classes.into_iter().collect())
}

/// A JVM of the world: what it ran, independent of numbering.
#[derive(Clone, Debug)]
struct World {
    tests: Vec<(Outcome, Touched)>,
    initialisers: Vec<(usize, Touched)>,
    /// Class numbers are `shuffle[kind]`.
    shuffle: Vec<u32>,
}

fn world() -> impl Strategy<Value = World> {
    let outcome = (0_u8..4).prop_map(|code| Outcome::from_code(code).unwrap());
    (
        proptest::collection::vec((outcome, touched()), 0..6),
        proptest::collection::vec((0..SLOTS.len(), touched()), 0..5),
        Just((0..SLOTS.len() as u32).map(|i| i * 5 + 2).collect::<Vec<_>>()).prop_shuffle(),
    )
        .prop_map(|(tests, initialisers, shuffle)| World { tests, initialisers, shuffle })
}

impl World {
    fn coverage(&self, touched: &Touched) -> faultline_spectrum::Coverage {
        let by_id: BTreeMap<u32, &BTreeSet<u32>> =
            touched.iter().map(|(&kind, slots)| (self.shuffle[kind], slots)).collect();
        let mut builder = CoverageBuilder::default();
        for (id, slots) in by_id {
            let mut words = [0_u64; 3];
            for slot in slots {
                words[*slot as usize / 64] |= 1 << (slot % 64);
            }
            builder.class(id, &words);
        }
        builder.to_coverage()
    }

    fn recording(&self, jvm: u64) -> Recording {
        Recording {
            origin: Origin { started_ns: jvm / 2, nonce: jvm, pid: 9 - jvm as u32, ..Origin::default() },
            classes: (0..SLOTS.len()).map(|kind| class(kind, self.shuffle[kind])).collect(),
            tests: (0_u32..)
                .zip(&self.tests)
                .map(|(sequence, (outcome, touched))| RecordedTest {
                    sequence,
                    unique_id: format!("jvm{jvm}:{sequence}"),
                    class: String::new(),
                    method: String::new(),
                    outcome: *outcome,
                    duration_ns: 0,
                    display: String::new(),
                    overlapped: false,
                    failure: None,
                    coverage: self.coverage(touched),
                })
                .collect(),
            initialisers: self
                .initialisers
                .iter()
                .map(|(kind, touched)| (self.shuffle[*kind], self.coverage(touched)))
                .collect(),
            ..Recording::default()
        }
    }

    /// The naive implementation: charge initialisers until nothing changes.
    fn rows(&self) -> Vec<BTreeSet<(usize, u32, u32)>> {
        let row = |touched: &Touched| {
            let mut all = touched.clone();
            loop {
                let before = all.clone();
                for (_, bucket) in self.initialisers.iter().filter(|(kind, _)| before.contains_key(kind)) {
                    for (&kind, slots) in bucket {
                        all.entry(kind).or_default().extend(slots);
                    }
                }
                if all == before {
                    break;
                }
            }
            let place = |kind: usize, slot: u32| {
                let (method, line) = class(kind, 0).slots[slot as usize];
                (kind, method, line)
            };
            all.iter().flat_map(|(&kind, slots)| slots.iter().map(move |&s| place(kind, s))).collect()
        };
        self.tests.iter().map(|(_, touched)| row(touched)).collect()
    }
}

/// The rows of a spectrum, in the terms of the naive implementation.
fn rows_of(spectrum: &Spectrum) -> Vec<BTreeSet<(usize, u32, u32)>> {
    let place = |column: usize| {
        let element = spectrum.elements[column];
        let method = &spectrum.methods[element.method.index()];
        let number = ["<init>", "<clinit>", "b", "a"].iter().position(|name| *name == method.name).unwrap();
        (spectrum.classes[method.class.index()].hash as usize, number as u32, element.line)
    };
    (0..spectrum.tests.len()).map(|row| spectrum.coverage.ones(row).map(place).collect()).collect()
}

fn merge(recordings: &[Recording]) -> Spectrum {
    Spectrum::merge(recordings, InitialiserPolicy::All).unwrap()
}

fn recordings(worlds: &[World]) -> Vec<Recording> {
    (0..).zip(worlds).map(|(jvm, world)| world.recording(jvm)).collect()
}

/// Splits a recording into files of the same JVM: part `cut(i)` receives the i-th item of a kind.
fn split(recording: &Recording, parts: usize, cut: &[usize]) -> Vec<Recording> {
    let mut files = vec![Recording { origin: recording.origin.clone(), ..Recording::default() }; parts];
    let part = |i: usize, salt: usize| cut[(i + salt) % cut.len()] % parts;
    for (i, class) in recording.classes.iter().enumerate() {
        files[part(i, 0)].classes.push(class.clone());
    }
    for (i, test) in recording.tests.iter().enumerate() {
        files[part(i, 3)].tests.push(test.clone());
    }
    for (i, initialiser) in recording.initialisers.iter().enumerate() {
        files[part(i, 5)].initialisers.push(initialiser.clone());
    }
    files
}

proptest! {
    #[test]
    fn every_row_is_what_its_test_ran_and_the_initialisers_it_reaches(
        worlds in proptest::collection::vec(world(), 0..4)
    ) {
        let spectrum = merge(&recordings(&worlds));
        let expected: Vec<_> = worlds.iter().flat_map(World::rows).collect();
        prop_assert_eq!(rows_of(&spectrum), expected);
        let outcomes = worlds.iter().flat_map(|world| world.tests.iter().map(|test| test.0));
        prop_assert!(spectrum.tests.iter().map(|test| test.outcome).eq(outcomes));
    }

    #[test]
    fn what_recordings_share_of_classes_counts_as_copies_of_it(worlds in proptest::collection::vec(world(), 0..5)) {
        let copies = recordings(&worlds);
        let mut shared = copies.clone();
        let mut files = BTreeMap::<ClassFile, Arc<ClassFile>>::new();
        for class in shared.iter_mut().flat_map(|recording| &mut recording.classes) {
            let known = files.entry(ClassFile::clone(&class.file)).or_insert_with(|| Arc::clone(&class.file));
            class.file = Arc::clone(known);
        }
        prop_assert_eq!(merge(&shared), merge(&copies));
    }

    #[test]
    fn the_order_of_recordings_does_not_matter(
        (ordered, shuffled) in proptest::collection::vec(world(), 0..5).prop_flat_map(|worlds| {
            let ordered = recordings(&worlds);
            (Just(ordered.clone()), Just(ordered).prop_shuffle())
        })
    ) {
        prop_assert_eq!(merge(&ordered), merge(&shuffled));
    }

    #[test]
    fn merging_is_of_lists_so_that_it_is_commutative_associative_and_idempotent(
        a in world(), b in world(), c in world()
    ) {
        let all = recordings(&[a, b, c]);
        let expected = merge(&all);
        let [a, b, c] = &all[..] else { unreachable!() };
        let list = |parts: &[&Recording]| parts.iter().map(|&r| r.clone()).collect::<Vec<_>>();
        prop_assert_eq!(&merge(&list(&[b, c, a])), &expected);
        prop_assert_eq!(&merge(&[list(&[c]), list(&[a, b])].concat()), &expected);
        prop_assert_eq!(&merge(&list(&[a, b, c, b, a])), &expected, "a file read twice counts once");
    }

    #[test]
    fn splitting_one_jvms_record_over_files_changes_nothing(
        worlds in proptest::collection::vec(world(), 1..3),
        parts in 1_usize..5,
        cut in proptest::collection::vec(any::<usize>(), 1..9),
        backwards: bool,
    ) {
        let whole = recordings(&worlds);
        let mut files: Vec<Recording> = whole.iter().flat_map(|r| split(r, parts, &cut)).collect();
        if backwards {
            files.reverse();
        }
        prop_assert_eq!(merge(&files), merge(&whole));
    }

    #[test]
    fn the_columns_are_sorted_and_each_is_there_once(worlds in proptest::collection::vec(world(), 1..3)) {
        let spectrum = merge(&recordings(&worlds));
        prop_assert!(spectrum.elements.windows(2).all(|pair| pair[0] < pair[1]));
        let key = |class: &faultline_spectrum::Class| (class.name.clone(), class.hash);
        prop_assert!(spectrum.classes.windows(2).all(|pair| key(&pair[0]) < key(&pair[1])));
        let names: Vec<&str> = spectrum.methods.iter().map(|method| method.name.as_str()).collect();
        prop_assert!(names.chunks(4).all(|of_class| of_class == ["<init>", "<clinit>", "b", "a"]));
    }
}

fn one_test(classes: Vec<RecordedClass>, words: &[u64]) -> Recording {
    let world =
        World { tests: vec![(Outcome::Passed, Touched::new())], initialisers: vec![], shuffle: vec![] };
    let mut recording = World { shuffle: (0..6).collect(), ..world }.recording(0);
    recording.classes = classes;
    recording.tests[0].coverage = faultline_spectrum::Coverage::from_words(words.into()).unwrap();
    recording
}

fn error_of(recordings: &[Recording]) -> MergeError {
    Spectrum::merge(recordings, InitialiserPolicy::All).unwrap_err()
}

#[test]
fn a_class_that_was_never_defined_is_an_error() {
    assert_eq!(error_of(&[one_test(vec![], &[7 << 32])]), MergeError::UnknownClass { class: 7 });
    let mut recording = one_test(vec![], &[]);
    recording.initialisers.push((8, faultline_spectrum::Coverage::default()));
    assert_eq!(error_of(&[recording]), MergeError::UnknownClass { class: 8 });
}

#[test]
fn a_class_of_another_jvm_does_not_count_as_defined() {
    let mut other = one_test(vec![class(1, 7)], &[]);
    other.origin.nonce = 99;
    assert_eq!(error_of(&[one_test(vec![], &[7 << 32]), other]), MergeError::UnknownClass { class: 7 });
}

#[test]
fn a_bit_past_the_slots_of_its_class_is_an_error_and_the_last_slot_is_not() {
    let at = |word| one_test(vec![class(1, 7)], &[7 << 32 | 1, word]);
    assert!(Spectrum::merge(&[at(0b100)], InitialiserPolicy::All).is_ok());
    assert_eq!(error_of(&[at(0b1000)]), MergeError::UnknownSlot { class: "org.x.C1".into(), slot: 3 });
}

#[test]
fn a_slot_of_a_method_that_the_class_lacks_is_an_error() {
    let mut class = class(1, 7);
    class.slots.push((4, 1));
    assert_eq!(
        error_of(&[one_test(vec![class], &[])]),
        MergeError::UnknownMethod { class: "org.x.C1".into() }
    );
}

#[test]
fn two_definitions_of_one_number_must_agree_within_a_jvm() {
    let names = ["org.x.C0".to_owned(), "org.x.C1".to_owned()];
    let expected = MergeError::ClassTwice { class: 7, names };
    let files = [one_test(vec![class(1, 7)], &[]), one_test(vec![class(0, 7)], &[])];
    assert_eq!(error_of(&files), expected);
    assert_eq!(error_of(&[files[1].clone(), files[0].clone()]), expected);
}

#[test]
fn two_executions_in_one_place_are_an_error() {
    let first = one_test(vec![], &[]);
    let mut second = first.clone();
    second.tests[0].unique_id = "another".into();
    let tests = ["another".to_owned(), "jvm0:0".to_owned()];
    assert_eq!(error_of(&[first, second]), MergeError::TestTwice { sequence: 0, tests });
}

#[test]
fn many_tests_that_run_little_of_much_make_a_sparse_matrix() {
    let mut recording = one_test(vec![], &[]);
    let mut wide = class(1, 7);
    wide.slots = (0..1 << 16).map(|line| (0, line)).collect();
    recording.classes.push(wide);
    let row = recording.tests.pop().unwrap();
    recording.tests.extend((0..1 << 12).map(|sequence| RecordedTest { sequence, ..row.clone() }));
    let coverage = merge(&[recording]).coverage;
    assert_eq!((coverage.rows(), coverage.columns(), coverage.is_packed()), (1 << 12, 1 << 16, true));
    assert_eq!(coverage.held(), 0);
}

#[test]
fn a_class_loaded_by_two_loaders_of_one_jvm_is_one_class_with_the_lines_of_both() {
    let mut second = class(1, 8);
    second.slots.push((0, 5));
    let recording = one_test(vec![class(1, 7), second], &[7 << 32 | 1, 0b1, 8 << 32 | 1, 0b1000]);
    let spectrum = merge(&[recording]);
    assert_eq!((spectrum.classes.len(), spectrum.elements.len()), (1, 4));
    assert_eq!(spectrum.coverage.ones(0).count(), 2);
}

#[test]
fn a_class_without_lines_still_brings_its_initialisers_lines() {
    let mut recording = one_test(vec![class(1, 7), class(2, 8)], &[8 << 32]);
    let bucket = faultline_spectrum::Coverage::from_words([7 << 32 | 1, 0b10].into()).unwrap();
    recording.initialisers.push((8, bucket));
    assert_eq!(merge(&[recording]).coverage.ones(0).count(), 1);
}
