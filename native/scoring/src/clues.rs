//! What is known of methods besides the tests that cover them.

use faultline_spectrum::{Spectrum, TestId};

use crate::{NameIndex, NameMatch, RankingSpec, TraceFrames};

/// What the failing tests tell of each method besides their coverage. Either part is empty
/// where nothing is known, or nothing is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clues {
    /// The method's place in the stack traces, from 1: `+trace`.
    pub frames: Vec<Option<u32>>,
    /// How much of its name the tests' names share: `+name`.
    pub names: Vec<NameMatch>,
}

impl Clues {
    /// What a ranking asks of some failing tests; `names` is made when it is asked for.
    /// Cost: O(methods + frames + shared words).
    pub fn of<'i>(
        spectrum: &Spectrum,
        failing: &[TestId],
        spec: &RankingSpec,
        names: impl FnOnce() -> &'i NameIndex,
    ) -> Self {
        let frames = match spec.trace {
            Some(_) => TraceFrames::of(spectrum, failing).of_methods(spectrum),
            None => Vec::new(),
        };
        let tests = failing.iter().map(|test| &spectrum.tests[test.index()]);
        let names = if spec.name.is_some() { names().of_tests(tests) } else { Vec::new() };
        Self { frames, names }
    }

    /// The method's place in the stack traces.
    pub fn frame(&self, method: usize) -> Option<u32> {
        self.frames.get(method).copied().flatten()
    }

    /// How much of its name the tests' names share.
    pub fn name(&self, method: usize) -> NameMatch {
        self.names.get(method).copied().unwrap_or_default()
    }

    /// What the clues multiply a method's score by.
    pub fn factor(&self, spec: &RankingSpec, method: usize) -> f64 {
        spec.trace_factor(self.frame(method)) * spec.name_factor(self.name(method))
    }
}
