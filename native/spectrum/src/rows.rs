//! Rows of one JVM's tests, fixtures and static initialisers charged to them.

use std::collections::HashMap;

use crate::failed::Failed;
use crate::fixtures::Fixtures;
use crate::implied::Implied;
use crate::jvm::Jvm;
use crate::unify::{Layout, Layouts};
use crate::{Coverage, InitialiserPolicy, MergeError, Policies, RecordedTest};

/* A class's bucket holds what ran while its static initialiser did: lines, and touched
classes, whose own initialisers may have run earlier and so lie in buckets of their own.
A test that touches a class therefore gets every bucket that is reachable from it.

Reachability is walked per row, over classes that have a bucket, each visited once: that
is O(buckets reached), whereas closures precomputed per class would have to be united
again for every class that a row touches. Buckets are kept as (word, bits), so that
charging one costs its own size and not a row's.

What a fixture covered is the tests' it was run for, as if they had run it themselves: its
lines, and the initialisers that it touches. */

/// Fills the rows of one JVM's tests, in the order of their sequence.
pub(crate) struct Rows<'a> {
    layouts: &'a Layouts,
    fixtures: Fixtures<'a>,
    failed: &'a Failed<'a>,
    buckets: Vec<Bucket>,
    implied: Implied,
    policy: InitialiserPolicy,
    /// Buckets that the current row has, as a stack of those still to be charged.
    pending: Vec<usize>,
    /// The last row in which a bucket was charged; 0 for none.
    charged_in: Vec<usize>,
    row: usize,
}

/// The lines of a static initialiser's dynamic extent.
#[derive(Default)]
struct Bucket {
    /// (word of a row, bits); words ascend.
    bits: Vec<(usize, u64)>,
    /// Buckets that it reaches.
    next: Vec<usize>,
}

impl<'a> Rows<'a> {
    pub(crate) fn of(
        jvm: &Jvm<'a>,
        failed: &'a Failed<'a>,
        layouts: &'a Layouts,
        policies: Policies,
        elements: usize,
    ) -> Result<Self, MergeError> {
        let mut bucket_of = HashMap::new();
        for (class, _) in jvm.iter().flat_map(|recording| &recording.initialisers) {
            let next = bucket_of.len();
            bucket_of.entry(*class).or_insert(next);
        }
        let mut by_bucket: Vec<Vec<&Coverage>> = vec![Vec::new(); bucket_of.len()];
        for (class, coverage) in jvm.iter().flat_map(|recording| &recording.initialisers) {
            layout(layouts, *class)?;
            by_bucket[bucket_of[class]].push(coverage);
        }
        let implied = Implied::of(jvm, &bucket_of);
        let mut scratch = vec![0; elements.div_ceil(64)];
        let buckets = by_bucket
            .iter()
            .map(|coverages| Bucket::of(coverages, layouts, &implied, &mut scratch))
            .collect::<Result<Vec<_>, _>>()?;
        let charged_in = vec![0; buckets.len()];
        let fixtures = Fixtures::of(jvm, policies.fixtures)?;
        let policy = policies.initialisers;
        Ok(Self {
            layouts,
            fixtures,
            failed,
            buckets,
            implied,
            policy,
            pending: Vec::new(),
            charged_in,
            row: 0,
        })
    }

    /// Sets the bits of one test. Shape: `row` is all zeros before.
    pub(crate) fn fill(&mut self, test: &RecordedTest, row: &mut [u64]) -> Result<(), MergeError> {
        self.row += 1;
        self.add(&test.coverage, row)?;
        for at in 0..self.fixtures.of_test(test.sequence).len() {
            self.add(self.fixtures.of_test(test.sequence)[at], row)?;
        }
        self.add_failed(test.sequence, row);
        while let Some(bucket) = self.pending.pop() {
            for &(word, bits) in &self.buckets[bucket].bits {
                row[word] |= bits;
            }
            for i in 0..self.buckets[bucket].next.len() {
                self.reach(self.buckets[bucket].next[i]);
            }
        }
        Ok(())
    }

    /// Who fails because a class cannot be initialised has touched it.
    fn add_failed(&mut self, test: u32, row: &mut [u64]) {
        for class in self.failed.classes_of(test) {
            for at in 0..self.implied.of_class(class).len() {
                self.reach(self.implied.of_class(class)[at]);
            }
        }
        if self.policy == InitialiserPolicy::All {
            for element in self.failed.lines_of(test, self.layouts) {
                row[element.index() / 64] |= 1 << (element.index() % 64);
            }
        }
    }

    /// Sets the bits of a coverage and notes the buckets that it reaches.
    fn add(&mut self, coverage: &Coverage, row: &mut [u64]) -> Result<(), MergeError> {
        set_bits(coverage, self.layouts, row)?;
        let implied = std::mem::take(&mut self.implied);
        implied.of_coverage(coverage, |bucket| self.reach(bucket));
        self.implied = implied;
        Ok(())
    }

    fn reach(&mut self, bucket: usize) {
        let last = self.charged_in[bucket];
        let charge = match self.policy {
            InitialiserPolicy::All => last != self.row,
            // Whatever a bucket reaches, the row that had it first has reached as well.
            InitialiserPolicy::First => last == 0,
            InitialiserPolicy::Exclude => false,
        };
        if charge {
            self.charged_in[bucket] = self.row;
            self.pending.push(bucket);
        }
    }
}

impl Bucket {
    /// Shape: `scratch` is a row of zeros, before and after.
    fn of(
        coverages: &[&Coverage],
        layouts: &Layouts,
        implied: &Implied,
        scratch: &mut [u64],
    ) -> Result<Self, MergeError> {
        let mut bucket = Self::default();
        for coverage in coverages {
            set_bits(coverage, layouts, scratch)?;
            implied.of_coverage(coverage, |reached| bucket.next.push(reached));
        }
        bucket.next.sort_unstable();
        bucket.next.dedup();
        for (word, bits) in scratch.iter_mut().enumerate().filter(|(_, bits)| **bits != 0) {
            bucket.bits.push((word, std::mem::take(bits)));
        }
        Ok(bucket)
    }
}

/// Sets the bits of a coverage in a row.
fn set_bits(coverage: &Coverage, layouts: &Layouts, row: &mut [u64]) -> Result<(), MergeError> {
    for (class, words) in coverage.classes() {
        let layout = layout(layouts, class)?;
        for (w, &word) in words.iter().enumerate() {
            let mut bits = word;
            while bits != 0 {
                let slot = w * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let Some(element) = layout.elements.get(slot) else {
                    return Err(MergeError::UnknownSlot { class: layout.name.clone(), slot: slot as u32 });
                };
                row[element.index() / 64] |= 1 << (element.index() % 64);
            }
        }
    }
    Ok(())
}

fn layout(layouts: &Layouts, class: u32) -> Result<&Layout, MergeError> {
    layouts.get(&class).ok_or(MergeError::UnknownClass { class })
}
