//! Resolves class names that occur in several files.

use std::collections::{BTreeSet, HashMap, HashSet};

use faultline_spectrum::{ClassId, ElementId, SourceFiles, Spectrum, TestId};

/* Stack traces only have names of classes. If two modules have classes of one name, the classes that the test ran decide which
one a frame means: most likely its JVM had loaded only one of them. */

/// The classes of a spectrum whose names occur in several files.
#[derive(Clone, Debug)]
pub(crate) struct Namesakes<'s> {
    spectrum: &'s Spectrum,
    by_name: HashMap<&'s str, Vec<ClassId>>,
}

impl<'s> Namesakes<'s> {
    /// Cost: O(classes).
    pub(crate) fn of(spectrum: &'s Spectrum) -> Self {
        let mut by_name = HashMap::<&str, Vec<ClassId>>::new();
        let mut seen = HashSet::new();
        // Fast path: names are unique in nearly every spectrum.
        if !spectrum.classes.iter().all(|class| seen.insert(class.name.as_str())) {
            for (at, class) in spectrum.classes.iter().enumerate() {
                by_name.entry(&class.name).or_default().push(ClassId::new(at));
            }
            let files = SourceFiles::of(&spectrum.classes);
            let differ = |classes: &[ClassId]| {
                classes.iter().any(|&class| files.number(class) != files.number(classes[0]))
            };
            by_name.retain(|_, classes| differ(classes));
        }
        Self { spectrum, by_name }
    }

    /// Returns the classes of this name that the test ran, or all of them if it ran none. `None` if the name is unique.
    /// Cost: O(covered elements) if it is not.
    pub(crate) fn meant(&self, test: TestId, name: &str) -> Option<BTreeSet<ClassId>> {
        let all: BTreeSet<ClassId> = self.by_name.get(name)?.iter().copied().collect();
        let covered = self.spectrum.coverage.ones(test.index());
        let of_name = |element: usize| {
            let class = self.spectrum.method_of(ElementId::new(element)).class;
            all.contains(&class).then_some(class)
        };
        let ran: BTreeSet<ClassId> = covered.filter_map(of_name).collect();
        Some(if ran.is_empty() { all } else { ran })
    }
}
