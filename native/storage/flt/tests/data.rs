//! The tsv layout on real spectra, from the folder that `FAULTLINE_DATA` names.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::sample::{Folder, bytes};
use faultline_flt::{Layout, read_bytes, record_spectrum};
use faultline_spectrum::Spectrum;

/// The folders `PROJECT/FAULT` of an unpacked archive.
fn faults(root: &Path) -> Vec<PathBuf> {
    let inside = |dir: PathBuf| fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut faults: Vec<PathBuf> = inside(root.to_owned()).flat_map(inside).collect();
    faults.sort();
    faults
}

/// Writes directly to stderr, because the test harness hides the output of passing tests.
fn skipped(why: &str) {
    let mut out = std::io::stderr();
    writeln!(out, "skipped real_spectra_come_back_byte_for_byte: {why}").unwrap();
}

#[test]
fn real_spectra_come_back_byte_for_byte() {
    let Some(data) = std::env::var_os("FAULTLINE_DATA").map(PathBuf::from) else {
        skipped("FAULTLINE_DATA names no folder of spectra");
        return;
    };
    if ["tar", "xz"].iter().any(|tool| Command::new(tool).arg("--version").output().is_err()) {
        skipped("tar or xz cannot be run");
        return;
    }
    let mut seen = 0;
    for archive in ["spectra-lang.tar.xz", "spectra-math.tar.xz"] {
        let source = Folder::new(archive);
        let mut unpack = Command::new("tar");
        unpack.arg("-xJf").arg(data.join(archive)).arg("-C").arg(&source.0);
        assert!(unpack.status().unwrap().success(), "{archive} does not unpack");
        for fault in faults(&source.0) {
            let spectrum = comes_back(&fault);
            // Packing rows is slow without optimisation, so only every tenth is converted.
            if seen % 10 == 0 {
                survives_as_a_recording(&fault, &spectrum);
            }
            seen += 1;
        }
    }
    assert_eq!(seen, 61 + 52);
}

fn comes_back(fault: &Path) -> Spectrum {
    let target = Folder::new("data-back");
    let imported = Layout::Tsv.import(fault).unwrap();
    let exported = Layout::Tsv.export(&imported.spectrum, &target.0).unwrap();
    assert_eq!((exported.left_out, exported.tests), (0, imported.spectrum.tests.len()));
    for name in ["elements.tsv", "tests.tsv", "failures.tsv"] {
        let before = fs::read_to_string(fault.join(name)).unwrap_or_default();
        let after = fs::read_to_string(target.0.join(name)).unwrap_or_default();
        assert!(before == after, "{name} of {} changed", fault.display());
    }
    let rows = fs::read_to_string(fault.join("faulty-methods.tsv")).unwrap();
    assert_eq!(rows.lines().collect::<Vec<_>>(), imported.faulty_methods);
    imported.spectrum
}

fn survives_as_a_recording(fault: &Path, spectrum: &Spectrum) {
    let recording = record_spectrum(spectrum, "data");
    let (back, notes) = read_bytes(fault, &bytes(&recording)).unwrap();
    assert!(notes.is_empty() && back == recording, "{} as a recording", fault.display());
}
