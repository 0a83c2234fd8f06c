//! Naive implementations of all metrics: dense, in f64, directly from the formulas.

#![allow(dead_code, reason = "each test uses its part")]

use std::collections::{BTreeMap, BTreeSet};

/// Tests chosen so far: dense rows, and whether each failed.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    pub elements: usize,
    pub methods: Vec<u32>,
    pub rows: Vec<Vec<f64>>,
    pub failed: Vec<bool>,
}

impl Suite {
    pub fn with(&self, row: &[f64], failed: bool) -> Self {
        let mut grown = self.clone();
        grown.rows.push(row.to_vec());
        grown.failed.push(failed);
        grown
    }

    fn n(&self) -> f64 {
        self.rows.len() as f64
    }

    fn m(&self) -> f64 {
        self.elements as f64
    }

    fn ones(&self) -> f64 {
        self.rows.iter().flatten().sum()
    }

    fn column(&self, element: usize) -> Vec<bool> {
        self.rows.iter().map(|row| row[element] > 0.0).collect()
    }

    /// Ambiguity groups as lists of elements.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<Vec<bool>, Vec<usize>> = BTreeMap::new();
        for element in 0..self.elements {
            groups.entry(self.column(element)).or_default().push(element);
        }
        groups.into_values().collect()
    }

    fn counts(&self, element: usize) -> (f64, f64) {
        let count = |failed: bool| {
            let rows = self.rows.iter().zip(&self.failed).filter(|(_, f)| **f == failed);
            rows.map(|(row, _)| row[element]).sum()
        };
        (count(true), count(false))
    }

    fn failures(&self) -> f64 {
        self.failed.iter().filter(|f| **f).count() as f64
    }

    fn suspicious(&self) -> Vec<usize> {
        (0..self.elements).filter(|&e| self.counts(e).0 > 0.0).collect()
    }

    fn ochiai(&self, element: usize) -> f64 {
        let (ef, ep) = self.counts(element);
        if ef == 0.0 { 0.0 } else { ef / (self.failures() * (ef + ep)).sqrt() }
    }

    fn weights(&self) -> Vec<f64> {
        (0..self.elements).map(|e| self.ochiai(e)).collect()
    }

    fn scaled(&self) -> Vec<f64> {
        let w = self.weights();
        let max = w.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let min = w.iter().copied().fold(f64::INFINITY, f64::min);
        w.iter().map(|w| if max > min { (w - min) / (max - min) } else { 1.0 }).collect()
    }

    pub fn density(&self) -> f64 {
        div(self.ones(), self.n() * self.m())
    }

    pub fn diversity(&self) -> f64 {
        if self.rows.len() < 2 {
            return 1.0;
        }
        let mut same = 0.0;
        for i in 0..self.rows.len() {
            for j in 0..self.rows.len() {
                same += f64::from(u8::from(i != j && self.rows[i] == self.rows[j]));
            }
        }
        1.0 - same / (self.n() * (self.n() - 1.0))
    }

    pub fn uniqueness(&self) -> f64 {
        div(self.groups().len() as f64, self.m())
    }

    pub fn ddu(&self) -> f64 {
        (1.0 - (1.0 - 2.0 * self.density()).abs()) * self.diversity() * self.uniqueness()
    }

    pub fn entbug(&self) -> f64 {
        (0.5 - self.density()).abs()
    }

    pub fn entbug_published(&self) -> f64 {
        (0.5 - div(self.ones(), (self.n() - 1.0).max(1.0) * self.m())).abs()
    }

    pub fn rapter(&self) -> f64 {
        let pairs = |g: &Vec<usize>| g.len() as f64 * (g.len() as f64 - 1.0);
        div(self.groups().iter().map(pairs).sum(), 2.0 * self.m())
    }

    fn tarantula(&self) -> Vec<f64> {
        let (f, p) = (self.failures(), self.n() - self.failures());
        let score = |e| {
            let (ef, ep) = self.counts(e);
            let (ef, ep) = (div(ef, f), div(ep, p));
            div(ef, ef + ep)
        };
        (0..self.elements).map(score).collect()
    }

    pub fn flint_value(&self) -> f64 {
        entropy(&normalised(&self.tarantula()))
    }

    pub fn covered(&self) -> f64 {
        (0..self.elements).filter(|&e| self.rows.iter().any(|row| row[e] > 0.0)).count() as f64
    }

    pub fn eap_value(&self, q: f64, s: f64) -> f64 {
        self.weighted_eap(q, s, |_| 1.0)
    }

    pub fn weighted_eap(&self, q: f64, s: f64, of: impl Fn(u32) -> f64) -> f64 {
        let lines = self.suspicious();
        let methods: BTreeSet<u32> = lines.iter().map(|&l| self.methods[l]).collect();
        let score = |m: u32| {
            let of = lines.iter().filter(|&&l| self.methods[l] == m);
            of.map(|&l| self.ochiai(l)).fold(0.0, f64::max)
        };
        let scores: BTreeMap<u32, f64> = methods.iter().map(|&m| (m, score(m))).collect();
        let rank = |m: u32| scores.values().filter(|&&v| v >= scores[&m] * (1.0 - 1e-12)).count() as f64;
        let weight = |l: usize| {
            let (ef, ep) = self.counts(l);
            of(self.methods[l]) * (1.0 - q).powf(ep) * s.powf(self.failures() - ef)
        };
        let total: f64 = lines.iter().map(|&l| weight(l)).sum();
        lines.iter().map(|&l| div(weight(l), total) / rank(self.methods[l])).sum()
    }

    pub fn tfd(&self) -> f64 {
        self.groups().len() as f64
    }

    /// The suite value of a metric without parameters.
    pub fn value(&self, metric: &str) -> Option<f64> {
        if self.rows.is_empty() {
            return None;
        }
        Some(match metric {
            "entbug" => self.entbug(),
            "entbug-published" => self.entbug_published(),
            "tfd" => self.tfd(),
            "ddu" => self.ddu(),
            "rapter" => self.rapter(),
            "flint" => self.flint_value(),
            "add" | "total" => self.covered(),
            "eap" => self.eap_value(0.5, 0.1),
            "eap:q=0.2" => self.eap_value(0.2, 0.1),
            _ => return None,
        })
    }

    /// The score of a candidate, given true or assumed outcomes of the tests so far.
    pub fn score(&self, metric: &str, row: &[f64]) -> f64 {
        let grown = self.with(row, false);
        match metric {
            "entbug" | "entbug-published" | "tfd" | "ddu" | "rapter" | "eap" | "eap:q=0.2" => {
                grown.value(metric).expect("a suite value")
            }
            "eap-split" => grown.eap_value(0.5, 0.1) + self.left(10.0) * 0.15 * self.eap_split(row),
            "split" => self.rlfdc_split(row),
            "cover" | "prox" => self.prox(row),
            "split-cover" => f64::midpoint(self.rlfdc_split(row), self.prox(row)),
            "fdg" | "fdg-ap" => self.fdg(row, 0.5),
            "fdg:alpha=0.9" => self.fdg(row, 0.9),
            "fdg-split" => split(&grown, &self.scaled()),
            "fdg-cover" => cover(row, &self.scaled()),
            "s3" => self.s3(row),
            "flint" => self.flint(row),
            "add" => grown.covered() - self.covered(),
            "total" => row.iter().sum(),
            _ => unreachable!("{metric}"),
        }
    }

    /// The fraction of tests still to be chosen.
    fn left(&self, tests: f64) -> f64 {
        (1.0 - (self.n() - self.failures()) / (tests - 1.0)).max(0.0)
    }

    fn eap_split(&self, row: &[f64]) -> f64 {
        let mut sets: BTreeMap<(u32, u32), [f64; 2]> = BTreeMap::new();
        let mut total = 0.0;
        for e in self.suspicious() {
            let (ef, ep) = self.counts(e);
            let weight = 0.5_f64.powf(ep) * 0.1_f64.powf(self.failures() - ef);
            sets.entry((ef as u32, ep as u32)).or_default()[usize::from(row[e] > 0.0)] += weight;
            total += weight;
        }
        div(sets.values().map(|set| set[0].min(set[1])).sum(), total)
    }

    fn rlfdc_split(&self, row: &[f64]) -> f64 {
        let suspicious: BTreeSet<usize> = self.suspicious().into_iter().collect();
        let mut sum = 0.0;
        for group in self.groups() {
            let group: Vec<usize> = group.into_iter().filter(|e| suspicious.contains(e)).collect();
            let covered: f64 = group.iter().map(|&e| row[e]).sum();
            let size = group.len() as f64;
            sum += size / self.m() * covered.min(size - covered);
        }
        sum
    }

    fn prox(&self, row: &[f64]) -> f64 {
        let failing: Vec<_> =
            self.rows.iter().zip(&self.failed).filter(|(_, f)| **f).map(|(r, _)| r).collect();
        let jaccard = |other: &Vec<f64>| {
            let both: f64 = row.iter().zip(other).map(|(a, b)| a * b).sum();
            let either: f64 = row.iter().zip(other).map(|(a, b)| a.max(*b)).sum();
            div(both, either)
        };
        div(failing.iter().map(|other| jaccard(other)).sum(), failing.len() as f64)
    }

    fn fdg(&self, row: &[f64], alpha: f64) -> f64 {
        let w = self.weights();
        alpha * split(&self.with(row, false), &w) + (1.0 - alpha) * cover(row, &w)
    }

    fn s3(&self, row: &[f64]) -> f64 {
        let mut sets: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
        for e in self.suspicious() {
            let (ef, ep) = self.counts(e);
            sets.entry((ef as u32, ep as u32)).or_default().push(e);
        }
        let part = |((ef, _), set): (&(u32, u32), &Vec<usize>)| {
            let covered = set.iter().filter(|&&e| row[e] > 0.0).count();
            covered.min(set.len() - covered) as f64 * f64::from(*ef)
        };
        div(sets.iter().map(part).sum(), self.failures())
    }

    fn flint(&self, row: &[f64]) -> f64 {
        let alpha = div(self.failures(), self.n());
        let passed = normalised(&self.with(row, false).tarantula());
        let failed = normalised(&self.with(row, true).tarantula());
        let mixed: Vec<f64> =
            passed.iter().zip(&failed).map(|(p, f)| (1.0 - alpha) * p + alpha * f).collect();
        entropy(&normalised(&mixed))
    }
}

fn split(grown: &Suite, w: &[f64]) -> f64 {
    let sum: f64 = w.iter().sum();
    if sum == 0.0 || grown.elements == 1 {
        return 1.0;
    }
    let part = |g: &Vec<usize>| g.iter().map(|&e| w[e]).sum::<f64>() / sum * (g.len() as f64 - 1.0);
    1.0 - grown.groups().iter().map(part).sum::<f64>() / (grown.m() - 1.0)
}

fn cover(row: &[f64], w: &[f64]) -> f64 {
    row.iter().zip(w).map(|(x, w)| x * w).sum::<f64>() / row.len() as f64
}

fn div(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { a / b }
}

fn normalised(scores: &[f64]) -> Vec<f64> {
    let sum: f64 = scores.iter().sum();
    scores.iter().map(|s| div(*s, sum)).collect()
}

fn entropy(p: &[f64]) -> f64 {
    p.iter().filter(|p| **p > 0.0).map(|p| -p * p.log2()).sum()
}
