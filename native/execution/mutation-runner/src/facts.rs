//! Facts about tests on mutants, numbered as in the plan, from any source.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use faultline_flt::MutationRecord;
use faultline_spectrum::{
    Mutant, MutatedClass, Mutation, MutationTest, Outcome, PairVerdict, Probe, ProbedClass, Reason, Unusable,
    Verdict,
};

use crate::named::{Change, Class, Number};
use crate::plan::Plan;

/// Prefix of a JVM's message that static initialisers cannot run again.
const INITIALISERS: &str = "initialisers: ";

/// A test is not used after this number of drifts.
pub const DRIFTS: u32 = 10;

/// Prefix of a JVM's message that a class has no room for all of its mutants.
const FULL: &str = "full: ";

/// The end of the name of a program's own results file, before its extension.
pub const PROGRAM: &str = "-program";

/// The facts collected so far.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Classes with their mutants.
    pub classes: BTreeMap<Class, MutatedClass>,
    /// Results of tests without a mutant.
    pub tests: BTreeMap<Number, MutationTest>,
    /// Mutants that tests reach and infect.
    pub probes: BTreeMap<Number, Vec<ProbedClass>>,
    /// Results of tests on mutants.
    pub verdicts: HashMap<(Number, Change), (Verdict, Reason)>,
    /// Reasons why tests cannot be used.
    pub unusable: BTreeMap<Number, String>,
    /// Reasons why classes cannot be used: a sentence each.
    pub stale: BTreeSet<String>,
    /// How often a test's result without a mutant had changed after mutants ran.
    pub drifts: BTreeMap<Number, u32>,
    /// Mutants with which a failing test passes.
    pub mending: BTreeSet<Change>,
    /// Mutants of `mending` with which a passing test fails.
    pub breaking: BTreeSet<Change>,
    /// Mutants that a failing test notices.
    pub noticed: BTreeSet<Change>,
    /// Pairs of a failing test and a mutant with which it passes in a fresh JVM, too.
    pub confirmed: BTreeSet<(Number, Change)>,
    /// Pairs of a failing test and a mutant with which it passed only in a JVM that had run other pairs. Their verdict is
    /// [`Verdict::Same`].
    pub refuted: BTreeSet<(Number, Change)>,
    /// Pairs that a fresh JVM of this session could not tell about.
    pub untold: BTreeSet<(Number, Change)>,
    /// The current part. Classes without room for all of their mutants are woven in parts, each in JVMs of
    /// its own.
    pub part: u32,
    /// Pairs of a part and a test that was probed in it.
    probed: BTreeSet<(u32, Number)>,
    /// The part of each mutant beyond the first part.
    parts: HashMap<Change, u32>,
    /// By part: classes without room for their remaining mutants, a sentence each.
    full: BTreeMap<u32, BTreeSet<String>>,
}

/// Maps the numbers of one results file to the plan's, with the verdicts that still hold.
#[derive(Debug, Default)]
pub struct Origins {
    classes: HashMap<u32, Option<Class>>,
    tests: HashMap<u32, Option<Number>>,
    /// Verdicts of each test in file order: a drift revokes the last ones.
    standing: HashMap<u32, Vec<Change>>,
    /// Numbers of finished units.
    pub stages: Vec<u32>,
    /// Number of records taken.
    pub taken: usize,
    /// The part of the mutants that its JVM ran.
    pub part: u32,
    /// Whether it is a program's own file.
    pub is_program_s: bool,
}

impl Facts {
    /// Takes a record of a file. Records of tests and classes outside the plan are ignored.
    pub fn take(&mut self, plan: &Plan, origins: &mut Origins, record: MutationRecord) {
        origins.taken += 1;
        match record {
            MutationRecord::Class(class) => self.class(plan, origins, class),
            MutationRecord::Test(test) => self.test(plan, origins, test),
            MutationRecord::Probe(probe) => self.probe(plan, origins, probe),
            MutationRecord::Verdict(verdict) => self.verdict(plan, origins, verdict),
            MutationRecord::Unusable(Unusable { test: Unusable::NO_TEST, reason })
                if reason.starts_with(FULL) =>
            {
                self.full.entry(origins.part).or_default().insert(reason);
            }
            MutationRecord::Unusable(Unusable { test: Unusable::NO_TEST, reason }) => {
                self.stale.insert(reason);
            }
            MutationRecord::Unusable(Unusable { test, reason }) => {
                if let Some(number) = origins.number(plan, test) {
                    self.unusable.insert(number, reason);
                }
            }
            MutationRecord::Drift { test, voided } => self.drift(plan, origins, test, voided),
            MutationRecord::Stage(stage) => origins.stages.push(stage.unit),
        }
    }

