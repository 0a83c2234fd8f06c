//! Means as comma-separated values.

use std::fmt::Write;

use faultline_evaluation::{Measure, Report};

/// A heading, then a row per project (and all), ranking, way of choosing and number of tests;
/// `tests` is empty for the whole suite. Counts are sums over faults.
pub fn render(report: &Report<'_>) -> String {
    let mut text = String::from("project,faults,ranking,choice,tests");
    for measure in Measure::ALL {
        text.push(',');
        text.push_str(&measure.name());
    }
    text.push('\n');
    let projects = report.projects();
    let all = (projects.len() > 1).then_some(None);
    for project in projects.into_iter().map(Some).chain(all) {
        let faults = super::text::faults(report, project);
        for column in report.columns() {
            for (step, figures) in report.means(project, column).iter().enumerate() {
                let tests = match column.way {
                    faultline_evaluation::Way::Whole => String::new(),
                    _ => step.to_string(),
                };
                let written = write!(
                    text,
                    "{},{faults},{},{},{tests}",
                    field(project.unwrap_or("all")),
                    field(&report.plan.rankings[column.ranking].to_string()),
                    field(&report.way_name(column.way))
                );
                debug_assert!(written.is_ok(), "a string takes all");
                for measure in Measure::ALL {
                    let mean = figures.get(measure);
                    let value = if measure.is_count() { mean * faults as f64 } else { mean };
                    text.push(',');
                    text.push_str(&value.to_string());
                }
                text.push('\n');
            }
        }
    }
    text
}

/// Quoted where it must be: parameters hold commas.
fn field(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}
