//! Budgets as the published BADS gave them, from the histories recorded beside the folder that
//! `FAULTLINE_DATA` names.
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use faultline_time_budget::Bads;
use faultline_vcs_history::{History, Schwa};

fn oracle() -> Option<PathBuf> {
    let Some(data) = std::env::var_os("FAULTLINE_DATA") else {
        eprintln!("skipped: FAULTLINE_DATA names no folder of recorded data");
        return None;
    };
    let folder = PathBuf::from(data).join("../schwa-oracle");
    if !folder.is_dir() {
        eprintln!("skipped: {} is not there", folder.display());
        return None;
    }
    Some(folder)
}

fn history(folder: &Path, project: &str) -> History {
    let file = fs::File::open(folder.join(format!("history-{project}-1.tsv.xz"))).unwrap();
    let mut text = Vec::new();
    lzma_rs::xz_decompress(&mut std::io::BufReader::new(file), &mut text).unwrap();
    History::parse(&String::from_utf8(text).unwrap()).unwrap()
}

/// A class of a recorded budget file.
struct Row<'t> {
    class: &'t str,
    tier: u8,
    weight: f64,
    seconds: i64,
}

fn row(line: &str) -> Row<'_> {
    let fields: Vec<&str> = line.split(',').collect();
    let [_, class, _, _, tier, weight, seconds, _, _] = fields[..] else { panic!("{line}") };
    Row {
        class,
        tier: tier.parse().unwrap(),
        weight: weight.parse().unwrap(),
        seconds: seconds.parse().unwrap(),
    }
}

/// s of each class that changed.
fn risks(all: &History, commits: &str) -> HashMap<String, f64> {
    let taken = commits.parse().unwrap_or(all.commits.len());
    let history = History { commits: all.commits[..taken].to_vec(), ..all.clone() };
    let scores = Schwa { compat: true, ..Schwa::default() }.scores(&history);
    let class = |path: String| {
        let name = path.strip_prefix("src/main/java/")?.strip_suffix(".java")?;
        Some(name.replace('/', "."))
    };
    scores
        .files
        .into_iter()
        .filter_map(|(path, score)| Some((class(path.to_string())?, score.risk)))
        .collect()
}

#[test]
fn every_recorded_budget_is_reproduced_from_the_recorded_history() {
    let Some(folder) = oracle() else { return };
    let mut compared = 0;
    for (project, predictions) in [("lang", [0, 73]), ("time", [0, 106])] {
        let all = history(&folder, project);
        for commits in ["500", "all"] {
            let risks = risks(&all, commits);
            for (mean, prediction) in [15, 30].into_iter().flat_map(|mean| predictions.map(|dp| (mean, dp))) {
                let name = format!("bads-{project}-1-{commits}-T{mean}-dp{prediction}.csv");
                let text = fs::read_to_string(folder.join(&name)).unwrap();
                let recorded: Vec<Row<'_>> = text.lines().skip(1).map(row).collect();
                // The ranking is recomputed: by score, then by name.
                let mut ranked: Vec<&str> = recorded.iter().map(|row| row.class).collect();
                let risk = |class: &str| risks.get(class).copied().unwrap_or(0.0);
                ranked.sort_by(|a, b| risk(b).total_cmp(&risk(a)).then_with(|| a.cmp(b)));
                let bads = Bads {
                    total: mean * ranked.len() as u64,
                    min: 3,
                    compat: Some(prediction),
                    shape: faultline_time_budget::Shape::default(),
                };
                let budgets = bads.budgets(ranked.len()).unwrap();
                for ((row, class), budget) in recorded.iter().zip(ranked).zip(budgets) {
                    assert_eq!(row.class, class, "{name}");
                    assert_eq!((row.tier, row.seconds), (budget.tier, budget.seconds), "{name}: {class}");
                    let near = (row.weight - budget.weight).abs() <= 1e-15;
                    assert!(near, "{name}: {class}: {} is not {}", budget.weight, row.weight);
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 8 * (108 + 157));
}
