//! `faultline evaluate`: rankings and choices of tests, measured on known faults.

mod csv;
mod json;
mod options;
mod text;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use faultline_evaluation::{Column, EvaluationError, Faults, Measure, Outcomes, Plan, Report};
use faultline_evaluation::{evaluate as measured, load, with_threads};

use crate::failure::Failure;
use crate::metrics;
use crate::progress::Progress;
use crate::terminal::{self, Terminal};
use crate::words::counted;

pub use self::options::EvaluateOptions;

/// Pairs of columns are all compared up to this many columns.
const ALL_PAIRS: usize = 4;

/// What there is to show.
struct Evaluation<'a> {
    report: Report<'a>,
    left_out: &'a [(String, &'static str)],
    /// What columns are compared by.
    measure: Measure,
    /// The columns to compare.
    pairs: Vec<[Column; 2]>,
}

/// Prints means, comparisons and, if asked for, a file of all figures.
/// Errors: an unknown metric, ranking or measure; no fault, or one that cannot be read.
pub fn evaluate(options: &EvaluateOptions) -> Result<ExitCode, Failure> {
    let plan = plan(options)?;
    let measure = Measure::find(&options.measure).ok_or_else(|| {
        let names: Vec<String> = Measure::ALL.into_iter().map(Measure::name).collect();
        Failure::misuse(format!("no measure is called '{}'; there are {}", options.measure, names.join(", ")))
    })?;
    let (faults, outcomes) = with_threads(options.threads, || run(&options.spectra, &plan))
        .map_err(|error| Failure::failed(error.to_string()))?;
    for note in &faults.notes {
        terminal::tell(&format!("faultline: note: {note}"));
    }
    let report = Report { plan: &plan, faults: &faults.faults, outcomes: &outcomes };
    let pairs = pairs(&report.columns(), options.all_pairs || options.json);
    let evaluation = Evaluation { report, left_out: &faults.left_out, measure, pairs };
    if let Some(file) = &options.per_fault {
        write(file, &json::lines(&report)?)?;
    }
    let out = if options.json {
        json::render(&evaluation)?
    } else if options.csv {
        csv::render(&report)
    } else {
        text::render(&evaluation, &Terminal::of_stdout(options.color, options.width))
    };
    terminal::print(out.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn plan(options: &EvaluateOptions) -> Result<Plan, Failure> {
    let misuse = |error: &dyn std::fmt::Display| Failure::misuse(error.to_string());
    let mut plan = Plan { tests: options.tests, oracle: options.oracle, ..Plan::default() };
    for name in &options.metric {
        plan.metrics.push(metrics::find(name)?);
    }
    for name in &options.ranking {
        let ranking: faultline_scoring::RankingSpec = name.parse().map_err(|error| misuse(&error))?;
        plan.rankings.push(ranking);
        if options.clone && !ranking.clone {
            plan.rankings.push(faultline_scoring::RankingSpec { clone: true, ..ranking });
        }
    }
    if plan.metrics.is_empty() && !plan.oracle {
        plan.tests = 0;
    }
    Ok(plan)
}

/// Reads and evaluates, with a bar that says how far it is.
fn run(spectra: &Path, plan: &Plan) -> Result<(Faults, Vec<Outcomes>), EvaluationError> {
    let progress = Progress::start("looking for faults");
    let faults = load(spectra, &|done, total| progress.now(bar("reading", done, total, "")))?;
    let (total, done) = (faults.faults.len(), AtomicUsize::new(0));
    let outcomes = measured(&faults.faults, plan, &|fault| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.now(bar("evaluating", done, total, &fault.name));
    });
    Ok((faults, outcomes))
}

/// `evaluating ━━━━━━━━╌╌╌╌ 74 of 111 faults Lang-7`.
fn bar(doing: &str, done: usize, total: usize, what: &str) -> String {
    const WIDTH: usize = 24;
    let filled = done * WIDTH / total.max(1);
    let bar: String = (0..WIDTH).map(|at| if at < filled { '━' } else { '╌' }).collect();
    format!("{doing} {bar} {done} of {} {what}", counted(total, "fault"))
}

/// The columns to compare: every two, or each with the first.
fn pairs(columns: &[Column], all: bool) -> Vec<[Column; 2]> {
    let firsts = if all || columns.len() <= ALL_PAIRS { columns.len() } else { 1 };
    let with_later = |at: usize| columns[at + 1..].iter().map(move |&second| [columns[at], second]);
    (0..firsts).flat_map(with_later).collect()
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text)
        .map_err(|error| Failure::failed(format!("writing {} failed: {error}", file.display())))
}