    fn class(&mut self, plan: &Plan, origins: &mut Origins, class: MutatedClass) {
        let at =
            plan.targets.iter().position(|target| target.name == class.name && target.hash == class.hash);
        let number = at.map(|at| at as Class + 1);
        origins.classes.insert(class.class, number);
        if let Some(number) = number {
            let class = MutatedClass { class: number, ..class };
            if origins.part > 0 {
                let changes = class.mutants.iter().map(|of| Change { class: number, mutant: of.mutant });
                self.parts.extend(changes.map(|change| (change, origins.part)));
            }
            let known = self
                .classes
                .entry(number)
                .or_insert_with(|| MutatedClass { mutants: Vec::new(), ..class.clone() });
            // Another plan may have mutated other lines.
            let mut mutants = std::mem::take(&mut known.mutants);
            mutants.extend(class.mutants);
            mutants.sort_unstable();
            mutants.dedup_by_key(|mutant| mutant.mutant);
            known.mutants = mutants;
        }
    }

    fn test(&mut self, plan: &Plan, origins: &mut Origins, test: MutationTest) {
        let is_it = |number: &Number| plan.row(*number).is_some_and(|row| row.unique_id == test.unique_id);
        // The file's number is usually the plan's.
        let number = Some(test.test).filter(|number| plan.tests.contains_key(number) && is_it(number));
        let number = number.or_else(|| plan.tests.keys().copied().find(is_it));
        origins.tests.insert(test.test, number);
        if let Some(number) = number {
            self.tests.entry(number).or_insert(MutationTest { test: number, ..test });
        }
    }

    fn probe(&mut self, plan: &Plan, origins: &mut Origins, probe: Probe) {
        let Some(number) = origins.number(plan, probe.test) else { return };
        let classes = probe.classes.into_iter().filter_map(|probed| {
            Some(ProbedClass { class: origins.classes.get(&probed.class).copied().flatten()?, ..probed })
        });
        self.probed.insert((origins.part, number));
        let known = self.probes.entry(number).or_default();
        classes.for_each(|probed| add(known, probed));
    }

    fn verdict(&mut self, plan: &Plan, origins: &mut Origins, verdict: PairVerdict) {
        let class = origins.classes.get(&verdict.class).copied().flatten();
        let (Some(number), Some(class)) = (origins.number(plan, verdict.test), class) else { return };
        let change = Change { class, mutant: verdict.mutant };
        // The program itself writes that a test passes, or ends as before, only after a run in a fresh JVM.
        match verdict.verdict {
            Verdict::Passes if origins.is_program_s => drop(self.confirmed.insert((number, change))),
            Verdict::Same if origins.is_program_s => return self.refute(plan, number, change),
            _ => {}
        }
        origins.standing.entry(number).or_default().push(change);
        self.found(plan, number, change, (verdict.verdict, verdict.reason));
    }

    /// Adds that a failing test does not pass with a mutant in a fresh JVM, which contradicts an earlier result.
    pub fn refute(&mut self, plan: &Plan, number: Number, change: Change) {
        self.refuted.insert((number, change));
        self.verdicts.insert((number, change), (Verdict::Same, Reason::None));
        self.conclude_again(plan, &[change]);
    }

    /// Adds the result of a test on a mutant.
    pub fn found(&mut self, plan: &Plan, number: Number, change: Change, found: (Verdict, Reason)) {
        // Files are read in any order.
        if self.refuted.contains(&(number, change)) {
            return;
        }
        self.verdicts.insert((number, change), found);
        self.conclude(plan, number, change, found.0);
    }

    fn conclude(&mut self, plan: &Plan, number: Number, change: Change, verdict: Verdict) {
        if verdict == Verdict::Same {
            return;
        }
        if plan.row(number).is_some_and(|row| row.outcome == Outcome::Failed) {
            self.noticed.insert(change);
            if verdict == Verdict::Passes {
                self.mending.insert(change);
            }
        } else if verdict == Verdict::Fails {
            self.breaking.insert(change);
        }
    }

    fn drift(&mut self, plan: &Plan, origins: &mut Origins, test: u32, voided: u32) {
        let Some(number) = origins.number(plan, test) else { return };
        *self.drifts.entry(number).or_default() += 1;
        let standing = origins.standing.entry(number).or_default();
        let void = standing.split_off(standing.len().saturating_sub(voided as usize));
        for change in &void {
            self.verdicts.remove(&(number, *change));
        }
        self.conclude_again(plan, &void);
    }

