//! Recordings in, spectrum out.

use std::fmt;

use crate::{Recording, Spectrum};

/// To which tests the lines of a static initialiser are charged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum InitialiserPolicy {
    /// To every test that touches the class, transitively through the classes that the
    /// initialiser itself touched.
    #[default]
    All,
}

/// Why recordings do not make a spectrum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeError {
    /// A coverage names a class that its recording never defined.
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
        }
    }
}

impl std::error::Error for MergeError {}

impl Spectrum {
    /// One spectrum of several recordings (forks, modules, reruns).
    pub fn merge(recordings: &[Recording], policy: InitialiserPolicy) -> Result<Self, MergeError> {
        let _ = (recordings, policy);
        todo!()
    }
}
