//! Kept variants as readable source.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use faultline_format::line;
use faultline_running::process::group::how;
use faultline_running::process::wishes::Wishes;
use faultline_running::tools::java::Java;
use faultline_telling::failure::Failure;
use faultline_telling::words::printable;

use crate::clock::Clock;
use crate::job::{self, Ended};
use crate::plan::Unit;
use crate::runs::{Tools, grower};
use crate::words::Label;

/// How long writing may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// A variant to write down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its number among those of its unit.
    pub n: usize,
    /// What it does.
    pub label: Label,
    /// What it is called there.
    pub name: String,
    /// What was observed, or should be.
    pub observations: Vec<String>,
}

/// Writes variants of a unit into a folder; the files that are new there. Errors: they cannot be written.
pub fn write(
    unit: &Unit,
    variants: &[Written],
    (java, tools): (&Java, &Tools),
    grown: &Path,
    out: &Path,
    wishes: &mut Wishes,
) -> Result<Vec<PathBuf>, Failure> {
    let mut text = String::new();
    let path = |path: &Path| path.to_string_lossy().into_owned();
    for root in &unit.source.roots {
        text.push_str(&line(["source-root", &path(root)]));
    }
    text.push_str(&line(["encoding", unit.source.encoding]));
    text.push_str(&line(["variants", &path(&grown.join("variants.tsv"))]));
    for variant in variants {
        let n = variant.n.to_string();
        let fields = ["keep", &n, variant.label.word(), &variant.name].into_iter();
        text.push_str(&line(fields.chain(variant.observations.iter().map(String::as_str))));
    }
    text.push_str(&line(["out", &path(out)]));
    let (request, log) = (grown.join("write.tsv"), grown.join("write.log"));
    let failed = |error: std::io::Error| {
        Failure::failed(format!("{} cannot be written: {error}; name another --out", out.display()))
    };
    fs::create_dir_all(out).map_err(failed)?;
    fs::write(&request, text).map_err(failed)?;
    let before = files(out);
    let mut command = grower(java, tools, &[Path::new("--write"), &request]);
    match job::run(&mut command, &log, Clock::start(PATIENCE).end(), wishes, || ())? {
        Ended::Done(status) if status.success() => {}
        Ended::Stopped => return Ok(Vec::new()),
        Ended::Late => return Err(Failure::failed(format!("writing tests of {} took too long", unit.class))),
        Ended::Done(status) => {
            let said = faultline_running::jvm::said(&log).unwrap_or_else(|| "it says nothing".to_owned());
            return Err(Failure::failed(format!(
                "writing tests of {} failed ({}): {}",
                unit.class,
                how(status),
                printable(&said)
            )));
        }
    }
    // What was there from another run is written anew.
    let name = format!("{}Amplified.java", unit.class.rsplit('.').next().unwrap_or(&unit.class));
    let is_new = |file: &&PathBuf| !before.contains(*file) || file.ends_with(&name);
    Ok(files(out).iter().filter(is_new).cloned().collect())
}

fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let (mut files, mut folders) = (BTreeSet::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for path in fs::read_dir(&next).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "java") {
                files.insert(path);
            }
        }
    }
    files
}
