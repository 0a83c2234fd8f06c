//! How long `faultline history` takes beside `git log` on the same repository, as whole commands.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::cpu::{self, Usage};
use crate::{BenchError, stats, table, workspace};

/// What is run, `git log` first: name, arguments of `faultline history`.
const WAYS: [(&str, &[&str]); 4] = [
    ("git log --raw -m -M --root", &[]),
    ("files, merges compared too", &["--compat"]),
    ("files", &[]),
    ("classes", &["--level", "class"]),
];

/// What the commands used for so many commits.
struct Series {
    /// 0 is all.
    commits: usize,
    /// By way and round.
    usages: [Vec<Usage>; WAYS.len()],
}

/// What `faultline history` takes beside `git log`.
pub struct Speed {
    repository: PathBuf,
    series: Vec<Series>,
}

/// Runs all ways in turns, for the newest 500 commits and for all; classes of all commits, which
/// take a minute, once.
/// Errors: the program has not been built; a command fails.
pub fn run(
    repository: &Path,
    revision: &str,
    rounds: usize,
    progress: impl Fn(&str),
) -> Result<Speed, BenchError> {
    let program = workspace::program()?;
    let command = |way: usize, commits: usize| {
        if way == 0 {
            let mut git = Command::new("git");
            git.arg("-C").arg(repository).args(["log", "--raw", "-m", "-M", "--root"]);
            if commits > 0 {
                git.arg(format!("-n{commits}"));
            }
            git.arg(revision);
            return git;
        }
        let mut history = Command::new(&program);
        history.args(["history", "--json", "--top", "1", "--rev", revision, "--repo"]).arg(repository);
        history.args(["--commits", &commits.to_string()]).args(WAYS[way].1);
        history
    };
    let mut series = Vec::new();
    for commits in [500, 0] {
        let mut usages = [const { Vec::new() }; WAYS.len()];
        for round in 0..rounds {
            progress(&format!("{}, round {} of {rounds}", of(commits), round + 1));
            for way in stats::rotation(round, WAYS.len()) {
                let is_long = commits == 0 && way == WAYS.len() - 1;
                if !is_long || round == 0 {
                    usages[way].push(cpu::measured(WAYS[way].0, &mut command(way, commits))?.0);
                }
            }
        }
        series.push(Series { commits, usages });
    }
    Ok(Speed { repository: repository.to_owned(), series })
}

fn of(commits: usize) -> String {
    if commits == 0 { "all commits".to_owned() } else { format!("newest {commits} commits") }
}

impl Speed {
    /// A table for people: CPU time of all threads, and what it is of git's in the same round.
    pub fn table(&self) -> String {
        let mut rows = Vec::new();
        for Series { commits, usages } in &self.series {
            let cpu = |way: usize| -> Vec<f64> { usages[way].iter().map(|u| u.cpu.as_secs_f64()).collect() };
            let git = cpu(0);
            for (way, (name, _)) in WAYS.iter().enumerate() {
                let (own, wall) = (cpu(way), usages[way].iter().map(|u| u.wall.as_secs_f64()));
                let ratio = stats::median(&stats::ratios(&own, &git[..own.len()]));
                rows.push(vec![
                    format!("{}: {name}", of(*commits)),
                    format!("{:.3}", stats::min(&own)),
                    format!("{:.3}", stats::min(&wall.collect::<Vec<_>>())),
                    format!("{ratio:.2}"),
                ]);
            }
        }
        let title = self.repository.display().to_string();
        table::render(&[&title, "CPU s min", "s min", "CPU of git's"], &rows)
    }

    /// All samples, for machines.
    pub fn json(&self) -> Value {
        let one = |u: &Usage| json!({ "cpu": u.cpu.as_secs_f64(), "wall": u.wall.as_secs_f64() });
        let series: Vec<Value> = self
            .series
            .iter()
            .map(|series| {
                let ways = WAYS.iter().zip(&series.usages).map(|((name, _), usages)| {
                    json!({ "way": name, "samples": usages.iter().map(one).collect::<Vec<_>>() })
                });
                json!({ "commits": series.commits, "ways": ways.collect::<Vec<_>>() })
            })
            .collect();
        json!({ "benchmark": "history", "series": series })
    }
}
