//! The agents' cost until the first test: time, CPU and memory of a JVM that has loaded many classes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::suite::Suite;
use crate::{BenchError, cpu, loaded, overhead, stats, table, workspace};

/// Numbers of classes loaded before the first test.
pub const SIZES: [usize; 3] = [100, 1_000, 10_000];

/// A way of starting the JVM.
struct Variant {
    name: &'static str,
    agent: Option<String>,
    /// Output folder of the agent, emptied before each run.
    writes: Option<&'static str>,
}

/// A sample of one JVM.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    /// Wall time from its start to the first test. Units: ms.
    elapsed: f64,
    /// CPU time until then. Units: ms.
    cpu: f64,
    /// Resident memory after the test. Units: MB.
    resident: f64,
    /// Peak resident memory until then. Units: MB.
    most: f64,
}

/// All samples of one variant with one number of classes, by round.
struct Series {
    classes: usize,
    variant: &'static str,
    samples: Vec<Sample>,
}

/// All variants with all numbers of classes.
pub struct Start {
    /// For each number of classes, the plain runs first.
    series: Vec<Series>,
    rounds: usize,
}

/// Starts JVMs plain, under JaCoCo and under Faultline, alternating; `older` is another agent's jar to compare. Errors: something is
/// missing, or a run fails.
pub fn run(
    sizes: &[usize],
    rounds: usize,
    older: Option<&Path>,
    progress: impl Fn(&str),
) -> Result<Start, BenchError> {
    progress("generating and compiling classes");
    let most = sizes.iter().copied().max().unwrap_or(0);
    let jacoco = Suite::prepare()?.jacoco();
    let class_path = loaded::prepare(most)?;
    let variants = variants(&jacoco, older)?;
    let mut series = Vec::new();
    for &classes in sizes {
        let mut of_size: Vec<Series> = variants
            .iter()
            .map(|variant| Series { classes, variant: variant.name, samples: Vec::new() })
            .collect();
        for round in 0..rounds {
            for at in stats::rotation(round, variants.len()) {
                let variant = &variants[at];
                progress(&format!("{classes} classes, round {} of {rounds}: {}", round + 1, variant.name));
                of_size[at].samples.push(variant.once(&class_path, classes)?);
            }
        }
        series.extend(of_size);
    }
    Ok(Start { series, rounds })
}

fn variants(jacoco: &Path, older: Option<&Path>) -> Result<Vec<Variant>, BenchError> {
    let folder = |name: &str| -> PathBuf { workspace::scratch().join(name) };
    let ours = |agent: &Path, name| Some(overhead::faultline(agent, &folder(name), loaded::INCLUDE, None));
    let exec = folder("start-jacoco").join("jacoco.exec");
    let jacoco = overhead::jacoco(jacoco, &exec, loaded::INCLUDE, "");
    let agent = workspace::agent()?;
    let mut variants = vec![
        Variant { name: "plain", agent: None, writes: None },
        Variant { name: "JaCoCo 0.8.15", agent: Some(jacoco), writes: Some("start-jacoco") },
        Variant { name: "Faultline", agent: ours(&agent, "start-ours"), writes: Some("start-ours") },
    ];
    if let Some(older) = older {
        let agent = ours(older, "start-older");
        variants.push(Variant { name: "Faultline, older", agent, writes: Some("start-older") });
    }
    Ok(variants)
}

impl Variant {
    fn once(&self, class_path: &str, classes: usize) -> Result<Sample, BenchError> {
        let folder = self.writes.map(workspace::fresh).transpose()?;
        let mut command = Command::new("java");
        // As in the other benchmarks: threads of other collectors make CPU time depend on other load.
        command.args(self.agent.as_deref()).args(["-XX:+UseSerialGC", "-cp", class_path, "StartMain"]);
        command.arg(classes.to_string()).current_dir(workspace::scratch());
        let started = now();
        let (_, printed) = cpu::measured(self.name, &mut command)?;
        // An agent that records nothing would be the fastest.
        if let Some(folder) = folder.filter(|folder| is_empty(folder)) {
            return Err(BenchError::Unequal {
                detail: format!("{} wrote nothing to {}", self.name, folder.display()),
            });
        }
        sample(&printed, started).ok_or_else(|| BenchError::Program {
            what: self.name.to_owned(),
            detail: format!("no figures in its output: {printed}"),
        })
    }
}

fn is_empty(folder: &Path) -> bool {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    !files.into_iter().any(|file| file.metadata().is_ok_and(|file| file.len() > 0))
}

