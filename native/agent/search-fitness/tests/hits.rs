//! Initialisers count for rows of a search's probes as for recorded rows.
#![allow(clippy::unwrap_used)]

use faultline_search_fitness::Hits;
use faultline_spectrum::{
    ClassDetails, ClassFile, Coverage, CoverageBuilder, InitialiserPolicy, Outcome, RecordedClass,
    RecordedDetails, RecordedMethod, RecordedTest, Recording, Spectrum,
};
use proptest::prelude::*;

const CLASSES: u32 = 5;

/// One class has more than a word of slots, another none.
const SLOTS: [u32; CLASSES as usize] = [3, 70, 0, 64, 2];

fn class(id: u32) -> RecordedClass {
    RecordedClass::new(
        id,
        ClassFile {
            name: format!("a.C{id}"),
            source_file: None,
            hash: 1,
            location: String::new(),
            methods: vec![RecordedMethod { name: "m".into(), descriptor: "()V".into() }],
            slots: (0..SLOTS[id as usize]).map(|slot| (0, slot + 1)).collect(),
        },
    )
}

/// Covered slots as (class, slot); a slot past the last one only touches the class.
type Covered = Vec<(u32, u32)>;

fn coverage(covered: &Covered) -> Coverage {
    let mut builder = CoverageBuilder::default();
    for class in 0..CLASSES {
        if covered.iter().any(|(of, _)| *of == class) {
            let mut words = [0; 2];
            for (_, slot) in covered.iter().filter(|(of, slot)| *of == class && *slot < SLOTS[class as usize])
            {
                words[*slot as usize / 64] |= 1 << (slot % 64);
            }
            builder.class(class, &words);
        }
    }
    builder.to_coverage()
}

fn hits(covered: &Covered) -> Vec<u64> {
    let first = |class: u32| (0..class).map(|class| SLOTS[class as usize] as usize / 64 + 1).sum::<usize>();
    let mut hits = vec![0; first(CLASSES)];
    for &(class, slot) in covered {
        let bit = slot.min(SLOTS[class as usize]) as usize;
        hits[first(class) + bit / 64] |= 1 << (bit % 64);
    }
    hits
}

fn test(sequence: u32, covered: &Covered) -> RecordedTest {
    RecordedTest {
        sequence,
        unique_id: format!("t{sequence}"),
        class: "a.Test".into(),
        method: format!("t{sequence}"),
        display: String::new(),
        outcome: Outcome::Passed,
        duration_ns: 0,
        overlapped: false,
        failure: None,
        coverage: coverage(covered),
    }
}

/// The rows of a search that sees all lines of the recording, in column order.
fn rows_of_hits(recording: &Recording, initialised: &[(u32, Covered)], tests: &[Covered]) -> Vec<Vec<u64>> {
    // Columns are ordered by class and slot, as names and lines are.
    let bits: Vec<Option<u32>> = (0..SLOTS.iter().sum()).map(Some).collect();
    let mut all = Hits::new(recording, &bits, bits.len().div_ceil(64));
    for (class, covered) in initialised {
        all.initialised(*class, &hits(covered));
    }
    assert_eq!(all.words(), hits(&Vec::new()).len());
    tests.iter().map(|test| all.row(&hits(test)).to_vec()).collect()
}

fn covered() -> impl Strategy<Value = Covered> {
    proptest::collection::vec((0..CLASSES, 0..72_u32), 0..4)
}

proptest! {
    #[test]
    fn a_search_charges_initialisers_as_merging_does(
        initialised in proptest::collection::vec((0..CLASSES, covered()), 0..6),
        superclasses in proptest::collection::vec(proptest::option::of(0..CLASSES), CLASSES as usize),
        uses in proptest::collection::vec((0..CLASSES, 0..70_u32, 0..CLASSES), 0..6),
        tests in proptest::collection::vec(covered(), 1..5),
    ) {
        let details = (0..CLASSES).map(|class| {
            let known = ClassDetails {
                superclass: superclasses[class as usize].map(|above| format!("a.C{above}")),
                owners: (0..CLASSES).map(|owner| format!("a.C{owner}")).collect(),
                uses: uses.iter().filter(|(of, ..)| *of == class).map(|(_, slot, owner)| (*slot, *owner)).collect(),
                debug: None,
            };
            RecordedDetails::new(class, known)
        });
        let recording = Recording {
            classes: (0..CLASSES).map(class).collect(),
            details: details.collect(),
            initialisers: initialised.iter().map(|(class, covered)| (*class, coverage(covered))).collect(),
            tests: (0..).zip(&tests).map(|(at, covered)| test(at, covered)).collect(),
            ..Recording::default()
        };
        let merged = Spectrum::merge(std::slice::from_ref(&recording), InitialiserPolicy::All).unwrap();
        for (at, row) in rows_of_hits(&recording, &initialised, &tests).iter().enumerate() {
            prop_assert_eq!(&row[..], &*merged.coverage.row(at), "test {}", at);
        }
    }
}
