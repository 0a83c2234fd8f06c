//! A network with its history, and its file format.

use std::io::Write as _;
use std::path::Path;

use faultline_files::{limits, regular};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::network::LAYERS;
use crate::{Digest, FEATURES, Network, Options, RlfdcError, import};

/// The version of the format that is written, and the newest that can be read.
pub const VERSION: u64 = 1;
/// The `format` of every model file.
const FORMAT: &str = "faultline-rlfdc";

/// A network with its history.
///
/// The file is self-describing JSON; `docs/learning.md` lists its fields. Equal models give identical files.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    network: Network,
    card: Card,
}

/// Provenance of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Names of its inputs: [`FEATURES`].
    pub features: Vec<String>,
    /// Creation date, as given by the creator.
    pub date: String,
    /// A note for people.
    pub note: String,
    /// Training details; `None` for weights from elsewhere.
    // Otherwise serde reads a missing field as `None`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub training: Option<Training>,
    /// Evaluation results, as given by the creator.
    pub evaluation: Vec<Figure>,
}

/// Training details of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Name of the algorithm.
    pub algorithm: String,
    /// Seed.
    pub seed: u64,
    /// Number of faults.
    pub faults: usize,
    /// [`Digest`] of the faults.
    pub data: String,
    /// Number of learning steps.
    pub learned: usize,
    /// Whether training stopped early.
    pub stopped: bool,
    /// Episodes per fault, steps per episode, memory size, transitions per learning step, learning steps per copy of the
    /// target.
    pub schedule: [usize; 5],
    /// Epsilon, discount, learning rate.
    pub rates: [f64; 3],
}

/// One result of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// What was measured, and on which data.
    pub name: String,
    /// The value.
    pub value: f64,
}

impl Default for Card {
    fn default() -> Self {
        Self {
            features: FEATURES.map(str::to_owned).into(),
            date: String::new(),
            note: String::new(),
            training: None,
            evaluation: Vec::new(),
        }
    }
}

impl Training {
    pub(crate) fn new(options: &Options, faults: usize, data: Digest, learned: usize, stopped: bool) -> Self {
        let Options { epochs, steps, memory, learn_every, copy_every, epsilon, discount, rate, .. } = options;
        Self {
            algorithm: options.algorithm.name().to_owned(),
            seed: options.seed,
            faults,
            data: data.to_string(),
            learned,
            stopped,
            schedule: [*epochs, *steps, *memory, *learn_every, *copy_every],
            rates: [*epsilon, decimal(*discount), *rate],
        }
    }
}

/// The f64 with the same shortest decimal digits.
fn decimal(number: f32) -> f64 {
    number.to_string().parse().unwrap_or_else(|_| number.into())
}

/// A model file without its weights.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u64,
    card: Card,
    weights: Value,
    checksum: String,
}

