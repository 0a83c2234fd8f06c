//! What one JVM reports.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::{Coverage, Elements, Launch, Mutation, Outcome};

/// Who made a recording. Recordings of one JVM (split over files) share their origin.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    /// When the JVM started recording, nanoseconds since the Unix epoch.
    pub started_ns: u64,
    /// Random per JVM, so that two forks started at once differ.
    pub nonce: u64,
    /// Process id.
    pub pid: u32,
    /// `java.vm.name`, `java.version` and the main class, for people; after a tab the folder that
    /// the JVM was started in, as seen from the project's.
    pub description: String,
}

impl Origin {
    /// What identifies the JVM, in the order in which JVMs have their rows: start, nonce and process id.
    pub fn jvm(&self) -> (u64, u64, u32) {
        (self.started_ns, self.nonce, self.pid)
    }

    /// What the description says to people: which JVM, running what.
    pub fn words(&self) -> &str {
        self.description.split_once('\t').map_or(&self.description, |(words, _)| words)
    }

    /// The folder that the JVM was started in, a build's module most likely; `None` where it was not
    /// recorded.
    pub fn folder(&self) -> Option<&str> {
        self.description.split_once('\t').map(|(_, folder)| folder)
    }
}

/// A class as instrumented, under the number that its JVM gave it.
///
/// What is said of it is shared by the recordings of all JVMs that had the same class, as far as the reader knows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordedClass {
    /// The number by which this recording's coverages name the class.
    pub id: u32,
    /// What is said of it.
    pub file: Arc<ClassFile>,
}

impl RecordedClass {
    /// A class that no other recording shares yet.
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

/// Changes what is said of this one alone: others that shared it keep what they had.
impl DerefMut for RecordedClass {
    fn deref_mut(&mut self) -> &mut ClassFile {
        Arc::make_mut(&mut self.file)
    }
}

/// A class file, of which the line table is kept from instrumentation, never re-derived.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassFile {
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
    /// What the framework shows people in place of class and method, where that says more: the name of a
    /// parameterised invocation, of a scenario; a path where such names are nested. Else empty.
    pub display: String,
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
    /// What was thrown first, where that is another exception or another place.
    pub thrown: Option<Thrown>,
}

/// What stands in place of an exception where the JVM ended: the method of the JDK that was called,
/// or, for a signal and the end of the last thread, the class that runs then.
const ENDS_OF_JVMS: [&str; 3] = ["java.lang.Shutdown", "java.lang.Runtime.exit", "java.lang.Runtime.halt"];

impl Failure {
    /// Whether this is how a test stood when its JVM ended.
    pub fn is_end_of_jvm(&self) -> bool {
        ENDS_OF_JVMS.contains(&self.exception.as_str())
    }
}

impl RecordedTest {
    /// Whether the test was running when its JVM was ended, and not by the test itself: it hung, or
    /// somebody lost patience.
    pub fn is_interrupted(&self) -> bool {
        is_interrupted(self.outcome, self.failure.as_ref())
    }
}

pub(crate) fn is_interrupted(outcome: Outcome, failure: Option<&Failure>) -> bool {
    outcome == Outcome::Aborted && failure.is_some_and(Failure::is_end_of_jvm)
}

/// The exception that began a failure, before it was wrapped or thrown again.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Thrown {
    /// Its class.
    pub exception: String,
    /// Where it was thrown, throw site first; the recorder may cut it at the bottom.
    pub frames: Vec<Frame>,
    /// Binary name of the class whose static initialiser it left, so that the class cannot be
    /// used; known after merging.
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

/// A class that was in scope and left as it was.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Refusal {
    /// Binary name.
    pub class: String,
    /// Why, in words that group: `no line numbers`, `class version 99 unknown`.
    pub reason: String,
}

/// What ran for a fixture: for a class or another container of tests, outside its tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordedFixture {
    /// The number by which this recording's charges name it, from 0.
    pub id: u32,
    /// When it ran.
    pub moment: Moment,
    /// The framework's id of the container, or of the fixture method where it tells that.
    pub unique_id: String,
    /// Binary name of the test class; empty when the framework has none.
    pub class: String,
    /// The fixture's method, where the framework tells it; else empty.
    pub method: String,
    /// What it covered, static initialisers' dynamic extents left out.
    pub coverage: Coverage,
}

