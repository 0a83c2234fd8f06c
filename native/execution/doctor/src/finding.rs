//! Findings of the doctor: a code, a severity, a sentence and a remedy.

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Queries on the recording give wrong answers or none.
    Error,
    /// Something is missing, or less exact than it could be.
    Warning,
    /// Nothing is wrong; information only.
    Note,
}

impl Severity {
    /// The name in the output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// The kind of a finding. Codes never change their meaning: scripts match on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// There is no recording, or only empty ones.
    NoRecording,
    /// Classes were recorded, but no tests.
    NoTests,
    /// Tests were recorded, but no classes.
    NoClasses,
    /// Only test classes were recorded.
    TestClassesOnly,
    /// No test executed a line.
    NoCoverage,
    /// Some tests executed no line.
    RowsWithoutLines,
    /// The build reports tests that were not recorded.
    TestsWithoutRows,
    /// Tests were recorded that the build does not report.
    RowsWithoutTests,
    /// Some class has failed rows and no reported failure, or the other way round.
    OtherOutcomes,
    /// Recorded classes are those of tests.
    ClassesOfTests,
    /// Recorded classes are those of libraries.
    ClassesOfLibraries,
    /// Recorded classes were written by a tool.
    ClassesGenerated,
    /// Outputs of the build lie outside of the project's folder.
    CodeOutside,
    /// A JVM ran more or fewer tests than it recorded.
    RowsMiscounted,
    /// Tasks of the build were skipped as up to date.
    TestsUpToDate,
    /// The build starts its JVMs without the agent.
    AgentDropped,
    /// A file that Maven reads replaces the options with the agent.
    MavenrcOverrides,
    /// A pom replaces the arguments with the agent.
    ArgLineDropsAgent,
    /// The Java in use cannot load the agent.
    JavaTooOld,
    /// The Java in use does not support agents.
    JavaWithoutInstrument,
    /// The JVM of a command does not start with the agent and does without.
    JvmTakesNoAgent,
    /// There is no native library for this platform.
    UnsupportedPlatform,
    /// A file is not a recording.
    UnreadableFile,
    /// The recordings contradict each other.
    DoesNotFit,
    /// The agent reported an error.
    RecorderTrouble,
    /// A recording ends in the middle of a record.
    TornFile,
    /// A JVM was killed before it sealed its recording.
    Unsealed,
    /// Classes were compiled without line numbers.
    NoLineNumbers,
    /// Classes could not be instrumented.
    NotInstrumented,
    /// Methods are too large to record all of their lines.
    PartlyRecorded,
    /// Tests ran concurrently and share lines.
    OverlappingTests,
    /// Threads executed lines that belong to no test.
    LinesOfNoTest,
    /// Programs of the build's tasks ran tests that are no rows.
    TestsOfPrograms,
    /// There are several versions of a class.
    SeveralVersions,
    /// Sources were not found.
    SourcesNotFound,
    /// Sources changed after the recording.
    SourcesChanged,
    /// Classes were recompiled after the recording.
    StaleRecording,
    /// No test failed.
    NoFailingTest,
}

impl Code {
    /// The name in the output and in `docs/doctor.md`.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoRecording => "no-recording",
            Self::NoTests => "no-tests",
            Self::NoClasses => "no-classes",
            Self::TestClassesOnly => "test-classes-only",
            Self::NoCoverage => "no-coverage",
            Self::RowsWithoutLines => "rows-without-lines",
            Self::TestsWithoutRows => "tests-without-rows",
            Self::RowsWithoutTests => "rows-without-tests",
            Self::OtherOutcomes => "other-outcomes",
            Self::ClassesOfTests => "classes-of-tests",
            Self::ClassesOfLibraries => "classes-of-libraries",
            Self::ClassesGenerated => "classes-generated",
            Self::CodeOutside => "code-outside",
            Self::RowsMiscounted => "rows-miscounted",
            Self::TestsUpToDate => "tests-up-to-date",
            Self::AgentDropped => "agent-dropped",
            Self::MavenrcOverrides => "mavenrc-overrides",
            Self::ArgLineDropsAgent => "arg-line-drops-agent",
            Self::JavaTooOld => "java-too-old",
            Self::JavaWithoutInstrument => "java-without-instrument",
            Self::JvmTakesNoAgent => "jvm-takes-no-agent",
            Self::UnsupportedPlatform => "unsupported-platform",
            Self::UnreadableFile => "unreadable-file",
            Self::DoesNotFit => "does-not-fit",
            Self::RecorderTrouble => "recorder-trouble",
            Self::TornFile => "torn-file",
            Self::Unsealed => "unsealed",
            Self::NoLineNumbers => "no-line-numbers",
            Self::NotInstrumented => "not-instrumented",
            Self::PartlyRecorded => "partly-recorded",
            Self::OverlappingTests => "overlapping-tests",
            Self::LinesOfNoTest => "lines-of-no-test",
            Self::TestsOfPrograms => "tests-of-programs",
            Self::SeveralVersions => "several-versions",
            Self::SourcesNotFound => "sources-not-found",
            Self::SourcesChanged => "sources-changed",
            Self::StaleRecording => "stale-recording",
            Self::NoFailingTest => "no-failing-test",
        }
    }

    fn severity(self) -> Severity {
        match self {
            Self::NoRecording
            | Self::NoTests
            | Self::NoClasses
            | Self::TestClassesOnly
            | Self::NoCoverage
            | Self::TestsWithoutRows
            | Self::RowsMiscounted
            | Self::AgentDropped
            | Self::MavenrcOverrides
            | Self::ArgLineDropsAgent
            | Self::JavaTooOld
            | Self::JavaWithoutInstrument
            | Self::JvmTakesNoAgent
            | Self::UnsupportedPlatform
            | Self::UnreadableFile
            | Self::DoesNotFit
            | Self::RecorderTrouble
            | Self::StaleRecording => Severity::Error,
            Self::RowsWithoutLines
            | Self::CodeOutside
            | Self::OtherOutcomes
            | Self::TestsUpToDate
            | Self::TornFile
            | Self::Unsealed
            | Self::NoLineNumbers
            | Self::NotInstrumented
            | Self::PartlyRecorded
            | Self::OverlappingTests
            | Self::SeveralVersions
            | Self::SourcesNotFound
            | Self::SourcesChanged => Severity::Warning,
            Self::RowsWithoutTests
            | Self::ClassesOfTests
            | Self::ClassesOfLibraries
            | Self::ClassesGenerated
            | Self::LinesOfNoTest
            | Self::TestsOfPrograms
            | Self::NoFailingTest => Severity::Note,
        }
    }
}

/// One thing that is missing or wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its kind.
    pub code: Code,
    /// Its severity.
    pub severity: Severity,
    /// The statement: one sentence without its full stop.
    pub sentence: String,
    /// Supporting names and paths.
    pub evidence: Vec<String>,
    /// The remedy: one sentence without its full stop.
    pub mend: String,
}

impl Finding {
    /// A finding with the default severity of its code.
    pub fn new(code: Code, sentence: impl Into<String>, mend: impl Into<String>) -> Self {
        let severity = code.severity();
        Self { code, severity, sentence: sentence.into(), evidence: Vec::new(), mend: mend.into() }
    }

    /// Adds supporting names and paths.
    #[must_use]
    pub fn with(mut self, evidence: impl IntoIterator<Item = String>) -> Self {
        self.evidence.extend(evidence);
        self
    }

    /// Replaces the severity.
    #[must_use]
    pub fn rated(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }
}
