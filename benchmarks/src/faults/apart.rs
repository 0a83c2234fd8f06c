//! Weights of evidence for each library, trained on the others.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use faultline_evaluation::{Fault, load};
use faultline_learned_metrics::TrainingFault;
use faultline_learned_metrics::ranking::{FitOptions, Lesson, fit};
use faultline_sbfl::RankingSpec;
use faultline_sbfl::evidence::Weights;

use crate::BenchError;

/// The base ranking of faults.
#[derive(Clone, Debug)]
pub enum Base {
    /// The same ranking for every fault.
    Named(Box<RankingSpec>),
    /// By evidence, with weights by library, trained on the faults of the others.
    Apart(BTreeMap<String, Weights>),
}

impl Base {
    /// Trains weights for each library on the others. Errors: a fault cannot be read.
    pub fn apart(folders: &[PathBuf]) -> Result<Self, BenchError> {
        let mut lessons: BTreeMap<String, Vec<Lesson>> = BTreeMap::new();
        for folder in folders {
            for fault in read(folder)? {
                let training = training_fault(&fault);
                let lesson = Lesson::of(&training).with_lines(&training, &fault.faulty_lines);
                lessons.entry(fault.project.clone()).or_default().push(lesson);
            }
        }
        let of = |library: &String| {
            let others = lessons.iter().filter(|(other, _)| *other != library);
            let others: Vec<(&str, &Lesson)> = others
                .flat_map(|(other, lessons): (&String, &Vec<Lesson>)| {
                    lessons.iter().map(|lesson| (other.as_str(), lesson))
                })
                .collect();
            (library.clone(), fit(&others, &FitOptions::default()))
        };
        Ok(Self::Apart(lessons.keys().map(of).collect()))
    }

    /// The ranking for a library's faults.
    pub fn of(&self, library: &str) -> RankingSpec {
        match self {
            Self::Named(spec) => **spec,
            Self::Apart(weights) => {
                RankingSpec::of_evidence(weights.get(library).copied().unwrap_or(Weights::SHIPPED))
            }
        }
    }
}

/// Reads the faults of one folder. Errors: it cannot be read.
pub fn read(folder: &Path) -> Result<Vec<Fault>, BenchError> {
    let failed = |detail: String| BenchError::Program { what: folder.display().to_string(), detail };
    Ok(load(folder, &|_, _| {}).map_err(|error| failed(error.to_string()))?.faults)
}

fn training_fault(fault: &Fault) -> TrainingFault<'_> {
    TrainingFault {
        name: &fault.name,
        spectrum: &fault.spectrum,
        methods: fault.methods,
        method_of: &fault.method_of,
        faulty: &fault.faulty,
    }
}
