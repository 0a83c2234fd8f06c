//! Source lines of a spectrum, in source order; elements of the same line are joined.

use std::collections::HashMap;
use std::ops::Range;

use faultline_recording_store::files::Files;
use faultline_spectrum::{ClassId, MethodId, Spectrum};

/// A line of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Number of its file.
    pub file: u32,
    /// Line number from 1; 0 for elements without a line.
    pub line: u32,
    /// The first of its methods.
    pub method: MethodId,
}

/// All lines of a spectrum, sorted by file path and line number.
#[derive(Debug)]
pub struct Lines {
    all: Vec<Line>,
    /// Columns of all lines, concatenated.
    columns: Vec<u32>,
    /// Start of each line's columns, plus the end.
    starts: Vec<u32>,
    files: HashMap<u32, Range<usize>>,
}

impl Lines {
    /// Collects the lines of a spectrum. Cost: O(n log n) in elements.
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
        // Classes of one file share a position.
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

    /// The indices of a file's lines in [`Lines::all`]; empty if the file is unknown.
    pub fn of_file(&self, file: u32) -> Range<usize> {
        self.files.get(&file).cloned().unwrap_or_default()
    }

    /// The columns of a line.
    pub fn columns(&self, line: usize) -> &[u32] {
        &self.columns[self.starts[line] as usize..self.starts[line + 1] as usize]
    }

    /// Whether a test runs a line. Shape: `row` is a row of the spectrum's matrix.
    pub fn runs(&self, row: &[u64], line: usize) -> bool {
        self.columns(line).iter().any(|&column| row[column as usize / 64] >> (column % 64) & 1 != 0)
    }
}
