//! Labels variants without a person.

use faultline_spectrum::ClassName;

use crate::observed::{Execution, Outcome};
use faultline_variant_evidence::words::{By, Kind, Label, Why};

/// Exceptions that only tests throw, to report wrong results.
const ASSERTIONS: [&str; 4] = [
    "java.lang.AssertionError",
    "junit.framework.AssertionFailedError",
    "junit.framework.ComparisonFailure",
    "org.junit.ComparisonFailure",
];
/// Suffixes of such exceptions in other libraries.
const ASSERTION_ENDS: [&str; 7] = [
    "AssertionError",
    "AssertionFailedError",
    "ComparisonFailure",
    "AssertJMultipleFailuresError",
    "MultipleFailuresError",
    "MultipleFailureException",
    "observe.Differs",
];

/// Whether an exception of this class comes from an assertion.
pub fn is_assertion(exception: &str) -> bool {
    ASSERTIONS.contains(&exception)
        || exception.starts_with("org.opentest4j.")
        || ASSERTION_ENDS.iter().any(|end| exception.ends_with(end))
}

/// A failing test, for labelling its variants.
#[derive(Clone, Copy, Debug)]
pub struct Original<'a> {
    /// Its result when run again, equal in both orders.
    pub execution: &'a Execution,
    /// Binary name of its class.
    pub class: &'a str,
    /// The results of all its assertions, each run even after a failure.
    pub whole: Option<&'a Execution>,
}

/// How variants are labelled whose assertions became observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// By the exception of the failing test.
    Exception,
    /// They also run on the oracle's classes, and the results are compared.
    Oracle,
    /// They are not labelled.
    Nobody,
}

impl Original<'_> {
    /// Whether a variant ends by the same exception, from the same line of the project. A line of the test
    /// itself would differ in each variant.
    pub fn ends_so(&self, execution: &Execution) -> bool {
        let same = |of: &Execution| (of.outcome, of.exception.clone(), of.frame.clone());
        self.judge() == Judge::Exception && same(execution) == same(self.execution)
    }

    /// How edited variants are labelled without an oracle: by the exception, if it is the project's own and
    /// comes from a line of the project.
    pub fn judge(&self) -> Judge {
        let Execution { exception, frame, .. } = self.execution;
        let is_told = !exception.is_empty() && !is_assertion(exception) && !frame.is_empty();
        // A line of Kotlin's library is the same for every caller.
        let of_library = ["kotlin.", "kotlinx."].iter().any(|package| frame.starts_with(package));
        if is_told && self.is_of_project(frame) && !of_library { Judge::Exception } else { Judge::Nobody }
    }

    /// Whether a frame is of the project and not of the test itself, where it is another line in each variant.
    fn is_of_project(&self, frame: &str) -> bool {
        !frame.is_empty() && ClassName(class_of(frame)).outermost() != ClassName(self.class).outermost()
    }
}

/// The class of `org.x.Foo.bar:17`.
fn class_of(frame: &str) -> &str {
    let place = frame.rsplit_once(':').map_or(frame, |(place, _)| place);
    place.rsplit_once('.').map_or("", |(class, _)| class)
}

/// The label of a variant with this result in both orders. Errors: why it has none.
pub fn label(
    kind: Kind,
    execution: &Execution,
    original: Original<'_>,
    judge: Judge,
) -> Result<(Label, By), Why> {
    match execution.outcome {
        Outcome::Passed | Outcome::Failed => {}
        Outcome::Aborted => return Err(Why::Aborted),
        Outcome::Skipped => return Err(Why::NotRun),
        Outcome::Timeout => return Err(Why::TimedOut),
        Outcome::Linkage => return Err(Why::Linkage),
    }
    let ended = if execution.outcome == Outcome::Passed { Label::Passes } else { Label::Fails };
    match (kind, judge) {
        (Kind::Split | Kind::Slice, _) => Ok((ended, By::Split)),
        (Kind::Edit, Judge::Oracle) => Ok((ended, By::Oracle)),
        (Kind::Tried, _) => tried(execution, original),
        (Kind::Whole, _) | (Kind::Edit, Judge::Nobody) => Err(Why::Nothing),
        (Kind::Edit, Judge::Exception) => {
            let same = |of: &Execution| (of.exception.clone(), of.frame.clone());
            match ended {
                Label::Passes => Ok((Label::Passes, By::Exception)),
                Label::Fails if same(execution) == same(original.execution) => {
                    Ok((Label::Fails, By::Exception))
                }
                Label::Fails => Err(Why::OtherException),
            }
        }
    }
}

