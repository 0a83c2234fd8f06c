//! Joins baselines, and drops what nothing refers to any more.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::model::{Baseline, ClassState, Passed, Run, TestState};

/// Tests that no run has had for so long are dropped. Units: nanoseconds.
const FORGOTTEN: u64 = 120 * 24 * 3600 * 1_000_000_000;

impl Baseline {
    /// This baseline after a run, given as the baseline of that run alone. A test that did not pass keeps its last pass.
    /// Cost: O(size of both).
    #[must_use]
    pub fn after(self, run: Self) -> Self {
        joined(self, run)
    }

    /// This baseline, with the passes of another one where these are newer. Its latest run stays the latest.
    /// Cost: O(size of both).
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        if self.runs.is_empty() { other } else { joined(other, self) }
    }

    /// The number of tests with a pass in another baseline that is newer than here, or the only one: those that
    /// [`Baseline::with`] takes from there.
    pub fn newer_passes(&self, other: &Self) -> usize {
        let is_newer = |(id, test): &(&String, &TestState)| {
            let here = self.tests.get(*id).and_then(|test| self.passed_ns(test));
            other.passed_ns(test).is_some_and(|there| here.is_none_or(|here| there > here))
        };
        other.tests.iter().filter(is_newer).count()
    }

    /// What was known before a moment: without passes of runs that started then or later. Units: nanoseconds since the
    /// Unix epoch.
    #[must_use]
    pub fn before(mut self, moment_ns: u64) -> Self {
        for test in self.tests.values_mut() {
            let started = test.passed.as_ref().map(|passed| self.runs[passed.run as usize].started_ns);
            if started.is_some_and(|started| started >= moment_ns) {
                test.passed = None;
            }
            // What a later run says of the test's own code must not replace what the run at that moment says.
            test.seen_ns = test.seen_ns.min(moment_ns.saturating_sub(1));
        }
        self
    }
}

fn joined(first: Baseline, second: Baseline) -> Baseline {
    let runs = u32::try_from(first.runs.len()).unwrap_or(u32::MAX);
    let classes = u32::try_from(first.classes.len()).unwrap_or(u32::MAX);
    let mut all = first;
    let started = |all: &Baseline, passed: &Passed| all.runs[passed.run as usize].started_ns;
    all.runs.extend(
        second
            .runs
            .into_iter()
            .map(|run| Run { classes: run.classes.iter().map(|class| class + classes).collect(), ..run }),
    );
    all.classes.extend(second.classes);
    let mut moved = Moved { by: classes, sets: HashMap::new() };
    for (id, test) in second.tests {
        let passed = test.passed.map(|passed| Passed {
            run: passed.run + runs,
            ran: passed.ran.into_iter().map(|(class, methods)| (class + classes, methods)).collect(),
            code: moved.set(&passed.code),
        });
        let test = TestState { code: moved.set(&test.code), passed, ..test };
        let known = all.tests.remove(&id);
        let joined = match known {
            None => test,
            Some(known) => {
                let newest = [known.passed.clone(), test.passed.clone()];
                let passed = newest.into_iter().flatten().max_by_key(|passed| started(&all, passed));
                let (latest, earlier) =
                    if test.seen_ns >= known.seen_ns { (test, known) } else { (known, test) };
                TestState { passed, failing_ns: failing(&latest, &earlier), ..latest }
            }
        };
        all.tests.insert(id, joined);
    }
    compact(all)
}

/// Since when a test has been failing, by its latest state and an earlier one.
fn failing(latest: &TestState, earlier: &TestState) -> u64 {
    if latest.failing_ns == 0 || earlier.failing_ns == 0 {
        return latest.failing_ns;
    }
    latest.failing_ns.min(earlier.failing_ns)
}

/// Adds a number to sets of classes, each shared set once.
struct Moved {
    by: u32,
    sets: HashMap<Arc<[u32]>, Arc<[u32]>>,
}

