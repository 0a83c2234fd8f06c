//! Growth of time and memory of whole commands with tests and lines, on generated recordings.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::recordings::{self, Shape, Size};
use crate::{BenchError, cpu, stats, table, workspace};

/// The measured commands.
pub const COMMANDS: [&[&str]; 4] = [&["rank"], &["suite"], &["select", "-n", "10"], &["evaluate"]];
/// The command that takes a fault's folder; the others take a recording.
const OF_FAULTS: &str = "evaluate";
/// The method declared faulty for `evaluate`.
const FAULTY: &str = "org.example.p0.Class3$method1<I>\n";

/// The samples of one command on one recording.
#[derive(Debug)]
pub struct Measured {
    size: Size,
    command: String,
    /// Size of the recording. Units: bytes.
    bytes: u64,
    samples: Samples,
    /// The samples of another program, alternating with the first.
    older: Option<Samples>,
}

/// The samples of a command.
#[derive(Debug, Default)]
struct Samples {
    /// Wall time.
    seconds: Vec<f64>,
    /// CPU time.
    cpu: Vec<f64>,
    /// Peak resident memory. Units: MB.
    megabytes: Vec<f64>,
}

impl Samples {
    /// Runs the command and adds a sample.
    fn add(&mut self, program: &Path, command: &[&str], input: &[PathBuf]) -> Result<(), BenchError> {
        let before = cpu::children()?;
        let (seconds, megabytes) = timed(program, command, input)?;
        self.cpu.push(cpu::children()?.saturating_sub(before).as_secs_f64());
        self.seconds.push(seconds);
        self.megabytes.push(megabytes);
        Ok(())
    }

    fn json(&self) -> Value {
        json!({ "seconds": self.seconds, "cpu_seconds": self.cpu, "megabytes": self.megabytes })
    }
}

/// The samples of all commands.
#[derive(Debug)]
pub struct Growth(Vec<Measured>);

/// Writes recordings of each size, with results of mutants if wanted, and runs the commands on them. Errors: the scratch folder cannot be written, the program fails.
pub fn run(
    sizes: &[Size],
    shape: Shape,
    with_mutants: bool,
    rounds: usize,
    commands: &[&[&str]],
    older: Option<&Path>,
    progress: impl Fn(&str),
) -> Result<Growth, BenchError> {
    let folder = workspace::fresh("growth")?;
    let program = workspace::program()?;
    let mut all = Vec::new();
    for &size in sizes {
        progress(&format!("{} tests x {} lines", size.tests, size.lines));
        let fault = folder.join("fault");
        recordings::write(&fault, size, shape)?;
        if with_mutants {
            recordings::write_mutants(&fault, size)?;
        }
        fs::write(fault.join("faulty-methods.tsv"), FAULTY).map_err(BenchError::io(&fault))?;
        let (files, bytes) = files_of(&fault).map_err(BenchError::io(&fault))?;
        for command in commands {
            let input = if command.contains(&OF_FAULTS) { std::slice::from_ref(&fault) } else { &files[..] };
            let (mut samples, mut of_older) = (Samples::default(), Samples::default());
            for _ in 0..rounds {
                samples.add(&program, command, input)?;
                if let Some(older) = older {
                    of_older.add(older, command, input)?;
                }
            }
            let older = older.map(|_| of_older);
            all.push(Measured { size, command: command.join(" "), bytes, samples, older });
        }
        fs::remove_dir_all(&fault).map_err(BenchError::io(&fault))?;
    }
    Ok(Growth(all))
}

/// The recordings of a folder and their bytes together.
fn files_of(folder: &Path) -> std::io::Result<(Vec<PathBuf>, u64)> {
    let (mut files, mut bytes) = (Vec::new(), 0);
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "flt") {
            bytes += fs::metadata(&path)?.len();
            files.push(path);
        }
    }
    files.sort();
    Ok((files, bytes))
}

/// Returns seconds and peak resident memory in MB.
fn timed(program: &Path, command: &[&str], input: &[PathBuf]) -> Result<(f64, f64), BenchError> {
    let what = || format!("faultline {}", command.join(" "));
    let failed = |detail: String| BenchError::Program { what: what(), detail };
    let started = Instant::now();
    let mut child = Command::new(program)
        .args(command)
        .args(input)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut most = 0.0_f64;
    let ended = loop {
        // The system reports a peak, so only growth after the last poll is missed.
        most = most.max(fs::read_to_string(&status).ok().and_then(|text| high_water(&text)).unwrap_or(0.0));
        match child.try_wait() {
            Ok(Some(ended)) => break ended,
            Ok(None) => thread::sleep(Duration::from_millis(2)),
            Err(error) => return Err(failed(error.to_string())),
        }
    };
    if ended.success() { Ok((started.elapsed().as_secs_f64(), most)) } else { Err(failed(ended.to_string())) }
}

/// Parses the peak from `status`. Units: MB.
fn high_water(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024.0 / 1e6)
}

