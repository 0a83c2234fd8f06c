//! Reads GZoltar's text report.

use std::path::Path;

use faultline_spectrum::{Outcome, Spectrum, Test};

use super::tests_csv::{self, Record};
use super::{MATRIX, SEPARATOR, SPECTRA, TESTS, name, trace};
use crate::layout::columns::Columns;
use crate::layout::text::{TextFile, shorten, split_name};
use crate::layout::{Imported, matrix};
use crate::{FormatError, Note, NoteKind};

/// Reads a folder.
pub(crate) fn import(dir: &Path) -> Result<Imported, FormatError> {
    let mut spectrum = columns(&TextFile::read(dir, SPECTRA)?)?;
    let tests = TextFile::read(dir, TESTS)?;
    let records = tests_csv::read(&tests)?;
    let matrix = TextFile::read(dir, MATRIX)?;
    rows(&mut spectrum, &matrix, &tests, &records, dir)?;
    spectrum.tests = records.into_iter().map(test).collect();
    let text = "GZoltar's names have no return types: methods are shown with `?` in their place";
    Ok(Imported {
        spectrum,
        faulty_methods: Vec::new(),
        notes: vec![Note::new(dir, NoteKind::Imported(text.into()))],
    })
}

fn columns(file: &TextFile) -> Result<Spectrum, FormatError> {
    let mut columns = Columns::default();
    let mut lines = file.lines();
    if lines.next().is_none_or(|(_, header)| header != "name") {
        return Err(file.error(1, "expected the header `name`"));
    }
    for (number, row) in lines {
        if columns.len() >= u32::MAX as usize {
            return Err(file.error(number, "more elements than can be numbered"));
        }
        // Other tools quote the name because it contains commas.
        let text = row.strip_prefix('"').and_then(|row| row.strip_suffix('"')).unwrap_or(row);
        let name = name::parse(text).map_err(|lacks| {
            file.error(number, format!("`{}` is not the name of a line: {lacks}", shorten(text)))
        })?;
        columns.add(&name.class, &name.method, &name.descriptor, name.line);
    }
    Ok(columns.finish())
}

fn rows(
    spectrum: &mut Spectrum,
    file: &TextFile,
    tests: &TextFile,
    records: &[Record],
    dir: &Path,
) -> Result<(), FormatError> {
    let elements = spectrum.elements.len();
    spectrum.coverage = matrix::allocate(dir, records.len(), elements, file.bytes())?;
    let mut found = 0;
    for (row, (number, text)) in file.lines().enumerate() {
        let Some(record) = records.get(row) else {
            return Err(file.error(number, format!("{TESTS} has only {} tests", records.len())));
        };
        let mut column = 0;
        let mut sign = None;
        for token in text.split_ascii_whitespace() {
            match (token, sign) {
                ("0" | "1", None) if column == elements => {
                    return Err(file.error(number, format!("more than the {elements} elements of {SPECTRA}")));
                }
                ("0", None) => column += 1,
                ("1", None) => {
                    spectrum.coverage.set(row, column);
                    column += 1;
                }
                ("+" | "-", None) => sign = Some(token),
                _ => return Err(file.error(number, format!("`{}` has no place here", shorten(token)))),
            }
        }
        if column != elements {
            return Err(file.error(number, format!("{column} elements where {SPECTRA} has {elements}")));
        }
        match sign {
            Some(sign) if (sign == "-") == record.failed => {}
            Some(_) => {
                let what = format!("the outcome is not the one in line {} of {TESTS}", record.line);
                return Err(file.error(number, what));
            }
            None => return Err(file.error(number, "the outcome is missing at the end of the line: + or -")),
        }
        found += 1;
    }
    match records.get(found) {
        Some(record) => Err(tests.error(record.line, format!("{MATRIX} has only {found} tests"))),
        None => Ok(()),
    }
}

fn test(record: Record) -> Test {
    let (class, method) = split_name(&record.name, SEPARATOR);
    Test {
        class: class.to_owned(),
        method: method.to_owned(),
        outcome: if record.failed { Outcome::Failed } else { Outcome::Passed },
        duration_ns: record.runtime_ns,
        display: String::new(),
        overlapped: false,
        failure: if record.failed { trace::parse(&record.trace) } else { None },
        unique_id: record.name,
    }
}
