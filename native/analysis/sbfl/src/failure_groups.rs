//! Groups failing tests with the same failure.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use faultline_spectrum::{ClassId, Failure, Frame, Outcome, Spectrum, Test, TestId};

use crate::namesakes::Namesakes;
use crate::trace::cause;

/// Failing tests with the same exception class and throw site, most likely caused by one fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureGroup {
    /// Class of the exception; `None` where none was recorded.
    pub exception: Option<String>,
    /// Class of the wrapped exception, if the exception wraps another.
    pub root: Option<String>,
    /// The class whose static initialiser failed, if that made these tests fail.
    pub initialiser: Option<String>,
    /// The topmost stack frame of the project's code; `None` if there is none.
    pub site: Option<ThrowSite>,
    /// The tests, in row order.
    pub tests: Vec<TestId>,
}

/// Where an exception left the project's code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThrowSite {
    /// Binary name of the class.
    pub class: String,
    /// Method name.
    pub method: String,
    /// Line, or -1 where unknown.
    pub line: i32,
    /// The class, if several files have classes of that name: the first that the test ran.
    pub which: Option<ClassId>,
}

/// Groups the failed tests of a spectrum by exception class and throw site, in the order of each group's first test.
///
/// The throw site is the topmost frame of a class in the spectrum; otherwise of the test's own class, nested classes
/// included; otherwise of a method with the test's name, which a superclass of the test may have. Without any, only the
/// exception class counts. For a wrapped exception the frames are those of the original, and its class counts if the wrapper
/// was created outside the project. Tests that fail because a class could not be initialised form one group by that class:
/// the first has the initialiser's exception, later ones a different error thrown elsewhere.
pub fn failure_groups(spectrum: &Spectrum) -> Vec<FailureGroup> {
    grouped(spectrum, spectrum.tests_with(Outcome::Failed))
}

/// Like [`failure_groups`], for the given tests, whatever their outcomes. For a test interrupted by the end of its JVM, the
/// stack at that moment takes the place of an exception.
pub fn grouped(spectrum: &Spectrum, tests: impl IntoIterator<Item = TestId>) -> Vec<FailureGroup> {
    let project: HashSet<&str> = spectrum.classes.iter().map(|class| class.name.as_str()).collect();
    let mut groups: Vec<FailureGroup> = Vec::new();
    let mut known = HashMap::new();
    let namesakes = Namesakes::of(spectrum);
    let which = |class: &str, test| namesakes.meant(test, class).and_then(|classes| classes.first().copied());
    for id in tests {
        let test = &spectrum.tests[id.index()];
        let exception = test.failure.as_ref().map(|failure| failure.exception.clone());
        let site = test.failure.as_ref().and_then(|failure| throw_site(test, failure, &project));
        let site = site.map(|site| ThrowSite { which: which(&site.class, id), ..site });
        let thrown = test.failure.as_ref().and_then(|failure| failure.thrown.as_ref());
        let initialiser = thrown.and_then(|thrown| thrown.initialiser.clone());
        let from = |failure| cause(failure, |class| project.contains(class)).0.to_owned();
        let alike = match &initialiser {
            Some(class) => Alike::Initialiser(class.clone()),
            None => Alike::Thrown(test.failure.as_ref().map(from), site.clone()),
        };
        let group = *known.entry(alike).or_insert(groups.len());
        if group == groups.len() {
            let root = thrown.map(|thrown| thrown.exception.clone());
            let root = root.filter(|root| Some(root) != exception.as_ref());
            groups.push(FailureGroup { exception, root, initialiser, site, tests: Vec::new() });
        }
        groups[group].tests.push(id);
    }
    groups.sort_by_key(|group| Reverse(group.tests.len()));
    groups
}

/// What the failures of one group have in common.
#[derive(PartialEq, Eq, Hash)]
enum Alike {
    Initialiser(String),
    Thrown(Option<String>, Option<ThrowSite>),
}

