//! Variants of failing tests, whose total weight is that of a few tests.

use std::collections::BTreeMap;

use faultline_spectrum::{ElementId, TestId};

use crate::{Counts, Selection};

/// A variant of a failing test. Its elements refer to a spectrum that has no row for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The failing test it was derived from.
    pub of: TestId,
    /// Its most likely outcome.
    pub fails: bool,
    /// The probability of that outcome. Units: 0..=1.
    pub probability: f64,
    /// Executed elements, ascending.
    pub elements: Vec<ElementId>,
}

/// The counts that variants add to columns, which are elements or lines.
///
/// Shape: `ef` and `ep` hold one weight per column; empty if variants do not count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weighed {
    /// Total weight of the failing variants that executed each column.
    pub ef: Vec<f64>,
    /// Total weight of the passing variants that executed each column.
    pub ep: Vec<f64>,
    /// Total weight of all failing variants.
    pub failed: f64,
    /// Total weight of all passing variants.
    pub passed: f64,
}

impl Weighed {
    /// Weighs the variants of the selected failing tests. The passing variants together weigh at most `most` tests, the
    /// failing ones at most `most` for each failing test, and no variant more than one; each weight is multiplied by the
    /// variant's probability. `column_of` maps elements to columns. Cost: O(columns + executed elements of all variants).
    pub fn of(
        variants: &[Variant],
        selection: &Selection,
        most: f64,
        columns: usize,
        column_of: impl Fn(ElementId) -> usize,
    ) -> Self {
        let selected = |variant: &&Variant| selection.failing().binary_search(&variant.of).is_ok();
        // Failing variants are grouped by test: variants of one test would outvote those of others.
        let group = |variant: &Variant| variant.fails.then_some(variant.of);
        let mut groups: BTreeMap<Option<TestId>, f64> = BTreeMap::new();
        for variant in variants.iter().filter(selected) {
            *groups.entry(group(variant)).or_default() += variant.probability;
        }
        if groups.is_empty() {
            return Self::default();
        }
        let each = |variant: &Variant| (most / groups[&group(variant)].max(f64::MIN_POSITIVE)).min(1.0);
        let mut of = Self { ef: vec![0.0; columns], ep: vec![0.0; columns], failed: 0.0, passed: 0.0 };
        // A line with several elements counts once per variant.
        let mut last = vec![usize::MAX; columns];
        for (at, variant) in variants.iter().filter(selected).enumerate() {
            let weight = each(variant) * variant.probability;
            let (executed, all) =
                if variant.fails { (&mut of.ef, &mut of.failed) } else { (&mut of.ep, &mut of.passed) };
            *all += weight;
            for &element in &variant.elements {
                let column = column_of(element);
                if std::mem::replace(&mut last[column], at) != at {
                    executed[column] += weight;
                }
            }
        }
        // A column executed by all variants can exceed the total by rounding, because the sums differ in order.
        of.ef.iter_mut().for_each(|ef| *ef = ef.min(of.failed));
        of.ep.iter_mut().for_each(|ep| *ep = ep.min(of.passed));
        of
    }

    /// Whether variants do not count.
    pub fn is_empty(&self) -> bool {
        self.ef.is_empty()
    }

    /// Adds the variants' counts to the counts of a column.
    pub fn added(&self, column: usize, counts: Counts<f64>) -> Counts<f64> {
        let (Some(ef), Some(ep)) = (self.ef.get(column), self.ep.get(column)) else { return counts };
        Counts {
            ef: counts.ef + ef,
            ep: counts.ep + ep,
            nf: counts.nf + (self.failed - ef),
            np: counts.np + (self.passed - ep),
        }
    }
}
