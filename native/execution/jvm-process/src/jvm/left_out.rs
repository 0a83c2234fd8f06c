//! What runs of recorded tests leave out.

/// Something that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// A test or a class, as people name it.
    pub name: String,
    /// Why, as the end of a sentence.
    pub why: String,
}
