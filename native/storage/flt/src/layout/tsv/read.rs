//! Reads the tsv layout.

use std::collections::HashMap;
use std::path::Path;

use faultline_spectrum::{Failure, Frame, Outcome, Spectrum, Test};

use super::{ELEMENTS, FAILURES, FAULTY_METHODS, SEPARATOR, TESTS};
use crate::FormatError;
use crate::escape::unescape;
use crate::layout::columns::Columns;
use crate::layout::text::{TextFile, shorten, split_name};
use crate::layout::{Imported, descriptor, matrix};

/// Limit on the omitted frames of all traces that are added as placeholders, of 56 bytes each. Positions are
/// numbers in the file, so without a limit a short file could request any amount of memory.
const MAX_LEFT_OUT: usize = 4 << 20;

/// The value of unknown lines in Java's stack traces; generated classes often have no lines.
const UNKNOWN_LINE: i32 = -1;

/// The files of one spectrum in this layout, as bytes; from an archive, for example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TsvFiles {
    /// `elements.tsv`.
    pub elements: Vec<u8>,
    /// `tests.tsv`.
    pub tests: Vec<u8>,
    /// `failures.tsv`, if it exists.
    pub failures: Option<Vec<u8>>,
    /// `faulty-methods.tsv`, if it exists.
    pub faulty_methods: Option<Vec<u8>>,
}

/// Reads the tsv layout from memory; `place` stands for its folder in messages.
/// Errors: a file does not follow the layout.
pub fn import_tsv(place: &Path, files: TsvFiles) -> Result<Imported, FormatError> {
    let mut files = [
        (ELEMENTS, Some(files.elements)),
        (TESTS, Some(files.tests)),
        (FAILURES, files.failures),
        (FAULTY_METHODS, files.faulty_methods),
    ];
    import_with(place, |name| {
        let bytes = files.iter_mut().find(|file| file.0 == name).and_then(|file| file.1.take());
        bytes.map(|bytes| TextFile::from_bytes(place.join(name), bytes)).transpose()
    })
}

/// Reads a folder.
pub(crate) fn import(dir: &Path) -> Result<Imported, FormatError> {
    import_with(dir, |name| match name {
        ELEMENTS | TESTS => TextFile::read(dir, name).map(Some),
        _ => TextFile::read_if_present(dir, name),
    })
}

/// Reads the files that `file` returns; each is requested once, when it is needed.
fn import_with(
    dir: &Path,
    mut file: impl FnMut(&str) -> Result<Option<TextFile>, FormatError>,
) -> Result<Imported, FormatError> {
    let mut spectrum = Spectrum::default();
    let mut bytes = 0;
    if let Some(elements) = file(ELEMENTS)? {
        bytes += elements.bytes();
        spectrum = columns(&elements)?;
    }
    if let Some(tests) = file(TESTS)? {
        bytes += tests.bytes();
        rows(&mut spectrum, &tests, dir, bytes)?;
    }
    if let Some(traces) = file(FAILURES)? {
        failures(&mut spectrum, &traces)?;
    }
    let faulty_methods = match file(FAULTY_METHODS)? {
        Some(file) => file.lines().map(|(_, row)| unescape(row).into_owned()).collect(),
        None => Vec::new(),
    };
    Ok(Imported { spectrum, faulty_methods, notes: Vec::new() })
}

fn columns(file: &TextFile) -> Result<Spectrum, FormatError> {
    let mut columns = Columns::default();
    for (number, row) in file.lines() {
        let [class, method, line] = fields(file, number, row, "class, method, line")?;
        let line = file.number(number, line, "the line")?;
        if columns.len() >= u32::MAX as usize {
            return Err(file.error(number, "more elements than can be numbered"));
        }
        let method = unescape(method);
        let (name, descriptor) = descriptor::split(&method);
        columns.add(&unescape(class), name, descriptor, line);
    }
    Ok(columns.finish())
}

