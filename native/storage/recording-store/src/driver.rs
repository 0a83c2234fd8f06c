//! The framework that runs a test, and the class that is passed to it.

use faultline_spectrum::Test;

/// A test framework, as workers distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Driver {
    /// The JUnit Platform with any of its engines.
    Platform,
    /// JUnit 4; also JUnit 3 tests if JUnit 4 is present.
    JUnit4,
    /// JUnit 3 alone.
    JUnit3,
    /// `TestNG`.
    TestNg,
}

impl Driver {
    /// The name in commands.
    pub fn word(self) -> &'static str {
        match self {
            Self::Platform => "platform",
            Self::JUnit4 => "junit4",
            Self::JUnit3 => "junit3",
            Self::TestNg => "testng",
        }
    }
}

/// The framework and the class for a test. The form of the recorded id shows which framework reported the
/// test. `None` for unknown frameworks.
pub fn of(test: &Test, has_junit4: bool) -> Option<(Driver, String)> {
    let id = &test.unique_id;
    if id.starts_with("[engine:") {
        return platform_class(id).or_else(|| own(test)).map(|class| (Driver::Platform, class));
    }
    let class = own(test)?;
    let named = named(&class).to_owned();
    // `method(Class)`, also for a parameterised `method[0](Class)`.
    if id.strip_suffix(')').and_then(|id| id.strip_suffix(&class)).is_some_and(|id| id.ends_with('(')) {
        return Some((if has_junit4 { Driver::JUnit4 } else { Driver::JUnit3 }, named));
    }
    if is_class(id, &class) {
        return has_junit4.then_some((Driver::JUnit4, class));
    }
    id.strip_prefix(&class).is_some_and(|rest| rest.starts_with('.')).then_some((Driver::TestNg, class))
}

/// Whether an id is that of a class: its fixtures failed outside of its tests. A suite may contain it twice: `a.FooTest` and
/// `a.FooTest#2`.
fn is_class(id: &str, class: &str) -> bool {
    id.strip_prefix(class).is_some_and(|rest| rest.is_empty() || rest.starts_with('#'))
}

/// The class that can be requested: tests of a suite can belong to anonymous classes inside it.
fn named(class: &str) -> &str {
    let is_nameless = |at: &usize| class[at + 1..].starts_with(|c: char| c.is_ascii_digit());
    let nameless = class.match_indices('$').map(|(at, _)| at).find(is_nameless);
    nameless.map_or(class, |at| &class[..at])
}

fn own(test: &Test) -> Option<String> {
    (!test.class.is_empty()).then(|| test.class.clone())
}

/// The class for discovery: that of the first segment after the engine's that names one.
fn platform_class(id: &str) -> Option<String> {
    let mut segments = id.trim_start_matches('[').trim_end_matches(']').split("]/[").skip(1);
    let (kind, value) = segments.next()?.split_once(':')?;
    matches!(kind, "class" | "runner" | "spec" | "suite").then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::Outcome;

    use super::*;

    fn driver(id: &str, class: &str, has_junit4: bool) -> Option<(Driver, String)> {
        let test = Test {
            unique_id: id.to_owned(),
            class: class.to_owned(),
            method: "m".to_owned(),
            display: String::new(),
            outcome: Outcome::Passed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
        };
        of(&test, has_junit4)
    }

    #[test]
    fn the_id_says_who_runs_a_test_and_by_which_class() {
        let some = |driver, class: &str| Some((driver, class.to_owned()));
        let nested = "[engine:junit-jupiter]/[class:a.FooTest]/[nested-class:In]/[method:m()]";
        assert_eq!(driver(nested, "a.FooTest$In", true), some(Driver::Platform, "a.FooTest"));
        let vintage = "[engine:junit-vintage]/[runner:a.OldTest]/[test:m(a.OldTest)]";
        assert_eq!(driver(vintage, "a.OldTest", true), some(Driver::Platform, "a.OldTest"));
        assert_eq!(driver("[engine:cucumber]/[feature:x]", "a.C", true), some(Driver::Platform, "a.C"));
        assert_eq!(driver("[engine:cucumber]/[feature:x]", "", true), None);
        assert_eq!(driver("m(a.FooTest)", "a.FooTest", true), some(Driver::JUnit4, "a.FooTest"));
        assert_eq!(driver("m[0](a.FooTest)", "a.FooTest", true), some(Driver::JUnit4, "a.FooTest"));
        assert_eq!(driver("m(a.FooTest)", "a.FooTest", false), some(Driver::JUnit3, "a.FooTest"));
        assert_eq!(driver("m(a.FooTest$1)", "a.FooTest$1", true), some(Driver::JUnit4, "a.FooTest"));
        assert_eq!(driver("m(a.FooTest$In)", "a.FooTest$In", true), some(Driver::JUnit4, "a.FooTest$In"));
        assert_eq!(driver("a.FooTest.m", "a.FooTest", true), some(Driver::TestNg, "a.FooTest"));
        assert_eq!(driver("a.FooTest", "a.FooTest", true), some(Driver::JUnit4, "a.FooTest"));
        assert_eq!(driver("a.FooTest#2", "a.FooTest", true), some(Driver::JUnit4, "a.FooTest"));
        assert_eq!(driver("a.FooTest", "a.FooTest", false), None);
        assert_eq!(driver("something else", "a.FooTest", true), None);
    }
}
