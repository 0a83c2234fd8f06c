//! The report of one JVM.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::{Coverage, Elements, Launch, LoadedTests, Mutation, Outcome};

/// The JVM that made a recording. Recordings of one JVM (split over files) share their origin.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    /// When the JVM started recording, nanoseconds since the Unix epoch.
    pub started_ns: u64,
    /// Random per JVM; distinguishes forks started at the same time.
    pub nonce: u64,
    /// Process id.
    pub pid: u32,
    /// `java.vm.name`, `java.version` and the main class, for display; after a tab, the JVM's working
    /// directory relative to the project's; after another tab, [`Origin::ASKED`] if classes were asked for by
    /// name; after a third, the percent-encoded id of the test that started the JVM; after a fourth, the
    /// percent-encoded folders that the console launcher was told to scan for tests, with `:` between; after a
    /// fifth, [`Origin::PROGRAM`] if Gradle or Maven started the JVM as a program.
    pub description: String,
}

impl Origin {
    /// Start, nonce and process id, which identify the JVM and order the rows.
    pub fn jvm(&self) -> (u64, u64, u32) {
        (self.started_ns, self.nonce, self.pid)
    }

    /// The description for display: JVM and main class.
    pub fn words(&self) -> &str {
        self.description.split_once('\t').map_or(&self.description, |(words, _)| words)
    }

    /// The JVM's working directory, usually a module of the build; `None` if it was not recorded.
    pub fn folder(&self) -> Option<&str> {
        self.description.split('\t').nth(1)
    }

    /// Ends the description if the recorder's option `include` named the classes to record.
    pub const ASKED: &str = "asked";

    /// Whether classes were asked for by name, so that all of them count as the project's.
    pub fn is_asked(&self) -> bool {
        self.description.split('\t').nth(2) == Some(Self::ASKED)
    }

    /// The percent-encoded folders in which the JVM was told to look for tests.
    pub fn scanned(&self) -> impl Iterator<Item = &str> {
        let folders = self.description.split('\t').nth(4).unwrap_or_default();
        folders.split(':').filter(|folder| !folder.is_empty())
    }

    /// Ends the description of a JVM that Gradle or Maven started as a program.
    pub const PROGRAM: &str = "program";

    /// Whether Gradle or Maven started the JVM as a program that is no known test runner, so that its tests may
    /// not be the build's.
    pub fn is_program(&self) -> bool {
        self.description.split('\t').nth(5) == Some(Self::PROGRAM)
    }

    /// The main class or jar; `None` if it is unknown.
    pub fn program(&self) -> Option<&str> {
        self.words().rsplit_once(", ").map(|(_, program)| program).filter(|program| !program.is_empty())
    }

    /// The percent-encoded id of the test that started the JVM; `None` if none did or it is not known.
    pub fn started_by(&self) -> Option<&str> {
        self.description.split('\t').nth(3).filter(|id| !id.is_empty())
    }
}

/// An instrumented class, with the number that its JVM assigned.
///
/// The class file is shared between recordings of JVMs with the same class, where the reader recognises it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordedClass {
    /// The number by which this recording's coverages refer to the class.
    pub id: u32,
    /// The shared description of the class.
    pub file: Arc<ClassFile>,
}

impl RecordedClass {
    /// A class with an unshared description.
    pub fn new(id: u32, file: ClassFile) -> Self {
        Self { id, file: Arc::new(file) }
    }
}

impl Deref for RecordedClass {
    type Target = ClassFile;

    fn deref(&self) -> &ClassFile {
        &self.file
    }
}

/// Changes the description of this class alone; other classes that share it are unaffected.
impl DerefMut for RecordedClass {
    fn deref_mut(&mut self) -> &mut ClassFile {
        Arc::make_mut(&mut self.file)
    }
}

/// A class file. Its line table is the one read at instrumentation, never derived again.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassFile {
    /// Binary name with dots: `org.x.Foo$Bar`.
    pub name: String,
    /// `SourceFile` attribute, without its package.
    pub source_file: Option<String>,
    /// Hash of the class file before instrumentation: another build is another class.
    pub hash: u64,
    /// Path or URL it was loaded from; empty if unknown.
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
    /// The framework's display name, if it says more than class and method: the name of a parameterised
    /// invocation or of a scenario; a path for nested names. Otherwise empty.
    pub display: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Wall time from start to end, nanoseconds; 0 when it never started.
    pub duration_ns: u64,
    /// Another test ran at the same time, so its row may contain lines of that test.
    pub overlapped: bool,
    /// The failure of a failed or aborted test.
    pub failure: Option<Failure>,
    /// Covered lines, without the dynamic extents of static initialisers.
    pub coverage: Coverage,
}

