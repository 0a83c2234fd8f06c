//! Stack frames of inlined and translated lines.

use std::collections::HashMap;

use crate::unify::{Columns, Inlined, Layouts};
use crate::{ElementId, Failure, Frame};

/// Translates a JVM's frames of inlined lines. Such a frame has the class and method into which a function
/// was copied and a line past the end of their file. It stands for the two frames of an actual call: the
/// function's and, below it, the caller's. The frame of a translated line gets the line of the source.
pub(crate) struct Inlining<'a> {
    columns: &'a Columns,
    lines: HashMap<(&'a str, i32), &'a Inlined>,
}

impl<'a> Inlining<'a> {
    /// Indexes the inlined lines of one JVM. Cost: O(inlined lines).
    pub(crate) fn of(columns: &'a Columns, layouts: &'a Layouts) -> Self {
        let mut classes: Vec<_> = layouts.iter().filter(|(_, layout)| !layout.inlined.is_empty()).collect();
        // If two classes share a name, the frame may belong to either; sorting makes the choice independent
        // of order.
        classes.sort_unstable_by_key(|(id, _)| std::cmp::Reverse(**id));
        let lines = classes.into_iter().flat_map(|(_, layout)| {
            layout.inlined.iter().map(|inlined| ((layout.name.as_str(), inlined.line), inlined))
        });
        Self { columns, lines: lines.collect() }
    }

    /// A failure as it would be without inlining.
    pub(crate) fn undo(&self, failure: &Failure) -> Failure {
        let mut failure = failure.clone();
        if !self.lines.is_empty() {
            failure.frames = self.frames(failure.frames);
            if let Some(thrown) = &mut failure.thrown {
                thrown.frames = self.frames(std::mem::take(&mut thrown.frames));
            }
        }
        failure
    }

    fn frames(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let mut without = Vec::with_capacity(frames.len());
        for frame in frames {
            match self.lines.get(&(frame.class.as_str(), frame.line)) {
                None => without.push(frame),
                Some(inlined) => {
                    without.extend(inlined.origin.map(|origin| self.function(origin)));
                    without.extend(inlined.called_at.map(|line| Frame { line, ..frame }));
                }
            }
        }
        without
    }

    /// The frame of an inlined function. A library's function has none: its exceptions are attributed to the
    /// caller.
    fn function(&self, origin: ElementId) -> Frame {
        let element = &self.columns.elements[origin.index()];
        let method = &self.columns.methods[element.method.index()];
        let class = &self.columns.classes[method.class.index()].name;
        let line = i32::try_from(element.line).unwrap_or(-1);
        Frame { class: class.clone(), method: method.name.clone(), line }
    }
}
