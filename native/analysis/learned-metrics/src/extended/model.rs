//! What was learned, with its history, and the file that holds it.

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
/// In a file it is JSON that describes itself; `docs/learned.md` has its fields. Equal models
/// make equal files, byte by byte.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtendedModel {
    belief: Belief,
    card: ExtendedCard,
}

/// Where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtendedCard {
    /// What the belief goes by: [`EVIDENCE`].
    pub evidence: Vec<String>,
    /// The day it was made, as its maker gave it.
    pub date: String,
    /// A sentence for people.
    pub note: String,
    /// How it was learned; `None` for weights from elsewhere.
    // Otherwise a missing field would be taken for `None`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub training: Option<ExtendedTraining>,
    /// How good it was found to be, by its maker.
    pub evaluation: Vec<Figure>,
}

/// How it was learned. There is no seed: nothing is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtendedTraining {
    /// Number of faults.
    pub faults: usize,
    /// [`Digest`] of the faults.
    pub data: String,
    /// What large weights cost.
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
    /// A model; its weights are those of the belief to the sixth decimal, which a file gives
    /// back exactly.
    pub fn new(belief: Belief, card: ExtendedCard) -> Self {
        let weights = belief.weights.map(|weight| (weight * 1e6).round() / 1e6);
        Self { belief: Belief { weights }, card }
    }

    /// What speaks for a method.
    pub fn belief(&self) -> Belief {
        self.belief
    }

    /// Where it comes from.
    pub fn card(&self) -> &ExtendedCard {
        &self.card
    }

    /// Where it comes from, to add a note or an evaluation.
    pub fn card_mut(&mut self) -> &mut ExtendedCard {
        &mut self.card
    }

    /// Its metric, by a name.
    pub fn metric(&self, name: &str) -> Extended {
        Extended::new(self.belief, name)
    }

    /// Whether a file says that it is one; false where it cannot be read.
    pub fn is_one(path: &Path) -> bool {
        FILE.is_one(path)
    }

    /// Reads a file. Errors: it cannot be read, is no such model, was changed or damaged since it
    /// was written, goes by evidence that does not exist, or is of a newer version.
    pub fn read(path: &Path) -> Result<Self, RlfdcError> {
        Self::from_bytes(&contents(path)?, path)
    }

    /// A model from the bytes of a file; the path is for messages. Errors: as
    /// [`ExtendedModel::read`].
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, RlfdcError> {
        let (card, weights) = FILE.read(bytes, path)?;
        // There is one for each kind.
        let weights: [f64; EVIDENCE.len()] = std::array::from_fn(|kind| weights[kind]);
        Ok(Self::new(Belief { weights }, card))
    }

    /// Writes the file, in place of one that is there. Errors: the operating system's.
    pub fn write(&self, path: &Path) -> Result<(), RlfdcError> {
        replace(path, &self.to_text())
    }

    /// The contents of its file.
    pub fn to_text(&self) -> String {
        FILE.text(&self.card, &self.belief.weights)
    }
}

static BUILTIN: LazyLock<ExtendedModel> = LazyLock::new(|| {
    let bytes = include_bytes!("../../models/extended.json");
    ExtendedModel::from_bytes(bytes, Path::new("models/extended.json")).expect("the shipped model is a model")
});

/// The extended model that ships with the program. Cost: read at the first call.
pub fn builtin_extended() -> &'static ExtendedModel {
    &BUILTIN
}