impl Model {
    /// A model.
    pub fn new(network: Network, card: Card) -> Self {
        Self { network, card }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The provenance.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// Mutable provenance, to add a note or an evaluation.
    pub fn card_mut(&mut self) -> &mut Card {
        &mut self.card
    }

    /// Reads a model file. Errors: the file is unreadable, not a model, damaged or changed, of a newer version, or uses
    /// unknown features.
    pub fn read(path: &Path) -> Result<Self, RlfdcError> {
        Self::from_bytes(&contents(path)?, path)
    }

    /// Parses the bytes of a file; the path is for messages. Errors: as [`Model::read`].
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, RlfdcError> {
        let refused = |reason: String| RlfdcError::Refused { path: path.to_owned(), reason };
        let json = parse(bytes).map_err(refused)?;
        match json.get("format").and_then(Value::as_str) {
            Some(FORMAT) => {}
            Some(other) => return Err(refused(format!("its format is '{other}', not '{FORMAT}'"))),
            None => {
                let hint =
                    if import::parameters(&json).is_ok() { "; weights alone can be imported" } else { "" };
                return Err(refused(format!("it does not say \"format\": \"{FORMAT}\"{hint}")));
            }
        }
        match json.get("version").and_then(Value::as_u64) {
            Some(1..=VERSION) => {}
            Some(version) if version > VERSION => {
                return Err(RlfdcError::NewerVersion { path: path.to_owned(), version });
            }
            _ => return Err(refused("it has no version".to_owned())),
        }
        let file: File = serde_json::from_value(json).map_err(|error| refused(error.to_string()))?;
        if file.card.features != FEATURES {
            let (theirs, ours) = (file.card.features.join(" "), FEATURES.join(" "));
            return Err(refused(format!("its features are '{theirs}'; there are '{ours}' only")));
        }
        let model = Self::new(network(&file.weights).map_err(refused)?, file.card);
        if model.checksum() != file.checksum {
            return Err(refused("its checksum is wrong: it was changed or damaged".to_owned()));
        }
        Ok(model)
    }

    /// Imports weights from elsewhere: a JSON file of named arrays, such as the state of a `torch` module. Layers are
    /// recognised by shape; `docs/learning.md` has the rules. Errors: the file is unreadable, a layer is missing or duplicated,
    /// or an array is not a layer.
    pub fn import(path: &Path, date: &str) -> Result<Self, RlfdcError> {
        let refused = |reason: String| RlfdcError::Refused { path: path.to_owned(), reason };
        let json = parse(&contents(path)?).map_err(refused)?;
        if json.get("format").is_some() {
            return Err(refused("it is a file with a format of its own, not weights alone".to_owned()));
        }
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let card =
            Card { date: date.to_owned(), note: format!("weights imported from {name}"), ..Card::default() };
        Ok(Self::new(network(&json).map_err(refused)?, card))
    }

    /// Writes the file, replacing an existing one. Errors: input or output errors.
    pub fn write(&self, path: &Path) -> Result<(), RlfdcError> {
        replace(path, &self.to_text())
    }

    /// The text of the model file.
    pub fn to_text(&self) -> String {
        let (card, checksum) = (json(&self.card, true), self.checksum());
        let parameters = self.network.parameters();
        let mut rest = &parameters[..];
        let layers = LAYERS.map(|(name, [outputs, inputs])| {
            let (weights, after) = rest.split_at(outputs * inputs);
            let (biases, after) = after.split_at(outputs);
            rest = after;
            // One unit per line.
            let rows: Vec<String> = weights.chunks(inputs).map(|row| json(&row, false)).collect();
            let (rows, biases) = (rows.join(",\n"), json(&biases, false));
            format!("\"{name}.weight\": [\n{rows}\n],\n\"{name}.bias\": {biases}")
        });
        let head = format!("\"format\": \"{FORMAT}\",\n\"version\": {VERSION},\n\"card\": {card},");
        let layers = layers.join(",\n");
        format!("{{\n{head}\n\"weights\": {{\n{layers}\n}},\n\"checksum\": \"{checksum}\"\n}}\n")
    }

    /// Checksum of everything but the layout.
    fn checksum(&self) -> String {
        let mut digest = Digest::default();
        digest.word(VERSION);
        digest.text(&json(&self.card, false));
        for parameter in self.network.parameters() {
            digest.word(parameter.to_bits().into());
        }
        digest.to_string()
    }
}

pub(crate) fn json(value: &impl Serialize, pretty: bool) -> String {
    let text = if pretty { serde_json::to_string_pretty(value) } else { serde_json::to_string(value) };
    text.expect("texts, numbers and lists are JSON")
}

/// Writes a file, replacing an existing one.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), RlfdcError> {
    let failed = |source| RlfdcError::Io { path: path.to_owned(), source };
    faultline_files::replace(path, |file| file.write_all(text.as_bytes())).map(drop).map_err(failed)
}

/// Reads a file with a size limit.
pub(crate) fn contents(path: &Path) -> Result<Vec<u8>, RlfdcError> {
    regular::read(path, limits::MODEL).map_err(|source| RlfdcError::Io { path: path.to_owned(), source })
}

pub(crate) fn parse(bytes: &[u8]) -> Result<Value, String> {
    if limits::MODEL.check(bytes.len() as u64).is_err() {
        return Err("it is too long for one".to_owned());
    }
    serde_json::from_slice(bytes).map_err(|error| format!("it is not JSON: {error}"))
}

fn network(json: &Value) -> Result<Network, String> {
    let parameters = import::parameters(json)?;
    let largest = Network::LARGEST;
    Network::from_parameters(&parameters).ok_or_else(|| format!("a weight is not between ±{largest}"))
}