/// Why a test failed or aborted.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Failure {
    /// Class of the exception.
    pub exception: String,
    /// Stack trace, throw site first; the recorder may cut it at the bottom.
    pub frames: Vec<Frame>,
    /// The original exception, if it is another one or was thrown elsewhere.
    pub thrown: Option<Thrown>,
}

/// Replaces the exception name if the JVM ended: the JDK method that was called, or the class that runs after
/// a signal or after the last thread.
const ENDS_OF_JVMS: [&str; 3] = ["java.lang.Shutdown", "java.lang.Runtime.exit", "java.lang.Runtime.halt"];

impl Failure {
    /// Whether this is the end of the JVM and not an exception.
    pub fn is_end_of_jvm(&self) -> bool {
        ENDS_OF_JVMS.contains(&self.exception.as_str())
    }
}

impl RecordedTest {
    /// Whether the JVM was ended from outside while the test ran, for example because the test hung.
    pub fn is_interrupted(&self) -> bool {
        is_interrupted(self.outcome, self.failure.as_ref())
    }
}

pub(crate) fn is_interrupted(outcome: Outcome, failure: Option<&Failure>) -> bool {
    outcome == Outcome::Aborted && failure.is_some_and(Failure::is_end_of_jvm)
}

/// The original exception of a failure, before it was wrapped or rethrown.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Thrown {
    /// Its class.
    pub exception: String,
    /// Stack trace, throw site first; the recorder may cut it at the bottom.
    pub frames: Vec<Frame>,
    /// Binary name of the class whose static initialiser threw it, so that the class is unusable; set by
    /// merging.
    pub initialiser: Option<String>,
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

/// A class in scope that was left uninstrumented.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Refusal {
    /// Binary name.
    pub class: String,
    /// The reason, in words suitable for grouping: `no line numbers`, `class version 99 unknown`.
    pub reason: String,
}

/// Code that ran for a class or another container of tests, outside its tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordedFixture {
    /// The number by which this recording's charges refer to it, from 0.
    pub id: u32,
    /// When it ran.
    pub moment: Moment,
    /// The framework's id of the container, or of the fixture method if the framework reports it.
    pub unique_id: String,
    /// Binary name of the test class; empty when the framework has none.
    pub class: String,
    /// The fixture's method; empty if the framework does not report it.
    pub method: String,
    /// Covered lines, without the dynamic extents of static initialisers.
    pub coverage: Coverage,
}

/// When a fixture ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Moment {
    /// Before its tests (`@BeforeAll`, `@BeforeClass`).
    Before = 0,
    /// After its tests (`@AfterAll`, `@AfterClass`): no test can depend on it.
    After = 1,
}

impl Moment {
    /// The moment of a code as stored in files.
    pub fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::Before),
            1 => Some(Self::After),
            _ => None,
        }
    }

    /// The code as stored in files: 0, 1 in declaration order.
    pub fn code(self) -> u8 {
        self as u8
    }
}

/// The fixtures of a test, whose coverage also belongs to the test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Charge {
    /// Sequence of the test in its JVM. A test may have several charges.
    pub test: u32,
    /// Numbers of the fixtures.
    pub fixtures: Vec<u32>,
}

/// Details of a class beyond its methods and lines, with the number that its JVM assigned. They are shared
/// like [`ClassFile`].
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordedDetails {
    /// The class's number.
    pub class: u32,
    /// The shared details.
    pub details: Arc<ClassDetails>,
}

impl RecordedDetails {
    /// Unshared details of a class.
    pub fn new(class: u32, details: ClassDetails) -> Self {
        Self { class, details: Arc::new(details) }
    }
}

impl Deref for RecordedDetails {
    type Target = ClassDetails;

    fn deref(&self) -> &ClassDetails {
        &self.details
    }
}

