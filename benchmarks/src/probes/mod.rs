//! The cost of probes in running code: hot methods plain, under JaCoCo and under Faultline, as ratios of CPU time.
//!
//! Whole runs of a suite vary by a third, mostly because of JIT compilation. Compilation is therefore fixed here ([`modes`]), and compared
//! JVMs are alive at the same time and alternate in turns of a few milliseconds ([`player`]), so that other load slows all of them. The
//! remaining differences between equal JVMs are averaged over rounds; a second plain JVM shows their size.

mod measures;
mod modes;
mod player;
mod prepare;
mod rows;
mod variants;

use std::path::Path;

pub use measures::Probes;
use measures::{Kernel, Round};
use modes::{MODES, Mode};
use player::Player;
use variants::Variant;

use crate::{BenchError, stats};

/// Duration of an iteration, short compared with other activity on the machine. Units: ms.
const MILLIS: usize = 10;

/// Runs rounds of all modes; each starts all variants once. `older` is another agent's jar to compare. Errors: something is missing, a JVM
/// fails, or variants do not compute or record the same.
pub fn run(rounds: usize, older: Option<&Path>, progress: impl Fn(&str)) -> Result<Probes, BenchError> {
    progress("resolving JMH, compiling the kernels");
    let class_path = prepare::class_path()?;
    let variants = variants::all(older)?;
    let mut measured =
        Probes::new(variants.iter().map(|variant| variant.name).collect(), variants::comparisons(&variants));
    for round in 0..rounds {
        for mode in &MODES {
            progress(&format!("round {} of {rounds}: {}", round + 1, mode.name));
            measured.add(mode.name, play(&class_path, &variants, mode, round)?);
        }
    }
    Ok(measured)
}

/// Runs all kernels in one JVM of each variant, alternating, and checks the recordings afterwards.
fn play(class_path: &str, variants: &[Variant], mode: &Mode, round: usize) -> Result<Round, BenchError> {
    let start = |variant: &Variant| Player::start(variant, variant.command(class_path, mode)?);
    let mut players = variants.iter().map(start).collect::<Result<Vec<_>, _>>()?;
    let checksums = players.iter_mut().map(Player::checksum).collect::<Result<Vec<_>, _>>()?;
    if let Some(at) = checksums.iter().position(|sum| *sum != checksums[0]) {
        return Err(BenchError::Unequal { detail: format!("{} computes something else", variants[at].name) });
    }
    let mut kernels = Vec::new();
    let mut turn = round;
    while turns(&mut players, turn, &mut kernels)? {
        turn += 1;
    }
    for (player, variant) in players.into_iter().zip(variants) {
        player.finish()?;
        variant.check()?;
    }
    Ok(kernels)
}

/// Gives each player a turn, beginning with another one each time; false when all have ended.
fn turns(players: &mut [Player], turn: usize, kernels: &mut Round) -> Result<bool, BenchError> {
    let mut taken = Vec::new();
    for at in stats::rotation(turn, players.len()) {
        taken.push((at, players[at].turn()?));
    }
    taken.sort_by_key(|(at, _)| *at);
    let Some(taken) = taken.into_iter().map(|(_, turn)| turn).collect::<Option<Vec<_>>>() else {
        return Ok(false);
    };
    let first = &taken[0];
    if taken.iter().any(|turn| (&turn.kernel, turn.counts) != (&first.kernel, first.counts)) {
        return Err(BenchError::Unequal { detail: format!("not every JVM runs {} now", first.kernel) });
    }
    if first.counts {
        if kernels.last().is_none_or(|last| last.name != first.kernel) {
            kernels.push(Kernel::new(&first.kernel, players.len()));
        }
        if let Some(kernel) = kernels.last_mut() {
            kernel.add(taken.iter().map(|turn| turn.nanos));
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONCE: Mode = Mode { name: "once", flags: &["-XX:TieredStopAtLevel=1"], warmups: 0, iterations: 2 };

    #[test]
    fn every_variant_computes_the_same_and_records_all_lines_of_the_kernels() {
        let class_path = prepare::class_path().unwrap();
        let kernels = play(&class_path, &variants::all(None).unwrap(), &ONCE, 0).unwrap();
        let names: Vec<&str> = kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        assert_eq!(names.len(), 10, "{names:?}");
    }
}
