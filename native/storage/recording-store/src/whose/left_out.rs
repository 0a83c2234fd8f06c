//! Removes classes from a recording.

use std::collections::HashSet;
use std::sync::Arc;

use faultline_spectrum::{RecordedClass, Recording};

/// Removes the classes for which `is_out` holds, and all coverage in them. Cost: O(recording).
pub fn remove(recording: &mut Recording, is_out: impl Fn(&RecordedClass) -> bool) {
    let classes = recording.classes.iter().filter(|class| is_out(class)).map(|class| class.id).collect();
    remove_numbers(recording, &classes);
}

/// Removes the classes with these numbers, and all coverage in them. Cost: O(recording).
pub fn remove_numbers(recording: &mut Recording, classes: &HashSet<u32>) {
    if classes.is_empty() {
        return;
    }
    let tables = recording.elements.tables.iter().filter(|table| classes.contains(&table.class));
    let gone: HashSet<u32> = classes.iter().copied().chain(tables.map(|table| table.id)).collect();
    recording.classes.retain(|class| !gone.contains(&class.id));
    recording.details.retain(|details| !gone.contains(&details.class));
    recording.partly.retain(|method| !gone.contains(&method.class));
    recording.initialisers.retain(|(class, _)| !gone.contains(class));
    recording.elements.tables.retain(|table| !gone.contains(&table.class));
    for path in &mut recording.elements.paths {
        path.steps.retain(|(table, _)| !gone.contains(table));
    }
    let rows = recording.tests.iter_mut().map(|test| &mut test.coverage);
    let fixtures = recording.fixtures.iter_mut().map(|fixture| &mut fixture.coverage);
    let initialisers = recording.initialisers.iter_mut().map(|(_, coverage)| coverage);
    let background = recording.background.iter_mut().map(|ran| &mut ran.coverage);
    let outcomes = recording.elements.hits.iter_mut().map(|hits| &mut hits.coverage);
    let gone = Arc::new(gone);
    for coverage in rows.chain(fixtures).chain(initialisers).chain(background).chain(outcomes) {
        coverage.remove(&gone);
    }
}
