//! Fills the rows of one JVM's tests, with fixtures and static initialisers charged to them.

use crate::coverage::ones;
use crate::failed::Failed;
use crate::fixtures::Fixtures;
use crate::initialisers::Initialisers;
use crate::jvm::Jvm;
use crate::unify::{Layout, Layouts};
use crate::{Coverage, InitialiserPolicy, MergeError, Policies, RecordedTest};

/* The coverage of a fixture counts as that of each test it ran for: its lines, and the initialisers that it
touches. */

/// Fills the rows of one JVM's tests, in the order of their sequence.
pub(crate) struct Rows<'a> {
    layouts: &'a Layouts,
    fixtures: Fixtures<'a>,
    failed: &'a Failed<'a>,
    initialisers: Initialisers,
    policy: InitialiserPolicy,
    /// For coverages that were left in their files.
    buffer: Vec<u64>,
}

impl<'a> Rows<'a> {
    pub(crate) fn of(
        jvm: &Jvm<'a>,
        failed: &'a Failed<'a>,
        layouts: &'a Layouts,
        policies: Policies,
        elements: usize,
    ) -> Result<Self, MergeError> {
        let ran = || jvm.iter().flat_map(|recording| &recording.initialisers);
        let (classes, policy) = (ran().map(|(class, _)| *class), policies.initialisers);
        let mut initialisers = Initialisers::of(jvm, classes, elements.div_ceil(64), policy);
        for (class, coverage) in ran() {
            layout(layouts, *class)?;
            initialisers
                .ran(*class, coverage.classes(), |class, words, row| set_bits(class, words, layouts, row))?;
        }
        let fixtures = Fixtures::of(jvm, policies.fixtures)?;
        Ok(Self { layouts, fixtures, failed, initialisers, policy, buffer: Vec::new() })
    }

    /// Sets the bits of one test. Shape: `row` is zeroed.
    pub(crate) fn fill(&mut self, test: &RecordedTest, row: &mut [u64]) -> Result<(), MergeError> {
        self.initialisers.begin();
        self.add(&test.coverage, row)?;
        for at in 0..self.fixtures.of_test(test.sequence).len() {
            self.add(self.fixtures.of_test(test.sequence)[at], row)?;
        }
        self.add_failed(test.sequence, row);
        self.initialisers.charge(row);
        Ok(())
    }

    /// Adds the classes whose failed initialisation made the test fail: the test has touched them.
    fn add_failed(&mut self, test: u32, row: &mut [u64]) {
        for class in self.failed.classes_of(test) {
            self.initialisers.reach(class, &[]);
        }
        if self.policy == InitialiserPolicy::All {
            for element in self.failed.lines_of(test, self.layouts) {
                row[element.index() / 64] |= 1 << (element.index() % 64);
            }
        }
    }

    /// Sets the bits of a coverage and notes the initialisers that it reaches.
    fn add(&mut self, coverage: &Coverage, row: &mut [u64]) -> Result<(), MergeError> {
        for (class, words) in coverage.classes_in(&mut self.buffer) {
            set_bits(class, words, self.layouts, row)?;
            self.initialisers.reach(class, words);
        }
        Ok(())
    }
}

/// Sets the bits of a class's covered slots in a row.
fn set_bits(class: u32, words: &[u64], layouts: &Layouts, row: &mut [u64]) -> Result<(), MergeError> {
    let layout = layout(layouts, class)?;
    for (w, &word) in words.iter().enumerate() {
        for bit in ones(word) {
            let slot = w * 64 + bit as usize;
            let Some(element) = layout.elements.get(slot) else {
                return Err(MergeError::UnknownSlot { class: layout.name.clone(), slot: slot as u32 });
            };
            row[element.index() / 64] |= 1 << (element.index() % 64);
        }
    }
    Ok(())
}

fn layout(layouts: &Layouts, class: u32) -> Result<&Layout, MergeError> {
    layouts.get(&class).map(AsRef::as_ref).ok_or(MergeError::UnknownClass { class })
}
