//! `faultline evaluate`: measures rankings and selections of tests on known faults.

mod csv;
mod json;
pub mod mutants;
pub mod options;
mod question;
mod text;

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use faultline_evaluation::evaluate as measured;
use faultline_evaluation::{
    Column, EvaluationError, Fault, Faults, LeftOut, Measure, Outcomes, Part, Report, Stage,
    evaluate_learned, load_all, together, with_threads,
};
use faultline_files::{OutputFile, OutputRefusal};
use faultline_messages::failure::Failure;
use faultline_messages::progress::{Progress, bar};
use faultline_messages::words::counted;
use faultline_recording_store::reading::Reading;

use faultline_terminal::terminal;

use crate::given::json_file::is_alike;
use crate::given::schemas;
use crate::notes;

use self::options::EvaluateOptions;
use self::question::Question;

/// Up to this number of columns, all pairs are compared.
const ALL_PAIRS: usize = 4;

/// The results to show.
struct Evaluation<'a> {
    report: Report<'a>,
    left_out: &'a [LeftOut],
    /// The parts of cross-validation and the number of seeds; `None` if nothing was learned.
    training: Option<(&'a [Part], usize)>,
    /// The measure by which columns are compared.
    measure: Measure,
    /// The columns to compare.
    pairs: Vec<[Column; 2]>,
}

/// The faults read and the measurements.
struct Measured {
    faults: Faults,
    parts: Option<Vec<Part>>,
    outcomes: Vec<Outcomes>,
}

/// Prints means and comparisons, and writes a file of all figures if requested.
/// Errors: an unknown metric, ranking or measure; no fault, or one that cannot be read.
pub fn evaluate(options: &EvaluateOptions) -> Result<ExitCode, Failure> {
    if options.mutants {
        return mutants::evaluate(options);
    }
    let question = Question::of(options)?;
    let json_file = options.file.ready(schemas::EVALUATE)?;
    let per_fault = options.per_fault.as_deref().map(per_fault);
    if let Some(file) = per_fault {
        file.is_none_of(&options.inputs)
            .and_then(|()| file.check_with_folders(is_lines))
            .map_err(|refusal| refused(&refusal))?;
    }
    let Measured { faults, parts, outcomes } = with_threads(options.jobs, || run(options, &question))
        .map_err(|error| Failure::failed(error.to_string()))?;
    notes::tell_all(question.notes().chain(faults.notes.iter().cloned()));
    let (learned, order) = (question.learned_names(), question.order.clone());
    let report = Report::with_learned(&question.plan, &faults.faults, &outcomes, learned, order);
    let all = options.all_pairs || options.json || json_file.is_wanted();
    let pairs = pairs(&report.columns(), all);
    let training = parts.as_deref().map(|parts| (parts, question.seeds));
    let left_out = &faults.left_out;
    let mut evaluation = Evaluation { report, left_out, training, measure: question.measure, pairs };
    if let Some(file) = per_fault {
        let text = json::lines(&evaluation)?;
        let is_ours = |old: &[u8]| is_alike(first_line(old), first_line(text.as_bytes()));
        file.write(is_ours, text.as_bytes()).map_err(|refusal| refused(&refusal))?;
    }
    json_file.write(|| json::render(&evaluation))?;
    let out = if options.json {
        json::render(&evaluation)?
    } else if options.csv {
        csv::render(&evaluation.report)
    } else {
        evaluation.pairs = self::pairs(&evaluation.report.columns(), options.all_pairs);
        text::render(&evaluation, &options.page.terminal())
    };
    terminal::print(&out)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads and evaluates the faults, with a progress bar.
fn run(options: &EvaluateOptions, question: &Question) -> Result<Measured, EvaluationError> {
    let progress = Progress::start("looking for faults");
    let read = |done, total| progress.now(bar("reading", done, &counted(total, "fault"), total));
    let reading = Reading::from(options.reading);
    let mut faults = load_all(&options.inputs, (reading.policies, reading.executions), &read)?;
    if question.plan.lines {
        with_lines(&mut faults, options)?;
    }
    if let Some(number) = options.together {
        let sets = together(&faults.faults, usize::from(number))?;
        let of = counted(faults.faults.len(), "fault");
        faults.notes.push(format!("each fault below is one of {} sets of {number} of the {of}", sets.len()));
        faults.faults = sets;
    }
    let (total, done) = (faults.faults.len(), AtomicUsize::new(0));
    let judged = |fault: &Fault| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.now(bar("evaluating", done, &format!("{} {}", counted(total, "fault"), fault.name), total));
    };
    let parts = question.parts(&faults.faults)?;
    let outcomes = match &parts {
        None => measured(&faults.faults, &question.plan, &judged),
        Some(parts) => question.with_training(parts, |training| {
            evaluate_learned(&faults.faults, &question.plan, training, &|stage| match stage {
                Stage::Learned { done, total } => {
                    progress.now(bar("training", done, &counted(total, "model"), total));
                }
                Stage::Judged(fault) => judged(fault),
            })
        })?,
    };
    Ok(Measured { faults, parts, outcomes })
}

/// Leaves out faults without a faulty line. Errors: none has one.
fn with_lines(faults: &mut Faults, options: &EvaluateOptions) -> Result<(), EvaluationError> {
    let all = std::mem::take(&mut faults.faults);
    let (known, unknown): (Vec<Fault>, Vec<Fault>) =
        all.into_iter().partition(|fault| !fault.faulty_lines.is_empty());
    let reason = "no faulty line is known";
    faults.left_out.extend(unknown.into_iter().map(|fault| LeftOut { fault: fault.name, reason }));
    if known.is_empty() {
        let left_out = faults.left_out.len();
        return Err(EvaluationError::NoFault { places: options.inputs.clone(), left_out });
    }
    faults.faults = known;
    Ok(())
}

/// The pairs of columns to compare: all, or each column with the first.
fn pairs(columns: &[Column], all: bool) -> Vec<[Column; 2]> {
    let firsts = if all || columns.len() <= ALL_PAIRS { columns.len() } else { 1 };
    let with_later = |at: usize| columns[at + 1..].iter().map(move |&second| [columns[at], second]);
    (0..firsts).flat_map(with_later).collect()
}

fn per_fault(path: &Path) -> OutputFile<'_> {
    OutputFile { path, option: "--per-fault", what: "a file of figures" }
}

/// Whether an existing file looks like a file of figures, judged by its first line only.
fn is_lines(file: &[u8]) -> bool {
    first_line(file).starts_with(br#"{"project":"#)
}

fn first_line(file: &[u8]) -> &[u8] {
    file.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

fn refused(refusal: &OutputRefusal) -> Failure {
    Failure::failed(refusal.to_string())
}
