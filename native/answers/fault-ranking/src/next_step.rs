//! The one next step that helps most on a build.

use std::fmt;
use std::path::PathBuf;

use faultline_messages::names;
use faultline_messages::words::shell_word;
use faultline_recording_store::load::Loaded;
use faultline_variant_evidence::growable::can_grow;

use crate::report::{Group, Report};
use crate::screen::in_order;

/// From this chance on, more evidence would hardly change the answer.
const SURE: f64 = 0.9;

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Code that failing tests ran is missing in the recording.
    Doctor,
    /// The failing tests may be flaky.
    Rerun,
    /// Small changes in the suspicious lines tell more.
    Mutate,
    /// Variants of the failing tests tell more.
    Amplify,
    /// A passing test that runs nearly the same shows what differs.
    Diff,
    /// Nothing tells more; the report shows sources and evidence.
    Report,
}

/// What decides the next step.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question with its own answer")]
struct Facts {
    /// Whether code that failing tests ran, or every suspect, is missing.
    lacks_code: bool,
    /// Whether nothing has changed for the failing tests, and they were not run again.
    may_be_flaky: bool,
    /// Whether the first suspect is as good as certain.
    is_sure: bool,
    /// Whether tests can be run again.
    is_repeatable: bool,
    /// Whether the ranking uses results of mutants.
    has_mutants: bool,
    /// Whether variants of the failing tests can be made, and there are none.
    can_grow: bool,
    /// Whether a passing test counts.
    has_passing: bool,
}

impl Facts {
    fn of(report: &Report, group: &Group, loaded: &Loaded) -> Self {
        let first = group.suspects.first().filter(|first| first.counts.ef > 0);
        Self {
            lacks_code: report.unseen.as_ref().is_some_and(|unseen| unseen.ran > 0) || first.is_none(),
            may_be_flaky: group.doubt.as_ref().is_some_and(|doubt| doubt.unchanged > 0),
            is_sure: first.and_then(|first| first.chance).is_some_and(|chance| chance >= SURE),
            is_repeatable: loaded.is_repeatable,
            has_mutants: report.spec.mutants.is_some(),
            can_grow: report.spec.amplified.is_none() && can_grow(loaded, &group.failing),
            has_passing: group.passing > 0 && !group.interrupted,
        }
    }

    fn step(self) -> Step {
        match self {
            Self { lacks_code: true, .. } => Step::Doctor,
            Self { may_be_flaky: true, is_repeatable: true, .. } => Step::Rerun,
            Self { is_sure: false, has_mutants: false, is_repeatable: true, .. } => Step::Mutate,
            Self { is_sure: false, can_grow: true, .. } => Step::Amplify,
            Self { has_passing: true, .. } => Step::Diff,
            _ => Step::Report,
        }
    }
}

/// The next step as a command, and what it is good for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextStep {
    /// What to do.
    pub step: Step,
    /// The command.
    pub command: String,
}

impl NextStep {
    /// The step that helps most for a group, whose recordings a command reads from `inputs`.
    pub fn of(report: &Report, group: &Group, loaded: &Loaded, inputs: &[PathBuf]) -> Self {
        let step = Facts::of(report, group, loaded).step();
        let test = in_order(group).first().map(|test| names::test(&report.spectrum.tests[test.index()]));
        Self { step, command: command(step, test.as_deref().unwrap_or_default(), inputs) }
    }

    /// What the step is good for, behind the command.
    pub fn reason(&self) -> &'static str {
        match self.step {
            Step::Doctor => "says what the recording lacks, why, and how to fix it",
            Step::Rerun => "in front of the build's command tells flaky tests from faults",
            Step::Mutate => "tries small changes in these lines and runs the tests again",
            Step::Amplify => "makes variants of the failing test that tell the suspects apart",
            Step::Diff => "shows what the failing test runs that its nearest passing neighbour does not",
            Step::Report => "shows the suspects with their sources and evidence",
        }
    }
}

impl fmt::Display for NextStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Next: `{}` {}", self.command, self.reason())
    }
}

fn command(step: Step, test: &str, inputs: &[PathBuf]) -> String {
    let inputs: String =
        inputs.iter().flat_map(|input| [" ".to_owned(), shell_word(&input.display().to_string())]).collect();
    match step {
        Step::Doctor => format!("faultline doctor{inputs}"),
        Step::Rerun => "faultline run --rerun-failed 3 --".to_owned(),
        Step::Mutate => format!("faultline mutate{inputs}"),
        Step::Amplify => format!("faultline amplify{inputs}"),
        Step::Diff => format!("faultline diff {}{inputs}", shell_word(test)),
        Step::Report => format!("faultline report --open{inputs}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_that_helps_most_comes_first() {
        let usual = Facts { is_repeatable: true, can_grow: true, has_passing: true, ..Facts::default() };
        let table = [
            (Facts { lacks_code: true, may_be_flaky: true, ..usual }, Step::Doctor),
            (Facts { may_be_flaky: true, ..usual }, Step::Rerun),
            (Facts { may_be_flaky: true, is_repeatable: false, can_grow: false, ..usual }, Step::Diff),
            (usual, Step::Mutate),
            (Facts { has_mutants: true, ..usual }, Step::Amplify),
            (Facts { has_mutants: true, can_grow: false, ..usual }, Step::Diff),
            (Facts { is_sure: true, ..usual }, Step::Diff),
            (Facts { is_sure: true, has_passing: false, ..usual }, Step::Report),
            (Facts::default(), Step::Report),
        ];
        for (facts, step) in table {
            assert_eq!(facts.step(), step, "{facts:?}");
        }
    }

    #[test]
    fn commands_name_the_recordings_and_the_test() {
        let dir = [PathBuf::from("a b")];
        assert_eq!(command(Step::Mutate, "", &[]), "faultline mutate");
        assert_eq!(command(Step::Doctor, "", &dir), "faultline doctor 'a b'");
        assert_eq!(command(Step::Diff, "a.FooTest#bar", &[]), "faultline diff 'a.FooTest#bar'");
        assert_eq!(command(Step::Diff, "FooTest#bar", &dir), "faultline diff 'FooTest#bar' 'a b'");
    }
}
