//! Checks whether recording delays the start of tests: twelve tests on twelve workers meet at a barrier on a busy machine, and a late
//! worker makes all of them fail.

use std::process::Command;

use crate::{Dist, Fixture, Matrix, crowd, maven, run};

/// Rows of a round: twelve at the barrier, and one before.
const ROWS: usize = 13;

/// Numbers of rounds and of failures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Rounds, each once plain and once recorded.
    pub rounds: usize,
    /// Rounds that failed without the agent.
    pub plain: usize,
    /// Rounds that failed with it.
    pub recorded: usize,
}

/// Runs rounds, `at_once` in parallel as mutual load. Panics: the build fails, or a recorded round has other rows than its tests.
pub fn stall(
    dist: &Dist,
    scratch: &str,
    rounds: u64,
    at_once: usize,
    progress: impl Fn(u64) + Sync,
) -> Outcome {
    let fixture = Fixture::copy("stall", scratch);
    maven(Command::new("mvn").args(["-B", "-ntp", "test-compile"]), &fixture.folder).expect_code(0);
    let round = |number| (plain(&fixture), recorded(dist, &fixture, number));
    crowd::rounds(rounds, at_once, round, progress).into_iter().fold(
        Outcome::default(),
        |so_far, (plain, recorded)| Outcome {
            rounds: so_far.rounds + 1,
            plain: so_far.plain + usize::from(!plain),
            recorded: so_far.recorded + usize::from(!recorded),
        },
    )
}

const CLASS_PATH: &str = "target/classes:target/test-classes:target/libraries/*";
const MAIN: &str = "org.example.Main";

fn plain(fixture: &Fixture) -> bool {
    run(Command::new("java").args(["-cp", CLASS_PATH, MAIN]), &fixture.folder).code == Some(0)
}

fn recorded(dist: &Dist, fixture: &Fixture, number: u64) -> bool {
    let records = fixture.folder.join(format!("recorded-{number}"));
    let mut command = dist.command(&["run", "--out"]);
    command.arg(&records).args(["--", "java", "-cp", CLASS_PATH, MAIN]);
    let passed = run(&mut command, &fixture.folder).code == Some(0);
    let rows = Matrix::read(&records).rows.len();
    assert_eq!(rows, ROWS, "every test has its row, whether or not all met");
    let _ = std::fs::remove_dir_all(&records);
    passed
}
