//! The report of an amplification.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::choose::{Choice, Chosen};
use crate::plan::Plan;
use faultline_jvm_process::jvm::left_out::LeftOut;
use faultline_variant_evidence::kept::Kept;
use faultline_variant_evidence::matched::Matched;
use faultline_variant_evidence::words::{By, Label, Why};

/// Why it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All units are done.
    Done,
    /// The budget ended before every failing test had a turn.
    Budget,
    /// A signal asked to stop.
    Stopped,
}

/// The report of the failing tests of one class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitReport {
    /// Binary name of the class.
    pub class: String,
    /// Number of its failing tests.
    pub tests: usize,
    /// Number of variants that compiled.
    pub variants: usize,
    /// Numbers of labelled variants: passing and failing ones.
    pub labelled: (usize, usize),
    /// Duration of editing and of running.
    pub took: (Duration, Duration),
}

/// The report of an amplification.
#[derive(Debug)]
pub struct Report {
    /// The plan.
    pub plan: Plan,
    /// Reports by class.
    pub units: Vec<UnitReport>,
    /// Labelled variants.
    pub kept: Vec<Kept>,
    /// The labelled variants in terms of the spectrum, with their coverage.
    pub matched: Matched,
    /// The criterion by which variants are chosen.
    pub choice: Choice,
    /// The chosen variants of [`Report::matched`], the best first.
    pub chosen: Vec<Chosen>,
    /// Numbers of variants without a label, by reason.
    pub reasons: BTreeMap<Why, usize>,
    /// Failing tests without variants, with reasons.
    pub left_out: Vec<LeftOut>,
    /// Number of failing tests that the budget did not reach.
    pub unreached: usize,
    /// Written source files of tests.
    pub written: Vec<PathBuf>,
    /// Number of tests in them.
    pub tests_written: usize,
    /// The folder of results.
    pub folder: PathBuf,
    /// Why it ended.
    pub end: Ended,
    /// The signal that stopped it.
    pub signal: Option<i32>,
    /// Total duration, and duration of building a revision.
    pub took: (Duration, Duration),
    /// Notes, a sentence each.
    pub notes: Vec<String>,
}

impl Report {
    /// Number of variants that compiled.
    pub fn variants(&self) -> usize {
        self.units.iter().map(|unit| unit.variants).sum()
    }

    /// Numbers of labelled variants by source of the label: passing and failing ones.
    pub fn labels(&self) -> BTreeMap<By, (usize, usize)> {
        let mut labels: BTreeMap<By, (usize, usize)> = BTreeMap::new();
        for one in &self.kept {
            let counts = labels.entry(one.by).or_default();
            match one.label {
                Label::Passes => counts.0 += 1,
                Label::Fails => counts.1 += 1,
            }
        }
        labels
    }
}
