//! A learned belief with its history, and its file format.

use std::path::Path;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::{Belief, EVIDENCE, Extended};
use crate::model::{contents, replace};
use crate::weights_file::{Card, WeightsFile};
use crate::{Figure, RlfdcError};

const FILE: WeightsFile = WeightsFile { format: "faultline-rlfdc-extended", evidence: &[&EVIDENCE] };

/// A belief with its history.
///
/// The file is self-describing JSON; `docs/learning.md` lists its fields. Equal models give identical files.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtendedModel {
    belief: Belief,
    card: ExtendedCard,
}

/// Provenance of a belief.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtendedCard {
    /// Names of the evidence: [`EVIDENCE`].
    pub evidence: Vec<String>,
    /// Creation date, as given by the creator.
    pub date: String,
    /// A note for people.
    pub note: String,
    /// Training details; `None` for weights from elsewhere.
    // Otherwise serde reads a missing field as `None`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub training: Option<ExtendedTraining>,
    /// Evaluation results, as given by the creator.
    pub evaluation: Vec<Figure>,
}

/// Training details. There is no seed because training is deterministic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtendedTraining {
    /// Number of faults.
    pub faults: usize,
    /// [`Digest`] of the faults.
    pub data: String,
    /// Penalty on large weights.
    pub ridge: f64,
}

impl Default for ExtendedCard {
    fn default() -> Self {
        Self {
            evidence: EVIDENCE.map(str::to_owned).into(),
            date: String::new(),
            note: String::new(),
            training: None,
            evaluation: Vec::new(),
        }
    }
}

impl Card for ExtendedCard {
    fn evidence(&self) -> &[String] {
        &self.evidence
    }
}

impl ExtendedModel {
    /// A model. Weights are rounded to six decimals, which the file format represents exactly.
    pub fn new(belief: Belief, card: ExtendedCard) -> Self {
        let weights = belief.weights.map(|weight| (weight * 1e6).round() / 1e6);
        Self { belief: Belief { weights }, card }
    }

    /// The belief.
    pub fn belief(&self) -> Belief {
        self.belief
    }

    /// The provenance.
    pub fn card(&self) -> &ExtendedCard {
        &self.card
    }

    /// Mutable provenance, to add a note or an evaluation.
    pub fn card_mut(&mut self) -> &mut ExtendedCard {
        &mut self.card
    }

    /// The metric of the belief under a name.
    pub fn metric(&self, name: &str) -> Extended {
        Extended::new(self.belief, name)
    }

    /// Whether the file claims to be such a model; false if it cannot be read.
    pub fn is_one(path: &Path) -> bool {
        FILE.is_one(path)
    }

    /// Reads a file. Errors: the file is unreadable, not such a model, damaged or changed, of a newer version, or uses
    /// unknown evidence.
    pub fn read(path: &Path) -> Result<Self, RlfdcError> {
        Self::from_bytes(&contents(path)?, path)
    }

    /// Parses the bytes of a file; the path is for messages. Errors: as [`ExtendedModel::read`].
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, RlfdcError> {
        let (card, weights) = FILE.read(bytes, path)?;
        // The number of weights is already checked.
        let weights: [f64; EVIDENCE.len()] = std::array::from_fn(|kind| weights[kind]);
        Ok(Self::new(Belief { weights }, card))
    }

    /// Writes the file, replacing an existing one. Errors: input or output errors.
    pub fn write(&self, path: &Path) -> Result<(), RlfdcError> {
        replace(path, &self.to_text())
    }

    /// The text of the model file.
    pub fn to_text(&self) -> String {
        FILE.text(&self.card, &self.belief.weights)
    }
}

static BUILTIN: LazyLock<ExtendedModel> = LazyLock::new(|| {
    let bytes = include_bytes!("../../models/extended.json");
    ExtendedModel::from_bytes(bytes, Path::new("models/extended.json")).expect("the shipped model is a model")
});

/// The extended model that ships with the program. Cost: parsed at the first call.
pub fn builtin_extended() -> &'static ExtendedModel {
    &BUILTIN
}