    /// Recomputes the effects of mutants after some of their verdicts were revoked.
    fn conclude_again(&mut self, plan: &Plan, changes: &[Change]) {
        for change in changes {
            self.noticed.remove(change);
            self.mending.remove(change);
            self.breaking.remove(change);
        }
        let left: Vec<_> = self
            .verdicts
            .iter()
            .filter(|((_, change), _)| changes.contains(change))
            .map(|(&(number, change), &(verdict, _))| (number, change, verdict))
            .collect();
        for (number, change, verdict) in left {
            self.conclude(plan, number, change, verdict);
        }
    }

    /// Whether a test may be run.
    pub fn is_usable(&self, test: Number) -> bool {
        !self.unusable.contains_key(&test) && self.drifts.get(&test).is_none_or(|&drifts| drifts < DRIFTS)
    }

    /// Whether static initialisers may run again: no test's result changed after they did.
    pub fn repeats_initialisers(&self) -> bool {
        !self.stale.iter().any(|why| why.starts_with(INITIALISERS))
    }

    /// The mutants of the plan that a test infects, by class and number.
    pub fn infected(&self, plan: &Plan, test: Number) -> Vec<Change> {
        let mut infected = self.infected_of_all(plan, test);
        infected.retain(|change| plan.is_wanted(*change) && self.is_in_part(*change));
        infected
    }

    /// As [`Self::infected`], with the mutants of other shards, samples and parts. All initialisers run again
    /// together, but those of classes that the test does not touch do not belong to it.
    pub fn infected_of_all(&self, plan: &Plan, test: Number) -> Vec<Change> {
        let mut infected = Vec::new();
        for probed in self.probes.get(&test).into_iter().flatten() {
            let Some(class) = self.classes.get(&probed.class) else { continue };
            let own = plan.initialiser(test, probed.class);
            let is_own = |mutant: &&Mutant| !class.is_of_initialiser(mutant) || own.contains(&mutant.line);
            let of_class =
                class.mutants.iter().filter(|mutant| probed.is_infected(mutant.mutant)).filter(is_own);
            infected.extend(of_class.map(|mutant| Change { class: probed.class, mutant: mutant.mutant }));
        }
        infected.sort_unstable();
        infected
    }

    /// The mutants of the plan that fit and whose lines a test executes. The test may infect any of them if
    /// it was not probed.
    pub fn reachable(&self, plan: &Plan, test: Number, fits: impl Fn(&Change) -> bool) -> Vec<Change> {
        let of_class = |class: &MutatedClass| {
            let class_number = class.class;
            let of = |mutant: &Mutant| (Change { class: class_number, mutant: mutant.mutant }, mutant.line);
            class.mutants.iter().map(of).collect::<Vec<_>>()
        };
        let all = self.classes.values().flat_map(of_class);
        let reachable = all.filter(|(change, line)| {
            fits(change)
                && self.is_in_part(*change)
                && plan.is_wanted(*change)
                && plan.covers(test, change.class, *line)
        });
        reachable.map(|(change, _)| change).collect()
    }

    fn is_in_part(&self, change: Change) -> bool {
        self.part_of(change) == self.part
    }

    /// The part of a mutant.
    pub fn part_of(&self, change: Change) -> u32 {
        self.parts.get(&change).copied().unwrap_or_default()
    }

    /// Whether a test was probed in the current part.
    pub fn is_probed(&self, test: Number) -> bool {
        self.probed.contains(&(self.part, test))
    }

    /// Whether a mutant is in its class's static initialiser, which tests may infect without executing its line.
    pub fn is_of_initialiser(&self, change: Change) -> bool {
        let class = self.classes.get(&change.class);
        class.zip(self.mutant(change)).is_some_and(|(class, mutant)| class.is_of_initialiser(mutant))
    }

    /// Whether there is a further part: this one contained mutants, and some had no room in it.
    pub fn has_next_part(&self) -> bool {
        let has_any = self.part == 0 || self.parts.values().any(|part| *part == self.part);
        has_any && self.full.contains_key(&self.part)
    }

    /// Classes with mutants that were in no part, a sentence each.
    pub fn without_room(&self) -> impl Iterator<Item = &str> {
        let last = self.probed.last().map_or(0, |(part, _)| *part);
        self.full.get(&last).into_iter().flatten().map(String::as_str)
    }

    /// The line of a mutant; 0 if its class is unknown.
    pub fn line(&self, change: Change) -> u32 {
        self.mutant(change).map_or(0, |mutant| mutant.line)
    }

    /// The description of a mutant.
    pub fn mutant(&self, change: Change) -> Option<&faultline_spectrum::Mutant> {
        let mutants = &self.classes.get(&change.class)?.mutants;
        let at = mutants.binary_search_by_key(&change.mutant, |mutant| mutant.mutant).ok()?;
        mutants.get(at)
    }

