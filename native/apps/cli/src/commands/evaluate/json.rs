//! Means and comparisons as JSON, figures of single faults as JSON lines; `docs/evaluation.md` describes
//! both.

use faultline_evaluation::{Column, Figures, LeftOut, Measure, Part, ProjectChange, Report, Way};
use faultline_messages::failure::Failure;
use faultline_terminal::json;
use serde::Serialize;
use serde_json::{Map, Value};

use super::Evaluation;
use super::text::{compared, faults};

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    faults: usize,
    left_out: &'a [LeftOut],
    tests: usize,
    measure: String,
    /// What is ranked: `method` or `line`.
    level: &'static str,
    /// Only if metrics were learned.
    #[serde(skip_serializing_if = "Option::is_none")]
    training: Option<TrainingParts<'a>>,
    projects: Vec<Project>,
    comparisons: Vec<Comparison>,
    /// All columns at once; only for three or more columns and two or more faults.
    #[serde(skip_serializing_if = "Option::is_none")]
    friedman: Option<AllColumns>,
}

#[derive(Serialize)]
struct AllColumns {
    /// Mean ranks over faults, 1 the best, in the order of the columns of a project.
    ranks: Vec<f64>,
    chi_squared: f64,
    /// Iman and Davenport's statistic; null if it is infinite.
    f: Option<f64>,
    p: f64,
}

#[derive(Serialize)]
struct TrainingParts<'a> {
    /// Number of seeds; they are 1, 2, ... up to this number.
    seeds: usize,
    parts: Vec<TrainingPart<'a>>,
}

#[derive(Serialize)]
struct TrainingPart<'a> {
    name: &'a str,
    /// Names of the training faults.
    seen: Vec<&'a str>,
    /// Names of the judged faults.
    judged: Vec<&'a str>,
}

#[derive(Serialize)]
struct Project {
    /// Null for all projects together.
    name: Option<String>,
    faults: usize,
    columns: Vec<ColumnFigures>,
}

#[derive(Serialize)]
struct ColumnFigures {
    choice: String,
    ranking: String,
    /// After 0, 1, ... tests; a single entry for the whole suite.
    after: Vec<Map<String, Value>>,
    /// Standard deviations of these over seeds, if there are several seeds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spread: Vec<Map<String, Value>>,
}

#[derive(Serialize)]
struct Comparison {
    first: Named,
    second: Named,
    means: [f64; 2],
    increase_ratio: f64,
    /// By the middle of ties.
    increase_ratio_average: f64,
    p: f64,
    /// Adjusted by Holm for all pairs of columns.
    p_holm: f64,
    exact: bool,
    pairs: usize,
    positive_ranks: f64,
    negative_ranks: f64,
    a12: f64,
    projects: Vec<Change>,
}

/// What the second column changes on a project.
#[derive(Serialize)]
struct Change {
    name: String,
    faults: usize,
    expense_average: [f64; 2],
    increase_ratio: f64,
    top_5: [f64; 2],
    top_5_percent: [f64; 2],
}

#[derive(Serialize)]
struct Named {
    choice: String,
    ranking: String,
}

#[derive(Serialize)]
struct Line<'a> {
    project: &'a str,
    fault: &'a str,
    failing: usize,
    choice: String,
    ranking: String,
    /// Null for the whole suite.
    tests: Option<usize>,
    /// Null for the mean over seeds, and if nothing was learned.
    seed: Option<usize>,
    #[serde(flatten)]
    figures: Map<String, Value>,
}

/// Renders the whole evaluation, ending with a line break.
pub fn render(evaluation: &Evaluation<'_>) -> Result<String, Failure> {
    let report = &evaluation.report;
    let projects = report.projects();
    let all = (projects.len() > 1).then_some(None);
    let document = Document {
        version: VERSION,
        faults: report.faults.len(),
        left_out: evaluation.left_out,
        tests: report.plan.tests,
        measure: evaluation.measure.name(),
        level: if report.plan.lines { "line" } else { "method" },
        training: training(evaluation),
        projects: projects.into_iter().map(Some).chain(all).map(|name| project(report, name)).collect(),
        comparisons: comparisons(evaluation),
        friedman: report.friedman(&report.columns(), evaluation.measure).map(|of| AllColumns {
            ranks: of.ranks,
            chi_squared: of.chi_squared,
            f: of.f.is_finite().then_some(of.f),
            p: of.p,
        }),
    };
    faultline_terminal::json::pretty(&document, "the evaluation")
}

