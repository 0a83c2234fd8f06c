//! Scores as the original Schwa gave them, from the histories recorded beside the folder that
//! `FAULTLINE_DATA` names.
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use faultline_vcs_history::{History, Schwa, Score};

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

fn history(folder: &std::path::Path, project: &str) -> History {
    let file = fs::File::open(folder.join(format!("history-{project}-1.tsv.xz"))).unwrap();
    let mut text = Vec::new();
    lzma_rs::xz_decompress(&mut std::io::BufReader::new(file), &mut text).unwrap();
    History::parse(&String::from_utf8(text).unwrap()).unwrap()
}

/// Counts and then numbers of a row, by kind and path.
fn rows(text: &str) -> HashMap<String, (Vec<usize>, Vec<f64>)> {
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let [_, _, kind, path, _, numbers @ ..] = &fields[..] else { panic!("{line}") };
        let counts = numbers[..3].iter().map(|number| number.parse().unwrap()).collect();
        (
            format!("{kind} {path}"),
            (counts, numbers[3..].iter().map(|number| number.parse().unwrap()).collect()),
        )
    };
    text.lines().skip(1).map(row).collect()
}

fn counts(score: &Score) -> Vec<usize> {
    [&score.events.revisions, &score.events.fixes, &score.events.authors].map(Vec::len).into()
}

#[test]
fn every_recorded_file_has_its_recorded_counts_and_scores() {
    let Some(folder) = oracle() else { return };
    let schwa = Schwa { compat: true, ..Schwa::default() };
    for project in ["lang", "time"] {
        let all = history(&folder, project);
        for commits in ["500", "all"] {
            let taken = commits.parse().unwrap_or(all.commits.len());
            let history = History { commits: all.commits[..taken].to_vec(), ..all.clone() };
            let scores = schwa.scores(&history);
            let name = format!("schwa-{project}-1-{commits}-files.csv");
            let mut expected = rows(&fs::read_to_string(folder.join(&name)).unwrap());
            let of_files = scores.files.iter().map(|(path, score)| (format!("file {path}"), score));
            for (row, score) in of_files.chain([("repository ".to_owned(), &scores.repository)]) {
                let (of_row, numbers) = expected.remove(&row).unwrap_or_else(|| panic!("{name}: no {row}"));
                assert_eq!(counts(score), of_row, "{name}: {row}");
                let found = [score.sums[0], score.sums[1], score.sums[2], score.probability()];
                for (found, number) in found.into_iter().zip(numbers) {
                    let close = (found - number).abs() <= 1e-12 * number.abs().max(1.0);
                    assert!(close, "{name}: {row} has {found}, recorded is {number}");
                }
            }
            assert!(expected.is_empty(), "{name}: {:?} are missing", expected.keys());
        }
    }
}
