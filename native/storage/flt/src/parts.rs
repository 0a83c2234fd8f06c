//! Borrowed parts of records to write, so that a recorder need not copy them together.

use faultline_spectrum::{Failure, Moment, Outcome, RecordedFixture, RecordedTest};

/// A finished test to write, borrowed. Fields as in [`RecordedTest`].
#[derive(Clone, Copy, Debug)]
pub struct TestParts<'a> {
    /// Position among the tests of its JVM.
    pub sequence: u32,
    /// The framework's unique id.
    pub unique_id: &'a str,
    /// Binary name of the test class; may be empty.
    pub class: &'a str,
    /// Test method.
    pub method: &'a str,
    /// Its outcome.
    pub outcome: Outcome,
    /// Wall time, nanoseconds.
    pub duration_ns: u64,
    /// Another test ran at the same time.
    pub overlapped: bool,
    /// The failure of a failed or aborted test.
    pub failure: Option<&'a Failure>,
    /// Its coverage, in the layout of [`faultline_spectrum::Coverage`].
    pub words: &'a [u64],
}

/// A fixture to write, borrowed. Fields as in [`RecordedFixture`].
#[derive(Clone, Copy, Debug)]
pub struct FixtureParts<'a> {
    /// Its number.
    pub id: u32,
    /// When it ran.
    pub moment: Moment,
    /// The framework's id.
    pub unique_id: &'a str,
    /// Binary name of the test class; may be empty.
    pub class: &'a str,
    /// The fixture's method; may be empty.
    pub method: &'a str,
    /// Its coverage, in the layout of [`faultline_spectrum::Coverage`].
    pub words: &'a [u64],
}

/// The recorder's counters and messages at the end of the JVM. Readers show non-zero counters and all
/// messages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seal<'a> {
    /// Names and values: `("internal errors", 0)`.
    pub counters: &'a [(&'a str, u64)],
    /// Sentences for display.
    pub messages: &'a [&'a str],
}

impl<'a> From<&'a RecordedTest> for TestParts<'a> {
    fn from(test: &'a RecordedTest) -> Self {
        Self {
            sequence: test.sequence,
            unique_id: &test.unique_id,
            class: &test.class,
            method: &test.method,
            outcome: test.outcome,
            duration_ns: test.duration_ns,
            overlapped: test.overlapped,
            failure: test.failure.as_ref(),
            words: test.coverage.words(),
        }
    }
}

impl<'a> From<&'a RecordedFixture> for FixtureParts<'a> {
    fn from(fixture: &'a RecordedFixture) -> Self {
        Self {
            id: fixture.id,
            moment: fixture.moment,
            unique_id: &fixture.unique_id,
            class: &fixture.class,
            method: &fixture.method,
            words: fixture.coverage.words(),
        }
    }
}
