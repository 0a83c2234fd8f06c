//! Kinds of records, as stored. Missing numbers were used by versions that are no longer read.

pub(crate) const ORIGIN: u16 = 1;
pub(crate) const REFUSAL: u16 = 5;
pub(crate) const SEAL: u16 = 6;
pub(crate) const FAILED_INITIALISER: u16 = 13;
pub(crate) const PARTLY: u16 = 14;
pub(crate) const FAILED_BY: u16 = 15;
pub(crate) const LAUNCH: u16 = 16;
pub(crate) const MUTATED_CLASS: u16 = 17;
pub(crate) const MUTATION_TEST: u16 = 18;
pub(crate) const PROBE: u16 = 19;
pub(crate) const VERDICT: u16 = 20;
pub(crate) const UNUSABLE: u16 = 21;
pub(crate) const DRIFT: u16 = 22;
pub(crate) const STAGE: u16 = 23;
pub(crate) const CLASS: u16 = 27;
pub(crate) const TEST: u16 = 28;
pub(crate) const INITIALISER: u16 = 29;
pub(crate) const FIXTURE: u16 = 30;
pub(crate) const CHARGE: u16 = 31;
pub(crate) const DETAILS: u16 = 32;
pub(crate) const BACKGROUND: u16 = 33;
pub(crate) const THROWN: u16 = 34;
pub(crate) const DISPLAY: u16 = 35;
pub(crate) const ELEMENTS: u16 = 36;
pub(crate) const OUTCOMES: u16 = 37;
pub(crate) const PATH: u16 = 38;
/// A class and its details, for reference from other files.
pub(crate) const DESCRIBED_CLASS: u16 = 39;
pub(crate) const REFERENCES: u16 = 40;
/// The loader of a class of tests, where it was made at run time.
pub(crate) const LOADED: u16 = 41;
/// What the build changed in the environment of the JVM.
pub(crate) const ENVIRONMENT: u16 = 42;
/// How much code stands in each line of a class.
pub(crate) const SIZES: u16 = 43;
