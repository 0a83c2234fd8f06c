//! What the doctor finds: a code, how bad it is, what is so, and how to mend it.

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Questions asked of the recording get wrong answers or none.
    Error,
    /// Something is missing, or less exact than it could be.
    Warning,
    /// Nothing is wrong, but good to know.
    Note,
}

impl Severity {
    /// As in the output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// What a finding is about. Codes never change their meaning: scripts match on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// There is no recording, or one of nothing.
    NoRecording,
    /// Classes were recorded, and no test.
    NoTests,
    /// Tests were recorded, and no class.
    NoClasses,
    /// Only classes with tests were recorded.
    TestClassesOnly,
    /// No test ran a line.
    NoCoverage,
    /// Some tests ran no line.
    RowsWithoutLines,
    /// The build reports tests that were not recorded.
    TestsWithoutRows,
    /// Tests were recorded that the build does not report.
    RowsWithoutTests,
    /// A JVM ran another number of tests than it recorded.
    RowsMiscounted,
    /// Tasks of the build did not run their tests again.
    TestsUpToDate,
    /// The build starts its JVMs without the agent.
    AgentDropped,
    /// A file that Maven reads replaces the options that hold the agent.
    MavenrcOverrides,
    /// A pom replaces the arguments that hold the agent.
    ArgLineDropsAgent,
    /// The Java in use cannot load the agent.
    JavaTooOld,
    /// The Java in use takes no agents.
    JavaWithoutInstrument,
    /// There is no native library for this platform.
    UnsupportedPlatform,
    /// A file is no recording.
    UnreadableFile,
    /// The recordings contradict each other.
    DoesNotFit,
    /// The agent says that something went wrong.
    RecorderTrouble,
    /// A recording ends in the middle of a record.
    TornFile,
    /// A JVM was ended before it could say that all was written.
    Unsealed,
    /// Classes were compiled without line numbers.
    NoLineNumbers,
    /// Classes could not be changed and were left as they are.
    NotInstrumented,
    /// Methods are too large to record all of their lines.
    PartlyRecorded,
    /// Tests ran at the same time and share lines.
    OverlappingTests,
    /// Threads ran lines that belong to no test.
    LinesOfNoTest,
    /// There are several versions of a class.
    SeveralVersions,
    /// Sources were not found.
    SourcesNotFound,
    /// Sources were changed after the recording.
    SourcesChanged,
    /// Classes were compiled anew after the recording.
    StaleRecording,
    /// No test failed.
    NoFailingTest,
}

impl Code {
    /// As in the output and in `docs/doctor.md`.
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
            Self::RowsMiscounted => "rows-miscounted",
            Self::TestsUpToDate => "tests-up-to-date",
            Self::AgentDropped => "agent-dropped",
            Self::MavenrcOverrides => "mavenrc-overrides",
            Self::ArgLineDropsAgent => "arg-line-drops-agent",
            Self::JavaTooOld => "java-too-old",
            Self::JavaWithoutInstrument => "java-without-instrument",
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
            | Self::UnsupportedPlatform
            | Self::UnreadableFile
            | Self::DoesNotFit
            | Self::RecorderTrouble
            | Self::StaleRecording => Severity::Error,
            Self::RowsWithoutLines
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
            Self::RowsWithoutTests | Self::LinesOfNoTest | Self::NoFailingTest => Severity::Note,
        }
    }
}

/// One thing that is missing or wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What it is about.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is so, one sentence without its full stop.
    pub sentence: String,
    /// Names and places that show it.
    pub evidence: Vec<String>,
    /// How to mend it, one sentence without its full stop.
    pub mend: String,
}

impl Finding {
    /// A finding as bad as its code usually is.
    pub fn new(code: Code, sentence: impl Into<String>, mend: impl Into<String>) -> Self {
        let severity = code.severity();
        Self { code, severity, sentence: sentence.into(), evidence: Vec::new(), mend: mend.into() }
    }

    /// With names and places that show it.
    #[must_use]
    pub fn with(mut self, evidence: impl IntoIterator<Item = String>) -> Self {
        self.evidence.extend(evidence);
        self
    }

    /// As bad as this instead.
    #[must_use]
    pub fn rated(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }
}
