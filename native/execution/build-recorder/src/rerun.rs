//! Runs failing tests of a recorded build again alone, to tell flaky tests from others.

use std::path::{Path, PathBuf};

use faultline_baseline::reruns::NAME;
use faultline_baseline::{Rerun, Reruns};
use faultline_files::Trust;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_messages::failure::Failure;
use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_mutation_runner::again::{Again, Ended};
use faultline_recording_store::folder::KIND;
use faultline_recording_store::held::HeldFolder;
use faultline_recording_store::load::{Loaded, load_with_recordings};
use faultline_recording_store::reading::Reading;
use faultline_since_passed::{Comparison, Since, Verdict, ended_again};
use faultline_spectrum::{Outcome, Spectrum, TestId};

/// The maximum number of tests that are run again: each run takes a JVM of its own.
pub const MOST: usize = 20;
/// Temporary files of running JVMs; removed at the end.
const SCRATCH: &str = ".rerun";

/// Runs failing tests again, each `times` times, and keeps how they ended in the folder of their baseline, which is
/// that of the recordings after `faultline run`. `tell` gets a sentence for each test, and one on those that were left out.
///
/// A test whose code has changed since it passed is left out: the change is the likely cause. Tests for which nothing has
/// changed come first, then those for which only a resource or a library has, then those of which no pass is known.
/// Errors: the recordings cannot be read, or do not say how JVMs were started; another run uses the folder; the agent is
/// missing.
pub fn failing(
    inputs: &[PathBuf],
    folder: &Path,
    times: u32,
    tell: &mut dyn FnMut(&str),
) -> Result<(), Failure> {
    let (loaded, recordings) = load_with_recordings(inputs, Reading::default())?;
    let chosen = Chosen::of(&loaded);
    if let Some(sentence) = chosen.left_out() {
        tell(&sentence);
    }
    if chosen.tests.is_empty() {
        return Ok(());
    }
    let taken = || "another `faultline run` records into the folder, so no test is run again".to_owned();
    let held = HeldFolder::take(folder, KIND, taken)?;
    let scratch = held.tree(SCRATCH).map_err(|error| held.unusable(&error))?;
    let mut again = Again::of(&loaded, &recordings, Trust::default(), scratch)?;
    let mut wishes = Wishes::listen()?;
    let mut reruns = Reruns { started_ns: loaded.started_ns, ..Reruns::default() };
    for &test in &chosen.tests {
        let Some((rerun, why)) = run(&mut again, test, times, &mut wishes)? else { break };
        tell(&sentence(&loaded.spectrum, test, rerun, why.as_deref()));
        if rerun.times() > 0 {
            reruns.tests.insert(loaded.spectrum.tests[test.index()].unique_id.clone(), rerun);
        }
    }
    drop(again);
    // What is left here is removed by the next run.
    let _ = held.remove(SCRATCH);
    held.write(NAME, reruns.text().as_bytes()).map_err(|error| held.unusable(&error))
}

/// Why a failing test is run again, the likeliest to be flaky first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likely {
    /// Nothing has changed since it passed.
    Unchanged,
    /// Only a resource or a library has changed, which few tests need.
    InputsAlone,
    /// It is not known to have passed.
    NeverPassed,
}

impl Likely {
    /// `None` for a test whose code has changed.
    fn of(changes: &Comparison, test: TestId) -> Option<Self> {
        match changes.verdict(test) {
            Verdict::NeverPassed => Some(Self::NeverPassed),
            Verdict::Changed => {
                changes.of_test(test).is_some_and(Since::is_code_unchanged).then_some(Self::InputsAlone)
            }
            _ => Some(Self::Unchanged),
        }
    }
}

/// The failing tests that are run again.
struct Chosen {
    tests: Vec<TestId>,
    /// Number of tests for which something has changed.
    changed: usize,
    /// Number of tests beyond [`MOST`].
    more: usize,
}

