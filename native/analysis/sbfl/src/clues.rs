//! Evidence about methods and lines besides coverage.

use faultline_spectrum::{ElementId, Spectrum, TestId};

use crate::evidence::{Evidence, Known};
use crate::spec::MUTANTS_POWER;
use crate::{
    Base, BestOutcomes, ChangeEvidence, ChangeFactors, MutantEvidence, NameMatch, RankingSpec, Selection,
    Telling, TraceFrames, Variant, Weighed,
};

/// Evidence about each method besides coverage. A part is empty if it is unknown or the ranking does not use it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clues {
    /// The method's position in the stack traces, from 1: `+trace`.
    pub frames: Vec<Option<u32>>,
    /// Similarity of its name to the tests' names: `+name`.
    pub names: Vec<NameMatch>,
    /// Factor of each element's score: `+mutants`.
    pub mutants: Vec<f64>,
    /// Factors of what has changed: `+changed`.
    pub changed: ChangeFactors,
    /// The score of each element, for a base by mutants.
    pub scores: Vec<f64>,
    /// The counts that variants of failing tests add to each element: `+amplified`.
    pub amplified: Weighed,
    /// The best outcome of each element, if outcomes count.
    pub outcomes: BestOutcomes,
    /// Evidence about each method, if the ranking weighs evidence.
    pub evidence: Evidence,
}

impl Clues {
    /// Collects what a ranking needs of some failing tests; `known` is evaluated only if needed.
    /// Cost: O(methods + frames + shared words), per failing test if evidence is weighed.
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

    /// Adds the evidence from mutants that the ranking uses. Beside the learned evidence, an element keeps its score unless one of its
    /// mutants mends a failing test. Source: on projects other than those that the power was chosen on, kills alone put fewer faulty methods
    /// first (`docs/decisions/0100-rankings.md`).
    #[must_use]
    pub fn with_mutants(self, evidence: &dyn MutantEvidence, spec: &RankingSpec, tests: &Selection) -> Self {
        let is_learned = spec.weights().is_some();
        let of = if is_learned { Telling::Mending } else { Telling::Any };
        let mut mutants = spec.mutants.map(|weight| evidence.factors(tests, weight, of)).unwrap_or_default();
        if is_learned {
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

    /// Adds the evidence from changes, if the ranking uses it.
    #[must_use]
    pub fn with_changed(self, evidence: &dyn ChangeEvidence, spec: &RankingSpec, tests: &Selection) -> Self {
        match spec.changed {
            Some(most) => Self { changed: evidence.factors(tests.failing(), most), ..self },
            None => self,
        }
    }

    /// Adds the counts of variants, if the ranking uses them.
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

    /// The factor of an element's score from mutants.
    pub fn mutants(&self, element: usize) -> f64 {
        self.mutants.get(element).copied().unwrap_or(1.0)
    }

    /// The method's position in the stack traces.
    pub fn frame(&self, method: usize) -> Option<u32> {
        self.frames.get(method).copied().flatten()
    }

    /// Similarity of the method's name to the tests' names.
    pub fn name(&self, method: usize) -> NameMatch {
        self.names.get(method).copied().unwrap_or_default()
    }

    /// The factor of a method's score from all evidence.
    pub fn factor(&self, spec: &RankingSpec, method: usize) -> f64 {
        let told = match &spec.base {
            Base::Evidence(weights) => weights.factor(self.evidence.row(method)),
            Base::Formula { .. } | Base::Posterior(_) | Base::Mutants(_) => 1.0,
        };
        let changed = self.changed.method(method);
        spec.trace_factor(self.frame(method)) * spec.name_factor(self.name(method)) * told * changed
    }
}
