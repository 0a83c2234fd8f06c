//! An oracle of mutants that mend: each is made in a fresh JVM, active from its start as in a patched class file, and the failing test
//! runs there once by its own framework, without any repetition in place.

mod fresh;

use std::path::{Path, PathBuf};
use std::time::Duration;

use faultline_files::Trust;
use faultline_messages::failure::Failure;
use faultline_mutation_runner::choice::{Mutants, Tests};
use faultline_mutation_runner::facts::Facts;
use faultline_mutation_runner::folder::Folder;
use faultline_mutation_runner::named::{Change, Number};
use faultline_mutation_runner::plan::Plan;
use faultline_mutation_runner::request::{Limits, Request};
use faultline_mutation_runner::run::read;
use faultline_spectrum::{Outcome, Verdict};

use crate::{Dist, run};

pub use self::fresh::Fresh;

/// What the oracle says about the mutants of a recording.
#[derive(Clone, Debug, Default)]
pub struct Confirmed {
    /// Pairs of a failing test and a mutant with which it passes, by `faultline mutate`, of which some were chosen.
    pub mending: usize,
    /// Pairs that were run again.
    pub checked: usize,
    /// Those that did not pass, a line each.
    pub refuted: Vec<String>,
}

/// Runs `faultline mutate` on a recording below `folder`, and at most `most` of the mending pairs again, spread over all; with `clean`,
/// only pairs of mutants with which no passing test fails.
/// Errors: the recording cannot be used. Panics: the program does not end as it should.
pub fn check(dist: &Dist, folder: &Path, (most, clean): (usize, bool)) -> Result<Confirmed, Failure> {
    let results = folder.join("mending");
    let mut mutate = dist.command(&["mutate", "--json", "--dir"]);
    run(mutate.arg(&results).arg(folder.join(".faultline")), folder).expect_code(0);
    let request = request(folder, &results);
    let plan = Plan::of(&request)?;
    let mut facts = Facts::default();
    read(&plan, &Folder::take(&results, &plan.loaded.files, true, request.trust)?, &mut facts);
    let fresh = Fresh::new(dist, &plan, folder);
    let mut pairs = mending(&plan, &facts);
    pairs.retain(|(_, change)| !clean || facts.is_clean(change));
    let mut confirmed = Confirmed { mending: pairs.len(), ..Confirmed::default() };
    let step = pairs.len().div_ceil(most.max(1)).max(1);
    for (test, change) in pairs.into_iter().step_by(step) {
        confirmed.checked += 1;
        let ended = fresh.ended(test, change);
        if ended != "passed" {
            let mutant = facts
                .mutant(change)
                .map_or(String::new(), |mutant| format!("{}: {}", mutant.line, mutant.words));
            let class = plan.target(change.class).map_or("", |target| &target.name);
            confirmed.refuted.push(format!("{} with {class}:{mutant}: {ended}", plan.name(test)));
        }
    }
    Ok(confirmed)
}

fn request(folder: &Path, results: &Path) -> Request {
    let inputs: Vec<PathBuf> = vec![folder.join(".faultline")];
    Request {
        inputs,
        reading: faultline_recording_store::reading::Reading::default(),
        trust: Trust::default(),
        failing: Vec::new(),
        budget: Duration::from_mins(1),
        tests: Tests::default(),
        mutants: Mutants::All,
        jobs: Some(1),
        seed: 1,
        resume: true,
        shard: None,
        dir: Some(results.to_owned()),
        limits: Limits::default(),
    }
}

/// The pairs that mend, in order. Mutants of static initialisers are left out: they stand in copies that run again, and the initialiser
/// itself has none.
fn mending(plan: &Plan, facts: &Facts) -> Vec<(Number, Change)> {
    let is_failing = |test: Number| plan.row(test).is_some_and(|row| row.outcome == Outcome::Failed);
    let is_of_initialiser = |change: Change| {
        let class = facts.classes.get(&change.class);
        class.zip(facts.mutant(change)).is_some_and(|(class, mutant)| class.is_of_initialiser(mutant))
    };
    let mut pairs: Vec<_> = facts
        .verdicts
        .iter()
        .filter(|((test, change), (verdict, _))| {
            *verdict == Verdict::Passes && is_failing(*test) && !is_of_initialiser(*change)
        })
        .map(|(pair, _)| *pair)
        .collect();
    pairs.sort_unstable();
    pairs
}
