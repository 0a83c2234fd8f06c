//! Why a run tried no mutant on a failing test.

use faultline_messages::words::{counted, number, printable};

use crate::facts::DRIFTS;
use crate::report::{Ended, Report};

/// Start and middle of a JVM's message that it loaded other classes than those of the recording.
const STALE: (&str, &str) = ("stale: ", " has the hash ");

/// The reason, as a sentence, if no mutant ran with a failing test and none would if the run went on.
///
/// Mutants of other shards and samples count as tried. `None` also where no failing test could be run again,
/// which [`Report::none_ran_again`] says.
pub(crate) fn why(report: &Report) -> Option<String> {
    let (plan, facts) = (&report.plan, &report.facts);
    if !facts.verdicts.is_empty() || report.none_ran_again().is_some() {
        return None;
    }
    let usable: Vec<_> =
        plan.failing.iter().copied().filter(|test| !facts.unusable.contains_key(test)).collect();
    let spoilt = |test| facts.drifts.get(&test).is_some_and(|&drifts| drifts >= DRIFTS);
    if usable.iter().all(|&test| spoilt(test)) {
        let name = printable(&plan.name(*usable.first()?));
        return Some(format!("{name} ended otherwise after each of its mutants, so none could be compared"));
    }
    if report.end == Ended::Done && report.not_run > 0 {
        return Some(format!("the JVMs came to none of {}", counted(report.not_run, "pair")));
    }
    let is_over = report.end == Ended::Done || !facts.has_next_part();
    let has_nothing = |&test: &_| facts.is_probed(test) && facts.infected_of_all(plan, test).is_empty();
    if !is_over || !usable.iter().all(has_nothing) {
        return None;
    }
    Some(match report.mutants() {
        0 => without_mutants(report),
        1 => "the one mutant changes no value in a failing test".to_owned(),
        mutants => format!("none of the {} mutants changes a value in a failing test", number(mutants)),
    })
}

/// Why no class has a mutant.
fn without_mutants(report: &Report) -> String {
    let facts = &report.facts;
    let changed = |why: &String| {
        let (name, _) = why.strip_prefix(STALE.0)?.split_once(STALE.1)?;
        Some(format!(
            "{} is another class than was recorded, as JVMs load it; record again: faultline run -- mvn test",
            printable(name)
        ))
    };
    let of_class = |why: &String| changed(why).unwrap_or_else(|| printable(why));
    let first = facts.stale.iter().min_by_key(|why| !why.starts_with(STALE.0)).map(of_class);
    first.or_else(|| facts.without_room().next().map(printable)).unwrap_or_else(|| {
        let targets = counted(report.plan.targets.len(), "class");
        match facts.classes.len() {
            0 => format!("the JVMs loaded none of the {targets} to change"),
            _ => format!("the lines of {targets} have no code that a mutant changes"),
        }
    })
}