    /// Whether a failing test passes with a mutant and no passing test is known to fail.
    pub fn is_clean(&self, change: &Change) -> bool {
        self.mending.contains(change) && !self.breaking.contains(change)
    }

    /// The clean mutants (see [`Self::is_clean`]).
    pub fn clean(&self) -> impl Iterator<Item = Change> {
        self.mending.iter().copied().filter(|change| self.is_clean(change))
    }

    /// The failing tests that pass with a mutant.
    pub fn mended<'a>(&'a self, plan: &'a Plan, change: Change) -> impl Iterator<Item = Number> + 'a {
        let passes = move |test: &Number| {
            self.verdicts.get(&(*test, change)).is_some_and(|(verdict, _)| *verdict == Verdict::Passes)
        };
        plan.failing.iter().copied().filter(passes)
    }

    /// Whether all failing tests that pass with a mutant do so in a fresh JVM, too.
    pub fn is_confirmed(&self, plan: &Plan, change: Change) -> bool {
        let mut tests = self.mended(plan, change).peekable();
        tests.peek().is_some() && tests.all(|test| self.confirmed.contains(&(test, change)))
    }

    /// The number of mutants with which a failing test passed only in a JVM that had run other pairs.
    pub fn refuted_mutants(&self) -> usize {
        self.refuted.iter().map(|(_, change)| change).collect::<BTreeSet<_>>().len()
    }

    /// All facts in the form of one results file.
    pub fn mutation(&self, plan: &Plan) -> Mutation {
        let mut verdicts: Vec<PairVerdict> = self
            .verdicts
            .iter()
            .map(|(&(test, change), &(verdict, reason))| PairVerdict {
                test,
                class: change.class,
                mutant: change.mutant,
                verdict,
                reason,
            })
            .collect();
        verdicts.sort_unstable();
        let probes = self.probes.iter();
        let unusable = self.unusable.iter();
        let unnamed = self.unusable.keys().filter(|test| !self.tests.contains_key(test));
        let unnamed = unnamed.filter_map(|&test| as_recorded(plan, test));
        Mutation {
            classes: self.classes.values().cloned().collect(),
            tests: self.tests.values().cloned().chain(unnamed).collect(),
            probes: probes.map(|(&test, classes)| Probe { test, classes: classes.clone() }).collect(),
            verdicts,
            unusable: unusable.map(|(&test, why)| Unusable { test, reason: why.clone() }).collect(),
            stages: Vec::new(),
        }
    }
}

/// Merges a test's probes of a class: each part has bits of its own mutants.
fn add(known: &mut Vec<ProbedClass>, probed: ProbedClass) {
    let Some(of_class) = known.iter_mut().find(|of| of.class == probed.class) else {
        known.push(probed);
        return;
    };
    for (bits, more) in [(&mut of_class.reached, probed.reached), (&mut of_class.infected, probed.infected)] {
        bits.resize(bits.len().max(more.len()), 0);
        bits.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
    }
}

impl Origins {
    /// The origins of a results file, whose name contains the part of the mutants that its JVM ran, or says that it is the
    /// program's own.
    pub fn of_file(path: &Path) -> Self {
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let part = name.rsplit_once("-part").and_then(|(_, part)| part.parse().ok());
        Self { part: part.unwrap_or_default(), is_program_s: name.ends_with(PROGRAM), ..Self::default() }
    }

    /// The plan's number of a test of the file. A test that the file does not describe keeps its number,
    /// since this plan wrote the file, if the plan has such a test.
    fn number(&self, plan: &Plan, test: u32) -> Option<Number> {
        match self.tests.get(&test) {
            Some(number) => *number,
            None => Some(test).filter(|number| plan.tests.contains_key(number)),
        }
    }
}

/// The recorded result of a test that no JVM has described.
pub fn as_recorded(plan: &Plan, test: Number) -> Option<MutationTest> {
    let row = plan.row(test)?;
    Some(MutationTest {
        test,
        unique_id: row.unique_id.clone(),
        class: row.class.clone(),
        method: row.method.clone(),
        outcome: row.outcome,
        exception: row.failure.as_ref().map_or(String::new(), |failure| failure.exception.clone()),
        message: 0,
        trace: 0,
        unstable: MutationTest::UNSTABLE_MESSAGE | MutationTest::UNSTABLE_TRACE,
        duration_ns: row.duration_ns,
        fuel: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initialisers_run_again_until_a_jvm_says_that_a_test_does_not_stand_it() {
        let mut facts = Facts::default();
        facts.stale.insert("stale: a.B has the hash 1".to_owned());
        assert!(facts.repeats_initialisers());
        facts.stale.insert("initialisers: a.T.t ends otherwise when they have run again".to_owned());
        assert!(!facts.repeats_initialisers());
    }
}
