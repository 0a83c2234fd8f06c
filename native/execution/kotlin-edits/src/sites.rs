//! Sites in a test's body with their alternatives.

use std::ops::Range;

use crate::edit::Edit;

/// Sites in a test's body with their alternatives.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    alternatives: Vec<Vec<Edit>>,
    /// Indices of sites to draw from; a site occurs as often as its weight.
    drawn: Vec<usize>,
    edits: usize,
}

impl Sites {
    /// Adds a site with its alternatives and its weight.
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

    /// Draws an edit; `below` returns a random number below its argument. `None` if there are no sites.
    pub fn draw(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<&Edit> {
        if self.drawn.is_empty() {
            return None;
        }
        let all = &self.alternatives[self.drawn[below(self.drawn.len())]];
        Some(&all[below(all.len())])
    }

    /// All edits.
    #[cfg(test)]
    pub fn all(&self) -> impl Iterator<Item = &Edit> {
        self.alternatives.iter().flatten()
    }
}
