//! Weights files: self-describing JSON with a card, the weights, and a checksum of everything but the layout.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::{contents, json, parse};
use crate::{Digest, RlfdcError};

/// Upper bound of weights; larger ones would give probabilities of 0 or 1.
const LARGEST: f64 = 100.0;

/// Provenance of weights, and the names of their evidence.
pub(crate) trait Card: Serialize + DeserializeOwned {
    /// Names of the evidence, in the order of the weights.
    fn evidence(&self) -> &[String];
}

/// A kind of file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WeightsFile {
    /// The `format` field of such files.
    pub format: &'static str,
    /// Names of the evidence by format version, from 1. The last version is written; all can be read.
    pub evidence: &'static [&'static [&'static str]],
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File<C> {
    format: String,
    version: u64,
    card: C,
    weights: Vec<f64>,
    checksum: String,
}

impl WeightsFile {
    /// Whether the file claims to be of this format; false if it cannot be read.
    pub(crate) fn is_one(&self, path: &Path) -> bool {
        let json = contents(path).ok().and_then(|bytes| parse(&bytes).ok());
        json.is_some_and(|json| json.get("format").and_then(Value::as_str) == Some(self.format))
    }

    /// Reads the card and one weight per kind of evidence; the path is for messages. Errors: the file is not of this format,
    /// damaged or changed, of a newer version, or uses unknown evidence.
    pub(crate) fn read<C: Card>(&self, bytes: &[u8], path: &Path) -> Result<(C, Vec<f64>), RlfdcError> {
        let refused = |reason: String| RlfdcError::Refused { path: path.to_owned(), reason };
        let json = parse(bytes).map_err(refused)?;
        let evidence = self.evidence_of(&json).map_err(refused)?;
        let file: File<C> = serde_json::from_value(json).map_err(|error| refused(error.to_string()))?;
        if file.card.evidence() != evidence {
            let (theirs, ours) = (file.card.evidence().join(" "), evidence.join(" "));
            return Err(refused(format!("its evidence is '{theirs}'; there is '{ours}' only")));
        }
        if file.weights.len() != evidence.len() {
            let (has, needs) = (file.weights.len(), evidence.len());
            return Err(refused(format!("it has {has} weights in place of {needs}")));
        }
        if file.weights.iter().any(|weight| weight.abs() > LARGEST) {
            return Err(refused(format!("a weight is not between ±{LARGEST}")));
        }
        if checksum(file.version, &file.card, &file.weights) != file.checksum {
            return Err(refused("its checksum is wrong: it was changed or damaged".to_owned()));
        }
        Ok((file.card, file.weights))
    }

    /// Names of the evidence in the file's format version. Errors: not of this format, or of a newer version.
    fn evidence_of(&self, json: &Value) -> Result<&'static [&'static str], String> {
        let Self { format, evidence } = self;
        match json.get("format").and_then(Value::as_str) {
            Some(known) if known == *format => {}
            Some(other) => return Err(format!("its format is '{other}', not '{format}'")),
            None => return Err(format!("it does not say \"format\": \"{format}\"")),
        }
        match json.get("version").and_then(Value::as_u64) {
            Some(version) => {
                let of =
                    usize::try_from(version).ok().and_then(|version| evidence.get(version.checked_sub(1)?));
                let newest = evidence.len();
                of.copied().ok_or_else(|| {
                    format!("it is of format version {version}; this program reads up to {newest}")
                })
            }
            None => Err("it has no version".to_owned()),
        }
    }

    /// The text of a file. Equal cards and weights give identical files.
    pub(crate) fn text<C: Card + Clone>(&self, card: &C, weights: &[f64]) -> String {
        let version = self.evidence.len() as u64;
        let file = File {
            format: self.format.to_owned(),
            version,
            card: card.clone(),
            weights: weights.to_vec(),
            checksum: checksum(version, card, weights),
        };
        json(&file, true) + "\n"
    }
}

/// Checksum of everything but the layout.
fn checksum<C: Card>(version: u64, card: &C, weights: &[f64]) -> String {
    let mut digest = Digest::default();
    digest.word(version);
    digest.text(&json(card, false));
    for weight in weights {
        digest.word(weight.to_bits());
    }
    digest.to_string()
}
