//! Policies for charging code that ran outside tests to tests.

/// How code that ran outside tests is charged to tests when recordings are merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policies {
    /// Static initialisers.
    pub initialisers: InitialiserPolicy,
    /// Fixtures of classes and other containers.
    pub fixtures: FixturePolicy,
}

/// The tests charged with the lines of a static initialiser, including its dynamic extent. Enum constants and
/// Kotlin objects are created in static initialisers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum InitialiserPolicy {
    /// Every test that touches the class, directly or through the static initialiser of another class.
    #[default]
    All,
    /// The first of these tests in each JVM, which approximates tools without special treatment of
    /// initialisers.
    First,
    /// No test.
    Exclude,
}

/// The tests charged with the lines of fixtures that run before all tests of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FixturePolicy {
    /// Every test that the fixture ran for.
    #[default]
    All,
    /// No test.
    Exclude,
}

impl From<InitialiserPolicy> for Policies {
    fn from(initialisers: InitialiserPolicy) -> Self {
        Self { initialisers, ..Self::default() }
    }
}
