//! `<formula>.ranking.csv`.

use std::io::Write;
use std::path::{Path, PathBuf};

use faultline_spectrum::{ElementId, Spectrum};

use super::name;
use crate::FormatError;
use crate::layout::text::{make_dir, write_file};

/// Writes a GZoltar ranking: the elements of a spectrum, best first, with their scores.
///
/// Shape: one score per element. Ties keep the order of the elements. The file is named after the formula in
/// lower case; characters that are invalid in a file name become `-`.
/// Errors: the operating system's. Panics: the number of scores differs from that of elements.
pub fn write_ranking(
    spectrum: &Spectrum,
    formula: &str,
    scores: &[f64],
    dir: &Path,
) -> Result<PathBuf, FormatError> {
    assert_eq!(scores.len(), spectrum.elements.len(), "one score for each element");
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    let dir = &make_dir(dir)?;
    write_file(dir, &format!("{}.ranking.csv", file_stem(formula)), |out| {
        writeln!(out, "name;suspiciousness_value")?;
        order.iter().try_for_each(|&index| {
            let element = name::print(spectrum, ElementId::new(index));
            writeln!(out, "{element};{}", number(scores[index]))
        })
    })
}

fn file_stem(formula: &str) -> String {
    formula
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '+') { c } else { '-' })
        .collect()
}

/// Formats a number for parsers of Java's format: `1.0`, `1e-7`, `Infinity`.
fn number(value: f64) -> String {
    if value.is_infinite() {
        String::from(if value > 0.0 { "Infinity" } else { "-Infinity" })
    } else {
        format!("{value:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_as_java_prints_them() {
        assert_eq!(
            [1.0, 0.5, f64::INFINITY, -f64::INFINITY].map(number),
            ["1.0", "0.5", "Infinity", "-Infinity"]
        );
    }

    #[test]
    fn a_formula_never_names_a_file_elsewhere() {
        assert_eq!(file_stem("Ochiai"), "ochiai");
        assert_eq!(file_stem("../x/D*"), "---x-d-");
    }
}