/// The label of an edited test with active assertions, compared with those of the unedited test (`whole`). It
/// passes if all assertions hold, including those that failed there, and if exceptions other than assertions'
/// end it or its assertions. An exception that ends it counts only if a line of the project threw it or called
/// what did: the test itself may be at fault for those of the JDK and of assertion libraries. Errors: some assertions do not hold. Most such variants do behave
/// wrongly, but a failing label does not improve rankings.
fn tried(execution: &Execution, original: Original<'_>) -> Result<(Label, By), Why> {
    let whole = original.whole.filter(|whole| whole.outcome == Outcome::Passed).ok_or(Why::Nothing)?;
    let failing = |of: &Execution| -> Vec<String> {
        of.observations.iter().filter(|said| !holds(said)).cloned().collect()
    };
    let (before, now) = (failing(whole), failing(execution));
    if before.is_empty() {
        return Err(Why::Nothing);
    }
    if execution.outcome == Outcome::Failed {
        let is_told = !execution.exception.is_empty() && !is_assertion(&execution.exception);
        let is_refused = is_told && original.is_of_project(&execution.frame);
        return if is_refused { Ok((Label::Passes, By::Thrown)) } else { Err(Why::DoesNotHold) };
    }
    if now.is_empty() {
        return if places(execution).eq(places(whole)) {
            Ok((Label::Passes, By::Expectation))
        } else {
            Err(Why::DoesNotHold)
        };
    }
    let is_refused = |said: &String| !is_assertion(thrown(said)) && !before.contains(said);
    if now.iter().all(is_refused) { Ok((Label::Passes, By::Thrown)) } else { Err(Why::DoesNotHold) }
}

pub(crate) fn holds(said: &str) -> bool {
    said.ends_with(" holds")
}

/// The index of the assertion in `3 holds`.
pub(crate) fn place(said: &str) -> &str {
    said.split(' ').next().unwrap_or_default()
}

fn places(of: &Execution) -> impl Iterator<Item = &str> {
    of.observations.iter().map(|said| place(said))
}

