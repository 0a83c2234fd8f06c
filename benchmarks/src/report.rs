//! Duration and size of a report: the program on a generated recording of a large suite, with sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use faultline_flt::Writer;
use faultline_spectrum::Recording;
use serde_json::{Value, json};

use crate::synthetic::{self, LINES, TESTS};
use crate::{BenchError, stats, table, workspace};

/// The samples of one program.
pub struct Cost {
    /// Duration of `faultline report`. Units: ms.
    report: Vec<f64>,
    /// Duration of `faultline rank` on the same recording, alternating. Units: ms.
    rank: Vec<f64>,
    /// Total size of all files. Units: bytes.
    bytes: u64,
    files: usize,
    /// Size of the largest page. Units: bytes.
    largest: u64,
}

/// Writes a generated recording with sources, and renders its report repeatedly. Errors: the scratch folder cannot be written, the program
/// fails.
pub fn run(rounds: usize, progress: impl Fn(&str)) -> Result<Cost, BenchError> {
    progress("writing 7,200 tests x 90,000 lines and their sources");
    let folder = workspace::fresh("report")?;
    let recording = synthetic::recording();
    let file = write(&folder, &recording)?;
    drop(recording);
    let out = folder.join("out");
    let (mut report, mut rank) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        progress(&format!("round {} of {rounds}", round + 1));
        rank.push(timed(&folder, &["rank", "--json", &file])?);
        report.push(timed(&folder, &["report", &file, "--out", &out.display().to_string()])?);
    }
    let sizes = sizes(&out)?;
    Ok(Cost {
        report,
        rank,
        bytes: sizes.iter().sum(),
        files: sizes.len(),
        largest: sizes.iter().copied().max().unwrap_or(0),
    })
}

fn timed(folder: &Path, arguments: &[&str]) -> Result<f64, BenchError> {
    let started = Instant::now();
    let output = Command::new(workspace::program()?)
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(BenchError::io(folder))?;
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    if output.status.success() {
        return Ok(milliseconds);
    }
    let detail = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(BenchError::Program { what: format!("faultline {}", arguments[0]), detail })
}

/// Writes the recording, and for each class a source with slightly more lines than recorded.
fn write(folder: &Path, recording: &Recording) -> Result<String, BenchError> {
    for class in &recording.classes {
        let path = folder.join("src/main/java").join(format!("{}.java", class.name.replace('.', "/")));
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(BenchError::io(parent))?;
        let lines: Vec<String> = (1..=class.slots.len() + 12).map(line).collect();
        fs::write(&path, lines.join("\n")).map_err(BenchError::io(&path))?;
    }
    let path = folder.join("synthetic.flt");
    let mut writer = Writer::create(&path, &recording.origin).map_err(BenchError::io(&path))?;
    writer.recording(recording).map_err(BenchError::io(&path))?;
    Ok(path.display().to_string())
}

/// Generates realistic code: words, numbers, strings, comments.
fn line(number: usize) -> String {
    match number % 4 {
        0 => format!("        // what line {number} does is not told here"),
        1 => format!("        if (values[{number}] > limit.get(\"key{number}\")) {{"),
        2 => format!("            total = total + compute(values, {number}, \"a text of line {number}\");"),
        _ => "        }".to_owned(),
    }
}

fn sizes(folder: &Path) -> Result<Vec<u64>, BenchError> {
    let mut sizes = Vec::new();
    let mut open: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(BenchError::io(&folder))? {
            let path = entry.map_err(BenchError::io(&folder))?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                sizes.push(fs::metadata(&path).map_err(BenchError::io(&path))?.len());
            }
        }
    }
    Ok(sizes)
}

impl Cost {
    /// Renders medians.
    pub fn table(&self) -> String {
        let row = |name: &str, samples: &[f64]| {
            let millis = |value: f64| format!("{value:.0}");
            vec![name.to_owned(), millis(stats::min(samples)), millis(stats::median(samples))]
        };
        let rows = [row("faultline rank --json", &self.rank), row("faultline report", &self.report)];
        format!(
            "{TESTS} tests x {LINES} lines with sources, whole programs\n\n{}\n{:.1} MB in {} files, the largest {:.1} MB\n",
            table::render(&["program", "ms min", "median"], &rows),
            self.bytes as f64 / 1e6,
            self.files,
            self.largest as f64 / 1e6
        )
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        json!({ "tests": TESTS, "lines": LINES, "report_ms": self.report, "rank_ms": self.rank,
                "bytes": self.bytes, "files": self.files, "largest": self.largest })
    }
}
