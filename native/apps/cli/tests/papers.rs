//! The table of what the five papers have, `tests/papers.tsv`: every row's command runs.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::options::{project, ran};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

struct Row {
    fields: Vec<String>,
}

impl Row {
    fn get(&self, column: &str) -> &str {
        let columns = ["paper", "kind", "what", "standing", "shown", "command", "cost", "why"];
        let at = columns.iter().position(|name| *name == column).expect(column);
        &self.fields[at]
    }
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(Path::new(ROOT).join("tests/papers.tsv")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let rows = lines.map(|line| Row { fields: line.split('\t').map(str::to_owned).collect() });
    rows.inspect(|row| assert_eq!(row.fields.len(), 8, "{:?}", row.fields)).collect()
}

#[test]
fn every_row_of_the_table_of_papers_runs() {
    let project = project();
    let rows = rows();
    let (mut wrong, mut done) = (Vec::new(), BTreeSet::new());
    for row in &rows {
        let command = row.get("command");
        let is_help = row.get("cost") == "help";
        assert!(is_help || row.get("cost") == "run", "{command}");
        assert_eq!(is_help, command.ends_with(" --help"), "{command}");
        if !done.insert(command) {
            continue;
        }
        let words: Vec<&str> = command.split(' ').collect();
        let ran = ran(&project, &words);
        if ran.code != Some(0) || ran.out.is_empty() {
            wrong.push(format!("{command}: {:?} {}", ran.code, ran.err));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(done.len() > 90, "{} commands", done.len());
}

#[test]
fn every_row_says_where_it_stands_why_it_differs_and_what_shows_it() {
    for row in rows() {
        let [standing, shown, why] = ["standing", "shown", "why"].map(|column| row.get(column));
        let what = row.get("what");
        assert!(["RLFDC", "Cloning", "SBST-DPG", "Directed", "IETCR"].contains(&row.get("paper")), "{what}");
        assert!(["technique", "variant", "baseline", "metric", "rq"].contains(&row.get("kind")), "{what}");
        match standing {
            "faithful" => assert_ne!(shown, "-", "{what}"),
            "differs" => assert!(!why.is_empty() && shown != "-", "{what}: why does it differ?"),
            "not built" => assert_eq!(shown, "-", "{what}"),
            other => panic!("{what}: {other}"),
        }
        if let Some((by, file)) = shown.split_once(' ') {
            assert!(["golden", "tested", "measured"].contains(&by), "{what}: {by}");
            assert!(Path::new(ROOT).join(file).is_file(), "{what}: there is no {file}");
        }
    }
}
