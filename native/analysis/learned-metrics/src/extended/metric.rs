//! The extended metric.

use std::sync::Arc;

use faultline_diagnosability::metrics::{Eap, EapState};
use faultline_diagnosability::{Known, Metric, Universe};

use super::{Belief, Evidence};

/// Chance that a test that executes the fault fails. Less than plain `eap` assumes: what many
/// passing tests would tell is in the belief already.
const Q: f64 = 0.4;

/// Expected average precision ([`Eap`]), its suspicious lines weighted by a learned belief.
///
/// Needs a failing test at the start and is told no outcomes after that. Units: 0 to 1, larger is
/// better. Started without knowledge of a spectrum ([`Metric::knowing`]), it is `eap:q=0.4`.
/// Source: this project; `docs/learned.md`.
#[derive(Clone, Debug)]
pub struct Extended {
    belief: Belief,
    name: Arc<str>,
    /// The weight of every element, once a spectrum is known.
    weights: Option<Arc<[f64]>>,
}

impl Extended {
    /// The metric of a belief, by a name: a metric's name is its identity.
    pub fn new(belief: Belief, name: &str) -> Self {
        Self { belief, name: name.into(), weights: None }
    }
}

impl Metric for Extended {
    type State = EapState;

    fn name(&self) -> String {
        self.name.to_string()
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn knowing(&self, known: &Known<'_>) -> Option<Self> {
        let weights = self.belief.of_elements(&Evidence::of(known), known.universe.method_of());
        Some(Self { weights: Some(weights), ..self.clone() })
    }

    fn start(&self, universe: &Universe) -> EapState {
        let eap = Eap { q: Q, ..Eap::default() };
        match &self.weights {
            Some(weights) => eap.weighted(universe, Arc::clone(weights)),
            None => eap.start(universe),
        }
    }
}