/// Milliseconds since 1970, like the JVM's clock.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64() * 1e3)
}

/// Parses the two lines of the program.
fn sample(printed: &str, started: f64) -> Option<Sample> {
    let numbers = |name: &str| -> Option<[f64; 2]> {
        let line = printed.lines().find_map(|line| line.strip_prefix(name))?;
        let mut words = line.split_whitespace().map_while(|word| word.parse().ok());
        Some([words.next()?, words.next()?])
    };
    let [at, cpu] = numbers("start ")?;
    let [resident, most] = numbers("memory ")?.map(|kilobytes| kilobytes * 1024.0 / 1e6);
    Some(Sample { elapsed: at - started, cpu: cpu / 1e6, resident, most })
}

impl Series {
    fn of(&self, value: fn(&Sample) -> f64) -> Vec<f64> {
        self.samples.iter().map(value).collect()
    }

    fn row(&self, plain: &Self) -> Vec<String> {
        let mut row = vec![self.classes.to_string(), self.variant.to_owned()];
        for value in [|of: &Sample| of.elapsed, |of: &Sample| of.cpu] {
            let (own, plain) = (self.of(value), plain.of(value));
            let ratios = stats::ratios(&own, &plain);
            let (low, high) = stats::interval(&ratios);
            row.push(format!("{:.0}", stats::median(&own)));
            row.push(format!("{:.2} ({low:.2}-{high:.2})", stats::median(&ratios)));
        }
        for value in [|of: &Sample| of.resident, |of: &Sample| of.most] {
            let (own, plain) = (self.of(value), plain.of(value));
            let added: Vec<f64> = own.iter().zip(&plain).map(|(own, plain)| own - plain).collect();
            let (low, high) = stats::interval(&added);
            row.push(format!("{:.1} ({low:.1}-{high:.1})", stats::median(&added)));
        }
        row
    }
}

impl Start {
    /// The plain runs with the same number of classes.
    fn plain(&self, of: &Series) -> &Series {
        let is_plain = |series: &&Series| series.classes == of.classes;
        self.series.iter().find(is_plain).unwrap_or(&self.series[0])
    }

    /// Renders medians, ratios to the plain run of the round with 95 % intervals, and additional memory.
    pub fn table(&self) -> String {
        let rows: Vec<_> = self.series.iter().map(|of| of.row(self.plain(of))).collect();
        let header = [
            "classes",
            "run",
            "ms to first test",
            "ratio (95 %)",
            "CPU ms",
            "ratio (95 %)",
            "RSS MB added",
            "HWM MB added",
        ];
        format!(
            "from the start of a JVM to its first test, {} rounds in rotating order\n\n{}",
            self.rounds,
            table::render(&header, &rows)
        )
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        let sample = |of: &Sample| json!({ "ms": of.elapsed, "cpu_ms": of.cpu, "rss_mb": of.resident, "hwm_mb": of.most });
        let series = |of: &Series| {
            let samples: Vec<Value> = of.samples.iter().map(sample).collect();
            json!({ "classes": of.classes, "variant": of.variant, "samples": samples })
        };
        json!({ "benchmark": "start", "series": self.series.iter().map(series).collect::<Vec<_>>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_from_what_the_program_prints() {
        let read = sample("noise\nstart 1700 250000000\nmemory 2000 3000\n", 1200.0);
        assert_eq!(read, Some(Sample { elapsed: 500.0, cpu: 250.0, resident: 2.048, most: 3.072 }));
        assert_eq!(sample("start 1700 2\n", 0.0), None);
    }

    #[test]
    fn rows_compare_with_the_plain_run_of_the_same_number_of_classes() {
        let series = |classes, variant, elapsed: [f64; 3]| Series {
            classes,
            variant,
            samples: elapsed
                .map(|elapsed| Sample { elapsed, cpu: 2.0 * elapsed, resident: elapsed, most: 5.0 })
                .to_vec(),
        };
        let start = Start {
            series: vec![
                series(1, "plain", [10.0, 20.0, 30.0]),
                series(2, "plain", [100.0, 100.0, 100.0]),
                series(2, "other", [150.0, 150.0, 150.0]),
            ],
            rounds: 3,
        };
        let table = start.table();
        let last: Vec<&str> = table.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(
            last,
            [
                "2",
                "other",
                "150",
                "1.50",
                "(1.50-1.50)",
                "300",
                "1.50",
                "(1.50-1.50)",
                "50.0",
                "(50.0-50.0)",
                "0.0",
                "(0.0-0.0)"
            ]
        );
    }
}