fn throw_site(test: &Test, failure: &Failure, project: &HashSet<&str>) -> Option<ThrowSite> {
    // Imported traces have frames without a class where foreign frames were left out.
    let of_project = |frame: &&Frame| !frame.class.is_empty() && project.contains(frame.class.as_str());
    let of_test = |frame: &&Frame| {
        let nested = frame.class.strip_prefix(&test.class);
        !test.class.is_empty() && nested.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
    };
    // The original exception may come from another thread, without frames of the project.
    let first = failure.thrown.as_ref().map_or(&[][..], |thrown| &thrown.frames);
    let frames = || first.iter().chain(&failure.frames);
    let is_inherited = |frame: &&Frame| !frame.class.is_empty() && frame.method == test.method;
    let found = frames().find(of_project).or_else(|| frames().find(of_test));
    let frame = found.or_else(|| frames().find(is_inherited))?;
    Some(ThrowSite {
        class: frame.class.clone(),
        method: frame.method.clone(),
        line: frame.line,
        which: None,
    })
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{Class, Thrown};

    use super::*;

    fn failed(class: &str, exception: &str, frames: &[(&str, i32)]) -> Test {
        let frame = |&(class, line): &(&str, i32)| Frame { class: class.into(), method: "m".into(), line };
        Test {
            unique_id: String::new(),
            class: class.into(),
            method: "t".into(),
            outcome: Outcome::Failed,
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: (!exception.is_empty()).then(|| Failure {
                exception: exception.into(),
                frames: frames.iter().map(frame).collect(),
                thrown: None,
            }),
        }
    }

    #[test]
    fn an_inherited_test_fails_where_it_is_written() {
        let of = |class: &str, line| {
            let mut test = failed(class, "a.E", &[("org.junit.Assert", 1), ("app.Base", line)]);
            let failure = test.failure.as_mut().expect("it failed");
            failure.frames[1].method = "t".to_owned();
            test
        };
        assert_eq!(
            sizes(vec![of("app.OneTest", 3), of("app.TwoTest", 9), of("app.TwoTest", 3), of("app.Base", 3)]),
            [3, 1]
        );
        let site = groups_of(vec![of("app.OneTest", 3)])[0].site.clone().expect("a place");
        assert_eq!((site.class.as_str(), site.line), ("app.Base", 3));
    }

    fn groups_of(tests: Vec<Test>) -> Vec<FailureGroup> {
        let app = Class { name: "app.Foo".into(), source_file: None, hash: 0, location: String::new() };
        failure_groups(&Spectrum { classes: vec![app], tests, ..Spectrum::default() })
    }

    fn sizes(tests: Vec<Test>) -> Vec<usize> {
        groups_of(tests).iter().map(|group| group.tests.len()).collect()
    }

    #[test]
    fn what_a_framework_wraps_is_like_what_it_lets_through() {
        let plain = || failed("app.FooTest", "a.First", &[("app.Foo", 5), ("app.FooTest", 9)]);
        let wrapped = |by: &str| {
            let mut test = plain();
            let failure = test.failure.as_mut().expect("it failed");
            let frame = Frame { class: by.into(), method: "m".into(), line: 1 };
            let frames = std::mem::replace(&mut failure.frames, vec![frame]);
            let exception = std::mem::replace(&mut failure.exception, "a.Wrapper".into());
            failure.thrown = Some(Thrown { exception, frames, initialiser: None });
            test
        };
        let groups = groups_of(vec![plain(), wrapped("org.junit.ExpectException")]);
        assert_eq!((groups.len(), groups[0].tests.len()), (1, 2));
        assert_eq!(groups[0].exception.as_deref(), Some("a.First"));
        assert_eq!(sizes(vec![plain(), wrapped("app.Foo")]), [1, 1], "somebody made that one");
    }

    #[test]
    fn tests_that_die_on_one_line_of_the_project_are_one_group_however_they_came_there() {
        let groups = groups_of(vec![
            failed("ATest", "E", &[("java.util.List", 9), ("app.Foo", 7), ("ATest", 1)]),
            failed("BTest", "E", &[("app.Foo", 7), ("app.Foo", 99), ("BTest", 2)]),
        ]);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].site.as_ref().unwrap().line, 7);
    }

    #[test]
    fn a_wrapped_exception_was_thrown_where_the_one_inside_was() {
        let wrapped = |line| {
            let mut test = failed("ATest", "Wrapper", &[("app.Foo", 90), ("ATest", 1)]);
            let frame = |class: &str, line| Frame { class: class.into(), method: "m".into(), line };
            let thrown = Thrown {
                exception: "E".into(),
                frames: vec![frame("java.util.List", 3), frame("app.Foo", line)],
                initialiser: None,
            };
            test.failure.as_mut().unwrap().thrown = Some(thrown);
            test
        };
        let groups = groups_of(vec![wrapped(7), wrapped(8), wrapped(7)]);
        assert_eq!(groups.len(), 2, "one line wraps what two lines throw");
        assert_eq!(groups[0].site.as_ref().unwrap().line, 7);
        assert_eq!(groups[0].root.as_deref(), Some("E"));
        assert_eq!(groups[0].exception.as_deref(), Some("Wrapper"));
    }

    #[test]
    fn tests_that_fail_by_one_failed_initialiser_are_one_group_whatever_they_saw_of_it() {
        let by = |class: &str, exception: &str, line| {
            let mut test = failed("ATest", exception, &[("app.Caller", line), ("ATest", 1)]);
            let frame = Frame { class: "app.Foo".into(), method: "<clinit>".into(), line: 7 };
            let initialiser = Some(class.to_owned());
            let thrown = Thrown { exception: "E".into(), frames: vec![frame], initialiser };
            test.failure.as_mut().unwrap().thrown = Some(thrown);
            test
        };
        let groups = groups_of(vec![
            by("app.Foo", "java.lang.ExceptionInInitializerError", 3),
            by("app.Foo", "java.lang.NoClassDefFoundError", 4),
            by("app.Bar", "java.lang.NoClassDefFoundError", 4),
        ]);
        assert_eq!(groups.iter().map(|group| group.tests.len()).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(groups[0].initialiser.as_deref(), Some("app.Foo"));
        assert_eq!(groups[0].root.as_deref(), Some("E"));
        assert_eq!(groups[0].site.as_ref().unwrap().line, 7);
    }

    #[test]
    fn frames_without_a_class_are_passed_over() {
        let frames = [("", 3), ("app.Foo", 7), ("", 5), ("ATest", 1)];
        let groups = groups_of(vec![
            failed("ATest", "E", &frames),
            failed("BTest", "E", &frames[1..]),
            failed("", "E", &[("", 1)]),
        ]);
        assert_eq!(groups.len(), 2);
        assert_eq!(groups[0].site.as_ref().unwrap().line, 7);
        assert_eq!(groups[1].site, None);
    }

    #[test]
    fn another_exception_or_another_line_is_another_group() {
        let tests = vec![
            failed("ATest", "E", &[("app.Foo", 7)]),
            failed("ATest", "F", &[("app.Foo", 7)]),
            failed("ATest", "E", &[("app.Foo", 8)]),
            failed("ATest", "E", &[("app.Foo", 7)]),
        ];
        assert_eq!(sizes(tests), [2, 1, 1]);
    }

    #[test]
    fn without_a_frame_of_the_project_the_tests_own_class_counts() {
        let groups = groups_of(vec![
            failed("ATest", "E", &[("org.junit.Assert", 88), ("ATest$Nested", 3), ("ATest", 4)]),
            failed("ATestTwo", "E", &[("org.junit.Assert", 88), ("ATest", 3)]),
        ]);
        assert_eq!(groups[0].site.as_ref().unwrap().class, "ATest$Nested");
        assert_eq!(groups[1].site, None, "ATest is not a class of ATestTwo");
    }

    #[test]
    fn without_any_frame_the_exception_alone_counts_and_without_one_that_is_a_group_too() {
        let tests = vec![
            failed("ATest", "E", &[]),
            failed("BTest", "E", &[("x.Y", 1)]),
            failed("", "", &[]),
            failed("", "E", &[("", 1)]),
        ];
        assert_eq!(sizes(tests), [3, 1]);
    }
}
