//! DDU and its factors.

use faultline_bit_kernels::count;

use super::tfd::{groups_with, splits};
use crate::field::Field;
use crate::metric::{First, Metric, Pick, Relation, State, Verdict, best_by_score};
use crate::{Better, Larger, Partition, Pool, Universe};

/// Product of density, diversity and uniqueness of the matrix with the candidate's row added.
///
/// Units: 0 to 1, larger is better. Source: Perez, Abreu, van Deursen, A test-suite
/// diagnosability metric for spectrum-based fault localization approaches, ICSE 2017.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ddu;

/// The three factors of [`Ddu`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DduFactors {
    /// Share of ones in the matrix; the factor is [`DduFactors::normalized_density`].
    pub rho: f64,
    /// Gini-Simpson index of the rows: the probability that two tests have different rows. 1 for a single row.
    pub diversity: f64,
    /// Number of ambiguity groups divided by the number of elements.
    pub uniqueness: f64,
}

impl DduFactors {
    /// Computes the factors. `equal_pairs` is the number of ordered pairs of different tests with equal rows: the sum of
    /// n(n - 1) over groups of n equal rows. 0/0 is 0, but the diversity of fewer than two tests is 1.
    pub fn new(tests: usize, elements: usize, ones: u64, groups: usize, equal_pairs: u64) -> Self {
        let ratio = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let (n, m) = (tests as f64, elements as f64);
        Self {
            rho: ratio(ones as f64, n * m),
            diversity: 1.0 - ratio(equal_pairs as f64, n * (n - 1.0)),
            uniqueness: ratio(groups as f64, m),
        }
    }

    /// `1 - |1 - 2 rho|`: 1 when half of the matrix is ones.
    pub fn normalized_density(&self) -> f64 {
        1.0 - (1.0 - 2.0 * self.rho).abs()
    }

    /// The product.
    pub fn ddu(&self) -> f64 {
        self.normalized_density() * self.diversity * self.uniqueness
    }
}

impl Metric for Ddu {
    type State = DduState;

    fn name(&self) -> String {
        "ddu".to_owned()
    }

    fn start(&self, universe: &Universe) -> DduState {
        DduState {
            groups: Partition::new(universe.elements()),
            elements: universe.elements(),
            stride: universe.stride(),
            field: Field::default(),
            seen: Default::default(),
            rows: Vec::new(),
            ones: 0,
            equal_pairs: 0,
        }
    }
}

/// [`State`] of [`Ddu`].
#[derive(Clone, Debug)]
pub struct DduState {
    groups: Partition,
    elements: usize,
    stride: usize,
    field: Field,
    /// A pool, and the number of ones in its candidates' rows.
    seen: (u64, Vec<u64>),
    /// Distinct rows, each with its number of tests. Compared word by word, not by hash.
    rows: Vec<(Box<[u64]>, u64)>,
    ones: u64,
    equal_pairs: u64,
}

impl DduState {
    /// The factors of the chosen tests.
    pub fn factors(&self) -> DduFactors {
        let (tests, groups) = (self.groups.tests(), self.groups.groups().len());
        DduFactors::new(tests, self.elements, self.ones, groups, self.equal_pairs)
    }

    /// The factors with a candidate.
    pub fn factors_with(&mut self, row: &[u64]) -> DduFactors {
        let groups = groups_with(&mut self.groups, row);
        self.factors_with_groups(row, count(&row[..self.stride]), groups)
    }

    fn factors_with_groups(&self, row: &[u64], ones: u64, groups: usize) -> DduFactors {
        let row = &row[..self.stride];
        let equal = self.rows.iter().find(|(known, _)| **known == *row).map_or(0, |(_, n)| *n);
        DduFactors::new(
            self.groups.tests() + 1,
            self.elements,
            self.ones + ones,
            groups,
            self.equal_pairs + 2 * equal,
        )
    }
}

impl State for DduState {
    type Direction = Larger;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.groups.add(row, verdict.is_failed());
        let row = &row[..self.stride];
        self.ones += count(row);
        match self.rows.iter_mut().find(|(known, _)| **known == *row) {
            Some((_, n)) => {
                self.equal_pairs += 2 * *n;
                *n += 1;
            }
            None => self.rows.push((row.into(), 1)),
        }
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        self.factors_with(row).ddu()
    }

    fn suite_value(&self) -> Option<f64> {
        (self.groups.tests() > 0).then(|| self.factors().ddu())
    }

    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        let Some(columns) = pool.columns() else { return best_by_score(self, pool) };
        let splits = splits(&mut self.field, &self.groups, pool, columns);
        if self.seen.0 != pool.id() {
            let ones = (0..pool.len()).map(|place| pool.matrix().count(pool.test(place).index()));
            self.seen = (pool.id(), ones.collect());
        }
        let mut choice = First::new(Better::Larger);
        let mut rows = pool.reader();
        for place in pool.remaining() {
            let groups = self.groups.groups().len() + splits[pool.test(place).index()] as usize;
            choice.offer(place, self.factors_with_groups(rows.row(place), self.seen.1[place], groups).ddu());
        }
        choice.pick()
    }

    fn relation(&self) -> Relation {
        Relation::Grown
    }
}
