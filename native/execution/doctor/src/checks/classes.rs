//! Checks classes: not instrumented, in several versions, recompiled since the recording.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use faultline_class_file::has_lines_of;
use faultline_files::{limits, regular};
use faultline_jvm_process::tools::entries;
use faultline_messages::words::{counted, number};
use faultline_recording_store::partly;
use faultline_recording_store::sources::Roots;
use faultline_recording_store::unseen::NO_LINES;
use faultline_recording_store::whose::made;
use faultline_spectrum::{RecordedClass, SourceFiles, is_archive};

use super::super::case::{Case, began};
use super::super::compiled::Compiled;
use super::super::finding::{Code, Finding};

/// Maximum number of class files read for comparison.
const MOST_FILES: usize = 20_000;

/// Reports classes in scope that were not recorded.
pub fn refused(case: &Case) -> Vec<Finding> {
    let mut by_reason: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let refusals = || case.recordings.iter().flat_map(|recording| &recording.refusals);
    if refusals().next().is_none() {
        return Vec::new();
    }
    let compiled = compiled(case);
    for refusal in refusals() {
        // Generated classes have no line numbers, and no source that would need them.
        if refusal.reason != NO_LINES || !is_made_at_run_time(&refusal.class, &compiled) {
            by_reason.entry(&refusal.reason).or_default().insert(&refusal.class);
        }
    }
    let mut found = Vec::new();
    if let Some(classes) = by_reason.remove(NO_LINES) {
        let count = counted(classes.len(), "class");
        found.push(
            Finding::new(
                Code::NoLineNumbers,
                format!("{count} not recorded: no line numbers"),
                "compile with line numbers: javac -g, or -g:source,lines; in Maven, leave out <debug>false</debug> \
                 and -g:none",
            )
            .with(super::some_of(classes.into_iter().map(str::to_owned))),
        );
    }
    if !by_reason.is_empty() {
        found.push(not_instrumented(&by_reason));
    }
    found
}

/// Reports methods too large for a probe at each line.
pub fn partly_recorded(case: &Case) -> Option<Finding> {
    let methods = partly::methods(&case.recordings);
    (!methods.is_empty()).then(|| {
        Finding::new(
            Code::PartlyRecorded,
            partly::sentence(&methods),
            "a method may have 64 KB of code, and these have no room for a probe at each line: split them, or take \
             the lines that are left for those between them",
        )
        .with(super::some_of(partly::names(&methods)))
    })
}

/// Reports methods beyond the last line that a class file can name.
pub fn beyond_the_last_line(case: &Case) -> Option<Finding> {
    let methods = partly::without_lines(&case.recordings);
    (!methods.is_empty()).then(|| {
        Finding::new(
            Code::NoLineNumbers,
            format!("{} not recorded: beyond line 65,535", counted(methods.len(), "method")),
            "a class file cannot name a later line: split the source",
        )
        .with(super::some_of(methods))
    })
}

/// The project's class files; empty if classes also came from archives, since folders are then incomplete.
pub fn compiled(case: &Case) -> Compiled {
    let mut recorded = case.recordings.iter().flat_map(|recording| &recording.classes);
    if recorded.any(|class| is_archive(&class.location)) {
        return Compiled::default();
    }
    Compiled::below(case.root())
}

/// Whether a class was generated at run time, judged by its name, or by its absence from the project's class
/// files, if there are any.
pub fn is_made_at_run_time(class: &str, compiled: &Compiled) -> bool {
    !compiled.has(class) && (made::is_named_so(class) || !compiled.is_empty())
}

