//! Tests that were executed more than once: reruns of failed tests, and flaky tests.

use std::collections::{HashMap, HashSet};

use crate::{Outcome, Recording};

/* A rerun has the unique id and the class of the test that it repeats, which is how Surefire and Gradle
recognise reruns too. Modules may have tests of the same names; their JVMs were started in different folders.
Executions are in the order of their rows, (start of the JVM, nonce, pid, sequence), so that the last one does
not depend on the order of files. */

/// Which executions of a repeated test are rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlakyPolicy {
    /// All: a test that failed and then passed has a failed and a passed row.
    #[default]
    Each,
    /// The last one: a test that passed at last counts as passed.
    Last,
    /// The last one, and none for a test that both failed and passed.
    Exclude,
}

/// The repeated executions that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reruns {
    /// Unique ids of the tests that failed and passed, in the order of their first execution.
    pub flaky: Vec<String>,
    /// Executions that were left out.
    pub left_out: usize,
}

/// The place of an execution: index of the recording, and of the test in it.
type Place = (usize, usize);

impl FlakyPolicy {
    /// Removes the executions that this policy excludes.
    ///
    /// Duplicates of an execution (a file given twice) are kept together and count once.
    /// Cost: O(tests log tests).
    pub fn apply(self, recordings: &mut [Recording]) -> Reruns {
        let executions = by_test(recordings);
        let mut reruns = Reruns::default();
        let mut out: Vec<Place> = Vec::new();
        for places in &executions {
            let outcome = |place: &Place| recordings[place.0].tests[place.1].outcome;
            let is_flaky = [Outcome::Failed, Outcome::Passed]
                .iter()
                .all(|wanted| places.iter().any(|place| outcome(place) == *wanted));
            if is_flaky {
                let (recording, test) = places[0];
                reruns.flaky.push(recordings[recording].tests[test].unique_id.clone());
            }
            let last = places.last().map(|&place| execution(recordings, place));
            out.extend(places.iter().filter(|&&place| match self {
                Self::Each => false,
                Self::Last => Some(execution(recordings, place)) != last,
                Self::Exclude => is_flaky || Some(execution(recordings, place)) != last,
            }));
        }
        let mut distinct: Vec<Execution> = out.iter().map(|&place| execution(recordings, place)).collect();
        distinct.sort_unstable();
        distinct.dedup();
        reruns.left_out = distinct.len();
        let out: HashSet<Place> = out.into_iter().collect();
        for (at, recording) in recordings.iter_mut().enumerate() {
            let mut test = 0..;
            recording.tests.retain(|_| test.next().is_none_or(|test| !out.contains(&(at, test))));
        }
        reruns
    }
}

/// The identity of an execution, in row order.
type Execution = ((u64, u64, u32), u32);

fn execution(recordings: &[Recording], (recording, test): Place) -> Execution {
    (recordings[recording].origin.jvm(), recordings[recording].tests[test].sequence)
}

/// The executions of each test that ran, in order; tests in the order of their first execution.
fn by_test(recordings: &[Recording]) -> Vec<Vec<Place>> {
    let mut places: Vec<Place> = (0..recordings.len())
        .flat_map(|recording| (0..recordings[recording].tests.len()).map(move |test| (recording, test)))
        .collect();
    places.sort_by_key(|&place| execution(recordings, place));
    let mut index = HashMap::<(Option<&str>, &str, &str), usize>::new();
    let mut tests: Vec<Vec<Place>> = Vec::new();
    for (recording, test) in places {
        let row = &recordings[recording].tests[test];
        let folder = recordings[recording].origin.folder();
        let at = *index.entry((folder, &row.unique_id, &row.class)).or_insert_with(|| {
            tests.push(Vec::new());
            tests.len() - 1
        });
        tests[at].push((recording, test));
    }
    tests
}
