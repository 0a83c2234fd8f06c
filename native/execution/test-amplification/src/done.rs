//! Results of an amplification so far.

use std::collections::BTreeMap;
use std::path::PathBuf;

use faultline_jvm_process::jvm::left_out::LeftOut;
use faultline_variant_evidence::kept::Kept;
use faultline_variant_evidence::words::Why;

use crate::report::UnitReport;
use crate::unlabelled::Unlabelled;

/// The origin of a kept variant, and its correct result.
#[derive(Debug)]
pub struct Origin {
    /// Index of its unit in the plan.
    pub unit: usize,
    /// Its number in the unit.
    pub number: usize,
    /// The exception that ends it; empty if it passes.
    pub exception: String,
    /// Its observations.
    pub observations: Vec<String>,
}

/// The results so far.
#[derive(Debug, Default)]
pub struct Done {
    /// Reports of finished classes.
    pub units: Vec<UnitReport>,
    /// Variants with a label.
    pub kept: Vec<Kept>,
    /// The origin of each kept variant.
    pub origins: Vec<Origin>,
    /// Recordings of variants.
    pub recordings: Vec<PathBuf>,
    /// Variants that a person may label.
    pub unlabelled: Vec<Unlabelled>,
    /// Numbers of variants without a label, by reason.
    pub reasons: BTreeMap<Why, usize>,
    /// Failing tests without variants.
    pub left_out: Vec<LeftOut>,
    /// Number of failing tests that the budget did not reach.
    pub unreached: usize,
    /// The folder of each unit's variants.
    pub folders: BTreeMap<usize, PathBuf>,
}

impl Done {
    /// Number of variants that have a label or may get one from a person.
    pub fn count(&self) -> usize {
        self.kept.len() + self.unlabelled.len()
    }
}
