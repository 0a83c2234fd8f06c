//! The weights of a ranking with their history, and the file that holds them.

use std::path::Path;
use std::sync::LazyLock;

use faultline_scoring::evidence::{Kind, Weights};
use serde::{Deserialize, Serialize};

use super::{FitOptions, Lesson, fit};
use crate::model::{contents, replace};
use crate::weights_file::{Card, WeightsFile};
use crate::{Digest, Figure, RlfdcError};

const FILE: WeightsFile = WeightsFile { format: "faultline-ranking", version: 1, evidence: &Kind::NAMES };

/// Weights with their history.
///
/// In a file it is JSON that describes itself; `docs/ranking.md` has its fields. Equal models make equal files, byte by byte.
#[derive(Clone, Debug, PartialEq)]
pub struct RankingModel {
    weights: Weights,
    card: RankingCard,
}

/// Where weights come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RankingCard {
    /// What is weighed: the names of [`Kind::ALL`].
    pub evidence: Vec<String>,
    /// The day they were made, as their maker gave it.
    pub date: String,
    /// A sentence for people.
    pub note: String,
    /// How they were learned; `None` for weights from elsewhere.
    // Otherwise a missing field would be taken for `None`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub training: Option<RankingTraining>,
    /// How good they were found to be, by their maker.
    pub evaluation: Vec<Figure>,
}

/// How weights were learned. There is no seed: nothing is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RankingTraining {
    /// Number of faults with a faulty method that failing tests run.
    pub faults: usize,
    /// Projects that they are of.
    pub projects: Vec<String>,
    /// [`Digest`] of the evidence.
    pub data: String,
    /// What large weights cost.
    pub ridge: f64,
}

impl Default for RankingCard {
    fn default() -> Self {
        Self {
            evidence: Kind::NAMES.map(str::to_owned).into(),
            date: String::new(),
            note: String::new(),
            training: None,
            evaluation: Vec::new(),
        }
    }
}

impl Card for RankingCard {
    fn evidence(&self) -> &[String] {
        &self.evidence
    }
}

impl RankingModel {
    /// Weights from somewhere.
    pub fn new(weights: Weights, card: RankingCard) -> Self {
        Self { weights, card }
    }

    /// Learns weights from faults of projects. Errors: none of them has a faulty method that a failing test runs.
    pub fn learned(
        lessons: &[(&str, &Lesson)],
        options: &FitOptions,
        date: String,
    ) -> Result<Self, RlfdcError> {
        let usable: Vec<_> = lessons.iter().filter(|(_, lesson)| !lesson.faulty.is_empty()).collect();
        if usable.is_empty() {
            return Err(RlfdcError::NoFault);
        }
        let mut data = Digest::default();
        let mut projects: Vec<String> = Vec::new();
        for (project, lesson) in &usable {
            if projects.last().is_none_or(|last| last != project)
                && !projects.iter().any(|known| known == project)
            {
                projects.push((*project).to_owned());
            }
            for row in &lesson.rows {
                data.words(&row.map(f64::to_bits));
            }
            lesson.faulty.iter().for_each(|&faulty| data.word(faulty as u64));
        }
        let training =
            RankingTraining { faults: usable.len(), projects, data: data.to_string(), ridge: options.ridge };
        let card = RankingCard { date, training: Some(training), ..RankingCard::default() };
        Ok(Self::new(fit(lessons, options), card))
    }

    /// What each kind of evidence weighs.
    pub fn weights(&self) -> Weights {
        self.weights
    }

    /// Where they come from.
    pub fn card(&self) -> &RankingCard {
        &self.card
    }

    /// Where they come from, to add a note or an evaluation.
    pub fn card_mut(&mut self) -> &mut RankingCard {
        &mut self.card
    }

    /// Whether a file says that it is one; false where it cannot be read.
    pub fn is_one(path: &Path) -> bool {
        FILE.is_one(path)
    }

    /// Reads a file. Errors: it cannot be read, is no such model, was changed or damaged since it was written, weighs evidence
    /// that does not exist, or is of a newer version.
    pub fn read(path: &Path) -> Result<Self, RlfdcError> {
        Self::from_bytes(&contents(path)?, path)
    }

    /// A model from the bytes of a file; the path is for messages. Errors: as [`RankingModel::read`].
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, RlfdcError> {
        let (card, weights) = FILE.read(bytes, path)?;
        // There is one for each kind.
        let weights: [f64; Kind::ALL.len()] = std::array::from_fn(|kind| weights[kind]);
        Ok(Self::new(Weights::new(weights), card))
    }

    /// Writes the file, in place of one that is there. Errors: the operating system's.
    pub fn write(&self, path: &Path) -> Result<(), RlfdcError> {
        replace(path, &self.to_text())
    }

    /// The contents of its file.
    pub fn to_text(&self) -> String {
        FILE.text(&self.card, self.weights.all())
    }
}

static BUILTIN: LazyLock<RankingModel> = LazyLock::new(|| {
    let bytes = include_bytes!("../../models/ranking.json");
    RankingModel::from_bytes(bytes, Path::new("models/ranking.json")).expect("the shipped model is a model")
});

/// The weights that ship with the program. Cost: read at the first call.
pub fn builtin_ranking() -> &'static RankingModel {
    &BUILTIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_are_those_that_rankings_use() {
        assert_eq!(builtin_ranking().weights(), Weights::SHIPPED);
        assert_eq!(builtin_ranking().to_text(), include_str!("../../models/ranking.json"));
    }

    #[test]
    fn a_file_that_was_changed_is_refused_in_a_sentence() {
        let text = builtin_ranking().to_text();
        let path = Path::new("m.json");
        let changed = text.replacen("\"suspicion\"", "\"suspition\"", 1);
        let error = RankingModel::from_bytes(changed.as_bytes(), path).unwrap_err().to_string();
        assert!(error.contains("suspition"), "{error}");
        let weights = text.find("\"weights\"").unwrap();
        let digit = text[weights..].find(|c: char| c.is_ascii_digit()).unwrap() + weights;
        let mut bytes = text.into_bytes();
        bytes[digit] = if bytes[digit] == b'1' { b'2' } else { b'1' };
        let error = RankingModel::from_bytes(&bytes, path).unwrap_err().to_string();
        assert!(error.contains("checksum"), "{error}");
    }
}
