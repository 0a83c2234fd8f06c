//! Tests that classes of the project declare, as the base classes of a library for tests do.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use faultline_spectrum::{ClassFile, Recording};

use super::{lombok, tests_classes};

/// Removes the lines of methods that a framework called as tests: the class is the project's, such a method is no
/// suspect. Known of failed tests alone, by their stack traces. Cost: O(rows); of recordings with such a test, the
/// coverage is copied.
pub fn leave_out(recordings: &mut [Recording]) {
    let tests = recordings.iter().flat_map(|recording| &recording.tests);
    let mut methods = HashMap::<String, HashSet<String>>::new();
    for (class, method) in tests.filter_map(tests_classes::declared_above) {
        methods.entry(class.to_owned()).or_default().insert(method.to_owned());
    }
    if methods.is_empty() {
        return;
    }
    for recording in recordings.iter_mut().filter(|recording| !recording.origin.is_asked()) {
        let mut changed = HashMap::new();
        for class in &mut recording.classes {
            let Some(of_tests) = methods.get(&class.name) else { continue };
            let is_test = |method: u32| {
                class.methods.get(method as usize).is_some_and(|method| of_tests.contains(&method.name))
            };
            let kept: Vec<bool> = class.slots.iter().map(|slot| !is_test(slot.0)).collect();
            if kept.iter().all(|&is_kept| is_kept) {
                continue;
            }
            let slots = class.slots.iter().zip(&kept).filter(|(_, is_kept)| **is_kept);
            let slots = slots.map(|(slot, _)| *slot).collect();
            class.file = Arc::new(ClassFile { slots, ..(*class.file).clone() });
            changed.insert(class.id, Arc::from(kept));
        }
        if !changed.is_empty() {
            lombok::renumber(recording, &changed);
        }
    }
}