fn not_instrumented(by_reason: &BTreeMap<&str, BTreeSet<&str>>) -> Finding {
    let classes: BTreeSet<_> = by_reason.values().flatten().collect();
    let mut reasons: Vec<_> = by_reason.iter().collect();
    reasons.sort_by_key(|(_, of_reason)| std::cmp::Reverse(of_reason.len()));
    let shown: Vec<_> =
        reasons.iter().take(3).map(|(reason, of_reason)| format!("{} {reason}", of_reason.len())).collect();
    let evidence = reasons
        .iter()
        .flat_map(|(reason, of_reason)| of_reason.iter().map(move |class| format!("{class}: {reason}")));
    Finding::new(
        Code::NotInstrumented,
        format!("{} not recorded ({})", counted(classes.len(), "class"), shown.join(", ")),
        "they run unchanged and cannot be ranked; --exclude them if that is intended",
    )
    .with(super::some_of(evidence))
}

/// Reports classes of which several versions ran. Classes of one name in several modules are different
/// classes, and fine.
pub fn several_versions(case: &Case) -> Option<Finding> {
    let all = || case.recordings.iter().flat_map(|recording| &recording.classes);
    let files = SourceFiles::of_recorded(all());
    let mut versions: BTreeMap<(&str, u32), BTreeMap<u64, &str>> = BTreeMap::new();
    for (class, &file) in all().zip(files.numbers()) {
        if class.hash != 0 {
            versions.entry((&class.name, file)).or_default().insert(class.hash, &class.location);
        }
    }
    versions.retain(|_, of_class| of_class.len() > 1);
    (!versions.is_empty()).then(|| {
        let evidence = versions.iter().map(|((name, _), of_class)| {
            let places: BTreeSet<_> = of_class.values().copied().filter(|place| !place.is_empty()).collect();
            let places: Vec<_> = places.into_iter().collect();
            format!("{name}: {} versions, from {}", of_class.len(), places.join(" and "))
        });
        Finding::new(
            Code::SeveralVersions,
            format!(
                "{} ran in several versions, each counted as a class of its own",
                counted(versions.len(), "class")
            ),
            "if that is not intended, the recordings are of different builds: record again without --append",
        )
        .with(super::some_of(evidence))
    })
}

/// Reports class files that were written after the recording began and have other lines.
pub fn stale(case: &Case) -> Option<Finding> {
    let mut changed: BTreeSet<(String, PathBuf)> = BTreeSet::new();
    let (mut looked_at, mut compared) = (0, BTreeSet::new());
    let roots = Roots::new(case.root(), &[], &[]);
    for recording in &case.recordings {
        let Some(began) = began(std::slice::from_ref(recording)) else { continue };
        for class in &recording.classes {
            let Some(file) = recorded_file(class).filter(|file| looked_at < MOST_FILES && roots.hold(file))
            else {
                continue;
            };
            looked_at += 1;
            let newer = fs::metadata(&file).and_then(|data| data.modified()).is_ok_and(|time| time > began);
            // Check both: another agent may have changed the class that ours saw, so neither the time nor the
            // lines alone prove a change.
            let is_other = |bytes: Vec<u8>| !has_lines_of(recording, class, &bytes);
            if newer && regular::read(&file, limits::CLASS).is_ok_and(is_other) {
                changed.insert((class.name.clone(), file.clone()));
            }
            compared.insert(file);
        }
    }
    (!changed.is_empty()).then(|| {
        Finding::new(
            Code::StaleRecording,
            format!(
                "{} of {} changed since the recording: its lines are those of an older build",
                number(changed.len()),
                counted(compared.len(), "class")
            ),
            "record again: faultline run -- mvn test",
        )
        .with(super::some_of(changed.into_iter().map(|(name, file)| format!("{name}: {}", file.display()))))
    })
}

/// The file of a class that was loaded from a folder.
fn recorded_file(class: &RecordedClass) -> Option<PathBuf> {
    let location = class.location.strip_prefix("file:").unwrap_or(&class.location);
    let folder = Path::new(location);
    if class.hash == 0 || !folder.is_absolute() || !folder.is_dir() {
        return None;
    }
    // The name comes from an untrusted file.
    let plain = class.name.split('.').all(|part| !part.is_empty() && !part.contains(['/', '\0']));
    plain.then(|| folder.join(entries::class_file(&class.name)))
}
