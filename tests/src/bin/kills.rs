//! Kills runs of `faultline mutate` on a real project at moments spread over the run. The victims alternate: the program, the
//! program with its JVMs, and a JVM.
//!
//! ```text
//! cargo run --locked -p faultline-tests --bin kills -- [MOMENTS]
//! ```
//! Default: 100 moments. Needs the distribution (`make dist`; `FAULTLINE_DIST`) and Maven. Exits with 1 when a JVM loses more
//! than its running pair, when results cannot be read, or when the resumed run finds anything else than an undisturbed one.

use std::process::ExitCode;
use std::time::Duration;

use faultline_tests::kills::{Round, Trial, Victim};

fn main() -> ExitCode {
    let moments: u32 = std::env::args().nth(1).map_or(100, |word| word.parse().expect("a number of moments"));
    let scratch = std::env::temp_dir().join(format!("faultline-kills-{}", std::process::id()));
    let trial = Trial::of("cli-265", &scratch.display().to_string());
    eprintln!("undisturbed: {} pairs in {:.1} s", trial.pairs, trial.took.as_secs_f64());
    let mut rounds = Vec::new();
    for (moment, victim) in (0..moments).zip(Victim::ALL.into_iter().cycle()) {
        let round = at(&trial, victim, (moment, moments));
        for wrong in &round.wrong {
            eprintln!("moment {moment}, {} killed: {wrong}", round.victim);
        }
        if (moment + 1) % 10 == 0 {
            eprintln!("{} of {moments} moments", moment + 1);
        }
        rounds.push(round);
    }
    print(&rounds);
    let failed = rounds.iter().any(|round| !round.wrong.is_empty());
    if !failed {
        // Keep the files of a differing run for inspection.
        let _ = std::fs::remove_dir_all(&scratch);
    }
    ExitCode::from(u8::from(failed))
}

/// Kills at a moment of the run; earlier if the run ended before.
fn at(trial: &Trial, victim: Victim, (moment, moments): (u32, u32)) -> Round {
    let mut after = trial.took.mul_f64((f64::from(moment) + 0.5) / f64::from(moments));
    loop {
        if let Some(round) = trial.kill(victim, after) {
            return round;
        }
        after = after.mul_f64(0.9).max(Duration::from_millis(1));
    }
}

fn print(rounds: &[Round]) {
    println!(
        "| killed | moments | pairs there then | JVMs that died | of them lost a pair | more than that | something wrong |"
    );
    println!("|---|---|---|---|---|---|---|");
    for victim in Victim::ALL {
        let of: Vec<&Round> = rounds.iter().filter(|round| round.victim == victim).collect();
        let there = of.iter().map(|round| round.there);
        let (least, most) = (there.clone().min().unwrap_or(0), there.max().unwrap_or(0));
        let lost: Vec<u64> = of.iter().flat_map(|round| round.lost.iter().copied()).collect();
        let count = |wanted: fn(u64) -> bool| lost.iter().filter(|lost| wanted(**lost)).count();
        println!(
            "| {victim} | {} | {least} to {most} | {} | {} | {} | {} |",
            of.len(),
            lost.len(),
            count(|lost| lost == 1),
            count(|lost| lost > 1),
            of.iter().filter(|round| !round.wrong.is_empty()).count()
        );
    }
}
