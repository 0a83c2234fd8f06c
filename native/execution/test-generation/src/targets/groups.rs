//! Ambiguity groups before and after the generated tests.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use faultline_diagnosability::Partition;
use faultline_flt::read;
use faultline_spectrum::{ElementId, InitialiserPolicy, Outcome, Spectrum};

use crate::targets::Plan;

/// Numbers of ambiguity groups of the suspicious lines: sets that all tests so far cover identically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// Number of suspicious lines.
    pub lines: usize,
    /// Number of groups with the failing tests only.
    pub before: usize,
    /// Number of groups with the tests that the searches kept.
    pub after: usize,
}

/// Splits the suspicious lines by the failing tests, then by the recordings of tests that searches kept.
/// Lines missing in a recording count as not covered by its tests. An unreadable recording is left out, with
/// a note.
pub fn groups(spectrum: &Spectrum, plan: &Plan, kept: &[PathBuf], notes: &mut Vec<String>) -> Groups {
    let mut partition = Partition::within(&plan.suspicious, spectrum.elements.len());
    for test in &plan.failing {
        partition.add(&spectrum.coverage.row(test.index()), true);
    }
    let before = partition.groups().len();
    let columns = Columns::of(spectrum);
    for file in kept {
        match kept_rows(file) {
            Ok(kept) => {
                for row in columns.rows(&kept, |test| kept.tests[test].outcome == Outcome::Passed) {
                    partition.add(&row, false);
                }
            }
            Err(error) => notes.push(error),
        }
    }
    Groups { lines: partition.elements(), before, after: partition.groups().len() }
}

fn kept_rows(file: &Path) -> Result<Spectrum, String> {
    let (recording, _) = read(file).map_err(|error| error.to_string())?;
    Spectrum::merge(&[recording], InitialiserPolicy::All)
        .map_err(|error| format!("{}: {error}", file.display()))
}

/// Finds a spectrum's elements by name: EvoSuite changes classes before they are recorded, so that their
/// bytes, and thereby their identity, differ.
#[derive(Debug)]
pub struct Columns<'a> {
    stride: usize,
    by_name: HashMap<(&'a str, &'a str, &'a str, u32), usize>,
}

impl<'a> Columns<'a> {
    /// Indexes a spectrum. If an element's name occurs twice (a class in two builds), the first counts.
    pub fn of(spectrum: &'a Spectrum) -> Self {
        let mut by_name = HashMap::new();
        for element in 0..spectrum.elements.len() {
            by_name.entry(name(spectrum, element)).or_insert(element);
        }
        Self { stride: spectrum.coverage.stride(), by_name }
    }

    /// The chosen rows of another spectrum in these columns; unknown elements are dropped.
    pub fn rows(&self, other: &Spectrum, chosen: impl Fn(usize) -> bool) -> Vec<Vec<u64>> {
        let here: Vec<Option<usize>> = (0..other.elements.len())
            .map(|element| self.by_name.get(&name(other, element)).copied())
            .collect();
        let row = |test| {
            let mut row = vec![0; self.stride];
            for column in other.coverage.ones(test).filter_map(|column| here[column]) {
                row[column / 64] |= 1 << (column % 64);
            }
            row
        };
        (0..other.tests.len()).filter(|&test| chosen(test)).map(row).collect()
    }
}

fn name(spectrum: &Spectrum, element: usize) -> (&str, &str, &str, u32) {
    let id = ElementId::new(element);
    let method = spectrum.method_of(id);
    (&spectrum.class_of(id).name, &method.name, &method.descriptor, spectrum.elements[element].line)
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{BitMatrix, Class, ClassId, Element, Method, MethodId};

    use super::*;

    fn spectrum(hash: u64, lines: &[u32], rows: &[&[usize]]) -> Spectrum {
        let mut coverage = BitMatrix::new(rows.len(), lines.len());
        for (test, row) in rows.iter().enumerate() {
            row.iter().for_each(|&column| coverage.set(test, column));
        }
        let class = Class { name: "Foo".into(), source_file: None, hash, location: String::new() };
        Spectrum {
            sizes: Vec::new(),
            classes: vec![class],
            methods: vec![Method { class: ClassId::new(0), name: "m".into(), descriptor: "()V".into() }],
            elements: lines.iter().map(|&line| Element { method: MethodId::new(0), line }).collect(),
            tests: rows.iter().map(|_| test()).collect(),
            coverage,
        }
    }

    fn test() -> faultline_spectrum::Test {
        faultline_spectrum::Test {
            unique_id: "t".into(),
            class: String::new(),
            method: String::new(),
            outcome: Outcome::Passed,
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: None,
        }
    }

    #[test]
    fn rows_of_changed_bytes_find_their_lines_and_unknown_lines_fall_away() {
        let ours = spectrum(1, &[10, 11, 12], &[]);
        let theirs = spectrum(2, &[11, 12, 99], &[&[0, 2], &[1], &[]]);
        let rows = Columns::of(&ours).rows(&theirs, |test| test != 1);
        assert_eq!(rows, [vec![0b010], vec![0b000]]);
    }
}
