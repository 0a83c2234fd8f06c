//! The fixtures of one JVM and the tests they ran for.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::jvm::Jvm;
use crate::{Coverage, FixturePolicy, MergeError, RecordedFixture};

/// The coverage that fixtures add to the tests of a JVM, by the tests' sequence.
#[derive(Default)]
pub(crate) struct Fixtures<'a> {
    of_test: HashMap<u32, Vec<&'a Coverage>>,
}

impl<'a> Fixtures<'a> {
    /// Collects the fixtures of a JVM.
    /// Errors: two fixtures share a number, or a charge names an unknown fixture.
    pub(crate) fn of(jvm: &Jvm<'a>, policy: FixturePolicy) -> Result<Self, MergeError> {
        let mut fixtures = BTreeMap::<u32, &RecordedFixture>::new();
        for fixture in jvm.iter().flat_map(|recording| &recording.fixtures) {
            let before = *fixtures.entry(fixture.id).or_insert(fixture);
            if before != fixture {
                let mut ids = [before.unique_id.clone(), fixture.unique_id.clone()];
                ids.sort();
                return Err(MergeError::FixtureTwice { fixture: fixture.id, ids });
            }
        }
        let mut charged = BTreeMap::<u32, BTreeSet<u32>>::new();
        for charge in jvm.iter().flat_map(|recording| &recording.charges) {
            if let Some(&fixture) = charge.fixtures.iter().find(|number| !fixtures.contains_key(*number)) {
                return Err(MergeError::UnknownFixture { fixture });
            }
            charged.entry(charge.test).or_default().extend(&charge.fixtures);
        }
        if policy == FixturePolicy::Exclude {
            return Ok(Self::default());
        }
        let coverages = |numbers: BTreeSet<u32>| numbers.iter().map(|n| &fixtures[n].coverage).collect();
        Ok(Self { of_test: charged.into_iter().map(|(test, numbers)| (test, coverages(numbers))).collect() })
    }

    /// The coverage of the fixtures of a test.
    pub(crate) fn of_test(&self, sequence: u32) -> &[&'a Coverage] {
        self.of_test.get(&sequence).map_or(&[], Vec::as_slice)
    }
}
