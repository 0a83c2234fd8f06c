//! To which tests belongs what ran outside them.

/// How what ran outside tests is charged to them when recordings are merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policies {
    /// Static initialisers.
    pub initialisers: InitialiserPolicy,
    /// Fixtures of classes and other containers.
    pub fixtures: FixturePolicy,
}

/// To which tests the lines of a static initialiser are charged, with all that ran during it.
/// Enum constants and Kotlin's objects are made in static initialisers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum InitialiserPolicy {
    /// To every test that touches the class, transitively through the classes that the
    /// initialiser itself touched.
    #[default]
    All,
    /// To the first of these tests in each JVM: about what a tool says that knows nothing of
    /// initialisers.
    First,
    /// To none.
    Exclude,
}

/// To which tests the lines of what runs before all tests of a class are charged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FixturePolicy {
    /// To every test that the fixture was run for.
    #[default]
    All,
    /// To none.
    Exclude,
}

impl From<InitialiserPolicy> for Policies {
    fn from(initialisers: InitialiserPolicy) -> Self {
        Self { initialisers, ..Self::default() }
    }
}
