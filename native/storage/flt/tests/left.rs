//! Rows that are left in their files.

use std::fs;
use std::path::Path;

use faultline_flt::{Folders, read};
use faultline_spectrum::{CoverageBuilder, RecordedTest};
use proptest::prelude::*;

use crate::sample::{Folder, bytes, recording};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn rows_that_are_left_are_those_that_are_read(seed: u64, classes in 0..12_u32, tests in 0..12_u32) {
        let folder = Folder::new("left-rows");
        let file = folder.0.join("a.flt");
        fs::write(&file, bytes(&recording(seed, classes, tests))).unwrap();
        let (known, notes) = read(&file).unwrap();
        let mut folders = Folders::leaving_rows();
        let (left, of_left) = folders.read(&file).unwrap();
        prop_assert_eq!(of_left, notes);
        let mut buffer = Vec::new();
        // In any order.
        for (left, known) in left.tests.iter().zip(&known.tests).rev() {
            prop_assert!(left.coverage.classes_in(&mut buffer).eq(known.coverage.classes()));
        }
        prop_assert_eq!(left, known);
        prop_assert!(folders.failure().is_none());
    }
}

/// The tests of a recording, left in its file.
fn left(file: &Path) -> (Folders, Vec<RecordedTest>) {
    let mut folders = Folders::leaving_rows();
    let tests = folders.read(file).unwrap().0.tests;
    assert!(folders.failure().is_none(), "nothing was asked for");
    (folders, tests)
}

/// A recording with a test that ran this line.
fn with_line(line: u32) -> Vec<u8> {
    let mut coverage = CoverageBuilder::default();
    coverage.class(0, &[1 << line]);
    let mut recording = recording(7, 1, 1);
    recording.tests[0].coverage = coverage.to_coverage();
    bytes(&recording)
}

#[test]
fn a_row_whose_file_changed_is_missed() {
    let folder = Folder::new("changed-rows");
    let file = folder.0.join("a.flt");
    let (whole, other) = (with_line(1), with_line(2));
    assert!(whole.len() == other.len() && whole != other);
    let cut = whole[..40].to_vec();
    for changed in [other, cut, bytes(&recording(8, 6, 9))] {
        fs::write(&file, &whole).unwrap();
        let (folders, tests) = left(&file);
        fs::write(&file, changed).unwrap();
        assert!(tests[0].coverage.words().is_empty(), "what cannot be read is empty");
        let error = folders.failure().unwrap().to_string();
        assert!(error.contains("a.flt was changed, moved or deleted while it was read"), "{error}");
    }
}

/// More files than are kept open.
#[test]
fn rows_of_files_that_are_gone_are_read_unless_there_are_many() {
    const FILES: usize = 170;
    let folder = Folder::new("gone-rows");
    let mut folders = Folders::leaving_rows();
    let mut tests = Vec::new();
    for number in 0..FILES {
        let file = folder.0.join(format!("{number}.flt"));
        fs::write(&file, with_line(1)).unwrap();
        tests.extend(folders.read(&file).unwrap().0.tests);
        fs::remove_file(&file).unwrap();
    }
    let words: Vec<&[u64]> = tests.iter().map(|test| test.coverage.words()).collect();
    assert!(words[..100].iter().all(|words| *words == [1, 2]) && words[FILES - 1].is_empty());
    assert!(folders.failure().unwrap().to_string().contains("moved or deleted"));
}

#[test]
fn the_size_of_a_row_that_is_left_is_that_of_its_words() {
    let folder = Folder::new("size-of-rows");
    let file = folder.0.join("a.flt");
    let mut recording = recording(7, 1, 1);
    let mut coverage = CoverageBuilder::default();
    coverage.class(0, &[u64::MAX; 9]);
    recording.tests[0].coverage = coverage.to_coverage();
    fs::write(&file, bytes(&recording)).unwrap();
    let (_, tests) = left(&file);
    assert_eq!(tests[0].coverage.size(), 10, "a run, in few bytes");
}
