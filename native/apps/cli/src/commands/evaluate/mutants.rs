//! `faultline evaluate --mutants`: mutation-based localization with fewer runs, on faults with known lines.

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use faultline_evaluation::mutants::{
    Entropy, FORMULAS, LEVELS, LineFault, LineFaults, Protocol, Row, Rows, judge, load_mutants,
};
use faultline_evaluation::{EvaluationError, with_threads};
use faultline_messages::failure::Failure;
use faultline_messages::progress::{Progress, bar};
use faultline_messages::words::counted;
use faultline_recording_store::reading::Reading;
use schemars::JsonSchema;
use serde::Serialize;

use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{self, Terminal, style};

use super::options::EvaluateOptions;
use crate::given::schemas;
use crate::notes;

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;
/// Repetitions of random techniques, as in the paper.
const SEEDS: u32 = 50;

/// Prints the figures of each technique and stage. Errors: no fault has results of mutants and known lines.
pub fn evaluate(options: &EvaluateOptions) -> Result<ExitCode, Failure> {
    let file = options.file.ready(schemas::EVALUATE_MUTANTS)?;
    let protocol = Protocol {
        seeds: u64::from(options.seeds.unwrap_or(SEEDS)),
        entropy: entropy(options.entropy.as_deref())?,
    };
    let (found, rows) = with_threads(options.jobs, || run(options, protocol))
        .map_err(|error| Failure::failed(error.to_string()))?;
    notes::tell_all(&found.notes);
    notes::tell_all(found.left_out.iter().map(|of| format!("{} is left out: {}", of.fault, of.reason)));
    let text = || render_text(&found, &rows, &options.page.terminal());
    terminal::print(&file.answer(options.json, || render_json(&found, &rows, protocol), text)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Finds the formula of the entropies. Errors: it is none of the paper's.
fn entropy(name: Option<&str>) -> Result<Entropy, Failure> {
    let Some(name) = name else { return Ok(Entropy::default()) };
    Entropy::find(name).ok_or_else(|| {
        let known = FORMULAS.join(", ");
        Failure::misuse(format!("--entropy '{name}' is none of the paper's formulas; there are {known}"))
    })
}

fn run(options: &EvaluateOptions, protocol: Protocol) -> Result<(LineFaults, Rows), EvaluationError> {
    let progress = Progress::start("looking for faults");
    let reading = Reading::from(options.reading);
    let read = |done, total| progress.now(bar("reading", done, &counted(total, "fault"), total));
    let found = load_mutants(&options.inputs, (reading.policies, reading.executions), &read)?;
    let (total, done) = (found.faults.len(), AtomicUsize::new(0));
    let judged = |fault: &LineFault| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.now(bar("evaluating", done, &format!("{} {}", counted(total, "fault"), fault.name), total));
    };
    let rows = judge(&found.faults, protocol, &judged);
    Ok((found, rows))
}

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    #[schemars(length(min = 1))]
    faults: Vec<JudgedFault<'a>>,
    left_out: Vec<LeftOut<'a>>,
    /// Repetitions of random techniques.
    seeds: u64,
    /// The formula by which IETCR chooses tests in `techniques`.
    entropy: &'a str,
    /// The levels of `top`, in percent of the ranked lines.
    levels: [u32; 13],
    /// Metallaxis: each formula with each technique, all pairs first.
    techniques: Vec<Figures<'a>>,
    /// The default ranking of lines after each stage, without mutants first.
    stages: Vec<Figures<'a>>,
    /// IETCR: each formula with entropies by each formula, which is the name, those of `DStar` first.
    entropies: Vec<Figures<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct JudgedFault<'a> {
    project: &'a str,
    name: &'a str,
    /// Lines that a failing test covers: what is ranked.
    lines: usize,
    /// Those of them that the fix changed.
    faulty: usize,
    mutants: usize,
    failing: usize,
}

#[derive(Serialize, JsonSchema)]
struct LeftOut<'a> {
    name: &'a str,
    reason: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct Figures<'a> {
    name: &'a str,
    /// Of a technique.
    #[serde(skip_serializing_if = "Option::is_none")]
    formula: Option<&'a str>,
    /// Mean rank of the best faulty line by the number of lines, average in ties.
    #[schemars(range(min = 0, max = 1))]
    exam: f64,
    #[schemars(range(min = 0, max = 1))]
    top_1_percent: f64,
    #[schemars(range(min = 0, max = 1))]
    top_5_percent: f64,
    /// The share of faults whose EXAM is within each of `levels`.
    #[schemars(inner(range(min = 0, max = 1)))]
    top: Vec<f64>,
    /// Faults whose best faulty line is within the first 1, 3, 5 and 10.
    acc: [usize; 4],
    #[schemars(range(min = 0, max = 1))]
    mrr: f64,
    /// Mutant-test pairs that had to run.
    #[schemars(range(min = 0))]
    pairs: f64,
    /// The share of all pairs that did not.
    #[schemars(range(max = 1))]
    saved: f64,
    /// Mutants times tests, reached or not, as the paper counts costs. Of a technique.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    mtp: Option<f64>,
    /// The share of all mutants times tests that is not used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 1))]
    saved_mtp: Option<f64>,
    /// What the tests of these pairs take without mutants.
    #[schemars(range(min = 0))]
    seconds: f64,
    /// Wilcoxon's signed-rank test of EXAM against the first row of its kind and formula.
    p: Option<f64>,
    /// By fault.
    #[schemars(inner(range(min = 1)))]
    ranks: Vec<f64>,
}

