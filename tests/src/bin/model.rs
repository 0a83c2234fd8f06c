//! Compares the agent with the model of `docs/recording.md` on thousands of random programs.
//!
//! ```text
//! cargo run --locked -p faultline-tests --bin model -- [PROGRAMS [SEED [MODE]]]
//! ```
//! Needs the distribution (`make dist`; `FAULTLINE_DIST`), Maven, and the JDK in use. Prints a failing program with its seed,
//! minimised. Exits with 1 if one fails.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use faultline_tests::Dist;
use faultline_tests::compatibility::Jvm;
use faultline_tests::model::{Mode, Model, Schedule};

/// Programs per JVM, enough for leftovers of one to meet the next.
const PER_JVM: u64 = 120;
/// Number of failing programs that are minimised.
const SHRUNK: usize = 1;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, otherwise: u64| match words.get(at) {
        Some(word) => word.parse().unwrap_or_else(|_| panic!("'{word}' is not a number")),
        None => otherwise,
    };
    let (programs, first) = (number(0, 5_000), number(1, 1));
    let modes = [Mode::Notifier, Mode::Engine, Mode::EngineFirst];
    let modes: Vec<Mode> =
        modes.into_iter().filter(|mode| words.get(2).is_none_or(|word| *word == mode.to_string())).collect();
    let java = std::env::var_os("FAULTLINE_JAVA").map_or_else(|| Jvm::in_use().java, Into::into);
    let scratch = std::env::temp_dir().join("faultline-model").display().to_string();
    let (dist, model) = (Dist::find(), Model::build(&scratch));
    let (mut ran, mut cells, mut differences) = (0, 0, 0);
    let mut failed: BTreeMap<u64, Schedule> = BTreeMap::new();
    for (turn, seed) in (0..).zip((first..first + programs).step_by(PER_JVM as usize)) {
        let left = (first + programs - seed).min(PER_JVM);
        let schedule = Schedule {
            mode: modes[turn % modes.len()],
            seed,
            programs: left,
            copies: 1,
            without: BTreeSet::new(),
        };
        match model.run(&java, &dist, &schedule, "run") {
            Ok(verdict) => {
                ran += verdict.programs;
                cells += verdict.cells;
                differences += verdict.differences.len();
                for (of, difference) in &verdict.differences {
                    println!("{}: {difference}", schedule.mode);
                    if let Some(seed) = of {
                        failed.entry(*seed).or_insert_with(|| schedule.clone());
                    }
                }
            }
            Err(why) => {
                differences += 1;
                println!("{} from seed {seed}: {why}", schedule.mode);
            }
        }
    }
    println!("{ran} programs, {cells} cells, {differences} differences in {} programs", failed.len());
    for (seed, schedule) in failed.iter().take(SHRUNK) {
        match model.shrink(&java, &dist, schedule, *seed) {
            Some(small) => {
                println!("\n{}, made small:\n{}", schedule.mode, small.texts);
                small.differences.iter().take(5).for_each(|(_, difference)| println!("  {difference}"));
            }
            None => println!("\n{}: seed {seed} does not fail when it runs alone", schedule.mode),
        }
    }
    ExitCode::from(u8::from(differences > 0))
}