/// When a fixture ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Moment {
    /// Before the tests it is for (`@BeforeAll`, `@BeforeClass`).
    Before = 0,
    /// After them (`@AfterAll`, `@AfterClass`): no test can depend on it.
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

/// The fixtures that a test had: what they covered belongs to it, too.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Charge {
    /// Sequence of the test in its JVM. A test may have several charges.
    pub test: u32,
    /// Numbers of the fixtures.
    pub fixtures: Vec<u32>,
}

/// What is known of a class besides its methods and lines, under the number that its JVM gave it; shared as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordedDetails {
    /// The class's number.
    pub class: u32,
    /// What is known of it.
    pub details: Arc<ClassDetails>,
}

impl RecordedDetails {
    /// Details that no other recording shares yet.
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

/// As with a [`RecordedClass`]: others keep what they had.
impl DerefMut for RecordedDetails {
    fn deref_mut(&mut self) -> &mut ClassDetails {
        Arc::make_mut(&mut self.details)
    }
}

/// What a class file says besides its methods and lines: whose static initialisers using the
/// class may cause, and where inlined lines come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassDetails {
    /// Binary name of its superclass; `None` where that says nothing (`java.lang.Object`).
    pub superclass: Option<String>,
    /// Binary names of the classes whose static fields it uses.
    pub owners: Vec<String>,
    /// (slot, index into `owners`): a static field is used in the line of that slot.
    pub uses: Vec<(u32, u32)>,
    /// `SourceDebugExtension` attribute (JSR-45).
    pub debug: Option<String>,
}

/// What threads of one name ran while they belonged to no test: left running by one, or never
/// started by any. It is in no row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Background {
    /// Name of the thread.
    pub thread: String,
    /// What it covered.
    pub coverage: Coverage,
}

/// A class whose static initialiser failed, so that whoever uses it from then on fails by it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FailedInitialiser {
    /// Binary name of the class, which need not be a recorded one.
    pub class: String,
    /// Class of the exception that left the initialiser, or of its innermost cause.
    pub exception: String,
    /// Where that was thrown, throw site first.
    pub frames: Vec<Frame>,
    /// Another class whose initialiser had failed before, where that was why.
    pub by: Option<String>,
}

/// A method that has no room for a probe at each of its lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartlyRecorded {
    /// The class's number.
    pub class: u32,
    /// The method, as an index into those of the class.
    pub method: u32,
    /// How many of its lines are no elements.
    pub lines: u32,
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
    /// What ran outside tests for the tests of a container.
    pub fixtures: Vec<RecordedFixture>,
    /// Which tests had which of the fixtures.
    pub charges: Vec<Charge>,
    /// What is known of classes besides their lines.
    pub details: Vec<RecordedDetails>,
    /// What ran for no test, by thread: of JVMs in which tests overlapped, or in which none ran.
    pub background: Vec<Background>,
    /// Classes whose static initialisers failed.
    pub failed_initialisers: Vec<FailedInitialiser>,
    /// Which tests failed by them: (sequence of the test, binary name of the class).
    pub failed_by: Vec<(u32, String)>,
    /// Methods with lines that are not recorded.
    pub partly: Vec<PartlyRecorded>,
    /// How the JVM was started; absent in recordings from before that was kept, and where nothing could be told.
    pub launch: Option<Launch>,
    /// What repeated tests said of mutants: in files of their own, next to recordings.
    pub mutation: Mutation,
    /// What conditions, switches and calls came to, where that was asked for.
    pub elements: Elements,
    /// Classes in scope that could not be instrumented.
    pub refusals: Vec<Refusal>,
    /// How many tests the recorder counted, in which way; empty until it is sealed.
    pub counts: Vec<(String, u64)>,
    /// True once the JVM sealed the recording at its exit (absent after kill -9).
    pub sealed: bool,
}
