//! Joins the results of a plan's shards.

use std::io;
use std::path::{Path, PathBuf};

use faultline_files::{Kind, OwnedFolder, claims_nothing, inside, overlap};
use faultline_messages::failure::Failure;
use faultline_messages::words::{printable, printable_path};

use crate::evosuite::process::log_name;
use crate::names;

use super::folder::{RESULTS, SPECTRUM};
use super::results::{ClassResult, Results, State};
use super::shards::{self, Part};

/// A folder of joined shards. It is of another kind than a run's folder, so that no run's folder is taken for
/// the output.
const KIND: Kind =
    Kind { name: "merged", option: "--out", is_private: true, claims: claims_nothing, adopts: false };

/// Joins shards into one folder; without `partial`, all shards must be there and finished. Errors: they are
/// not the shards of one plan; a file is missing; a name in them leads outside; the folder is not empty, or
/// is one of the shards.
pub fn join(shards: &[PathBuf], partial: bool, out: &Path) -> Result<Results, Failure> {
    let parts = shards::read(shards, partial)?;
    apart(shards, out)?;
    parts.iter().try_for_each(check)?;
    let folder = OwnedFolder::take(out, KIND).map_err(|refused| Failure::failed(refused.to_string()))?;
    // Existing results are complete; without them, an interrupted merge starts again.
    if folder.is_ours(RESULTS) {
        return Err(Failure::failed(format!(
            "{} is not empty; choose another folder with --out",
            out.display()
        )));
    }
    folder.clear().map_err(|error| failed(out, &error))?;
    for part in &parts {
        copy(part, &folder)?;
    }
    let results = joined(&parts);
    // Written last, so that a folder with it is complete.
    folder.write(RESULTS, results.json()?.as_bytes()).map_err(|error| failed(&out.join(RESULTS), &error))?;
    Ok(results)
}

/// Errors: the folder is a shard, or inside or around one, also by another name.
fn apart(shards: &[PathBuf], out: &Path) -> Result<(), Failure> {
    for shard in shards {
        if overlap(shard, out).map_err(|error| failed(out, &error))? {
            return Err(Failure::failed(format!(
                "{} and the shard {} lie in one another; name another folder with --out",
                printable_path(out),
                printable_path(shard)
            )));
        }
    }
    Ok(())
}

/// Checks the names in results, which are untrusted. Errors: the name of a class or a file leads outside its
/// folder.
fn check(part: &Part) -> Result<(), Failure> {
    for class in &part.results.classes {
        names::check(&class.class)?;
        for file in &class.files {
            inside(&part.folder, Path::new(file)).map_err(|_| {
                Failure::failed(format!(
                    "{} names the file {}, which is not in its folder",
                    printable_path(&part.folder.join(RESULTS)),
                    printable(file)
                ))
            })?;
        }
    }
    Ok(())
}

/// Copies the files of a shard's classes: tests and recordings, which must exist, and logs.
fn copy(part: &Part, out: &OwnedFolder) -> Result<(), Failure> {
    let take = |name: &str| {
        let from = inside(&part.folder, Path::new(name));
        let copied = from.and_then(|from| out.copy_in(&from, name));
        copied.map(drop).map_err(|error| failed(&part.folder.join(name), &error))
    };
    let take_if_there = |name: &str| if part.folder.join(name).is_file() { take(name) } else { Ok(()) };
    for class in &part.results.classes {
        class.files.iter().try_for_each(|file| take(file))?;
        take_if_there(&log_name(&class.class))?;
    }
    // The recording is the same in all shards; headers of tests name it.
    take_if_there(SPECTRUM)
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::failed(format!("{} cannot be copied: {error}", printable_path(path)))
}

/// The results of all classes, in rank order.
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
        budget_seconds: results().map(|results| results.budget_seconds).fold(0, u64::saturating_add),
        used_seconds: results().map(|results| results.used_seconds).fold(0, u64::saturating_add),
        seconds: results().map(|results| results.seconds).fold(0.0, f64::max),
        jobs: results().map(|results| results.jobs).fold(0, usize::saturating_add),
        tests: classes.iter().map(|class| class.tests).fold(0, usize::saturating_add),
        classes,
        notes,
        ..first.clone()
    }
}
