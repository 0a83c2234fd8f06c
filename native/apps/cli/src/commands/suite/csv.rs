//! The measures as comma-separated values.

use faultline_terminal::csv::Rows;

use faultline_quality_gate::{Measures, Part, Survey};

const HEADER: &str = "scope,name,tests,idle_tests,elements,covered,rho,density,diversity,uniqueness,ddu,\
                      entbug,entbug_published,tfd,alone,largest";

/// Renders a heading, a row for the suite, one per package and one per class.
pub fn render(survey: &Survey) -> String {
    let mut rows = Rows::under(HEADER.split(','));
    add(&mut rows, "suite", "", &survey.whole);
    for (scope, parts) in [("package", &survey.packages), ("class", &survey.classes)] {
        for Part { name, measures, .. } in parts {
            add(&mut rows, scope, name, measures);
        }
    }
    rows.into_text()
}

/// Adds a row; numbers are written with full precision.
fn add(rows: &mut Rows, scope: &str, name: &str, m: &Measures) {
    rows.add([
        scope.to_owned(),
        name.to_owned(),
        m.tests.to_string(),
        m.idle.to_string(),
        m.elements.to_string(),
        m.covered.to_string(),
        m.rho.to_string(),
        m.density.to_string(),
        m.diversity.to_string(),
        m.uniqueness.to_string(),
        m.ddu.to_string(),
        m.entbug.to_string(),
        m.entbug_published.to_string(),
        m.groups.to_string(),
        m.alone.to_string(),
        m.largest.to_string(),
    ]);
}
