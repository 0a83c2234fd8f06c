//! Writes kept variants as readable source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use faultline_files::{limits, put, regular};
use faultline_flt::line;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_messages::failure::Failure;

use crate::choose::Chosen;
use crate::clock::Clock;
use crate::destination::Sources;
use crate::done::Done;
use crate::errand::{Answer, Errand, GROW, compiler_text, unreadable};
use crate::grown::test_of;
use crate::kotlin;
use crate::plan::{Plan, Unit};
use crate::source::Language;
use crate::tools::Tools;
use crate::written::{PATIENCE, Written, Wrote};
use faultline_variant_evidence::kept::Kept;
use faultline_variant_evidence::matched::Matched;
use faultline_variant_evidence::tables::Table;
use faultline_variant_evidence::words::By;

/// Writes the chosen variants. Returns the files, and the number of tests in them.
pub fn write_chosen(
    plan: &Plan,
    tools: &Tools,
    done: &Done,
    (matched, chosen): (&Matched, &[Chosen]),
    out: &Sources,
    wishes: &mut Wishes,
    notes: &mut Vec<String>,
) -> Result<(Vec<PathBuf>, usize), Failure> {
    let key = |kept: &Kept| (kept.class.clone(), kept.method.clone());
    let wanted: BTreeSet<_> = chosen.iter().map(|one| key(&matched.kept[one.variant])).collect();
    let mut of_units: BTreeMap<usize, Vec<Written>> = BTreeMap::new();
    let mut names: BTreeMap<(usize, String), usize> = BTreeMap::new();
    // A test that rightly ends by an exception is not worth keeping; for one that only a person calls wrong,
    // the correct result is unknown.
    let is_test = |kept: &Kept| wanted.contains(&key(kept)) && !matches!(kept.by, By::Thrown | By::Person);
    for (kept, origin) in done.kept.iter().zip(&done.origins).filter(|(kept, _)| is_test(kept)) {
        let of = test_of(&kept.method).to_owned();
        let number = names.entry((origin.unit, of.clone())).or_default();
        *number += 1;
        let name = format!("{of}_{number}");
        let (end, observations) = (origin.exception.clone(), origin.observations.clone());
        let written = Written { n: origin.number, label: kept.label, by: kept.by, name, end, observations };
        of_units.entry(origin.unit).or_default().push(written);
    }
    let (mut files, mut tests) = (Vec::new(), 0);
    for (at, variants) in of_units {
        let unit = &plan.units[at];
        let Some(grown) = done.folders.get(&at) else { continue };
        let wrote = write((plan, unit), &variants, tools, grown, out, wishes)?;
        files.extend(wrote.files);
        tests += wrote.tests;
        notes.extend(wrote.note);
    }
    Ok((files, tests))
}

/// Writes variants of a unit into a folder. Returns the file of each test. Errors: the folder is not
/// writable.
fn write(
    (plan, unit): (&Plan, &Unit),
    variants: &[Written],
    tools: &Tools,
    grown: &Path,
    out: &Sources,
    wishes: &mut Wishes,
) -> Result<Wrote, Failure> {
    if unit.source.language == Language::Kotlin {
        return kotlin::write::write((plan, unit), variants, tools, grown, out, wishes);
    }
    let (scratch, staged) = (grown.join("written"), grown.join("staged"));
    let request = grown.join("write.tsv");
    let failed = |error: std::io::Error| {
        Failure::failed(format!("tests of {} cannot be written: {error}; name another --dir", unit.class))
    };
    fs::create_dir_all(&staged).and_then(|()| fs::create_dir_all(&scratch)).map_err(failed)?;
    let text = request_text((plan, unit), variants, tools, (grown, &scratch, &staged));
    put(&request, text).map_err(failed)?;
    let errand = Errand {
        main: GROW,
        arguments: &[Path::new("--write"), &request],
        log: &grown.join("write.log"),
        until: Clock::start(PATIENCE).end(),
        doing: "writing tests of",
    };
    match errand.run((plan, unit), tools, (wishes, &mut || ()))? {
        Answer::Stopped => Ok(Wrote::default()),
        Answer::Late => Err(Failure::failed(format!("writing tests of {} took too long", unit.class))),
        Answer::Nothing(why) => Ok(Wrote { note: Some(why), ..Wrote::default() }),
        Answer::Done => {
            let text =
                regular::read_to_string(&scratch.join("written.tsv"), limits::RESULTS).map_err(failed)?;
            let table =
                Table::read(&text, &["name", "file"]).map_err(|why| unreadable("written of", unit, &why))?;
            let files: BTreeSet<PathBuf> = table.rows().map(|row| PathBuf::from(row.get("file"))).collect();
            let files = files.iter().map(|file| out.take_in(file, &staged)).collect::<Result<_, _>>()?;
            Ok(Wrote { tests: table.rows().count(), files, note: None })
        }
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
