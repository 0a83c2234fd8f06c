//! Compares the results of variants and failing tests in both orders.

use std::path::PathBuf;

use faultline_spectrum::Spectrum;
use faultline_variant_evidence::words::{Kind, Why};

use crate::grown::Variant;
use crate::observed::{Execution, Observed, Outcome};
use crate::plan::Failing;

/// Observations of variants on the oracle's classes.
#[derive(Debug)]
pub struct There {
    /// Results in the order of methods.
    pub forward: Observed,
    /// Results in the reverse order.
    pub backward: Observed,
    /// The results that both orders agree on.
    pub want: Observed,
    /// The file with these results.
    pub file: PathBuf,
}

/// The results from which labels are derived.
pub struct Judged<'a> {
    /// The failing tests.
    pub tests: &'a [&'a Failing],
    /// Observations on the oracle's classes.
    pub there: Option<&'a There>,
    /// Results in the order of methods.
    pub forward: &'a Observed,
    /// Results in the reverse order.
    pub backward: &'a Observed,
}

impl<'a> Judged<'a> {
    /// The result of a variant, if both orders agree. Errors: why there is none.
    pub fn ended(&self, variant: &Variant) -> Result<&'a Execution, Why> {
        let method = variant.method.as_str();
        if let (Kind::Edit, Some(there)) = (variant.kind, self.there)
            && !there.want.methods.contains_key(method)
        {
            return Err(match (there.forward.of(method), there.backward.of(method)) {
                (Some(_), Some(_)) if !there.forward.agrees(&there.backward, method) => Why::UnstableThere,
                (Some(execution), Some(_)) => without_verdict(execution),
                _ => Why::NotRun,
            });
        }
        match (self.forward.of(method), self.backward.of(method)) {
            (Some(_), Some(_)) if !self.forward.agrees(self.backward, method) => Err(Why::Unstable),
            (Some(execution), Some(_)) => Ok(execution),
            // A variant without a verdict was not run again.
            (Some(execution), None) => Err(without_verdict(execution)),
            _ => Err(Why::NotRun),
        }
    }

    /// The result of a failing test that was run again. Errors: why its variants cannot be used.
    pub fn original(&self, test: &Failing, spectrum: &Spectrum) -> Result<&'a Execution, &'static str> {
        const NOT_IN_TIME: &str = "was not run again in time; give it more with --budget";
        let execution = self.forward.of(&test.method).ok_or(NOT_IN_TIME)?;
        if execution.outcome != Outcome::Failed {
            return Err("does not fail when it is run again alone");
        }
        let again = self.backward.of(&test.method).ok_or(NOT_IN_TIME)?;
        let ended = |of: &Execution| (of.outcome, of.exception.clone(), of.frame.clone());
        if ended(execution) != ended(again) {
            return Err("does not always end in the same way when it is run again");
        }
        let recorded = spectrum.tests[test.row.index()].failure.as_ref();
        if recorded.is_some_and(|recorded| {
            !recorded.exception.is_empty() && recorded.exception != execution.exception
        }) {
            return Err("fails by another exception when it is run again alone");
        }
        Ok(execution)
    }
}

/// The methods to run a second time: those that passed or failed in the first run. Failing tests are at the
/// end, so that they come first in the reverse order, too: no variant has a label without them.
pub fn again(methods: &[String], tests: &[&Failing], forward: &Observed) -> Vec<String> {
    let is_original = |method: &String| tests.iter().any(|test| test.method == *method);
    let has_ended = |method: &&String| {
        forward.of(method).is_some_and(|of| matches!(of.outcome, Outcome::Passed | Outcome::Failed))
    };
    let (originals, variants): (Vec<&String>, Vec<&String>) =
        methods.iter().filter(has_ended).partition(|method| is_original(method));
    variants.into_iter().chain(originals).cloned().collect()
}

/// Checks that an assertion has the same result alone as in the whole test, where the others ran before it.
/// Errors: it differs.
pub fn agrees(
    whole: Option<&Execution>,
    assertion: usize,
    alone: &Execution,
    original: &Execution,
) -> Result<(), Why> {
    let told = |word: &str| {
        // The rest of the observation is a message, which may differ.
        let words = format!("{assertion} {word}");
        whole.is_some_and(|whole| whole.observations.iter().any(|said| said.starts_with(&words)))
    };
    let fails = alone.outcome == Outcome::Failed;
    let is_same = match (told("fails"), told("holds")) {
        (true, _) => fails,
        (false, true) => !fails,
        // An exception that ended the whole test before the assertion must also end the assertion alone.
        (false, false) => whole.is_some() && fails && alone.exception == original.exception,
    };
    if is_same || alone.outcome == Outcome::Aborted { Ok(()) } else { Err(Why::Depends) }
}

fn without_verdict(execution: &Execution) -> Why {
    match execution.outcome {
        Outcome::Timeout => Why::TimedOut,
        Outcome::Linkage => Why::Linkage,
        Outcome::Aborted => Why::Aborted,
        Outcome::Passed | Outcome::Failed | Outcome::Skipped => Why::NotRun,
    }
}
