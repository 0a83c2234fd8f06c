//! Compares ways of running the same tests, alternating, by ratios of CPU time to the first.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::{BenchError, cpu, stats, table};

/// A way of running the tests, with its samples.
pub struct Variant {
    name: &'static str,
    /// Its command, equal in every round.
    command: Box<dyn Fn() -> Command>,
    /// Its output, a file or a folder of recordings; none for the plain run.
    output: Option<PathBuf>,
    cpu: Vec<f64>,
    wall: Vec<f64>,
    /// Size of the output after the last round. Units: bytes.
    written: u64,
    /// Number of failures in each round; some tests depend on the clock.
    failed: Vec<u64>,
}

/// All variants after all rounds, the plain one first.
pub struct Comparison {
    /// The title.
    title: String,
    tests: u64,
    variants: Vec<Variant>,
}

/// Parses the numbers of executed and failed tests from a run's output.
pub type Counts = fn(&str) -> Option<(u64, u64)>;

/// Runs all variants, alternating; the first is the baseline. Errors: a run fails, or the runs do not execute the same tests.
pub fn compare(
    title: String,
    mut variants: Vec<Variant>,
    rounds: usize,
    counts: Counts,
    progress: &impl Fn(&str),
) -> Result<Comparison, BenchError> {
    let mut tests = None;
    for round in 0..rounds {
        for at in stats::rotation(round, variants.len()) {
            let variant = &mut variants[at];
            progress(&format!("{title}, round {} of {rounds}: {}", round + 1, variant.name));
            let ran = variant.round(counts)?;
            let expected = *tests.get_or_insert(ran);
            if ran != expected {
                let detail = format!("{} ran {ran} tests, another run {expected}", variant.name);
                return Err(BenchError::Unequal { detail });
            }
        }
    }
    Ok(Comparison { title, tests: tests.unwrap_or(0), variants })
}

impl Variant {
    /// A variant that writes `output`.
    pub fn new(name: &'static str, output: Option<PathBuf>, command: impl Fn() -> Command + 'static) -> Self {
        let command = Box::new(command);
        Self { name, command, output, cpu: Vec::new(), wall: Vec::new(), written: 0, failed: Vec::new() }
    }

    /// Runs the variant once; returns the number of executed tests.
    fn round(&mut self, counts: Counts) -> Result<u64, BenchError> {
        if let Some(output) = &self.output {
            clear(output)?;
        }
        let (usage, printed) = cpu::measured(self.name, &mut (self.command)())?;
        let (ran, failed) = counts(&printed).ok_or_else(|| BenchError::Program {
            what: self.name.to_owned(),
            detail: format!("no counts in its output: {printed}"),
        })?;
        self.cpu.push(usage.cpu.as_secs_f64());
        self.wall.push(usage.wall.as_secs_f64());
        self.failed.push(failed);
        if let Some(output) = &self.output {
            self.written = size(output)?;
            self.check_rows(output, ran)?;
        }
        Ok(ran)
    }

    /// Counts the rows after every round, because an agent that records nothing would be the fastest.
    fn check_rows(&self, output: &Path, ran: u64) -> Result<(), BenchError> {
        if self.written == 0 {
            return Err(BenchError::Unequal { detail: format!("{} wrote nothing", self.name) });
        }
        if !output.is_dir() {
            return Ok(());
        }
        let (rows, covering) = rows(output)?;
        if rows < ran || covering * 2 < rows {
            let detail = format!("{} recorded {rows} rows ({covering} with lines) of {ran} tests", self.name);
            return Err(BenchError::Unequal { detail });
        }
        Ok(())
    }
}

/// Number of rows in all recordings of a folder, and of rows with coverage.
fn rows(dir: &Path) -> Result<(u64, u64), BenchError> {
    let recordings = crate::rank::read(dir)?;
    let tests = || recordings.iter().flat_map(|r| &r.tests);
    Ok((tests().count() as u64, tests().filter(|t| !t.coverage.is_empty()).count() as u64))
}

fn clear(output: &Path) -> Result<(), BenchError> {
    if output.is_dir() {
        fs::remove_dir_all(output).map_err(BenchError::io(output))?;
        fs::create_dir_all(output).map_err(BenchError::io(output))
    } else if output.exists() {
        fs::remove_file(output).map_err(BenchError::io(output))
    } else {
        Ok(())
    }
}

