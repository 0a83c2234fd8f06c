//! The size limits of all readers. `docs/command-line.md` has the same table, and a test compares them.

/* A limit is about ten times the size of the largest such file in real projects, and small enough that a
reader can hold the whole file in memory. Files that are read in pieces may be larger. */

use crate::Bounds;
use crate::regular::Limit;

/// Read in pieces; a single record is limited by its 32-bit length.
pub const RECORDING: Limit = Limit::mebibytes(4096, "a recording");
/// A matrix of 10,000 tests and 50,000 elements as text.
pub const LAYOUT: Limit = Limit::mebibytes(1024, "a file of a text layout");
/// A million answers.
pub const ANSWERS: Limit = Limit::mebibytes(64, "a file of answers");
/// The weights of the largest network take a tenth of it.
pub const MODEL: Limit = Limit::mebibytes(1, "a model");
/// One line per session of a run over days.
pub const JOURNAL: Limit = Limit::mebibytes(256, "a journal");
/// Results of a run for all classes, mutants or variants.
pub const RESULTS: Limit = Limit::mebibytes(1024, "a file of results");
/// Poms, settings, descriptions of libraries: the longest on Maven Central have a few hundred KiB.
pub const BUILD_FILE: Limit = Limit::mebibytes(16, "a build file");
/// Reports include the output of tests.
pub const REPORT: Limit = Limit::mebibytes(64, "a test report");
/// Compilers fail on much smaller sources.
pub const SOURCE: Limit = Limit::mebibytes(8, "a source");
/// A class has at most 65,535 constants of 64 KiB each; real classes use less than a thousandth of that.
pub const CLASS: Limit = Limit::mebibytes(16, "a class file");
/// A jar with an application and all of its dependencies.
pub const JAR: Limit = Limit::mebibytes(1024, "a jar");
/// It may unpack to 4 GiB.
pub const PACKED_FAULTS: Limit = Limit::mebibytes(1024, "an archive of faults");
/// One name per line.
pub const LIST: Limit = Limit::mebibytes(64, "a list");
/// The changes of a million commits.
pub const HISTORY: Limit = Limit::mebibytes(1024, "a cache of history");

/// What 100,000 tests ran, of 100,000 methods.
pub const BASELINE: Limit = Limit::mebibytes(512, "a baseline");

/// All limits, in the order of the documentation.
pub const ALL: [Limit; 15] = [
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
    BASELINE,
];

/// Folders that are read completely: of recordings, of faults. A run of 100,000 JVMs has a tenth of this.
pub const FOLDER: Bounds = Bounds { entries: 1_000_000, depth: 64 };
/// Folders of a project that are searched: for modules, sources, classes, reports.
pub const PROJECT: Bounds = Bounds { entries: 100_000, depth: 64 };

/// The part of a program's output that is examined, at its start or end; the output may be longer. Units:
/// bytes.
pub const SAID: u64 = 1 << 20;
