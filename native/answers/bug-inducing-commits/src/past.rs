//! Adds version history to suspects.

use faultline_fault_ranking::last_change::LastChange;
use faultline_fault_ranking::report::{Report, Suspect};
use faultline_messages::date;
use faultline_messages::words::seconds;
use faultline_recording_store::sources::Sources;
use faultline_vcs_history::{LastChange as Found, LastChanges};

use crate::last::{self, Place};

/// Adds the last change of each answer's suspect. Leaves it out if the source is not found or has no history.
pub fn add(report: &mut Report, sources: &mut Sources) {
    let first = report.groups.iter().map(|group| group.suspects.first().filter(|_| group.answer.is_some()));
    let (changes, found) = looked_up(report, first, sources);
    if found.is_partial {
        report.notes.push(
            "this clone is partial and lacks the versions that tell who changed some suspects last, and Faultline \
             fetches nothing; fetch all objects with: git fetch --refetch --no-filter"
                .to_owned(),
        );
    }
    if found.is_late {
        report.notes.push(format!(
            "the history was read for {}, and who changed some suspects last is older: it is left out",
            seconds(last::PATIENCE)
        ));
    }
    for (group, change) in report.groups.iter_mut().zip(changes) {
        group.last_change = change;
    }
}

/// Copies the last changes from another report of the same groups.
pub fn copy(from: &Report, to: &mut Report) {
    to.notes.clone_from(&from.notes);
    for (group, known) in to.groups.iter_mut().zip(&from.groups) {
        group.last_change.clone_from(&known.last_change);
    }
}

/// The last change of each suspect, if known.
pub fn changes<'s>(
    report: &Report,
    suspects: impl Iterator<Item = Option<&'s Suspect>>,
    sources: &mut Sources,
) -> Vec<Option<LastChange>> {
    looked_up(report, suspects, sources).0
}

/// As [`changes`]; also returns what was found, without the changes: whether some are left out, and why.
fn looked_up<'s>(
    report: &Report,
    suspects: impl Iterator<Item = Option<&'s Suspect>>,
    sources: &mut Sources,
) -> (Vec<Option<LastChange>>, LastChanges) {
    let places: Vec<Option<Place>> = suspects.map(|suspect| place(report, suspect?, sources)).collect();
    let known: Vec<Place> = places.iter().flatten().cloned().collect();
    let mut found = last::changes(&known);
    let mut changes = std::mem::take(&mut found.changes).into_iter();
    let told = |place: &Option<Place>| place.as_ref().and_then(|_| changes.next()?).map(told);
    (places.iter().map(told).collect(), found)
}

fn place(report: &Report, suspect: &Suspect, sources: &mut Sources) -> Option<Place> {
    let (&id, line) = (suspect.methods.first()?, suspect.line?);
    let class = &report.spectrum.classes[suspect.class.index()];
    let source = sources.of(class).filter(|source| source.doubt.is_none())?;
    let of_method = report.spectrum.elements.iter().filter(|element| element.method == id);
    Some(Place {
        file: source.path.clone(),
        is_newer: source.changed,
        method: report.spectrum.methods[id.index()].name.clone(),
        class: class.name.rsplit('.').next().unwrap_or(&class.name).to_owned(),
        line,
        lines: of_method.map(|element| element.line).collect(),
    })
}

fn told(found: Found) -> LastChange {
    match found {
        Found::Uncommitted => LastChange::default(),
        Found::Commit { id, signed } => LastChange {
            commit: Some(id),
            date: Some(date::of(signed.time)),
            time: Some(signed.time),
            author: Some(signed.author),
            subject: Some(signed.subject),
        },
    }
}