/// The class in `3 fails java.lang.Error:words`.
pub(crate) fn thrown(said: &str) -> &str {
    let class = said.splitn(3, ' ').nth(2).unwrap_or_default();
    class.split(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn execution(outcome: Outcome, exception: &str, frame: &str) -> Execution {
        Execution { outcome, exception: exception.into(), frame: frame.into(), observations: Vec::new() }
    }

    fn original(execution: &Execution) -> Original<'_> {
        Original { execution, class: "org.x.FooTest", whole: None }
    }

    #[test]
    fn assertions_are_known_by_their_class() {
        for name in [
            "java.lang.AssertionError",
            "junit.framework.ComparisonFailure",
            "org.junit.ComparisonFailure",
            "org.opentest4j.AssertionFailedError",
            "org.opentest4j.MultipleFailuresError",
            "com.google.common.truth.ComparisonFailure",
            "org.spockframework.runtime.SpockAssertionError",
        ] {
            assert!(is_assertion(name), "{name}");
        }
        for name in ["java.lang.Error", "java.lang.NullPointerException", "org.x.AssertionErrors", ""] {
            assert!(!is_assertion(name), "{name}");
        }
    }

    #[test]
    fn the_exception_labels_only_where_a_line_of_the_project_threw_it() {
        let judge =
            |exception: &str, frame: &str| original(&execution(Outcome::Failed, exception, frame)).judge();
        assert_eq!(judge("java.lang.NullPointerException", "org.x.Foo.bar:17"), Judge::Exception);
        assert_eq!(judge("java.lang.NullPointerException", "org.x.FooTest.bar:17"), Judge::Nobody);
        assert_eq!(judge("java.lang.NullPointerException", "org.x.FooTest$1.run:17"), Judge::Nobody);
        assert_eq!(judge("java.lang.NullPointerException", ""), Judge::Nobody);
        let first = "kotlin.collections.CollectionsKt___CollectionsKt.first:221";
        assert_eq!(judge("java.util.NoSuchElementException", first), Judge::Nobody);
        assert_eq!(judge("java.lang.AssertionError", "org.x.Foo.bar:17"), Judge::Nobody);
    }

    fn tried(observations: &[&str], exception: &str) -> Result<(Label, By), Why> {
        tried_at(observations, exception, "org.x.Foo.bar:17")
    }

    fn tried_at(observations: &[&str], exception: &str, frame: &str) -> Result<(Label, By), Why> {
        let said = |of: &[&str]| of.iter().map(|said| (*said).to_owned()).collect();
        let failed = execution(Outcome::Failed, "java.lang.AssertionError", "");
        let whole = Execution {
            observations: said(&[
                "0 holds",
                "1 fails java.lang.AssertionError:expected:<1> but was:<2>",
                "2 holds",
            ]),
            ..execution(Outcome::Passed, "", "")
        };
        let outcome = if exception.is_empty() { Outcome::Passed } else { Outcome::Failed };
        let ran = Execution { observations: said(observations), ..execution(outcome, exception, frame) };
        let original = Original { whole: Some(&whole), ..original(&failed) };
        label(Kind::Tried, &ran, original, Judge::Nobody)
    }

    #[test]
    fn a_tried_edit_passes_where_all_assertions_hold_or_an_exception_comes_instead() {
        let wrong = "1 fails java.lang.AssertionError:expected:<1> but was:<2>";
        let refused = "1 fails java.lang.IllegalArgumentException:no";
        assert_eq!(tried(&["0 holds", "1 holds", "2 holds"], ""), Ok((Label::Passes, By::Expectation)));
        assert_eq!(
            tried(&["0 holds", "2 holds"], ""),
            Err(Why::DoesNotHold),
            "the one that failed did not run"
        );
        assert_eq!(tried(&["0 holds", wrong, "2 holds"], ""), Err(Why::DoesNotHold));
        assert_eq!(tried(&["0 holds", refused, "2 holds"], ""), Ok((Label::Passes, By::Thrown)));
        assert_eq!(
            tried(&["0 holds", refused, "2 fails java.lang.AssertionError:x"], ""),
            Err(Why::DoesNotHold)
        );
        assert_eq!(tried(&["0 holds"], "java.lang.NullPointerException"), Ok((Label::Passes, By::Thrown)));
        assert_eq!(tried(&["0 holds"], "java.lang.AssertionError"), Err(Why::DoesNotHold));
    }

    #[test]
    fn a_tried_edit_that_ends_by_an_exception_of_the_jdk_or_a_library_does_not_pass() {
        for (exception, frame) in [
            ("java.lang.IndexOutOfBoundsException", "org.x.FooTest.bar:17"),
            ("java.lang.IndexOutOfBoundsException", "org.x.FooTest$Inner.bar:17"),
            ("java.lang.IllegalArgumentException", ""),
        ] {
            assert_eq!(tried_at(&["0 holds"], exception, frame), Err(Why::DoesNotHold), "{frame}");
        }
    }

    #[test]
    fn a_tried_edit_of_a_test_without_a_failing_assertion_has_no_label() {
        let failed = execution(Outcome::Failed, "java.lang.AssertionError", "");
        let passed = execution(Outcome::Passed, "", "");
        for whole in [None, Some(&failed), Some(&passed)] {
            let original = Original { whole, ..original(&failed) };
            assert_eq!(label(Kind::Tried, &passed, original, Judge::Nobody), Err(Why::Nothing));
        }
    }

    #[test]
    fn an_edit_fails_by_the_same_exception_from_the_same_line_and_by_no_other() {
        let failed = execution(Outcome::Failed, "E", "org.x.Foo.bar:17");
        let of = |execution: &Execution| label(Kind::Edit, execution, original(&failed), Judge::Exception);
        assert_eq!(of(&failed), Ok((Label::Fails, By::Exception)));
        assert_eq!(of(&execution(Outcome::Passed, "", "")), Ok((Label::Passes, By::Exception)));
        assert_eq!(of(&execution(Outcome::Failed, "F", "org.x.Foo.bar:17")), Err(Why::OtherException));
        assert_eq!(of(&execution(Outcome::Failed, "E", "org.x.Foo.bar:18")), Err(Why::OtherException));
    }

    fn outcome() -> impl Strategy<Value = Outcome> {
        prop_oneof![
            Just(Outcome::Passed),
            Just(Outcome::Failed),
            Just(Outcome::Aborted),
            Just(Outcome::Timeout),
            Just(Outcome::Skipped),
            Just(Outcome::Linkage)
        ]
    }

    proptest! {
        #[test]
        fn what_has_no_verdict_has_no_label_and_splits_are_labelled_as_they_end(
            outcome in outcome(), exception in "[EF]", frame in "[ab]",
            judge in prop_oneof![Just(Judge::Exception), Just(Judge::Oracle), Just(Judge::Nobody)],
        ) {
            let failed = execution(Outcome::Failed, "E", "a");
            let run = execution(outcome, &exception, &frame);
            let of = |kind| label(kind, &run, original(&failed), judge);
            let has_ended = matches!(outcome, Outcome::Passed | Outcome::Failed);
            prop_assert!(of(Kind::Whole).is_err());
            prop_assert_eq!(of(Kind::Split).is_ok(), has_ended);
            prop_assert_eq!(of(Kind::Slice), of(Kind::Split));
            if let Ok((label, by)) = of(Kind::Split) {
                prop_assert_eq!((label == Label::Passes, by), (outcome == Outcome::Passed, By::Split));
            }
            if let Ok((_, by)) = of(Kind::Edit) {
                prop_assert!(has_ended && judge != Judge::Nobody);
                prop_assert_eq!(by, if judge == Judge::Oracle { By::Oracle } else { By::Exception });
            }
        }
    }
}
