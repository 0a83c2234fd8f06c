//! Compares ways to choose grown tests by the number needed to find a fault, with one pool of tests per fault.

mod curve;
mod needs;
mod row;
pub mod search;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;
use faultline_evaluation::Fault;
use faultline_messages::names;
use faultline_spectrum::{Policies, TestId};
use faultline_variant_evidence::matched::{Matched, read_folder};
use serde_json::Value;

use self::curve::Curves;
use self::row::Compared;
use super::list::Row;
use super::tool::Tool;
use super::{apart, process, record};
use crate::{BenchError, workspace};

/// Largest excess over its budget of `faultline amplify`.
const AMPLIFY: Duration = Duration::from_mins(8);

/// Options for growing and choosing tests.
#[derive(Args, Clone, Debug)]
pub struct Asked {
    /// Time for growing the tests of one fault
    #[arg(long, default_value = "30s")]
    budget: String,
    /// Seed for growing tests
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of tests to choose
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=100))]
    tests: u16,
    /// Number of random choices to average
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    seeds: u16,
}

/// Compares the choices on one fault, unless the file has its row; returns the row in words. Errors: the fault cannot be recorded,
/// growing its tests fails, the row cannot be written.
pub fn compare(
    tool: &Tool,
    work: &Path,
    row: &Row,
    asked: &Asked,
    rows: &Path,
) -> Result<String, BenchError> {
    if let Some(there) = row::read(rows)?.into_iter().find(|there| there.fault == row.id) {
        return Ok(there.words());
    }
    record::record(tool, work, row)?;
    let folder = grow(work, row, asked)?;
    let compared = judged(&record::results(work, row), row, asked, &folder)?;
    row::append(rows, &compared)?;
    Ok(compared.words())
}

/// Grows tests, labelled by the fixed classes, with recorded conditions, unless that is done; returns their folder. Errors: the program
/// fails.
fn grow(work: &Path, row: &Row, asked: &Asked) -> Result<PathBuf, BenchError> {
    let home = work.join("builds").join(&row.id);
    let way = format!("{}-{}", asked.budget, asked.seed);
    let folder = work.join("compared").join(way).join(&row.id);
    let report = folder.join("amplify.json");
    if report.exists() {
        return Ok(folder);
    }
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(BenchError::io(&folder))?;
    }
    let right = format!("{}:{}", home.join("fixed").display(), home.join("target/classes").display());
    let seed = asked.seed.to_string();
    let mut command = Command::new(workspace::program()?);
    command.args(["amplify", "--budget", &asked.budget, "--seed", &seed, "--elements", "lines,branches"]);
    command.args(["--oracle-cp", &right]).arg("--dir").arg(&folder);
    command.arg("--json-file").arg(&report).arg(".faultline");
    let ended = process::run(command.current_dir(&home), &home.join("compare.log"), AMPLIFY)?;
    // Exit code 1 means that no variant has a label.
    if !matches!(ended.code, Some(0 | 1)) {
        ended.success(&format!("growing tests of {}", row.id))?;
    }
    Ok(folder)
}

fn judged(results: &Path, row: &Row, asked: &Asked, folder: &Path) -> Result<Compared, BenchError> {
    let failed = |detail: String| BenchError::Program { what: row.id.clone(), detail };
    let fault = apart::read(results)?.pop().ok_or_else(|| failed("it holds no fault".to_owned()))?;
    if let Some(obstacle) = fault.obstacle() {
        return Err(failed(obstacle.to_owned()));
    }
    let mut notes = Vec::new();
    let found = read_folder(folder, &mut notes);
    let matched = Matched::of(&[found], &fault.spectrum, Policies::default(), &mut notes);
    let mut compared = Compared::empty(&row.id, &fault.project);
    let Some(start) = start(&fault, &matched) else { return Ok(compared) };
    let pool = matched.only(start);
    let curves = Curves::of(&fault, start, &pool, usize::from(asked.tests), u64::from(asked.seeds))
        .map_err(|error| failed(error.to_string()))?;
    compared.start = names::test(&fault.spectrum.tests[start.index()]);
    compared.passing = pool.variants.iter().filter(|variant| !variant.fails).count();
    compared.failing = pool.variants.len() - compared.passing;
    compared.methods = fault.methods;
    compared.curves = Some(curves);
    compared.seconds.insert(row::GROWING.to_owned(), seconds(&folder.join("amplify.json"))?);
    Ok(compared)
}

/// The duration of a command from its report. Errors: the report is missing or lacks it.
fn seconds(report: &Path) -> Result<f64, BenchError> {
    let text = fs::read_to_string(report).map_err(BenchError::io(report))?;
    let said = serde_json::from_str::<Value>(&text).ok().and_then(|report| report.get("seconds")?.as_f64());
    said.ok_or_else(|| BenchError::Program {
        what: report.display().to_string(),
        detail: "it does not say how long it took".to_owned(),
    })
}

/// The failing test with the most variants, the first of equal ones.
fn start(fault: &Fault, matched: &Matched) -> Option<TestId> {
    let count = |test: &TestId| matched.variants.iter().filter(|variant| variant.of == *test).count();
    let tests = fault.failing();
    let most = tests.iter().map(count).max().filter(|&most| most > 0)?;
    tests.into_iter().find(|test| count(test) == most)
}

/// Renders tables of the rows of these files, merged by fault. Errors: a file cannot be read, or is malformed.
pub fn tables(files: &[PathBuf]) -> Result<String, BenchError> {
    let mut rows = Vec::new();
    for file in files {
        rows.extend(row::read(file)?);
    }
    Ok(table::tables(&search::merged(rows)))
}
