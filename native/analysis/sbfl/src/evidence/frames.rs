//! The methods in the stack traces of failing tests, and the throwing one.

use std::collections::{HashMap, HashSet};

use faultline_spectrum::{Spectrum, TestId};

use crate::namesakes::Namesakes;
use crate::trace::cause;

/// Parts of the simple names of exceptions that the JVM throws, or the JDK on its behalf.
const IMPLICIT: [&str; 17] = [
    "NullPointer",
    "IndexOutOfBounds",
    "ClassCast",
    "Arithmetic",
    "NegativeArraySize",
    "ArrayStore",
    "NumberFormat",
    "StackOverflow",
    "OutOfMemory",
    "NoSuchElement",
    "ConcurrentModification",
    "EmptyStack",
    "NoSuchMethod",
    "Verify",
    "AbstractMethod",
    "BufferUnderflow",
    "InputMismatch",
];

/// A method with its first and last line.
type Lines = (u32, u32, u32);

/// Finds methods by stack frames.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    /// Methods with their first and last line, by class and name.
    methods: HashMap<(String, String), Vec<Lines>>,
    classes: HashSet<String>,
}

/// The project's frames in a failing test's trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Methods with their first position from 1, ascending by method.
    pub places: Vec<(u32, u32)>,
    /// Whether the exception is one the JVM or the JDK throws, rather than a `throw` in the project.
    pub is_implicit: bool,
}

impl Frames {
    /// Cost: O(elements).
    pub(super) fn of(spectrum: &Spectrum) -> Self {
        let mut lines: HashMap<u32, (u32, u32)> = HashMap::new();
        for element in &spectrum.elements {
            let range = lines.entry(element.method.0).or_insert((element.line, element.line));
            *range = (range.0.min(element.line), range.1.max(element.line));
        }
        let mut frames = Self::default();
        for (&id, &(first, last)) in &lines {
            let method = &spectrum.methods[id as usize];
            let class = &spectrum.classes[method.class.index()].name;
            frames.classes.insert(class.clone());
            let key = (class.clone(), method.name.clone());
            frames.methods.entry(key).or_default().push((id, first, last));
        }
        frames
    }

    /// Reads a failing test's trace; empty without one. Cost: O(frames).
    pub(super) fn trace(&self, spectrum: &Spectrum, test: TestId) -> Trace {
        let Some(failure) = &spectrum.tests[test.index()].failure else { return Trace::default() };
        let (exception, frames) = cause(failure, |class| self.classes.contains(class));
        let own = frames.iter().enumerate().filter(|(_, frame)| self.classes.contains(&frame.class));
        let (mut places, mut top) = (HashMap::new(), None);
        let namesakes = Namesakes::of(spectrum);
        for ((at, frame), place) in own.zip(1_u32..) {
            top.get_or_insert(at);
            let key = (frame.class.clone(), frame.method.clone());
            let Some(all) = self.methods.get(&key) else { continue };
            let meant = namesakes.meant(test, &frame.class);
            let is_meant = |id: u32| {
                let class = spectrum.methods[id as usize].class;
                meant.as_ref().is_none_or(|meant| meant.contains(&class))
            };
            let holds = |&&(_, first, last): &&Lines| {
                u32::try_from(frame.line)
                    .is_ok_and(|line| (first.saturating_sub(1)..=last + 1).contains(&line))
            };
            let of_line: Vec<u32> = all.iter().filter(holds).map(|method| method.0).collect();
            let meant_methods =
                if of_line.is_empty() { all.iter().map(|method| method.0).collect() } else { of_line };
            for method in meant_methods.into_iter().filter(|&id| is_meant(id)) {
                places.entry(method).or_insert(place);
            }
        }
        let mut places: Vec<(u32, u32)> = places.into_iter().collect();
        places.sort_unstable();
        Trace { places, is_implicit: top.is_some_and(|top| top > 0 || is_implicit(exception)) }
    }
}

fn is_implicit(exception: &str) -> bool {
    let simple = exception.rsplit(['.', '$']).next().unwrap_or(exception);
    IMPLICIT.iter().any(|part| simple.contains(part))
}
