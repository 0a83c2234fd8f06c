//! Names and descriptions of labels, their sources, and reasons for their absence.

/// The correct outcome of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// It should pass.
    Passes,
    /// It should fail.
    Fails,
}

impl Label {
    /// The name in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Passes => "passes",
            Self::Fails => "fails",
        }
    }

    /// The label with this name.
    pub fn of_word(word: &str) -> Option<Self> {
        [Self::Passes, Self::Fails].into_iter().find(|label| label.word() == word)
    }
}

/// The source of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    /// The test's own assertions.
    Split,
    /// The exception that ends the failing test, and the project's line that throws it.
    Exception,
    /// Correct classes.
    Oracle,
    /// The failing test's expectation: all its assertions hold in an edited variant.
    Expectation,
    /// The exception of an edited variant, if an assertion ended the failing test.
    Thrown,
    /// A person.
    Person,
}

impl By {
    /// All sources.
    pub const ALL: [Self; 6] =
        [Self::Split, Self::Exception, Self::Oracle, Self::Expectation, Self::Thrown, Self::Person];

    /// The name in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::Exception => "exception",
            Self::Oracle => "oracle",
            Self::Expectation => "expectation",
            Self::Thrown => "thrown",
            Self::Person => "person",
        }
    }

    /// The description for display, after the outcome.
    pub fn says(self) -> &'static str {
        match self {
            Self::Split => "their own assertions",
            Self::Exception => "the exception and its line (96 % sure)",
            Self::Oracle => "the right classes",
            Self::Expectation => "holding what the failing test asserts (89 % sure)",
            Self::Thrown => "ending by an exception instead (89 % sure)",
            Self::Person => "a person",
        }
    }

    /// The source with this name.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.word() == word)
    }

    /// The probability that a label is correct. Source: labels by exception agreed in 96 % with the fixed version on 72 real faults;
    /// for the others see `benchmarks/results.md`.
    pub fn probability(self) -> f64 {
        match self {
            Self::Split | Self::Oracle | Self::Person => 1.0,
            Self::Exception => 0.96,
            Self::Expectation | Self::Thrown => 0.89,
        }
    }
}

/// The reason why a variant has no label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// It did not compile.
    NotCompiled,
    /// There was no time to run it.
    NotRun,
    /// Its outcome depended on the order of execution.
    Unstable,
    /// Its outcome on the correct classes depended on the order of execution.
    UnstableThere,
    /// It did not end.
    TimedOut,
    /// It failed to link.
    Linkage,
    /// It was aborted or skipped.
    Aborted,
    /// Another exception ended it.
    OtherException,
    /// Some of its assertions do not hold, which may be right or wrong.
    DoesNotHold,
    /// An isolated assertion ends differently than in the whole test, because it needs the others.
    Depends,
    /// No source determines its outcome.
    Nothing,
}

impl Why {
    /// The name in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::NotCompiled => "not_compiled",
            Self::NotRun => "not_run",
            Self::Unstable => "unstable",
            Self::UnstableThere => "unstable_in_oracle",
            Self::TimedOut => "timed_out",
            Self::Linkage => "linkage",
            Self::Aborted => "aborted",
            Self::OtherException => "other_exception",
            Self::DoesNotHold => "does_not_hold",
            Self::Depends => "depends_on_others",
            Self::Nothing => "nothing_labels",
        }
    }

    /// The description for display, after a number.
    pub fn says(self) -> &'static str {
        match self {
            Self::NotCompiled => "did not compile",
            Self::NotRun => "not run in time",
            Self::Unstable => "ended otherwise in another order",
            Self::UnstableThere => "ended otherwise in another order on the right classes",
            Self::TimedOut => "did not end",
            Self::Linkage => "needed classes that are not there",
            Self::Aborted => "gave up",
            Self::OtherException => "ended by another exception",
            Self::DoesNotHold => "do not hold what the failing test asserts",
            Self::Depends => "assertions that mean something else alone",
            Self::Nothing => "without anything that says how they should end",
        }
    }

    /// Whether a person could label it: it ended, with the same outcome in every order.
    pub fn is_for_a_person(self) -> bool {
        matches!(self, Self::OtherException | Self::DoesNotHold | Self::Nothing)
    }
}

/// The kind of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The test with one of its assertions.
    Split,
    /// The test reduced to one of its assertions, or the throwing statement, with its dependencies.
    Slice,
    /// The whole test with active assertions, for comparison with a split.
    Whole,
    /// The test with edits; assertions are replaced by observations.
    Edit,
    /// The test with edits and active assertions.
    Tried,
}

impl Kind {
    /// The name in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::Slice => "slice",
            Self::Whole => "whole",
            Self::Edit => "edit",
            Self::Tried => "tried",
        }
    }

    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Split, Self::Slice, Self::Whole, Self::Edit, Self::Tried];

    /// Whether it may consist of one assertion.
    pub fn has_assertion(self) -> bool {
        matches!(self, Self::Split | Self::Slice)
    }

    /// The kind with this name.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}
