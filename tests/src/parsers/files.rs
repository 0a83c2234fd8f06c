//! Parsers that read files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use faultline_flt::Layout;
use faultline_learned_metrics::Model;

pub(super) const TSV: &[&str] = &["elements.tsv", "tests.tsv", "failures.tsv", "faulty-methods.tsv"];
pub(super) const GZOLTAR: &[&str] = &["spectra.csv", "tests.csv", "matrix.txt"];

/// A temporary folder, in memory if the machine supports it.
pub(super) struct Scratch(pub(super) PathBuf);

impl Scratch {
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let memory = Path::new("/dev/shm");
        let base = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = base.join(format!("faultline-parsers-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The parts of an input, separated by zero bytes, are the files of a folder. A readable folder is written, read and written again:
/// the second writing changes nothing.
pub(super) fn is_stable(layout: Layout, names: &[&str], data: &[u8]) -> bool {
    let scratch = Scratch::new();
    for (name, part) in names.iter().zip(data.split(|&byte| byte == 0)) {
        fs::write(scratch.0.join(name), part).expect("a temporary file");
    }
    let Ok(imported) = layout.import(&scratch.0) else { return false };
    let (first, second) = (scratch.0.join("first"), scratch.0.join("second"));
    layout.export(&imported.spectrum, &first).expect("a temporary folder");
    let again = layout.import(&first).expect("what was written can be read");
    layout.export(&again.spectrum, &second).expect("a temporary folder");
    let contents =
        |folder: &Path| names.iter().map(|name| fs::read(folder.join(name)).ok()).collect::<Vec<_>>();
    assert_eq!(contents(&first), contents(&second));
    true
}

/// Weights alone, as imported.
pub(super) fn weights(data: &[u8]) -> Option<Model> {
    let scratch = Scratch::new();
    let path = scratch.0.join("weights.json");
    fs::write(&path, data).expect("a temporary file");
    Model::import(&path, "2026-01-01").ok()
}
