//! One result of the shards of a plan.

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

/// A folder with what shards came to. It is no folder of a run, so that none is ever taken for the output.
const KIND: Kind =
    Kind { name: "merged", option: "--out", is_private: true, claims: claims_nothing, adopts: false };

/// Joins shards into one folder; without `partial`, all have to be there and done.
/// Errors: they are not the shards of one plan; a file is missing; a name in them leads elsewhere; the folder holds something, or
/// is one of the shards.
pub fn join(shards: &[PathBuf], partial: bool, out: &Path) -> Result<Results, Failure> {
    let parts = shards::read(shards, partial)?;
    apart(shards, out)?;
    parts.iter().try_for_each(check)?;
    let folder = OwnedFolder::take(out, KIND).map_err(|refused| Failure::failed(refused.to_string()))?;
    // Results that are there are done; a merge that was interrupted begins again.
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
    // Last, so that a folder with it has everything.
    folder.write(RESULTS, results.json()?.as_bytes()).map_err(|error| failed(&out.join(RESULTS), &error))?;
    Ok(results)
}

/// Errors: the folder is one of the shards, lies in one or around one, by whichever name.
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

/// A file of results may have been changed by anybody. Errors: a class or a file of it leads out of its folder.
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

/// Copies what a shard's classes left: tests and recordings, which must be there, and logs.
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
    // The same in all shards; headers of tests name it.
    take_if_there(SPECTRUM)
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::failed(format!("{} cannot be copied: {error}", printable_path(path)))
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
