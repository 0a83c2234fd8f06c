//! The duration of `faultline evaluate` on real faults, as a whole command.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::cpu::{self, Usage};
use crate::{BenchError, stats, table, workspace};

/// The compared metrics.
const METRICS: [&str; 8] = ["eap", "split", "cover", "fdg", "tfd", "ddu", "entbug", "prox"];

/// The command's usage, with eight metrics and with one of negligible cost.
pub struct Speed {
    eight: Vec<Usage>,
    one: Vec<Usage>,
}

/// Runs the command on the faults in the folder `FAULTLINE_DATA`, with two threads; `None` if it is not set. Errors: the program has
/// not been built, or fails.
pub fn run(rounds: usize, progress: impl Fn(&str)) -> Result<Option<Speed>, BenchError> {
    let Some(data) = env::var_os("FAULTLINE_DATA").map(PathBuf::from) else {
        progress("skipped: FAULTLINE_DATA names no folder of faults");
        return Ok(None);
    };
    let program = workspace::program()?;
    let evaluate = |metrics: &[&str]| {
        let mut command = Command::new(&program);
        command.args(["evaluate", "--jobs", "2", "--ranking", "ochiai", "--json"]).arg(&data);
        command.args(metrics.iter().flat_map(|metric| ["--metric", metric]));
        cpu::measured("faultline evaluate", &mut command).map(|(usage, _)| usage)
    };
    let mut speed = Speed { eight: Vec::new(), one: Vec::new() };
    for round in 0..rounds {
        progress(&format!("round {} of {rounds}", round + 1));
        speed.eight.push(evaluate(&METRICS)?);
        speed.one.push(evaluate(&["entbug"])?);
    }
    Ok(Some(speed))
}

impl Speed {
    /// Renders a table.
    pub fn table(&self) -> String {
        let row = |name: &str, usages: &[Usage]| {
            let seconds = |of: fn(&Usage) -> f64| usages.iter().map(of).collect::<Vec<f64>>();
            let (cpu, wall) = (seconds(|u| u.cpu.as_secs_f64()), seconds(|u| u.wall.as_secs_f64()));
            let cells = [stats::min(&cpu), stats::min(&wall), stats::median(&wall)];
            let mut row = vec![name.to_owned()];
            row.extend(cells.map(|cell| format!("{cell:.2}")));
            row
        };
        let rows = [row("eight metrics", &self.eight), row("entbug alone: mostly reading", &self.one)];
        table::render(&["all faults, 10 tests, 2 threads", "CPU s min", "s min", "median"], &rows)
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        let usages = |usages: &[Usage]| -> Vec<Value> {
            let one = |u: &Usage| json!({ "cpu": u.cpu.as_secs_f64(), "wall": u.wall.as_secs_f64() });
            usages.iter().map(one).collect()
        };
        json!({ "benchmark": "evaluate", "eight": usages(&self.eight), "one": usages(&self.one) })
    }
}
