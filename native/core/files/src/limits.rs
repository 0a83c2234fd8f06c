//! How much of a file each reader takes, in one place. `docs/command-line.md` has the same table, and a test compares them.

/* A limit is some ten times what the greatest such file of a real project has, and little enough that a reader which has
all of it in memory does not take a machine down. What is read in pieces may have more. */

use crate::regular::Limit;

/// Read in pieces; a single record may have what 32 bits say.
pub const RECORDING: Limit = Limit::mebibytes(4096, "a recording");
/// A matrix of 10,000 tests and 50,000 elements as text.
pub const LAYOUT: Limit = Limit::mebibytes(1024, "a file of a text layout");
/// A million answers.
pub const ANSWERS: Limit = Limit::mebibytes(64, "a file of answers");
/// The weights of the largest network take a tenth.
pub const MODEL: Limit = Limit::mebibytes(1, "a model");
/// A line for each session of a run over days.
pub const JOURNAL: Limit = Limit::mebibytes(256, "a journal");
/// What a run says of all classes, mutants or variants.
pub const RESULTS: Limit = Limit::mebibytes(1024, "a file of results");
/// Poms, settings, descriptions of libraries: the longest on Maven Central have a few hundred KiB.
pub const BUILD_FILE: Limit = Limit::mebibytes(16, "a build file");
/// Where tests print much, their reports hold it.
pub const REPORT: Limit = Limit::mebibytes(64, "a test report");
/// Compilers give up long before.
pub const SOURCE: Limit = Limit::mebibytes(8, "a source");
/// Constants of a class are 65,535 at most, of 64 KiB each; nobody has the thousandth part.
pub const CLASS: Limit = Limit::mebibytes(16, "a class file");
/// A jar with all that an application needs.
pub const JAR: Limit = Limit::mebibytes(1024, "a jar");
/// It may unpack to 4 GiB.
pub const PACKED_FAULTS: Limit = Limit::mebibytes(1024, "an archive of faults");
/// A name in each line.
pub const LIST: Limit = Limit::mebibytes(64, "a list");
/// Changes of a million commits.
pub const HISTORY: Limit = Limit::mebibytes(1024, "a cache of history");

/// All of them, in the order of the documentation.
pub const ALL: [Limit; 14] = [
    RECORDING,
    LAYOUT,
    ANSWERS,
    MODEL,
    JOURNAL,
    RESULTS,
    BUILD_FILE,
    REPORT,
    SOURCE,
    CLASS,
    JAR,
    PACKED_FAULTS,
    LIST,
    HISTORY,
];

/// How much is looked at of what a program printed, at its beginning or its end; the rest may have any length. Units: bytes.
pub const SAID: u64 = 1 << 20;
