//! Joins the results of a job's shards into one folder.

use std::path::{Path, PathBuf};

use faultline_files::{Kind, OwnedFolder, is_within};
use faultline_jvm_process::work::shard::Shard;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable_path;
use faultline_recording_store::find::recordings_in;
use faultline_recording_store::mutants::KIND;

use crate::folder::{ABOUT, About, about, write_about};

/// A shard's folder.
struct Part {
    folder: PathBuf,
    about: About,
}

/// Whether a folder contains results of mutants.
pub fn is_one(folder: &Path) -> bool {
    about(folder).is_some()
}

/// Joins shards into one folder, usually the one beside their recordings. Without `partial`, all shards must
/// be there and finished. Returns the number of results files in the joined folder.
/// Errors: they are not the shards of one job; the folder is not empty; the operating system's.
pub fn join(shards: &[PathBuf], partial: bool, out: &Path) -> Result<usize, Failure> {
    let mut parts = shards.iter().map(|folder| part(folder)).collect::<Result<Vec<_>, _>>()?;
    parts.sort_by_key(|part| part.about.shard.map(|shard| shard.index));
    alike(&parts)?;
    if !partial {
        complete(&parts)?;
    }
    let folder = prepare(&parts, out)?;
    let mut files = 0;
    for part in &parts {
        let index = part.about.shard.map_or(0, |shard| shard.index);
        for file in recordings_in(&part.folder)? {
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            folder
                .copy_in(&file, format!("{index:04}-{name}"))
                .map_err(|error| failed("copied", &file, &error))?;
            files += 1;
        }
    }
    let finished = complete(&parts).is_ok();
    let first = parts.first().map(|part| part.about.clone());
    let merged = Some(parts.len());
    // Written last, so that a folder with it is complete.
    first.map_or(Ok(()), |first| write_about(&folder, &About { shard: None, merged, finished, ..first }))?;
    Ok(files)
}

fn part(folder: &Path) -> Result<Part, Failure> {
    let none = |why: &str| {
        Failure::failed(format!("{} {why}; give folders of faultline mutate --shard", printable_path(folder)))
    };
    let about =
        about(folder).ok_or_else(|| none(&format!("has no {ABOUT} of mutants that this version reads")))?;
    if about.shard.is_none() {
        return Err(none("is not a shard: it contains all mutants"));
    }
    Ok(Part { folder: folder.to_owned(), about })
}

fn alike(parts: &[Part]) -> Result<(), Failure> {
    let [first, rest @ ..] = parts else { return Ok(()) };
    for part in rest {
        let (a, b) = (&first.about, &part.about);
        let differ = [
            ("recordings or failing tests", a.digest == b.digest),
            ("the version of the operators", a.operators == b.operators),
            ("--tests", a.tests == b.tests),
            ("--mutants", a.mutants == b.mutants),
            ("--seed", a.seed == b.seed),
            ("the number of shards", a.shard.map(|shard| shard.of) == b.shard.map(|shard| shard.of)),
        ];
        let differ: Vec<&str> = differ.iter().filter(|(_, same)| !same).map(|(what, _)| *what).collect();
        if !differ.is_empty() {
            return Err(Failure::failed(format!(
                "{} and {} are not of the same job: they differ in {}",
                printable_path(&first.folder),
                printable_path(&part.folder),
                differ.join(", ")
            )));
        }
    }
    match parts.array_windows().find(|[one, other]| one.about.shard == other.about.shard) {
        Some([one, other]) => Err(Failure::failed(format!(
            "a shard is there twice: {} and {}",
            printable_path(&one.folder),
            printable_path(&other.folder)
        ))),
        None => Ok(()),
    }
}

fn complete(parts: &[Part]) -> Result<(), Failure> {
    let of = parts.first().and_then(|part| part.about.shard).map_or(0, |shard| shard.of);
    let there = parts.iter().filter_map(|part| part.about.shard).map(|shard| shard.index);
    if let Some(missing) = Shard::missing(there, of) {
        return Err(Failure::failed(format!("{missing}; --partial merges the others")));
    }
    match parts.iter().find(|part| !part.about.finished) {
        Some(part) => Err(Failure::failed(format!(
            "the shard in {} did not come to its end; continue it with --resume, or merge the finished part with --partial",
            printable_path(&part.folder)
        ))),
        None => Ok(()),
    }
}

/// Creates the folder. Errors: it is one of the parts, or contains results or foreign files.
fn prepare(parts: &[Part], out: &Path) -> Result<OwnedFolder, Failure> {
    if let Some(part) = parts.iter().find(|part| is_within(&part.folder, out) || is_within(out, &part.folder))
    {
        return Err(Failure::misuse(format!(
            "{} is to be merged into {}, which is not a separate folder; choose another with --out",
            printable_path(&part.folder),
            printable_path(out)
        )));
    }
    let kind = Kind { option: "--out", ..KIND };
    let folder = OwnedFolder::take(out, kind).map_err(|refusal| Failure::failed(refusal.to_string()))?;
    if recordings_in(out)?.is_empty() {
        return Ok(folder);
    }
    Err(Failure::failed(format!("{} has results; choose another folder with --out", printable_path(out))))
}

fn failed(done: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::failed(format!("{} cannot be {done}: {error}", printable_path(path)))
}
