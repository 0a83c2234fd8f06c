//! Source lines of a spectrum: elements of one line joined, in the order of sources.

use std::collections::HashMap;
use std::ops::Range;

use faultline_recording_store::files::Files;
use faultline_spectrum::{ClassId, MethodId, Spectrum};

/// A line of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Number of its file.
    pub file: u32,
    /// From 1; 0 of what has no line.
    pub line: u32,
    /// The first of the methods that it belongs to.
    pub method: MethodId,
}

/// All lines of a spectrum, file by file in the order of their paths, each file's ascending.
#[derive(Debug)]
pub struct Lines {
    all: Vec<Line>,
    /// Columns, line after line.
    columns: Vec<u32>,
    /// Where each line's columns start; one more at the end.
    starts: Vec<u32>,
    files: HashMap<u32, Range<usize>>,
}

impl Lines {
    /// Cost: O(n log n) in elements.
    pub fn of(spectrum: &Spectrum, files: &Files) -> Self {
        let path = |class: usize| {
            let class = &spectrum.classes[class];
            class.source_path().unwrap_or_else(|| class.name.clone())
        };
        let paths: Vec<String> = (0..spectrum.classes.len()).map(path).collect();
        let mut order: Vec<u32> = (0..spectrum.classes.len() as u32).collect();
        order.sort_by(|&a, &b| {
            let key = |class: u32| (&paths[class as usize], files.number(ClassId(class)));
            key(a).cmp(&key(b))
        });
        // Classes of one file get one place.
        let mut places = vec![0u32; order.len()];
        for (at, pair) in order.windows(2).enumerate() {
            let same = files.number(ClassId(pair[0])) == files.number(ClassId(pair[1]));
            places[pair[1] as usize] = if same { places[pair[0] as usize] } else { at as u32 + 1 };
        }
        let class_of = |column: u32| {
            let element = spectrum.elements[column as usize];
            (spectrum.methods[element.method.index()].class, element)
        };
        let mut columns: Vec<u32> = (0..spectrum.elements.len() as u32).collect();
        columns.sort_by_cached_key(|&column| {
            let (class, element) = class_of(column);
            (places[class.index()], element.line, column)
        });
        let mut of = Self { all: Vec::new(), columns: Vec::new(), starts: vec![], files: HashMap::new() };
        for column in columns {
            let (class, element) = class_of(column);
            let line = Line { file: files.number(class), line: element.line, method: element.method };
            if of.all.last().is_none_or(|last| (last.file, last.line) != (line.file, line.line)) {
                let at = of.all.len();
                of.files.entry(line.file).or_insert(at..at).end = at + 1;
                of.starts.push(of.columns.len() as u32);
                of.all.push(line);
            }
            of.columns.push(column);
        }
        of.starts.push(of.columns.len() as u32);
        of
    }

    /// All lines.
    pub fn all(&self) -> &[Line] {
        &self.all
    }

    /// The places of a file's lines among [`Lines::all`]; none of a file that is not known.
    pub fn of_file(&self, file: u32) -> Range<usize> {
        self.files.get(&file).cloned().unwrap_or_default()
    }

    /// The columns of a line.
    pub fn columns(&self, line: usize) -> &[u32] {
        &self.columns[self.starts[line] as usize..self.starts[line + 1] as usize]
    }

    /// Whether a row runs a line. Shape: `row` is a row of the spectrum's matrix.
    pub fn runs(&self, row: &[u64], line: usize) -> bool {
        self.columns(line).iter().any(|&column| row[column as usize / 64] >> (column % 64) & 1 != 0)
    }
}
