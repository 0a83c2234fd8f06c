//! Classes that are in one file of a folder and are read from all.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use faultline_flt::{Folders, FormatError, Key, Keys, Writer, read, read_dir};
use faultline_spectrum::{ClassDetails, Origin, RecordedClass, RecordedDetails, Recording};
use proptest::prelude::*;

use crate::sample::{Folder, frames, recording};

/// Classes with details, numbered from `first` on.
fn classes(seed: u64, count: u32, first: u32) -> Vec<(RecordedClass, RecordedDetails)> {
    let classes = recording(seed, count, 0).classes.into_iter();
    let described = classes.map(|class| {
        let class = RecordedClass { id: first + class.id, ..class };
        let superclass = Some(format!("{}$Base", class.name));
        let details = RecordedDetails::new(class.id, ClassDetails { superclass, ..ClassDetails::default() });
        (class, details)
    });
    described.collect()
}

/// Records as a JVM does: writes unknown classes in full and refers to the others. Returns the number written
/// in full.
fn record(path: &Path, classes: &[(RecordedClass, RecordedDetails)]) -> usize {
    let mut writer = Writer::create(path, &Origin { pid: 7, ..Origin::default() }).unwrap();
    let (mut keys, mut referred) = (Keys::beside(path), Vec::new());
    for (class, details) in classes {
        let key = Key::of(class, details);
        if keys.take(key) {
            referred.push((class.id, key));
        } else {
            writer.described_class(key, class, details).unwrap();
        }
    }
    writer.references(&referred).unwrap();
    classes.len() - referred.len()
}

fn sorted(recording: Recording) -> Vec<(RecordedClass, RecordedDetails)> {
    let mut classes: Vec<_> = recording.classes.into_iter().zip(recording.details).collect();
    classes.sort();
    classes
}

fn check(path: &Path, classes: &[(RecordedClass, RecordedDetails)]) {
    let mut classes = classes.to_vec();
    classes.sort();
    assert_eq!(sorted(read(path).unwrap().0), classes, "{}", path.display());
}

#[test]
fn classes_that_stand_in_one_file_are_in_all() {
    let folder = Folder::new("shared");
    let file = |n: u32| folder.0.join(format!("{n}.flt"));
    assert_eq!(record(&file(0), &classes(1, 40, 0)), 40);
    // Another JVM has other numbers, and some classes of its own.
    let both = [classes(1, 40, 500), classes(2, 3, 900)].concat();
    assert_eq!(record(&file(1), &both), 3);
    assert_eq!(record(&file(2), &both), 0);
    check(&file(0), &classes(1, 40, 0));
    check(&file(1), &both);
    check(&file(2), &both);
    let (recordings, notes) = read_dir(&folder.0).unwrap();
    assert_eq!((recordings.len(), notes), (3, Vec::new()));
    assert_eq!(recordings[2].classes.len(), 43);
    let (first, other) = (fs::metadata(file(0)).unwrap().len(), fs::metadata(file(2)).unwrap().len());
    assert!(other < 600 && first > 5 * other, "{first} and {other} bytes");
}

#[test]
fn recordings_share_in_memory_what_is_said_of_their_classes() {
    let folder = Folder::new("shared-memory");
    let file = |n: u32| folder.0.join(format!("{n}.flt"));
    let all = classes(9, 20, 0);
    record(&file(0), &all);
    assert_eq!(record(&file(1), &classes(9, 20, 70)), 0);
    // A JVM that started together with the first one also has the classes in full.
    let mut writer = Writer::create(&file(2), &Origin::default()).unwrap();
    for (class, details) in &all {
        writer.described_class(Key::of(class, details), class, details).unwrap();
    }
    let (recordings, _) = read_dir(&folder.0).unwrap();
    let parts = |recording: &Recording| {
        let files = recording.classes.iter().map(|class| Arc::as_ptr(&class.file).addr());
        let details = recording.details.iter().map(|details| Arc::as_ptr(&details.details).addr());
        files.chain(details).collect::<BTreeSet<_>>()
    };
    assert_eq!(parts(&recordings[0]).len(), 40);
    assert!(recordings.iter().all(|recording| parts(recording) == parts(&recordings[0])));
}

#[test]
fn what_a_kill_leaves_of_a_file_is_what_others_refer_to() {
    let folder = Folder::new("shared-torn");
    let whole = folder.0.join("whole.flt");
    let all = classes(3, 4, 0);
    record(&whole, &all);
    let bytes = fs::read(&whole).unwrap();
    fs::remove_file(&whole).unwrap();
    let ends = frames(&bytes).unwrap();
    let (torn, other) = (folder.0.join("0.flt"), folder.0.join("1.flt"));
    for cut in 0..=bytes.len() {
        fs::write(&torn, &bytes[..cut]).unwrap();
        // The first frame is the origin's, the last one has no references.
        let written = ends.iter().skip(2).take(4).filter(|end| **end <= cut).count();
        assert_eq!(record(&other, &all), 4 - written, "cut at {cut}");
        check(&other, &all);
        fs::remove_file(&other).unwrap();
    }
}

