//! What the network sees.

/// Names of the inputs, in the order in which they are published: those of a [`State`], then
/// those of an [`Action`].
pub const FEATURES: [&str; 5] = ["tests", "groups", "uncovered", "split", "cover"];

/// The tests chosen so far, as the network sees them. Units: numbers, not normalised.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Tests chosen beyond the initial one.
    pub tests: f32,
    /// Ambiguity groups among the suspicious elements.
    pub groups: f32,
    /// Suspicious elements that no chosen test covers. The initial test is a chosen one and
    /// covers all of them, so this is always 0; it is an input so that published weights fit.
    pub uncovered: f32,
}

/// A candidate, as the network sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Action {
    /// How evenly it splits the ambiguity groups of the suspicious elements: see
    /// [`faultline_diagnosability::metrics::Split`].
    pub split: f32,
    /// Jaccard similarity to the initial failing test: see
    /// [`faultline_diagnosability::metrics::Cover`].
    pub cover: f32,
}

impl State {
    pub(crate) fn inputs(self) -> [f32; 3] {
        [self.tests, self.groups, self.uncovered]
    }
}
