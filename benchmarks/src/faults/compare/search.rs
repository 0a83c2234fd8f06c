//! Compares tests found by EvoSuite with grown ones: the same failing test, time and oracle.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;
use faultline_diagnosability::{AnyMetric, Labels, SelectQuery, select};
use faultline_evaluation::{Fault, Judge};
use faultline_messages::names;
use faultline_recording_store::load::load_with_pool;
use faultline_recording_store::reading::Reading;
use faultline_sbfl::failing_tests;
use faultline_spectrum::{Outcome, Spectrum, TestId};

use super::curve::{ByChoice, Curve, Curves, curve};
use super::needs::Needs;
use super::row::{self, Compared};
use super::seconds;
use crate::faults::list::Row;
use crate::faults::tool::Tool;
use crate::faults::{apart, process, record};
use crate::{BenchError, workspace};

/// Largest excess over its budget of a search: EvoSuite's start, assertions, runs of tests.
const SEARCH: Duration = Duration::from_mins(9);
/// The choice among found tests, the best one for grown tests.
const CHOICE: &str = "eap";

/// Options for the search.
#[derive(Args, Clone, Debug)]
pub struct Searched {
    /// Goals that guide EvoSuite, one search for each: `line`, `branch`, or a metric
    #[arg(long, value_delimiter = ',', default_value = "line")]
    metrics: Vec<String>,
    /// Time of one search
    #[arg(long, default_value = "30s")]
    budget: String,
    /// Seed of random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of tests to choose
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=100))]
    tests: u16,
    /// Rows of `compare` whose failing tests start the searches [default: the first failing test]
    #[arg(long, value_name = "FILE")]
    like: Option<PathBuf>,
}

/// Searches for tests of one fault by each metric, unless the file has its row; returns the results in words. Errors: the fault cannot
/// be recorded, a search does not end, the row cannot be written.
pub fn search(
    tool: &Tool,
    work: &Path,
    row: &Row,
    asked: &Searched,
    rows: &Path,
) -> Result<String, BenchError> {
    if let Some(there) = row::read(rows)?.into_iter().find(|there| there.fault == row.id) {
        return Ok(there.words());
    }
    record::record(tool, work, row)?;
    let failed = |detail: String| BenchError::Program { what: row.id.clone(), detail };
    let fault = apart::read(&record::results(work, row))?.pop();
    let fault = fault.ok_or_else(|| failed("it holds no fault".to_owned()))?;
    let like = asked.like.as_deref().map(row::read).transpose()?.unwrap_or_default();
    let like = like.into_iter().find(|there| there.fault == row.id).map(|there| there.start);
    let start = if let Some(start) = like.filter(|start| !start.is_empty()) {
        start
    } else {
        let first = *fault.failing().first().ok_or_else(|| failed("no test failed".to_owned()))?;
        names::test(&fault.spectrum.tests[first.index()])
    };
    let mut searched = Compared { start, methods: fault.methods, ..Compared::empty(&row.id, &fault.project) };
    let mut curves = Curves::default();
    for metric in &asked.metrics {
        let (labelled, seconds) = found(work, row, asked, metric, &searched.start)?;
        let name = format!("EvoSuite {metric}");
        searched.seconds.insert(name.clone(), seconds);
        let [hidden, known] = judged(work, row, &searched, labelled.as_deref(), asked)?;
        curves.hidden.insert(name.clone(), hidden);
        curves.known.insert(name, known);
    }
    searched.curves = Some(curves);
    row::append(rows, &searched)?;
    Ok(searched.words())
}

/// The labelled tests of a search, unless it found none, and its duration. Units: seconds. Errors: it does not end.
fn found(
    work: &Path,
    row: &Row,
    asked: &Searched,
    metric: &str,
    start: &str,
) -> Result<(Option<PathBuf>, f64), BenchError> {
    let home = work.join("builds").join(&row.id);
    let out = work.join("searched").join(format!("{metric}-{}-{}", asked.budget, asked.seed)).join(&row.id);
    let (report, labelled) = (out.join("generate.json"), out.join("labelled.flt"));
    if !report.exists() {
        if out.exists() {
            fs::remove_dir_all(&out).map_err(BenchError::io(&out))?;
        }
        fs::create_dir_all(&out).map_err(BenchError::io(&out))?;
        let right = format!("{}:{}", home.join("fixed").display(), home.join("target/classes").display());
        let seed = asked.seed.to_string();
        let mut command = Command::new(workspace::program()?);
        command.args(["generate", "--from", "evosuite", "--fetch", "--failing", start]);
        command.args(["--metric", metric, "--budget", &asked.budget, "--seed", &seed, "--oracle-cp", &right]);
        command.arg("--out").arg(&out).arg("--json-file").arg(&report);
        let needs = Needs::of(metric, row, &home)?;
        if let Some(class_path) = &needs.class_path {
            command.args(["--project-cp", class_path]);
        }
        command.arg(&needs.recordings);
        let ended = process::run(command.current_dir(&home), &home.join("search.log"), SEARCH)?;
        // Exit code 1 means that no test was written.
        if !matches!(ended.code, Some(0 | 1)) {
            ended.success(&format!("searching for tests of {}", row.id))?;
        }
    }
    Ok((labelled.exists().then_some(labelled), seconds(&report)?))
}

