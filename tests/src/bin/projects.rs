//! Runs the tests of the projects in `tests/projects/projects.toml` with and without the agent: those with the names given; without
//! names those that have no result yet, or all with `--all`, and then `docs/projects.md` is written. `--document` runs none and writes
//! it from the results there are.
//!
//! ```text
//! cargo run --locked -p faultline-tests --bin projects -- commons-csv
//! ```
//! Needs the distribution (`make dist`; `FAULTLINE_DIST`) and Maven. Projects and results lie in the folder
//! `FAULTLINE_PROJECTS`, by default in the temporary folder. Exits with 1 when a project differs.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use faultline_tests::Dist;
use faultline_tests::projects::{Found, Project, Table, check, render};

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
    let work = std::env::var_os("FAULTLINE_PROJECTS")
        .map_or_else(|| std::env::temp_dir().join("faultline-projects"), PathBuf::from);
    std::fs::create_dir_all(&work).unwrap_or_else(|e| panic!("{}: {e}", work.display()));
    let work = work.canonicalize().expect("a folder that exists has a path");
    let file = |project: &Project| work.join(format!("{}.json", project.name));
    let dist = Dist::find();
    for project in chosen.into_iter().filter(|_| !runs_none) {
        if all || !names.is_empty() || Found::read(&file(project)).is_none_or(|found| found.stopped.is_some())
        {
            let found = check(project, &dist, &work);
            found.keep(&file(project));
            tell(project, &found);
        }
    }
    let results: Vec<(&Project, Found)> = table
        .project
        .iter()
        .filter_map(|project| Some((project, explained(Found::read(&file(project))?, project))))
        .collect();
    // Results of a few projects alone must not replace those of all.
    if names.is_empty() {
        let is_known = |name: &str| results.iter().any(|(project, _)| project.name == name);
        let all = table.project.iter().map(|project| project.name.as_str());
        let others: Vec<&str> = all.filter(|name| !is_known(name)).collect();
        let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/projects.md");
        std::fs::write(&document, render(&today(), &results, &others))
            .unwrap_or_else(|e| panic!("{}: {e}", document.display()));
    }
    ExitCode::from(u8::from(!results.iter().all(|(_, found)| found.agrees())))
}

/// Results of an earlier run, with the reasons that the table has now.
fn explained(mut found: Found, project: &Project) -> Found {
    found.explain(project);
    found
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
