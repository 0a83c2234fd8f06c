//! Training of the extended metric.

use faultline_diagnosability::{Known, Universe, Verdict};
use faultline_spectrum::{Outcome, Test, TestId};

use super::belief::Case;
use super::model::{ExtendedCard, ExtendedModel, ExtendedTraining};
use super::{Belief, Evidence};
use crate::{Digest, RlfdcError, TrainingFault};

/// Training options of the extended metric.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtendedOptions {
    /// Penalty on large weights, relative to the log probabilities of the faults.
    pub ridge: f64,
    /// Training date to store in the model; the library reads no clock.
    pub date: String,
}

impl Default for ExtendedOptions {
    fn default() -> Self {
        Self { ridge: 2.0, date: String::new() }
    }
}

/// Learns a belief, fault by fault.
///
/// Every failing test that covers a faulty line is one case; the cases of one fault together count as one fault. Training is
/// deterministic: the same faults in the same order give the same model, bit by bit.
#[derive(Clone, Debug)]
pub struct ExtendedTrainer {
    options: ExtendedOptions,
    cases: Vec<Case>,
    data: Digest,
    faults: usize,
}

impl ExtendedTrainer {
    /// A trainer without faults. Errors: invalid options.
    pub fn new(options: &ExtendedOptions) -> Result<Self, RlfdcError> {
        if !(options.ridge > 0.0 && options.ridge.is_finite()) {
            return Err(RlfdcError::BadOptions { reason: "the ridge is a number above 0" });
        }
        Ok(Self { options: options.clone(), cases: Vec::new(), data: Digest::default(), faults: 0 })
    }

    /// Adds the evidence of a fault; does not keep the spectrum. Errors: no test failed, or no faulty method has a line.
    /// Panics: method numbers do not match the spectrum. Cost: computes the evidence once per failing test.
    pub fn learn(&mut self, fault: &TrainingFault<'_>) -> Result<(), RlfdcError> {
        self.cases.extend(cases_of(fault)?);
        fault.digest(&mut self.data);
        digest_names(fault, &mut self.data);
        self.faults += 1;
        Ok(())
    }

    /// The model of the faults so far. Errors: there are none.
    pub fn model(&self) -> Result<ExtendedModel, RlfdcError> {
        if self.faults == 0 {
            return Err(RlfdcError::NoFault);
        }
        let training =
            ExtendedTraining { faults: self.faults, data: self.data.to_string(), ridge: self.options.ridge };
        let date = self.options.date.clone();
        let card = ExtendedCard { date, training: Some(training), ..ExtendedCard::default() };
        Ok(ExtendedModel::new(Belief::fit(&self.cases, self.options.ridge), card))
    }
}

/// Learns a belief from faults with known causes, in order. Errors: no fault, an unusable fault, or invalid options. Cost:
/// about ten milliseconds a fault; one thread.
pub fn train_extended(
    faults: &[TrainingFault<'_>],
    options: &ExtendedOptions,
) -> Result<ExtendedModel, RlfdcError> {
    let mut trainer = ExtendedTrainer::new(options)?;
    faults.iter().try_for_each(|fault| trainer.learn(fault))?;
    trainer.model()
}

/// One case for each failing test that covers a faulty line. Errors: there is none.
fn cases_of(fault: &TrainingFault<'_>) -> Result<Vec<Case>, RlfdcError> {
    assert_eq!(fault.method_of.len(), fault.spectrum.elements.len(), "one method per element");
    let unusable = |reason| RlfdcError::Unusable { fault: fault.name.to_owned(), reason };
    if fault.spectrum.tests_with(Outcome::Failed).next().is_none() {
        return Err(unusable("none of its tests failed"));
    }
    if !fault.method_of.iter().any(|method| fault.faulty.contains(method)) {
        return Err(unusable("no faulty method has a line"));
    }
    let universe = Universe::new(fault.method_of.to_vec());
    let failing = fault.spectrum.tests_with(Outcome::Failed);
    let mut cases: Vec<Case> = failing.map(|test| case(fault, &universe, test)).collect();
    cases.retain(|case| case.is_faulty.contains(&true));
    let weight = 1.0 / cases.len().max(1) as f64;
    for case in &mut cases {
        case.weight = weight;
    }
    Ok(cases)
}

fn case(fault: &TrainingFault<'_>, universe: &Universe, initial: TestId) -> Case {
    let spectrum = fault.spectrum;
    let is_candidate = |row: &usize| *row != initial.index() && spectrum.tests[*row].outcome.is_counted();
    let candidates: Vec<TestId> = (0..spectrum.tests.len()).filter(is_candidate).map(TestId::new).collect();
    let given = [(initial, Verdict::Failed)];
    let evidence =
        Evidence::of(&Known { spectrum, universe, given: &given, candidates: &candidates, prepared: None });
    let is_faulty = evidence.methods.iter().map(|known| fault.faulty.contains(&known.method)).collect();
    Case { evidence, is_faulty, weight: 1.0 }
}

/// Adds the names and stack traces that evidence depends on.
fn digest_names(fault: &TrainingFault<'_>, digest: &mut Digest) {
    let spectrum = fault.spectrum;
    for element in &spectrum.elements {
        let method = &spectrum.methods[element.method.index()];
        digest.text(&spectrum.classes[method.class.index()].name);
        digest.text(&method.name);
    }
    let frames = |test: &Test| {
        let frames = test.failure.iter().flat_map(|failure| &failure.frames);
        frames.map(|frame| format!("{}.{}", frame.class, frame.method)).collect::<Vec<_>>().join(" ")
    };
    for test in &spectrum.tests {
        digest.text(&test.class);
        digest.text(&test.method);
        digest.text(&frames(test));
    }
}
