//! A network with its history, and the file that holds it.

use std::io::Write as _;
use std::path::Path;

use faultline_files::{limits, regular};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::network::LAYERS;
use crate::{Digest, FEATURES, Network, Options, RlfdcError, import};

/// Version of the format that is written, and the newest that is read.
pub const VERSION: u64 = 1;
/// The `format` of every model file.
const FORMAT: &str = "faultline-rlfdc";

/// A network with its history.
///
/// In a file it is JSON that describes itself; `docs/rlfdc.md` has its fields. Equal models
/// make equal files, byte by byte.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    network: Network,
    card: Card,
}

/// Where a network comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// What its inputs are: [`FEATURES`].
    pub features: Vec<String>,
    /// The day it was made, as its maker gave it.
    pub date: String,
    /// A sentence for people.
    pub note: String,
    /// How it was trained; `None` for weights from elsewhere.
    // Otherwise a missing field would be taken for `None`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub training: Option<Training>,
    /// How good it was found to be, by its maker.
    pub evaluation: Vec<Figure>,
}

/// How a network was trained.
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
    /// Learning steps that were made.
    pub learned: usize,
    /// Whether it was ended early.
    pub stopped: bool,
    /// Episodes per fault, steps per episode, memory, transitions per learning step, learning
    /// steps per copy of the target.
    pub schedule: [usize; 5],
    /// Epsilon, discount, learning rate.
    pub rates: [f64; 3],
}

/// One number of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// What was measured, on what.
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

/// The number with the same shortest decimal digits.
fn decimal(number: f32) -> f64 {
    number.to_string().parse().unwrap_or_else(|_| number.into())
}

/// A model file, but for its weights.
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

    /// Where it comes from.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// Where it comes from, to add a note or an evaluation.
    pub fn card_mut(&mut self) -> &mut Card {
        &mut self.card
    }

    /// Reads a model file. Errors: it cannot be read, is not a model, was changed or damaged
    /// since it was written, wants features that do not exist, or is of a newer version.
    pub fn read(path: &Path) -> Result<Self, RlfdcError> {
        Self::from_bytes(&contents(path)?, path)
    }

    /// A model from the bytes of a file; the path is for messages. Errors: as [`Model::read`].
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

    /// A model of weights from elsewhere: a JSON file of named arrays, such as the state of a
    /// module of `torch`. Layers are recognised by their shapes; `docs/rlfdc.md` has the rules.
    /// Errors: it cannot be read, a layer is missing or is there twice, or an array is no layer.
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

    /// Writes the file, in place of one that is there. Errors: the operating system's.
    pub fn write(&self, path: &Path) -> Result<(), RlfdcError> {
        replace(path, &self.to_text())
    }

    /// The contents of its file.
    pub fn to_text(&self) -> String {
        let (card, checksum) = (json(&self.card, true), self.checksum());
        let parameters = self.network.parameters();
        let mut rest = &parameters[..];
        let layers = LAYERS.map(|(name, [outputs, inputs])| {
            let (weights, after) = rest.split_at(outputs * inputs);
            let (biases, after) = after.split_at(outputs);
            rest = after;
            // A unit per line.
            let rows: Vec<String> = weights.chunks(inputs).map(|row| json(&row, false)).collect();
            let (rows, biases) = (rows.join(",\n"), json(&biases, false));
            format!("\"{name}.weight\": [\n{rows}\n],\n\"{name}.bias\": {biases}")
        });
        let head = format!("\"format\": \"{FORMAT}\",\n\"version\": {VERSION},\n\"card\": {card},");
        let layers = layers.join(",\n");
        format!("{{\n{head}\n\"weights\": {{\n{layers}\n}},\n\"checksum\": \"{checksum}\"\n}}\n")
    }

    /// Of everything but layout.
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

/// Writes a file, in place of one that is there.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), RlfdcError> {
    let failed = |source| RlfdcError::Io { path: path.to_owned(), source };
    faultline_files::replace(path, |file| file.write_all(text.as_bytes())).map(drop).map_err(failed)
}

/// The bytes of a file that is not too long.
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
