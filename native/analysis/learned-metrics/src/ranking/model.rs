//! Ranking weights with their history, and their file format.

use std::path::Path;
use std::sync::LazyLock;

use faultline_sbfl::evidence::{Kind, LineKind, Stated, Weights};
use serde::{Deserialize, Serialize};

use super::{FitOptions, Lesson, fit};
use crate::model::{contents, replace};
use crate::weights_file::{Card, WeightsFile};
use crate::{Digest, Figure, RlfdcError};

/// Numbers of weights: of methods, of lines, and of the stated confidence.
const PARTS: [usize; 3] = [Kind::NAMES.len(), LineKind::NAMES.len(), Stated::NAMES.len()];

/// Number of kinds of line evidence in the second version of the format: the first ones.
const SECOND_LINES: usize = 3;

/// Evidence of the second version of the format.
const SECOND: [&str; EVIDENCE.len() - PARTS[1] + SECOND_LINES] = {
    let mut names = [""; EVIDENCE.len() - PARTS[1] + SECOND_LINES];
    let (first, stated) = names.split_at_mut(PARTS[0] + SECOND_LINES);
    first.copy_from_slice(EVIDENCE.split_at(PARTS[0] + SECOND_LINES).0);
    stated.copy_from_slice(&Stated::NAMES);
    names
};

/// Method evidence, as in the first version of the format, then the others.
const EVIDENCE: [&str; PARTS[0] + PARTS[1] + PARTS[2]] = {
    let mut names = [""; PARTS[0] + PARTS[1] + PARTS[2]];
    let (of_methods, others) = names.split_at_mut(PARTS[0]);
    let (of_lines, stated) = others.split_at_mut(PARTS[1]);
    of_methods.copy_from_slice(&Kind::NAMES);
    of_lines.copy_from_slice(&LineKind::NAMES);
    stated.copy_from_slice(&Stated::NAMES);
    names
};

const FILE: WeightsFile =
    WeightsFile { format: "faultline-ranking", evidence: &[&Kind::NAMES, &SECOND, &EVIDENCE] };

/// Weights with their history.
///
/// The file is self-describing JSON; `docs/ranking.md` lists its fields. Equal models give identical files.
#[derive(Clone, Debug, PartialEq)]
pub struct RankingModel {
    weights: Weights,
    card: RankingCard,
}

/// Provenance of weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RankingCard {
    /// Names of the evidence: those of [`Kind::ALL`] and [`LineKind::ALL`], then [`Stated::NAMES`].
    pub evidence: Vec<String>,
    /// Creation date, as given by the creator.
    pub date: String,
    /// A note for people.
    pub note: String,
    /// Training details; `None` for weights from elsewhere.
    // Otherwise serde reads a missing field as `None`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub training: Option<RankingTraining>,
    /// Evaluation results, as given by the creator.
    pub evaluation: Vec<Figure>,
}

/// Training details. There is no seed because training is deterministic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RankingTraining {
    /// Number of faults with a faulty method that failing tests run.
    pub faults: usize,
    /// Number of faults used for line evidence: those with a known faulty line that failing tests run.
    #[serde(default, skip_serializing_if = "is_none")]
    pub lines: usize,
    /// Projects of the faults.
    pub projects: Vec<String>,
    /// [`Digest`] of the evidence.
    pub data: String,
    /// Penalty on large weights.
    pub ridge: f64,
}

/// Omits the field if 0: the first version of the format lacks it, and the checksum covers only present fields.
// `serde` passes a reference.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_none(faults: &usize) -> bool {
    *faults == 0
}

impl Default for RankingCard {
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

impl Card for RankingCard {
    fn evidence(&self) -> &[String] {
        &self.evidence
    }
}

impl RankingModel {
    /// A model of given weights.
    pub fn new(weights: Weights, card: RankingCard) -> Self {
        Self { weights, card }
    }

    /// Learns weights from faults of projects. Errors: no fault has a faulty method that a failing test runs.
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
            for row in &lesson.lines.rows {
                data.words(&row.map(f64::to_bits));
            }
            lesson.lines.faulty.iter().for_each(|&faulty| data.word(faulty as u64));
        }
        let training = RankingTraining {
            faults: usable.len(),
            lines: usable.iter().filter(|(_, lesson)| !lesson.lines.faulty.is_empty()).count(),
            projects,
            data: data.to_string(),
            ridge: options.ridge,
        };
        let card = RankingCard { date, training: Some(training), ..RankingCard::default() };
        Ok(Self::new(fit(lessons, options), card))
    }

    /// Weight of each kind of evidence.
    pub fn weights(&self) -> Weights {
        self.weights
    }

    /// The provenance.
    pub fn card(&self) -> &RankingCard {
        &self.card
    }

    /// Mutable provenance, to add a note or an evaluation.
    pub fn card_mut(&mut self) -> &mut RankingCard {
        &mut self.card
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

    /// Parses the bytes of a file; the path is for messages. Errors: as [`RankingModel::read`].
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, RlfdcError> {
        let (mut card, weights): (RankingCard, _) = FILE.read(bytes, path)?;
        let weights = match weights.split_at(Kind::ALL.len()) {
            (of_methods, []) => Weights::new(part(of_methods)),
            (of_methods, others) => {
                let (of_lines, stated) = others.split_at(others.len() - Stated::NAMES.len());
                let stated = Stated::new(part(stated));
                Weights::new(part(of_methods)).with_lines(part(of_lines)).with_stated(stated)
            }
        };
        card.evidence = RankingCard::default().evidence;
        Ok(Self::new(weights, card))
    }

    /// Writes the file, replacing an existing one. Errors: input or output errors.
    pub fn write(&self, path: &Path) -> Result<(), RlfdcError> {
        replace(path, &self.to_text())
    }

    /// The text of the model file.
    pub fn to_text(&self) -> String {
        FILE.text(
            &self.card,
            &[self.weights.all().as_slice(), self.weights.lines(), self.weights.stated().all()].concat(),
        )
    }
}

/// The next weights, one for each kind; 0 for a kind that the file's version does not have.
fn part<const KINDS: usize>(weights: &[f64]) -> [f64; KINDS] {
    std::array::from_fn(|kind| weights.get(kind).copied().unwrap_or(0.0))
}

static BUILTIN: LazyLock<RankingModel> = LazyLock::new(|| {
    let bytes = include_bytes!("../../models/ranking.json");
    RankingModel::from_bytes(bytes, Path::new("models/ranking.json")).expect("the shipped model is a model")
});

/// The weights that ship with the program. Cost: parsed at the first call.
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
    fn a_file_of_the_first_version_weighs_methods_alone_and_states_shares() {
        let first = WeightsFile { evidence: &[&Kind::NAMES], ..FILE };
        let training = builtin_ranking().card().training.clone().map(|of| RankingTraining { lines: 0, ..of });
        let evidence = Kind::NAMES.map(str::to_owned).into();
        let card = RankingCard { evidence, training, ..RankingCard::default() };
        let text = first.text(&card, Weights::SHIPPED.all());
        assert!(text.contains("\"version\": 1") && !text.contains("lines"), "{text}");
        let read = RankingModel::from_bytes(text.as_bytes(), Path::new("m.json")).unwrap();
        assert_eq!(read.weights(), Weights::new(*Weights::SHIPPED.all()));
        // The text is of the newest version, with 0 faults for line evidence.
        let again = RankingModel::from_bytes(read.to_text().as_bytes(), Path::new("m.json")).unwrap();
        assert_eq!(again, read);
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
