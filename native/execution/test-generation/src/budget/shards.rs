//! Reads folders and checks that they are the shards of one plan.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, printable_path};

use crate::budget::folder::RESULTS;
use crate::budget::results::{Results, State};
use crate::budget::shard::Shard;

/// A shard's folder with its results.
#[derive(Debug)]
pub struct Part {
    /// Its path.
    pub folder: PathBuf,
    /// Its shard.
    pub shard: Shard,
    /// Its results.
    pub results: Results,
}

/// Reads the shards, in order. Errors: one cannot be read, they are of different plans, one is there twice;
/// without `partial` also: one is missing or unfinished.
pub fn read(folders: &[PathBuf], partial: bool) -> Result<Vec<Part>, Failure> {
    let mut parts = folders.iter().map(|folder| part(folder)).collect::<Result<Vec<_>, _>>()?;
    parts.sort_by_key(|part| part.shard.index);
    if let [first, rest @ ..] = &parts[..] {
        for part in rest {
            alike(first, part)?;
        }
    }
    if let Some([one, other]) = parts.array_windows().find(|[one, other]| one.shard == other.shard) {
        return Err(Failure::failed(format!(
            "shard {} is there twice: {} and {}",
            one.shard,
            printable_path(&one.folder),
            printable_path(&other.folder)
        )));
    }
    if !partial {
        complete(&parts)?;
    }
    each_class_once(&parts, partial)?;
    Ok(parts)
}

fn part(folder: &Path) -> Result<Part, Failure> {
    let file = folder.join(RESULTS);
    let failed = |why: String| Failure::failed(format!("{} {why}", printable_path(&file)));
    let text = regular::read_to_string(&file, limits::RESULTS).map_err(|error| {
        failed(format!("cannot be read: {error}; give folders of faultline budget --run"))
    })?;
    let results = Results::parse(&text).map_err(failed)?;
    let shard = results.shard.ok_or_else(|| failed("is not a shard: it contains all classes".to_owned()))?;
    Ok(Part { folder: folder.to_owned(), shard, results })
}

fn alike(one: &Part, other: &Part) -> Result<(), Failure> {
    let (a, b) = (&one.results, &other.results);
    let mut differ = a.settings.differences(&b.settings);
    differ.extend((one.shard.of != other.shard.of).then_some("the number of shards"));
    differ.extend((a.plan != b.plan).then_some("classes or their seconds"));
    if differ.is_empty() {
        return Ok(());
    }
    Err(Failure::failed(format!(
        "{} and {} are not of the same plan: they differ in {}",
        printable_path(&one.folder),
        printable_path(&other.folder),
        differ.join(", ")
    )))
}

fn complete(parts: &[Part]) -> Result<(), Failure> {
    let of = parts.first().map_or(0, |part| part.shard.of);
    if let Some(missing) = Shard::missing(parts.iter().map(|part| part.shard.index), of) {
        return Err(Failure::failed(format!("{missing}; --partial merges the others")));
    }
    if let Some(part) = parts.iter().find(|part| part.results.state != State::Finished) {
        return Err(Failure::failed(format!(
            "shard {} in {} did not finish: {} to go; continue it with --resume, or merge the finished part with --partial",
            part.shard,
            printable_path(&part.folder),
            counted(part.results.waiting(), "class")
        )));
    }
    Ok(())
}

fn each_class_once(parts: &[Part], partial: bool) -> Result<(), Failure> {
    let mut of_rank = BTreeMap::new();
    for part in parts {
        for class in &part.results.classes {
            if let Some(other) = of_rank.insert(class.rank, part) {
                return Err(Failure::failed(format!(
                    "the class of rank {} is in {} and in {}: one of them was changed",
                    class.rank,
                    printable_path(&other.folder),
                    printable_path(&part.folder)
                )));
            }
        }
    }
    let all = parts.first().map_or(0, |part| part.results.plan.classes);
    if !partial && of_rank.len() != all {
        return Err(Failure::failed(format!(
            "the shards have {} of {}: one of them was changed",
            of_rank.len(),
            counted(all, "class")
        )));
    }
    Ok(())
}
