//! Classes that were compiled in memory: no folder or archive holds them, so their sources decide.

use std::path::Path;

use faultline_spectrum::{IN_MEMORY, RecordedClass};

use super::LeftOut;
use super::named::says_tests;
use super::source_roots::SourceRoots;

/// Adds the classes that were compiled in memory and are not the project's: those without a source below the
/// project are libraries', those with a source among those of tests are tests'. Where the project has no source of
/// any recorded class, nothing is known and nothing is left out.
pub fn find(classes: &[&RecordedClass], sources: &mut SourceRoots, out: &mut LeftOut) {
    let in_memory: Vec<&&RecordedClass> =
        classes.iter().filter(|class| class.location == IN_MEMORY).collect();
    if in_memory.is_empty() || classes.iter().all(|class| sources.of(class).is_none()) {
        return;
    }
    for class in in_memory {
        let root = sources.of(class);
        let of_tests = |root: &Path| says_tests(root.strip_prefix(sources.project()).unwrap_or(root));
        let places = match root {
            None => &mut out.libraries,
            Some(root) if of_tests(&root) => &mut out.tests,
            Some(_) => continue,
        };
        places.entry(IN_MEMORY.to_owned()).or_default().insert(class.name.clone());
    }
}