impl Chosen {
    fn of(loaded: &Loaded) -> Self {
        // A baseline that cannot be read says nothing; `faultline rank` says why.
        let changes = Comparison::beside(loaded).ok().flatten().unwrap_or_default();
        let mut tests: Vec<TestId> = loaded.spectrum.tests_with(Outcome::Failed).collect();
        let ids = |test: &TestId| &loaded.spectrum.tests[test.index()].unique_id;
        let mut seen = std::collections::HashSet::new();
        tests.retain(|test| seen.insert(ids(test)));
        let all = tests.len();
        let of = |test: &TestId| Likely::of(&changes, *test);
        tests.retain(|test| of(test).is_some());
        let changed = all - tests.len();
        tests.sort_by_key(of);
        let more = tests.len().saturating_sub(MOST);
        tests.truncate(MOST);
        Self { tests, changed, more }
    }

    fn left_out(&self) -> Option<String> {
        let changed = match self.changed {
            0 => None,
            1 => Some(
                "1 failing test is not run again: code that it runs has changed since it passed".to_owned(),
            ),
            many => Some(format!(
                "{} failing tests are not run again: code that they run has changed since they passed",
                number(many)
            )),
        };
        let are = if self.more == 1 { "is" } else { "are" };
        let more = (self.more > 0).then(|| {
            format!("{} {are} not run again: the limit is {MOST}", counted(self.more, "further failing test"))
        });
        let parts: Vec<String> = changed.into_iter().chain(more).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

/// How a test ended, and why it could not be run again in the end. `None` if a signal asked to stop.
fn run(
    again: &mut Again<'_>,
    test: TestId,
    times: u32,
    wishes: &mut Wishes,
) -> Result<Option<(Rerun, Option<String>)>, Failure> {
    let mut rerun = Rerun::default();
    for _ in 0..times {
        match again.run(test, wishes)? {
            Ended::Passed => rerun.passed += 1,
            Ended::Failed => rerun.failed += 1,
            Ended::NotRun(why) => return Ok(Some((rerun, Some(why)))),
            Ended::Stopped => return Ok(None),
        }
    }
    Ok(Some((rerun, None)))
}

/// How a test ended: `FooTest#bar passed 2 of 3 times when it was run again alone: it is flaky`.
fn sentence(spectrum: &Spectrum, test: TestId, rerun: Rerun, why: Option<&str>) -> String {
    let name = names::test(&spectrum.tests[test.index()]);
    let flaky = if rerun.passed > 0 { ": it is flaky" } else { "" };
    match why {
        Some(why) if rerun.times() == 0 => format!("{name} was not run again: it {why}"),
        Some(why) => {
            format!("{name} {} when it was run again alone{flaky}; then it {why}", ended_again(rerun))
        }
        None => format!("{name} {} when it was run again alone{flaky}", ended_again(rerun)),
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::Test;

    use super::*;

    #[test]
    fn a_sentence_says_how_often_a_test_passed_or_failed() {
        let test = Test {
            unique_id: String::new(),
            class: "a.FooTest".to_owned(),
            method: "bar".to_owned(),
            display: String::new(),
            outcome: Outcome::Failed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
        };
        let spectrum = Spectrum { tests: vec![test], ..Spectrum::default() };
        let of = |passed, failed, why| sentence(&spectrum, TestId::new(0), Rerun { passed, failed }, why);
        assert_eq!(of(0, 3, None), "a.FooTest#bar failed 3 of 3 times when it was run again alone");
        assert_eq!(
            of(2, 1, None),
            "a.FooTest#bar passed 2 of 3 times when it was run again alone: it is flaky"
        );
        assert_eq!(
            of(0, 1, Some("ended its JVM")),
            "a.FooTest#bar failed 1 of 1 time when it was run again alone; then it ended its JVM"
        );
        assert_eq!(of(0, 0, Some("ended its JVM")), "a.FooTest#bar was not run again: it ended its JVM");
    }

    #[test]
    fn tests_that_are_left_out_are_counted_with_the_reason() {
        let of = |changed, more| Chosen { tests: Vec::new(), changed, more }.left_out();
        assert_eq!(of(0, 0), None);
        assert_eq!(
            of(1, 2).as_deref(),
            Some(
                "1 failing test is not run again: code that it runs has changed since it passed; 2 further failing tests are \
                 not run again: the limit is 20"
            )
        );
    }
}
