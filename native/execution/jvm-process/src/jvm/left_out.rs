//! Tests and classes that a run of recorded tests leaves out.

/// A test or a class that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// Its display name.
    pub name: String,
    /// The reason, as the end of a sentence.
    pub why: String,
}
