//! The extended metric.

use std::sync::Arc;

use faultline_diagnosability::metrics::{Eap, EapState};
use faultline_diagnosability::{Known, Metric, Universe};

use super::{Belief, Evidence};

/// Probability that a test that executes the fault fails. Lower than in plain `eap`, because the belief already accounts for
/// many passing tests.
const Q: f64 = 0.4;

/// Expected average precision ([`Eap`]) with suspicious lines weighted by a learned belief.
///
/// Needs an initial failing test; uses no later outcomes. Without knowledge of a spectrum ([`Metric::knowing`]) it equals
/// `eap:q=0.4`. Units: 0 to 1, larger is better. Source: this project; `docs/learning.md`.
#[derive(Clone, Debug)]
pub struct Extended {
    belief: Belief,
    name: Arc<str>,
    /// Weight of each element, if a spectrum is known.
    weights: Option<Arc<[f64]>>,
}

impl Extended {
    /// The metric of a belief under a name, which identifies the metric.
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
