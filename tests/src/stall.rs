//! Does recording change when tests start? Twelve tests on twelve workers meet at a barrier, on a
//! machine that is busy with other things: a worker that comes too late makes all of them fail.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Dist, Fixture, Matrix, maven, run};

/// Rows of a round: twelve that meet, and one before.
const ROWS: usize = 13;

/// How many rounds there were, and how many of them failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Rounds, each once plain and once recorded.
    pub rounds: usize,
    /// Rounds that failed without the agent.
    pub plain: usize,
    /// Rounds that failed with it.
    pub recorded: usize,
}

/// Runs so many rounds while `busy` threads keep the machine's cores from them.
/// Panics: the build fails, or a recorded round that passed has other rows than its tests.
pub fn stall(dist: &Dist, scratch: &str, rounds: usize, busy: usize) -> Outcome {
    let fixture = Fixture::copy("stall", scratch);
    maven(Command::new("mvn").args(["-B", "-ntp", "test-compile"]), &fixture.folder).expect_code(0);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..busy {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let outcome = (0..rounds).fold(Outcome::default(), |so_far, _| Outcome {
            rounds: so_far.rounds + 1,
            plain: so_far.plain + usize::from(!plain(&fixture)),
            recorded: so_far.recorded + usize::from(!recorded(dist, &fixture)),
        });
        done.store(true, Ordering::Relaxed);
        outcome
    })
}

const CLASS_PATH: &str = "target/classes:target/test-classes:target/libraries/*";
const MAIN: &str = "org.example.Main";

fn plain(fixture: &Fixture) -> bool {
    run(Command::new("java").args(["-cp", CLASS_PATH, MAIN]), &fixture.folder).code == Some(0)
}

fn recorded(dist: &Dist, fixture: &Fixture) -> bool {
    let mut command = dist.command(&["run", "--", "java", "-cp", CLASS_PATH, MAIN]);
    let passed = run(&mut command, &fixture.folder).code == Some(0);
    let rows = Matrix::read(&fixture.recordings()).rows.len();
    assert_eq!(rows, ROWS, "every test has its row, whether or not all met");
    passed
}
