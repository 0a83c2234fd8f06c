//! A few hundred of the model's random programs, with the change in each JVM; `make model-test` runs thousands. And some rounds of the
//! stress test under load; `make stress` runs 500 on each Java.

use std::collections::BTreeSet;

use faultline_tests::compatibility::Jvm;
use faultline_tests::model::{Mode, Model, Schedule};
use faultline_tests::{Dist, crowd};

#[test]
fn every_hit_of_random_programs_is_whose_the_rules_say() {
    let (dist, model) = (Dist::find(), Model::build(concat!(env!("CARGO_TARGET_TMPDIR"), "/whose")));
    let java = Jvm::in_use().java;
    let (mut programs, mut cells) = (0, 0);
    for (turn, mode) in (0..).zip([Mode::Notifier, Mode::Engine, Mode::EngineFirst, Mode::Notifier]) {
        let schedule =
            Schedule { mode, seed: 1 + 80 * turn, programs: 80, copies: 1, without: BTreeSet::new() };
        let verdict = model.run(&java, &dist, &schedule, "run").expect("the programs run");
        if !verdict.differences.is_empty() {
            let (seed, _) = &verdict.differences[0];
            let small = seed.and_then(|seed| model.shrink(&java, &dist, &schedule, seed));
            let sentences: Vec<_> =
                verdict.differences.iter().map(|(_, sentence)| sentence.as_str()).collect();
            panic!(
                "{mode}, seeds from {}: {} differences\n{}\n{}",
                schedule.seed,
                sentences.len(),
                sentences[..sentences.len().min(20)].join("\n"),
                small.map_or_else(String::new, |small| format!("made small:\n{}", small.texts))
            );
        }
        programs += verdict.programs;
        cells += verdict.cells;
    }
    assert!(programs == 320 && cells > 3_000, "{programs} programs with {cells} cells");
}

#[test]
fn the_stress_test_gives_the_same_matrix_under_load() {
    let (dist, model) = (Dist::find(), Model::build(concat!(env!("CARGO_TARGET_TMPDIR"), "/stressed")));
    let java = Jvm::in_use().java;
    let round = |seed| model.stress(&java, &dist, seed, 1 + seed % 6, 2).expect("the stress test runs");
    let found = crowd::rounds(12, crowd::busy(), round, |_| {});
    assert_eq!(found, vec![[""; 0]; 12]);
}