fn size(output: &Path) -> Result<u64, BenchError> {
    if !output.is_dir() {
        return Ok(fs::metadata(output).map_or(0, |m| m.len()));
    }
    let mut total = 0;
    for entry in fs::read_dir(output).map_err(BenchError::io(output))? {
        let entry = entry.map_err(BenchError::io(output))?;
        total += entry.metadata().map_err(BenchError::io(output))?.len();
    }
    Ok(total)
}

impl Comparison {
    /// Renders a table.
    pub fn table(&self) -> String {
        let plain = &self.variants[0].cpu;
        let row = |v: &Variant| {
            let ratios = stats::ratios(&v.cpu, plain);
            vec![
                v.name.to_owned(),
                format!("{:.2}", stats::min(&v.cpu)),
                format!("{:.2}", stats::median(&v.cpu)),
                format!("{:.2}", stats::min(&v.cpu) / stats::min(plain)),
                format!("{:.2}", stats::median(&ratios)),
                between(stats::interval(&ratios)),
                range(&v.failed),
                v.output.as_ref().map_or_else(|| "-".to_owned(), |_| format!("{}", v.written / 1000)),
            ]
        };
        let header = [
            "run",
            "CPU s min",
            "median",
            "ratio of minima",
            "median ratio in a round",
            "95 %",
            "failed",
            "kB written",
        ];
        let rows: Vec<_> = self.variants.iter().map(row).collect();
        format!(
            "{}, {} tests, {} rounds in rotating order\n\n{}",
            self.title,
            self.tests,
            plain.len(),
            table::render(&header, &rows)
        )
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        let plain = &self.variants[0].cpu;
        let runs: Vec<Value> = self
            .variants
            .iter()
            .map(|v| {
                let ratios = stats::ratios(&v.cpu, plain);
                json!({
                    "name": v.name,
                    "cpu_seconds": v.cpu,
                    "wall_seconds": v.wall,
                    "ratio_of_minima": stats::min(&v.cpu) / stats::min(plain),
                    "median_ratio_in_round": stats::median(&ratios),
                    "interval_95": stats::interval(&ratios),
                    "failed": v.failed,
                    "bytes_written": v.written,
                })
            })
            .collect();
        json!({ "benchmark": "overhead", "suite": self.title, "tests": self.tests, "runs": runs })
    }
}

/// Renders `40` if all rounds agree, otherwise `40-41`.
fn range(values: &[u64]) -> String {
    let (low, high) = (values.iter().min().unwrap_or(&0), values.iter().max().unwrap_or(&0));
    if low == high { low.to_string() } else { format!("{low}-{high}") }
}

fn between((low, high): (f64, f64)) -> String {
    format!("{low:.2}-{high:.2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTS: Counts = |printed| Some((printed.trim().parse().ok()?, 0));

    fn says(name: &'static str, printed: &'static str) -> Variant {
        Variant::new(name, None, move || {
            let mut command = Command::new("echo");
            command.arg(printed);
            command
        })
    }

    #[test]
    fn variants_that_run_other_tests_are_not_compared() {
        let variants = vec![says("plain", "7"), says("other", "8")];
        let error = compare("it".to_owned(), variants, 2, COUNTS, &|_| ()).err().unwrap();
        assert!(error.to_string().contains("other ran 8 tests, another run 7"), "{error}");
    }

    #[test]
    fn a_variant_that_records_nothing_is_not_compared() {
        let dir = std::env::temp_dir().join(format!("faultline-comparison-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let mut recording = says("recording", "7");
        recording.output = Some(dir.clone());
        let error = compare("it".to_owned(), vec![recording], 1, COUNTS, &|_| ()).err().unwrap();
        fs::remove_dir_all(dir).unwrap();
        assert!(error.to_string().contains("recording wrote nothing"), "{error}");
    }

    #[test]
    fn every_variant_has_a_line_with_its_ratio() {
        let variants = vec![says("plain", "7"), says("other", "7")];
        let mut done = compare("a suite".to_owned(), variants, 3, COUNTS, &|_| ()).unwrap();
        done.variants[0].cpu = vec![1.0, 1.0, 1.0];
        done.variants[1].cpu = vec![1.5, 2.0, 1.5];
        let table = done.table();
        assert!(table.starts_with("a suite, 7 tests, 3 rounds"), "{table}");
        let other: Vec<&str> = table.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(other, ["other", "1.50", "1.50", "1.50", "1.50", "1.50-2.00", "0", "-"]);
    }

    #[test]
    fn a_range_is_written_only_where_rounds_differ() {
        assert_eq!(range(&[4, 4]), "4");
        assert_eq!(range(&[5, 4]), "4-5");
    }
}
