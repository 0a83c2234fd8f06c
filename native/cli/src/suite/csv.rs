//! The measures as comma-separated values (RFC 4180, but lines end in LF).

use std::fmt::Write;

use super::measures::{Measures, Part};
use super::survey::Survey;

const HEADER: &str = "scope,name,tests,idle_tests,elements,covered,rho,density,diversity,uniqueness,ddu,\
                      entbug,entbug_published,tfd,alone,largest";

/// A heading, a row for the whole, one per package and one per class.
pub fn render(survey: &Survey) -> String {
    let mut text = format!("{HEADER}\n");
    row(&mut text, "suite", "", &survey.whole);
    for (scope, parts) in [("package", &survey.packages), ("class", &survey.classes)] {
        for Part { name, measures } in parts {
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

/// Quoted where it must be: a class file may name a class almost anything.
fn field(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn names_that_hold_separators_are_quoted() {
        assert_eq!(field("org.x.Foo$1"), "org.x.Foo$1");
        assert_eq!(field("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