fn render_json(found: &LineFaults, rows: &Rows, protocol: Protocol) -> Result<String, Failure> {
    let fault = |fault: &'_ LineFault| (fault.lines.members.len(), fault.lines.faulty.len());
    let faults = found.faults.iter().map(|of| {
        let (lines, faulty) = fault(of);
        let (mutants, failing) = (of.matched.mutants.len(), of.matched.failing.len());
        JudgedFault { project: &of.project, name: &of.name, lines, faulty, mutants, failing }
    });
    let document = Document {
        version: VERSION,
        faults: faults.collect(),
        left_out: found.left_out.iter().map(|of| LeftOut { name: &of.fault, reason: of.reason }).collect(),
        seeds: protocol.seeds,
        entropy: protocol.entropy.name(),
        levels: LEVELS,
        techniques: rows.techniques.iter().map(|row| figures(row, &rows.techniques)).collect(),
        stages: rows.stages.iter().map(|row| figures(row, &rows.stages)).collect(),
        entropies: rows.entropies.iter().map(|row| figures(row, &rows.techniques)).collect(),
    };
    faultline_terminal::json::pretty(&document, "the evaluation")
}

fn figures<'a>(row: &'a Row, of: &[Row]) -> Figures<'a> {
    Figures {
        name: row.name,
        formula: row.formula,
        exam: row.exam(),
        top_1_percent: row.top(1.0),
        top_5_percent: row.top(5.0),
        top: LEVELS.iter().map(|&percent| row.top(f64::from(percent))).collect(),
        acc: [1, 3, 5, 10].map(|n| row.acc(n)),
        mrr: row.mrr(),
        pairs: row.pairs(),
        saved: saved(row.pairs(), of.iter().map(Row::pairs)),
        mtp: row.mtp(),
        saved_mtp: row.mtp().map(|mtp| saved(mtp, of.iter().filter_map(Row::mtp))),
        seconds: row.seconds(),
        p: row.against_first.map(|test| test.p),
        ranks: row.faults.iter().map(|judged| judged.rank).collect(),
    }
}

/// The share of all pairs that need not run.
fn saved(own: f64, of: impl Iterator<Item = f64>) -> f64 {
    let all = of.fold(0.0, f64::max);
    if all > 0.0 { 1.0 - own / all } else { 0.0 }
}

fn render_text(found: &LineFaults, rows: &Rows, terminal: &Terminal) -> String {
    let faults = counted(found.faults.len(), "fault");
    let mut lines = vec![
        terminal.paint(style::HEADING, &format!("{faults}, lines that failing tests cover")),
        String::new(),
    ];
    for (title, rows, all) in [
        ("Metallaxis, any change kills", &rows.techniques, &rows.techniques),
        ("The default ranking, stage by stage", &rows.stages, &rows.stages),
        ("IETCR, by the formula of its entropies", &rows.entropies, &rows.techniques),
    ] {
        lines.extend([terminal.paint(style::HEADING, title), String::new()]);
        let mut table = Table::new(columns());
        for row in rows {
            table.row(cells(row, all));
        }
        lines.extend(table.lines(terminal));
        lines.push(String::new());
    }
    lines.extend([
        terminal.paint(style::HEADING, "Faults within the first N % of lines, in percent"),
        String::new(),
    ]);
    lines.extend(levels(&rows.techniques).lines(terminal));
    lines.push(String::new());
    lines.join("\n")
}

/// TOP-N % at every level.
fn levels(rows: &[Row]) -> Table {
    let mut columns = vec![Column::left("", Cut::Never)];
    let titles = ["1", "5", "10", "15", "20", "30", "40", "50", "60", "70", "80", "90", "100"];
    columns.extend(titles.map(Column::right));
    let mut table = Table::new(columns);
    for row in rows {
        let shares = LEVELS.iter().map(|&level| format!("{:.1}", row.top(f64::from(level)) * 100.0));
        table.row(std::iter::once(name(row)).chain(shares).map(Cell::plain).collect());
    }
    table
}

fn name(row: &Row) -> String {
    row.formula.map_or(row.name.to_owned(), |formula| format!("{formula}, {}", row.name))
}

fn columns() -> Vec<Column> {
    let mut columns = vec![Column::left("", Cut::Never)];
    let numbers = [
        "EXAM", "top-1%", "-5%", "acc@1", "@3", "@5", "@10", "MRR", "pairs", "saved", "MTP", "saved",
        "seconds", "p",
    ];
    columns.extend(numbers.map(Column::right));
    columns
}

fn cells(row: &Row, of: &[Row]) -> Vec<Cell> {
    let mut texts = vec![name(row), format!("{:.3}", row.exam())];
    texts.extend([1.0, 5.0].map(|percent| format!("{:.1}", row.top(percent) * 100.0)));
    texts.extend([1, 3, 5, 10].map(|n| row.acc(n).to_string()));
    texts.extend([
        format!("{:.3}", row.mrr()),
        format!("{:.0}", row.pairs()),
        format!("{:.1} %", saved(row.pairs(), of.iter().map(Row::pairs)) * 100.0),
        row.mtp().map_or(String::new(), |mtp| format!("{mtp:.0}")),
        row.mtp().map_or(String::new(), |mtp| {
            format!("{:.1} %", saved(mtp, of.iter().filter_map(Row::mtp)) * 100.0)
        }),
        format!("{:.2}", row.seconds()),
        row.against_first.map_or(String::new(), |test| super::text::probability(test.p)),
    ]);
    texts.into_iter().map(Cell::plain).collect()
}
