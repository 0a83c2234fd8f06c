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
    NoRecording,
    NoTests,
    NoClasses,
    TestClassesOnly,
    NoCoverage,
    RowsWithoutLines,
    TestsWithoutRows,
    RowsWithoutTests,
    RowsMiscounted,
    TestsUpToDate,
    AgentDropped,
    MavenrcOverrides,
    ArgLineDropsAgent,
    JavaTooOld,
    JavaWithoutInstrument,
    UnsupportedPlatform,
    UnreadableFile,
    DoesNotFit,
    RecorderTrouble,
    TornFile,
    Unsealed,
    NoLineNumbers,
    NotInstrumented,
    PartlyRecorded,
    OverlappingTests,
    LinesOfNoTest,
    SeveralVersions,
    SourcesNotFound,
    SourcesChanged,
    StaleRecording,
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
    pub fn with(mut self, evidence: impl IntoIterator<Item = String>) -> Self {
        self.evidence.extend(evidence);
        self
    }

    /// As bad as this instead.
    pub fn rated(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }
}
