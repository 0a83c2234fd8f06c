//! Reads faults from archives, folders and files of seeded faults.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use faultline_evaluation::seeded::Green;
use faultline_evaluation::seeded::mutants::{Section, Wrong, parse};
use faultline_evaluation::{ARCHIVE, LeftOut, load};
use faultline_files::{limits, regular};
use faultline_messages::failure::Failure;
use faultline_messages::progress::{Progress, bar};
use faultline_messages::words::counted;

use crate::course::Course;
use crate::evidence_file;
use crate::known::Known;

/// The faults that were read.
#[derive(Debug, Default)]
pub struct Found {
    /// The faults to learn from.
    pub course: Course,
    /// Faults that cannot be learned from.
    pub left_out: Vec<LeftOut>,
    /// Oddities of the files, a sentence each.
    pub notes: Vec<String>,
}

/// Reads all faults. Errors: a file cannot be read or violates its format, a fault is listed twice, or there
/// is none to learn from.
pub fn read(inputs: &[PathBuf]) -> Result<Found, Failure> {
    let progress = Progress::start("looking for faults");
    let mut found = Found::default();
    for input in inputs {
        if is_seeded(input) {
            progress.now(format!("reading {}", input.display()));
            found.mutants(input)?;
            continue;
        }
        let tell = |done, total| progress.now(bar("reading", done, &counted(total, "fault"), total));
        let faults = load(input, &tell).map_err(|error| Failure::failed(error.to_string()))?;
        found.course.add_faults(faults.faults);
        found.left_out.extend(faults.left_out);
        found.notes.extend(faults.notes);
    }
    drop(progress);
    if let Some(fault) = found.course.duplicate() {
        return Err(Failure::failed(format!("the fault {fault} is there twice; leave one out")));
    }
    if found.course.is_empty() {
        let left_out = found.left_out.len();
        return Err(Failure::failed(format!(
            "there is no fault to learn from: none of the {left_out} mutants is killed by a test that covers it"
        )));
    }
    Ok(found)
}

/// Whether a path has seeded faults: it is a file, but not an archive of spectra.
fn is_seeded(input: &Path) -> bool {
    input.is_file() && !input.to_str().is_some_and(|name| name.ends_with(ARCHIVE))
}

/// Reads all faults for a ranking: the evidence in files of evidence, and the faults of all other inputs. Errors: as [`read`], or a file
/// of evidence cannot be used.
pub fn read_for_ranking(inputs: &[PathBuf]) -> Result<(Vec<Known>, Found), Failure> {
    let (files, others): (Vec<PathBuf>, Vec<PathBuf>) =
        inputs.iter().cloned().partition(|input| evidence_file::is_named(input));
    let mut known = Vec::new();
    for file in &files {
        let at = |reason: String| Failure::failed(format!("{}: {reason}", file.display()));
        known.extend(evidence_file::read(file).map_err(at)?);
    }
    Ok((known, if others.is_empty() { Found::default() } else { read(&others)? }))
}

/// Errors: a fault is listed twice, and so could be both learned from and judged.
pub fn refuse_duplicates(faults: &[Known]) -> Result<(), Failure> {
    let mut seen = HashSet::new();
    match faults.iter().find(|known| !seen.insert((&known.project, &known.name))) {
        Some(Known { project, name, .. }) => {
            Err(Failure::failed(format!("the fault {name} of {project} is there twice; leave one out")))
        }
        None => Ok(()),
    }
}

impl Found {
    /// Adds the faults of a file of mutants. The name of a build's folder is its project.
    fn mutants(&mut self, file: &Path) -> Result<(), Failure> {
        let at =
            |wrong: Wrong| Failure::failed(format!("{}:{}: {}", file.display(), wrong.line, wrong.reason));
        let bytes = regular::read(file, limits::LIST)
            .map_err(|error| Failure::failed(format!("{}: {error}", file.display())))?;
        let sections = parse(&bytes).map_err(at)?;
        if sections.iter().all(|section| section.mutants.is_empty()) {
            return Err(Failure::failed(format!("{} holds no mutant", file.display())));
        }
        for section in &sections {
            let (green, left_out) = self.green(file, section, &at)?;
            self.course.add_green(green);
            self.left_out.extend(left_out);
        }
        Ok(())
    }

    fn green(
        &mut self,
        file: &Path,
        section: &Section,
        at: &dyn Fn(Wrong) -> Failure,
    ) -> Result<(Green, Vec<LeftOut>), Failure> {
        let recording: PathBuf = file.parent().unwrap_or(Path::new("")).join(&section.spectrum);
        let loaded = faultline_recording_store::load::load(&[recording])
            .map_err(|failure| at(Wrong::at(section.line, failure.to_string())))?;
        self.notes.extend(loaded.notes);
        let name = |file: &Path| file.file_stem().map(|name| name.to_string_lossy().into_owned());
        let project = name(file).unwrap_or_default();
        Green::new(project, loaded.spectrum, section).map_err(at)
    }
}