/// A number of a size, in which cost can grow.
struct Axis {
    name: &'static str,
    of: fn(&mut Size) -> &mut usize,
}

const AXES: [Axis; 4] = [
    Axis { name: "tests", of: |size| &mut size.tests },
    Axis { name: "lines", of: |size| &mut size.lines },
    Axis { name: "hits", of: |size| &mut size.run },
    Axis { name: "recordings", of: |size| &mut size.jvms },
];

impl Axis {
    /// The number of a size along this axis.
    fn at(&self, mut size: Size) -> usize {
        *(self.of)(&mut size)
    }

    /// A sentence on the sizes that differ from the first one along this axis alone; `None` if there are none.
    fn exponents(&self, command: &str, measured: &[&Measured]) -> Option<String> {
        let base = measured.first()?.size;
        let series: Vec<&&Measured> = measured
            .iter()
            .filter(|of| {
                let mut same = of.size;
                *(self.of)(&mut same) = self.at(base);
                same == base
            })
            .collect();
        let slope = |y: fn(&Measured) -> f64| {
            let points: Vec<(f64, f64)> = series.iter().map(|of| (self.at(of.size) as f64, y(of))).collect();
            exponent(&points)
        };
        let time = slope(|of| stats::median(&of.samples.seconds))?;
        let memory = slope(|of| stats::median(&of.samples.megabytes))?;
        Some(format!("{command}: time ~ {0}^{time:.2}, memory ~ {0}^{memory:.2}", self.name))
    }
}

/// The exponent of a power law through points (x, y): the slope of a line through their logarithms. `None`: fewer than two different x, or
/// a value that is not above 0.
fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let n = logs.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(&|of| of.0), mean(&|of| of.1));
    let spread: f64 = logs.iter().map(|of| (of.0 - x).powi(2)).sum();
    let slope = logs.iter().map(|of| (of.0 - x) * (of.1 - y)).sum::<f64>() / spread;
    slope.is_finite().then_some(slope)
}

impl Growth {
    /// Renders medians, ratios to the other program, and exponents.
    pub fn table(&self) -> String {
        let with_older = self.0.iter().any(|of| of.older.is_some());
        let mut header = vec!["tests x lines, JVMs", "MB", "command", "s", "CPU s", "MB used"];
        if with_older {
            header.extend(["s, ratio to the other", "CPU s, ratio", "MB used, ratio"]);
        }
        let rows: Vec<Vec<String>> = self.0.iter().map(Measured::row).collect();
        format!("{}{}", table::render(&header, &rows), self.exponents())
    }

    /// How time and memory grow along each axis, compared with the first size.
    fn exponents(&self) -> String {
        let mut commands: Vec<&str> = Vec::new();
        self.0.iter().map(|of| of.command.as_str()).for_each(|command| {
            if !commands.contains(&command) {
                commands.push(command);
            }
        });
        let lines = commands.iter().flat_map(|command| {
            let of: Vec<&Measured> = self.0.iter().filter(|of| of.command == *command).collect();
            AXES.iter().filter_map(move |axis| axis.exponents(command, &of))
        });
        lines.map(|line| line + "\n").collect()
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        let of = |of: &Measured| {
            json!({ "tests": of.size.tests, "lines": of.size.lines, "run": of.size.run, "jvms": of.size.jvms, "bytes": of.bytes,
                    "command": of.command, "samples": of.samples.json(),
                    "older": of.older.as_ref().map(Samples::json) })
        };
        self.0.iter().map(of).collect()
    }
}

impl Measured {
    fn row(&self) -> Vec<String> {
        let medians =
            |of: &Samples| [&of.seconds, &of.cpu, &of.megabytes].map(|samples| stats::median(samples));
        let [seconds, cpu, megabytes] = medians(&self.samples);
        let mut row = vec![
            format!("{} x {}, {} each, {}", self.size.tests, self.size.lines, self.size.run, self.size.jvms),
            format!("{:.0}", self.bytes as f64 / 1e6),
            self.command.clone(),
            format!("{seconds:.2}"),
            format!("{cpu:.2}"),
            format!("{megabytes:.0}"),
        ];
        if let Some(older) = &self.older {
            let ratios = medians(&self.samples).into_iter().zip(medians(older));
            row.extend(ratios.map(|(of, older)| format!("{:.2}", of / older)));
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_law_has_its_exponent() {
        let points: Vec<(f64, f64)> = [1.0, 2.0, 4.0, 8.0].map(|x: f64| (x, 3.0 * x.powf(1.5))).into();
        assert!((exponent(&points).unwrap() - 1.5).abs() < 1e-12);
        assert_eq!(exponent(&points[..1]), None);
    }

    #[test]
    fn the_most_memory_is_read_from_what_the_system_tells() {
        let megabytes = high_water("Name:\tx\nVmHWM:\t    2000 kB\nVmRSS:\t 10 kB\n").unwrap();
        assert!((megabytes - 2.048).abs() < 1e-9);
        assert_eq!(high_water("Name:\tx\n"), None);
    }
}
