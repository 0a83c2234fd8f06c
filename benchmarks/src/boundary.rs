//! The cost of the start and end of a test, with a spectrum as large as that of a large library.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::fixture::{CLASSES, LINES};
use crate::{BenchError, cpu, fixture, overhead, stats, table, workspace};

/// Batches per kind of test. The first ones run before JIT compilation is finished, so the minimum is the steady state and
/// the median close to it.
const BATCHES: usize = 40;
const BATCH: usize = 250;

/// CPU time per boundary of each batch, by kind of test, in the order printed. Units: µs.
type Batches = Vec<(String, Vec<f64>)>;

/// The samples with and without the agent.
pub struct Boundary {
    plain: Batches,
    with_agent: Batches,
    rows: usize,
}

/// Fires boundaries with and without the agent, alternating, and keeps the best run per batch. Errors: something is missing,
/// a run fails, or rows are missing in the recording.
pub fn run(rounds: usize, progress: impl Fn(&str)) -> Result<Boundary, BenchError> {
    let class_path = fixture::prepare()?;
    let dir = workspace::fresh("boundary-records")?;
    let agent = overhead::faultline(&workspace::agent()?, &dir, "synthetic.*", None);
    let mut plain = Vec::new();
    let mut with_agent = Vec::new();
    let mut rows = 0;
    for round in 0..rounds {
        progress(&format!("round {} of {rounds}", round + 1));
        merge(&mut plain, once("plain boundaries", None, &class_path)?);
        workspace::fresh("boundary-records")?;
        merge(&mut with_agent, once("recorded boundaries", Some(&agent), &class_path)?);
        rows = check(&dir, plain.len() * BATCHES * BATCH)?;
    }
    Ok(Boundary { plain, with_agent, rows })
}

fn once(what: &str, agent: Option<&str>, class_path: &str) -> Result<Batches, BenchError> {
    let mut command = Command::new("java");
    command.args(agent).args(["-XX:+UseSerialGC", "-cp", class_path, "BoundaryMain"]);
    command.args([CLASSES.to_string(), BATCHES.to_string(), BATCH.to_string()]);
    command.current_dir(workspace::scratch());
    let (_, printed) = cpu::measured(what, &mut command)?;
    Ok(parse(&printed))
}

fn parse(printed: &str) -> Batches {
    let kind = |line: &str| {
        let mut words = line.split_whitespace();
        let name = words.next().filter(|n| !n.starts_with('#'))?.to_owned();
        let samples: Result<Vec<f64>, _> = words.map(str::parse).collect();
        samples.ok().filter(|s| !s.is_empty()).map(|s| (name, s))
    };
    printed.lines().filter_map(kind).collect()
}

/// Keeps the minimum of each batch: equal batches of all rounds have the same JIT state.
fn merge(best: &mut Batches, round: Batches) {
    if best.is_empty() {
        *best = round;
        return;
    }
    let mut by_name: BTreeMap<String, Vec<f64>> = round.into_iter().collect();
    for (name, samples) in best {
        for (old, new) in samples.iter_mut().zip(by_name.remove(name).unwrap_or_default()) {
            *old = old.min(new);
        }
    }
}

/// Checks that every boundary has left a row; otherwise the time would be that of something else.
fn check(dir: &Path, fired: usize) -> Result<usize, BenchError> {
    let rows = crate::rank::read(dir)?.iter().map(|r| r.tests.len()).sum();
    if rows == fired {
        return Ok(rows);
    }
    Err(BenchError::Unequal { detail: format!("{fired} tests were fired, {rows} rows recorded") })
}

impl Boundary {
    /// Renders a table.
    pub fn table(&self) -> String {
        let rows: Vec<Vec<String>> =
            self.pairs().map(|(name, plain, agent)| row(name, plain, agent)).collect();
        let header = ["test", "plain us", "Faultline us", "cost us, minima", "cost us, medians"];
        format!(
            "JUnit 4 boundaries, {LINES} lines in {CLASSES} loaded classes, {} rows recorded\n\
             empty: touches nothing; touching: about 1,000 lines in 30 classes; failing: touching, \
             then an AssertionError\n\n{}",
            self.rows,
            table::render(&header, &rows)
        )
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        let kinds: Vec<Value> = self
            .pairs()
            .map(|(name, plain, agent)| {
                json!({
                    "test": name,
                    "plain_us": plain,
                    "faultline_us": agent,
                    "cost_us_of_minima": stats::min(agent) - stats::min(plain),
                    "cost_us_of_medians": stats::median(agent) - stats::median(plain),
                })
            })
            .collect();
        json!({ "benchmark": "boundary", "lines": LINES, "classes": CLASSES, "kinds": kinds })
    }

    fn pairs(&self) -> impl Iterator<Item = (&str, &[f64], &[f64])> {
        let both = self.plain.iter().zip(&self.with_agent);
        both.map(|((name, plain), (_, agent))| (name.as_str(), plain.as_slice(), agent.as_slice()))
    }
}

fn row(name: &str, plain: &[f64], agent: &[f64]) -> Vec<String> {
    let micros = |value: f64| format!("{value:.2}");
    vec![
        name.to_owned(),
        micros(stats::min(plain)),
        micros(stats::min(agent)),
        micros(stats::min(agent) - stats::min(plain)),
        micros(stats::median(agent) - stats::median(plain)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_samples_of_every_kind_and_no_remark() {
        let batches = parse("empty 1.5 2\n# remark 1\ntouching 3 4\n");
        assert_eq!(batches, [("empty".to_owned(), vec![1.5, 2.0]), ("touching".to_owned(), vec![3.0, 4.0])]);
    }

    #[test]
    fn keeps_the_better_round_of_each_batch() {
        let mut best = parse("empty 1 5");
        merge(&mut best, parse("empty 2 4"));
        assert_eq!(best, parse("empty 1 4"));
    }
}
