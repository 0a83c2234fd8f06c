//! Means as comma-separated values.

use faultline_evaluation::{Figures, Measure, Report, Way};

use faultline_terminal::csv::Rows;

/// Renders a heading and a row per project (and for all), ranking, way of choosing and number of tests;
/// `tests` is empty for the whole suite. Counts are sums over faults. If metrics were learned, a last field
/// `seed` is empty for the mean over seeds.
pub fn render(report: &Report<'_>) -> String {
    let mut heading = ["project", "faults", "ranking", "choice", "tests"].map(str::to_owned).to_vec();
    heading.extend(Measure::ALL.map(Measure::name));
    let columns = report.columns();
    let has_seeds = columns.iter().any(|column| matches!(column.way, Way::Learned(_)));
    heading.extend(has_seeds.then(|| "seed".to_owned()));
    let mut rows = Rows::under(heading);
    let projects = report.projects();
    let all = (projects.len() > 1).then_some(None);
    for project in projects.into_iter().map(Some).chain(all) {
        let faults = super::text::faults(report, project);
        for &column in &columns {
            let head = [
                project.unwrap_or("all").to_owned(),
                faults.to_string(),
                report.plan.rankings[column.ranking].to_string(),
                report.way_name(column.way),
            ];
            let is_whole = column.way == Way::Whole;
            let of_seeds = (1..).map(Some).zip(report.means_of_seeds(project, column));
            for (seed, curve) in std::iter::once((None, report.means(project, column))).chain(of_seeds) {
                let seed = has_seeds.then(|| seed.map_or_else(String::new, |seed: usize| seed.to_string()));
                for (step, figures) in curve.iter().enumerate() {
                    let tests = if is_whole { String::new() } else { step.to_string() };
                    let values = Measure::ALL.map(|measure| value(figures, measure, faults).to_string());
                    rows.add(head.clone().into_iter().chain([tests]).chain(values).chain(seed.clone()));
                }
            }
        }
    }
    rows.into_text()
}

fn value(figures: &Figures, measure: Measure, faults: usize) -> f64 {
    let mean = figures.get(measure);
    if measure.is_count() { mean * faults as f64 } else { mean }
}
