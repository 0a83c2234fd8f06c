//! Tests that failed because a class could not be initialised.
//!
//! Only the first who uses such a class sees its initialiser run and what it threw. The tests
//! after it fail by the same fault: they get the initialiser's lines, and the exception with
//! the frames that the first one saw.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::jvm::Jvm;
use crate::unify::Layouts;
use crate::{ElementId, FailedInitialiser, Failure, Frame, RecordedClass, RecordedTest, Thrown};

/// The name of static initialisers, as class files have it.
pub const INITIALISER: &str = "<clinit>";

/// The failed initialisers of one JVM, and its tests that failed by them.
#[derive(Default)]
pub(crate) struct Failed<'a> {
    records: BTreeMap<&'a str, &'a FailedInitialiser>,
    of_test: HashMap<u32, &'a str>,
    classes: HashMap<&'a str, Vec<&'a RecordedClass>>,
    superclasses: HashMap<u32, &'a str>,
}

impl<'a> Failed<'a> {
    /// Cost: nothing where no test failed so, else O(classes).
    pub(crate) fn of(jvm: &Jvm<'a>) -> Self {
        let mut failed = Self::default();
        for (test, class) in jvm.iter().flat_map(|recording| &recording.failed_by) {
            // One each; of a damaged file's several, the smaller does not depend on order.
            let known = failed.of_test.entry(*test).or_insert(class);
            *known = (*known).min(class);
        }
        if failed.of_test.is_empty() {
            return failed;
        }
        for record in jvm.iter().flat_map(|recording| &recording.failed_initialisers) {
            // Several loaders may have a class of one name.
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

    /// The numbers of the classes by whose initialisation a test failed.
    pub(crate) fn classes_of(&self, test: u32) -> Vec<u32> {
        let chain = self.chain(test);
        chain.iter().filter_map(|name| self.classes.get(name)).flatten().map(|class| class.id).collect()
    }

    /// What is known to have run in initialisers of classes that are not recorded themselves: the
    /// lines on the way to what they threw.
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

    /// The failure of a test, thrown first by the initialiser that is to blame.
    pub(crate) fn explain(&self, test: &RecordedTest) -> Option<Failure> {
        let mut failure = test.failure.clone()?;
        let chain = self.chain(test.sequence);
        let Some(&class) = chain.last() else { return Some(failure) };
        let known = failure.thrown.take();
        let (exception, frames) = match self.records.get(class) {
            Some(record) => {
                let inside = inside(record);
                // An error leaves an initialiser as it is, with the frames of its test below it.
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

    /// The class that a test's error names, and whatever failed before it and is why: the last is
    /// to blame. A class whose superclass failed never began its own initialiser.
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
        // Superclasses of a class with no record at all are no cause.
        let known = chain.iter().rposition(|class| self.records.contains_key(class));
        chain.truncate(known.map_or(1, |at| at + 1));
        chain
    }

    fn superclass(&self, class: &str) -> Option<&'a str> {
        self.classes.get(class)?.iter().find_map(|class| self.superclasses.get(&class.id)).copied()
    }
}

/// The frames of what an initialiser threw, up to its own.
fn inside(record: &FailedInitialiser) -> &[Frame] {
    let own = |frame: &Frame| frame.class == record.class && frame.method == INITIALISER;
    let end = record.frames.iter().position(own).map_or(record.frames.len(), |at| at + 1);
    &record.frames[..end]
}
