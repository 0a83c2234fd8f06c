//! The evaluation as text.

use faultline_evaluation::{Column, Comparison, Figures, LeftOut, Measure, Part, Report, Way, holm};
use faultline_messages::words::counted;
use faultline_sbfl::Ties;

use faultline_terminal::page::wrapped;
use faultline_terminal::table::{self, Cell, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use super::{Evaluation, pairs};

/// Measures with their headings: ranks first, then shares of all methods.
const SHOWN: [(Measure, &str, Shown); 14] = [
    (Measure::Acc(1, Ties::Max), "acc@1", Shown::Sum),
    (Measure::Acc(3, Ties::Max), "@3", Shown::Sum),
    (Measure::Acc(5, Ties::Max), "@5", Shown::Sum),
    (Measure::Acc(10, Ties::Max), "@10", Shown::Sum),
    (Measure::Ap(Ties::Max), "mAP", Shown::Mean),
    (Measure::Ap(Ties::Average), "mAP~", Shown::Mean),
    (Measure::Wef, "wef", Shown::Number),
    (Measure::Exam, "EXAM", Shown::Percent),
    (Measure::ExpenseMin, "min", Shown::Percent),
    (Measure::ExpenseMax, "max", Shown::Percent),
    (Measure::ExpenseAverage, "avg", Shown::Percent),
    (Measure::TopPercent(1), "top-1%", Shown::Percent),
    (Measure::TopPercent(5), "-5%", Shown::Percent),
    (Measure::TopPercent(10), "-10%", Shown::Percent),
];

/// Number of rank measures: the first of two tables if one would be too wide.
const PLACES: usize = 7;

/// How a mean over faults is printed.
#[derive(Clone, Copy)]
enum Shown {
    /// Multiplied by the number of faults.
    Sum,
    /// Three decimals.
    Mean,
    /// One decimal.
    Number,
    /// As a percentage with one decimal.
    Percent,
}

impl Shown {
    fn write(self, mean: f64, faults: usize) -> String {
        match self {
            Self::Sum => format!("{:.1}", mean * faults as f64),
            Self::Mean => format!("{mean:.3}"),
            Self::Number => format!("{mean:.1}"),
            Self::Percent => format!("{:.1}", mean * 100.0),
        }
    }
}

/// Number of faults of a project, or of all projects.
pub fn faults(report: &Report<'_>, project: Option<&str>) -> usize {
    report.faults.iter().filter(|fault| project.is_none_or(|name| fault.project == name)).count()
}

/// Renders the whole page, ending with a line break.
pub fn render(evaluation: &Evaluation<'_>, terminal: &Terminal) -> String {
    let report = &evaluation.report;
    let mut lines = left_out(evaluation, terminal);
    lines.extend(training(evaluation, terminal));
    let projects = report.projects();
    let all = (projects.len() > 1).then_some(None);
    for project in projects.into_iter().map(Some).chain(all) {
        for ranking in 0..report.plan.rankings.len() {
            let title = format!(
                "{}: {}, {}ranked by {}",
                project.unwrap_or("All"),
                counted(faults(report, project), "fault"),
                if report.plan.lines { "lines " } else { "" },
                report.plan.rankings[ranking]
            );
            lines.extend([terminal.paint(style::HEADING, &title), String::new()]);
            lines.extend(figures(report, project, ranking, terminal));
            lines.extend(spreads(report, project, ranking, terminal));
        }
    }
    lines.extend(comparisons(evaluation, terminal));
    lines.extend(at_once(evaluation, terminal));
    lines.extend(changes(evaluation, terminal));
    lines.join("\n") + "\n"
}

fn left_out(evaluation: &Evaluation<'_>, terminal: &Terminal) -> Vec<String> {
    let Some(text) = LeftOut::line(evaluation.left_out) else { return Vec::new() };
    let mut lines = wrapped(&text, "", terminal.width);
    lines.push(String::new());
    lines
}

/// Describes how many faults metrics were learned from, for each part.
fn training(evaluation: &Evaluation<'_>, terminal: &Terminal) -> Vec<String> {
    let Some((parts, seeds)) = evaluation.training else { return Vec::new() };
    let part = |part: &Part| format!("{}: {} from {}", part.name, part.judged.len(), part.seen.len());
    let text = format!(
        "Learned metrics were trained with {}; faults judged, and learned from: {}",
        counted(seeds, "seed"),
        parts.iter().map(part).collect::<Vec<_>>().join("; ")
    );
    let mut lines = wrapped(&text, "", terminal.width);
    lines.push(String::new());
    lines
}

/// A table of the spread over seeds after all tests; empty if no metric has several seeds.
fn spreads(report: &Report<'_>, project: Option<&str>, ranking: usize, terminal: &Terminal) -> Vec<String> {
    let faults = faults(report, project);
    let shown = &SHOWN[..PLACES];
    let left = table::Column::left("over seeds", Cut::End);
    let titles = shown.iter().map(|(_, title, _)| table::Column::right(title));
    let mut table = Table::new(std::iter::once(left).chain(titles).collect());
    let mut is_empty = true;
    for column in report.columns().into_iter().filter(|column| column.ranking == ranking) {
        let mean = report.means(project, column);
        let mut cells = vec![Cell::new(style::SUSPECT, report.way_name(column.way))];
        for &(measure, _, shown) in shown {
            let spread = report.spreads(project, column, measure);
            if let (Some(mean), Some(spread)) = (mean.last(), spread.last()) {
                let [mean, spread] = [mean.get(measure), *spread].map(|value| shown.write(value, faults));
                cells.push(Cell::plain(format!("{mean} ±{spread}")));
            }
        }
        if cells.len() > 1 {
            table.row(cells);
            is_empty = false;
        }
    }
    if is_empty { Vec::new() } else { table.lines(terminal).into_iter().chain([String::new()]).collect() }
}

/// One table, or two in sequence if one would be too wide.
fn figures(report: &Report<'_>, project: Option<&str>, ranking: usize, terminal: &Terminal) -> Vec<String> {
    let faults = faults(report, project);
    let columns = report.columns().into_iter().filter(|column| column.ranking == ranking);
    let rows: Vec<(Column, Vec<Figures>)> =
        columns.map(|column| (column, report.means(project, column))).collect();
    let all = table(report, &rows, &SHOWN, faults);
    let tables = if all.natural_width(0, 24) <= terminal.width {
        vec![all]
    } else {
        let (places, shares) = SHOWN.split_at(PLACES);
        vec![table(report, &rows, places, faults), table(report, &rows, shares, faults)]
    };
    let blank_after = |table: &Table| table.lines(terminal).into_iter().chain([String::new()]);
    tables.iter().flat_map(blank_after).collect()
}

fn table(
    report: &Report<'_>,
    rows: &[(Column, Vec<Figures>)],
    shown: &[(Measure, &'static str, Shown)],
    faults: usize,
) -> Table {
    let left = table::Column::left("chosen by", Cut::End);
    let titles = ["tests"].into_iter().chain(shown.iter().map(|(_, title, _)| *title));
    let mut table = Table::new(std::iter::once(left).chain(titles.map(table::Column::right)).collect());
    for (column, curve) in rows {
        for (step, figures) in curve.iter().enumerate() {
            let name = if step == 0 { report.way_name(column.way) } else { String::new() };
            let tests = if column.way == Way::Whole { "all".into() } else { step.to_string() };
            let mut cells = vec![Cell::new(style::SUSPECT, name), Cell::plain(tests)];
            let value = |&(measure, _, shown): &(Measure, _, Shown)| {
                Cell::plain(shown.write(figures.get(measure), faults))
            };
            cells.extend(shown.iter().map(value));
            table.row(cells);
        }
    }
    table
}

/// The compared pairs, each with the signed-rank test's probability adjusted by Holm for all pairs of columns, so that a pair
/// has the same one wherever it is shown.
pub fn compared(evaluation: &Evaluation<'_>) -> Vec<([Column; 2], Comparison, f64)> {
    let report = &evaluation.report;
    let pairs = pairs(&report.columns(), true);
    let compare = |&[first, second]: &[Column; 2]| report.compare(first, second, evaluation.measure);
    let all: Vec<Comparison> = pairs.iter().map(compare).collect();
    let adjusted = holm(&all.iter().map(|of| of.wilcoxon.p).collect::<Vec<f64>>());
    let compared = pairs.into_iter().zip(all).zip(adjusted).map(|((pair, of), p)| (pair, of, p));
    compared.filter(|(pair, ..)| evaluation.pairs.contains(pair)).collect()
}

/// All columns at once by Friedman's test; nothing for fewer than three columns.
fn at_once(evaluation: &Evaluation<'_>, terminal: &Terminal) -> Vec<String> {
    let report = &evaluation.report;
    let columns = report.columns();
    let Some(of) = report.friedman(&columns, evaluation.measure) else { return Vec::new() };
    let ranks: Vec<String> = columns
        .iter()
        .zip(&of.ranks)
        .map(|(&column, rank)| format!("{} {rank:.2}", report.name(column)))
        .collect();
    let text = format!(
        "All {} columns at once: p = {} (Friedman's test with Iman and Davenport's correction, F = {:.2}); mean ranks over faults: {}",
        columns.len(),
        probability(of.p),
        of.f,
        ranks.join(", ")
    );
    let mut lines = vec![String::new()];
    lines.extend(wrapped(&text, "", terminal.width));
    lines
}

/// The increase ratio of each project, if columns are compared by expense.
fn changes(evaluation: &Evaluation<'_>, terminal: &Terminal) -> Vec<String> {
    let is_expense =
        matches!(evaluation.measure, Measure::ExpenseMin | Measure::ExpenseMax | Measure::ExpenseAverage);
    if !is_expense || evaluation.pairs.is_empty() {
        return Vec::new();
    }
    let report = &evaluation.report;
    let titles = ["faults", "avg before", "after", "saved", "first 5", "after", "first 5 %", "after"];
    let mut columns = vec![
        table::Column::left("first", Cut::End),
        table::Column::left("second", Cut::End),
        table::Column::left("project", Cut::End),
    ];
    columns.extend(titles.map(table::Column::right));
    let mut table = Table::new(columns);
    for &[first, second] in &evaluation.pairs {
        for of in report.changes(first, second) {
            let mut cells = vec![report.name(first), report.name(second), of.project, of.faults.to_string()];
            cells.extend(of.expense.map(|mean| Shown::Percent.write(mean, 1)));
            cells.push(format!("{:.3}", of.increase_ratio));
            cells.extend(of.top_5.map(|sum| format!("{sum:.1}")));
            cells.extend(of.top_5_percent.map(|sum| format!("{sum:.1}")));
            table.row(cells.into_iter().map(Cell::plain).collect());
        }
    }
    let what = if report.plan.lines { "lines" } else { "methods" };
    let title = format!(
        "By project: mean expense (middle of ties) in percent, and faults within the first 5 {what} and 5 %"
    );
    let mut lines = vec![String::new(), terminal.paint(style::HEADING, &title), String::new()];
    lines.extend(table.lines(terminal));
    lines
}

fn comparisons(evaluation: &Evaluation<'_>, terminal: &Terminal) -> Vec<String> {
    if evaluation.pairs.is_empty() {
        return Vec::new();
    }
    let report = &evaluation.report;
    let mut table = Table::new(vec![
        table::Column::left("first", Cut::End),
        table::Column::left("second", Cut::End),
        table::Column::right("first"),
        table::Column::right("second"),
        table::Column::right("saved"),
        table::Column::right("p"),
        table::Column::right("Holm"),
        table::Column::right("A12"),
    ]);
    for ([first, second], compared, adjusted) in compared(evaluation) {
        table.row(vec![
            Cell::plain(report.name(first)),
            Cell::plain(report.name(second)),
            Cell::plain(format!("{:.3}", compared.means[0])),
            Cell::plain(format!("{:.3}", compared.means[1])),
            Cell::plain(format!("{:.3}", compared.increase_ratio)),
            Cell::plain(probability(compared.wilcoxon.p)),
            Cell::plain(probability(adjusted)),
            Cell::plain(format!("{:.2}", compared.a12)),
        ]);
    }
    let title = format!("Compared over all faults by {}, after all tests", evaluation.measure.name());
    let mut lines = vec![terminal.paint(style::HEADING, &title), String::new()];
    lines.extend(table.lines(terminal));
    lines
}

/// A p-value as printed in tables.
pub fn probability(p: f64) -> String {
    if p < 0.001 { "<0.001".into() } else { format!("{p:.3}") }
}
