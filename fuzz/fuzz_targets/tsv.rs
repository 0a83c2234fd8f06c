//! The tsv layout: the parts of an input, separated by zero bytes, are the files of a folder. What
//! can be read is written, read and written again: the second writing changes nothing.

#![no_main]

use std::fs;
use std::path::Path;

use faultline_format::Layout;
use libfuzzer_sys::fuzz_target;

const FILES: &[&str] = &["elements.tsv", "tests.tsv", "failures.tsv", "faulty-methods.tsv"];

fn contents(dir: &Path) -> Vec<Option<Vec<u8>>> {
    FILES.iter().map(|name| fs::read(dir.join(name)).ok()).collect()
}

fuzz_target!(|data: &[u8]| {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (name, part) in FILES.iter().zip(data.split(|&byte| byte == 0)) {
        fs::write(dir.path().join(name), part).expect("a temporary file");
    }
    let Ok(imported) = Layout::Tsv.import(dir.path()) else { return };
    let (first, second) = (dir.path().join("first"), dir.path().join("second"));
    Layout::Tsv.export(&imported.spectrum, &first).expect("a temporary folder");
    let again = Layout::Tsv.import(&first).expect("what was written can be read");
    Layout::Tsv.export(&again.spectrum, &second).expect("a temporary folder");
    assert_eq!(contents(&first), contents(&second));
});
