//! Places of a test's body with what may stand there instead.

use std::ops::Range;

use crate::edit::Edit;

/// Places of a test's body with what may stand there instead.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    alternatives: Vec<Vec<Edit>>,
    /// What is drawn from: a place may be there several times.
    drawn: Vec<usize>,
    edits: usize,
}

impl Sites {
    /// A place with its alternatives, drawn so many times as often as another.
    pub fn add(
        &mut self,
        weight: usize,
        alternatives: impl IntoIterator<Item = (Range<usize>, String, String)>,
    ) {
        let numbered = alternatives.into_iter().map(|(place, with, words)| {
            self.edits += 1;
            Edit { from: place.start, to: place.end, with, words, id: Some(self.edits - 1) }
        });
        let all: Vec<Edit> = numbered.collect();
        if !all.is_empty() {
            self.drawn.extend(std::iter::repeat_n(self.alternatives.len(), weight));
            self.alternatives.push(all);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.drawn.is_empty()
    }

    /// One of them; `below` gives a number below another. `None` where there is none.
    pub fn draw(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<&Edit> {
        if self.drawn.is_empty() {
            return None;
        }
        let all = &self.alternatives[self.drawn[below(self.drawn.len())]];
        Some(&all[below(all.len())])
    }

    /// All edits, each once.
    #[cfg(test)]
    pub fn all(&self) -> impl Iterator<Item = &Edit> {
        self.alternatives.iter().flatten()
    }
}