#[test]
fn a_file_without_those_that_it_refers_to_is_refused_in_a_sentence() {
    let folder = Folder::new("shared-apart");
    let (one, other) = (folder.0.join("1.flt"), folder.0.join("2.flt"));
    let all = classes(4, 5, 0);
    record(&one, &all);
    record(&other, &all);
    let renamed = folder.0.join("0007.flt");
    fs::rename(&one, &renamed).unwrap();
    check(&other, &all);
    let bytes = fs::read(&renamed).unwrap();
    let apart = |missing: usize| {
        let error = read(&other).unwrap_err();
        assert!(matches!(error, FormatError::Apart { classes, .. } if classes == missing), "{error}");
        let words = error.to_string();
        assert!(words.contains("2.flt: what ") && words.contains("one folder"), "{words}");
    };
    fs::remove_file(&renamed).unwrap();
    apart(5);
    // Whatever is damaged, reading gives the right classes or none.
    let starts = frames(&bytes).unwrap();
    for at in (16..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        fs::write(&renamed, damaged).unwrap();
        let whole = starts.iter().skip(2).take(5).filter(|end| **end <= at).count();
        if whole < 5 { apart(5 - whole) } else { check(&other, &all) }
    }
}

#[test]
fn a_class_under_a_wrong_key_is_none() {
    let folder = Folder::new("shared-key");
    let (one, other) = (folder.0.join("1.flt"), folder.0.join("2.flt"));
    let all = classes(5, 2, 0);
    let mut writer = Writer::create(&one, &Origin::default()).unwrap();
    let key = Key::of(&all[1].0, &all[1].1);
    writer.described_class(key, &all[0].0, &all[0].1).unwrap();
    let mut writer = Writer::create(&other, &Origin::default()).unwrap();
    writer.references(&[(3, key)]).unwrap();
    assert!(matches!(read(&other), Err(FormatError::Apart { classes: 1, .. })));
}

#[test]
fn a_second_reference_to_a_class_is_damage() {
    let folder = Folder::new("shared-twice");
    let (one, other) = (folder.0.join("1.flt"), folder.0.join("2.flt"));
    let all = classes(6, 1, 0);
    record(&one, &all);
    let key = Key::of(&all[0].0, &all[0].1);
    let mut writer = Writer::create(&other, &Origin::default()).unwrap();
    writer.references(&[(0, key), (1, key)]).unwrap();
    assert!(read(&other).unwrap_err().to_string().contains("for the second time"));
    // Thus a JVM in which two loaders define a class writes it.
    fs::remove_file(&other).unwrap();
    let twice = [classes(6, 1, 0), classes(6, 1, 10)].concat();
    assert_eq!(record(&other, &twice), 1);
    check(&other, &twice);
}

#[test]
fn many_at_once_write_at_worst_what_the_others_write_too() {
    let folder = Folder::new("shared-at-once");
    let all = classes(7, 300, 0);
    let file = |n: usize| folder.0.join(format!("{n}.flt"));
    for round in 0..3 {
        std::thread::scope(|scope| {
            for n in 0..8 {
                let (path, all) = (file(8 * round + n), &all);
                scope.spawn(move || record(&path, all));
            }
        });
    }
    let mut folders = Folders::default();
    let mut full = 0;
    for n in 0..24 {
        let (recording, notes) = folders.read(&file(n)).unwrap();
        assert_eq!((sorted(recording).len(), notes.len()), (300, 0));
        check(&file(n), &all);
        full += usize::from(fs::metadata(file(n)).unwrap().len() > 20_000);
    }
    assert!((1..=8).contains(&full), "{full} files have the classes in full");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn whichever_classes_forks_load_each_file_gives_its_own(
        forks in proptest::collection::vec(proptest::collection::vec(0_usize..30, 0..40), 1..6),
    ) {
        let folder = Folder::new("shared-any");
        let all = classes(8, 30, 0);
        let mut files: Vec<(PathBuf, Vec<_>)> = Vec::new();
        for (n, fork) in forks.iter().enumerate() {
            let path = folder.0.join(format!("{n}.flt"));
            let own: Vec<_> = (0..).zip(fork).map(|(id, at)| {
                let (class, details) = all[*at].clone();
                (RecordedClass { id, ..class }, RecordedDetails { class: id, ..details })
            }).collect();
            record(&path, &own);
            files.push((path, own));
        }
        for (path, own) in &files {
            check(path, own);
        }
    }
}
