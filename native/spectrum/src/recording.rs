//! What one JVM reports.

use crate::{Coverage, Outcome};

/// Who made a recording. Recordings of one JVM (split over files) share their origin.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    /// When the JVM started recording, nanoseconds since the Unix epoch.
    pub started_ns: u64,
    /// Random per JVM, so that two forks started at once differ.
    pub nonce: u64,
    /// Process id.
    pub pid: u32,
    /// `java.version`, `java.vm.name` and the main command, for people.
    pub description: String,
}

/// A class as instrumented: its line table is kept from instrumentation, never re-derived.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordedClass {
    /// The number by which this recording's coverages name the class.
    pub id: u32,
    /// Binary name with dots: `org.x.Foo$Bar`.
    pub name: String,
    /// `SourceFile` attribute, without its package.
    pub source_file: Option<String>,
    /// Hash of the class file before instrumentation: another build is another class.
    pub hash: u64,
    /// Where it was loaded from, as a path or URL; empty when unknown.
    pub location: String,
    /// Methods with code, in class-file order.
    pub methods: Vec<RecordedMethod>,
    /// One entry per slot: (index into `methods`, line). A (method, line) has one slot.
    pub slots: Vec<(u32, u32)>,
}

/// A method of a [`RecordedClass`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordedMethod {
    /// Name, `<init>` and `<clinit>` included.
    pub name: String,
    /// JVM descriptor.
    pub descriptor: String,
}

/// One execution of one test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordedTest {
    /// Position among the tests of its JVM, from 0, in the order they ended.
    pub sequence: u32,
    /// The framework's unique id.
    pub unique_id: String,
    /// Binary name of the test class; empty when the framework has none.
    pub class: String,
    /// Test method, with its parameters or invocation where the framework shows them.
    pub method: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Wall time from start to end, nanoseconds; 0 when it never started.
    pub duration_ns: u64,
    /// Another test was running at the same time, so its row may hold that one's lines.
    pub overlapped: bool,
    /// For failed and aborted tests.
    pub failure: Option<Failure>,
    /// What it covered, static initialisers' dynamic extents left out.
    pub coverage: Coverage,
}

/// Why a test failed or gave up.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Failure {
    /// Class of the exception.
    pub exception: String,
    /// Stack trace, throw site first; the recorder may cut it at the bottom.
    pub frames: Vec<Frame>,
}

/// A stack frame.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Frame {
    /// Binary name of the class.
    pub class: String,
    /// Method name.
    pub method: String,
    /// Line, or -1 where unknown (as `StackTraceElement`).
    pub line: i32,
}

/// A class that was in scope and left as it was.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Refusal {
    /// Binary name.
    pub class: String,
    /// Why, in words that group: `no line numbers`, `class version 99 unknown`.
    pub reason: String,
}

/// Everything one JVM (or one file of it) reported, in the order it happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// Who made it.
    pub origin: Origin,
    /// Instrumented classes.
    pub classes: Vec<RecordedClass>,
    /// Finished tests.
    pub tests: Vec<RecordedTest>,
    /// What ran during a class's static initialiser (its dynamic extent): (class, lines).
    /// A class may appear more than once; the lines are OR-ed.
    pub initialisers: Vec<(u32, Coverage)>,
    /// Classes in scope that could not be instrumented.
    pub refusals: Vec<Refusal>,
    /// True once the JVM sealed the recording at its exit (absent after kill -9).
    pub sealed: bool,
}
