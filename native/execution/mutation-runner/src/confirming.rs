//! Which mending mutants are to be confirmed, and by which failing tests.
//!
//! A JVM that runs many pairs runs each test without a mutant first. What that run leaves in static fields can make the test
//! pass with a mutant of the code that fills them. In a fresh JVM a mutant is active from the start, as in a patched class
//! file, so a failing test has to pass there, too.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Facts;
use crate::named::{Change, Class, Number};
use crate::plan::Plan;
use crate::plan::order::Group;
use crate::unit::{Asks, Unit};

/* A JVM for each mutant takes half a second of CPU. All clean mutants of a line with which a test passes say the same of it, so one
confirms the line for that test; so does one noisy mutant for the noisy ones of its line. Where one is refuted, the others of the line
are likely to be, too, so all of them run. */

/// The number of lines with clean mutants that are confirmed, the most suspicious ones, and of lines with mending mutants of any kind.
/// Those that may come first for a group are confirmed in addition.
const CLEAN: usize = 10;
const ALL: usize = 3;

/// So many noisy mutants may say nothing, and so many mutants may be refuted, before no further noisy one runs: then a test may need what
/// ran before it.
const SILENT: usize = 2;
const REFUTED: usize = 10;

/// A line: its place in the order of suspicion, its class, its number.
type Place = (u32, Class, u32);

/// A mending mutant with failing tests that pass with it, all of one JVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// Index of the site.
    pub site: usize,
    /// The mutant.
    pub change: Change,
    /// The tests, by class.
    pub units: Vec<Unit>,
}

impl Case {
    /// The tests.
    pub fn tests(&self) -> impl Iterator<Item = Number> {
        self.units.iter().flat_map(|unit| &unit.tests).map(|(test, _)| *test)
    }
}

/// The mending mutants of a line.
#[derive(Default)]
struct Line {
    /// Those with which no passing test fails.
    clean: Vec<Change>,
    noisy: Vec<Change>,
}

/// Which mending mutants are to be confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Those with which no passing test fails.
    Clean,
    /// The others, once it is known which these are.
    Noisy,
}

/// What is to be confirmed next, the most suspicious lines first. Its results may call for more.
pub(crate) fn cases(plan: &Plan, facts: &Facts, kind: Kind) -> Vec<Case> {
    let mut lines: BTreeMap<Place, Line> = BTreeMap::new();
    for &change in facts.mending.iter().filter(|change| is_confirmable(plan, facts, **change)) {
        let line = facts.line(change);
        let of = lines.entry((plan.place(change.class, line), change.class, line)).or_default();
        if facts.is_clean(&change) { of.clean.push(change) } else { of.noisy.push(change) }
    }
    let chosen = chosen(plan, &lines, kind);
    let mut cases = Vec::new();
    for ((_, class, line), of) in lines.into_iter().filter(|(place, _)| chosen.contains(place)) {
        let is_doubtful = facts.refuted.iter().any(|(_, of)| of.class == class && facts.line(*of) == line);
        // A noisy mutant says less than a clean one, which it does not confirm.
        let (before, changes) = match kind {
            Kind::Clean => (Vec::new(), of.clean),
            Kind::Noisy => (of.clean, of.noisy),
        };
        let known = before.iter().chain(&changes).flat_map(|of| tests(plan, facts, *of, true));
        let mut settled: BTreeSet<Number> = known.collect();
        for change in changes.into_iter().filter(|change| is_worth(facts, *change)) {
            let waiting: Vec<_> = tests(plan, facts, change, false).collect();
            if is_doubtful || waiting.iter().any(|test| !settled.contains(test)) {
                cases.extend(of_sites(plan, change, &waiting));
                settled.extend(waiting);
            }
        }
    }
    cases
}

/// Whether a mutant is worth a JVM: noisy ones are not, if several did not end there, or many were refuted.
pub(crate) fn is_worth(facts: &Facts, change: Change) -> bool {
    let silent = || facts.untold.iter().map(|(_, of)| of).filter(|of| !facts.is_clean(of));
    facts.is_clean(&change)
        || silent().collect::<BTreeSet<_>>().len() < SILENT && facts.refuted_mutants() < REFUTED
}

/// The lines that are confirmed.
fn chosen(plan: &Plan, lines: &BTreeMap<Place, Line>, kind: Kind) -> BTreeSet<Place> {
    let is_of_kind = |line: &Line| kind == Kind::Noisy || !line.clean.is_empty();
    let places: Vec<Place> =
        lines.iter().filter(|(_, line)| is_of_kind(line)).map(|(place, _)| *place).collect();
    let most = if kind == Kind::Clean { CLEAN } else { ALL };
    let mut chosen: BTreeSet<Place> = places.iter().copied().take(most).collect();
    chosen.extend(plan.groups.iter().flat_map(|group| firsts(group, &places)));
    chosen
}

/// The failing tests that pass with a mutant and of which a fresh JVM has nothing more to say, or still has.
fn tests<'a>(
    plan: &'a Plan,
    facts: &'a Facts,
    change: Change,
    settled: bool,
) -> impl Iterator<Item = Number> + 'a {
    facts.mended(plan, change).filter(move |test| is_settled(plan, facts, *test, change) == settled)
}

/// The lines that may come first for a group of failing tests, by the score of the line and of its method.
fn firsts(group: &Group, places: &[Place]) -> impl Iterator<Item = Place> {
    let scored = places.iter().filter_map(|place| Some((*place, group.scores(place.1, place.2)?)));
    let scored: Vec<_> = scored.collect();
    let line = scored.iter().max_by(|(_, a), (_, b)| a.0.total_cmp(&b.0)).map(|(place, _)| *place);
    let method = scored.iter().max_by(|(_, a), (_, b)| a.1.total_cmp(&b.1)).map(|(place, _)| *place);
    line.into_iter().chain(method)
}

/// Whether a fresh JVM has nothing more to say about a failing test that passes with a mutant.
pub(crate) fn is_settled(plan: &Plan, facts: &Facts, test: Number, change: Change) -> bool {
    let pair = (test, change);
    let is_known = facts.confirmed.contains(&pair) || facts.untold.contains(&pair);
    is_known || !plan.tests.contains_key(&test) || !is_confirmable(plan, facts, change)
}

/// Whether a fresh JVM is to say whether a mutant mends. Mutants of static initialisers are in copies that run again; the
/// initialiser itself has none.
fn is_confirmable(plan: &Plan, facts: &Facts, change: Change) -> bool {
    plan.confirms && !facts.is_of_initialiser(change)
}

/// One case for each JVM that tests ran in.
fn of_sites(plan: &Plan, change: Change, tests: &[Number]) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for test in tests {
        let Some(planned) = plan.tests.get(test) else { continue };
        let at = cases.iter().position(|case| case.site == planned.site).unwrap_or_else(|| {
            cases.push(Case { site: planned.site, change, units: Vec::new() });
            cases.len() - 1
        });
        let units = &mut cases[at].units;
        let is_its = |unit: &&mut Unit| unit.driver == planned.driver && unit.class == planned.unit;
        match units.iter_mut().find(is_its) {
            Some(unit) => unit.tests.push((*test, Vec::new())),
            None => units.push(Unit {
                number: units.len() as u32 + 1,
                site: planned.site,
                driver: planned.driver,
                class: planned.unit.clone(),
                asks: Asks::Verdicts { first_break: false, check_each: false },
                tests: vec![(*test, Vec::new())],
                cost: 0,
                deaths: 0,
            }),
        }
    }
    cases
}
