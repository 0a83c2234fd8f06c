//! Tests that failed because a class could not be initialised.
//!
//! Only the first use of such a class runs its initialiser and shows the exception. Later tests fail by the
//! same fault, so they are given the initialiser's lines and the original exception with its frames.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::jvm::Jvm;
use crate::unify::Layouts;
use crate::{ElementId, FailedInitialiser, Failure, Frame, RecordedClass, RecordedTest, Thrown};

/// The name of static initialisers in class files.
pub const INITIALISER: &str = "<clinit>";

/// The failed initialisers of one JVM, and the tests that failed because of them.
#[derive(Default)]
pub(crate) struct Failed<'a> {
    records: BTreeMap<&'a str, &'a FailedInitialiser>,
    of_test: HashMap<u32, &'a str>,
    classes: HashMap<&'a str, Vec<&'a RecordedClass>>,
    superclasses: HashMap<u32, &'a str>,
}

impl<'a> Failed<'a> {
    /// Collects the failed initialisers of a JVM. Cost: O(classes); O(recordings) if no test failed this way.
    pub(crate) fn of(jvm: &Jvm<'a>) -> Self {
        let mut failed = Self::default();
        for (test, class) in jvm.iter().flat_map(|recording| &recording.failed_by) {
            // One class per test. A damaged file can name several; taking the smallest makes the result
            // independent of order.
            let known = failed.of_test.entry(*test).or_insert(class);
            *known = (*known).min(class);
        }
        if failed.of_test.is_empty() {
            return failed;
        }
        for record in jvm.iter().flat_map(|recording| &recording.failed_initialisers) {
            // Several class loaders may define a class of the same name.
            let known = failed.records.entry(&record.class).or_insert(record);
            *known = (*known).min(record);
        }
        for class in jvm.iter().flat_map(|recording| &recording.classes) {
            failed.classes.entry(&class.name).or_default().push(class);
        }
        for details in jvm.iter().flat_map(|recording| &recording.details) {
            failed.superclasses.extend(details.superclass.as_deref().map(|above| (details.class, above)));
        }
        failed
    }

    /// The numbers of the classes whose failed initialisation made a test fail.
    pub(crate) fn classes_of(&self, test: u32) -> Vec<u32> {
        let chain = self.chain(test);
        chain.iter().filter_map(|name| self.classes.get(name)).flatten().map(|class| class.id).collect()
    }

    /// The lines known to have run in initialisers of unrecorded classes: those on the path to the exception.
    pub(crate) fn lines_of(&self, test: u32, layouts: &Layouts) -> Vec<ElementId> {
        let unrecorded = self.chain(test).into_iter().filter(|name| !self.classes.contains_key(name));
        let frames = unrecorded.filter_map(|name| self.records.get(name)).flat_map(|record| inside(record));
        frames.flat_map(|frame| self.elements_of(frame, layouts)).collect()
    }

    fn elements_of(&self, frame: &Frame, layouts: &Layouts) -> Vec<ElementId> {
        let mut elements = Vec::new();
        for class in self.classes.get(frame.class.as_str()).into_iter().flatten() {
            let Some(layout) = layouts.get(&class.id) else { continue };
            for (&(method, line), &element) in class.slots.iter().zip(&layout.elements) {
                let is_method =
                    class.methods.get(method as usize).is_some_and(|own| own.name == frame.method);
                if is_method && i64::from(line) == i64::from(frame.line) {
                    elements.push(element);
                }
            }
        }
        elements
    }

    /// The failure of a test, with the exception of the initialiser that caused it.
    pub(crate) fn explain(&self, test: &RecordedTest) -> Option<Failure> {
        let mut failure = test.failure.clone()?;
        let chain = self.chain(test.sequence);
        let Some(&class) = chain.last() else { return Some(failure) };
        let known = failure.thrown.take();
        let (exception, frames) = match self.records.get(class) {
            Some(record) => {
                let inside = inside(record);
                // An `Error` leaves an initialiser unwrapped, with the frames of its test below it.
                let own = failure.frames.strip_prefix(inside).unwrap_or(&failure.frames);
                (record.exception.clone(), [inside, own].concat())
            }
            None => match known {
                Some(thrown) => (thrown.exception, thrown.frames),
                None => (failure.exception.clone(), failure.frames.clone()),
            },
        };
        failure.thrown = Some(Thrown { exception, frames, initialiser: Some(class.to_owned()) });
        Some(failure)
    }

    /// The class that a test's error names, followed by the classes whose earlier failures caused it; the
    /// last one is the root cause. A class whose superclass failed never started its own initialiser.
    fn chain(&self, test: u32) -> Vec<&'a str> {
        let mut chain = Vec::new();
        let mut seen = BTreeSet::new();
        let mut next = self.of_test.get(&test).copied();
        while let Some(class) = next.filter(|class| seen.insert(*class)) {
            chain.push(class);
            next = match self.records.get(class) {
                Some(record) => record.by.as_deref(),
                None => self.superclass(class),
            };
        }
        // Superclasses are no cause if the class has no record at all.
        let known = chain.iter().rposition(|class| self.records.contains_key(class));
        chain.truncate(known.map_or(1, |at| at + 1));
        chain
    }

    fn superclass(&self, class: &str) -> Option<&'a str> {
        self.classes.get(class)?.iter().find_map(|class| self.superclasses.get(&class.id)).copied()
    }
}

/// The frames of an initialiser's exception, down to the initialiser's own frame.
fn inside(record: &FailedInitialiser) -> &[Frame] {
    let own = |frame: &Frame| frame.class == record.class && frame.method == INITIALISER;
    let end = record.frames.iter().position(own).map_or(record.frames.len(), |at| at + 1);
    &record.frames[..end]
}