/// Evaluates the failing test with the chosen ones, without and with known outcomes.
fn judged(
    work: &Path,
    row: &Row,
    searched: &Compared,
    labelled: Option<&Path>,
    asked: &Searched,
) -> Result<[Curve; 2], BenchError> {
    let failed = |detail: String| BenchError::Program { what: row.id.clone(), detail };
    let results = record::results(work, row);
    let names = results.join("faulty-methods.tsv");
    let text = fs::read_to_string(&names).map_err(BenchError::io(&names))?;
    let changed: Vec<String> = text.lines().map(str::to_owned).collect();
    let recorded = work.join("builds").join(&row.id).join(".faultline");
    let (spectrum, pool) = match labelled {
        Some(labelled) => load_with_pool(&[recorded], labelled, Reading::default())
            .map(|(loaded, rows)| (loaded.spectrum, rows)),
        None => {
            faultline_recording_store::load::load(&[recorded]).map(|loaded| (loaded.spectrum, Vec::new()))
        }
    }
    .map_err(|error| failed(error.to_string()))?;
    let start = failing_tests(&spectrum, std::slice::from_ref(&searched.start));
    let start = start.map_err(|error| failed(error.to_string()))?[0];
    let fault = Fault::new(searched.library.clone(), row.id.clone(), spectrum, &changed);
    let judge = Judge::new(&fault);
    let tests = usize::from(asked.tests);
    let of = |order: Vec<TestId>| curve(&judge, start, order.into_iter(), tests);
    let ended = |outcome: Outcome| {
        let is_one = |row: &&TestId| fault.spectrum.tests[row.index()].outcome == outcome;
        pool.iter().filter(is_one).copied().collect::<Vec<TestId>>()
    };
    let (passing, failing) = (ended(Outcome::Passed), ended(Outcome::Failed));
    let all: Vec<TestId> = passing.iter().chain(&failing).copied().collect();
    let hidden = chosen(&fault.spectrum, start, all, tests).map_err(failed)?;
    let mut known = chosen(&fault.spectrum, start, passing, tests).map_err(failed)?;
    known.extend(failing);
    known.truncate(tests);
    Ok([of(hidden), of(known)])
}

fn chosen(
    spectrum: &Spectrum,
    start: TestId,
    pool: Vec<TestId>,
    tests: usize,
) -> Result<Vec<TestId>, String> {
    if pool.is_empty() {
        return Ok(Vec::new());
    }
    let metric = AnyMetric::find(CHOICE).map_err(|error| error.to_string())?;
    let query = SelectQuery { given: vec![start], pool: Some(pool), tests, labels: Labels::Hidden };
    let steps = select(spectrum, &metric, &query).map_err(|error| error.to_string())?;
    Ok(steps.iter().map(|step| step.test).collect())
}

/// Merges the rows of each fault from several files.
pub fn merged(mut rows: Vec<Compared>) -> Vec<Compared> {
    rows.sort_by(|a, b| a.fault.cmp(&b.fault));
    let mut merged: Vec<Compared> = Vec::new();
    for row in rows {
        match merged.last_mut().filter(|last| last.fault == row.fault) {
            Some(last) => add(last, row),
            None => merged.push(row),
        }
    }
    merged
}

fn add(to: &mut Compared, row: Compared) {
    if row.passing + row.failing > 0 {
        (to.passing, to.failing) = (row.passing, row.failing);
    }
    to.seconds.extend(row.seconds);
    let Some(curves) = row.curves else { return };
    let known = to.curves.get_or_insert_with(Curves::default);
    let put = |to: &mut ByChoice, more: ByChoice| {
        for (name, curve) in more {
            to.entry(name).or_insert(curve);
        }
    };
    put(&mut known.hidden, curves.hidden);
    put(&mut known.known, curves.known);
}
