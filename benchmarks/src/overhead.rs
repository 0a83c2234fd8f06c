//! What the agent costs a real suite, beside JaCoCo's agent, as ratios of CPU time.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::suite::{EXCLUDE, INCLUDE, Suite};
use crate::{BenchError, cpu, stats, table, workspace};

/// One way of running the suite, with its samples.
pub struct Variant {
    name: &'static str,
    /// The agent's argument for `java`; none for the plain run.
    agent: Option<String>,
    /// What the agent writes: a file or a folder.
    output: Option<PathBuf>,
    cpu: Vec<f64>,
    wall: Vec<f64>,
    /// Size of the output after the last round, bytes.
    written: u64,
    /// Failures of each round; some tests of the suite depend on the clock.
    failed: Vec<u64>,
}

/// All variants after all rounds, the plain one first.
pub struct Overhead {
    tests: u64,
    threads: u16,
    variants: Vec<Variant>,
}

/// Runs the suite plain, under JaCoCo and under Faultline, in turns, on that many threads.
/// Errors: something is missing, a run fails, or the runs do not execute the same tests.
pub fn run(rounds: usize, threads: u16, progress: impl Fn(&str)) -> Result<Overhead, BenchError> {
    let suite = Suite::prepare()?;
    let mut variants = variants(&suite)?;
    let mut tests = None;
    for round in 0..rounds {
        for at in stats::rotation(round, variants.len()) {
            let variant = &mut variants[at];
            progress(&format!("round {} of {rounds}: {}", round + 1, variant.name));
            let ran = variant.round(&suite, threads)?;
            let expected = *tests.get_or_insert(ran);
            if ran != expected {
                let detail = format!("{} ran {ran} tests, another run {expected}", variant.name);
                return Err(BenchError::Unequal { detail });
            }
        }
    }
    Ok(Overhead { tests: tests.unwrap_or(0), threads, variants })
}

fn variants(suite: &Suite) -> Result<Vec<Variant>, BenchError> {
    let exec = workspace::fresh("jacoco")?.join("jacoco.exec");
    let records = workspace::fresh("faultline")?;
    let jacoco = format!(
        "-javaagent:{}=destfile={},includes={INCLUDE},excludes={EXCLUDE}",
        suite.jacoco().display(),
        exec.display()
    );
    let unwatched = workspace::fresh("faultline-unwatched")?;
    let agent = workspace::agent()?;
    let faultline = |records: &Path| faultline(&agent, records, INCLUDE, Some(EXCLUDE));
    // What listening to the JVM costs: the agent's only difference.
    let without = faultline(&unwatched) + ",jvmti=false";
    Ok(vec![
        Variant::new("plain", None, None),
        Variant::new("JaCoCo 0.8.15, aggregate", Some(jacoco), Some(exec)),
        Variant::new("Faultline, per test", Some(faultline(&records)), Some(records)),
        Variant::new("Faultline without JVMTI", Some(without), Some(unwatched)),
    ])
}

/// The agent's argument: recordings into `dir`, classes by pattern.
pub fn faultline(agent: &Path, dir: &Path, include: &str, exclude: Option<&str>) -> String {
    let dir = dir.to_string_lossy();
    let options = [("dir", Some(&*dir)), ("include", Some(include)), ("exclude", exclude)];
    let options: Vec<String> =
        options.iter().filter_map(|(key, value)| Some(format!("{key}={}", encode((*value)?)))).collect();
    format!("-javaagent:{}={}", agent.display(), options.join(","))
}

/// The agent's options are separated by commas and equals signs: values hide theirs.
fn encode(value: &str) -> String {
    value.replace('%', "%25").replace(',', "%2C").replace('=', "%3D")
}

impl Variant {
    fn new(name: &'static str, agent: Option<String>, output: Option<PathBuf>) -> Self {
        Self { name, agent, output, cpu: Vec::new(), wall: Vec::new(), written: 0, failed: Vec::new() }
    }

    /// One run; returns the number of tests that it executed.
    fn round(&mut self, suite: &Suite, threads: u16) -> Result<u64, BenchError> {
        if let Some(output) = &self.output {
            clear(output)?;
        }
        let (usage, printed) = cpu::measured(self.name, &mut suite.command(self.agent.as_deref(), threads))?;
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

    /// A fast agent that records nothing would win: the rows are counted after every round.
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

/// Rows of all recordings of a folder, and how many of them cover something.
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

/// Numbers of `ran N failed M`, the runner's only line.
fn counts(printed: &str) -> Option<(u64, u64)> {
    let line = printed.lines().rev().find(|l| l.starts_with("ran "))?;
    let mut words = line.split(' ');
    let ran = words.nth(1)?.parse().ok()?;
    Some((ran, words.nth(1)?.parse().ok()?))
}

impl Overhead {
    /// A table for people.
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
                range(&v.failed),
                v.output.as_ref().map_or_else(|| "-".to_owned(), |_| format!("{}", v.written / 1000)),
            ]
        };
        let header = [
            "run",
            "CPU s min",
            "median",
            "ratio of minima",
            "median ratio in round",
            "failed",
            "kB written",
        ];
        let rows: Vec<_> = self.variants.iter().map(row).collect();
        format!(
            "commons-lang3 3.1, {} tests, {} at a time, {} rounds in rotating order\n\n{}",
            self.tests,
            self.threads,
            plain.len(),
            table::render(&header, &rows)
        )
    }

    /// All samples, for machines.
    pub fn json(&self) -> Value {
        let plain = &self.variants[0].cpu;
        let runs: Vec<Value> = self
            .variants
            .iter()
            .map(|v| {
                json!({
                    "name": v.name,
                    "cpu_seconds": v.cpu,
                    "wall_seconds": v.wall,
                    "ratio_of_minima": stats::min(&v.cpu) / stats::min(plain),
                    "median_ratio_in_round": stats::median(&stats::ratios(&v.cpu, plain)),
                    "failed": v.failed,
                    "bytes_written": v.written,
                })
            })
            .collect();
        json!({ "benchmark": "overhead", "suite": "commons-lang3 3.1", "tests": self.tests, "threads": self.threads, "runs": runs })
    }
}

/// `40` when all rounds agree, else `40-41`.
fn range(values: &[u64]) -> String {
    let (low, high) = (values.iter().min().unwrap_or(&0), values.iter().max().unwrap_or(&0));
    if low == high { low.to_string() } else { format!("{low}-{high}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_counts_after_what_the_tests_print() {
        assert_eq!(counts("noise\nran 2057 failed 40\n"), Some((2057, 40)));
        assert_eq!(counts("ran away\n"), None);
    }

    #[test]
    fn option_values_hide_separators() {
        assert_eq!(encode("/a,b=c%"), "/a%2Cb%3Dc%25");
    }

    #[test]
    fn the_agent_gets_its_folder_and_patterns() {
        let text = faultline(Path::new("/a.jar"), Path::new("/out,1"), "x.*", None);
        assert_eq!(text, "-javaagent:/a.jar=dir=/out%2C1,include=x.*");
    }

    #[test]
    fn a_range_is_written_only_where_rounds_differ() {
        assert_eq!(range(&[4, 4]), "4");
        assert_eq!(range(&[5, 4]), "4-5");
    }
}
