//! Rows that are left in their files.

use std::fs;

use faultline_flt::{Folders, read};
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

#[test]
fn a_row_whose_file_changed_or_is_gone_is_missed() {
    let folder = Folder::new("changed-rows");
    let file = folder.0.join("a.flt");
    let whole = bytes(&recording(7, 6, 9));
    for (change, message) in [("damaged", "it changed while it was read"), ("gone", "No such file")] {
        fs::write(&file, &whole).unwrap();
        let mut folders = Folders::leaving_rows();
        let (left, _) = folders.read(&file).unwrap();
        if change == "gone" {
            fs::remove_file(&file).unwrap();
        } else {
            let other = recording(8, 6, 9);
            fs::write(&file, bytes(&other)).unwrap();
        }
        assert!(folders.failure().is_none(), "nothing was asked for");
        let rows: usize = left.tests.iter().map(|test| test.coverage.words().len()).sum();
        let error = folders.failure().expect(change).to_string();
        assert!(error.contains(message) && error.contains("a.flt"), "{error}");
        assert!(change == "damaged" || rows == 0, "what cannot be read is empty");
    }
}
