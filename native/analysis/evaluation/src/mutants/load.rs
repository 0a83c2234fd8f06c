//! Reads faults with results on mutants.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_flt::{read, recordings_in};
use faultline_mbfl::Results;
use faultline_spectrum::{FlakyPolicy, Policies};
use rayon::prelude::*;

use super::fault::{LineFault, Lines};
use crate::load::{Read, Source, search};
use crate::{EvaluationError, LeftOut};

/// The list of faulty lines beside a spectrum: class, line.
const FAULTY_LINES: &str = "faulty-lines.tsv";
/// The folder with results on mutants, beside a spectrum.
const MUTANTS: &str = "mutants";

/// Faults to evaluate, and faults that cannot be evaluated.
#[derive(Clone, Debug, Default)]
pub struct LineFaults {
    /// Ordered by project and name.
    pub faults: Vec<LineFault>,
    /// Faults without results, known lines or a failing test.
    pub left_out: Vec<LeftOut>,
    /// Remarks on the files, a sentence each.
    pub notes: Vec<String>,
}

/// Reads every fault below the folders that has `mutants/*.flt` and `faulty-lines.tsv` beside its spectrum.
/// Errors: a file cannot be read, or there is no such fault. Threads: rayon's.
pub fn load_mutants(
    places: &[PathBuf],
    reading: (Policies, FlakyPolicy),
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<LineFaults, EvaluationError> {
    let (mut sources, mut archives) = (Vec::new(), Vec::new());
    for place in places {
        search(place, &mut sources, &mut archives)?;
    }
    let (total, done) = (sources.len(), std::sync::atomic::AtomicUsize::new(0));
    let mut read: Vec<_> = sources
        .into_par_iter()
        .map(|source| {
            let fault = one(source, reading);
            progress(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1, total);
            fault
        })
        .collect::<Result<_, EvaluationError>>()?;
    read.sort_by(|(a, _): &(LineFault, _), (b, _)| (&a.project, &a.name).cmp(&(&b.project, &b.name)));
    let mut found = LineFaults::default();
    for (fault, notes) in read {
        found.notes.extend(notes);
        match obstacle(&fault) {
            Some(reason) => {
                let fault = format!("{}/{}", fault.project, fault.name);
                found.left_out.push(LeftOut { fault, reason });
            }
            None => found.faults.push(fault),
        }
    }
    if found.faults.is_empty() {
        return Err(EvaluationError::NoFault { places: places.to_vec(), left_out: found.left_out.len() });
    }
    Ok(found)
}

fn obstacle(fault: &LineFault) -> Option<&'static str> {
    if fault.matched.is_empty() {
        Some("it has no results of mutants that match its spectrum")
    } else if fault.matched.failing.is_empty() {
        Some("no failing test ran on mutants")
    } else if fault.lines.faulty.is_empty() {
        Some("no faulty line is known that a failing test covers")
    } else {
        None
    }
}

fn one(
    source: Source,
    reading: (Policies, FlakyPolicy),
) -> Result<(LineFault, Vec<String>), EvaluationError> {
    let folder = source.folder().to_owned();
    let Read { fault, mut notes, .. } = source.read(reading)?;
    let mut results = Results::default();
    let mutants = folder.join(MUTANTS);
    if mutants.is_dir() {
        for file in recordings_in(&mutants)? {
            let (recording, of_file) = read(&file)?;
            results.add(&recording.mutation);
            notes.extend(of_file.iter().map(ToString::to_string));
        }
    }
    let lines = Lines::of(&fault.spectrum, &changed(&folder.join(FAULTY_LINES))?);
    let matched = results.matched(&fault.spectrum);
    let fault =
        LineFault { project: fault.project, name: fault.name, spectrum: fault.spectrum, matched, lines };
    Ok((fault, notes))
}

/// Reads the list; rows that do not name a class and a line are ignored.
fn changed(list: &Path) -> Result<HashSet<(String, u32)>, EvaluationError> {
    if !list.exists() {
        return Ok(HashSet::new());
    }
    let text =
        regular::read_to_string(list, limits::LIST).map_err(|error| EvaluationError::io(list, error))?;
    let rows = text.lines().filter_map(|row| {
        let mut fields = row.split('\t');
        let (class, line) = (fields.next()?, fields.next()?.trim().parse().ok()?);
        Some((class.to_owned(), line))
    });
    Ok(rows.collect())
}
