//! What is known of methods and lines besides the tests that cover them.

use faultline_spectrum::{ElementId, Spectrum, TestId};

use crate::evidence::{Evidence, Known};
use crate::spec::MUTANTS_POWER;
use crate::{
    Base, BestOutcomes, MutantEvidence, NameMatch, RankingSpec, Selection, TraceFrames, Variant, Weighed,
};

/// What the failing tests tell of each method besides their coverage. Either part is empty
/// where nothing is known, or nothing is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clues {
    /// The method's place in the stack traces, from 1: `+trace`.
    pub frames: Vec<Option<u32>>,
    /// How much of its name the tests' names share: `+name`.
    pub names: Vec<NameMatch>,
    /// What the score of each element is multiplied by: `+mutants`.
    pub mutants: Vec<f64>,
    /// The score of each element, where the base is one by mutants.
    pub scores: Vec<f64>,
    /// What variants of failing tests add to the counts of each element: `+amplified`.
    pub amplified: Weighed,
    /// The best outcome of each element, where outcomes count.
    pub outcomes: BestOutcomes,
    /// What is told of each method, where evidence is weighed.
    pub evidence: Evidence,
}

impl Clues {
    /// What a ranking asks of some failing tests; `known` is made when it is asked for.
    /// Cost: O(methods + frames + shared words), per failing test where evidence is weighed.
    pub fn of<'i>(
        spectrum: &Spectrum,
        failing: &[TestId],
        spec: &RankingSpec,
        known: impl Fn() -> &'i Known,
    ) -> Self {
        let frames = match spec.trace {
            Some(_) => TraceFrames::of(spectrum, failing).of_methods(spectrum),
            None => Vec::new(),
        };
        let tests = failing.iter().map(|test| &spectrum.tests[test.index()]);
        let names = if spec.name.is_some() { known().names().of_tests(tests) } else { Vec::new() };
        let evidence = match spec.base {
            Base::Evidence(_) => Evidence::of_tests(spectrum, failing, known()),
            Base::Formula { .. } | Base::Posterior(_) | Base::Mutants(_) => Evidence::default(),
        };
        Self { frames, names, evidence, ..Self::default() }
    }

    /// With what mutants say, of what the ranking asks of them.
    #[must_use]
    pub fn with_mutants(self, evidence: &dyn MutantEvidence, spec: &RankingSpec, tests: &Selection) -> Self {
        let mut mutants = spec.mutants.map(|weight| evidence.factors(tests, weight)).unwrap_or_default();
        if spec.weights().is_some() {
            for factor in &mut mutants {
                *factor = factor.powf(MUTANTS_POWER);
            }
        }
        let scores = match spec.base {
            Base::Mutants(by) => evidence.scores(tests, by, &|counts| spec.score_of_kills(counts)),
            Base::Formula { .. } | Base::Posterior(_) | Base::Evidence(_) => Vec::new(),
        };
        Self { mutants, scores, ..self }
    }

    /// With what variants of failing tests add, where the ranking asks for them.
    #[must_use]
    pub fn with_amplified(
        self,
        spectrum: &Spectrum,
        variants: &[Variant],
        spec: &RankingSpec,
        tests: &Selection,
    ) -> Self {
        let Some(weight) = spec.amplified else { return self };
        let columns = spectrum.elements.len();
        Self { amplified: Weighed::of(variants, tests, weight, columns, ElementId::index), ..self }
    }

    /// What mutants multiply an element's score by.
    pub fn mutants(&self, element: usize) -> f64 {
        self.mutants.get(element).copied().unwrap_or(1.0)
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
        let told = match &spec.base {
            Base::Evidence(weights) => weights.factor(self.evidence.row(method)),
            Base::Formula { .. } | Base::Posterior(_) | Base::Mutants(_) => 1.0,
        };
        spec.trace_factor(self.frame(method)) * spec.name_factor(self.name(method)) * told
    }
}
