//! Weights of evidence for each library, learned from the others.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use faultline_evaluation::{Fault, load};
use faultline_learned_metrics::TrainingFault;
use faultline_learned_metrics::ranking::{FitOptions, Lesson, fit};
use faultline_sbfl::RankingSpec;
use faultline_sbfl::evidence::Weights;

use crate::BenchError;

/// How a fault's rankings begin.
#[derive(Clone, Debug)]
pub enum Base {
    /// Every fault's is this one.
    Named(RankingSpec),
    /// By evidence, with the weights that a library's faults have from the others, by its name.
    Apart(BTreeMap<String, Weights>),
}

impl Base {
    /// By weights that each library has from the others. Errors: a fault cannot be read.
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

    /// That of a library's faults.
    pub fn of(&self, library: &str) -> RankingSpec {
        match self {
            Self::Named(spec) => *spec,
            Self::Apart(weights) => {
                RankingSpec::of_evidence(weights.get(library).copied().unwrap_or(Weights::SHIPPED))
            }
        }
    }
}

/// The faults of one folder. Errors: it cannot be read.
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
