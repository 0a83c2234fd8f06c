//! Words for how variants are labelled and why they are left out.

/// What a variant does that is known to be right or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// It passes.
    Passes,
    /// It fails.
    Fails,
}

impl Label {
    /// As tables have it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Passes => "passes",
            Self::Fails => "fails",
        }
    }

    /// The label of a word.
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
    /// Classes that are right.
    Oracle,
    /// What the failing test expects: all its assertions hold in an edited variant.
    Expectation,
    /// The exception of an edited variant, where an assertion ended the failing test.
    Thrown,
    /// Somebody who looked at it.
    Person,
}

impl By {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Split, Self::Exception, Self::Oracle, Self::Expectation, Self::Thrown, Self::Person];

    /// As tables have it.
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

    /// To people, behind how they end.
    pub fn says(self) -> &'static str {
        match self {
            Self::Split => "their own assertions",
            Self::Exception => "the exception and its line (96 % sure)",
            Self::Oracle => "the right classes",
            Self::Expectation => "holding what the failing test asserts (89 % sure)",
            Self::Thrown => "ending by an exception instead (89 % sure)",
            Self::Person => "somebody who looked",
        }
    }

    /// Who is meant by a word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.word() == word)
    }

    /// How likely a label is right. Source: of labels by exception 96 % agreed with the fixed version on 72 real faults; for
    /// the others see `benchmarks/results.md`.
    pub fn probability(self) -> f64 {
        match self {
            Self::Split | Self::Oracle | Self::Person => 1.0,
            Self::Exception => 0.96,
            Self::Expectation | Self::Thrown => 0.89,
        }
    }
}

/// Why a variant has no label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// It did not compile.
    NotCompiled,
    /// There was no time to run it.
    NotRun,
    /// It ended otherwise in the other order.
    Unstable,
    /// It ended otherwise in the other order on the classes that are right.
    UnstableThere,
    /// It did not end.
    TimedOut,
    /// It needs what is not there.
    Linkage,
    /// It gave up, or was skipped.
    Aborted,
    /// Another exception ended it.
    OtherException,
    /// Some of its assertions do not hold, and that may be right or wrong.
    DoesNotHold,
    /// An assertion that is alone ends otherwise than in the whole test: it needs the others.
    Depends,
    /// Nothing says how it should end.
    Nothing,
}

impl Why {
    /// In JSON.
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

    /// To people, behind a number.
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

    /// Whether a person may say what nothing else does: it ended, in the same way whatever ran before.
    pub fn is_for_a_person(self) -> bool {
        matches!(self, Self::OtherException | Self::DoesNotHold | Self::Nothing)
    }
}

/// What a variant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The test with one of its assertions.
    Split,
    /// The test with one of its assertions, or the statement that threw, and what that depends on.
    Slice,
    /// The test with all its assertions, each of which has its say: what a split is compared with.
    Whole,
    /// The test with edits; assertions became observations.
    Edit,
    /// The test with edits; assertions have their say.
    Tried,
}

impl Kind {
    /// As tables have it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::Slice => "slice",
            Self::Whole => "whole",
            Self::Edit => "edit",
            Self::Tried => "tried",
        }
    }

    /// All of them.
    pub const ALL: [Self; 5] = [Self::Split, Self::Slice, Self::Whole, Self::Edit, Self::Tried];

    /// Whether it may be of one assertion.
    pub fn has_assertion(self) -> bool {
        matches!(self, Self::Split | Self::Slice)
    }

    /// The kind of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}
