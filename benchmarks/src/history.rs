//! Compares the duration of `faultline history` with that of `git log` on the same repository, as whole commands on one core and on two.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::cpu::{self, Usage};
use crate::{BenchError, cores, stats, table, workspace};

/// A measured command.
struct Way {
    name: &'static str,
    /// Arguments of `faultline history`; `None` for `git log`.
    arguments: Option<&'static [&'static str]>,
    /// Number of cores; `faultline history` uses a thread for each.
    cores: usize,
}

const fn ours(name: &'static str, arguments: &'static [&'static str], cores: usize) -> Way {
    Way { name, arguments: Some(arguments), cores }
}

/// All ways, `git log` first.
const WAYS: [Way; 7] = [
    Way { name: "git log --raw -m -M --root", arguments: None, cores: 1 },
    ours("files, merges compared too", &["--compat"], 1),
    ours("files, merges compared too, two cores", &["--compat"], 2),
    ours("files", &[], 1),
    ours("files, two cores", &[], 2),
    ours("classes", CLASSES, 1),
    ours("classes, two cores", CLASSES, 2),
];
const CLASSES: &[&str] = &["--level", "class"];

/// The usage of the commands for a number of commits.
struct Series {
    /// Number of commits; 0 for all.
    commits: usize,
    /// By way and round; empty for ways that need more cores than available.
    usages: [Vec<Usage>; WAYS.len()],
}

/// The usage of `faultline history` and `git log`.
pub struct Speed {
    repository: PathBuf,
    series: Vec<Series>,
}

/// Runs all ways, alternating, for the newest 500 commits and for all; classes of all commits, which take half a minute, only once. Errors:
/// the program has not been built; a command fails.
pub fn run(
    repository: &Path,
    revision: &str,
    rounds: usize,
    progress: impl Fn(&str),
) -> Result<Speed, BenchError> {
    let program = workspace::program()?;
    let command = |way: &Way, commits: usize| match way.arguments {
        None => {
            let mut git = Command::new("git");
            git.arg("-C").arg(repository).args(["log", "--raw", "-m", "-M", "--root"]);
            if commits > 0 {
                git.arg(format!("-n{commits}"));
            }
            git.arg(revision);
            git
        }
        Some(arguments) => {
            let mut history = Command::new(&program);
            history.args(["history", "--json", "--top", "1", "--rev", revision, "--repo"]).arg(repository);
            history.args(["--commits", &commits.to_string()]).args(arguments);
            history
        }
    };
    let available = cores::available()?;
    let mut series = Vec::new();
    for commits in [500, 0] {
        let mut usages = [const { Vec::new() }; WAYS.len()];
        for round in 0..rounds {
            progress(&format!("{}, round {} of {rounds}", of(commits), round + 1));
            for place in stats::rotation(round, WAYS.len()) {
                let way = &WAYS[place];
                let is_long = commits == 0 && way.arguments == Some(CLASSES);
                if way.cores <= available && (!is_long || round == 0) {
                    let measure = || cpu::measured(way.name, &mut command(way, commits));
                    usages[place].push(cores::only(way.cores, measure)??.0);
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
    /// Renders CPU time of all threads and wall time, and their ratios to git's in the same round.
    pub fn table(&self) -> String {
        let mut rows = Vec::new();
        for Series { commits, usages } in &self.series {
            let times = |way: usize| -> [Vec<f64>; 2] {
                let of = |time: fn(&Usage) -> f64| usages[way].iter().map(time).collect();
                [of(|usage| usage.cpu.as_secs_f64()), of(|usage| usage.wall.as_secs_f64())]
            };
            let git = times(0);
            for (place, way) in WAYS.iter().enumerate().filter(|(place, _)| !usages[*place].is_empty()) {
                let own = times(place);
                let ratio = |own: &[f64], git: &[f64]| stats::median(&stats::ratios(own, &git[..own.len()]));
                let [cpu, wall] = [0, 1].map(|kind| {
                    [
                        format!("{:.3}", stats::min(&own[kind])),
                        format!("{:.2}", ratio(&own[kind], &git[kind])),
                    ]
                });
                rows.push(
                    [vec![format!("{}: {}", of(*commits), way.name)], cpu.into(), wall.into()].concat(),
                );
            }
        }
        let title = self.repository.display().to_string();
        table::render(&[&title, "CPU s min", "of git's", "s min", "of git's"], &rows)
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        let one = |u: &Usage| json!({ "cpu": u.cpu.as_secs_f64(), "wall": u.wall.as_secs_f64() });
        let series: Vec<Value> = self
            .series
            .iter()
            .map(|series| {
                let ways = WAYS.iter().zip(&series.usages).map(|(way, usages)| {
                    let samples: Vec<Value> = usages.iter().map(one).collect();
                    json!({ "way": way.name, "cores": way.cores, "samples": samples })
                });
                json!({ "commits": series.commits, "ways": ways.collect::<Vec<_>>() })
            })
            .collect();
        json!({ "benchmark": "history", "series": series })
    }
}