impl Moved {
    fn set(&mut self, set: &Arc<[u32]>) -> Arc<[u32]> {
        let by = self.by;
        Arc::clone(
            self.sets.entry(Arc::clone(set)).or_insert_with(|| set.iter().map(|class| class + by).collect()),
        )
    }
}

/// Leaves out tests that are long gone, runs and classes that nothing refers to, and classes that stand there twice.
fn compact(all: Baseline) -> Baseline {
    let Baseline { runs, classes, mut tests } = all;
    let latest = runs.iter().map(|run| run.started_ns).max().unwrap_or_default();
    tests.retain(|_, test| latest.saturating_sub(test.seen_ns) <= FORGOTTEN);

    let (mut kept, numbers) = kept_runs(runs, &tests);

    let mut into =
        Kept { all: classes, numbers: HashMap::new(), known: BTreeMap::new(), in_order: Vec::new() };
    for run in &mut kept {
        into.all_of(&mut run.classes);
    }
    let mut sets = HashMap::new();
    let mut set = |into: &mut Kept, set: &Arc<[u32]>| -> Arc<[u32]> {
        let moved = sets.entry(Arc::clone(set)).or_insert_with(|| {
            let mut classes = set.to_vec();
            into.all_of(&mut classes);
            classes.into()
        });
        Arc::clone(moved)
    };
    for test in tests.values_mut() {
        test.code = set(&mut into, &test.code);
        let Some(passed) = &mut test.passed else { continue };
        passed.code = set(&mut into, &passed.code);
        passed.run = numbers[passed.run as usize];
        for (class, _) in &mut passed.ran {
            *class = into.of(*class);
        }
        passed.ran.sort_unstable();
    }
    Baseline { runs: kept, classes: into.in_order, tests }
}

/// The runs that are kept, and for each of `runs` its number among them: oldest first, and the latest last.
fn kept_runs(mut runs: Vec<Run>, tests: &BTreeMap<String, TestState>) -> (Vec<Run>, Vec<u32>) {
    let mut numbers = vec![0; runs.len()];
    let Some(last) = runs.len().checked_sub(1) else { return (runs, numbers) };
    let mut is_kept = vec![false; runs.len()];
    is_kept[last] = true;
    // Joined baselines may have runs that started after the latest one, so there are two last ones without a failure.
    let started = |at: &usize| runs[*at].started_ns;
    let green = || (0..last).filter(|at| runs[*at].is_green());
    let before = green().filter(|at| started(at) < started(&last)).max_by_key(started);
    for at in before.into_iter().chain(green().max_by_key(started)) {
        is_kept[at] = true;
    }
    for passed in tests.values().filter_map(|test| test.passed.as_ref()) {
        is_kept[passed.run as usize] = true;
    }
    let mut order: Vec<usize> = (0..last).filter(|at| is_kept[*at]).collect();
    order.sort_by_key(started);
    order.push(last);
    let mut kept = Vec::with_capacity(order.len());
    for at in order {
        numbers[at] = u32::try_from(kept.len()).unwrap_or(u32::MAX);
        kept.push(std::mem::take(&mut runs[at]));
    }
    (kept, numbers)
}

/// The classes that are kept, numbered as they are asked for.
struct Kept {
    all: Vec<ClassState>,
    numbers: HashMap<u32, u32>,
    known: BTreeMap<ClassState, u32>,
    in_order: Vec<ClassState>,
}

impl Kept {
    fn of(&mut self, class: u32) -> u32 {
        if let Some(number) = self.numbers.get(&class) {
            return *number;
        }
        let state = std::mem::take(&mut self.all[class as usize]);
        let next = u32::try_from(self.in_order.len()).unwrap_or(u32::MAX);
        let number = *self.known.entry(state.clone()).or_insert(next);
        if number == next {
            self.in_order.push(state);
        }
        self.numbers.insert(class, number);
        number
    }

    fn all_of(&mut self, classes: &mut Vec<u32>) {
        for class in classes.iter_mut() {
            *class = self.of(*class);
        }
        classes.sort_unstable();
        classes.dedup();
    }
}
