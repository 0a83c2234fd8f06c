//! Errors of merging recordings.

use std::fmt;

/// Why recordings cannot be merged into a spectrum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeError {
    /// A coverage names a class that its JVM never defined.
    UnknownClass {
        /// The class number.
        class: u32,
    },
    /// A coverage has a bit past its class's slots.
    UnknownSlot {
        /// Name of the class.
        class: String,
        /// The slot.
        slot: u32,
    },
    /// A slot names a method that its class does not have.
    UnknownMethod {
        /// Name of the class.
        class: String,
    },
    /// A JVM used one number for two classes.
    ClassTwice {
        /// The class number.
        class: u32,
        /// Names of the two, in order.
        names: [String; 2],
    },
    /// A JVM used one sequence number for two executions.
    TestTwice {
        /// The sequence number.
        sequence: u32,
        /// Unique ids of the two, in order.
        tests: [String; 2],
    },
    /// A JVM used one number for two fixtures.
    FixtureTwice {
        /// The fixture's number.
        fixture: u32,
        /// Ids of the two, in order.
        ids: [String; 2],
    },
    /// A test is charged with a fixture that its JVM never recorded.
    UnknownFixture {
        /// The fixture's number.
        fixture: u32,
    },
    /// The matrix would not fit in memory.
    TooLarge {
        /// Rows.
        tests: usize,
        /// Columns.
        elements: usize,
    },
    /// The rows that have no room in memory could not be stored elsewhere.
    NoRoom {
        /// Why, in the words of the store.
        detail: String,
    },
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownClass { class } => {
                write!(f, "a test covers class number {class}, which was never defined")
            }
            Self::UnknownSlot { class, slot } => {
                write!(f, "a test covers slot {slot} of {class}, which has no such slot")
            }
            Self::UnknownMethod { class } => {
                write!(f, "a line of {class} belongs to a method that the class does not have")
            }
            Self::ClassTwice { class, names: [a, b] } if a == b => {
                write!(f, "class number {class} of one JVM has two different definitions, both named {a}")
            }
            Self::ClassTwice { class, names: [a, b] } => {
                write!(f, "class number {class} of one JVM is both {a} and {b}")
            }
            Self::FixtureTwice { fixture, ids: [a, b] } => {
                write!(f, "fixture number {fixture} of one JVM is both {a} and {b}")
            }
            Self::UnknownFixture { fixture } => {
                write!(f, "a test had fixture number {fixture}, which was never recorded")
            }
            Self::TestTwice { sequence, tests: [a, b] } => {
                write!(f, "test number {sequence} of one JVM is both {a} and another execution, {b}")
            }
            Self::NoRoom { detail } => {
                write!(f, "the rows have no room in memory, and {detail}")
            }
            Self::TooLarge { tests, elements } => {
                write!(f, "{tests} tests by {elements} lines do not fit in memory; merge fewer recordings")
            }
        }
    }
}

impl std::error::Error for MergeError {}
