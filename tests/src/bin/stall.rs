//! `cargo run --locked -p faultline-tests --bin stall -- ROUNDS`: in each round, as many tests as workers meet at a barrier, once
//! plain and once recorded, while other rounds keep the machine busy.

use std::process::ExitCode;

use faultline_tests::{Dist, crowd, stall};

fn main() -> ExitCode {
    let Some(Ok(rounds)) = std::env::args().nth(1).map(|argument| argument.parse()) else {
        eprintln!("usage: stall ROUNDS");
        return ExitCode::from(2);
    };
    let (scratch, at_once) = (std::env::temp_dir(), crowd::busy());
    let outcome =
        stall::stall(&Dist::find(), &scratch.to_string_lossy(), rounds, at_once, crowd::every(50, "rounds"));
    println!(
        "{} rounds, {at_once} at once: {} failed plain, {} recorded",
        outcome.rounds, outcome.plain, outcome.recorded
    );
    ExitCode::from(u8::from(outcome.recorded > outcome.plain))
}
