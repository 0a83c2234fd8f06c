//! Growth of time and memory of whole commands with tests and lines, on generated recordings.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use faultline_flt::Writer;
use faultline_spectrum::{
    ClassFile, CoverageBuilder, Failure, Frame, Origin, Outcome, RecordedClass, RecordedMethod,
};
use serde_json::{Value, json};

use crate::synthetic::Random;
use crate::{BenchError, cpu, stats, table, workspace};

/// Lines of a class: ten methods of ten lines.
const SLOTS: usize = 100;
const METHODS: usize = 10;
/// Lines of a class that a test runs, 3 of 4 on average.
const RUN: usize = 75;
/// Number of classes that every test runs.
const POPULAR: usize = 20;
const FAILING: usize = 5;

/// The measured commands.
pub const COMMANDS: [&[&str]; 4] = [&["rank"], &["suite"], &["select", "-n", "10"], &["evaluate"]];
/// The command that takes a fault's folder; the others take a recording.
const OF_FAULTS: &str = "evaluate";
/// The method declared faulty for `evaluate`.
const FAULTY: &str = "org.example.p0.Class3$method1<I>\n";

/// The size of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Rows.
    pub tests: usize,
    /// Columns.
    pub lines: usize,
    /// Approximate number of lines that a test runs.
    pub run: usize,
}

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
    fn add(&mut self, program: &Path, command: &[&str], file: &Path) -> Result<(), BenchError> {
        let before = cpu::children()?;
        let (seconds, megabytes) = timed(program, command, file)?;
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

/// Writes a recording of each size, and runs the commands on it. Errors: the scratch folder cannot be written, the program fails.
pub fn run(
    sizes: &[Size],
    rounds: usize,
    older: Option<&Path>,
    progress: impl Fn(&str),
) -> Result<Growth, BenchError> {
    let folder = workspace::fresh("growth")?;
    let program = workspace::program()?;
    let mut all = Vec::new();
    for &size in sizes {
        progress(&format!("{} tests x {} lines", size.tests, size.lines));
        let fault = folder.join(format!("{}x{}x{}", size.tests, size.lines, size.run));
        let file = fault.join("growth.flt");
        fs::create_dir_all(&fault).map_err(BenchError::io(&fault))?;
        write(&file, size).map_err(BenchError::io(&file))?;
        fs::write(fault.join("faulty-methods.tsv"), FAULTY).map_err(BenchError::io(&fault))?;
        let bytes = fs::metadata(&file).map_err(BenchError::io(&file))?.len();
        for command in COMMANDS {
            let input = if command.contains(&OF_FAULTS) { &fault } else { &file };
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

/// Returns seconds and peak resident memory in MB.
fn timed(program: &Path, command: &[&str], file: &Path) -> Result<(f64, f64), BenchError> {
    let what = || format!("faultline {}", command.join(" "));
    let failed = |detail: String| BenchError::Program { what: what(), detail };
    let started = Instant::now();
    let mut child = Command::new(program)
        .args(command)
        .arg(file)
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

/// Writes a recording of one JVM, deterministic by size: tests of one package share its classes.
fn write(path: &Path, size: Size) -> std::io::Result<()> {
    let mut random = Random::new();
    let origin = Origin { started_ns: 1, nonce: 1, pid: 1, description: "growth".to_owned() };
    let mut writer = Writer::create(path, &origin)?;
    let classes = (size.lines / SLOTS).max(1);
    let method = |at| RecordedMethod { name: format!("method{at}"), descriptor: "(I)V".to_owned() };
    for id in 0..classes {
        let file = ClassFile {
            name: format!("org.example.p{}.Class{id}", id / 30),
            source_file: Some(format!("Class{id}.java")),
            hash: id as u64 + 1,
            location: "/example/target/classes/".to_owned(),
            methods: (0..METHODS).map(method).collect(),
            slots: (0..SLOTS as u32).map(|slot| (slot / METHODS as u32, slot + 10)).collect(),
        };
        writer.class(&RecordedClass::new(id as u32, file))?;
    }
    let touched = (size.run / RUN).clamp(1, classes);
    let failure = Failure {
        exception: "java.lang.IllegalStateException".to_owned(),
        frames: vec![Frame {
            class: "org.example.p0.Class3".to_owned(),
            method: "method1".to_owned(),
            line: 22,
        }],
        thrown: None,
    };
    let mut coverage = CoverageBuilder::default();
    for test in 0..size.tests {
        let fails = test < FAILING;
        let first =
            POPULAR + (test * classes / size.tests + random.below(40) as usize).min(classes) % classes;
        let near = (first..first + touched.saturating_sub(POPULAR)).map(|class| class % classes);
        let mut of_test: Vec<usize> = (0..POPULAR.min(touched)).chain(near).collect();
        of_test.sort_unstable();
        of_test.dedup();
        coverage.clear();
        for class in of_test {
            let three_of_four = |random: &mut Random| random.next() | random.next();
            let bits = [three_of_four(&mut random), three_of_four(&mut random) & ((1 << (SLOTS - 64)) - 1)];
            coverage.class(class as u32, &bits);
        }
        let class = format!("org.example.p{}.SomeTest", test * classes / size.tests / 30);
        let method = format!("test{test}");
        writer.test(&faultline_flt::TestParts {
            sequence: test as u32,
            unique_id: &format!("{method}({class})"),
            class: &class,
            method: &method,
            outcome: if fails { Outcome::Failed } else { Outcome::Passed },
            duration_ns: 1_000_000,
            overlapped: false,
            failure: fails.then_some(&failure),
            words: coverage.words(),
        })?;
    }
    Ok(())
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
        let mut header = vec!["tests x lines", "MB", "command", "s", "CPU s", "MB used"];
        if with_older {
            header.extend(["s, ratio to the other", "CPU s, ratio", "MB used, ratio"]);
        }
        let rows: Vec<Vec<String>> = self.0.iter().map(Measured::row).collect();
        format!("{}{}", table::render(&header, &rows), self.exponents())
    }

    fn exponents(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        for command in COMMANDS.map(|command| command.join(" ")) {
            let of: Vec<&Measured> = self.0.iter().filter(|of| of.command == command).collect();
            let Some(base) = of.first().map(|of| of.size) else { continue };
            let of_tests =
                of.iter().copied().filter(|of| of.size.lines == base.lines && of.size.run == base.run);
            let of_lines =
                of.iter().copied().filter(|of| of.size.tests == base.tests && of.size.run == base.run);
            let series = [
                ("tests", of_tests.map(|of| (of.size.tests, of)).collect::<Vec<_>>()),
                ("lines", of_lines.map(|of| (of.size.lines, of)).collect()),
            ];
            for (axis, series) in series {
                let slope = |y: fn(&Measured) -> f64| {
                    let points: Vec<(f64, f64)> = series.iter().map(|&(x, of)| (x as f64, y(of))).collect();
                    exponent(&points)
                };
                let time = slope(|of| stats::median(&of.samples.seconds));
                let memory = slope(|of| stats::median(&of.samples.megabytes));
                if let Some((time, memory)) = time.zip(memory) {
                    lines.push(format!("{command}: time ~ {axis}^{time:.2}, memory ~ {axis}^{memory:.2}"));
                }
            }
        }
        lines.join("\n") + "\n"
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        let of = |of: &Measured| {
            json!({ "tests": of.size.tests, "lines": of.size.lines, "run": of.size.run, "bytes": of.bytes,
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
            format!("{} x {}, {} each", self.size.tests, self.size.lines, self.size.run),
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
    fn a_recording_has_the_size_that_is_asked_for() {
        let file = std::env::temp_dir().join(format!("faultline-growth-{}.flt", std::process::id()));
        let size = Size { tests: 40, lines: 8_000, run: 3_000 };
        write(&file, size).unwrap();
        let (recording, _) = faultline_flt::read(&file).unwrap();
        fs::remove_file(&file).unwrap();
        assert_eq!((recording.tests.len(), recording.classes.len()), (40, 80));
        let run: usize = recording.tests.iter().map(|test| test.coverage.slots().count()).sum();
        assert!((2_000..4_000).contains(&(run / 40)), "{}", run / 40);
    }

    #[test]
    fn the_most_memory_is_read_from_what_the_system_tells() {
        let megabytes = high_water("Name:\tx\nVmHWM:\t    2000 kB\nVmRSS:\t 10 kB\n").unwrap();
        assert!((megabytes - 2.048).abs() < 1e-9);
        assert_eq!(high_water("Name:\tx\n"), None);
    }
}
