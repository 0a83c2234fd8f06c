//! Fills the rows of one JVM's tests, with fixtures and static initialisers charged to them.

use crate::coverage::ones;
use crate::failed::Failed;
use crate::fixtures::Fixtures;
use crate::initialisers::Initialisers;
use crate::jvm::Jvm;
use crate::unify::{Layout, Layouts};
use crate::{InitialiserPolicy, MergeError, Policies};

/* The coverage of a fixture counts as that of each test it ran for: its lines, and the initialisers that it
touches. */

/// Fills the rows of one JVM's tests, in the order of their sequence.
pub(crate) struct Rows<'a> {
    layouts: &'a Layouts,
    numbered: Numbered<'a>,
    fixtures: Fixtures<'a>,
    failed: &'a Failed<'a>,
    initialisers: Initialisers,
    policy: InitialiserPolicy,
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
        let numbered = Numbered::of(layouts);
        let mut initialisers = Initialisers::of(jvm, classes, elements.div_ceil(64), policy);
        for (class, coverage) in ran() {
            numbered.get(*class)?;
            initialisers.ran(*class, coverage.classes(), |class, words, row| {
                set_bits(class, words, &numbered, row)
            })?;
        }
        let fixtures = Fixtures::of(jvm, policies.fixtures)?;
        Ok(Self { layouts, numbered, fixtures, failed, initialisers, policy })
    }

    /// Sets the bits of the test with a sequence; `covered` is its coverage, class by class. Shape: `row` is zeroed.
    pub(crate) fn fill<'c>(
        &mut self,
        test: u32,
        covered: impl Iterator<Item = (u32, &'c [u64])>,
        row: &mut [u64],
    ) -> Result<(), MergeError> {
        self.initialisers.begin();
        self.add(covered, row)?;
        for at in 0..self.fixtures.of_test(test).len() {
            self.add(self.fixtures.of_test(test)[at].classes(), row)?;
        }
        self.add_failed(test, row);
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
    fn add<'c>(
        &mut self,
        covered: impl Iterator<Item = (u32, &'c [u64])>,
        row: &mut [u64],
    ) -> Result<(), MergeError> {
        for (class, words) in covered {
            set_bits(class, words, &self.numbered, row)?;
            self.initialisers.reach(class, words);
        }
        Ok(())
    }
}

/// A JVM's layouts by the numbers of its classes, which mostly ascend without gaps: a row asks for hundreds.
struct Numbered<'a> {
    few: Vec<Option<&'a Layout>>,
    all: &'a Layouts,
}

impl<'a> Numbered<'a> {
    fn of(all: &'a Layouts) -> Self {
        let mut few = vec![None; 2 * all.len()];
        for (&class, layout) in all {
            if let Some(place) = few.get_mut(class as usize) {
                *place = Some(&**layout);
            }
        }
        Self { few, all }
    }

    fn get(&self, class: u32) -> Result<&'a Layout, MergeError> {
        let of_few = self.few.get(class as usize).copied().flatten();
        let layout = of_few.or_else(|| self.all.get(&class).map(AsRef::as_ref));
        layout.ok_or(MergeError::UnknownClass { class })
    }
}

/// Sets the bits of a class's covered slots in a row.
fn set_bits(class: u32, words: &[u64], layouts: &Numbered<'_>, row: &mut [u64]) -> Result<(), MergeError> {
    let layout = layouts.get(class)?;
    for (at, &word) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
        match layout.start(at, word) {
            Some(start) => shift(start.index(), word, row),
            None => set_each(layout, at, word, row)?,
        }
    }
    Ok(())
}

/// Sets the bits of a word, whose slots are lines one after the other.
fn shift(start: usize, word: u64, row: &mut [u64]) {
    let (place, bit) = (start / 64, start % 64);
    row[place] |= word << bit;
    let high = word.unbounded_shr(64 - bit as u32);
    if high != 0 {
        row[place + 1] |= high;
    }
}

/// Sets the bits of a word one by one.
fn set_each(layout: &Layout, at: usize, word: u64, row: &mut [u64]) -> Result<(), MergeError> {
    for bit in ones(word) {
        let slot = at * 64 + bit as usize;
        let Some(element) = layout.elements.get(slot) else {
            return Err(MergeError::UnknownSlot { class: layout.name.clone(), slot: slot as u32 });
        };
        row[element.index() / 64] |= 1 << (element.index() % 64);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::ElementId;

    proptest! {
        #[test]
        fn words_of_lines_in_a_row_are_set_as_single_lines_are(
            start in 0_usize..100,
            swapped in proptest::option::of((0_usize..150, 0_usize..150)),
            slots in 1_usize..150,
            mut words in proptest::collection::vec(any::<u64>(), 0..4),
            sparse in any::<bool>(),
        ) {
            if sparse {
                for word in &mut words {
                    *word &= 1 << 63 | 5;
                }
            }
            let mut elements: Vec<ElementId> = (start..start + slots).map(ElementId::new).collect();
            if let Some((a, b)) = swapped {
                elements.swap(a % slots, b % slots);
            }
            let layout = Layout::new("a.B".to_owned(), elements, Vec::new());
            let (mut known, mut row) = (vec![0; 4], vec![0; 4]);
            let expected = (0..)
                .zip(&words)
                .try_for_each(|(at, &word)| set_each(&layout, at, word, &mut known))
                .map_err(|error| error.to_string());
            let layouts = Layouts::from([(7, Arc::new(layout))]);
            let set = set_bits(7, &words, &Numbered::of(&layouts), &mut row);
            prop_assert_eq!(set.map_err(|error| error.to_string()), expected.clone());
            if expected.is_ok() {
                prop_assert_eq!(row, known);
            }
        }
    }

    #[test]
    fn classes_are_found_by_their_numbers_however_large() {
        let layout = |name: &str| Arc::new(Layout::new(name.to_owned(), Vec::new(), Vec::new()));
        let layouts = Layouts::from([(0, layout("a.A")), (3, layout("a.B")), (u32::MAX, layout("a.C"))]);
        let numbered = Numbered::of(&layouts);
        let names = [0, 3, u32::MAX].map(|class| numbered.get(class).map(|of| of.name.clone()).ok());
        assert_eq!(names, [Some("a.A".to_owned()), Some("a.B".to_owned()), Some("a.C".to_owned())]);
        assert!([1, 4, 9].iter().all(|&class| numbered.get(class).is_err()));
    }
}
