//! One result of the shards of a plan.

use std::path::{Path, PathBuf};
use std::{fs, io};

use faultline_telling::failure::Failure;

use super::folder::RESULTS;
use super::results::{ClassResult, Results, State};
use super::shards::{self, Part};

/// Joins shards into one folder; without `partial`, all have to be there and done.
/// Errors: they are not the shards of one plan; a file is missing; the folder holds something.
pub fn join(shards: &[PathBuf], partial: bool, out: &Path) -> Result<Results, Failure> {
    let parts = shards::read(shards, partial)?;
    prepare(out)?;
    for part in &parts {
        copy(part, out)?;
    }
    let results = joined(&parts);
    let path = out.join(RESULTS);
    // Last, so that a folder with it has everything.
    fs::write(&path, results.json()?).map_err(|error| failed(&path, &error))?;
    Ok(results)
}

/// Makes the folder. Errors: it holds something.
fn prepare(out: &Path) -> Result<(), Failure> {
    let is_taken = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
    if is_taken {
        return Err(Failure::failed(format!(
            "{} is not empty; choose another folder with --out",
            out.display()
        )));
    }
    fs::create_dir_all(out).map_err(|error| failed(out, &error))
}

/// Copies what a shard's classes left: tests and recordings, which must be there, and logs.
fn copy(part: &Part, out: &Path) -> Result<(), Failure> {
    let of_class = |class: &ClassResult| class.files.iter().map(PathBuf::from).collect::<Vec<_>>();
    for file in part.results.classes.iter().flat_map(of_class) {
        // A file of results may have been changed by anybody; it does not lead out of the folders.
        if !file.components().all(|part| matches!(part, std::path::Component::Normal(_))) {
            return Err(Failure::failed(format!(
                "{} names the file {}, which is not in it",
                part.folder.join(RESULTS).display(),
                file.display()
            )));
        }
        take(&part.folder.join(&file), &out.join(&file))?;
    }
    for class in &part.results.classes {
        let log = Path::new("logs").join(format!("{}.txt", class.class));
        if part.folder.join(&log).is_file() {
            take(&part.folder.join(&log), &out.join(&log))?;
        }
    }
    // The same in all shards; headers of tests name it.
    let spectrum = part.folder.join("spectrum.flt");
    if spectrum.is_file() { take(&spectrum, &out.join("spectrum.flt")) } else { Ok(()) }
}

fn take(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::create_dir_all(to.parent().unwrap_or(to)).map_err(|error| failed(to, &error))?;
    fs::copy(from, to).map_err(|error| failed(from, &error)).map(drop)
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::failed(format!("{} cannot be copied: {error}", path.display()))
}

/// All classes in the order of their ranks.
fn joined(parts: &[Part]) -> Results {
    let results = || parts.iter().map(|part| &part.results);
    let mut classes: Vec<ClassResult> =
        results().flat_map(|results| results.classes.iter().cloned()).collect();
    classes.sort_by_key(|class| class.rank);
    let first = &parts[0].results;
    let is_done =
        results().all(|results| results.state == State::Finished) && classes.len() == first.plan.classes;
    let mut notes: Vec<String> = Vec::new();
    for note in results().flat_map(|results| &results.notes) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    Results {
        state: if is_done { State::Finished } else { State::Interrupted },
        shard: None,
        merged: Some(parts.len()),
        budget_seconds: results().map(|results| results.budget_seconds).sum(),
        used_seconds: results().map(|results| results.used_seconds).sum(),
        seconds: results().map(|results| results.seconds).fold(0.0, f64::max),
        jobs: results().map(|results| results.jobs).sum(),
        tests: classes.iter().map(|class| class.tests).sum(),
        classes,
        notes,
        ..first.clone()
    }
}
