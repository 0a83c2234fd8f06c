//! The measures as comma-separated values.

use std::fmt::Write;

use crate::show::csv::field;

use faultline_rules::{Measures, Part, Survey};

const HEADER: &str = "scope,name,tests,idle_tests,elements,covered,rho,density,diversity,uniqueness,ddu,\
                      entbug,entbug_published,tfd,alone,largest";

/// A heading, a row for the whole, one per package and one per class.
pub fn render(survey: &Survey) -> String {
    let mut text = format!("{HEADER}\n");
    row(&mut text, "suite", "", &survey.whole);
    for (scope, parts) in [("package", &survey.packages), ("class", &survey.classes)] {
        for Part { name, measures, .. } in parts {
            row(&mut text, scope, name, measures);
        }
    }
    text
}

/// Numbers are written so that they read back as what they are.
fn row(text: &mut String, scope: &str, name: &str, m: &Measures) {
    let written = writeln!(
        text,
        "{scope},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
        field(name),
        m.tests,
        m.idle,
        m.elements,
        m.covered,
        m.rho,
        m.density,
        m.diversity,
        m.uniqueness,
        m.ddu,
        m.entbug,
        m.entbug_published,
        m.groups,
        m.alone,
        m.largest
    );
    debug_assert!(written.is_ok(), "a string takes all");
}
