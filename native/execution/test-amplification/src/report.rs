//! What came of growing tests.

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
    /// All is done.
    Done,
    /// The budget was over before every failing test had its turn.
    Budget,
    /// Somebody wished so.
    Stopped,
}

/// What came of the failing tests of one class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitReport {
    /// Binary name of the class.
    pub class: String,
    /// Failing tests of it.
    pub tests: usize,
    /// Variants that compiled.
    pub variants: usize,
    /// Those with a label, passing and failing ones.
    pub labelled: (usize, usize),
    /// How long editing took, and running.
    pub took: (Duration, Duration),
}

/// What came of growing tests.
#[derive(Debug)]
pub struct Report {
    /// What was to be done.
    pub plan: Plan,
    /// What was done, class by class.
    pub units: Vec<UnitReport>,
    /// Labelled variants.
    pub kept: Vec<Kept>,
    /// The same in terms of the spectrum, with what they executed.
    pub matched: Matched,
    /// What decided which of them are chosen.
    pub choice: Choice,
    /// Those of [`Report::matched`] that are chosen, the best first.
    pub chosen: Vec<Chosen>,
    /// Variants without a label, by why.
    pub reasons: BTreeMap<Why, usize>,
    /// Failing tests that nothing came of, with why.
    pub left_out: Vec<LeftOut>,
    /// Failing tests that the budget did not reach.
    pub unreached: usize,
    /// Files of tests that were written.
    pub written: Vec<PathBuf>,
    /// Tests in them.
    pub tests_written: usize,
    /// Where results lie.
    pub folder: PathBuf,
    /// Why it ended.
    pub end: Ended,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// How long it took, and building a revision.
    pub took: (Duration, Duration),
    /// Oddities, a sentence each.
    pub notes: Vec<String>,
}

impl Report {
    /// All variants that compiled.
    pub fn variants(&self) -> usize {
        self.units.iter().map(|unit| unit.variants).sum()
    }

    /// Labelled variants by who says so: passing and failing ones.
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
