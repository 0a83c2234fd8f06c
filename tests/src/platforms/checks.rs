//! The checks of a JVM of another platform.

use std::collections::BTreeSet;
use std::path::Path;

use crate::compatibility::{Jvm, Line, Outcome, Project, Runner, Table};
use crate::model::{Mode, Model, Schedule};
use crate::{Dist, Fixture, kill9};

/// Number of JVMs for the stress test, and of rounds in each: threads begin to be told apart in the first round; JIT compilers are
/// active in the others.
const STRESSED: u64 = 4;
const ROUNDS: u64 = 5;
/// Number of random programs in each mode: an emulator takes ten times as long as this machine.
const PROGRAMS: u64 = 40;
const KILLS: u64 = 20;

/// The cells of a table row, one per check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The results, in column order.
    pub cells: Vec<String>,
    /// The differences, a sentence each.
    pub differences: Vec<String>,
}

/// Runs all checks on a JVM. Panics: a kill loses a test, or a fixture does not build.
pub fn check(jvm: &Jvm, dist: &Dist, scratch: &str) -> Results {
    let mut results = Results { cells: Vec::new(), differences: Vec::new() };
    frameworks(jvm, dist, scratch, &mut results);
    let model = Model::build(scratch);
    programs(&model, jvm, dist, &mut results);
    parallel(&model, jvm, dist, &mut results);
    let fixture = Fixture::copy("kill-9", scratch);
    kill9::survive(&jvm.java, &fixture, KILLS, "");
    results.cells.push(format!("{KILLS} kills, none lost a test"));
    results
}

/// The newest version of each framework, with its own runner.
fn frameworks(jvm: &Jvm, dist: &Dist, scratch: &str, results: &mut Results) {
    let table = Table::read();
    let (mut tried, mut all_rows, mut all_lines) = (0, 0, 0);
    for framework in table.framework.iter().filter(|framework| framework.release <= jvm.feature) {
        let version = framework.versions.last().expect("a framework has versions");
        let line = Line { framework, version, runner: Runner::Plain, everywhere: true };
        let outcome = match Project::build(framework, version, scratch) {
            Ok(project) => project.run(&line, jvm, dist),
            Err(why) => Outcome::Differs(why),
        };
        println!("{} {version}: {outcome}", framework.name);
        tried += 1;
        match outcome {
            Outcome::Agrees { rows, lines } => {
                all_rows += rows;
                all_lines += lines;
            }
            other => results.differences.push(format!("{} {version}: {other}", framework.name)),
        }
    }
    results.cells.push(format!("{tried} versions, {all_rows} rows, {all_lines} lines"));
}

/// Random programs of tests against the rules for owners of hits.
fn programs(model: &Model, jvm: &Jvm, dist: &Dist, results: &mut Results) {
    let mut ran = 0;
    for (mode, seed) in
        [Mode::Notifier, Mode::Engine, Mode::EngineFirst].into_iter().zip((1..).step_by(PROGRAMS as usize))
    {
        let schedule = Schedule { mode, seed, programs: PROGRAMS, copies: 1, without: BTreeSet::new() };
        match model.run(&jvm.java, dist, &schedule, "run") {
            Ok(verdict) => {
                println!("{mode}: {} programs, {} differences", verdict.programs, verdict.differences.len());
                ran += verdict.programs;
                let differences = verdict.differences.into_iter();
                results
                    .differences
                    .extend(differences.map(|(_, difference)| format!("{mode}: {difference}")));
            }
            Err(why) => results.differences.push(format!("{mode} from seed {seed}: {why}")),
        }
    }
    results.cells.push(format!("{ran} programs"));
}

/// Parallel tests with known lines.
fn parallel(model: &Model, jvm: &Jvm, dist: &Dist, results: &mut Results) {
    for seed in 0..STRESSED {
        let found = model.stress(&jvm.java, dist, seed, 2 + seed % 5, ROUNDS).unwrap_or_else(|why| vec![why]);
        println!("parallel, seed {seed}: {} differences", found.len());
        results
            .differences
            .extend(found.into_iter().map(|difference| format!("parallel, seed {seed}: {difference}")));
    }
    results.cells.push(format!("{} rounds", STRESSED * ROUNDS));
}

/// The folder of a platform's checks.
pub fn scratch(core: &str, feature: u32) -> String {
    Path::new(&std::env::temp_dir())
        .join(format!("faultline-platforms-{}/{core}-{feature}", std::process::id()))
        .display()
        .to_string()
}
