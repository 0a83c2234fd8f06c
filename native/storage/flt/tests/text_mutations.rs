//! Seeded mutations of text layouts: every one is read or refused, without a panic, and within bounded
//! memory.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod sample;

use std::fs;
use std::path::PathBuf;

use allocation_counter::measure;
use faultline_flt::{FormatError, Layout};
use faultline_spectrum::Spectrum;
use sample::{Folder, Numbers, spectrum};

const MUTATIONS: u64 = 1_500;
/// Memory allowed for a small matrix and omitted frames of stack traces, regardless of the text.
const FLOOR: u64 = 800 << 20;
/// Fragments with a meaning in one of the files.
const ODD: [&str; 24] = [
    "\t",
    "\n",
    "\r\n",
    " ",
    ",",
    "\"",
    "\"\"",
    "$",
    "#",
    "(",
    ")",
    ":",
    "::",
    "+",
    "-",
    "0",
    "1",
    "2",
    "4294967296",
    "18446744073709551616",
    "failed",
    ",PASS,1,",
    "\\",
    "[]",
];

#[test]
fn every_mutation_of_a_text_layout_is_read_or_refused() {
    let (source, target) = (Folder::new("text-source"), Folder::new("text-target"));
    for layout in Layout::ALL {
        let corpus: Vec<Vec<(PathBuf, Vec<u8>)>> = (0..6)
            .map(|seed| {
                let exported = layout.export(&spectrum(seed, seed % 2 == 0), &source.0).unwrap();
                let name = |path: PathBuf| (path.file_name().unwrap().into(), fs::read(&path).unwrap());
                exported.files.into_iter().map(name).collect()
            })
            .collect();
        let (mut read, mut refused) = (0, 0);
        for seed in 0..MUTATIONS {
            let mut numbers = Numbers(seed);
            let mut files = corpus[numbers.below(corpus.len())].clone();
            let changed = numbers.below(files.len());
            mutate(&mut files[changed].1, &mut numbers);
            for (name, bytes) in &files {
                fs::write(target.0.join(name), bytes).unwrap();
            }
            let mut result = None;
            let allocated = measure(|| {
                result = std::panic::catch_unwind(|| layout.import(&target.0)).ok();
            });
            let allocated = allocated.bytes_total;
            let Some(result) = result else {
                panic!("{}: the mutation of seed {seed} panics", layout.name())
            };
            assert!(allocated <= FLOOR, "{}: seed {seed} takes {allocated} bytes", layout.name());
            match result {
                Ok(imported) => {
                    read += 1;
                    assert!(is_stable(layout, &imported.spectrum), "{}: seed {seed} drifts", layout.name());
                }
                Err(FormatError::Text { .. }) => refused += 1,
                Err(error) => panic!("{}: seed {seed} gives {error}", layout.name()),
            }
            for (name, _) in &files {
                fs::remove_file(target.0.join(name)).unwrap();
            }
        }
        let least = MUTATIONS / 20;
        assert!(read > least && refused > least, "{}: {read} {refused}", layout.name());
    }
}

/// Whether writing, reading and writing again gives the same files.
fn is_stable(layout: Layout, spectrum: &Spectrum) -> bool {
    let (first, second) = (Folder::new("text-first"), Folder::new("text-second"));
    let before = layout.export(spectrum, &first.0).unwrap();
    let again = layout.import(&first.0).unwrap().spectrum;
    let after = layout.export(&again, &second.0).unwrap();
    let contents = |files: &[PathBuf]| files.iter().map(|file| fs::read(file).unwrap()).collect::<Vec<_>>();
    contents(&before.files) == contents(&after.files)
}

fn mutate(text: &mut Vec<u8>, numbers: &mut Numbers) {
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(text.len() + 1);
        let end = (at + numbers.below(30)).min(text.len());
        match numbers.below(6) {
            0 if at < text.len() => text[at] ^= 1 << numbers.below(8),
            1 => text.truncate(at),
            2 => drop(text.drain(at..end)),
            3 => {
                let copy = text[at..end].to_vec();
                let to = numbers.below(text.len() + 1);
                text.splice(to..to, copy);
            }
            4 => text.retain(|_| !numbers.once_in(200)),
            _ => drop(text.splice(at..end.min(at + 1), ODD[numbers.below(ODD.len())].bytes())),
        }
    }
}
