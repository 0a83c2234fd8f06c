//! Runs the tests of the projects in `tests/projects/projects.toml` with and without the agent: those with the names given; without
//! names those that have no findings yet, or all with `--all`. `--document` runs none. All keep the findings in
//! `tests/projects/results.json`, beside those of other days, and write `docs/compatibility.md` from them.
//!
//! ```text
//! cargo run --locked -p faultline-tests --bin projects -- commons-csv
//! ```
//! Needs the distribution (`make dist`; `FAULTLINE_DIST`) and Maven. Projects are laid out in the folder `FAULTLINE_PROJECTS`, by default in
//! the temporary folder. Exits with 1 when a project differs.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use faultline_tests::Dist;
use faultline_tests::projects::{Found, Project, Results, Table, check, render};
use faultline_tests::section::with_section;

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let asks = |option: &str| names.iter().any(|name| name == option);
    let (all, runs_none) = (asks("--all"), asks("--document"));
    let names: Vec<String> = names.iter().filter(|name| !name.starts_with("--")).cloned().collect();
    let table = Table::read();
    let chosen = match table.named(&names) {
        Ok(chosen) => chosen,
        Err(sentence) => {
            eprintln!("projects: {sentence}");
            return ExitCode::from(2);
        }
    };
    if !runs_none {
        let known = Results::read();
        let is_asked = |project: &&Project| all || !names.is_empty() || !known.has(project);
        check_all(chosen.into_iter().filter(is_asked));
    }
    let results = Results::read().of(&table);
    let is_known = |name: &str| results.iter().any(|(project, _)| project.name == name);
    let others = table.project.iter().map(|project| project.name.as_str()).filter(|name| !is_known(name));
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/compatibility.md");
    let before = std::fs::read_to_string(&document).unwrap_or_default();
    let text = with_section(&before, &render(&results, &others.collect::<Vec<_>>()));
    std::fs::write(&document, text).unwrap_or_else(|e| panic!("{}: {e}", document.display()));
    ExitCode::from(u8::from(!results.iter().all(|(_, found)| found.agrees())))
}

/// Checks projects one after the other, and keeps the findings of each at once.
fn check_all<'a>(projects: impl Iterator<Item = &'a Project>) {
    let work = std::env::var_os("FAULTLINE_PROJECTS")
        .map_or_else(|| std::env::temp_dir().join("faultline-projects"), PathBuf::from);
    std::fs::create_dir_all(&work).unwrap_or_else(|e| panic!("{}: {e}", work.display()));
    let work = work.canonicalize().expect("a folder that exists has a path");
    let dist = Dist::find();
    for project in projects {
        let found = Found { day: today(), ..check(project, &dist, &work) };
        tell(project, &found);
        // Read again: another run may have kept others meanwhile.
        let mut results = Results::read();
        results.put(project, found);
        results.keep();
    }
}

fn tell(project: &Project, found: &Found) {
    let count =
        |explained: bool| found.differences.iter().filter(|one| one.why.is_some() == explained).count();
    println!(
        "{}: {} tests, {} failed, {} rows, {} classes, {} alone {:?}; {} differences explained, {} not",
        project.name,
        found.tests,
        found.failed,
        found.rows,
        found.classes,
        found.sampled,
        found.by_rule,
        count(true),
        count(false)
    );
    if let Some(why) = &found.stopped {
        println!("  stopped: {why}");
    }
    for difference in found.differences.iter().filter(|one| one.why.is_none()) {
        println!("  {}: {}", difference.check.word(), difference.what);
    }
}

fn today() -> String {
    let output = Command::new("date").arg("+%Y-%m-%d").output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}
