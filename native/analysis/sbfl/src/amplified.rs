//! Variants of failing tests, which together weigh as a few tests.

use std::collections::BTreeMap;

use faultline_spectrum::{ElementId, TestId};

use crate::{Counts, Selection};

/// A test that was grown from a failing one, in terms of a spectrum in which it is no row.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The failing test that it was grown from.
    pub of: TestId,
    /// Whether it fails, as far as that is known.
    pub fails: bool,
    /// How likely that is so. Units: 0..=1.
    pub probability: f64,
    /// What it executed, ascending.
    pub elements: Vec<ElementId>,
}

/// What variants add to the counts of columns: elements, or lines.
///
/// Shape: `ef` and `ep` hold one weight per column; empty where variants do not count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weighed {
    /// Failing variants that executed each column, weighed.
    pub ef: Vec<f64>,
    /// Passing variants that executed it, weighed.
    pub ep: Vec<f64>,
    /// All failing variants.
    pub failed: f64,
    /// All passing ones.
    pub passed: f64,
}

impl Weighed {
    /// What the variants of the selected failing tests add, where those that pass together weigh as `most` tests, those
    /// that fail as `most` for each failing test, and none more than one, each times its probability; `column_of` gives the
    /// column of an element.
    /// Cost: O(columns + executed elements of all variants).
    pub fn of(
        variants: &[Variant],
        selection: &Selection,
        most: f64,
        columns: usize,
        column_of: impl Fn(ElementId) -> usize,
    ) -> Self {
        let selected = |variant: &&Variant| selection.failing().binary_search(&variant.of).is_ok();
        // Of failing ones per test: copies of one would outvote the others.
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
        // A line of several elements counts once for each variant.
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
        // What all of them executed is what there is, whatever the order in which they were added up.
        of.ef.iter_mut().for_each(|ef| *ef = ef.min(of.failed));
        of.ep.iter_mut().for_each(|ep| *ep = ep.min(of.passed));
        of
    }

    /// Whether variants do not count.
    pub fn is_empty(&self) -> bool {
        self.ef.is_empty()
    }

    /// The counts of a column with what variants add.
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
