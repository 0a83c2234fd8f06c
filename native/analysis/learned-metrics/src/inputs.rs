//! The network's inputs.

/// Names of the inputs in the published order: those of a [`State`], then those of an [`Action`].
pub const FEATURES: [&str; 5] = ["tests", "groups", "uncovered", "split", "cover"];

/// The chosen tests as network inputs. Units: counts, not normalised.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Tests chosen beyond the initial one.
    pub tests: f32,
    /// Ambiguity groups among the suspicious elements.
    pub groups: f32,
    /// Suspicious elements that no chosen test covers. Always 0, because the initial test covers all of them; kept for
    /// compatibility with published weights.
    pub uncovered: f32,
}

/// A candidate as network inputs.
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