fn rows(spectrum: &mut Spectrum, file: &TextFile, dir: &Path, bytes: u64) -> Result<(), FormatError> {
    let elements = spectrum.elements.len();
    spectrum.coverage = matrix::allocate(dir, file.lines().count(), elements, bytes)?;
    for (row, (number, text)) in file.lines().enumerate() {
        // An editor that strips trailing blanks also removes the tab of an empty row.
        let mut parts = text.splitn(3, '\t');
        let (Some(name), Some(outcome)) = (parts.next(), parts.next()) else {
            return Err(file.error(number, "expected test, outcome and elements, separated by tabs"));
        };
        for index in parts.next().unwrap_or("").split_ascii_whitespace() {
            let index: usize = file.number(number, index, "an element")?;
            if index >= elements {
                let what = format!("there is no element {index}: {ELEMENTS} has {elements}");
                return Err(file.error(number, what));
            }
            spectrum.coverage.set(row, index);
        }
        let outcome = match outcome {
            "passed" => Outcome::Passed,
            "failed" => Outcome::Failed,
            other => {
                let what = format!("the outcome should be passed or failed, not `{}`", shorten(other));
                return Err(file.error(number, what));
            }
        };
        spectrum.tests.push(test(&unescape(name), outcome));
    }
    Ok(())
}

fn test(name: &str, outcome: Outcome) -> Test {
    let (class, method) = split_name(name, SEPARATOR);
    Test {
        unique_id: name.to_owned(),
        class: class.to_owned(),
        method: method.to_owned(),
        outcome,
        duration_ns: 0,
        display: String::new(),
        overlapped: false,
        failure: None,
    }
}

fn failures(spectrum: &mut Spectrum, file: &TextFile) -> Result<(), FormatError> {
    let mut rows: HashMap<String, usize> = HashMap::new();
    for (row, test) in spectrum.tests.iter().enumerate() {
        if test.outcome == Outcome::Failed {
            rows.entry(test.unique_id.clone()).or_insert(row);
        }
    }
    let mut left_out = 0;
    for (number, text) in file.lines() {
        let [name, exception, place, class, method, line] =
            fields(file, number, text, "test, exception, place, class, method, line")?;
        let Some(&row) = rows.get(&*unescape(name)) else {
            let what = format!("{TESTS} has no failed test `{}`", shorten(name));
            return Err(file.error(number, what));
        };
        let exception = unescape(exception);
        let failure = spectrum.tests[row].failure.get_or_insert_with(|| Failure {
            exception: exception.clone().into_owned(),
            ..Failure::default()
        });
        if failure.exception != exception {
            return Err(file.error(number, "the same test has another exception further up"));
        }
        let place: usize = file.number(number, place, "the place")?;
        let gap = place
            .checked_sub(failure.frames.len())
            .ok_or_else(|| file.error(number, "the places of a test's frames should ascend"))?;
        left_out += gap.min(MAX_LEFT_OUT + 1);
        if left_out > MAX_LEFT_OUT {
            return Err(file.error(number, "too many frames are left out of the stack traces"));
        }
        failure
            .frames
            .resize(place, Frame { class: String::new(), method: String::new(), line: UNKNOWN_LINE });
        failure.frames.push(Frame {
            class: unescape(class).into_owned(),
            method: unescape(method).into_owned(),
            line: if line.is_empty() { UNKNOWN_LINE } else { file.number(number, line, "the line")? },
        });
    }
    Ok(())
}

fn fields<'a, const N: usize>(
    file: &TextFile,
    number: u64,
    row: &'a str,
    names: &str,
) -> Result<[&'a str; N], FormatError> {
    let fields: Vec<&str> = row.splitn(N + 1, '\t').collect();
    fields.try_into().map_err(|found: Vec<&str>| {
        let count = if found.len() > N { format!("more than {N}") } else { found.len().to_string() };
        file.error(number, format!("expected {N} fields separated by tabs ({names}), found {count}"))
    })
}
