//! Kept variants as readable source.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use faultline_files::{limits, put, regular};
use faultline_flt::line;
use faultline_jvm_process::process::group::how;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::tools::java::Java;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;

use crate::clock::Clock;
use crate::job::{self, Ended};
use crate::kotlin;
use crate::out::Sources;
use crate::plan::{Plan, Unit};
use crate::runs::{GROW, NOTHING, Tools, compiler_text, grower};
use crate::source::Language;
use faultline_variant_evidence::tables::Table;
use faultline_variant_evidence::words::{By, Label};

/// How long writing may take.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// A variant to write down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its number among those of its unit.
    pub n: usize,
    /// What it does.
    pub label: Label,
    /// The source of the label.
    pub by: By,
    /// What it is called there.
    pub name: String,
    /// Class of the exception that ends it where all is right; empty where none does.
    pub end: String,
    /// What was observed, or should be.
    pub observations: Vec<String>,
}

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wrote {
    /// How many tests.
    pub tests: usize,
    /// The files that hold them.
    pub files: Vec<PathBuf>,
    /// Why nothing was.
    pub note: Option<String>,
}

/// Writes variants of a unit into a folder: which file holds which test. Errors: they cannot be written.
pub fn write(
    (plan, unit): (&Plan, &Unit),
    variants: &[Written],
    (java, tools): (&Java, &Tools),
    grown: &Path,
    out: &Sources,
    wishes: &mut Wishes,
) -> Result<Wrote, Failure> {
    if unit.source.language == Language::Kotlin {
        return kotlin::write::write((plan, unit), variants, tools, grown, out, wishes);
    }
    let (scratch, staged) = (grown.join("written"), grown.join("staged"));
    let (request, log) = (grown.join("write.tsv"), grown.join("write.log"));
    let failed = |error: std::io::Error| {
        Failure::failed(format!("tests of {} cannot be written: {error}; name another --dir", unit.class))
    };
    fs::create_dir_all(&staged).and_then(|()| fs::create_dir_all(&scratch)).map_err(failed)?;
    let text = request_text((plan, unit), variants, tools, (grown, &scratch, &staged));
    put(&request, text).map_err(failed)?;
    let mut command = grower(java, tools, GROW, &[Path::new("--write"), &request]);
    let said = || {
        let said = faultline_jvm_process::jvm::said(&log).unwrap_or_else(|| "it says nothing".to_owned());
        printable(&said)
    };
    match job::run(&mut command, &log, Clock::start(PATIENCE).end(), wishes, || ())? {
        Ended::Done(status) if status.success() => {
            let text =
                regular::read_to_string(&scratch.join("written.tsv"), limits::RESULTS).map_err(failed)?;
            let table = Table::read(&text, &["name", "file"]).map_err(|why| {
                Failure::failed(format!("what was written of {} cannot be read: {why}", unit.class))
            })?;
            let files: BTreeSet<PathBuf> = table.rows().map(|row| PathBuf::from(row.get("file"))).collect();
            let files = files.iter().map(|file| out.take_in(file, &staged)).collect::<Result<_, _>>()?;
            Ok(Wrote { tests: table.rows().count(), files, note: None })
        }
        Ended::Done(status) if status.code() == Some(NOTHING) => {
            Ok(Wrote { note: Some(said()), ..Wrote::default() })
        }
        Ended::Stopped => Ok(Wrote::default()),
        Ended::Late => Err(Failure::failed(format!("writing tests of {} took too long", unit.class))),
        Ended::Done(status) => Err(Failure::failed(format!(
            "writing tests of {} failed ({}): {}",
            unit.class,
            how(status),
            said()
        ))),
    }
}

fn request_text(
    (plan, unit): (&Plan, &Unit),
    variants: &[Written],
    tools: &Tools,
    (grown, scratch, out): (&Path, &Path, &Path),
) -> String {
    let mut text = compiler_text((plan, unit), tools);
    let path = |path: &Path| path.to_string_lossy().into_owned();
    text.push_str(&line(["variants", &path(&grown.join("variants.tsv"))]));
    for variant in variants {
        let n = variant.n.to_string();
        let fields = ["keep", &n, variant.label.word(), variant.by.word(), &variant.name, &variant.end];
        text.push_str(&line(fields.into_iter().chain(variant.observations.iter().map(String::as_str))));
    }
    text.push_str(&line(["scratch", &path(scratch)]));
    text.push_str(&line(["out", &path(out)]));
    text
}
