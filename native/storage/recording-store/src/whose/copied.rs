//! Lines of the project that Kotlin inlined into its tests.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use faultline_spectrum::{ClassFile, Recording};

use super::source_roots::SourceRoots;
use super::{LeftOut, lombok};

/// Reduces classes of tests that hold copies of the project's lines to these copies, and returns their numbers: only they
/// say which tests ran the lines. Where the agent knows a class for one of tests, it records no other line of it.
/// Cost: O(classes of tests with a source map); of recordings with copies, the coverage is copied.
pub fn keep(recording: &mut Recording, out: &LeftOut, sources: &mut SourceRoots) -> HashSet<u32> {
    let mut changed = HashMap::new();
    if out.tests.is_empty() {
        return HashSet::new();
    }
    let copied = recording.copied_from();
    for class in &mut recording.classes {
        let Some(origins) = copied.get(&class.id).filter(|_| super::holds(&out.tests, class)) else {
            continue;
        };
        let mut is_of_project = |(name, file): &(String, String)| {
            let origin =
                ClassFile { name: name.clone(), source_file: Some(file.clone()), ..ClassFile::default() };
            !out.has_named(name) && sources.of(&origin).is_some()
        };
        let kept: Vec<bool> =
            class.slots.iter().map(|slot| origins.get(&slot.1).is_some_and(&mut is_of_project)).collect();
        if kept.contains(&true) {
            let slots = class.slots.iter().zip(&kept).filter(|(_, is_kept)| **is_kept);
            let slots = slots.map(|(slot, _)| *slot).collect();
            class.file = Arc::new(ClassFile { slots, ..(*class.file).clone() });
            changed.insert(class.id, Arc::from(kept));
        }
    }
    if !changed.is_empty() {
        lombok::renumber(recording, &changed);
    }
    changed.into_keys().collect()
}
