//! The table of what the five papers have, `tests/papers.tsv`: every row's command runs, or starts if it would take long.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::options::{project, ran};
use crate::support::{Done, Scratch};

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
    for row in rows.iter().filter(|row| row.get("cost") == "run") {
        let command = row.get("command");
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
    assert!(done.len() > 70, "{} commands", done.len());
}

/// What a command lacks in an empty folder, once its options are accepted.
const LACKS: [&str; 3] =
    ["there is no .faultline in ", "is not in a git repository", "FAULTLINE_AGENT names "];

/// Runs a command in an empty folder without an agent.
fn started(command: &str) -> Done {
    let scratch = Scratch::new("papers' start");
    let mut program = scratch.faultline(&command.split(' ').collect::<Vec<_>>());
    program.env("FAULTLINE_AGENT", scratch.path("agent.jar")).stdin(Stdio::null());
    Done::of(&program.output().unwrap())
}

#[test]
fn commands_that_take_long_accept_their_options() {
    let rows = rows();
    let costs: BTreeSet<&str> = rows.iter().map(|row| row.get("cost")).collect();
    assert_eq!(costs, BTreeSet::from(["run", "start"]));
    let slow = rows.iter().filter(|row| row.get("cost") == "start");
    let slow: BTreeSet<&str> = slow.map(|row| row.get("command")).collect();
    for command in &slow {
        let done = started(command);
        let is_lack = LACKS.iter().any(|lack| done.err.contains(lack));
        assert!(done.code == Some(1) && is_lack && done.out.is_empty(), "{command}: {done:?}");
    }
    assert!(slow.len() > 15, "{} commands", slow.len());
}

/// Otherwise the commands above would show nothing.
#[test]
fn names_that_nothing_has_are_refused_even_in_an_empty_folder() {
    for command in [
        "generate --from evosuite --metric nonsense",
        "amplify --choose nonsense --out t",
        "select --metric nonsense",
        "mutate --tests nonsense",
        "run --elements lines,nonsense -- no-such-program",
        "budget --total nonsense --run",
        "rank --elements=nonsense",
    ] {
        let done = started(command);
        assert!(done.code == Some(2) && done.out.is_empty(), "{command}: {done:?}");
    }
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
