//! Classes of one name in several files, and which of them a test means by it.

use std::collections::{BTreeSet, HashMap, HashSet};

use faultline_spectrum::{ClassId, ElementId, SourceFiles, Spectrum, TestId};

/* Stack traces have names of classes only. Two modules of a project may have classes of one name;
which of them a frame is of follows from what the test ran: its JVM knew one of them, most likely. */

/// The classes of a spectrum that share their names with classes of other files.
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
        // Hardly any spectrum has a name twice.
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

    /// Of the classes of this name those that the test ran, or all when it ran none. `None` where
    /// the name says which class is meant. Cost: O(what the test covered) where it does not.
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
