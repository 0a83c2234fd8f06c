//! lcov's tracefile: `geninfo(1)`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use faultline_escape::terminal::printable;

use crate::Covered;
use crate::covered::{Class, Lines, add, missed_and_covered};

/// The test name, which identifies files written by Faultline.
pub const MARK: &str = "TN:faultline";

/// Formats one record per source file, with the number of tests that executed each line.
pub fn write(covered: &Covered) -> String {
    let mut files: BTreeMap<&str, Vec<&Class>> = BTreeMap::new();
    for class in covered.classes() {
        files.entry(&class.path).or_default().push(class);
    }
    let mut text = String::new();
    for (path, classes) in files {
        let written = record(&mut text, path, &classes);
        debug_assert!(written.is_ok(), "a string takes all");
    }
    text
}

fn record(text: &mut String, path: &str, classes: &[&Class]) -> std::fmt::Result {
    let mut lines = Lines::new();
    writeln!(text, "{MARK}\nSF:{}", printable(path))?;
    let (mut functions, mut run) = (0, 0);
    for class in classes {
        add(&mut lines, &class.lines());
        for method in &class.methods {
            let name = format!("{}.{}{}", class.name, method.name, method.descriptor);
            let name = printable(&name);
            writeln!(text, "FN:{},{name}\nFNDA:{},{name}", method.first(), method.hits())?;
            functions += 1;
            run += u32::from(method.hits() > 0);
        }
    }
    writeln!(text, "FNF:{functions}\nFNH:{run}")?;
    for (line, hits) in &lines {
        writeln!(text, "DA:{line},{hits}")?;
    }
    let (missed, covered) = missed_and_covered(lines.values());
    writeln!(text, "LF:{}\nLH:{covered}\nend_of_record", missed + covered)
}
