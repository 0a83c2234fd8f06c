//! The spectrum: which test covered which element, and how each test ended.
//!
//! The crate has two representations of the same data. A [`Recording`] is the report of one JVM, in order of
//! occurrence and with that JVM's own class numbers: sparse, append-only, cheap to extend while tests run. A
//! [`Spectrum`] is the form for analysis: one coverage matrix over all recordings, in canonical order, made
//! by [`Spectrum::merge`].
//!
//! No I/O and no `unsafe` here; the crate `flt` reads and writes files.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod ahead;
mod callers;
mod class_name;
mod coverage;
mod digest;
mod elements;
mod failed;
mod fixtures;
mod fnv;
mod gathered;
mod id;
mod implied;
mod initialisers;
mod inlining;
mod jvm;
mod matrix;
mod merge;
mod merge_error;
mod mutation;
mod outcome;
mod outcomes;
mod packed;
mod paths;
mod policy;
mod recording;
mod reruns;
mod row_reader;
mod rows;
pub mod secrets;
mod source_files;
mod source_map;
mod spectrum;
mod strata;
mod test_name;
mod translation;
mod unify;

pub use class_name::ClassName;
pub use coverage::{Coverage, CoverageBuilder, CoverageError, RowSource};
pub use digest::Digest;
pub use elements::{ConditionPath, ElementHits, ElementOwner, ElementTable, Elements, Site, SiteKind};
pub use failed::INITIALISER;
pub use fnv::Fnv;
pub use id::{ClassId, ElementId, MethodId, TestId};
pub use initialisers::Initialisers;
pub use matrix::BitMatrix;
pub use merge_error::MergeError;
pub use mutation::{
    Launch, LoadedTests, Mutant, MutatedClass, Mutation, MutationTest, PairVerdict, Probe, ProbedClass,
    Reason, Stage, Unusable, Verdict,
};
pub use outcome::Outcome;
pub use outcomes::{OutcomeColumn, Outcomes};
pub use packed::{Room, Spill};
pub use paths::{ConditionNumbers, TestPath, test_paths};
pub use policy::{FixturePolicy, InitialiserPolicy, Policies};
pub use recording::{
    Background, Charge, ClassDetails, ClassFile, FailedInitialiser, Failure, Frame, LineSizes, Moment,
    Origin, PartlyRecorded, RecordedClass, RecordedDetails, RecordedFixture, RecordedMethod, RecordedTest,
    Recording, Refusal, Thrown,
};
pub use reruns::{FlakyPolicy, Reruns};
pub use row_reader::RowReader;
pub use source_files::{IN_MEMORY, SourceFiles, is_archive, module_of, outer_location};
pub use spectrum::{Class, Element, Method, Spectrum, Test};
pub use test_name::TestName;
