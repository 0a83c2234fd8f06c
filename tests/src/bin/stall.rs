//! `cargo run -p faultline-tests --bin stall -- ROUNDS [BUSY]`: as many tests as workers meet at a
//! barrier, plain and recorded in turns, while BUSY threads (twice as many as cores) load the machine.

use std::process::ExitCode;

use faultline_tests::{Dist, stall};

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<usize>());
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let (Some(Ok(rounds)), Ok(busy)) = (numbers.next(), numbers.next().unwrap_or(Ok(2 * cores))) else {
        eprintln!("usage: stall ROUNDS [BUSY]");
        return ExitCode::from(2);
    };
    let scratch = std::env::temp_dir();
    let outcome = stall::stall(&Dist::find(), &scratch.to_string_lossy(), rounds, busy);
    println!(
        "{} rounds, {busy} busy threads: {} failed plain, {} recorded",
        outcome.rounds, outcome.plain, outcome.recorded
    );
    ExitCode::from(u8::from(outcome.recorded > outcome.plain))
}
