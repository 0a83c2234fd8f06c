//! What was learned, with its history, and the file that holds it.

use std::path::Path;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Belief, EVIDENCE, Extended};
use crate::model::{contents, json, parse, replace};
use crate::{Digest, Figure, RlfdcError};

/// Version of the format that is written, and the newest that is read.
const VERSION: u64 = 1;
/// The `format` of every file.
const FORMAT: &str = "faultline-rlfdc-extended";
/// Larger weights are refused: beliefs would be 0 or 1.
const LARGEST: f64 = 100.0;

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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u64,
    card: ExtendedCard,
    weights: [f64; EVIDENCE.len()],
    checksum: String,
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
        let json = contents(path).ok().and_then(|bytes| parse(&bytes).ok());
        json.is_some_and(|json| json.get("format").and_then(Value::as_str) == Some(FORMAT))
    }

    /// Reads a file. Errors: it cannot be read, is no such model, was changed or damaged since it
    /// was written, goes by evidence that does not exist, or is of a newer version.
    pub fn read(path: &Path) -> Result<Self, RlfdcError> {
        Self::from_bytes(&contents(path)?, path)
    }

    /// A model from the bytes of a file; the path is for messages. Errors: as
    /// [`ExtendedModel::read`].
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, RlfdcError> {
        let refused = |reason: String| RlfdcError::Refused { path: path.to_owned(), reason };
        let json = parse(bytes).map_err(refused)?;
        match json.get("format").and_then(Value::as_str) {
            Some(FORMAT) => {}
            Some(other) => return Err(refused(format!("its format is '{other}', not '{FORMAT}'"))),
            None => return Err(refused(format!("it does not say \"format\": \"{FORMAT}\""))),
        }
        match json.get("version").and_then(Value::as_u64) {
            Some(1..=VERSION) => {}
            Some(version) => {
                let reason = format!("it is of format version {version}; this program reads up to {VERSION}");
                return Err(refused(reason));
            }
            None => return Err(refused("it has no version".to_owned())),
        }
        let file: File = serde_json::from_value(json).map_err(|error| refused(error.to_string()))?;
        if file.card.evidence != EVIDENCE {
            let (theirs, ours) = (file.card.evidence.join(" "), EVIDENCE.join(" "));
            return Err(refused(format!("its evidence is '{theirs}'; there is '{ours}' only")));
        }
        if file.weights.iter().any(|weight| weight.abs() > LARGEST) {
            return Err(refused(format!("a weight is not between ±{LARGEST}")));
        }
        let model = Self::new(Belief { weights: file.weights }, file.card);
        if model.checksum() != file.checksum {
            return Err(refused("its checksum is wrong: it was changed or damaged".to_owned()));
        }
        Ok(model)
    }

    /// Writes the file, in place of one that is there. Errors: the operating system's.
    pub fn write(&self, path: &Path) -> Result<(), RlfdcError> {
        replace(path, &self.to_text())
    }

    /// The contents of its file.
    pub fn to_text(&self) -> String {
        let file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            card: self.card.clone(),
            weights: self.belief.weights,
            checksum: self.checksum(),
        };
        json(&file, true) + "\n"
    }

    /// Of everything but layout.
    fn checksum(&self) -> String {
        let mut digest = Digest::default();
        digest.word(VERSION);
        digest.text(&json(&self.card, false));
        self.belief.weights.iter().for_each(|weight| digest.word(weight.to_bits()));
        digest.to_string()
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