/// Changes these details alone, as for a [`RecordedClass`].
impl DerefMut for RecordedDetails {
    fn deref_mut(&mut self) -> &mut ClassDetails {
        Arc::make_mut(&mut self.details)
    }
}

/// Details of a class file beyond methods and lines: which static initialisers using the class may trigger,
/// and the origins of inlined lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassDetails {
    /// Binary name of its superclass; `None` for `java.lang.Object`, which has no effect here.
    pub superclass: Option<String>,
    /// Binary names of the classes whose static fields it uses.
    pub owners: Vec<String>,
    /// (slot, index into `owners`): the line of the slot uses a static field of the owner.
    pub uses: Vec<(u32, u32)>,
    /// `SourceDebugExtension` attribute (JSR-45).
    pub debug: Option<String>,
}

/// The coverage of threads with one name while they belonged to no test: left running by one, or never
/// started by any. It is in no row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Background {
    /// Name of the thread.
    pub thread: String,
    /// What it covered.
    pub coverage: Coverage,
}

/// A class whose static initialiser failed, so that all later uses of it fail too.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FailedInitialiser {
    /// Binary name of the class; it need not be a recorded class.
    pub class: String,
    /// Class of the exception that left the initialiser, or of its innermost cause.
    pub exception: String,
    /// Stack trace of that exception, throw site first.
    pub frames: Vec<Frame>,
    /// Another class whose earlier initialisation failure caused this one.
    pub by: Option<String>,
}

/// A method without room for a probe at each of its lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartlyRecorded {
    /// The class's number.
    pub class: u32,
    /// The method, as an index into those of the class.
    pub method: u32,
    /// How many of its lines have no element.
    pub lines: u32,
}

/// How much code stands in the lines of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineSizes {
    /// The class's number.
    pub class: u32,
    /// Bytes of bytecode of each line. Shape: as [`ClassFile::slots`].
    pub bytes: Vec<u32>,
}

/// All data that one JVM (or one file of it) reported, in order of occurrence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// The JVM.
    pub origin: Origin,
    /// Instrumented classes.
    pub classes: Vec<RecordedClass>,
    /// Finished tests.
    pub tests: Vec<RecordedTest>,
    /// Coverage of static initialisers (their dynamic extents): (class, lines). A class may appear more than
    /// once; the lines are OR-ed.
    pub initialisers: Vec<(u32, Coverage)>,
    /// Fixtures: code that ran outside tests, for the tests of a container.
    pub fixtures: Vec<RecordedFixture>,
    /// The fixtures of each test.
    pub charges: Vec<Charge>,
    /// Details of classes beyond their lines.
    pub details: Vec<RecordedDetails>,
    /// Coverage outside tests, by thread; only for JVMs in which tests overlapped or no test ran.
    pub background: Vec<Background>,
    /// Classes whose static initialisers failed.
    pub failed_initialisers: Vec<FailedInitialiser>,
    /// The tests that failed because of them: (sequence of the test, binary name of the class).
    pub failed_by: Vec<(u32, String)>,
    /// Methods with unrecorded lines.
    pub partly: Vec<PartlyRecorded>,
    /// The sizes of lines, by class; absent in older recordings, and for classes that the core did not instrument.
    pub sizes: Vec<LineSizes>,
    /// How the JVM was started; absent in older recordings and if it could not be determined.
    pub launch: Option<Launch>,
    /// Classes of tests whose loaders were made at run time, in the order of their first tests.
    pub loaded: Vec<LoadedTests>,
    /// Results of tests on mutants; stored in separate files next to recordings.
    pub mutation: Mutation,
    /// Outcomes of conditions, switches and calls, if requested.
    pub elements: Elements,
    /// Classes in scope that could not be instrumented.
    pub refusals: Vec<Refusal>,
    /// The recorder's counts of tests, by kind; empty until the recording is sealed.
    pub counts: Vec<(String, u64)>,
    /// True once the JVM has sealed the recording at its exit (false after kill -9).
    pub sealed: bool,
}

impl Recording {
    /// Among [`Recording::counts`], the number of rows that were carried over.
    pub const CARRIED: &str = "tests carried over";

    /// Whether its rows are of an earlier run than the one beside it: of tests that were left out of that one because
    /// nothing had changed for them.
    pub fn is_carried(&self) -> bool {
        self.counts.iter().any(|(name, _)| name == Self::CARRIED)
    }
}
