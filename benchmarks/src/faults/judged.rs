//! Evaluates faults: a ranking without mutants, and one after each of their stages.

use std::fs;
use std::path::{Path, PathBuf};

use faultline_evaluation::{Asked, Fault, Figures, ranked};
use faultline_flt::EXTENSION;
use faultline_mbfl::Results;
use faultline_recording_store::{find, mutants};
use faultline_sbfl::{Level, RankingSpec, Variant};
use faultline_spectrum::{Mutation, Policies};
use faultline_variant_evidence::matched::{self, Matched};
use serde_json::Value;

use super::apart::{Base, read};
use super::record;
use super::stages::{self, Stage};
use crate::BenchError;

/// A fault with the figures of its rankings.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The library, from the parent folder.
    pub library: String,
    /// Its name.
    pub id: String,
    /// Rankings of lines; `None` if no faulty line is recorded.
    pub lines: Option<Rankings>,
    /// Rankings of methods.
    pub methods: Rankings,
    /// The cost of running its mutants; `None` if none ran.
    pub effort: Option<Effort>,
    /// Number of labelled variants of its failing tests; `None` if none were grown.
    pub variants: Option<usize>,
}

/// The figures of one level.
#[derive(Clone, Debug)]
pub struct Rankings {
    /// The ranking without mutants and variants.
    pub without: Figures,
    /// The ranking with mutants after each stage; empty if none ran.
    pub after: Vec<Figures>,
    /// The ranking with labelled variants of failing tests; `None` if none were grown.
    pub amplified: Option<Figures>,
    /// The ranking with both; `None` if one is missing.
    pub both: Option<Figures>,
}

impl Rankings {
    /// The ranking with all evidence from mutants.
    pub fn with(&self) -> Option<&Figures> {
        self.after.last()
    }
}

/// The cost of mutants.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of pairs of a test and a mutant.
    pub pairs: usize,
    /// Time from start to end. Units: s.
    pub wall: f64,
    /// CPU time of all processes. Units: s.
    pub cpu: f64,
}

/// Evaluates the faults of folders by a ranking; reports those that fail.
pub fn judge(folders: &[PathBuf], base: &Base, tell: impl Fn(&str)) -> Vec<Judged> {
    let mut judged = Vec::new();
    for fault in folders {
        match one(fault, base) {
            Ok(one) => judged.push(one),
            Err(error) => tell(&error.to_string()),
        }
    }
    judged
}

/// The folders below this one with a fault's recording. Errors: there is none.
pub fn folders(folder: &Path) -> Result<Vec<PathBuf>, BenchError> {
    let mut folders = Vec::new();
    search(folder, &mut folders)?;
    folders.sort();
    if folders.is_empty() {
        let detail = "it holds no recorded fault; `faults run` makes them".to_owned();
        return Err(BenchError::Program { what: folder.display().to_string(), detail });
    }
    Ok(folders)
}

/// Finds folders with recordings.
fn search(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), BenchError> {
    let mut inside = Vec::new();
    for entry in fs::read_dir(folder).map_err(BenchError::io(folder))? {
        let path = entry.map_err(BenchError::io(folder))?.path();
        if path.is_dir() {
            inside.push(path);
        } else if path.extension().is_some_and(|extension| extension == EXTENSION) {
            found.push(folder.to_owned());
            return Ok(());
        }
    }
    inside.iter().try_for_each(|inside| search(inside, found))
}

fn one(folder: &Path, base: &Base) -> Result<Judged, BenchError> {
    let failed = |detail: String| BenchError::Program { what: folder.display().to_string(), detail };
    let fault = read(folder)?.pop().ok_or_else(|| failed("it holds no fault".to_owned()))?;
    let recordings = find::files_of(folder).map_err(|error| failed(error.to_string()))?;
    let results = mutants::beside(&recordings).results;
    let variants = variants(folder, &recordings, &fault);
    let of = |level| rankings((&fault, base.of(&fault.project)), level, &results, variants.as_deref());
    let methods = of(Level::Method).map_err(failed)?;
    Ok(Judged {
        lines: of(Level::Line).map_err(failed)?,
        methods: methods.ok_or_else(|| failed("no faulty method is recorded".to_owned()))?,
        effort: effort(folder, &results),
        variants: variants.as_ref().map(Vec::len),
        library: fault.project,
        id: fault.name,
    })
}

/// The labelled variants of a fault's failing tests; `None` if none were requested.
fn variants(folder: &Path, recordings: &[PathBuf], fault: &Fault) -> Option<Vec<Variant>> {
    record::figures(folder).ok()?.get("amplify")?;
    let (found, mut notes) = matched::beside(recordings);
    Some(Matched::of(&found, &fault.spectrum, Policies::default(), &mut notes).variants)
}

fn rankings(
    (fault, base): (&Fault, RankingSpec),
    level: Level,
    results: &[Mutation],
    variants: Option<&[Variant]>,
) -> Result<Option<Rankings>, String> {
    let figures = |asked: &Asked<'_>| ranked(fault, asked).map_err(|error| error.to_string());
    let Some(without) = figures(&Asked { level, ranking: base, mutants: None, variants: &[] })? else {
        return Ok(None);
    };
    let amplified = match variants {
        // Without variants the ranking is unchanged.
        Some([]) => Some(without),
        Some(variants) => figures(&Asked { level, ranking: base.with_amplified(), mutants: None, variants })?,
        None => None,
    };
    let mut after = Vec::new();
    if !results.is_empty() {
        for stage in Stage::ALL {
            let matched = Results::of(&stages::after(results, stage)).matched(&fault.spectrum);
            let asked = Asked { level, ranking: base.with_mutants(), mutants: Some(&matched), variants: &[] };
            after.extend(figures(&asked)?);
        }
    }
    let both = match (variants, after.last()) {
        (Some([]), with) => with.copied(),
        (Some(variants), Some(_)) => {
            let matched = Results::of(results).matched(&fault.spectrum);
            let ranking = base.with_mutants().with_amplified();
            figures(&Asked { level, ranking, mutants: Some(&matched), variants })?
        }
        _ => None,
    };
    Ok(Some(Rankings { without, after, amplified, both }))
}

fn effort(folder: &Path, results: &[Mutation]) -> Option<Effort> {
    let figures = record::figures(folder).ok()?;
    let seconds = |of: &str| figures.pointer(of).and_then(Value::as_f64);
    Some(Effort {
        pairs: stages::pairs(results),
        wall: seconds("/mutate/wall_s")?,
        cpu: seconds("/mutate/cpu_s")?,
    })
}