fn training<'a>(evaluation: &Evaluation<'a>) -> Option<TrainingParts<'a>> {
    let (parts, seeds) = evaluation.training?;
    let names = |faults: &[usize]| -> Vec<&'a str> {
        faults.iter().map(|&fault| &*evaluation.report.faults[fault].name).collect()
    };
    let part = |part: &'a Part| TrainingPart {
        name: &part.name,
        seen: names(&part.seen),
        judged: names(&part.judged),
    };
    Some(TrainingParts { seeds, parts: parts.iter().map(part).collect() })
}

/// Renders the figures of every fault, column and number of tests, one object per line; for learned metrics,
/// the means over seeds and then each seed.
pub fn lines(evaluation: &Evaluation<'_>) -> Result<String, Failure> {
    let report = &evaluation.report;
    let mut text = String::new();
    for (number, fault) in report.faults.iter().enumerate() {
        for column in report.columns() {
            let of_seeds = (1..).map(Some).zip(report.curves_of_seeds(number, column));
            for (seed, curve) in std::iter::once((None, report.curve(number, column))).chain(of_seeds) {
                for (step, one) in curve.iter().enumerate() {
                    let Named { choice, ranking } = named(report, column);
                    let line = Line {
                        project: &fault.project,
                        fault: &fault.name,
                        failing: report.outcomes[number].initial,
                        choice,
                        ranking,
                        tests: (column.way != Way::Whole).then_some(step),
                        seed,
                        figures: figures(one, 1),
                    };
                    text += &json::line(&line, "the evaluation")?;
                }
            }
        }
    }
    Ok(text)
}

fn project(report: &Report<'_>, name: Option<&str>) -> Project {
    let faults = faults(report, name);
    let column = |column: Column| {
        let Named { choice, ranking } = named(report, column);
        let after = report.means(name, column).iter().map(|one| figures(one, faults)).collect();
        ColumnFigures { choice, ranking, after, spread: spread(report, name, column) }
    };
    Project {
        name: name.map(str::to_owned),
        faults,
        columns: report.columns().into_iter().map(column).collect(),
    }
}

/// Per number of tests, every measure by name; counts as sums over faults.
fn spread(report: &Report<'_>, project: Option<&str>, column: Column) -> Vec<Map<String, Value>> {
    let mut after: Vec<Map<String, Value>> = Vec::new();
    for measure in Measure::ALL {
        let scale = if measure.is_count() { faults(report, project) as f64 } else { 1.0 };
        let spreads = report.spreads(project, column, measure);
        after.resize_with(spreads.len(), Map::new);
        for (of_step, spread) in after.iter_mut().zip(spreads) {
            of_step.insert(measure.name(), Value::from(spread * scale));
        }
    }
    after
}

fn comparisons(evaluation: &Evaluation<'_>) -> Vec<Comparison> {
    let compared = compared(evaluation);
    compared.into_iter().map(|of| comparison(&evaluation.report, of)).collect()
}

fn comparison(
    report: &Report<'_>,
    ([first, second], compared, p_holm): ([Column; 2], faultline_evaluation::Comparison, f64),
) -> Comparison {
    let change = |of: ProjectChange| Change {
        name: of.project,
        faults: of.faults,
        expense_average: of.expense,
        increase_ratio: of.increase_ratio,
        top_5: of.top_5,
        top_5_percent: of.top_5_percent,
    };
    Comparison {
        first: named(report, first),
        second: named(report, second),
        means: compared.means,
        increase_ratio: compared.increase_ratio,
        increase_ratio_average: compared.increase_ratio_average,
        p: compared.wilcoxon.p,
        p_holm,
        exact: compared.wilcoxon.exact,
        pairs: compared.wilcoxon.pairs,
        positive_ranks: compared.wilcoxon.positive,
        negative_ranks: compared.wilcoxon.negative,
        a12: compared.a12,
        projects: report.changes(first, second).into_iter().map(change).collect(),
    }
}

fn named(report: &Report<'_>, column: Column) -> Named {
    Named { choice: report.way_name(column.way), ranking: report.plan.rankings[column.ranking].to_string() }
}

/// Every measure by name; counts as sums over `faults` faults.
fn figures(figures: &Figures, faults: usize) -> Map<String, Value> {
    let value = |measure: Measure| {
        let mean = figures.get(measure);
        Value::from(if measure.is_count() { mean * faults as f64 } else { mean })
    };
    Measure::ALL.into_iter().map(|measure| (measure.name(), value(measure))).collect()
}
