//! The measures that rules can use.

use std::collections::HashSet;
use std::fmt;

use faultline_sbfl::nearest_names;
use faultline_since_passed::Comparison;
use faultline_spectrum::{Outcome, Spectrum, TestId};

use crate::measures::Measures;
use crate::suspects::suspects;

/// A measure of a suite, and possibly of its parts.
#[derive(Clone, Copy)]
pub struct Measure {
    /// Its name in rules.
    pub name: &'static str,
    pub(crate) read: Read,
}

/// How a measure's value is computed.
#[derive(Clone, Copy)]
pub(crate) enum Read {
    /// For a suite, a package or a class.
    Part(fn(&Measures) -> f64),
    /// Only for a suite.
    Suite(fn(&Spectrum) -> f64),
    /// Only for a suite, compared with earlier runs.
    Since(fn(&Spectrum, &Comparison) -> f64),
}

const fn part(name: &'static str, of: fn(&Measures) -> f64) -> Measure {
    Measure { name, read: Read::Part(of) }
}

const fn suite(name: &'static str, of: fn(&Spectrum) -> f64) -> Measure {
    Measure { name, read: Read::Suite(of) }
}

const fn since(name: &'static str, of: fn(&Spectrum, &Comparison) -> f64) -> Measure {
    Measure { name, read: Read::Since(of) }
}

const ALL: &[Measure] = &[
    part("tests", |m| m.tests as f64),
    suite("passed", |spectrum| ended(spectrum, Outcome::Passed)),
    suite("failed", |spectrum| ended(spectrum, Outcome::Failed)),
    since("new-failed", |spectrum, changes| {
        failed(spectrum, |test| changes.is_new(test) && !changes.verdict(test).is_doubtful())
    }),
    since("flaky", |spectrum, changes| failed(spectrum, |test| changes.verdict(test).is_doubtful())),
    suite("aborted", |spectrum| ended(spectrum, Outcome::Aborted)),
    suite("skipped", |spectrum| ended(spectrum, Outcome::Skipped)),
    part("idle", |m| m.idle as f64),
    part("elements", |m| m.elements as f64),
    part("covered", |m| m.covered as f64 / m.elements as f64),
    part("rho", |m| m.rho),
    part("density", |m| m.density),
    part("diversity", |m| m.diversity),
    part("uniqueness", |m| m.uniqueness),
    part("ddu", |m| m.ddu),
    part("entbug", |m| m.entbug),
    part("entbug_published", |m| m.entbug_published),
    part("tfd", |m| m.groups as f64),
    part("alone", |m| m.alone as f64),
    part("largest", |m| m.largest as f64),
    suite("suspects", suspects),
];

fn ended(spectrum: &Spectrum, outcome: Outcome) -> f64 {
    spectrum.tests_with(outcome).count() as f64
}

/// Number of failed tests, each once however many rows it has, for which something holds.
fn failed(spectrum: &Spectrum, holds: impl Fn(TestId) -> bool) -> f64 {
    let rows = spectrum.tests_with(Outcome::Failed).filter(|test| holds(*test));
    let ids: HashSet<&str> = rows.map(|test| &*spectrum.tests[test.index()].unique_id).collect();
    ids.len() as f64
}

impl Measure {
    /// Finds a measure by name, ignoring case.
    pub fn find(name: &str) -> Option<Self> {
        ALL.iter().copied().find(|measure| measure.name.eq_ignore_ascii_case(name))
    }

    /// All names, in the order of the documentation.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|measure| measure.name)
    }

    /// The known name closest to a misspelt one.
    pub(crate) fn nearest(name: &str) -> Option<String> {
        nearest_names(name, Self::names(), 1).pop()
    }

    /// Whether it compares with earlier runs, so that it needs a baseline.
    pub fn is_since(self) -> bool {
        matches!(self.read, Read::Since(_))
    }

    /// Whether packages and classes also have this measure.
    pub fn is_of_parts(self) -> bool {
        matches!(self.read, Read::Part(_))
    }
}

impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
